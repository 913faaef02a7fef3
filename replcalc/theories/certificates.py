"""Certificates as text: one JSON document per decided claim, and its independent re-verification."""

from __future__ import annotations

import json
import time
from typing import Any

from replcalc.checker.certificate import Certificate
from replcalc.checker.recheck import recheck
from replcalc.numbers.errors import InputError
from replcalc.theories.deciding import Decision, claim


def certificate_text(decision: Decision) -> str:
    """One certificate file: the claim, the verdict, what it rests on."""
    document = {
        "claim": decision.id,
        "control": decision.control,
        "verdict": decision.verdict.value,
        "expected": decision.expected.value,
        "certificate": decision.certificate,
    }
    return json.dumps(document, indent=1, sort_keys=True) + "\n"


def recheck_text(name: str, text: str) -> dict[str, Any]:
    """The certificate of the claim ``name``: what it records, what it establishes, and whether all of it agrees."""
    record = unreadable(name, "")
    start = time.perf_counter()
    try:
        document = json.loads(text)
        about = claim(str(document["claim"]))
        expected = about.control_expected if document["control"] else about.expected
        record |= {"recorded": str(document["verdict"]), "statement": about.statement, "text": about.text}
        record["expected"] = expected.value
        if about.id != name:
            record["problem"] = f"the file is about {about.id}"
        elif document["certificate"] is None:
            record["problem"] = "no certificate was recorded"
        else:
            record["verdict"] = recheck(Certificate.from_json(document["certificate"])).value
            record["verified"] = record["verdict"] == record["recorded"] == expected.value
            record["problem"] = "" if record["verified"] else "it does not establish the recorded, expected verdict"
    except (json.JSONDecodeError, KeyError, TypeError, InputError) as error:
        record["problem"] = f"not a certificate of a known claim ({type(error).__name__})"
    record["seconds"] = round(time.perf_counter() - start, 3)
    return record


def unreadable(name: str, problem: str) -> dict[str, Any]:
    """The record of a certificate that could not be read."""
    return {"id": name, "recorded": "", "verdict": "UNDECIDED", "verified": False, "problem": problem, "seconds": 0.0}
