"""Section "Omitted Proofs": side-by-side composition, tightness, and the two cited steps from replicability to perfect
generalization (TeX lines 3597-3773)."""

from replcalc.paper.literature import BUN_2023, IMPAGLIAZZO_2022, at, quoted_at
from replcalc.paper.soft import soft
from replcalc.vocabulary import *

naive_composition = Statement(
    label="sec:naive",
    source=at(3606),
    title="Naive composition and its tightness",
    meaning="Running k rho-replicable algorithms side by side is k rho-replicable, and no better analysis exists: on "
    "independent inputs with independent coins the disagreements add up, to a constant factor.",
    given=(K, Parameter(rho, UNIT_LEFT_OPEN, "smallest rho for which the base algorithm is rho-replicable")),
    assumes=(
        assuming("for the lower bound: the k inputs are independent coordinates and the algorithms' coins independent"),
    ),
    gives=(
        Conclusion(
            real("rho_upper"), "<=", k * rho, "replicability of the composition, by the union bound", name="upper"
        ),
        Conclusion(
            real("rho_lower"), ">=", smallest(1, k * rho / 2) / 2, "disagreement for some product inputs", name="lower"
        ),
        Conclusion(
            real("rho_independent"),
            "=",
            1 - (1 - rho / 2) ** k,
            "exact probability of at least one of k independent disagreements of probability rho/2 each",
            name="independent",
        ),
    ),
    uses=("def:replic",),
    notes=(
        "Independent coins are used but not assumed: with one common random string the union can be rho for every k.",
    ),
)

_d, _r, _ell = real("d"), real("r"), real("ell")
_C_hard = real("C_hardness")

hardness = Statement(
    label="thm:hardness",
    source=at(3653),
    title="Composition is linear in n and in k",
    meaning="A black-box composition of k algorithms of n samples whose cost is n^chi k^psi up to logarithms must have "
    "both exponents at least 1, even if the failure probability may grow like k^r beta^ell.",
    given=(
        K,
        Parameter(_r, POSITIVE, "exponent of k in the failure probability of the composition"),
        Parameter(_ell, POSITIVE, "exponent of beta in that failure probability"),
    ),
    assumes=(
        assuming("one constant c serves all n, k, beta: any k c-replicable algorithms are composed 1/10000-replicably"),
        assuming("the composition takes n^chi k^psi samples up to factors polylogarithmic in n, k and 1/beta"),
    ),
    gives=(
        Conclusion(real("chi"), ">=", rational(1), "exponent of n"),
        Conclusion(real("psi"), ">=", rational(1), "exponent of k"),
        Conclusion(
            beta,
            "=",
            (1 / (1000 * _C_hard)) ** (1 / _ell) * k ** (-_r / _ell),
            "base failure probability at which the composition fails with probability 1/1000",
        ),
        Conclusion(real("failure"), "=", _C_hard * k**_r * beta**_ell, "failure probability of the composition there"),
    ),
    hidden=(UnspecifiedConstant(_C_hard, 1, "factor of the Theta in the failure probability of the composition"),),
    uses=("lm:hard_instance_exists",),
    notes="The proof says failure probability 0.01 where the instance has 0.001.",
)

one_way_marginals = Statement(
    label="def:one-way",
    source=at(3669),
    title="One-way marginals",
    meaning="Estimate all d means of a product of d coins to within alpha in the largest coordinate.",
    given=(Parameter(_d, COUNT, "number of coins"), Parameter(alpha, UNIT_OPEN, "error allowed in every coordinate")),
    uses=("def:statistical_problem",),
)

_C_marginal, _p_marginal, _d_min = real("C_marginal"), real("p_marginal"), real("d_min")

marginals_lower_bound = Statement(
    label="lm:marginal_neg",
    source=quoted_at(3679),
    title="One-way marginals need d samples",
    meaning="A 1/10000-replicable algorithm for one-way marginals, accurate to 1/100 with failure at most 1/1000, "
    "needs about d samples up to logarithms.",
    given=(
        Parameter(_d, COUNT, "number of coins"),
        Parameter(rho, UNIT_LEFT_OPEN, "replicability"),
        Parameter(alpha, UNIT_LEFT_OPEN, "error allowed"),
        Parameter(beta, UNIT_LEFT_OPEN, "failure probability"),
    ),
    assumes=(
        below(_d_min, _d),
        at_most(rho, rational(1, 10000)),
        at_most(alpha, rational(1, 100)),
        at_most(beta, rational(1, 1000)),
    ),
    gives=(
        Conclusion(real("N"), "Omega~", _C_marginal * _d / soft(_d, _p_marginal), "samples it needs", name="samples"),
    ),
    hidden=(
        UnspecifiedConstant(_C_marginal, 1, "factor of the Omega~ in the samples"),
        UnspecifiedConstant(_p_marginal, 1, "exponent of the logarithm the Omega~ hides", exponent=True),
        UnspecifiedConstant(_d_min, 1, "the constant d must exceed"),
    ),
    uses=("def:one-way",),
    cites=(BUN_2023.at("Theorem 5.3"),),
)

_C_each, _p_each, _q_each = real("C_hard_each"), real("p_hard_each"), real("q_hard_each")
_C_comp, _p_comp = real("C_hard_composed"), real("p_hard_composed")
_cost_each, _d_comp = n / rho**2, real("d_composed")

