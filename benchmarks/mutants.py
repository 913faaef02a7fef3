"""Mutate the packages that verdicts rest on: change one thing, run the tests that enter the function, see one fail.

    python benchmarks/mutants.py                 300 mutants, seed 0; exit 1 if more than 3% survive unexplained
    python benchmarks/mutants.py --count 30 --package kernel --seed 3 --tests tests/kernel

For maintainers, outside of CI: five to thirty minutes on one core. A mutant is one change in the body of a function: a
comparison, a connective, an operator, a constant, a condition, a statement left out. pytest collects the tests once;
every mutant is a fork of that process in which the function's code is exchanged, so nothing is imported again. A first
fork runs every test and records which functions it enters: a mutant runs those tests only, the quickest first.
A mutant that needs ten times as long as the tests did counts as killed.

Survivors that cannot change a verdict are explained in ``benchmarks/mutants.json``: by function and change, with the
reason. Any other survivor needs a test.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import hashlib
import json
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "kernel": "replcalc/kernel/*.py",
    "prover": "replcalc/prover/*.py",
    "symbolic": "replcalc/symbolic/*.py",
    "certification": "replcalc/statements/certification.py",
}
#: Tests that start other processes do not see a mutant, and are left out.
TESTS = (
    "tests/kernel",
    "tests/prover",
    "tests/symbolic",
    "tests/statements/test_certification.py",
    "tests/statements/test_derivation.py",
    "tests/statements/test_expression.py",
    "tests/claims",
    "tests/contract/test_claims.py",
)
EXPLAINED = Path(__file__).with_suffix(".json")
#: What only searches, and hands everything it finds to the kernel before it is an answer: a change there loses proofs
#: and adds none.
SEARCH = tuple(
    f"replcalc/prover/{name}.py" for name in ("boxes", "decide", "points", "settling", "squares", "strategies")
)
#: Methods that only display a value.
DISPLAY = ("__repr__", "_repr_latex_", "_sympystr", "_latex")
#: Share of the mutants that may survive unexplained.
MOST_SURVIVORS = 0.03


# -- changes -----------------------------------------------------------------------------------------------------------
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


def changes_of(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield every replacement of a node, with its description."""
    if isinstance(node, ast.Compare):
        for number, operator in enumerate(node.ops):
            new = copy.deepcopy(node)
            new.ops[number] = _COMPARISONS[type(operator)]()
            yield f"{ast.unparse(node)} -> {ast.unparse(new)}", new
    elif isinstance(node, ast.BoolOp):
        new_op = ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        yield f"{ast.unparse(node)} -> {ast.unparse(new_op)}", new_op
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"{ast.unparse(node)} -> {ast.unparse(node.operand)}", node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        other = ast.BinOp(node.left, _OPERATORS[type(node.op)](), node.right)
        yield f"{ast.unparse(node)} -> {ast.unparse(other)}", other
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        value = not node.value if isinstance(node.value, bool) else node.value + 1
        yield f"{node.value} -> {value}", ast.Constant(value)
    elif isinstance(node, ast.Name) and node.id in _NAMES and isinstance(node.ctx, ast.Load):
        yield f"{node.id} -> {_NAMES[node.id]}", ast.Name(_NAMES[node.id], ast.Load())
    elif isinstance(node, ast.If | ast.IfExp):
        for value in (True, False):
            new_if = copy.deepcopy(node)
            new_if.test = ast.Constant(value)
            yield f"if {ast.unparse(node.test)} -> if {value}", new_if
    elif isinstance(node, ast.Raise | ast.AugAssign | ast.Expr) and not _is_text(node):
        yield f"{ast.unparse(node).splitlines()[0]} -> nothing", ast.Pass()


