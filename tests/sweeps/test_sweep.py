"""Sweeps: the points, the rows, and the same file however it was computed or interrupted."""

import json
import zlib

import pytest

import replcalc
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.output.report import jsonable
from replcalc.sweeps import sweep as running
from replcalc.sweeps.commands import COMMANDS, command_of
from replcalc.sweeps.journal import Journal, read_rows, write_rows
from replcalc.sweeps.plan import planned_sweep, rows_at
from replcalc.sweeps.sweep import framed, journal_of

CHEAP = {"n": "100", "routes": ["naive"], "frame": "rows", "workers": 1}


# -- what can be varied ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_the_command_is_an_input(name):
    """Read from the functions, so an option that is added to both is known here without another line."""
    import click

    from replcalc.cli.main import cli

    command = cli.get_command(click.Context(cli), name)
    shown = {
        "output_format",
        "digits",
        "explain",
        "recipe",
        "full",
        "curve",
        "plot",
        "file",
        "routes",
        "settings",
        "crossings",
    }
    shown |= {"report", "law"}  # a cost law is another question
    options = {p.name for p in command.params if p.name} - (shown - {"curve"} if name == "pg-compose" else shown)
    options -= {p.name for p in command.params if not p.expose_value}
    assert options <= set(COMMANDS[name].inputs), options - set(COMMANDS[name].inputs)


def test_the_command_line_offers_what_there_is():
    from replcalc.cli.sweep import KINDS, STYLES, SWEPT
    from replcalc.output.plots.canvas import STYLES as REAL_STYLES
    from replcalc.sweeps.figures import KINDS as REAL_KINDS

    assert tuple(COMMANDS) == SWEPT and tuple(REAL_KINDS) == KINDS and tuple(REAL_STYLES) == STYLES


def test_points_are_the_product_in_order():
    plan = planned_sweep("compose", {"k": "1,2", "rho": "0.1,0.2,0.3"}, {"beta0": "1e-9"})
    assert plan.count == 6 and plan.assumed == ("n",) and plan.fixed == {"beta0": "1e-9", "n": "100"}
    assert [(p["k"], p["rho"]) for p in map(plan.point, range(6))] == [
        ("1", "0.1"),
        ("1", "0.2"),
        ("1", "0.3"),
        ("2", "0.1"),
        ("2", "0.2"),
        ("2", "0.3"),
    ]


@pytest.mark.parametrize(
    ("vary", "fixed", "routes", "words"),
    [
        ({}, {}, (), "vary is missing"),
        ({"rhoo": "1"}, {}, (), r"did you mean rho or rho0"),
        ({"rho": "0.1"}, {"betta0": "1"}, (), "did you mean beta0"),
        ({"rho": "0.1"}, {"rho": "0.2"}, (), "does not vary"),
        ({"rho": "0.1"}, {}, ("nowhere",), "one of naive"),
        ({"rho": "1e-6..0.5:log:2000", "k": "1..1e6:log:2000"}, {}, (), "at most 1,000,000 points"),
    ],
)
def test_refusals_before_the_first_point(vary, fixed, routes, words):
    with pytest.raises(InputError, match=words):
        planned_sweep("compose", vary, fixed, routes)


def test_commands_without_routes_refuse_them():
    with pytest.raises(InputError, match="which has no routes"):
        planned_sweep("boost", {"rho": "0.1"}, routes=("paper",))
    with pytest.raises(InputError, match=r"COMMAND.*compose"):
        command_of("verify")


# -- rows --------------------------------------------------------------------------------------------------------------
def test_rows_are_the_answers_of_the_question():
    rows = replcalc.sweep("compose", {"k": "2,3"}, rho="0.1", beta0="1e-6", **CHEAP | {"routes": ["naive", "direct"]})
    answer = replcalc.compose("100x3", rho="0.1", beta0="1e-6", routes=["naive", "direct"])
    for result in answer.results:
        (row,) = [r for r in rows if r["k"] == "3" and r["method"] == result.method]
        assert (row["status"], row["samples"], row["runs"]) == (result.status, result.samples, result.runs)
        assert row["best"] == (result is answer.best) and row["version"] == replcalc.__version__
        for column, value in (("rho_upper", result.rho), ("beta_upper", result.beta)):
            shown = parse_rational(row[column])
            assert value.upper <= shown <= value.upper * parse_rational("1.0000001")
        assert row["rounds_log10"] == pytest.approx(float(result.rounds_log10), abs=1e-6)
        chosen = json.loads(row["parameters"] or "{}")
        assert list(chosen) == list(result.chosen) and row["assumed"].startswith("rho0 = 0.0001")
    assert {r["point"] for r in rows} == {0, 1}


