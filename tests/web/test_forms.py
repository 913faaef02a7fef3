"""Forms from click's parameters: the question survives every way round, and no value becomes an option."""

import json
import re
from urllib.parse import parse_qsl

import pytest

from replcalc.web.answering import ANSWER, JSON, PLOT, REPORT, reply
from replcalc.web.forms import (
    PAGES,
    Question,
    beginning,
    description,
    field_of,
    fields,
    label_of,
    parsed_command,
    question,
    unknown,
)
from replcalc.web.pages import calculator


@pytest.mark.parametrize("command", PAGES)
def test_fields_are_the_options(command):
    names = [f.name for f in fields(command)]
    left_out = {p.name for p in parsed_command(command).params} - set(names)
    about_output = {p.name for p in parsed_command(command).params if not p.expose_value}
    assert {"report", "table"} <= about_output <= left_out, "nothing that touches the disk"
    assert left_out - about_output <= {"file", "plot", "output_format", "scheduler"}, "nothing else is missing"
    assert names[: len(PAGES[command])] == list(PAGES[command])
    assert all(f.help and "@FILE" not in f.help for f in fields(command)) and "FILE" not in description(command)
    asked = beginning(command)
    assert question(command, parse_qsl(asked.address())) == asked


def test_a_question_as_words_and_line_and_python():
    typed = [
        ("n", " 100x10 "),
        ("rho", "0.1"),
        ("routes", "naive, separate"),
        ("explain", "1"),
        ("settings", "C_pg=2"),
        ("digits", "20"),
        ("solve", ""),
    ]
    asked = question("compose", typed)
    assert asked.words() == [
        "compose",
        "--n=100x10",
        "--rho=0.1",
        "--route=naive",
        "--route=separate",
        "--set=C_pg=2",
        "--explain",
    ]
    assert asked.line() == "replcalc compose --n 100x10 --rho 0.1 --route naive --route separate --set C_pg=2 --explain"
    assert (
        "replcalc.compose(n='100x10', rho='0.1', routes=['naive', 'separate'], settings={'C_pg': '2'})"
        in asked.python()
    )
    assert question("boost", [("problem", "best-arm"), ("rho", "0.1")]).words() == [
        "boost",
        "--rho=0.1",
        "--",
        "best-arm",
    ]
    assert unknown("compose", [("file", "x"), ("n", "1"), ("plot", "y")]) == ["file", "plot"]


@pytest.mark.parametrize(
    "value", ["--plot=/tmp/x.png", "-", "@/etc/passwd", "--help", "--", "0.1 --report /tmp/x.html"]
)
def test_no_value_becomes_an_option_or_a_file(value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("n", "rho", "rho0", "outputs", "solve"):
        typed = {"n": "100", "rho": "0.1", name: value}
        found = reply((ANSWER, question("compose", list(typed.items()))))
        assert found.status == 422 and found.errors[0][0] == name, (name, value, found.errors)
    found = reply((ANSWER, Question("boost", {"problem": (value,), "rho": ("0.1",)})))
    assert found.status == 422 and found.errors[0][0] == "problem"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("command", "values", "field"),
    [
        ("compose", {"rho": "0.1"}, "n"),
        ("compose", {"n": "100", "rho": "2"}, "rho"),
        ("compose", {"n": "100", "rho": "0.1", "settings": "nonsense"}, "settings"),
        ("compose", {"n": "100", "rho": "0.1", "max_rounds": "x"}, "max_rounds"),
        ("compose", {"n": "100", "rho": "0.1", "routes": "nowhere"}, "routes"),
        ("queries", {"k": "1", "crossings": "x"}, "crossings"),
        ("amplify", {"rho": "0.1"}, "n"),
        ("pg-compose", {"eps": "0.1", "delta": "0", "variant": "x"}, "variant"),
    ],
)
def test_errors_stand_at_their_field(replcalc, command, values, field):
    """The message is the one of the command line."""
    asked = question(command, list(values.items()))
    found = reply((ANSWER, asked))
    assert found.status == 422 and [name for name, _ in found.errors] == [field]
    said = replcalc(*asked.words())
    assert said.code == 2 and found.errors[0][1] in said.err


def test_what_an_answer_holds(replcalc):
    asked = question("compose", [("n", "100,200"), ("rho", "0.1"), ("routes", "naive separate")])
    found = reply((ANSWER, asked))
    assert found.status == 200 and not found.errors
    assert found.body["json"] == replcalc(*asked.words(), "--format", "json").out
    assert found.body["latex"] == replcalc(*asked.words(), "--format", "latex").out
    assert "200 <small>samples</small>" in found.body["verdict"] and "certified" in found.body["verdict"]
    told = {}
    exec(found.body["python"], told)
    assert told["answer"].best.method == "naive" and told["answer"]["naive"].samples == 200
    assert "Derivation" in reply((REPORT, asked)).body["html"]
    drawn = reply((PLOT, asked))
    assert drawn.status == 404 or drawn.body["svg"].startswith("<svg")


