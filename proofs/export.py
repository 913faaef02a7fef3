"""Write replcalc/claims/kernel.json from the sources: every theorem's label, name, statement and bounds as formulas.

Nothing of Coq is needed to read the sources.  With --built, what the last build printed about
assumptions is read too, checked and shown.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

#: Axioms of Coq's reals, functional extensionality and excluded middle: all that a theorem may rest on.
ALLOWED = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}

TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_][A-Za-z_0-9']*)|(=>|[-+*/^()]))")
FUNCTIONS = {
    "sqrt": ("sqrt", 1),
    "exp": ("exp", 1),
    "ln": ("log", 1),
    "Rmin": ("Min", 2),
    "Rmax": ("Max", 2),
    "ceiling": ("ceiling", 1),
    "cosh": ("cosh", 1),
}


class Definition:
    """A bound: Definition name (arguments) : R := body."""

    def __init__(self, name: str, arguments: list[tuple[str, str]], body: str):
        self.name = name
        self.arguments = arguments
        self.body = body


def definitions(text: str) -> dict[str, Definition]:
    found = {}
    for match in re.finditer(r"^Definition (\w+)((?: \([^()]*\))+) : (?:R|nat) :=(.*?)\.$", text, re.M | re.S):
        arguments = []
        for group, kind in re.findall(r"\(([^():]*):([^()]*)\)", match[2]):
            arguments += [(name, kind.strip()) for name in group.split()]
        found[match[1]] = Definition(match[1], arguments, match[3].strip())
    return found


class Reader:
    """The grammar of the bounds: numerals, + - * / ^, roots, exp, ln, Rmin, Rmax, INR, fact, total and other bounds."""

    def __init__(self, text: str, known: dict[str, Definition], names: dict[str, str]):
        self.tokens, at = [], 0
        text = text.strip()
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise ValueError(f"cannot read {text[at : at + 30]!r}")
            self.tokens.append(match[1] or match[2] or match[3])
            at = match.end()
        self.at, self.known, self.names = 0, known, names

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected: str | None = None) -> str:
        token = self.peek()
        if expected is not None and token != expected:
            raise ValueError(f"expected {expected!r}, found {token!r}")
        self.at += 1
        return token

    def whole(self) -> str:
        formula = self.sum()
        if self.peek():
            raise ValueError(f"left over: {self.tokens[self.at :]}")
        return formula

    def sum(self) -> str:
        left = self.product()
        while self.peek() in ("+", "-"):
            left = f"({left} {self.take()} {self.product()})"
        return left

    def product(self) -> str:
        left = self.unary()
        while self.peek() in ("*", "/"):
            left = f"({left}{self.take()}{self.unary()})"
        return left

    def unary(self) -> str:
        if self.peek() == "-":
            self.take()
            return f"(-{self.unary()})"
        if self.peek() == "/":
            self.take()
            return f"(1/{self.unary()})"
        return self.power()

    def power(self) -> str:
        base = self.application()
        if self.peek() == "^":
            self.take()
            return f"({base}**{self.power()})"
        return base

    def application(self) -> str:
        token = self.peek()
        if token in FUNCTIONS:
            self.take()
            name, count = FUNCTIONS[token]
            return f"{name}({', '.join(self.atom() for _ in range(count))})"
        if token == "INR":
            self.take()
            return self.atom()
        if token == "pred":
            self.take()
            return f"({self.atom()} - 1)"
        if token == "fact":
            self.take()
            return f"gamma({self.atom()} + 1)"
        if token == "total":
            self.take()
            upper = self.atom()
            self.take("(")
            self.take("fun")
            index = self.take()
            self.take("=>")
            outer, self.names = self.names, {**self.names, index: index}
            body = self.sum()
            self.names = outer
            self.take(")")
            return f"Sum({body}, ({index}, 1, {upper}))"
        if token in self.known and token not in self.names:
            self.take()
            inner = self.known[token]
            names = {name: self.atom() for name, _ in inner.arguments}
            return Reader(inner.body, self.known, names).whole()
        name = self.atom()
        if re.fullmatch(r"[A-Za-z_]\w*", name) and re.fullmatch(r"[A-Za-z_]\w*", self.peek()):
            return f"{name}[{self.atom()}]"
        return name

    def atom(self) -> str:
        token = self.take()
        if token == "(":
            inside = self.sum()
            self.take(")")
            return inside if re.fullmatch(r"\w+|\(.*\)", inside) else f"({inside})"
        if token == "PI":
            return "pi"
        if token.isdigit():
            return token
        if token in self.names:
            return self.names[token]
        raise ValueError(f"unknown name {token!r}")


def formula(name: str, known: dict[str, Definition]) -> str:
    bound = known[name]
    return Reader(bound.body, known, {argument: argument for argument, _ in bound.arguments}).whole()


def entries(path: Path, known: dict[str, Definition]) -> list[dict]:
    text = path.read_text(encoding="utf-8")
    found = []
    for comment in re.findall(r"\(\*@\n(.*?)\*\)", text, re.S):
        entry = {
            "label": "",
            "theorem": "",
            "file": path.name,
            "refutes": False,
            "gives": [],
            "assumes": [],
            "rests": [],
        }
        for line in comment.strip().splitlines():
            key, _, value = line.partition(": ")
            if key == "gives":
                name, sense, definition, *arguments = value.split()
                kinds = known[definition].arguments
                if [argument for argument, _ in kinds] != arguments:
                    raise ValueError(f"{path.name}: {definition} takes {kinds}")
                entry["gives"].append(
                    {
                        "name": name,
                        "sense": sense,
                        "definition": definition,
                        "arguments": dict(kinds),
                        "formula": formula(definition, known),
                    }
                )
            elif key == "assumes":
                entry["assumes"].append(value)
            elif key == "rests":
                entry["rests"] += value.split(", ")
            elif key == "refutes":
                entry["refutes"] = value == "yes"
            elif key in ("label", "theorem"):
                entry[key] = value
            else:
                raise ValueError(f"{path.name}: unknown key {key!r}")
        match = re.search(rf"^Theorem {entry['theorem']}\b.*?\.(?=\nProof)", text, re.M | re.S)
        if not match:
            raise ValueError(f"{path.name}: no theorem {entry['theorem']}")
        if f"Print Assumptions {entry['theorem']}." not in text:
            raise ValueError(f"{path.name}: assumptions of {entry['theorem']} are not printed")
        if re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture)\b", re.sub(r"\(\*.*?\*\)", "", text, flags=re.S)):
            raise ValueError(f"{path.name}: something is left open")
        entry["statement"] = match[0]
        found.append(entry)
    return found


def axioms(path: Path) -> dict[str, list[str]]:
    """What the build printed after every Print Assumptions of one file, by theorem."""
    names = re.findall(r"^Print Assumptions (\w+)\.", path.read_text(encoding="utf-8"), re.M)
    printed = path.with_suffix(".out").read_text(encoding="utf-8")
    blocks = re.split(r"^(?=Axioms:|Closed under the global context)", printed, flags=re.M)[1:]
    if len(blocks) != len(names):
        raise ValueError(f"{path.name}: {len(names)} theorems, {len(blocks)} answers")
    return {
        name: re.findall(r"^(\w[\w.]*)(?= :|$)", block.partition("\n")[2], re.M)
        for name, block in zip(names, blocks, strict=True)
    }


def main(arguments: list[str]) -> int:
    paths = sorted(HERE.glob("*.v"))
    known: dict[str, Definition] = {}
    for path in paths:
        known |= definitions(path.read_text(encoding="utf-8"))
    theorems = [
        entry for path in paths for entry in entries(path, known | definitions(path.read_text(encoding="utf-8")))
    ]
    if "--built" in arguments:
        bad = False
        for path in paths:
            for name, used in axioms(path).items():
                strange = sorted(set(used) - ALLOWED)
                bad |= bool(strange)
                print(
                    f"{path.name:24} {name:28} rests on "
                    + (", ".join(one.rpartition(".")[2] for one in used) or "nothing")
                    + (f"  NOT ALLOWED: {strange}" if strange else "")
                )
        if bad:
            return 1
    target = HERE.parent / "replcalc" / "claims" / "kernel.json"
    content = {
        "schema": "replcalc-proofs/1",
        "sources": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths},
        "theorems": theorems,
    }
    target.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{target.name}: {len(theorems)} theorems")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
