"""Studies and receipts: what was fixed before the data, and what a run did, as JSON of one form with one reader.

A *study* holds the whole question, its certified plan, the guarantee and a commitment to the seed: SHA-256(
"replcalc/commitment/1" || 0x00 || root ), root that of the shared generator. It binds the seed without revealing it
(unless the seed can be guessed). Its digest is SHA-256 of all of this as JSON with sorted names; a receipt of a
run under the study carries it.

A *receipt* adds what was read and answered. It is evidence of what a run did, not a proof that it did so honestly. Two
receipts are *comparable* if they answer the same question by the same plan with the same seed, each from enough rows:
then their answers are equal except with the guaranteed probability. Anyone may have written a file: it is read with
limits, whole numbers of at most 18 digits, no other numbers, every name once.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from replcalc import __version__
from replcalc.numbers.errors import InputError, Unreadable
from replcalc.numbers.files import STDOUT, write_text
from replcalc.planning.result import Result
from replcalc.run.seeds import Shared
from replcalc.statements.rendering import Renderable

#: Size of the largest file, and digits of the largest integer in it.
MOST_BYTES, MOST_DIGITS = 1 << 24, 18
_VERSION, _DIGEST = r"[0-9][0-9A-Za-z.+-]{0,39}", "[0-9a-f]{64}"


@dataclass(frozen=True)
class _Record:
    """What studies and receipts share: a question, its plan, the guarantee; written and read as JSON."""

    question: Mapping[str, Any]
    plan: Mapping[str, Any]

    schema: ClassVar[str]
    expected: ClassVar[str]
    option: ClassVar[str]  # that names its file

    def to_json(self) -> dict[str, Any]:
        """Return the record as JSON."""
        return {"schema": self.schema, **asdict(self)}

    def check(self) -> None:
        """Require that every field has the type that this program writes."""
        raise NotImplementedError

    def write(self, path: Path) -> None:
        """Write the record atomically: a reader sees the whole file or none."""
        try:
            write_text(path, json.dumps(self.to_json(), indent=1) + "\n")
        except OSError as error:
            if path == STDOUT:
                raise
            raise InputError(self.option, str(path), f"a file that can be written ({error.strerror})") from None

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a record from an untrusted file, every field checked."""
        name = cls.__name__
        try:
            with path.open("rb") as stream:
                raw = stream.read(MOST_BYTES + 1)
        except (OSError, ValueError) as error:
            raise Unreadable(name, str(path), cls.expected, error) from None
        if len(raw) > MOST_BYTES:
            raise InputError(name, str(path), f"{cls.expected}, of at most {MOST_BYTES:,} bytes")
        changed = False
        try:
            document = json.loads(
                raw.decode(), parse_int=_whole, parse_float=_refuse, parse_constant=_refuse, object_pairs_hook=_once
            )
            json.dumps(document, ensure_ascii=False).encode()  # a ValueError for lone surrogates
            _require(isinstance(document, dict) and document.pop("schema", None) == cls.schema)
            digest = document.pop("digest", "")
            record = cls(**document)
            record.check()
            changed = digest != record.to_json().get("digest", "")
            _require(not changed)
        except (ValueError, TypeError, KeyError, RecursionError, InputError):
            hint = "it was changed after it was written" if changed else ""
            raise InputError(name, str(path), cls.expected, hint) from None
        return record


def _whole(text: str) -> int:
    _require(len(text) <= MOST_DIGITS)
    return int(text)


def _refuse(text: str) -> Any:
    raise ValueError(f"{text[:20]} is not an integer")


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    _require(len(found) == len(pairs))
    return found


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError("no field of a study or a receipt")


def _require_all(kind: type, *values: Any) -> None:
    _require(all(isinstance(value, kind) for value in values))


# -- studies -----------------------------------------------------------------------------------------------------------
def commit_to(shared: Shared) -> str:
    """Return the commitment to a seed."""
    return hashlib.sha256(b"replcalc/commitment/1\x00" + shared.root).hexdigest()