hard_instance = Statement(
    label="lm:hard_instance_exists",
    source=at(3688),
    title="A hard family of k problems",
    meaning=(
        "Splitting nk coins into k blocks of n gives k problems that cost about n samples each and about nk together."
    ),
    given=(
        Parameter(n, COUNT, "coins per problem"),
        K,
        Parameter(rho, UNIT_OPEN, "replicability of the algorithm for one block"),
        BETA,
    ),
    gives=(
        Conclusion(_d, "=", n, "coins of one problem"),
        Conclusion(_d_comp, "=", n * k, "coins of the composed problem"),
        Conclusion(
            real("N_each"),
            "O~",
            _C_each * _cost_each * log(1 / beta) ** _q_each * soft(_cost_each, _p_each),
            "samples that suffice for one problem",
            name="samples_each",
        ),
        Conclusion(
            real("N_composed"),
            "Omega~",
            _C_comp * _d_comp / soft(_d_comp, _p_comp),
            "samples needed for all k, by any algorithm with the next two figures or smaller ones",
            name="samples_composed",
        ),
        Conclusion(real("rho_composed"), "=", rational(1, 10000), "largest replicability of such an algorithm"),
        Conclusion(real("beta_composed"), "=", rational(1, 1000), "largest failure probability of such an algorithm"),
    ),
    hidden=(
        UnspecifiedConstant(_C_each, 1, "factor of the O~ for one problem"),
        UnspecifiedConstant(_p_each, 1, "exponent of the logarithm that O~ hides", exponent=True),
        UnspecifiedConstant(_q_each, 1, "exponent of polylog(1/beta) for one problem", exponent=True),
        UnspecifiedConstant(_C_comp, 1, "factor of the Omega~ for all problems"),
        UnspecifiedConstant(_p_comp, 1, "exponent of the logarithm that Omega~ hides", exponent=True),
    ),
    uses=("thm:multi_dim_mean", "lm:marginal_neg", "def:one-way"),
    notes=(
        "Printed for all rho, beta > 0, while thm:multi_dim_mean, which it uses, asks for rho < 1/2 and beta < rho.",
    ),
)

_C_sample, _p_sample, _C_sample_fail = real("C_sample_pg"), real("p_sample_pg"), real("C_sample_fail")
_small_delta, _small_beta = real("delta_sample_small"), real("beta_sample_small")

_eta, _nu = real("eta"), real("nu")

replicable_to_sample_pg = Statement(
    label="lm:replic_to_sample_pg",
    source=quoted_at(3745),
    title="Replicability to sample perfect generalization",
    meaning="A (1/100, 1/100)-replicable algorithm becomes (2 delta, epsilon, 2 delta)-sample perfectly generalizing: "
    "its output distributions on two independent samples are close to each other except with probability 2 delta.",
    given=(
        Parameter(n, COUNT, "samples of the replicable algorithm"),
        Parameter(_eta, UNIT_LEFT_OPEN, "probability of a random string for which no output is common"),
        Parameter(_nu, UNIT_LEFT_OPEN, "probability of another output than the common one, for the other strings"),
        Parameter(beta, UNIT_OPEN, "square root of its failure probability"),
        EPSILON,
        Parameter(delta, UNIT_OPEN, "half the additive closeness asked for"),
    ),
    assumes=(
        at_most(_eta, rational(1, 100)),
        at_most(_nu, rational(1, 100)),
        at_most(delta, _small_delta),
        at_most(beta, _small_beta),
    ),
    gives=(
        Conclusion(real("gamma_sample"), "=", 2 * delta, "probability that closeness fails"),
        Conclusion(real("epsilon_sample"), "=", epsilon, "multiplicative closeness"),
        Conclusion(real("delta_sample"), "=", 2 * delta, "additive closeness"),
        Conclusion(real("failure"), "<=", _C_sample_fail * delta + beta * log(1 / delta), "its failure probability"),
        Conclusion(
            real("m"),
            "<=",
            _C_sample * n * log(1 / delta) ** _p_sample * log(1 / epsilon) / epsilon**2,
            "its samples; the polylogarithm is written C ln(1/delta)^p",
            name="samples",
        ),
    ),
    hidden=(
        UnspecifiedConstant(_C_sample, 1, "factor of polylog(1/delta) in the samples"),
        UnspecifiedConstant(_p_sample, 1, "exponent of ln(1/delta) in the samples", exponent=True),
        UnspecifiedConstant(_C_sample_fail, 1, "factor of delta in the failure probability"),
        UnspecifiedConstant(_small_delta, "1/4", "how small 'sufficiently small' delta must be"),
        UnspecifiedConstant(_small_beta, "1/2", "how small 'sufficiently small' beta must be"),
    ),
    cites=(BUN_2023.at("Theorem 3.19"), IMPAGLIAZZO_2022.at("Appendix A")),
    notes="At epsilon = 1 the printed sample bound is zero; log(2/epsilon) repairs it.",
)

sample_pg_is_pg = Statement(
    label="lm:sample_pg_is_pg",
    source=quoted_at(3755),
    title="Sample perfect generalization to perfect generalization",
    meaning="Closeness between the output distributions on two samples gives closeness to one fixed distribution; the "
    "failure probability takes a square root.",
    given=(
        Parameter(gamma, UNIT_CLOSED, "probability over two samples that their distributions are not close"),
        Parameter(epsilon, NONNEGATIVE, "multiplicative closeness of the two distributions"),
        Parameter(delta, NONNEGATIVE, "additive closeness of the two distributions"),
    ),
    gives=(
        Conclusion(real("gamma_pg"), "=", sqrt(gamma), "probability that closeness fails"),
        Conclusion(real("epsilon_pg"), "=", epsilon, "multiplicative closeness: unchanged"),
        Conclusion(real("delta_pg"), "=", delta + sqrt(gamma), "additive closeness"),
    ),
    uses=("def:pg",),
    cites=(BUN_2023.at("Lemma 3.6"),),
)

STATEMENTS = (
    naive_composition,
    hardness,
    one_way_marginals,
    marginals_lower_bound,
    hard_instance,
    replicable_to_sample_pg,
    sample_pg_is_pg,
)
