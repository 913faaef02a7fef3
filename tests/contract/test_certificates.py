"""Every claim is bound to its statement: no changed certificate passes."""

import copy
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from replcalc.claims.certificates import certificate_text, recheck_files, recheck_text
from replcalc.claims.deciding import Decision, claim_labels, decide_one

Document = dict[str, Any]
SEED = 20260411


#: Claims whose files are damaged by default, which test_claims decides as well, and some of other kinds of proof.
OTHERS = ("joint.trivial", "kappa.expansion", "statement.equal-costs", "kasivi.printed", "pac.finite-bracket")
SOME = tuple(dict.fromkeys((*tuple(claim_labels())[::24], *OTHERS)))
#: Claims whose files the hostile ones are made from.
SMALL = ("expect.half", "expect.x-plus-inverse")


@pytest.fixture(scope="module", params=["some", pytest.param("all", marks=pytest.mark.exhaustive)])
def files(request: pytest.FixtureRequest, decided: Callable[..., Decision]) -> dict[str, Document]:
    """The certificate files of claims, as read back."""
    wanted = SOME if request.param == "some" else claim_labels()
    return {name: json.loads(certificate_text(decided(name))) for name in wanted}


def accepted(name: str, document: Any) -> bool:
    return bool(recheck_text(name, json.dumps(document))["verified"])


# -- tampering ---------------------------------------------------------------------------------------------------------
def nodes(certificate: Document, kind: str) -> list[Document]:
    """Every part of that kind, at any depth."""

    def walk(value: Any) -> Iterator[Document]:
        if isinstance(value, dict):
            if value.get("kind") == kind:
                yield value
            for part in value.values():
                yield from walk(part)
        elif isinstance(value, list):
            for part in value:
                yield from walk(part)

    return list(walk(certificate))


def rules(value: Any, *names: str) -> list[Document]:
    """Every step of a proof by one of those rules, at any depth."""
    if isinstance(value, dict):
        inner = [step for part in value.values() for step in rules(part, *names)]
        return [value, *inner] if value.get("rule") in names else inner
    return [step for part in value for step in rules(part, *names)] if isinstance(value, list) else []


def conclusions(certificate: Document) -> list[Document]:
    """What each part states."""
    return [claim["conclusion"] for claim in nodes(certificate, "claim")]


TRIVIAL = {
    "kind": "claim",
    "conclusion": {"domain": {}, "given": [], "relations": [[["q", "0"], "<=", ["q", "1"]]]},
    "proof": {"rule": "signs", "form": ["q", "1"]},
}


#: Changes return whether there was something to change.
Change = Callable[[Document, random.Random, dict[str, Document]], bool]
CHANGES: dict[str, Change] = {}


def change(function: Change) -> Change:
    """Enter a change of the whole file."""
    CHANGES[function.__name__] = function
    return function


def each(found: Callable[[Document], list[Any]]) -> Callable[[Callable[[Any, random.Random], Any]], None]:
    """Enter a change of every part of a certificate that ``found`` finds."""

    def enter(edit: Callable[[Any, random.Random], Any]) -> None:
        def changed(document: Document, rng: random.Random, files: dict[str, Document]) -> bool:
            parts = found(document["certificate"])
            for part in parts:
                edit(part, rng)
            return bool(parts)

        CHANGES[edit.__name__] = changed

    return enter


def relations(certificate: Document) -> list[Any]:
    return [relation for stated in conclusions(certificate) for relation in stated["relations"]]


def with_domains(certificate: Document) -> list[Any]:
    return [stated for stated in conclusions(certificate) if stated["domain"]]


@change
def trivial(document: Document, rng: random.Random, files: dict[str, Document]) -> bool:
    document["certificate"] = copy.deepcopy(TRIVIAL)
    return True


@change
def of_another_claim(document: Document, rng: random.Random, files: dict[str, Document]) -> bool:
    others = [
        f for f in files.values() if f["verdict"] == document["verdict"] and f["certificate"] != document["certificate"]
    ]
    document["certificate"] = rng.choice(others)["certificate"]
    return True


