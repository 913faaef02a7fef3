"""Published results that the paper and this project lean on."""

from replcalc.paper.places import section_at
from replcalc.vocabulary import Citation, Source

PAPER = Citation("replicable_composition", "arXiv 2604.10423", 2026, "Replicable Composition")
AUTHORS = (
    "Kiarash Banihashem",
    "MohammadHossein Bateni",
    "Hossein Esfandiari",
    "Samira Goudarzi",
    "MohammadTaghi Hajiaghayi",
)


def at(line: int, *, quoted: bool = False) -> Source:
    """Return a line of the paper's TeX source."""
    return Source(PAPER.authors, f"line {line}", quoted, section_at(line))


def quoted_at(line: int) -> Source:
    """Return the source of a result that the paper quotes at that line."""
    return at(line, quoted=True)


BUN_2023 = Citation(
    "bun2023stability",
    "Bun, Gaboardi, Hopkins, Impagliazzo, Lei, Pitassi, Sivakumar, Sorrell",
    2023,
    "Stability is stable: connections between replicability, privacy, and adaptive generalization",
)
IMPAGLIAZZO_2022 = Citation(
    "impagliazzo2022reproducibility", "Impagliazzo, Lei, Pitassi, Sorrell", 2022, "Reproducibility in learning"
)
BASSILY_2016 = Citation("bassily2016typical", "Bassily, Freund", 2016, "Typical stability")
CUMMINGS_2016 = Citation(
    "CummingsLNRW16",
    "Cummings, Ligett, Nissim, Roth, Wu",
    2016,
    "Adaptive learning with robust generalization guarantees",
)
KASIVISWANATHAN_2014 = Citation(
    "kasiviswanathan2014semantics",
    "Kasiviswanathan, Smith",
    2014,
    "On the 'semantics' of differential privacy: a Bayesian formulation",
)
KARBASI_2023 = Citation(
    "karbasi2023replicability", "Karbasi, Velegkas, Yang, Zhou", 2023, "Replicability in reinforcement learning"
)
HOPKINS_2024 = Citation(
    "hopkins2024replicability",
    "Hopkins, Impagliazzo, Kane, Liu, Ye",
    2024,
    "Replicability in high dimensional statistics",
)
HOPKINS_2025 = Citation(
    "hopkins2025generative",
    "Hopkins, Liu, Ye, Yoshida",
    2025,
    "From generative to episodic: sample-efficient replicable reinforcement learning",
)
ESFANDIARI_2024 = Citation(
    "esfandiari2024replicable", "Esfandiari, Karbasi, Mirrokni, Velegkas, Zhou", 2024, "Replicable clustering"
)
KAIROUZ_2015 = Citation(
    "kairouz2015composition", "Kairouz, Oh, Viswanath", 2015, "The composition theorem for differential privacy"
)
MURTAGH_2016 = Citation(
    "murtagh2016complexity",
    "Murtagh, Vadhan",
    2016,
    "The complexity of computing the optimal composition of differential privacy",
)
BRODER_1997 = Citation("broder1997resemblance", "Broder", 1997, "On the resemblance and containment of documents")
HOLENSTEIN_2007 = Citation(
    "holenstein2007parallel", "Holenstein", 2007, "Parallel repetition: simplifications and the no-signaling case"
)
KLEINBERG_2002 = Citation(
    "kleinberg2002approximation",
    "Kleinberg, Tardos",
    2002,
    "Approximation algorithms for classification problems with pairwise relationships",
)
HOEFFDING_1956 = Citation(
    "hoeffding1956distribution",
    "Hoeffding",
    1956,
    "On the distribution of the number of successes in independent trials",
)
HOEFFDING_1963 = Citation(
    "hoeffding1963probability", "Hoeffding", 1963, "Probability inequalities for sums of bounded random variables"
)
KAAS_1980 = Citation("kaas1980mean", "Kaas, Buhrman", 1980, "Mean, median and mode in binomial distributions")
DWORK_2010 = Citation("dwork2010boosting", "Dwork, Rothblum, Vadhan", 2010, "Boosting and differential privacy")
AZUMA_1967 = Citation("azuma1967weighted", "Azuma", 1967, "Weighted sums of certain dependent random variables")
LIU_2024 = Citation("liu2024replicable", "Liu, Ye", 2024, "Replicable uniformity testing")
AAMAND_2025 = Citation(
    "aamand2025structure",
    "Aamand, Aliakbarpour, Chen, Narayanan, Silwal",
    2025,
    "On the structure of replicable hypothesis testers",
)
GRAHAM_1981 = Citation(
    "graham1981extremal", "Graham, Vaaler", 1981, "A class of extremal functions for the Fourier transform"
)
GOLDSTEIN_2010 = Citation(
    "goldstein2010bounds", "Goldstein", 2010, "Bounds on the constant in the mean central limit theorem"
)
GLASSER_1961 = Citation(
    "glasser1961relationship",
    "Glasser",
    1961,
    "Relationship between the mean difference and other measures of variation",
)
EFRON_1981 = Citation("efron1981jackknife", "Efron, Stein", 1981, "The jackknife estimate of variance")