def test_the_rows_of_a_sweep_are_those_of_single_questions():
    """Samples, parameters and every enclosed figure, as the command itself prints them in JSON."""
    rows = replcalc.sweep(
        "compose", {"k": "3,40,700", "rho": "0.2,0.013"}, rho0="1e-3", beta0="1e-8", routes=["direct"], frame="rows"
    )
    found = [row for row in rows if row["method"] == "direct"]
    assert len(found) == 6 and len({row["samples"] for row in found}) >= 5
    for row in found:
        one = replcalc.compose(f"100x{row['k']}", row["rho"], rho0="1e-3", beta0="1e-8", routes=["direct"], digits=10)
        (result,) = one.results
        assert (row["samples"], row["runs"], row["status"]) == (result.samples, result.runs, "certified")
        assert json.loads(row["parameters"]) == jsonable(result.chosen, 10)
        figures = {name: value for name, value in result.quantities.items() if name not in result.chosen}
        assert json.loads(row["quantities"]) == jsonable(figures, 10)


def test_a_refused_point_is_a_row_with_the_reason():
    rows = replcalc.sweep("compose", {"rho": "0.1,2,x", "k": "2,1.5"}, **CHEAP)
    told = {(r["rho"], r["k"]): (r["status"], r["reason"]) for r in rows if r["status"] == "refused"}
    assert set(told) == {("2", "2"), ("2", "1.5"), ("x", "2"), ("x", "1.5"), ("0.1", "1.5")}
    assert "0 < value < 1" in told["2", "2"][1] and "an integer >= 1" in told["0.1", "1.5"][1]
    assert [r["samples"] for r in rows if r["rho"] == "0.1" and r["k"] == "2"] == [100]


def test_a_mistake_of_the_program_costs_one_point(monkeypatch):
    def broken(inputs, routes, digits):
        raise ZeroDivisionError("of two numbers")

    command = command_of("compose")
    monkeypatch.setattr(type(command), "answer", lambda self, *args: broken(*args))
    (row,) = rows_at(7, "compose", {"k": "1"}, (), 10)
    assert row["point"] == 7 and row["status"] == "error" and "ZeroDivisionError: of two numbers" in row["reason"]


def test_other_commands():
    rows = replcalc.sweep("lower-bound", {"k": "10"}, tau="0.1", rho="0.1", frame="rows")
    found = {r["method"]: r["samples"] for r in rows}
    assert found["tight"] > found["sharp"] and [r["method"] for r in rows if r["best"]] == ["tight"]
    rows = replcalc.sweep("queries", {"alpha": "0.1"}, k=5, rho="0.1", beta="1e-3", routes=["rounding"], frame="rows")
    assert [r["method"] for r in rows] == ["rounding", "lower bound"] and rows[1]["samples"] < rows[0]["samples"]
    rows = replcalc.sweep("pg-compose", {"k": "4"}, eps="0.1", delta="0", variant="nonadaptive", frame="rows")
    assert parse_rational(json.loads(rows[0]["quantities"])["tv"]["lower"]) > 0
    (row,) = replcalc.sweep("compose", {"samples": "1000"}, n="100x3", rho0="0.001", routes=["naive"], frame="rows")
    assert row["given_samples"] == "1000" and row["solved"] == "0.003"


def test_hidden_constants_can_vary():
    rows = replcalc.sweep("compose", {"C_pg": "1,2"}, n="100,200", rho="0.1", routes=["paper"], frame="rows")
    first, second = (r["samples"] for r in rows if r["method"] == "paper")
    assert first < second


# -- frames ------------------------------------------------------------------------------------------------------------
BIG = [{"point": 0, "method": "a", "samples": 10**60, "best": True, "k": "3", "rounds_log10": 1.5}]
COLUMNS = ("point", "k", "method", "samples", "rounds_log10", "best")


@pytest.mark.parametrize("frame", ["pandas", "polars", "rows"])
def test_frames_keep_every_digit(frame):
    if frame != "rows":
        pytest.importorskip(frame)
    found = framed(BIG, COLUMNS, frame)
    first = found[0] if frame == "rows" else found.row(0, named=True) if frame == "polars" else found.iloc[0]
    assert int(first["samples"]) == 10**60 and first["best"] and first["k"] == "3"


