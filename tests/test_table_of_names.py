"""The one table of names: everything in it is there, and nobody keeps names of its own."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import click

import replcalc
from replcalc import api, names
from replcalc.cli.main import cli
from replcalc.output.published_tables import BUILDERS
from replcalc.planning.registry import kinds
from replcalc.sweeps.commands import COMMANDS as SWEPT
from replcalc.web.forms import PAGES


def test_every_command_is_where_the_table_says() -> None:
    context = click.Context(cli)
    assert cli.list_commands(context) == list(names.COMMANDS)
    for name, command in names.COMMANDS.items():
        found = cli.get_command(context, name)
        assert found is not None and found.name == name
        assert command.says.endswith(".") and found.short_help == command.says
        assert command.kind in ("", *kinds())


def test_every_function_is_where_the_table_says() -> None:
    assert set(replcalc.__all__) == {"__version__", *names.FUNCTIONS} <= set(dir(replcalc))
    for name, module in names.FUNCTIONS.items():
        assert getattr(replcalc, name) is not None
        assert not module.startswith("replcalc.api.") or callable(getattr(api, name))


def test_what_type_checkers_are_told_is_what_the_table_says() -> None:
    told = {
        alias.name: node.module
        for node in ast.walk(ast.parse(Path(api.__file__).read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("replcalc.api.")
        for alias in node.names
    }
    assert told == {name: module for name, module in names.FUNCTIONS.items() if module.startswith("replcalc.api.")}


def test_sweeps_pages_and_tables_have_no_names_of_their_own() -> None:
    assert set(SWEPT) <= set(names.COMMANDS) and set(PAGES) <= set(names.COMMANDS)
    assert {name: command.kind for name, command in SWEPT.items()} == {
        name: names.COMMANDS[name].kind for name in SWEPT
    }
    assert tuple(BUILDERS) == names.TABLES


def test_the_table_is_light() -> None:
    code = "import sys, replcalc; before = set(sys.modules); dir(replcalc); print(*(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "replcalc.names" in loaded and [m for m in loaded if m.startswith("replcalc.")] == ["replcalc.names"]
