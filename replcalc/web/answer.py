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
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(complaints), suppress(SystemExit):
            cli.main(args=words, prog_name="replcalc", standalone_mode=False, obj=collected)
        if not collected.reports:
            return {"option": "", "error": complaints.getvalue().strip() or "nothing was answered"}
        report, digits = collected.reports[-1]
        found = {"json": render(report, "json", digits)}
        if not as_json:
            found |= {"title": report.title, "verdict": "", "html": render_html_fragment(report), "more": ""}
            found["note"] = shorten_to_line(complaints.getvalue()) if complaints.getvalue().strip() else ""
            assumed = getattr(getattr(report.answer, "question", None), "assumed", {})
            return {**found, "assumed": {name: format_cell(about.value) for name, about in assumed.items()}}
        return found
    except click.ClickException as error:
        parameter = getattr(error, "param", None)
        return {"option": parameter.opts[0] if parameter else "", "error": shorten_to_line(error.format_message())}
    except InputError as error:
        option = to_option(error.argument)
        return {"option": option, "error": shorten_to_line(error.message(option))}
    except ReplcalcError as error:
        return {"option": "", "error": shorten_to_line(str(error))}
    except (MemoryError, RecursionError, OverflowError):
        return {"option": "", "error": "these numbers are too large to compute with; ask for smaller ones"}


def main() -> None:
    seconds, megabytes = map(int, sys.argv[1:])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    sys.set_int_max_str_digits(0)
    asked = json.load(sys.stdin)
    json.dump(answer(asked["words"], asked["as_json"]), sys.stdout)


if __name__ == "__main__":
    main()