# -- files and interruptions -------------------------------------------------------------------------------------------
def fake_rows(point, name, inputs, routes, digits):
    made = [
        {"method": method, "samples": 10 ** (30 * point), "best": method == "a", "status": "certified"}
        for method in "ab"
    ]
    return [{"point": point, "command": name, **inputs, **row, "reason": 'quote " and, comma'} for row in made]


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(running, "rows_at", fake_rows)


@pytest.fixture
def plan():
    return planned_sweep("compose", {"rho": "0.1,0.2,0.3"}, {"n": "100"})


def finished(plan, path, *, resume=False, stop_after=None):
    """Run a plan into a file; ``stop_after``: points after which the process dies."""
    with Journal(plan, journal_of(path), resume=resume) as journal:
        left = journal.left
        if stop_after is not None:
            for point in left[:stop_after]:
                for number, rows in running.solve_points(plan, [point]):
                    journal.add(number, rows)
            return
        running.run_sweep(plan, journal, workers=1)
        journal.finish(path)


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_a_kill_at_any_byte_gives_the_same_file(quick, plan, tmp_path, suffix):
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    whole = tmp_path / f"whole.{suffix}"
    finished(plan, whole)
    finished(plan, tmp_path / f"cut.{suffix}", stop_after=2)
    journal = tmp_path / f"cut.{suffix}.journal"
    text = journal.read_bytes()
    for length in [0, 1, *range(2, len(text), 37), len(text) - 1, len(text)]:
        journal.write_bytes(text[:length])
        finished(plan, tmp_path / f"cut.{suffix}", resume=True)
        assert (tmp_path / f"cut.{suffix}").read_bytes() == whole.read_bytes(), length
        assert not journal.exists()
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([whole.name, f"cut.{suffix}"]), "nothing is left over"