def test_a_refusal_is_an_answer_too():
    found = reply((ANSWER, question("compose", [("n", "100x50"), ("rho", "0.001"), ("routes", "naive")])))
    assert found.status == 200 and "set <i>ρ</i> = 0.005" in found.body["verdict"]
    assert "figure-number" not in found.body["verdict"] + found.body["html"] + found.body["more"]
    assert "naive does not apply" in found.body["said"]


@pytest.mark.parametrize("command", PAGES)
def test_python_of_every_page(command):
    """The line of Python asks what the form asks: every name in it is an argument of the library's function."""
    import ast
    import inspect

    import replcalc

    everything = [
        (f.name, "1" if f.kind == "flag" else "C=1" if f.name == "settings" else (f.choices or ("7",))[-1])
        for f in fields(command)
    ]
    line = question(command, everything).python().splitlines()[1]
    call = ast.parse(line).body[0].value
    function = getattr(replcalc, call.func.attr)
    inspect.signature(function).bind(*call.args, **{k.arg: None for k in call.keywords})


def test_plots_against_an_input():
    pytest.importorskip("matplotlib")
    from replcalc.planning.registry import names
    from replcalc.web import answering as curves

    assert all(
        set(quick) <= set(names("composition" if kind == "compose" else kind)) for kind, quick in curves._QUICK.items()
    )
    asked = question("compose", [("n", "100x30"), ("rho", "0.1"), ("routes", "naive")])
    assert curves.axes(asked) == ("k", "rho")
    assert curves.axes(question("compose", [("n", "100,200"), ("rho", "1/10")])) == ("rho",)
    assert curves.axes(question("compose", [("n", "100"), ("samples", "1000")])) == ()
    drawn = reply(("against k", asked))
    assert drawn.status == 200 and "Samples against k" in drawn.body["svg"] and "naive" in drawn.body["svg"]
    assert reply(("against n", asked)).status == 404 and reply(("against __class__", asked)).status == 404


@pytest.mark.parametrize("command", PAGES)
def test_labels_are_words(command):
    for f in fields(command):
        assert f.label[:1].isalpha() and "--" not in f.label and len(f.label) < 80, f
        assert f.label != f.option and (len(f.label.split()) > 1 or f.label.isalpha())
    told = {f.name: (f.label, f.more) for f in fields("compose")}
    assert told["n"] == ("Samples of each algorithm", "100,200 or 100x1000.")
    assert told["rho0"][0] == "Replicability of the base algorithms" and told["rho0"][1].startswith("one value")
    assert label_of("x", "Cuts at a bracket (or not).") == "Cuts at a bracket" and label_of("x", "") == "x"


@pytest.mark.parametrize(
    ("command", "typed", "figure"),
    [
        ("compose", {"n": "100x1000", "rho": "0.01", "beta0": "1e-6"}, True),
        ("compose", {"n": "100x1000", "rho": "0.01"}, False),
        ("compose", {"n": "100x1000", "rho": "0.01", "beta0": "1e-6", "routes": "direct"}, False),
        ("boost", {"problem": "pac-littlestone", "d": "5", "rho": "0.01", "alpha": "0.1", "beta": "1e-9"}, False),
        ("boost", {"problem": "best-arm", "arms": "5", "rho": "0.1", "alpha": "0.1", "beta": "1e-9"}, True),
    ],
)
def test_no_large_figure_without_a_promise(command, typed, figure):
    """83,300 samples stood in the largest type above "Nothing is certified"; direct takes 10^301 rounds."""
    asked = question(command, list(typed.items()))
    data = json.loads(reply((JSON, asked)).body["json"])
    assert (data["best"] is not None) is figure, "what JSON calls best is what is set large"
    for body in (reply((ANSWER, asked)).body["verdict"], reply((REPORT, asked)).body["html"]):
        assert ('class="figure-number"' in body) is figure
        largest = re.search(r"<h([12])[^>]*>(.*?)</h\1>", body)
        assert bool(re.match(r"\d[\d,.e]* samples", re.sub("<[^>]*>", "", largest[2]))) is figure


def test_empty_fields_show_what_is_assumed():
    asked = question("compose", [("n", "100,200"), ("rho", "0.1"), ("routes", "naive")])
    found = reply((ANSWER, asked))
    assert json.loads(found.body["assumed"]) == {"rho0": "0.0001", "beta0": "0.001", "outputs": "any", "beta": "0.004"}
    page = calculator(asked, found, 1.0)
    assert 'placeholder="0.0001 (assumed)" data-assumed="0.0001"' in page and 'placeholder="0.004 (assumed)"' in page
    assert 'value="0.1"' in page and "data-assumed" not in re.search(r'<input type="text" id="rho" [^>]*>', page)[0]


def test_fields_of_errors():
    assert field_of("compose", "--set C_pg") == "settings" and field_of("compose", "--route") == "routes"
    assert field_of("boost", "PROBLEM") == "problem" and field_of("compose", "--nothing") is None
