"""The words of the screens, explained: what a newcomer meets in a table, a heading or an error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from replcalc.numbers.errors import UnknownName
from replcalc.render.report import Report, Table, TableColumn

#: One entry a paragraph: the word, other spellings in parentheses, a colon, the meaning; further lines are indented.
_TEXT = """
replicability (rho, replicable, reproducibility): An algorithm is rho-replicable if two runs with the same internal
    coins, on two independent samples of the same population, give exactly the same output except with probability
    rho. Two teams that publish their seed then publish the same answer.
shared randomness (seed): The coins that both runs use: a public seed chosen before the data are seen.
rho0 (ρ0): The replicability of each base algorithm, before anything is done about it.
beta (beta0, β, failure): The probability that the answer is wrong, over samples and coins; beta0 is that of each base
    algorithm.
alpha (α, accuracy): Accuracy: how far an answer may be from the truth and still count as right.
n (n_i, base samples): Samples that one base algorithm needs; n_i for the i-th.
samples: Samples in all, drawn once and used for every problem, unless a table says per arm or per round.
base runs (runs): How often base algorithms are executed on blocks of the sample, all problems together.
sampling rounds (rounds, rounds_log10): How many candidates a shared draw from a product of laws looks at on average.
    A way without such draws needs none. 10^300 rounds cannot be waited for: the way proves that few samples suffice,
    but nobody can run it.
polynomial (exponential): The time of the way is bounded by a polynomial in k, the samples and the time of the base
    algorithms.
way (route, routes): One method to reach what was asked: a derivation from catalogued statements, with its figures.
certified: Every condition of every statement used is PROVED at the figures shown, and no constant is left
    unspecified.
applies: Every condition is PROVED, but some constant is one that the source leaves unspecified: the figure rests on a
    placeholder.
falls short: Every condition is PROVED but one: a run may fail more often than was asked, or assumed, of the whole.
    The figures hold at the failure probability shown: asking for that beta accepts them.
vacuous: Every condition is PROVED and the promise is empty: a probability is bounded by 1 or more. Never called best.
does not apply: Some condition is not PROVED at these inputs; the condition, both sides and a repair are shown.
promise (status): What a result is worth: certified, applies, falls short, vacuous, or does not apply.
best (best_runnable, best runnable): The certified way with the fewest samples among those that can be run: within
    max_rounds sampling rounds.
best in theory (best_theory): The certified way with the fewest samples, however many sampling rounds it takes.
assumed: A value that you did not type and that the answer depends on, with the reason why it was taken.
hidden constant (hidden, hidden_constants, C_pg): A constant that a source writes as O(...), polylog or 'sufficiently
    small', made visible under a name with a default, which the settings change.
taken for granted (obligation, obligations): A hypothesis in words that no computation can check, such as countably
    many outputs.
enclosure (lower, upper, ball): Two decimal numbers between which the true value certainly lies, from ball arithmetic.
bracket: An enclosure of a quantity that is itself only known between two bounds; its ends need not agree to the
    digits asked for.
verdict (PROVED, REFUTED, UNDECIDED): PROVED, REFUTED (with a counterexample) or UNDECIDED: what was decided about a
    claim or a condition.
certificate (recheck): What a verdict rests on, as JSON that a separate checker verifies without the prover.
control (negative control): A claim nudged past its best constant: it must be refuted, or the check proves nothing.
simulator (witness): An exact enumeration of small worlds that tries to break a bound, knowing nothing of its formula.
statement (label): A lemma, theorem or definition as data: parameters, conditions, conclusions, source. 'replcalc show
    LABEL' prints one.
derivation (derive): Statements applied one after the other, each bound to what came before: the proof of a figure.
provenance (literature, derived): paper: proved in its source. literature: cited. derived: proved here.
perfect generalization (PG, gamma, epsilon, delta, pg-compose): A (gamma, epsilon, delta)-perfectly generalizing
    algorithm has, except with probability gamma over the sample, an output law that is (epsilon, delta)-close to one
    that does not know the sample.
delta' (delta_prime, delta-prime): The part of the additive closeness spent on the concentration inequality of
    adaptive composition.
c: The constant of the paper's parameter choice; the largest value for which every condition holds is found.
J: How many random strings each problem may use in squared votes.
T (blocks): How many blocks of n_i samples vote.
outputs (binary, two-per-string, finite): What is known about the answers of a base algorithm: binary, two-per-string,
    finite:L, or any.
correlated sampling (race, clocks): Drawing from two similar laws with shared coins so that the draws are usually
    equal.
amplify: Make one algorithm more replicable: from rho0 to a smaller rho.
boosting (boost): Make the failure probability small at little cost: run, test the answer, fall back.
test (low, high): Telling whether a parameter is at most low or at least high; between the two either answer is right.
threshold (law, always_low, always_high): The statistic from which on a test answers high; drawn by the shared seed from
    a law, so that runs on either side of a fixed value agree.
choose (options, common): Picking one of many options whose mean score is within alpha of the best; on a common sample
    all options are scored on the same samples, as models are on one test set.
eta (speed): How much a larger mean score speeds up the clock of an option: by the factor exp(eta score).
variance: What is promised of the spread of one value in [0, 1] (1/4 at most), or of a difference of two; a smaller one
    needs fewer samples, and the answer says that it is taken for granted.
lower_samples: The least number of samples that is not excluded: one more than the largest that is shown to be too few.
lower bound (lower-bound, m_paper, m_sharp, m_tight): Samples below which no algorithm of the stated kind can succeed.
margin: How far a condition is from failing, or how far it has failed: the difference of its two sides.
erratum (errata): Something not right as printed in a source, with a witness and a repair.
"""


@dataclass(frozen=True)
class Term:
    """A word, what it means, and other spellings under which it is looked up."""

    word: str
    meaning: str
    also: tuple[str, ...] = ()


def _parsed(text: str) -> tuple[Term, ...]:
    found = []
    for entry in re.split(r"\n(?! )", text.strip()):
        head, _, meaning = " ".join(entry.split()).partition(": ")
        word, _, also = head.partition(" (")
        found.append(Term(word, meaning, tuple(filter(None, also.rstrip(")").split(", ")))))
    return tuple(found)


TERMS: tuple[Term, ...] = _parsed(_TEXT)


def find(word: str) -> Term:
    """The entry of a word, in any of its spellings."""
    index = {spelling.lower(): term for term in TERMS for spelling in (*term.also, term.word)}
    found = index.get(word.strip().lower())
    if found is None:
        close = get_close_matches(word.lower(), index, 3, 0.5)
        hint = f"did you mean {', '.join(close)}?" if close else "'replcalc glossary' lists all"
        raise UnknownName("WORD", word, "a word of the glossary", hint)
    return found


def glossary_report(word: str | None = None) -> Report:
    """One entry, or all of them."""
    terms = TERMS if word is None else (find(word),)
    data = {"terms": [{"word": t.word, "meaning": t.meaning, "also": list(t.also)} for t in terms]}
    table = Table.of("Glossary" if word is None else "", terms, TableColumn("word"), TableColumn("meaning"))
    return Report(data, (table,))
