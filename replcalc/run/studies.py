"""Pre-registration: the whole question, its plan and a commitment to the seed, in a file written before the data.

A promise holds for a question that was fixed before anyone saw the data: accuracy, ranges, columns and all the rest,
as well as the seed. ``commitment`` is SHA-256( "replcalc/commitment/1" || 0x00 || root ), root that of the shared
generator: it binds the seed without telling it (a seed that can be guessed can be guessed). The digest of a study is
SHA-256 of its question, plan, commitment and guarantee as JSON with sorted names; a receipt of a run under the study
carries it.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replcalc import __version__
from replcalc.numbers.errors import InputError
from replcalc.numbers.files import write_text
from replcalc.run.receipts import limited, require_version
from replcalc.run.seeds import Shared

SCHEMA = "replcalc-study/1"
#: A study larger than this is not one; no number in one has more digits.
MOST_BYTES, MOST_DIGITS = 1 << 20, 1000
_WANTED = "a study as 'replcalc run plan' writes it"


def commitment(shared: Shared) -> str:
    return hashlib.sha256(b"replcalc/commitment/1\x00" + shared.root).hexdigest()


@dataclass(frozen=True)
class Study:
    """What was fixed before the data."""

    question: Mapping[str, Any]
    plan: Mapping[str, Any]
    commitment: str
    guarantee: str = ""
    version: str = __version__

    @property
    def digest(self) -> str:
        fixed = {
            "question": self.question,
            "plan": self.plan,
            "commitment": self.commitment,
            "guarantee": self.guarantee,
        }
        return hashlib.sha256(json.dumps(fixed, sort_keys=True).encode()).hexdigest()

    def require_seed(self, shared: Shared) -> None:
        if commitment(shared) != self.commitment:
            raise InputError("seed", shared.text, "the seed that the study is committed to")


def write(study: Study, path: Path) -> None:
    """As TOML, atomically."""
    lines = [
        "# Fixed before the data: the whole question, the plan, the seed (by its commitment).",
        *_pairs({"schema": SCHEMA, "version": study.version, "digest": study.digest, "commitment": study.commitment}),
        *_pairs({"guarantee": study.guarantee}),
        "",
        "[question]",
        *_pairs(study.question),
        "",
        "[plan]",
        *_pairs({name: value for name, value in study.plan.items() if name != "chosen"}),
        "",
        "[plan.chosen]",
        *_pairs(study.plan["chosen"]),
    ]
    try:
        write_text(path, "\n".join(lines) + "\n")
    except OSError as error:
        raise InputError("output", str(path), f"a file that can be written ({error.strerror})") from None


def _pairs(values: Mapping[str, Any]) -> list[str]:
    return [f"{name} = {_toml(value)}" for name, value in values.items()]  # names of inputs are identifiers


def _toml(value: Any) -> str:
    """A text, a whole number, a truth value or a list of them: as in JSON, but for a character that TOML escapes."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def read(path: Path) -> Study:
    """A study from a file that anyone may have written."""
    raw = limited(path, MOST_BYTES, "Study", _WANTED)
    try:
        if re.search(rb"[0-9_]{%d}" % MOST_DIGITS, raw):
            raise ValueError("too many digits")
        document = tomllib.loads(raw.decode())
        if document.pop("schema") != SCHEMA:
            raise ValueError("no schema")
        digest = document.pop("digest")
        study = Study(**document)
        parts, words = (study.question, study.plan), (study.commitment, study.guarantee, study.version)
        if not all(isinstance(part, dict) for part in parts) or not all(isinstance(word, str) for word in words):
            raise ValueError("wrong fields")
        require_version(study.version)
        if digest != study.digest:
            raise InputError("Study", str(path), "a study with its own digest", "it was changed after it was written")
    except (ValueError, TypeError, KeyError, RecursionError):
        raise InputError("Study", str(path), _WANTED) from None
    return study
