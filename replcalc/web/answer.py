"""Answer one question in a process of its own: ``python -m replcalc.web.answer SECONDS MEGABYTES`` reads it on stdin.

Input and output are JSON. The command runs as on the command line, with the same parser and the same errors.
"""

import io
import json
import resource
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import Any

import click

from replcalc.cli.common import CapturedReports
from replcalc.cli.main import cli, shorten_to_line, to_option
from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.output.document import format_cell
from replcalc.output.formats import render, render_html_fragment


def answer(words: list[str], as_json: bool) -> dict[str, Any]:
    """Run a command; return the parts of its answer, or ``error`` and the ``option`` it is about."""
    collected, complaints = CapturedReports(), io.StringIO()
    option = ""
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(complaints), suppress(SystemExit):
            cli.main(args=words, prog_name="replcalc", standalone_mode=False, obj=collected)
        note = shorten_to_line(complaints.getvalue())
        if not collected.reports:
            return {"option": "", "error": note or "nothing was answered"}
        report, digits = collected.reports[-1]
        if as_json:
            return {"json": render(report, "json", digits)}
        assumed = getattr(getattr(report.answer, "question", None), "assumed", {})
        values = {name: format_cell(about.value) for name, about in assumed.items()}
        return {"title": report.title, "html": render_html_fragment(report), "note": note, "assumed": values}
    except click.ClickException as error:
        parameter = getattr(error, "param", None)
        option, text = parameter.opts[0] if parameter else "", error.format_message()
    except InputError as error:
        option = to_option(error.argument)
        text = error.message(option)
    except ReplcalcError as error:
        text = str(error)
    except (MemoryError, RecursionError, OverflowError):
        text = "these numbers are too large to compute with; ask for smaller ones"
    return {"option": option, "error": shorten_to_line(text)}


def main() -> None:
    seconds, megabytes = map(int, sys.argv[1:])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    sys.set_int_max_str_digits(0)
    json.dump(answer(**json.load(sys.stdin)), sys.stdout)


if __name__ == "__main__":
    main()