@change
def as_a_control(document: Document, rng: random.Random, files: dict[str, Document]) -> bool:
    document["control"] = True
    return True


@change
def under_another_name(document: Document, rng: random.Random, files: dict[str, Document]) -> bool:
    document["claim"] = rng.choice([name for name in files if name != document["claim"]])
    return True


@change
def other_verdict(document: Document, rng: random.Random, files: dict[str, Document]) -> bool:
    document["verdict"] = document["expected"] = "REFUTED" if document["verdict"] == "PROVED" else "PROVED"
    return True


@change
def control_as_claim(document: Document, rng: random.Random, files: dict[str, Document]) -> bool:
    """For a few: deciding a control takes time."""
    if rng.random() > 0.1:
        return False
    decision = decide_one(document["claim"], control=True)
    document["certificate"] = json.loads(certificate_text(decision))["certificate"]
    return True


@each(conclusions)
def false_assumption(stated: Document, rng: random.Random) -> None:
    stated["given"].append([["q", "0"], ">=", ["q", "1"]])


@each(relations)
def weaker_goal(relation: list[Any], rng: random.Random) -> None:
    larger = 2 if relation[1] in ("<", "<=") else 0
    relation[larger] = ["+", relation[larger], ["q", "1"]]


@each(relations)
def other_relation(relation: list[Any], rng: random.Random) -> None:
    relation[1] = {"<": ">", ">": "<", "=": "<=", "<=": ">=", ">=": "<="}[relation[1]]


@each(lambda certificate: [r for r in relations(certificate) if r[1] in ("<", ">")])
def not_strict(relation: list[Any], rng: random.Random) -> None:
    relation[1] += "="


@each(relations)
def other_side(relation: list[Any], rng: random.Random) -> None:
    relation[2] = relation[0]


@each(with_domains)
def smaller_domain(stated: Document, rng: random.Random) -> None:
    stated["domain"][rng.choice(sorted(stated["domain"]))].append("<= 0")


@each(with_domains)
def more_open(stated: Document, rng: random.Random) -> None:
    for bounds in stated["domain"].values():
        bounds[:] = [bound.replace("=", "") if bound[1:2] == "=" else bound for bound in bounds]


@each(with_domains)
def stronger_signs(stated: Document, rng: random.Random) -> None:
    stated["domain"][rng.choice(sorted(stated["domain"]))] = ["> 1000000"]


# what is stated stays, what proves it is damaged
@each(lambda certificate: [box for box in rules(certificate, "box") if len(box["boxes"]) > 1])
def lost_leaf(box: Document, rng: random.Random) -> None:
    box["boxes"].pop(rng.randrange(len(box["boxes"])))


@each(lambda certificate: rules(certificate, "box"))
def no_leaves(box: Document, rng: random.Random) -> None:
    box["boxes"] = []


@each(lambda certificate: [step for step in rules(certificate, "signs", "growth") if step["form"][0] != "q"])
def empty_form(step: Document, rng: random.Random) -> None:
    step["form"] = ["q", "1"]


@each(lambda certificate: rules(certificate, "growth"))
def captured_step(growth: Document, rng: random.Random) -> None:
    growth["step"] = growth["variable"]


@each(lambda certificate: rules(certificate, "signs"))
def wrong_sign(step: Document, rng: random.Random) -> None:
    step["form"] = ["*", ["q", "-1"], step["form"]]


@pytest.mark.parametrize("name_of_change", CHANGES)
def test_no_changed_certificate_passes(name_of_change: str, files: dict[str, Document], record_property: Any) -> None:
    rng, tried, passed = random.Random(SEED), 0, []
    for name, document in files.items():
        changed = copy.deepcopy(document)
        if CHANGES[name_of_change](changed, rng, files) and changed != document:
            tried += 1
            if accepted(name, changed):
                passed.append(name)
    record_property("tried", tried)
    assert tried >= (10 if len(files) > len(SOME) else 1), "nothing to damage"
    assert passed == []