def _is_text(node: ast.AST) -> bool:
    """Return whether the node is a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@dataclass(frozen=True)
class Mutant:
    """One change: file, function, index of the node in ``ast.walk``, index of the change among those of the node."""

    file: str
    function: str
    line: int
    node: int
    choice: int
    change: str

    @property
    def key(self) -> str:
        """The name in the list of explained survivors; without the line, which moves."""
        return f"{self.file} {self.function}: {self.change}"

    def code(self) -> CodeType:
        """Compile the changed file and return the code of the function."""
        tree = ast.parse((ROOT / self.file).read_text(encoding="utf-8"))
        nodes = list(ast.walk(tree))
        old = nodes[self.node]
        _, new = list(changes_of(old))[self.choice]
        for parent in nodes:
            for name, value in ast.iter_fields(parent):
                if value is old:
                    setattr(parent, name, ast.copy_location(new, old))
                elif isinstance(value, list):
                    value[:] = [ast.copy_location(new, old) if item is old else item for item in value]
        module = compile(ast.fix_missing_locations(tree), str(ROOT / self.file), "exec")
        return next(code for code in _codes(module) if code.co_qualname == self.function)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            if "<locals>" not in constant.co_qualname:
                yield from _codes(constant)


def mutants(packages: Sequence[str]) -> list[Mutant]:
    """List every mutant; nothing in annotations, decorators, defaults, docstrings or the text of an error changes."""
    found = []
    for package in packages:
        for path in sorted(ROOT.glob(PACKAGES[package])):
            if str(path.relative_to(ROOT)) in SEARCH:
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            inside = dict(_function_nodes(tree))
            for number, node in enumerate(ast.walk(tree)):
                if node in inside:
                    function, name = inside[node], str(path.relative_to(ROOT))
                    found += [
                        Mutant(name, function, getattr(node, "lineno", 0), number, choice, change)
                        for choice, (change, _) in enumerate(changes_of(node))
                    ]
    return found


def _function_nodes(tree: ast.AST, prefix: str = "") -> Iterator[tuple[ast.AST, str]]:
    """Yield every node of a function's body with the name of the outermost function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and node.name not in DISPLAY:
            skipped: set[ast.AST] = set()
            for inner in ast.walk(node):
                if isinstance(inner, ast.Raise) and inner.exc:
                    skipped.update(ast.walk(inner.exc))
                elif isinstance(inner, ast.JoinedStr | ast.Assert):
                    skipped.update(ast.walk(inner))
                elif isinstance(inner, ast.AnnAssign):
                    skipped.update(ast.walk(inner.annotation))
            for statement in node.body:
                yield from ((n, prefix + node.name) for n in ast.walk(statement) if n not in skipped)
        elif isinstance(node, ast.ClassDef):
            yield from _function_nodes(node, f"{prefix}{node.name}.")


# -- forks -------------------------------------------------------------------------------------------------------------
def run_in_fork(task: Any, seconds: int) -> tuple[int, str]:
    """Run ``task`` in a fork of this process with a limit on its processor time: return its exit code and output."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reading)
            os.setpgid(0, 0)
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            with os.fdopen(writing, "w") as pipe:
                code = task(pipe)
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    return (os.waitstatus_to_exitcode(status), text)


def run_tests(items: Sequence[Any], session: Any, took: Mapping[str, float]) -> str:
    """Return the id of the first test that fails, or ""; a test that needs ten times its time ends the process."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        before = session.testsfailed
        signal.setitimer(signal.ITIMER_PROF, 3 + 10 * took[item.nodeid])
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed > before:
            return str(item.nodeid)
    return ""


def install(mutant: Mutant) -> bool:
    """Give every function object with the old code the new one; return whether there was one."""
    code, path = mutant.code(), str(ROOT / mutant.file)
    found = False
    gc.unfreeze()  # the tests keep what is imported out of the collector's way
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == path:
            old = each.__code__
            if old.co_qualname == mutant.function and old.co_freevars == code.co_freevars:
                each.__code__ = code
                found = True
    return found


