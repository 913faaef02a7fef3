"""Check that malformed command lines are refused in one readable line, and soon.

    python benchmarks/strange_lines.py                       seed 0, 500 lines
    python benchmarks/strange_lines.py --seed 7 --count 9    other lines

A strange line is an example from the help of a command with words changed, dropped, added or repeated: whatever is
typed, there is an answer or one readable line, within ``SECONDS``. Everything runs in this process, in a temporary
directory; every path that a line names is inside it. The exit code is 1 if a line is answered otherwise.
"""

import argparse
import io
import random
import re
import shlex
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import click

#: Processor time that one line may take.
SECONDS = 20


@dataclass(frozen=True)
class Completed:
    """What a line printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Completed]


def run_in_process(*words: str) -> Completed:
    """Run a command line without a new process; standard input is one list."""
    from replcalc.cli.main import main

    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True), io.StringIO()
    stdin, sys.stdin, code = sys.stdin, io.StringIO("100,200\n"), 0
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main(list(words))
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdin = stdin
    return Completed(code, out.buffer.getvalue().decode(), err.getvalue())


#: Commands that do not end by themselves or take long; each has tests of its own.
LEFT_OUT = {"serve", "site", "sweep", "plot", "verify"}
#: No path leaves the directory, so that nothing outside it is read or written, whatever option the word follows.
STRANGE = (
    *("", " ", "0", "-1", "1", "2", "0.5", "1/3", ".5", "5.", "1e-40", "1e-300", "1e-5001", "1e400", "1e99999999"),
    *("nan", "inf", "1/0", "1/-3", "0.99999999999999999999", "0x10", "1_000", "１", "+5", "1e", "9" * 400, "10%"),
    *("banana", "é漢", "\x1b[31m", "%s{}", "a" * 3000, "\udcff", "a\0b", "--", "=1", "None", "True", "[1,2]"),
    *("100x0", "x3", "3x", "1x1000000000", "5x1e9", "1,,2", "1," * 300 + "1", "0.1,0.2", "1,0", "0,1e308"),
    *("@nowhere", "@data.csv", "@", "-", "data.csv", "missing/x", "all", "text", "json", "joint", "thm:main"),
    *("C_pg=0", "C_pg=1e400", "q=a>", "q=" + "(" * 300, "q=a**b", "x=1and a", "x in (0,1)", "zz", "a:0..1:0.1"),
)


def find_commands(command: click.Command, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], click.Command]:
    """Find every command below a group."""
    found = {path: command} if path else {}
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if name not in LEFT_OUT and below is not None:
                found |= find_commands(below, (*path, name))
    return found


def strange_line(draw: random.Random) -> list[str]:
    """Draw a command line that differs in a few words from one that makes sense."""
    from replcalc.cli.main import cli

    path, command = draw.choice(list(find_commands(cli).items()))
    text = re.sub(r"\\\n *", "", (command.help or "").partition("Examples:")[2])
    examples = re.findall(r"^ *replcalc (.*)$", text, re.MULTILINE) or [" ".join(path)]
    words = shlex.split(draw.choice(examples))
    known = [p for p in command.params if isinstance(p, click.Option)]
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        places = [i for i in range(1, len(words)) if not words[i].startswith("--")]
        match draw.choice(("change", "change", "change", "add", "add", "drop", "repeat", "extra")):
            case "change" if places:
                words[draw.choice(places)] = draw.choice(STRANGE)
            case "add" if known:
                option = draw.choice(known)
                words += [option.opts[0]] if option.is_flag else [option.opts[0], draw.choice(STRANGE)]
            case "drop" if len(words) > 1:
                del words[draw.randrange(1, len(words))]
            case "repeat" if len(words) > 1:
                words.append(words[draw.randrange(1, len(words))])
            case _:
                words.append(draw.choice(STRANGE))
    return words


class TooLong(BaseException):
    """Not an Exception: nothing may swallow it."""


def limited(run: Run, *words: str) -> Completed:
    """Run a line, which has SECONDS of processor time."""

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return run(*words)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def complaint(words: Sequence[str], run: Run) -> str:
    """Say what is wrong with the outcome of a line; nothing if it is an answer or one readable line."""
    try:
        done = limited(run, *words)
    except TooLong:
        return f"takes longer than {SECONDS} s"
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    lines = done.err.splitlines()
    if done.code not in (0, 1, 2, 3) or "Traceback" in done.out + done.err:
        return f"exit code {done.code}: {done.err[:300]}"
    if any(len(each) > 230 for each in lines):
        return f"an error line of {max(map(len, lines))} characters"
    if done.code == 2 and (len(lines) != 1 or done.out):
        return f"a wrong command line gives {len(lines)} lines on stderr: {done.err[:200]}"
    if done.code == 1 and not (done.err or done.out).strip():
        return "exit code 1 without a reason"
    if done.code == 0 and (done.err or not done.out.strip()):
        return f"no answer, or something on stderr: {done.err[:200]}"
    return ""


def write_files(folder: Path) -> None:
    """Write the files that examples of the help name."""
    rows = "\n".join(f"{i % 7 / 7:.3f},{i % 5 / 5:.3f},{('old', 'new')[i % 2]},{i % 3 % 2}" for i in range(3000))
    for name in ("data.csv", "ab.csv", "log.csv", "visits.csv", "ours.csv"):
        (folder / name).write_text(f"a,b,page,bought\n{rows}\n")
    (folder / "problems.csv").write_text("name,n,rho0\nx,100,0.01\n")


def one_line(words: Sequence[str]) -> str:
    """Return a command line as it can be typed, with long words shortened."""
    line = shlex.join(word if len(word) < 300 else word[:20] + "..." for word in words)
    return f"replcalc {line.encode(errors='backslashreplace').decode()}"


def main() -> int:
    """Check lines; return 1 if something is wrong."""
    parser = argparse.ArgumentParser(description="Malformed command lines are refused in one readable line.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=500)
    chosen = parser.parse_args()
    draw, wrong = random.Random(chosen.seed), 0
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        write_files(Path(folder))
        for _ in range(chosen.count):
            words = strange_line(draw)
            if found := complaint(words, run_in_process):
                wrong += 1
                print(f"{found}\n    {one_line(words)}", flush=True)
    print(f"{chosen.count} lines, {wrong} of them answered wrongly")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
