"""``GET /api/COMMAND``: the JSON of the command byte for byte, errors with the field's name, a document that is true."""

from __future__ import annotations

import json
import re
from urllib.parse import urlencode

import pytest

from replcalc.names import COMMANDS
from replcalc.web.answering import JSON, reply
from replcalc.web.forms import ASKED, PAGES, fields, openapi_document, parsed_command, question, renamed

#: A question to every command that answers: what is typed, by parameter.
QUESTIONS: dict[str, dict[str, str]] = {
    **{name: {field: value for field, value in shown.items() if value} for name, shown in PAGES.items()},
    "compose": {"n": "100,200", "rho": "0.1"},
    "queries": {"k": "1", "alpha": "0.2", "rho": "0.2", "beta": "0.05"},
    "arms": {"k": "1", "arms": "3", "alpha": "0.2", "rho": "0.2", "beta": "0.05"},
    "test": {"low": "0.3", "high": "0.8", "rho": "0.3", "beta": "0.1"},
    "list": {"kind": "theorem"},
    "show": {"label": "lm:azuma"},
    "glossary": {"word": "rho"},
    "table": {"name": "routes"},
}


def example(command: str) -> list[tuple[str, str]]:
    """The first example of the command's help as fields: whoever adds a command need not add a question here."""
    line = next(
        line
        for line in (parsed_command(command).help or "").splitlines()
        if line.strip().startswith(f"replcalc {command} ")
    )
    pairs = re.findall(r"--([\w-]+)(?:[ =]([^-\s]\S*))?", line)
    return renamed(command, [(name, value or "1") for name, value in pairs])


def test_an_example_becomes_a_question() -> None:
    assert question("test", example("test")).words()[0] == "test" and len(example("test")) >= 4


def test_every_calculator_of_the_table_is_served() -> None:
    asked = {name for name, c in COMMANDS.items() if c.answered.startswith(("api.composing:", "api.problems:"))}
    assert (
        asked <= set(ASKED)
        and set(PAGES) <= set(ASKED)
        and not {"run", "site", "sweep", "plot", "tables", "verify", "derive"} & set(ASKED)
    )
    for name in ASKED:
        about_files = [p.name for p in parsed_command(name).params if "FILE" in str(getattr(p, "metavar", None) or "")]
        assert not set(about_files) & {f.name for f in fields(name)}, "nothing that touches the disk"


@pytest.mark.parametrize("command", ASKED)
def test_the_json_is_that_of_the_command(replcalc, command: str) -> None:
    asked = question(command, list(QUESTIONS[command].items()) if command in QUESTIONS else example(command))
    found = reply((JSON, asked))
    assert found.status == 200, found.errors
    done = replcalc(*asked.words()[:1], "--format", "json", *asked.words()[1:])
    assert found.body["json"] == done.out and json.loads(done.out)["schema"] == "replcalc/3"


def test_a_real_server(server, replcalc) -> None:
    got = server.get("/api/compose?n=100,200&rho=0.1")
    assert got.status == 200 and got.headers["content-type"] == "application/json"
    assert got.text == replcalc("compose", "--n", "100,200", "--rho", "0.1", "--format", "json").out
    by_option = server.get("/api/pg-compose?" + urlencode({"eps": "0.1", "delta": "1e-9", "delta-prime": "1e-6"}))
    assert by_option.status == 200
    named = server.get("/api/compose?n=100,200&rho=0.1&route=naive,separate").json()
    assert list(named["routes"]) == ["naive", "separate"]
    assert (
        server.get("/api/openapi.json").json()
        == server.get("/api").json()
        == json.loads(json.dumps(openapi_document()))
    )