class Session:
    """A plugin of pytest that runs the collected tests on mutants."""

    def __init__(self, chosen: Sequence[Mutant], explained: Mapping[str, str], cache: Path | None) -> None:
        self.chosen, self.explained, self.cache = chosen, explained, cache
        self.survived: list[Mutant] = []

    def pytest_runtestloop(self, session: Any) -> bool:
        items = {item.nodeid: item for item in session.items}
        started = time.monotonic()
        if self.cache and self.cache.exists():
            entered, took = json.loads(self.cache.read_text(encoding="utf-8"))
        else:
            entered, took = self._trace(session)
            if self.cache:
                self.cache.write_text(json.dumps([entered, took]), encoding="utf-8")
        print(f"\n{len(items)} tests, {len(took)} pass, {time.monotonic() - started:.0f} s", flush=True)
        for number, mutant in enumerate(self.chosen, 1):
            names = [name for name in entered.get(f"{mutant.file} {mutant.function}", ()) if name in items]
            names.sort(key=lambda name: took[name])
            outcome = self._outcome(mutant, [items[name] for name in names], session, took)
            if outcome in ("survives", "no test"):
                self.survived.append(mutant)
                outcome += " (explained)" if mutant.key in self.explained else ""
            print(f"{number:4} {outcome:12} {mutant.file}:{mutant.line} {mutant.function}: {mutant.change}", flush=True)
        return True

    def _outcome(self, mutant: Mutant, items: list[Any], session: Any, took: Mapping[str, float]) -> str:
        if not items:
            return "no test"

        def task(pipe: Any) -> int:
            if not install(mutant):
                pipe.write("not found")
                return 0
            failed = run_tests(items, session, took)
            pipe.write(failed)
            return 1 if failed else 0

        code, text = run_in_fork(task, 900)
        if text == "not found":
            return "no function"
        return "survives" if code == 0 else "killed" if code == 1 else "time"

    def _trace(self, session: Any) -> tuple[dict[str, list[str]], dict[str, float]]:
        """Return the tests that enter each function, and the seconds of each test; tests that fail are left out."""

        def task(pipe: Any) -> int:
            root, seen = str(ROOT) + os.sep, set[str]()
            prefixes = tuple(pattern.partition("*")[0] for pattern in PACKAGES.values())

            def called(frame: Any, event: str, _: Any) -> None:
                if event == "call" and frame.f_code.co_filename.startswith(root):
                    function = frame.f_code.co_qualname.partition(".<locals>")[0]
                    seen.add(f"{frame.f_code.co_filename.removeprefix(root)} {function}")

            for item, following in zip(session.items, [*session.items[1:], None], strict=True):
                seen.clear()
                before, started = session.testsfailed, time.process_time()
                sys.setprofile(called)
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                sys.setprofile(None)
                if session.testsfailed == before:
                    took = time.process_time() - started
                    functions = [name for name in seen if name.startswith(prefixes)]
                    pipe.write(json.dumps([item.nodeid, took, functions]) + "\n")
            return 0

        _, text = run_in_fork(task, 3600)
        entered, took = defaultdict[str, list[str]](list), dict[str, float]()
        for line in text.splitlines():
            name, seconds, functions = json.loads(line)
            took[name] = seconds
            for function in functions:
                entered[function].append(name)
        return dict(entered), took


def sample_mutants(packages: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """Draw a sample that stays the same where the source does: the first by a hash of seed, function and change."""
    times = Counter[str]()

    def rank(mutant: Mutant) -> str:
        times[mutant.key] += 1
        return hashlib.sha256(f"{seed} {mutant.key} {times[mutant.key]}".encode()).hexdigest()

    chosen = sorted(mutants(packages), key=rank)[:count]
    return sorted(chosen, key=lambda m: (m.file, m.line, m.node, m.choice))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=300, help="size of the sample (default: 300)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--package", action="append", choices=PACKAGES, help="default: all")
    parser.add_argument("--cache", type=Path, metavar="FILE", help="keep which tests enter which function")
    parser.add_argument("--tests", nargs="*", default=TESTS)
    options = parser.parse_args()
    os.chdir(ROOT)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    explained: dict[str, str] = json.loads(EXPLAINED.read_text(encoding="utf-8"))
    chosen = sample_mutants(options.package or tuple(PACKAGES), options.count, options.seed)
    session = Session(chosen, explained, options.cache)
    pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly", *options.tests], plugins=[session])
    unexplained = [mutant for mutant in session.survived if mutant.key not in explained]
    print(f"{len(chosen)} mutants, {len(session.survived)} survive, {len(unexplained)} of them unexplained")
    for mutant in unexplained:
        print(f"  {mutant.key}")
    return 1 if len(unexplained) > MOST_SURVIVORS * len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
