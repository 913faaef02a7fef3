"""Receipts: what was asked, planned, read and answered, as JSON that two teams can compare.

A receipt is evidence of what a run did, not a proof that it did so honestly. Two receipts were *entitled to agree* if
they answer the same question by the same plan with the same seed, each from enough rows, on different data: then their
answers are equal except with the probability promised.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

from replcalc import __version__
from replcalc.ask.result import Result
from replcalc.data.plan import described
from replcalc.data.streams import Shared
from replcalc.numbers.errors import InputError, Unreadable
from replcalc.numbers.places import replacing
from replcalc.statements.showing import Shown

SCHEMA = "replcalc-receipt/1"
#: A receipt larger than this is not one.
MOST_BYTES = 1 << 24


@dataclass(frozen=True)
class Receipt:
    """``question`` and ``plan`` hold plain JSON values; answers are decimals, or labels."""

    question: Mapping[str, Any]
    plan: Mapping[str, Any]
    seed: str
    version: str
    data: Mapping[str, Any]
    answers: Mapping[str, str]
    guarantee: str

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

    _writer: ClassVar[tuple[str, str]] = ("running", "done_report")

    @property
    def answers(self) -> dict[str, str]:
        """What is published, by name: decimals, or labels."""
        return dict(self.receipt.answers)

    def _summary(self) -> str:
        count = len(self.answers)
        return f"{self.title}, {count} answer{'s' * (count != 1)} from {self.receipt.rows:,} rows"


def made(
    question: Mapping[str, Any], plan: Result, shared: Shared, data: Mapping[str, Any], answers: Mapping[str, str],
    guarantee: str,
) -> Receipt:  # fmt: skip
    """The receipt of a run of this version."""
    return Receipt(question, described(plan), shared.text, __version__, data, answers, guarantee)


@dataclass(frozen=True)
class ReceiptComparison:
    """``obstacles``: why the receipts were not entitled to agree (empty: they were); ``different``: unequal answers."""

    obstacles: tuple[str, ...]
    different: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """0: equal answers, 1: different, 3: not comparable (2 is a wrong command line)."""
        return 3 if self.obstacles else 1 if self.different else 0

    @property
    def verdict(self) -> str:
        return "not comparable" if self.obstacles else "different" if self.different else "equal"


def compare_receipts(one: Receipt, two: Receipt) -> ReceiptComparison:
    """Were two receipts entitled to agree, and do they?"""
    obstacles = [f"{name} differs" for name in ("question", "plan", "seed") if getattr(one, name) != getattr(two, name)]
    for place, receipt in (("first", one), ("second", two)):
        if receipt.rows < receipt.needed:
            obstacles.append(f"the {place} used {receipt.rows} of the {receipt.needed} samples its plan needs")
    if not obstacles and set(one.answers) != set(two.answers):
        obstacles.append("they answer different names")
    if obstacles:
        return ReceiptComparison(tuple(obstacles), ())
    return ReceiptComparison((), tuple(name for name in one.answers if one.answers[name] != two.answers[name]))


def same_data(one: Receipt, two: Receipt) -> bool:
    """Do both speak of the same rows? Then their agreement says nothing about new samples."""
    return one.data.get("digest") == two.data.get("digest")


def write(receipt: Receipt, path: Path) -> None:
    """Atomically: a reader sees the whole file or none."""
    text = json.dumps(receipt.to_json(), indent=1, sort_keys=True) + "\n"
    try:
        with replacing(path) as temporary:
            temporary.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError("receipt", str(path), f"a file that can be written ({error.strerror})") from None


def read(path: Path) -> Receipt:
    """A receipt from a file that anyone may have written: every field is checked."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise Unreadable("Receipt", str(path), "a receipt that run wrote", error) from None
    try:
        if len(raw) > MOST_BYTES:
            raise ValueError("too large")
        document = json.loads(raw.decode())
        if not isinstance(document, dict) or document.pop("schema", None) != SCHEMA:
            raise ValueError("no schema")
        receipt = Receipt(**document)
        checked = (receipt.question, receipt.plan, receipt.data, receipt.answers)
        if not all(isinstance(part, dict) for part in checked) or not isinstance(receipt.seed, str):
            raise ValueError("wrong fields")
        if not all(isinstance(v, str) for v in receipt.answers.values()) or receipt.rows < 0 or receipt.needed < 0:
            raise ValueError("wrong values")
    except (ValueError, TypeError, KeyError, RecursionError):
        raise InputError("Receipt", str(path), f"a receipt ({SCHEMA}) as written by 'replcalc run'") from None
    return receipt
