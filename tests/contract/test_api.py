"""The Python interface: every public function against the command of its name, and what every answer can do."""

import csv
import json
import subprocess
import sys

import numpy as np
import pytest
from flint import fmpq

import replcalc
from replcalc.names import COMMANDS
from replcalc.numbers.errors import InputError, MissingLibrary, UnknownName
from replcalc.output.formats import render

#: (command line, the same question in Python); every answering command at least once
SAME = {
    "compose": (
        "compose --n 100x1000 --rho 0.01 --beta0 1e-6 --method separate --method private",
        lambda: replcalc.compose("100x1000", 0.01, beta0=1e-6, methods=["votes", "privacy"]),
    ),
    "compose --samples": (
        "compose --n 100,100,40 --samples 5000 --rho0 0.001 --method separate",
        lambda: replcalc.compose([100, 100, 40], samples=5000, rho0="0.001", methods="votes"),
    ),
    "compose --solve": (
        "compose --n 10 --rho 0.1 --beta 0.01 --solve beta0 --method naive --digits 12",
        lambda: replcalc.compose(10, 0.1, beta=0.01, solve="beta0", methods=["side-by-side"], digits=12),
    ),
    "pg-compose": (
        "pg-compose --eps 0.01,0.02,0.02 --delta 1e-9 --delta-prime 1e-6",
        lambda: replcalc.pg_compose([0.01, 0.02, 0.02], "1e-9", delta_prime="1e-6"),
    ),
    "pg-compose all": (
        "pg-compose --eps 0.01x3 --delta 1e-9 --variant all --delta-prime 1e-6 --digits 8",
        lambda: replcalc.pg_compose("0.01x3", "1e-9", variant="all", delta_prime="1e-6", digits=8),
    ),
    "pg-compose --solve": (
        "pg-compose --eps 0.01 --delta 1e-9 --solve delta-prime --digits 30",
        lambda: replcalc.pg_compose(0.01, "1e-9", solve="delta_prime", digits=30),
    ),
    "compose --solve k": (
        "compose --n 100 --samples 100 --rho 0.01 --rho0 0.001 --solve k --max-rounds 5",
        lambda: replcalc.compose(100, 0.01, samples=100, rho0=0.001, solve="k", max_rounds=5),
    ),
    "boost": (
        "boost heavy-hitters --rho 0.1 --nu 0.2 --epsilon 0.05 --beta 1e-20",
        lambda: replcalc.boost("heavy-hitters", 0.1, beta="1e-20", nu=0.2, epsilon=0.05),
    ),
    "boost pac-finite": (
        "boost pac-finite --class-size 1000 --rho 0.1 --alpha 0.05 --beta 1e-6",
        lambda: replcalc.boost("pac-finite", 0.1, alpha=0.05, beta="1e-6", class_size=1000),
    ),
    "plan means": (
        "plan means --k 1 --alpha 0.1 --rho 0.1 --beta 0.01",
        lambda: replcalc.plan.means(k=1, alpha=0.1, rho=0.1, beta=0.01),
    ),
    "plan test": (
        "plan test --low 0.3 --high 0.8 --rho 0.3 --beta 0.1",
        lambda: replcalc.plan.test(low=0.3, high=0.8, rho=0.3, beta=0.1),
    ),
    "plan choose": (
        "plan choose --options 5 --alpha 0.2 --rho 0.2 --beta 0.05 --k 2",
        lambda: replcalc.plan.choose(options=5, alpha=0.2, rho=0.2, beta=0.05, k=2),
    ),
    "lower-bound": ("lower-bound --k 2 --tau 0.2 --rho 0.2", lambda: replcalc.lower_bound(2, 0.2, 0.2)),
    "show": ("show lm:azuma", lambda: replcalc.show("lm:azuma")),
    "derive": ("derive joint", lambda: replcalc.derive("joint")),
    "derive LABEL": ("derive thm:main", lambda: replcalc.derive("thm:main")),
    "verify": ("verify lm:azuma expect.half", lambda: replcalc.verify("lm:azuma", "expect.half")),
    "prove": ("prove 1<=exp(x) --on x>=0", lambda: replcalc.prove("1<=exp(x)", "x>=0")),
    "simulate": ("simulate rounding --cases 3 --seed 5", lambda: replcalc.simulate("rounding", cases=3, seed=5)),
    "simulate list": ("simulate", lambda: replcalc.simulate()),
    "show word": ("show vacuous", lambda: replcalc.show("vacuous")),
    "table": ("table errata", lambda: replcalc.table("errata")),
}

