"""The published schema is generated, current, and refuses a damaged answer."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import replcalc
from replcalc.output.schema import build_schema, format_schema

FILE = Path(__file__).parents[2] / "docs" / "schema" / "replcalc-4.json"
VALIDATOR = Draft202012Validator(build_schema())


def test_the_file_in_docs_is_current():
    assert FILE.read_text(encoding="utf-8") == format_schema(), "python -m replcalc.output.schema > docs/schema/..."
    Draft202012Validator.check_schema(build_schema())


@pytest.fixture(scope="module")
def answer():
    return replcalc.compose("100,200", rho="0.1").to_dict()


def test_an_answer_validates(answer):
    VALIDATOR.validate(answer)


@pytest.mark.parametrize(
    "damage",
    [
        lambda d: d.pop("schema"),
        lambda d: d.update(schema="replcalc/3"),
        lambda d: d.update(surprise=1),
        lambda d: d.pop("lower_bound"),
        lambda d: d["assumed"]["rho0"].pop("why"),
        lambda d: d["methods"]["paper"].update(status="fine"),
        lambda d: d["methods"]["paper"]["quantities"]["rho"].update(lower="about 0.1"),
    ],
)
def test_a_damaged_answer_is_refused(answer, damage):
    copy = json.loads(json.dumps(answer))
    damage(copy)
    assert not VALIDATOR.is_valid(copy)
