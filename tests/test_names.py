"""Two things never share one name: classes and types anywhere, functions where other modules import them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1] / "replcalc"
#: A class, or a type given a name: both begin with a capital and have a small letter.
TYPE = re.compile(r"^(?:class ([A-Z]\w*)|([A-Z]\w*[a-z]\w*)(?:: TypeAlias)? = )", re.MULTILINE)
FUNCTION = re.compile(r"^def ([a-z]\w*)\(", re.MULTILINE)
IMPORT = re.compile(r"^ *from (replcalc[\w.]*) import (?:\(([^)]*)\)|([^\n(]*))", re.MULTILINE)

#: Names of functions that mean the same wherever they stand, and are therefore shared.
SHARED = {
    "compare": "ways of one question; in the room run: receipts of one question",
    "verify": "claims; in the room run: a receipt",
    "answer": "each task of run/: what its algorithm answers on data",
    "get": "each registry: what has that name",
    "derive": "the call, and the steps of the boosting theorem that it prints",
    "boost": "the call, and what answers it",
    "simulate": "the call, and what answers it",
    "waterfall": "the call, and what answers it",
}


def modules() -> dict[str, str]:
    found = sorted(ROOT.rglob("*.py"))
    return {".".join(p.relative_to(ROOT.parent).with_suffix("").parts): p.read_text(encoding="utf-8") for p in found}


def types_twice(texts: Mapping[str, str]) -> dict[str, list[str]]:
    places = defaultdict(list)
    for module, text in texts.items():
        for found in TYPE.finditer(text):
            places[found[1] or found[2]].append(module)
    return {name: where for name, where in places.items() if len(where) > 1}


def functions_twice(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """Functions of one name that are imported from two modules."""
    places = defaultdict(set)
    defined = {module: set(FUNCTION.findall(text)) for module, text in texts.items()}
    for text in texts.values():
        for module, many, one in IMPORT.findall(text):
            for name in re.findall(r"(\w+)(?: as \w+)?", many or one):
                if name in defined.get(module, ()):
                    places[name].add(module)
    return {name: sorted(where) for name, where in places.items() if len(where) > 1}


def test_a_type_has_a_name_of_its_own() -> None:
    assert types_twice(modules()) == {}


def test_a_function_that_others_import_has_a_name_of_its_own() -> None:
    twice = functions_twice(modules())
    assert {name: where for name, where in twice.items() if name not in SHARED} == {}
    assert set(SHARED) <= set(twice), "no longer shared: take it off the list"


def test_a_name_used_twice_is_seen() -> None:
    texts = {
        "replcalc.a": "class Domain:\n    x = 1\n\n\nProof = dict[str, int]\n\n\ndef at_most(x):\n    return x\n",
        "replcalc.b": "class Domain(str):\n    pass\n\n\ndef at_most(x):\n    return x\n\n\ndef alone():\n    return 1\n",
        "replcalc.c": "from replcalc.a import at_most\n\n\nclass Proof:\n    pass\n\n\ndef alone():\n    return 1\n",
        "replcalc.d": "def f():\n    from replcalc.b import (\n        alone,\n        at_most as least,\n    )\n",
    }
    assert types_twice(texts) == {"Domain": ["replcalc.a", "replcalc.b"], "Proof": ["replcalc.a", "replcalc.c"]}
    assert functions_twice(texts) == {"at_most": ["replcalc.a", "replcalc.b"]}
