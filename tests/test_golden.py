"""Sixty questions keep their answers: best method, samples and status of every method, as golden.json has them.

``python tests/test_golden.py`` writes the file anew, after a change of a figure that was looked into.
"""

import json
import shlex
from pathlib import Path

import pytest

FILE = Path(__file__).with_name("golden.json")
QUESTIONS = """
compose --n 100,200 --rho 0.1
compose --n 100x1000 --rho 0.01 --beta0 1e-6
compose --n 100x10 --rho 0.1 --rho0 0.1 --beta0 1e-4
compose --n 10,100000 --rho 0.1 --rho0 0.2,0.05 --beta0 1e-5
compose --n 10x5,1000x3,50000 --rho 0.1 --rho0 0.1x5,0.02x3,0.01 --beta0 1e-6
compose --n 1000 --rho 0.01 --rho0 0.1 --beta0 1e-6
compose --n 50x100 --rho 0.05 --rho0 0.2 --beta0 1e-7 --outputs binary
compose --n 50x100 --rho 0.05 --rho0 0.2 --beta0 1e-7 --outputs two-per-string
compose --n 100x1000000 --rho 0.1 --beta0 1e-10
compose --n 20x8 --rho 0.2 --rho0 0.3 --beta0 1e-4 --beta 0.05
compose --n 100x20,10000x20 --rho 0.1 --rho0 0.05 --beta0 1e-6
compose --n 100x50 --rho 0.02 --rho0 0.01 --beta0 1e-7 --adaptive
compose --n 100,200 --rho 0.1 --beta0 1e-9 --beta 0.05
compose --n 7,70,700 --rho 0.001 --rho0 1e-4 --beta0 1e-8
compose --n 1x500 --rho 0.3 --rho0 0.4 --beta0 1e-6 --outputs binary
compose --n 1000,1 --rho 0.105668 --rho0 0.0012
compose --n 100x10 --rho0 0.1 --beta0 1e-5 --samples 5000
compose --n 100,200 --rho 0.1 --beta0 0.001 --method paper-tuned
plan means --k 1 --alpha 0.1 --rho 0.1 --beta 0.001
plan means --k 10 --alpha 0.05 --rho 0.1 --beta 0.01
plan means --k 1000 --alpha 0.05 --rho 0.1 --beta 1e-6
plan means --k 100 --alpha 0.05 --rho 0.1 --beta 0.01 --variance 0.01
plan means --k 10 --alpha 0.1 --rho 0.1 --beta 0.01 --adaptive
plan choose --options 2 --alpha 0.1 --rho 0.1 --beta 0.01
plan choose --options 3 --alpha 0.1 --rho 0.1 --beta 1e-6
plan choose --options 10 --alpha 0.2 --rho 0.05 --beta 0.001
plan choose --options 100 --alpha 0.1 --rho 0.1 --beta 0.01
plan choose --options 1000 --alpha 0.1 --rho 0.1 --beta 0.01 --common
plan choose --options 10 --k 5 --alpha 0.1 --rho 0.1 --beta 0.01
plan ab --alpha 0.1 --rho 0.05 --beta 0.01
plan ab --alpha 0.2 --rho 0.2 --beta 0.05
plan ab --alpha 0.1 --rho 0.1 --beta 0.01 --paired
plan ab --alpha 0.05 --rho 0.1 --beta 0.05 --variance 0.05
plan test --low 0.4 --high 0.6 --rho 0.1 --beta 0.001
plan test --low 0.45 --high 0.5 --rho 0.2 --beta 0.05
plan test --low 0.01 --high 0.05 --rho 0.1 --beta 0.01
pg-compose --eps 0.01x10 --delta 1e-12x10 --delta-prime 1e-6
pg-compose --eps 0.001,0.002,0.003 --delta 1e-15x3 --delta-prime 1e-9 --variant simple
boost statistical-query --rho 0.1 --alpha 0.05 --beta 1e-6
boost pac-finite --rho 0.1 --alpha 0.05 --beta 1e-6 --class-size 1000
boost pac-littlestone --rho 0.1 --alpha 0.05 --beta 1e-6 --d 3
boost heavy-hitters --rho 0.1 --nu 0.2 --epsilon 0.1 --beta 1e-6
boost best-arm --rho 0.1 --alpha 0.1 --beta 1e-6 --arms 20
lower-bound --k 1000 --tau 0.1 --rho 0.01
lower-bound --k 10 --tau 0.05 --rho 0.001
lower-bound --k 1 --tau 0.1 --rho 0.1
""".strip().splitlines()


def summarize(document):
    """Return what must not change of an answer's JSON."""
    found = {"best": document.get("best"), "methods": {}}
    for name, method in (document.get("methods") or {}).items():
        quantities = method.get("quantities") or {}
        kept = {key: value for key, value in quantities.items() if isinstance(value, int | dict)}
        found["methods"][name] = {"status": method.get("status"), "quantities": {k: _six(v) for k, v in kept.items()}}
    return found


def _six(value):
    """Return a number to six digits, which no other precision changes."""
    return value if isinstance(value, int) else f"{float(value['upper']):.6g}" if "upper" in value else None


@pytest.mark.sampled(6)
@pytest.mark.parametrize("line", QUESTIONS)
def test_the_answer_is_the_same(line, replcalc):
    done = replcalc(*shlex.split(line), "--format", "json")
    assert done.code in (0, 1), done.err
    assert summarize(done.json()) == json.loads(FILE.read_text(encoding="utf-8"))[line]


def test_another_figure_is_seen():
    document = {"best": "votes", "methods": {"votes": {"status": "certified", "quantities": {"samples": 5}}}}
    changed = {"best": "votes", "methods": {"votes": {"status": "certified", "quantities": {"samples": 6}}}}
    assert summarize(document) != summarize(changed)


if __name__ == "__main__":
    import subprocess
    import sys

    command = [sys.executable, "-m", "replcalc"]
    answers = {}
    for question in QUESTIONS:
        done = subprocess.run([*command, *shlex.split(question), "--format", "json"], capture_output=True, text=True)
        answers[question] = summarize(json.loads(done.stdout))
    FILE.write_text(json.dumps(answers, indent=1) + "\n", encoding="utf-8")