@dataclass(frozen=True)
class Study(_Record):
    """A study: question, plan and seed, fixed before there are data."""

    commitment: str
    guarantee: str
    version: str = __version__

    schema, option = "replcalc-study/2", "output"
    expected = "a study as 'replcalc plan' writes it, unchanged"

    @property
    def digest(self) -> str:
        """The digest of everything that the study fixes."""
        fixed = {name: value for name, value in asdict(self).items() if name != "version"}
        return hashlib.sha256(json.dumps(fixed, sort_keys=True).encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        return super().to_json() | {"digest": self.digest}

    def check(self) -> None:
        _require_all(dict, self.question, self.plan)
        _require_all(str, self.commitment, self.guarantee, self.version)
        _require(re.fullmatch(_VERSION, self.version) is not None)

    def require_seed(self, shared: Shared) -> None:
        """Refuse any seed but the one committed to."""
        if commit_to(shared) != self.commitment:
            raise InputError("seed", shared.text, "the seed that the study is committed to")


# -- receipts ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Receipt(_Record):
    """A receipt; ``question`` and ``plan`` hold plain JSON values, answers are decimals or labels.

    ``study``: the digest of the study of the run; empty without one.
    """

    seed: str
    version: str
    data: Mapping[str, Any]
    answers: Mapping[str, str]
    guarantee: str
    study: str = ""

    schema, option = "replcalc-receipt/3", "receipt"
    expected = f"a receipt ({schema}) as written by 'replcalc run'"

    @property
    def rows(self) -> int:
        """The number of rows used."""
        return int(self.data["rows"])

    @property
    def needed(self) -> int:
        """The number of rows that the plan needs."""
        return int(self.plan["samples"])

    def check(self) -> None:
        _require_all(dict, self.question, self.plan, self.data, self.answers)
        _require_all(str, self.version, self.guarantee, self.study, self.question["task"], self.data["digest"])
        _require_all(str, *self.answers.values())
        _require(all(type(count) is int and count >= 0 for count in (self.data["rows"], self.plan["samples"])))
        _require(bool(self.answers) and re.fullmatch(_VERSION, self.version) is not None)
        _require(re.fullmatch(_DIGEST, self.data["digest"]) is not None)
        _require(not self.study or re.fullmatch(_DIGEST, self.study) is not None)
        Shared(self.seed)
        _require_all(str, self.seed)


@dataclass(frozen=True, repr=False)
class RunResult(Renderable):
    """The result of a run: its receipt, and the rows to show.

    ``sample``: figures of the sample itself, which are not part of the guarantee. ``done["score"]`` is an answer as a
    number, or a label.
    """

    title: str
    plan: Result
    receipt: Receipt
    header: tuple[str, str]
    shown: tuple[tuple[Any, Any], ...]
    unit: str = "rows"
    sample: tuple[tuple[str, float], ...] = ()
    remarks: tuple[str, ...] = ()

    _writer: ClassVar[tuple[str, str]] = ("running", "report_run")

    @property
    def answers(self) -> dict[str, str]:
        """The published answers by name: decimals, or labels."""
        return dict(self.receipt.answers)

    def __getitem__(self, name: str) -> float | str:
        if name not in self.receipt.answers:
            raise InputError("answer", name, f"one of {', '.join(self.receipt.answers)}")
        return plain_value(self.receipt.answers[name])

    def _summary(self) -> str:
        count = len(self.answers)
        return f"{self.title}, {count} answer{'s' * (count != 1)} from {self.receipt.rows:,} rows"


def plain_value(answer: str) -> float | str:
    """Return a published answer as a number where it is a decimal."""
    return float(answer) if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", answer) else answer


# -- comparison --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, repr=False)
class ReceiptComparison(Renderable):
    """A comparison of two receipts.

    ``obstacles``: why they are not comparable (empty: they are); ``different``: unequal answers; ``remarks``: how to
    interpret the agreement or difference.
    """

    one: Receipt
    two: Receipt
    obstacles: tuple[str, ...]
    different: tuple[str, ...]
    remarks: tuple[str, ...] = ()

    _writer: ClassVar[tuple[str, str]] = ("running", "report_comparison")

    @property
    def exit_code(self) -> int:
        """0: equal answers, 1: different, 3: not comparable (2 is a wrong command line)."""
        return 3 if self.obstacles else 1 if self.different else 0

    @property
    def verdict(self) -> str:
        """The verdict in a word or two."""
        return "not comparable" if self.obstacles else "different" if self.different else "equal"

    def _summary(self) -> str:
        return self.verdict + ("" if self.obstacles else " answers")


def list_obstacles(one: Receipt, two: Receipt) -> list[str]:
    """List the obstacles to a comparison: another question, plan or seed, or too few rows."""
    differing = (name for name in dict.fromkeys((*one.question, *two.question)))
    found = [
        f"the question differs in {name} ({_short(one.question.get(name))} and {_short(two.question.get(name))})"
        for name in differing
        if one.question.get(name) != two.question.get(name)
    ]
    if not found and one.plan != two.plan:
        found.append(f"the plan differs (made by versions {one.version} and {two.version})")
    if Shared(one.seed).root != Shared(two.seed).root:  # equal in Unicode normal form C
        found.append("the seed differs")
    for place, receipt in (("first", one), ("second", two)):
        if receipt.rows < receipt.needed:
            found.append(f"the {place} used {receipt.rows:,} of the {receipt.needed:,} samples its plan needs")
    return found


def _short(value: Any) -> str:
    text = "nothing" if value in (None, "") else value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."


def is_same_data(one: Receipt, two: Receipt) -> bool:
    """Return whether both are about the same rows: then their agreement says nothing about new samples."""
    return bool(one.data.get("digest") == two.data.get("digest"))
