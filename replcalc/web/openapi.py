"""The OpenAPI document of ``/api``: a path for every command that answers with JSON, made from its own options."""

from __future__ import annotations

from functools import cache
from typing import Any

import click

from replcalc import __version__
from replcalc.names import COMMANDS
from replcalc.web.forms import ASKED, PAGES, FormField, fields, parsed_command

_ERRORS = {
    "type": "object",
    "required": ["errors"],
    "properties": {
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "message"],
                "properties": {
                    "field": {"type": "string", "description": "The parameter it is about; empty: none in particular."},
                    "message": {"type": "string", "description": "What is wrong, what is allowed, what to try."},
                },
            },
        }
    },
}
_REAL = {
    "type": "object",
    "description": "A real number between two decimals; exact where it is rational.",
    "required": ["lower", "upper"],
    "properties": {
        "lower": {"type": "string"},
        "upper": {"type": "string"},
        "exact": {"type": "string"},
        "bracket": {"type": "boolean", "description": "The quantity itself is only known to an interval."},
    },
}
_ANSWER = {
    "type": "object",
    "description": "What the command prints with --format json; docs/schema/replcalc-3.json describes all of it.",
    "required": ["schema"],
    "properties": {
        "schema": {"type": "string"},
        "best": {"type": ["string", "null"], "description": "The way to run: certified, with the fewest samples."},
        "assumed": {"type": "object", "description": "What was not typed, its value and why."},
        "routes": {"type": "object", "description": "Every way by name: status, quantities, conditions, steps."},
    },
}
_REFUSALS = {
    "422": "The input is wrong, or the question is refused: which field, and why.",
    "503": "Too many questions wait, or the server is being ended; ask again.",
    "504": "The question needs more time or memory than the server gives.",
}


@cache
def openapi_document() -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "replcalc",
            "version": __version__,
            "description": "The accountant for replicable algorithms. Numbers are exact text: 0.1, 1/10 and 1e-40 mean "
            "exactly that. A question that no certified way answers is 200 with best null.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": {f"/api/{name}": {"get": _operation(name)} for name in ASKED},
        "components": {"schemas": {"Answer": _ANSWER, "Real": _REAL, "Errors": _ERRORS}},
    }


def _operation(name: str) -> dict[str, Any]:
    return {
        "operationId": name.replace("-", "_"),
        "summary": COMMANDS[name].says,
        "parameters": [_parameter(name, one) for one in fields(name)],
        "responses": {
            "200": _response("The JSON of the command.", "Answer"),
            **{status: _response(told, "Errors") for status, told in _REFUSALS.items()},
        },
    }


def _response(told: str, schema: str) -> dict[str, Any]:
    return {
        "description": told,
        "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}},
    }


def _parameter(command: str, one: FormField) -> dict[str, Any]:
    parameter: click.Parameter = next(p for p in parsed_command(command).params if p.name == one.name)
    schema: dict[str, Any] = {"type": "string"}
    if one.kind == "flag":
        schema = {"type": "string", "enum": ["1"]}
    elif one.choices:
        schema["enum"] = list(one.choices)
    if one.default:
        schema["default"] = one.default
    found = {
        "name": one.name,
        "in": "query",
        "required": bool(parameter.required),
        "description": one.help or one.option,
        "schema": {"type": "array", "items": schema} if one.multiple else schema,
    }
    example = PAGES.get(command, {}).get(one.name)
    return found | ({"example": example} if example else {})
