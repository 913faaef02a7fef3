"""The words of the screens, explained: what a newcomer meets in a table, a heading or an error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from replcalc.numbers.errors import UnknownName
from replcalc.output.report import Report, Table, TableColumn
from replcalc.planning.registry import get, kinds, kinds_of, names

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
samples_total: The samples of all instances and arms together, where samples counts those of one arm.
k: How many problems are to be solved together: algorithms, queries, best-arm instances or rounds.
i (at i): The number of an algorithm in the order in which they were given; a condition is shown at the i where it is
    tightest.
one pass (pass, passes): The data are read once, whatever is done with them; the time of a pass is that of reading
    every value.
base runs (runs): How often base algorithms are executed on blocks of the sample, all problems together.
base algorithm: One of the replicable algorithms that are composed, as you have it: n_i samples, rho0, beta0.
sampling rounds (rounds, rounds_log10): How many candidates a shared draw from a product of laws looks at on average.
    A way without such draws needs none. 10^300 rounds cannot be waited for: the way proves that few samples suffice,
    but nobody can run it.
polynomial (exponential): The time of the way is bounded by a polynomial in k, the samples and the time of the base
    algorithms.
method (way, route, routes, variant): How to reach what was asked: a derivation from catalogued statements, with its
    figures.
total variation (tv): The largest difference of the probabilities that two laws give to one event.
certified: Every condition of every statement used is PROVED at the figures shown, and no constant is left
    unspecified.
conditional: Every condition is PROVED, but some constant is one that the source leaves unspecified: the figure rests
    on a placeholder.
misses target: Every condition is PROVED but one: a run may fail more often than was asked, or assumed, of the whole.
    The figures hold at the failure probability shown: asking for that beta accepts them.
vacuous: Every condition is PROVED and the promise is empty: a probability is bounded by 1 or more. Never called best.
not found: A search gave up without parameters; whether there are any is not known.
not applicable: Some condition is not PROVED at these inputs; the condition, both sides and a repair are shown.
promise (status): What a result is worth: certified, conditional, misses target, vacuous, not
    applicable, or not found (a search gave up).
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
witnessed: Of a conclusion: in an exact world where its hypotheses hold the truth was compared with its own formula, and
    a weakened one is broken. Steps of a proof are compared too, and counted for none.
statement (label): A lemma, theorem or definition as data: parameters, conditions, conclusions, source. 'replcalc show
    LABEL' prints one.
derivation (derive): Statements applied one after the other, each bound to what came before: the proof of a figure.
provenance (literature, derived): paper: proved in its source. literature: cited. derived: proved here.
perfect generalization (PG, gamma, epsilon, delta, pg-compose): A (gamma, epsilon, delta)-perfectly generalizing
    algorithm has, except with probability gamma over the sample, an output law that is (epsilon, delta)-close to one
    that does not know the sample.
delta' (delta_prime, delta-prime): The part of the additive closeness spent on the concentration inequality of
    adaptive composition.
c (c_queries, c_arms): The constant of the paper's parameter choice; the largest value for which every condition holds
    is found.
c_refuted: The next larger c of the digits shown: there the promise certainly fails.
eps_i (epsilon_i, delta_i): The perfect generalization that the paper's pipeline asks of the i-th algorithm.
boosted n_i (samples_each): The samples that the i-th algorithm needs once it generalizes perfectly with eps_i and
    delta_i.
eps* (epsilon_star, delta_star, gamma_star, delta*, gamma*, epsilon*): What perfect generalization is left of all
    algorithms together; correlated sampling makes a replicability of it, 4 (gamma* + 2 eps* + delta*).
pipeline (thm:main): The paper's way: make every algorithm perfectly generalizing, compose, make the whole replicable.
J: How many random strings each problem may use in squared votes.
T (blocks, votes): How many blocks of n_i samples vote.
votes2 (votes3, votes4, votes5): How many blocks vote in the second, third, ... lottery, where none before it gave an
    answer.
form: Which theorem about votes gave the figures: it depends on what is known about the outputs.
group (groups): How many problems are sampled together, and how many such groups there are.
n0: Samples of the base algorithm that is composed, where the question does not give them.
samples_leading (samples_order, m_order): The printed order of magnitude alone, with hidden constants at their
    settings.
outputs (binary, two-per-string, finite): What is known about the answers of a base algorithm: binary, two-per-string,
    finite:L, or any.
correlated sampling (race, clocks): Drawing from two similar laws with shared coins so that the draws are usually
    equal.
adaptive (fixed, problems): Problems that are chosen one after the other, each from the strings and answers before it
    and from nothing else, all answered on one sample; without it they must be fixed before the sample is drawn.
x (nodes, share): How far from its expectation a mean may lie while the cell it falls into counts as near; what that
    makes of the queries that an adaptive run can meet.
amplify: Make one algorithm more replicable: from rho0 to a smaller rho.
boosting (boost): Make the failure probability small at little cost: run, test the answer, fall back.
test (low, high): Telling whether a parameter is at most low or at least high; between the two either answer is right.
threshold (law, always_low, always_high): The statistic from which on a test answers high; drawn by the shared seed from
    a law, so that runs on either side of a fixed value agree.
ab (A/B, old, new, paired): Deciding whether a new variant is better than the old one: right where their means differ by
    alpha or more; paired where both rewards come from one person or one row.
choose (options, common): Picking one of many options whose mean score is within alpha of the best; on a common sample
    all options are scored on the same samples, as models are on one test set.
same (near, two-sided, equivalence, start): Telling whether a mean is a value, or two means are one: the same up to near
    (0: a two-sided test; more: an equivalence test), different from alpha on, and then on which side.
top: The best few of many options in order, each within alpha of the last that should be there.
eta (speed): How much a larger mean score speeds up the clock of an option: by the factor exp(eta score).
variance: What is promised of the spread of one value in [0, 1] (1/4 at most), or of a difference of two; a smaller one
    needs fewer samples, and the answer says that it is taken for granted.
lower_samples: The least number of samples that is not excluded: one more than the largest that is shown to be too few.
guarantee: The promise in one paragraph, with its inputs, what it takes for granted, the statements behind it and the
    version that certified it: to be quoted.
recipe: The way to run as numbered steps, every parameter filled in.
repair (repairs): A change of one input at which a way that refused, or promised nothing, is certified.
algorithm (times): A row of a problem file under its name, and how many copies of it there are.
lower bound (lower-bound, m_paper, m_sharp, m_tight): Samples below which no algorithm of the stated kind can succeed.
quantity (value, meaning): A figure of a way by the name that formulas and JSON give it, its value and what it stands
    for.
condition (left, right): An inequality that a statement needs, with the values of its two sides.
source (from, where): Where a figure or a statement stands: label and line of the paper, a citation, or a proof here.
kind: What a statement is called: theorem, lemma, corollary, definition, claim, ... ; of a question, which command asks
    it.
section: The part of the paper in which a statement stands; derived for those proved here.
claim (id): A numeric fact that a proof leans on, decided by verify; its identifier is AREA.NAME.
formula (with): How a figure comes about: its formula, and the values that were put in.
n_new (n_previous, n_replic, n_tester, n_nonreplic, ratio): Samples of boosting: the replicable solver, the tester and
    the fallback, together n_new; n_previous is the replicable solver alone, ratio = n_new / n_previous.
beta_wins (beta_not_yet): The failure probability from which on downwards boosting needs fewer samples than n_previous,
    and one slightly above it at which it does not.
n_tester_exact (tester_accepts_up_to): The smallest tester by exact binomial tails, and how many errors it lets pass.
split: How boosting shares rho, beta and the accuracy between solver, tester and fallback: as the paper, or optimally.
distance: The total variation between two laws of a group's answers, at most.
gap: How many times more samples a way uses than a lower bound says that everybody needs.
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
    """The entry of a word, in any of its spellings; ways and the quantities of their formulas say what they are."""
    typed = word.strip()
    index = {spelling.lower(): term for term in TERMS for spelling in (*term.also, term.word)}
    found = index.get(typed.lower()) or _method(typed.lower()) or _quantity(typed)
    if found is not None:
        return found
    known = [*index, *(name for kind in kinds() for name in names(kind))]
    close = get_close_matches(typed.lower(), known, 3, 0.5)
    hint = f"did you mean {', '.join(dict.fromkeys(close))}?" if close else "'replcalc glossary' lists all"
    raise UnknownName("WORD", word, "a word of the glossary", hint)


#: kind of question -> the command that asks it
_COMMANDS = {
    "composition": "compose",
    "boosting": "boost",
    "pg": "pg-compose",
    "heavy-hitters": "run heavy-hitters",
    "proportions": "run proportions",
    "u-statistic": "run auc",
    "quantiles": "run quantiles on cuts",
    "same": "run same",
    "own-accuracies": "run means",
    "top": "run top",
}


def _method(name: str) -> Term | None:
    """A way in the words of its summary, for every command that has one of that name."""
    told = [f"{_COMMANDS.get(kind, kind)}: {get(name, kind).summary}" for kind in kinds_of(name)]
    return Term(name, "A way. " + ". ".join(told) + ".") if told else None


def _quantity(name: str) -> Term | None:
    """A symbol of the formulas behind some way: what the statements say that it stands for, each meaning once."""
    told: dict[str, str] = {}
    for kind in kinds():
        for method in names(kind):
            derivation = get(method, kind).derive()
            values = []
            for step in derivation.steps:
                called = {conclusion: str(quantity) for conclusion, quantity in step.quantities}
                values += [(called.get(c.name, c.name), c.meaning, step.statement.label) for c in step.statement.gives]
                values += [(p.name, p.meaning, step.statement.label) for p in step.statement.given]
            values += [(p.name, p.meaning, method) for p in derivation.inputs]
            for symbol, meaning, place in values:
                if symbol == name and meaning:
                    told.setdefault(meaning, place)
    listed = [f"{meaning} ({label})" for meaning, label in list(told.items())[:4]]
    return Term(name, "A quantity: " + "; ".join(listed) + ".") if told else None


def glossary_report(word: str | None = None, *, full: bool = False) -> Report:
    """One entry; or all of them, in text the words alone unless ``full``."""
    terms = TERMS if word is None else (find(word),)
    data = {"terms": [{"word": t.word, "meaning": t.meaning, "also": list(t.also)} for t in terms]}
    table = Table.of("Glossary" if full else "", terms, TableColumn("word"), TableColumn("meaning"))
    if word is not None:
        (term,) = terms
        also = (f"Also: {', '.join(term.also)}.",) if term.also else ()
        return Report(data, (table,), text_notes=also, heading=f"{term.word}: {term.meaning}", text_tables=())
    if full:
        return Report(data, (table,))
    methods = {kind: ", ".join(names(kind)) for kind in kinds()}
    listed = (
        f"Words: {', '.join(term.word for term in TERMS)}.",
        *(f"Ways of {_COMMANDS.get(kind, kind)}: {told}." for kind, told in methods.items()),
        "Symbols of formulas (chi, omega, lambda, ...) are explained too.",
    )
    return Report(data, (table,), text_notes=listed, heading=f"{len(TERMS)} words", text_tables=())
