"""The ``replcalc`` command: a lazy group that turns errors into messages and exit codes."""

import io
import os
import re
import signal
import sys
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from traceback import extract_tb
from typing import Any

import click

from replcalc import __version__
from replcalc.names import COMMANDS
from replcalc.numbers.errors import LINE, InputError, ReplcalcError

#: Retired commands, and what to type instead.
RETIRED = {
    "amplify": "compose --n N --rho0 R0 --rho R (one algorithm)",
    "waterfall": "compose --explain",
    "queries": "plan means --k K --alpha A --rho R --beta B",
    "arms": "plan choose --options A --k K",
    "choose": "plan choose --options A",
    "test": "plan test",
    "ab": "plan ab",
    "list": "show",
    "glossary": "show WORD",
    "tables": "table --write or table --check",
}

#: Commands that may compute for long and have no progress of their own.
LONG = ("compose", "pg-compose", "boost", "plan", "lower-bound", "derive", "prove", "table")

#: The exit code of a bug of this program (EX_SOFTWARE of sysexits.h), and its message.
FAULT = 70
OURS = "this is a bug in replcalc; please report it"


class LazyGroup(click.Group):
    """A group that knows every command's name and help without importing it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].parsed.partition(":")
        place = module if "." in module else f"replcalc.cli.{module}"
        command: click.Command = getattr(import_module(place), attribute)
        command.short_help = COMMANDS[cmd_name].says
        return command

    def invoke(self, ctx: click.Context) -> Any:
        words = ctx._protected_args if hasattr(ctx, "_protected_args") else ctx.protected_args
        try:
            if not words or words[0] not in LONG:
                return super().invoke(ctx)
            from replcalc.cli.common import ProgressBar

            with ProgressBar("computing"):
                return super().invoke(ctx)
        except BrokenPipeError:  # before click turns it into "a check failed"
            _exit_quietly(141)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.says) for name, entry in COMMANDS.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] in RETIRED and args[0] not in COMMANDS:
            raise click.UsageError(f"no command '{args[0]}' any more; type {RETIRED[args[0]]}", ctx)
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(args[0], COMMANDS, 2)
            hint = f"; did you mean {' or '.join(close)}?" if close else "; see replcalc --help"
            raise click.UsageError(f"no command '{args[0]}'{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="replcalc")
@click.option("--cite", is_flag=True, help="BibTeX of this tool and of the paper (show LABEL --cite: of a statement).")
@click.pass_context
def cli(ctx: click.Context, cite: bool) -> None:
    """The accountant for replicable algorithms: samples, parameters, derivations, rigorous enclosures.

    Numbers are exact (0.1, 1/10 and 1e-40 mean exactly that); logarithms are natural; every real is enclosed.

    \b
    Examples:
      replcalc compose --n 100x1000 --rho 0.01 --beta0 1e-6
      replcalc show replicability
    """
    if cite:
        if ctx.invoked_subcommand is not None:
            raise InputError("--cite", ctx.invoked_subcommand, "no command beside it", "replcalc show LABEL --cite")
        from replcalc.output.catalogue import format_tool_bibtex

        click.echo(format_tool_bibtex(), nl=False)
    elif ctx.invoked_subcommand is None:  # no command: print the help
        click.echo(ctx.get_help())


def main(argv: list[str] | None = None) -> None:
    """Run the command line; errors are one line on stderr, never a traceback."""
    sys.set_int_max_str_digits(0)  # sample sizes may have thousands of digits
    _install_signal_handlers()
    _replace_closed_streams()
    try:
        _require_text(sys.argv[1:] if argv is None else argv)
        code = cli.main(args=argv, prog_name="replcalc", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except (click.exceptions.Abort, KeyboardInterrupt):
        _exit_quietly(130)
    except BrokenPipeError:
        _exit_quietly(141)
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        where = context.command_path if context is not None else "replcalc"
        print_error(_add_hint(error), where)
        sys.exit(2)
    except InputError as error:
        print_error(error.message(_find_typed_option(error, sys.argv[1:] if argv is None else argv)))
        sys.exit(error.exit_code)
    except ReplcalcError as error:
        print_error(str(error))
        sys.exit(error.exit_code)
    except OSError as error:  # a full disk, a removed directory, ...
        place = f" ({error.filename})" if error.filename else ""
        with suppress(OSError, ValueError):
            print_error(f"cannot read or write{place}: {error.strerror or error}")
        _exit_quietly(1)
    except (RecursionError, MemoryError) as error:
        print_error(f"the input is too large for this machine ({type(error).__name__})")
        sys.exit(2)
    except ModuleNotFoundError as error:  # run from a folder, or by another Python than it was installed with
        if str(error.name).startswith("replcalc"):
            print_error(f"{OURS}, with the command line: {_describe_origin(error)}")
            sys.exit(FAULT)
        print_error(f"this Python ({sys.executable}) has no module '{error.name}'; pip install . brings what is needed")
        sys.exit(2)
    except Exception as error:
        print_error(f"{OURS}, with the command line: {_describe_origin(error)}")
        sys.exit(FAULT)


def print_error(message: str, where: str = "replcalc") -> None:
    """Print one line; a message may quote anything that a user typed."""
    click.echo(shorten_to_line(f"{where}: {message}"), err=True)


def shorten_to_line(message: str) -> str:
    """Return at most LINE printable characters: the beginning and the end of a longer text."""
    text = "".join(c if c.isprintable() else "?" for c in " ".join(message.split()))
    return text if len(text) <= LINE else text[: LINE - 73] + "..." + text[-70:]


#: (command, option that does not exist there) -> what to type instead
HINTS = {
    ("compose", "--k"): "say how many in --n: 100x10 is ten algorithms of 100 samples",
    ("compose", "--eps"): "pg-compose composes algorithms by their eps and delta",
    ("compose", "--alpha"): "accuracy is an option of plan and boost",
    ("means", "--n"): "the samples are the answer; --k is the number of means",
}


def _add_hint(error: click.ClickException) -> str:
    """Return the error message, with a hint if another option does this."""
    context = getattr(error, "ctx", None)
    if context is not None and context.info_name == "compose" and "extra argument" in error.format_message():
        return f"{error.format_message()}; a list of samples goes to --n"
    if not isinstance(error, click.NoSuchOption) or context is None:
        return error.format_message()
    hint = HINTS.get((context.info_name or "", error.option_name))
    if context.info_name in ("plot", "sweep"):
        name = error.option_name.lstrip("-")
        hint = f"inputs go to --set {name}=VALUE or --vary {name}=VALUES"
    return f"no option {error.option_name}; {hint}" if hint else error.format_message()


def _install_signal_handlers() -> None:
    """Let Ctrl-C and termination unwind as exceptions, so that temporary files are removed and workers end."""
    with suppress(ValueError, OSError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def _replace_closed_streams() -> None:
    """Replace streams that the caller closed: input is empty, errors are dropped, a missing output is an error."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        click.echo("replcalc: standard output is closed", err=True)
        sys.exit(1)
    if isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):  # PYTHONUNBUFFERED: a short write loses the rest
        sys.stdout = open(sys.stdout.fileno(), "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _require_text(words: list[str]) -> None:
    """Refuse a word with bytes that are no UTF-8, naming the option before it."""
    for place, word in enumerate(words):
        try:
            word.encode()
        except UnicodeEncodeError:
            option, equals, _ = word.partition("=")
            if not (equals and option.startswith("--")):
                option = words[place - 1] if place and words[place - 1].startswith("-") else "ARGUMENT"
            raise InputError(option, ascii(word)[1:-1], "text in UTF-8") from None


#: Options whose values have names of columns in them.
_WITH_COLUMNS = ("--columns", "--column", "--expressions", "--expression", "--query", "--where", "--group-by")


def _find_typed_option(error: InputError, words: list[str]) -> str:
    """Return the option of an error: where another one was typed with that value (-o, --by), that one."""
    option, value = to_option(error.argument), str(error.value)
    typed = [(word, given) for word, given in pairwise(words) if word.startswith("-")]
    typed += [(name, given) for name, equals, given in (word.partition("=") for word in words) if equals]
    if not option.startswith("-") or (option != "--columns" and any(name == option for name, _ in typed)):
        return option
    matching = [name for name, given in typed if name.startswith("-") and value in (given, *given.split(","))]
    if not matching and option == "--columns":  # a column in an expression or a condition
        word = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)")
        matching = [name for name, given in typed if name in _WITH_COLUMNS and word.search(given)]
    return matching[0] if matching and option not in matching else option


def to_option(argument: str) -> str:
    """Return the option for an argument of the library: ``max_strings`` is ``--max-strings``.

    A name in capitals is an operand (NAME, PROBLEM); a name that begins with a dash is an option already.
    """
    if argument.startswith("-") or argument[:1].isupper():
        return argument
    name, space, rest = argument.partition(" ")
    return f"--{name.replace('_', '-')}{space}{rest}"


def _describe_origin(error: Exception) -> str:
    """Return the type and message of an error, with the last line of this package in its traceback."""
    ours = [frame for frame in extract_tb(error.__traceback__) if "replcalc" in Path(frame.filename).parts]
    place = f" ({'/'.join(Path(ours[-1].filename).parts[-2:])}:{ours[-1].lineno})" if ours else ""
    return f"{type(error).__name__}: {error}{place}"


def _exit_quietly(code: int) -> None:
    """Exit without Python's message about a closed pipe at shutdown."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


if __name__ == "__main__":
    main()
