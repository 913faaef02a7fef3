"""``replcalc verify``: machine output, exit codes, certificates and their re-verification."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from replcalc.claims.record import recorded_claims
from replcalc.cli.checks import verify
from replcalc.cli.main import main

SOME = ["main.replicability", "kasivi.printed", "expect.half"]


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(verify, list(arguments), standalone_mode=False)
    assert result.exception is None, result.exception
    return int(result.return_value), result.stdout


def test_json_follows_the_contract() -> None:
    code, out = run(*SOME, "--format", "json")
    assert code == 0
    data = json.loads(out)
    assert set(data) == {"schema", "claims", "summary"}
    assert [c["id"] for c in data["claims"]] == SOME
    for entry in data["claims"]:
        assert {"id", "statement", "text", "verdict", "expected", "method", "seconds"} <= set(entry)
    first, refuted, _ = data["claims"]
    assert (first["verdict"], first["statement"], first["line"]) == ("PROVED", "thm:main", 1040)
    assert refuted["verdict"] == refuted["expected"] == "REFUTED"
    assert "counterexample" in refuted and "counterexample" not in first
    summary = data["summary"]
    assert (summary["claims"], summary["PROVED"], summary["REFUTED"], summary["UNDECIDED"]) == (3, 2, 1, 0)
    assert summary["unexpected"] == 0


def test_certificates_are_written_and_rechecked(tmp_path: Path) -> None:
    code, _ = run(*SOME, "--certificates", str(tmp_path / "new" / "certificates"))
    assert code == 0
    directory = tmp_path / "new" / "certificates"
    assert sorted(p.name for p in directory.iterdir()) == sorted(f"{name}.json" for name in SOME)
    code, out = run(*SOME, "--recheck", str(directory), "--format", "json")
    assert code == 0
    assert all(c["verified"] for c in json.loads(out)["claims"])
    assert len(json.loads(out)["claims"]) == len(SOME)
    code, _ = run("expect.half", "--recheck", str(directory))
    assert code == 0


def test_certificates_that_are_not_there_are_missed(tmp_path: Path) -> None:
    run(*SOME, "--certificates", str(tmp_path))
    (tmp_path / "no-such.claim.json").write_text("{}")
    code, out = run("--recheck", str(tmp_path), "--format", "json")
    assert code == 1
    records = {c["id"]: c for c in json.loads(out)["claims"]}
    assert len(records) == len(recorded_claims()) + 1
    assert {name for name, c in records.items() if c["verified"]} == set(SOME)
    assert records["joint.choice"]["problem"] == "no such file"
    assert records["no-such.claim"]["problem"] == "no claim of this name"


def test_a_label_means_all_its_claims(tmp_path: Path) -> None:
    label = "thm:hardness"
    code, out = run(label, "--certificates", str(tmp_path), "--format", "json")
    assert code == 0
    ids = {c["id"] for c in json.loads(out)["claims"]}
    assert len(ids) > 1
    assert sorted(ids) == sorted(entry.id for entry in recorded_claims().values() if entry.label == label)
    code, out = run(label, "--recheck", str(tmp_path), "--format", "json")
    assert code == 0
    assert {c["id"] for c in json.loads(out)["claims"]} == ids


def test_a_control_does_not_pass_for_the_claim(tmp_path: Path) -> None:
    run("expect.half", "--controls", "--certificates", str(tmp_path))
    code, out = run("expect.half", "--recheck", str(tmp_path), "--format", "json")
    assert code == 1
    assert "control" in json.loads(out)["claims"][0]["problem"]


def test_recheck_loads_neither_sympy_nor_the_prover(tmp_path: Path) -> None:
    """The check of a certificate is independent of what found it: the report about it may format by what it likes."""
    run("expect.half", "--certificates", str(tmp_path))
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from replcalc.claims.certificates import recheck_file\n"
        f"found = recheck_file(Path({str(tmp_path)!r}) / 'expect.half.json')\n"
        "loaded = [m for m in sys.modules if m == 'sympy' or m.startswith('replcalc.prover')]\n"
        "print(found['verified'], loaded)\n"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "True []"


@pytest.mark.parametrize("how", ["box", "bound", "verdict", "name", "nonsense", "missing"])
def test_tampered_certificates_are_rejected(tmp_path: Path, how: str) -> None:
    run("expect.half", "--certificates", str(tmp_path))
    path = tmp_path / "expect.half.json"
    document = json.loads(path.read_text())
    if how == "box":
        document["certificate"]["proof"]["boxes"].pop()
    elif how == "bound":
        document = json.loads(json.dumps(document).replace('"-1/2"', '"-7/10"'))
    elif how == "verdict":
        document["verdict"] = "REFUTED"
    elif how == "name":
        document["claim"] = "joint.choice"
    path.write_text("{" if how == "nonsense" else json.dumps(document))
    if how == "missing":
        path.unlink()
    code, out = run("expect.half", "--recheck", str(tmp_path), "--format", "json")
    assert code == 1
    assert not json.loads(out)["claims"][0]["verified"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kasivi.print"], "kasivi.printed"),
        (["--recheck", ".", "--controls"], "--recheck"),
        (["expect.half", "--digits", "0"], "--digits"),
        (["expect.half", "--certificates", __file__], "--certificates"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_exit_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["verify", *arguments])
    assert stop.value.code == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""
