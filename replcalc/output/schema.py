"""The JSON schema of ``replcalc/4``, generated from the dataclasses of ``answers``.

``python -m replcalc.output.schema > docs/schema/replcalc-4.json`` writes it.
"""

import json
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from replcalc.output import answers
from replcalc.output.document import SCHEMA

_DECIMAL = r"^-?\d+(\.\d+)?(e[+-]?\d+)?$"
_REAL = {
    "description": "A real number: decimal strings that rigorously enclose it, and the exact value where rational.",
    "type": "object",
    "properties": {
        "lower": {"type": "string", "pattern": _DECIMAL},
        "upper": {"type": "string", "pattern": _DECIMAL},
        "exact": {"type": "string", "pattern": r"^-?\d+(/\d+)?$"},
        "bracket": {"const": True},
    },
    "required": ["lower", "upper"],
    "additionalProperties": False,
    "not": {"required": ["exact", "bracket"]},
}
#: Reals are objects or decimal strings: a number of JSON is a count or seconds.
_VALUE = {
    "anyOf": [
        {"$ref": "#/$defs/Real"},
        {"type": ["string", "integer", "boolean", "null"]},
        {"type": "array", "items": {"$ref": "#/$defs/Value"}},
        {
            "type": "object",
            "not": {"properties": {"lower": {"type": "string"}}, "required": ["lower", "upper"]},
            "additionalProperties": {"$ref": "#/$defs/Value"},
        },
    ]
}
_PLAIN = {bool: "boolean", int: "integer", float: "number", str: "string"}

#: A field that only answers of one kind have, and their class; other answers are only sure to name the schema.
ROOTS = {
    "methods": answers.ComparisonAnswer,
    "pipeline": answers.SideBySideAnswer,
    "summary": answers.VerificationAnswer,
    "fact": answers.ProofAnswer,
    "table": answers.TableAnswer,
    "count": answers.CatalogueAnswer,
}


def build_schema() -> dict[str, Any]:
    """Return the schema of all answers."""
    definitions: dict[str, Any] = {"Real": _REAL, "Value": _VALUE}
    rules = [{"if": {"required": [name]}, "then": _describe_type(root, definitions)} for name, root in ROOTS.items()]
    for root in ROOTS.values():
        definitions[root.__name__]["properties"] |= {"schema": {"const": SCHEMA}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        "description": "What replcalc prints with --format json.",
        "type": "object",
        "properties": {"schema": {"const": SCHEMA}},
        "required": ["schema"],
        "allOf": rules,
        "$defs": definitions,
    }


def _describe_type(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a type; dataclasses become definitions."""
    simple = {object: {}, Any: {"$ref": "#/$defs/Value"}, type(None): {"type": "null"}}
    simple |= {kind: {"type": name} for kind, name in _PLAIN.items()}
    if hint in simple:
        return simple[hint]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [member.value for member in hint]}
    if is_dataclass(hint) and isinstance(hint, type):
        if hint.__name__ not in definitions:
            definitions[hint.__name__] = {}
            hints = get_type_hints(hint)
            definitions[hint.__name__] |= {
                "description": " ".join((hint.__doc__ or "").split()),
                "type": "object",
                "properties": {each.name: _describe_type(hints[each.name], definitions) for each in fields(hint)},
                "required": [each.name for each in fields(hint)],
                "additionalProperties": False,
            }
        return {"$ref": f"#/$defs/{hint.__name__}"}
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return {"anyOf": [_describe_type(each, definitions) for each in inner]}
    if origin is list:
        return {"type": "array", "items": _describe_type(inner[0], definitions)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _describe_type(inner[1], definitions)}
    raise TypeError(f"no schema for {hint}")


def format_schema() -> str:
    """Return the schema as the file in docs/schema holds it."""
    return json.dumps(build_schema(), indent=2) + "\n"


if __name__ == "__main__":
    print(format_schema(), end="")
