"""``--report``: one file that holds the whole answer, is valid, and needs nothing else."""

import json
import re

import pytest

QUESTION = (
    "compose",
    "--n",
    "100x50",
    "--rho",
    "0.05",
    "--beta0",
    "1e-6",
    "--route",
    "separate",
    "--route",
    "direct",
    "--route",
    "paper",
)
COMMANDS = {
    "pg-compose": ("--eps", "0.01x3", "--delta", "1e-9", "--delta-prime", "1e-6"),
    "amplify": ("--n", "100", "--rho", "0.01", "--rho0", "0.3", "--beta0", "1e-6"),
    "boost": ("pac-finite", "--class-size", "1000", "--rho", "0.1", "--alpha", "0.05", "--beta", "1e-6"),
    "queries": ("--k", "2", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.01"),
    "lower-bound": ("--k", "2", "--tau", "0.2", "--rho", "0.2"),
    "show": ("lm:pg_to_replic",),
    "glossary": (),
}


def words(tree):
    return " ".join("".join(tree.itertext()).split())


def test_everything_is_in_it(replcalc, read_page, tmp_path):
    place = tmp_path / "answer.html"
    data = replcalc(*QUESTION, "--format", "json", "--report", str(place)).json()
    text = place.read_text(encoding="utf-8")
    tree = read_page(text)
    assert not list(tree.iter("script")) and not list(tree.iter("link")) and "@import" not in text
    headings = [h.text for h in tree.iter("h2")]
    for title in (
        "Question",
        "Assumptions",
        "Answer",
        "Guarantee and recipe",
        "Derivation",
        "Conditions",
        "Certificates",
        "Versions",
    ):
        assert title in headings
    told = words(tree)
    best = data["routes"][data["best"]]
    assert f"{best['quantities']['samples']:,} samples" in told
    assert (
        "replcalc compose --n 100x50 --rho 0.05 --beta0 1e-6 --route separate --route direct --route paper --format json"
        in told
        and "--report" not in told
    )
    assert "what thm:main asks of the base algorithms" in told
    for route in data["routes"].values():
        for condition in route["conditions"]:
            assert condition["statement"] in told
    assert told.count("PROVED") >= sum(
        c["verdict"] == "PROVED" for r in data["routes"].values() for c in r["conditions"]
    )
    assert text.count("<math") > 100 and not re.findall(r'class="tex"', text)
    assert json.loads(next(pre for pre in tree.iter("pre") if (pre.text or "").startswith("{")).text) == data


def test_digests_are_those_of_the_manifest(replcalc, tmp_path):
    from replcalc.claims.manifest import recorded_claims

    place = tmp_path / "answer.html"
    replcalc("pg-compose", *COMMANDS["pg-compose"], "--report", str(place))
    text = place.read_text(encoding="utf-8")
    about = [r for r in recorded_claims().values() if r.label == "lm:pg_compose_het"]
    assert about and all(r.digest in text and r.id in text for r in about)
    assert recorded_claims()["main.fifth-power"].digest not in text, "of the statements used, not of all"


@pytest.mark.afresh
def test_the_same_question_gives_the_same_file(replcalc, tmp_path):
    one, two = tmp_path / "one.html", tmp_path / "two.html"
    done = replcalc("pg-compose", *COMMANDS["pg-compose"], "--report", str(one))
    assert done == replcalc("pg-compose", *COMMANDS["pg-compose"]), "what is printed does not change"
    replcalc("pg-compose", "--report=" + str(two), *COMMANDS["pg-compose"])
    assert one.read_bytes() == two.read_bytes()
    assert sorted(tmp_path.iterdir()) == [one, two]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_answers(replcalc, read_page, tmp_path, command):
    place = tmp_path / "answer.html"
    done = replcalc(command, *COMMANDS[command], "--report", str(place))
    tree = read_page(place.read_text(encoding="utf-8"))
    assert done.code == 0 and list(tree.iter("h1"))
    if command not in ("show", "glossary"):
        assert "Derivation" in [h.text for h in tree.iter("h2")]


def test_from_python(read_page):
    import replcalc

    text = replcalc.pg_compose("0.01x3", "1e-9", delta_prime="1e-6").to_html()
    assert "Derivation" in text and "<math" in text and list(read_page(text).iter("h1"))


def test_places_are_checked_before_anything_is_computed(replcalc, tmp_path):
    for path in ("answer.pdf", str(tmp_path), str(tmp_path / "nowhere" / "answer.html")):
        done = replcalc(*QUESTION, "--report", path)
        assert done.code == 2 and "--report" in done.err and not done.out


def test_what_was_typed_cannot_break_out(replcalc, read_page, tmp_path):
    place = tmp_path / "<i>answer.html"
    csv = tmp_path / "x&<script>alert(1)<.csv"
    csv.write_text("name,n\n<script>,100\n", encoding="utf-8")
    done = replcalc("compose", str(csv), "--rho", "0.1", "--route", "naive", "--report", str(place))
    assert done.code == 0
    assert not list(read_page(place.read_text(encoding="utf-8")).iter("script"))


def test_plots_are_in_it_or_it_says_why_not(replcalc, read_page, tmp_path, monkeypatch):
    place = tmp_path / "answer.html"
    question = (
        "compose",
        "--n",
        "100,200",
        "--rho",
        "0.1",
        "--route",
        "naive",
        "--route",
        "separate",
        "--report",
        str(place),
    )
    from replcalc.output import report_page

    if report_page.importlib.util.find_spec("matplotlib") is not None:
        replcalc(*question)
        text = place.read_text(encoding="utf-8")
        read_page(text)
        assert 'aria-label="Bars: naive 200, separate' in text and report_page.MISSING not in words(read_page(text))
    monkeypatch.setattr(report_page.importlib.util, "find_spec", lambda name: None)
    replcalc(*question)
    text = place.read_text(encoding="utf-8")
    assert "<svg" not in text and report_page.MISSING in words(read_page(text))