#: Commands that answer no question of their own: they work on files, draw, serve or write many answers.
WITHOUT = {"run", "plan", "site", "serve", "sweep", "plot"}


#: Two seconds of searching for a crossing.
LONG = ("boost",)
every_answer = pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.exhaustive) if n in LONG else n for n in SAME]
)


@pytest.fixture(scope="module")
def answers():
    found = {}

    def get(name):
        if name not in found:
            found[name] = SAME[name][1]()
        return found[name]

    return get


def test_every_command_that_answers_has_a_function():
    assert {name.split()[0] for name in SAME} - WITHOUT == set(COMMANDS) - WITHOUT


def timeless(value):
    """Without wall-clock seconds."""
    if isinstance(value, dict):
        return {key: timeless(item) for key, item in value.items() if key != "seconds"}
    return [timeless(item) for item in value] if isinstance(value, list) else value


@pytest.mark.sampled(5)
@every_answer
def test_the_dictionary_is_the_json_of_the_command(name, replcalc, answers):
    """Also through json and back: nothing in it that JSON does not know."""
    command = replcalc(*SAME[name][0].split(), "--format", "json")
    answer = answers(name).to_dict()
    assert not command.err and timeless(command.json()) == timeless(json.loads(json.dumps(answer)))


@pytest.mark.sampled(3)
@every_answer
def test_every_answer_shows_itself(name, answers):
    """A repr was 297,000 characters long once."""
    answer = answers(name)
    shown = repr(answer)
    assert len(shown) <= 400 and shown.count("\n") <= 4 and shown.startswith("<")
    assert "<" in answer._repr_html_() and len(str(answer)) > 40
    latex = answer._repr_latex_()
    assert latex.count("\\begin{") == latex.count("\\end{")
    for inner in (getattr(answer, attribute, None) for attribute in ("results", "question", "goal", "answer")):
        assert len(repr(inner)) <= 2500


@pytest.mark.sampled(4)
@every_answer
@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_every_answer_is_a_frame(name, library, answers):
    """The same table as the CSV: its columns, its rows."""
    pytest.importorskip(library)
    frame = answers(name).to_frame(library)
    lines = list(csv.reader(render(answers(name).report(), "csv").splitlines()))
    assert list(frame.columns) == lines[0] and frame.shape == (len(lines) - 1, len(lines[0]))
    assert type(frame).__module__.startswith(library)


def test_figures_of_a_frame_are_numbers(answers):
    frame = pytest.importorskip("pandas") and answers("compose").to_frame("pandas").set_index("method")
    assert frame.loc["votes", "samples"] == answers("compose")["votes"].samples
    assert 0 < frame.loc["votes", "rho"] <= 0.01 and frame["rho"].dtype == float
    assert bool(frame.loc["votes", "polynomial"]) is True and frame.loc["privacy", "status"] == "conditional"


def test_no_frame_without_a_library_says_how_to_get_one(answers, monkeypatch):
    monkeypatch.setattr("replcalc.output.formats.find_spec", lambda name: None)
    for library in (None, "pandas", "polars"):
        with pytest.raises(MissingLibrary, match="pip install") as refused:
            answers("compose").to_frame(library)
        assert isinstance(refused.value, ImportError)
    with pytest.raises(InputError, match="pandas, polars"):
        answers("compose").to_frame("excel")


