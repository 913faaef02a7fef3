"""Receipts: what was asked, planned, read and answered, as JSON that two teams can compare.

A receipt is evidence of what a run did, not a proof that it did so honestly. Two receipts were *entitled to agree* if
they answer the same question by the same plan with the same seed, each from enough rows, on different data: then their
answers are equal except with the probability promised. Files are read with limits: whole numbers of at most 18 digits,
no other numbers, every name once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

from replcalc import __version__
from replcalc.numbers.errors import InputError, Unreadable
from replcalc.numbers.files import write_text
from replcalc.planning.result import Result
from replcalc.run.plans import described
from replcalc.run.seeds import Shared
from replcalc.statements.showing import Shown

SCHEMA = "replcalc-receipt/2"
#: A receipt larger than this is not one.
MOST_BYTES = 1 << 24
#: Digits of the largest whole number in one.
MOST_DIGITS = 18


@dataclass(frozen=True)
class Receipt:
    """``question`` and ``plan`` hold plain JSON values; answers are decimals, or labels.

    ``study``: the digest of the pre-registration that the run was made under; empty: there was none.
    """

    question: Mapping[str, Any]
    plan: Mapping[str, Any]
    seed: str
    version: str
    data: Mapping[str, Any]
    answers: Mapping[str, str]
    guarantee: str
    study: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"schema": SCHEMA, **asdict(self)}

    @property
    def rows(self) -> int:
        return int(self.data["rows"])

    @property
    def needed(self) -> int:
        return int(self.plan["samples"])


@dataclass(frozen=True, repr=False)
class Done(Shown):
    """A plan carried out: its receipt, and what to show, row by row."""

    title: str
    plan: Result
    receipt: Receipt
    header: tuple[str, str]
    shown: tuple[tuple[Any, Any], ...]
    unit: str = "rows"
    remarks: tuple[str, ...] = ()

    _writer: ClassVar[tuple[str, str]] = ("running", "done_report")

    @property
    def answers(self) -> dict[str, str]:
        """What is published, by name: decimals, or labels."""
        return dict(self.receipt.answers)

    def _summary(self) -> str:
        count = len(self.answers)
        return f"{self.title}, {count} answer{'s' * (count != 1)} from {self.receipt.rows:,} rows"


def made(
    question: Mapping[str, Any],
    plan: Result,
    shared: Shared,
    data: Mapping[str, Any],
    answers: Mapping[str, str],
    guarantee: str,
    study: str = "",
) -> Receipt:
    """The receipt of a run of this version."""
    return Receipt(question, described(plan), shared.text, __version__, data, answers, guarantee, study)


@dataclass(frozen=True)
class ReceiptComparison:
    """``obstacles``: why the receipts were not entitled to agree (empty: they were); ``different``: unequal answers.

    ``remarks``: what kind of agreement or difference it is.
    """

    obstacles: tuple[str, ...]
    different: tuple[str, ...]
    remarks: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """0: equal answers, 1: different, 3: not comparable (2 is a wrong command line)."""
        return 3 if self.obstacles else 1 if self.different else 0

    @property
    def verdict(self) -> str:
        return "not comparable" if self.obstacles else "different" if self.different else "equal"


def obstacles(one: Receipt, two: Receipt) -> list[str]:
    """What the files themselves say against a comparison: another question, plan or seed, too few rows."""
    found = [f"the question differs in {told}" for told in _differences(one.question, two.question)]
    if not found and one.plan != two.plan:
        found.append(f"the plan differs (made by versions {one.version} and {two.version})")
    if Shared(one.seed).root != Shared(two.seed).root:  # equal in Unicode normal form C
        found.append("the seed differs")
    for place, receipt in (("first", one), ("second", two)):
        if receipt.rows < receipt.needed:
            found.append(f"the {place} used {receipt.rows:,} of the {receipt.needed:,} samples its plan needs")
    return found


def _differences(one: Mapping[str, Any], two: Mapping[str, Any]) -> list[str]:
    """The inputs in which two questions differ, with both values."""
    return [
        f"{name} ({_shown(one.get(name))} and {_shown(two.get(name))})"
        for name in dict.fromkeys((*one, *two))
        if one.get(name) != two.get(name)
    ]


def _shown(value: Any) -> str:
    text = "nothing" if value in (None, "") else value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."


def same_data(one: Receipt, two: Receipt) -> bool:
    """Do both speak of the same rows? Then their agreement says nothing about new samples."""
    return one.data.get("digest") == two.data.get("digest")


def write(receipt: Receipt, path: Path) -> None:
    """Atomically: a reader sees the whole file or none."""
    document = {"schema": SCHEMA, **dict(sorted(asdict(receipt).items()))}  # first: it says what the file is
    try:
        write_text(path, json.dumps(document, indent=1) + "\n")
    except OSError as error:
        raise InputError("receipt", str(path), f"a file that can be written ({error.strerror})") from None


def read(path: Path) -> Receipt:
    """A receipt from a file that anyone may have written: every field is checked."""
    raw = limited(path, MOST_BYTES, "Receipt", "a receipt that run wrote")
    try:
        text = raw.decode()
        document = json.loads(
            text, parse_int=_whole, parse_float=_refused, parse_constant=_refused, object_pairs_hook=_once
        )
        if not isinstance(document, dict) or document.pop("schema", None) != SCHEMA:
            raise ValueError("no schema")
        receipt = Receipt(**document)
        _check(receipt)
    except (ValueError, TypeError, KeyError, RecursionError, InputError):
        raise InputError("Receipt", str(path), f"a receipt ({SCHEMA}) as written by 'replcalc run'") from None
    return receipt


def limited(path: Path, most: int, argument: str, expected: str) -> bytes:
    """The bytes of a file; a larger one is refused."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(most + 1)
    except OSError as error:
        raise Unreadable(argument, str(path), expected, error) from None
    if len(raw) > most:
        raise InputError(argument, str(path), f"{expected}, of at most {most:,} bytes")
    return raw


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError("too many digits")
    return int(text)


def _refused(text: str) -> Any:
    raise ValueError(f"{text[:20]} is no whole number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name occurs twice")
    return found


def _check(receipt: Receipt) -> None:
    """Every field has the type that a run writes."""
    json.dumps(receipt.to_json(), ensure_ascii=False).encode()  # a ValueError for lone surrogates
    parts = (receipt.question, receipt.plan, receipt.data, receipt.answers)
    words = (receipt.seed, receipt.version, receipt.guarantee, receipt.study, receipt.question["task"])
    counts = (receipt.data["rows"], receipt.plan["samples"])
    if not all(isinstance(part, dict) for part in parts) or not all(isinstance(word, str) for word in words):
        raise ValueError("wrong fields")
    if not all(type(count) is int and count >= 0 for count in counts):
        raise ValueError("wrong numbers")
    if not receipt.answers or not all(isinstance(answer, str) for answer in receipt.answers.values()):
        raise ValueError("wrong answers")
    digests = (receipt.data["digest"], *filter(None, (receipt.study,)))
    if not all(isinstance(digest, str) and re.fullmatch("[0-9a-f]{64}", digest) for digest in digests):
        raise ValueError("wrong digest")
    require_version(receipt.version)
    Shared(receipt.seed)


def require_version(text: str) -> None:
    """A version of a program as releases are named; ValueError for anything else, which is shown to people."""
    if not re.fullmatch(r"[0-9][0-9A-Za-z.+-]{0,39}", text):
        raise ValueError("no version")