def test_unchanged_certificates_pass(files: dict[str, Document]) -> None:
    """The same way of asking, so that the test above cannot pass by refusing everything."""
    for name in random.Random(SEED).sample(sorted(files), min(30, len(files))):
        record = recheck_text(name, json.dumps(files[name]))
        assert record["verified"], record["problem"]


# -- hostile files -----------------------------------------------------------------------------------------------------
def tower(height: int, of: str = "9") -> list[Any]:
    tree: list[Any] = ["q", of]
    for _ in range(height):
        tree = ["^", ["q", of], tree]
    return tree


def texts(files: dict[str, Document]) -> dict[str, str]:
    """Contents that are no certificates, and certificates whose proof is a trap."""
    box, form = json.dumps(files["expect.half"]), copy.deepcopy(files["expect.x-plus-inverse"])
    end = box.index('"1"', box.index('"leaves"'))
    traps = {
        f"leaf {what}": box[:end] + text + box[end + 3 :]
        for what, text in {
            "1e9999999": '"1e9999999"',
            "a million digits": f'"{"7" * 10**6}"',
            "a list": "[[]]",
            "a number": "1e400",
            "Infinity": "Infinity",
            "a million digit number": "7" * 10**6,
        }.items()
    }
    for what, tree in {
        "tower": tower(6),
        "tall tower": tower(300),
        "exp": ["exp", ["exp", ["exp", ["q", "99"]]]],
    }.items():
        form["certificate"]["form"] = ["+", tree, ["v", "x"]]
        traps[f"form {what}"] = json.dumps(form)
    deep = '{"form": "monotone", "variable": "x", "end": "lower", "derivative": {"form": "ball"}, "face": '
    start = box.index('"proof": ') + len('"proof": ')
    traps["deep proof"] = box[:start] + deep * 20000 + '{"form": "ball"}' + "}" * 20000 + box[start:]
    return traps | {
        "list": "[]",
        "string": '"certificate"',
        "number": "1",
        "null": "null",
        "nan": "NaN",
        "infinity": "-Infinity",
        "exponent": "1e9999999",
        "digits": "7" * 10**6,
        "nesting": "[" * 10**6,
        "objects": '{"a":' * 10**5,
        "empty": "",
        "nonsense": "{",
        "twice": '{"claim": 1, "claim": 2}',
        "large": " " * 5_000_000,
        "list of keys": '["claim", "control", "verdict", "expected", "certificate"]',
        "certificate a string": json.dumps({**files["expect.half"], "certificate": "proved"}),
        "certificate a list": json.dumps({**files["expect.half"], "certificate": [[["all"]]]}),
        "kind a list": json.dumps({**files["expect.half"], "certificate": {"kind": ["box"]}}),
    }


@pytest.mark.exhaustive  # some are given up after two seconds each
def test_hostile_files_are_refused_one_by_one(decided: Callable[..., Decision], tmp_path: Path) -> None:
    files = {name: json.loads(certificate_text(decided(name))) for name in SMALL}
    paths = []
    for number, (what, text) in enumerate(texts(files).items()):
        name = "expect.x-plus-inverse" if what.startswith("form") else "expect.half"
        paths.append(tmp_path / str(number) / f"{name}.json")
        paths[-1].parent.mkdir()
        paths[-1].write_text(text)
    for special in ("zero", "pipe", "directory", "bytes", "missing"):
        paths.append(tmp_path / special / "expect.half.json")
        paths[-1].parent.mkdir()
    zero, pipe, directory, data, _ = paths[-5:]
    zero.symlink_to("/dev/zero")
    os.mkfifo(pipe)
    directory.mkdir()
    data.write_bytes(b"\xff\xfe\x00")
    good = tmp_path / "expect.half.json"
    good.write_text(json.dumps(files["expect.half"]))
    start = time.monotonic()
    records = list(recheck_files([*paths, good], seconds=2))
    assert time.monotonic() - start < 2.5 * len(paths)
    assert [r["verified"] for r in records] == [False] * len(paths) + [True]
    assert all(r["problem"] for r in records[:-1])
