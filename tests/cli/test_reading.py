"""Files on the command line: pipes, compression, decimal commas, how far reading has come."""

import gzip
import json
import random
import subprocess
import sys

import pytest

ASKED = ["--range", "0,1", "--alpha", "0.2", "--rho", "0.2", "--beta", "0.05", "--seed", "s", "--format", "json"]


@pytest.fixture(scope="module")
def lines():
    draws = random.Random(1)
    return ["a,b", *(f"{draws.random():.6f},{draws.random():.6f}" for _ in range(2000))]


def answers(done):
    return json.loads(done)["answers"]


def test_a_pipe_gives_what_the_file_gives(replcalc, tmp_path, lines):
    (tmp_path / "d.csv").write_text("\n".join(lines))
    from_file = answers(replcalc("run", "means", str(tmp_path / "d.csv"), "--columns", "a,b", *ASKED).out)
    command = [sys.executable, "-m", "replcalc", "run", "means", "-", "--columns", "a,b", *ASKED]
    piped = subprocess.run(command, input="\n".join(lines).encode(), capture_output=True, check=True)
    assert answers(piped.stdout) == from_file
    assert piped.stderr == b"", "no bar where there is no terminal"
    (tmp_path / "d.csv.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    assert answers(replcalc("run", "means", str(tmp_path / "d.csv.gz"), "--columns", "a,b", *ASKED).out) == from_file


def test_decimal_commas_are_asked_for(replcalc, tmp_path, lines):
    plain, commas = tmp_path / "d.csv", tmp_path / "e.csv"
    plain.write_text("\n".join(lines))
    commas.write_text("\n".join(line.replace(",", ";").replace(".", ",") for line in lines))
    refused = replcalc("run", "means", str(commas), "--columns", "a", *ASKED)
    assert refused.code == 2 and "is the decimal point a comma?" in refused.err
    receipt = str(tmp_path / "r.json")
    told = [replcalc("run", "means", str(plain), "--columns", "a", *ASKED)]
    told += [replcalc("run", "means", str(commas), "--columns", "a", *ASKED, "--decimal", ",", "--receipt", receipt)]
    assert told[0].out == told[1].out, "how a file is written is no part of the question"
    assert replcalc("run", "--verify", receipt, str(commas), "--decimal", ",").code == 0