# -- numbers that are not Python's own ---------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
def test_numbers_of_numpy_mean_what_they_print(kind):
    rho0 = np.array([0.001, 0.002, 0.002], dtype=kind)
    found = replcalc.compose(
        np.array([100, 200, 200]),
        kind(0.125),
        rho0=rho0,
        max_strings=np.uint8(9),
        methods=["side-by-side"],
        digits=np.int64(9),
    )
    question = found.question
    assert found.digits == 9 and question.rho == fmpq(1, 8) and question.max_strings == 9
    assert list(question.n.members()) == [100, 200, 200]
    assert list(question.rho0.members()) == [fmpq(1, 1000), fmpq(2, 1000), fmpq(2, 1000)], "what numpy prints"
    assert replcalc.compose(np.array(7), np.array(0.1), methods=["side-by-side"]).question.k == 1, (
        "an array without axes"
    )


def test_arrays_ranges_and_columns_are_lists():
    want = replcalc.compose([10, 20, 30], "0.1", methods=["side-by-side"]).question.n
    assert replcalc.compose(range(10, 40, 10), "0.1", methods=["side-by-side"]).question.n == want
    assert replcalc.compose((n for n in (10, 20, 30)), "0.1", methods=["side-by-side"]).question.n == want
    for library in ("pandas", "polars"):
        column = pytest.importorskip(library).Series([10, 20, 30])
        assert replcalc.compose(column, "0.1", methods=["side-by-side"]).question.n == want


@pytest.mark.parametrize(
    "wrong", [np.array([[1, 2]]), np.array([]), np.nan, np.inf, np.bool_(True), {10: 20}, {10, 20}, b"10", None]
)
def test_what_is_no_list_of_sizes_is_refused_by_name(wrong):
    with pytest.raises(InputError, match=r"^n"):
        replcalc.compose(wrong, "0.1")


# -- unknown names -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lookup", "known"),
    [
        (lambda a: a("compose")["vots"], "votes"),
        (lambda a: a("compose")["votes"].value("sampels"), "samples"),
        (lambda a: a("compose")["votes"].answer.value("sampels"), "rho"),
        (lambda a: a("verify")["expect.haf"], "expect.half"),
        (lambda a: replcalc.statement("lm:azuma").parameter("q"), "c, t"),
        (lambda a: replcalc.statement("lm:azuma").conclusion("tial"), "tail"),
        (lambda a: replcalc.statement("lm:azuma").bound("tial", c=["1"], t="1"), "tail"),
        (lambda a: replcalc.statement("lm:azume"), "lm:azuma"),
        (lambda a: replcalc.derive("lm:azume"), "lm:azuma"),
        (lambda a: replcalc.compose(10, "0.1", methods=["side-by-sid"]), "side-by-side"),
        (lambda a: replcalc.boost("best-arms", 0.1, 0.1, 0.1), "best-arm"),
        (lambda a: replcalc.pg_compose(0.1, 0, variant="hat"), "het"),
        (lambda a: replcalc.simulate("roundin"), "rounding"),
        (lambda a: replcalc.verify("expect.haf"), "expect.half"),
        (lambda a: replcalc.show("vacous"), "vacuous"),
        (lambda a: replcalc.table("eratta"), "errata"),
    ],
)
def test_an_unknown_name_is_a_key_error_that_names_the_known_ones(lookup, known, answers):
    with pytest.raises(UnknownName) as refused:
        lookup(answers)
    assert isinstance(refused.value, KeyError) and known in str(refused.value) and '"' not in str(refused.value)[:1]


def test_importing_is_light():
    """Nothing heavy is loaded before the first question, and the function beats the room of its name."""
    code = "import sys, replcalc; assert not {'sympy', 'flint', 'numpy', 'pandas'} & set(sys.modules)"
    code += "; import replcalc.simulate.registry; print(replcalc.simulate('rounding', cases=1).ok)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
    assert set(replcalc.__all__) <= set(dir(replcalc)) and all(
        getattr(replcalc, name) is not None for name in replcalc.__all__
    )