def test_points_that_are_there_are_not_computed_again(quick, plan, tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    finished(plan, path, stop_after=2)
    seen = []
    monkeypatch.setattr(running, "rows_at", lambda point, *rest: seen.append(point) or fake_rows(point, *rest))
    finished(plan, path, resume=True)
    assert seen == [2]


DAMAGE = {
    "a page of zeros": lambda lines: [lines[0], b"\0" * 4096, *lines[1:]],
    "a torn line and its end": lambda lines: [*lines[:2], lines[2][: len(lines[2]) // 2]],
    "a torn line before a whole one": lambda lines: [lines[0], lines[1][:9], lines[2]],
    "two lines in one": lambda lines: [lines[0], lines[1] + lines[2]],
    "an empty line": lambda lines: [lines[0], b"", *lines[1:]],
    "a changed figure": lambda lines: [lines[0], lines[1].replace(b'"samples":', b'"samples":7', 1), lines[2]],
    "not text": lambda lines: [lines[0], b"\xff\xfe", *lines[1:]],
    "no record": lambda lines: [lines[0], checked(b"[1, 2]"), *lines[1:]],
    "a point outside the plan": lambda lines: [*lines, checked(b'{"point":99,"rows":[]}')],
    "a point that is no number": lambda lines: [*lines, checked(b'{"point":"1","rows":[]}')],
    "a point without rows": lambda lines: [*lines, checked(b'{"point":2,"rows":null}')],
}


def checked(text):
    return text + b"\t%08x" % zlib.crc32(text)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_journal_is_continued_and_said(quick, plan, tmp_path, damage):
    """Nine kinds of damage ended in a traceback; a changed figure and a point outside the plan went into the file."""
    whole, path = tmp_path / "whole.csv", tmp_path / "cut.csv"
    finished(plan, whole)
    finished(plan, path, stop_after=2)
    lines = journal_of(path).read_bytes().split(b"\n")[:-1]
    journal_of(path).write_bytes(b"".join(line + b"\n" for line in DAMAGE[damage](lines)))
    (tmp_path / "cut.csv0123abcd.tmp").write_text("what a kill left")
    with Journal(plan, journal_of(path), resume=True) as journal:
        assert journal.damaged == 1
    with Journal(plan, journal_of(path), resume=True) as journal:
        assert journal.damaged == 0, "what was damaged is gone"
    finished(plan, path, resume=True)
    assert path.read_bytes() == whole.read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cut.csv", "whole.csv"], "no .tmp stays"


@pytest.mark.parametrize(
    "text", [b"somebody else's notes", b"{}\n", b'{"sweep":2}\n{"point":0,"rows":[]}\n', b"\0" * 512]
)
def test_a_journal_without_its_first_line_is_refused_and_kept(quick, plan, tmp_path, text):
    path = tmp_path / "a.csv"
    journal_of(path).write_bytes(text)
    with pytest.raises(InputError, match="first line is whole"):
        finished(plan, path, resume=True)
    assert journal_of(path).read_bytes() == text


def test_damage_is_said_on_the_command_line(replcalc, tmp_path):
    path = tmp_path / "a.csv"
    words = (
        "sweep",
        "compose",
        "--vary",
        "rho=0.1,0.2",
        "--set",
        "n=100",
        "--route",
        "naive",
        "-o",
        str(path),
        "--workers",
        "1",
    )
    assert replcalc(*words).code == 0
    plan = planned_sweep("compose", {"rho": "0.1,0.2"}, {"n": "100"}, ["naive"])
    journal_of(path).write_bytes(checked(json.dumps(plan.header(), separators=(",", ":")).encode()) + b"\ntorn\n")
    done = replcalc(*words, "--resume")
    assert done.code == 0 and "1 damaged lines" in done.err and "computed again" in done.err


def test_an_unfinished_journal_is_not_overwritten_and_another_sweep_not_continued(quick, plan, tmp_path):
    path = tmp_path / "a.csv"
    finished(plan, path, stop_after=1)
    before = journal_of(path).read_bytes()
    with pytest.raises(InputError, match="resume continues it"):
        finished(plan, path)
    other = planned_sweep("compose", {"rho": "0.1,0.2,0.4"}, {"n": "100"})
    with pytest.raises(InputError, match=r"this very sweep.*varied"):
        finished(other, path, resume=True)
    assert journal_of(path).read_bytes() == before


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_files_are_read_back_as_they_were(tmp_path, suffix):
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"rows.{suffix}"
    rows = [{**BIG[0], "status": "certified"}, {**BIG[0], "samples": None, "best": False, "status": "refused"}]
    write_rows(path, (*COLUMNS, "status"), rows)
    assert read_rows(path) == rows


def test_what_is_no_sweep_is_refused(tmp_path):
    wrong = tmp_path / "other.csv"
    wrong.write_text("a,b\n1,2\n")
    for path, words in (
        (wrong, "replcalc sweep wrote"),
        (tmp_path / "none.csv", "no such file"),
        (tmp_path / "x.txt", "ending in"),
    ):
        with pytest.raises(InputError, match=words):
            read_rows(path)


# -- batches -----------------------------------------------------------------------------------------------------------
def test_batches_last_about_a_second_and_leave_nobody_waiting():
    assert running.batch_size(0.005, 100_000, 2) == 200
    assert running.batch_size(0.005, 80, 2) == 10
    assert running.batch_size(3.0, 80, 2) == 1 and running.batch_size(0.0, 3, 8) == 1
    assert [b for batch in running.batched(list(range(10)), 3) for b in batch] == list(range(10))


def test_without_dask_it_runs_here_and_says_so(quick, plan, monkeypatch):
    monkeypatch.setattr(running, "installed", lambda: False)
    with Journal(plan, None) as journal:
        outcome = running.run_sweep(plan, journal, workers=2)
    assert "replcalc[cluster]" in outcome.note and outcome.workers == 1 and len(journal.rows) == 6


def test_a_few_points_start_no_cluster(quick, plan, monkeypatch):
    monkeypatch.setattr(running, "client_of", lambda *a: pytest.fail("a cluster for three points"))
    with Journal(plan, None) as journal:
        running.run_sweep(plan, journal, workers=2)
    assert not journal.left


def test_what_is_varied_where_nobody_says_is_an_input():
    from replcalc.sweeps.figures import _VARIED

    for name in COMMANDS.keys() - {"pg-compose"}:
        assert set(_VARIED.get(name, {"k": ""})) <= set(COMMANDS[name].inputs), name


def test_switches_are_true_or_false():
    asked = {"alpha": "0.05", "rho": "0.1", "beta": "0.01", "k": "10", "routes": ["rounding"], "frame": "rows"}
    found = replcalc.sweep("queries", {"adaptive": "true,false,perhaps"}, workers=1, **asked)
    rows = [row for row in found if row["method"] != "lower bound"]
    assert [row["samples"] for row in rows] == [368_947, 341_330, None] and "true or false" in rows[2]["reason"]