@pytest.mark.parametrize(
    ("path", "status", "field"),
    [
        ("/api/compose?rho=0.1", 422, "n"),
        ("/api/compose?n=100&rho=2", 422, "rho"),
        ("/api/compose?n=100&rho=0.1&nonsense=1", 422, "nonsense"),
        ("/api/compose?n=100&rho=0.1&set=C_none=2", 422, "settings"),
        ("/api/compose?n=@/etc/passwd&rho=0.1", 422, "n"),
        ("/api/compose?n=100&rho=0.1&file=x.csv", 422, "file"),
        ("/api/compose?n=100&rho=0.1&report=x.html", 422, "report"),
        ("/api/boost?rho=0.1", 422, "problem"),
        ("/api/show?label=nonsense", 422, "label"),
        ("/api/verify", 404, ""),
        ("/api/run", 404, ""),
        ("/api/derive?name=mine.py", 404, ""),
        ("/api/a/b", 404, ""),
        ("/api/compose?n=" + "1" * 20000, 414, ""),
    ],
)
def test_errors_are_json_with_the_name_of_the_field(server, path: str, status: int, field: str) -> None:
    got = server.get(path)
    assert got.status == status and got.headers["content-type"] == "application/json" and "root:" not in got.text
    (error,) = got.json()["errors"]
    assert error["field"] == field and error["message"]
    if status == 422 and field == "nonsense":
        assert "rho0" in error["message"], "what there is"


def test_what_is_not_attainable_is_an_answer(server, replcalc) -> None:
    """Exit code 1 of the command, 200 here, and nobody is best."""
    done = replcalc("compose", "--n", "100x1000", "--rho", "0.01", "--route", "naive", "--format", "json")
    got = server.get("/api/compose?n=100x1000&rho=0.01&routes=naive")
    assert done.code == 1 and got.status == 200 and got.text == done.out and got.json()["best"] is None


def test_only_get(server) -> None:
    got = server.get("/api/compose", method="POST")
    assert got.status == 405 and got.json()["errors"][0]["field"] == ""


def test_a_stranger_in_the_address_of_a_page_is_named(server) -> None:
    assert "nonsense: no field is called so" in server.get("/compose?n=100&rho=0.1&nonsense=1").text


def test_names_of_options_are_names_of_fields() -> None:
    typed = [
        ("route", "naive"),
        ("set", "C=1"),
        ("max-rounds", "5"),
        ("max_strings", "7"),
        ("all", "1"),
        ("other", "x"),
    ]
    assert [name for name, _ in renamed("compose", typed)] == [
        "routes",
        "settings",
        "max_rounds",
        "max_strings",
        "full",
        "other",
    ]


def test_the_document_describes_what_is_there() -> None:
    told = openapi_document()
    assert told["openapi"].startswith("3.1") and set(told["paths"]) == {f"/api/{name}" for name in ASKED}
    schemas = told["components"]["schemas"]
    for path, item in told["paths"].items():
        command = parsed_command(path.removeprefix("/api/"))
        parameters = item["get"]["parameters"]
        names = [p["name"] for p in parameters]
        assert len(names) == len(set(names)) and all(
            p["in"] == "query" and p["description"] and p["schema"] for p in parameters
        )
        assert {p.name for p in command.params if p.required} == {p["name"] for p in parameters if p["required"]}
        for response in item["get"]["responses"].values():
            reference = response["content"]["application/json"]["schema"]["$ref"]
            assert reference.removeprefix("#/components/schemas/") in schemas


def test_schemas_of_the_document_accept_answers_and_refuse_others(replcalc) -> None:
    validate = pytest.importorskip("jsonschema").validate
    schemas = openapi_document()["components"]["schemas"]
    data = json.loads(replcalc("compose", "--n", "100,200", "--rho", "0.1", "--format", "json").out)
    validate(data, schemas["Answer"])
    validate(data["inputs"]["rho"], schemas["Real"])
    validate({"errors": [{"field": "rho", "message": "no"}]}, schemas["Errors"])
    from jsonschema import ValidationError

    for wrong, schema in (({}, "Answer"), ({"lower": "1"}, "Real"), ({"errors": [{"message": "x"}]}, "Errors")):
        with pytest.raises(ValidationError):
            validate(wrong, schemas[schema])
