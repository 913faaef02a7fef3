"""Write files safely: refuse a wrong path before anything is computed, then write the file whole or not at all.

An output is refused if it exists and is no regular file (a device, a pipe, a directory), if the command reads it, or if
it holds something else than what the command writes there. Standard output is written directly.
"""

import errno
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from replcalc.numbers.errors import InputError

#: What names standard output in place of a file.
STDOUT = Path("/dev/stdout")
_STDOUT_TEXTS = ("-", str(STDOUT))
_TEMPORARY = ".tmp"
_HEAD_BYTES = 4096


@dataclass(frozen=True)
class FileKind:
    """A kind of file, recognised by a pattern for its first bytes."""

    name: str
    begins: bytes

    def holds(self, path: Path) -> bool:
        """Return whether the file is empty or of this kind."""
        with path.open("rb") as stream:
            head = stream.read(_HEAD_BYTES)
        return not head or re.match(self.begins, head, re.IGNORECASE | re.DOTALL) is not None


RECEIPT = FileKind("a receipt", rb'\{\s*"schema": "replcalc-receipt/')
STUDY = FileKind("a study", rb'\{\s*"schema": "replcalc-study/')
HTML = FileKind("an HTML page", rb"\s*<(!doctype html|html)")
CERTIFICATE = FileKind("a certificate", rb'\s*\{\s*"(conclusion|claim|schema)"')
CSV = FileKind("a table of a sweep", rb"[^\n]*,status[,\n\r]")
JSONL = FileKind("lines of JSON", rb'\s*\{"')
PNG = FileKind("a PNG image", rb"\x89PNG")
PDF = FileKind("a PDF file", rb"%PDF")
SVG = FileKind("an SVG image", rb"\s*(<\?xml|<svg)")
BY_SUFFIX = {".html": HTML, ".htm": HTML, ".csv": CSV, ".jsonl": JSONL, ".png": PNG, ".pdf": PDF, ".svg": SVG}


def check_output(option: str, text: str, kind: FileKind, reads: Iterable[str | Path] = ()) -> Path:
    """Return the path of a file that can be written; raise before any work is lost to a wrong path.

    Args:
        option: The option or argument, as errors name it.
        text: The path; ``-`` and ``/dev/stdout`` are standard output.
        kind: What is written; an existing file of another kind is refused.
        reads: Files that the command reads, which are never overwritten (``-``: standard input).
    """
    if is_stdout(text):
        return STDOUT
    allowed = "a file in a directory that exists and can be written"
    path = Path(text)
    try:
        if not text or path.is_dir():
            raise InputError(option, text, allowed, "it is a directory" if text else "")
        place = _resolve(path)
        if not place.parent.is_dir():
            raise InputError(option, text, allowed, "no such directory")
        if place.exists():
            _check_existing(option, text, place, kind, reads)
        _create_beside(place.parent, place.name)
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: a loop of links, before Python 3.13
        raise InputError(option, text, allowed, _reason(error)) from None
    return path


def is_stdout(text: object) -> bool:
    """Return whether an output names standard output."""
    return str(text) in _STDOUT_TEXTS


def _check_existing(option: str, text: str, place: Path, kind: FileKind, reads: Iterable[str | Path]) -> None:
    found = place.stat()
    if not stat.S_ISREG(found.st_mode):
        raise InputError(option, text, "a new file, or a regular one", "this is a device, a pipe or a socket")
    for source in (1, *reads):
        with suppress(OSError, ValueError):
            if os.path.samestat(found, os.stat(0 if str(source) == "-" else source)):
                raise InputError(option, text, "another file than the command reads or prints to")
    if not kind.holds(place):
        raise InputError(option, text, f"a new file, or {kind.name}", "the file there is of another kind; remove it")


def check_output_directory(option: str, text: str) -> Path:
    """Return the path of a directory that can be written, or can be created; nothing is left behind."""
    path = Path(text)
    allowed = "a directory that can be written"
    try:
        if not text or (path.exists() and not path.is_dir()):
            raise InputError(option, text, allowed)
        existing = next(parent for parent in (path, *path.parents) if parent.exists())
        if existing != path:
            (existing / path.relative_to(existing).parts[0]).mkdir()
            (existing / path.relative_to(existing).parts[0]).rmdir()
        _create_beside(existing, "x")
    except (OSError, ValueError) as error:
        raise InputError(option, text, allowed, _reason(error)) from None
    return path


def check_input_directory(option: str, text: str, allowed: str) -> Path:
    """Return the path of a directory that exists."""
    try:
        if text and Path(text).is_dir():
            return Path(text)
        problem = ""
    except (OSError, ValueError) as error:
        problem = _reason(error)
    raise InputError(option, text, allowed, problem)


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Yield a temporary file in the same directory, which replaces ``path`` at the end.

    A new file has the permissions that the umask leaves, an existing one keeps its own. A symbolic link stays: the file
    it points to is replaced. An existing path that is no regular file is never replaced: OSError. Errors of the system
    name ``path``, not the temporary file. Standard output gets the contents at the end.
    """
    if path == STDOUT:
        with tempfile.TemporaryDirectory() as folder:
            temporary = Path(folder, "output")
            temporary.touch()
            yield temporary
            sys.stdout.flush()
            sys.stdout.buffer.write(temporary.read_bytes())
            sys.stdout.buffer.flush()
        return
    place = path.resolve()
    temporary = place.with_name(f"{place.name}{secrets.token_hex(4)}{_TEMPORARY}")
    try:
        if place.exists() and not place.is_file():
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        yield temporary
        if place.exists():
            shutil.copymode(place, temporary)
        os.replace(temporary, place)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, str(temporary)):
            error.filename = str(path)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8, atomically; directories are created."""
    if path != STDOUT:
        path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="")


def _resolve(path: Path) -> Path:
    place = path.resolve()
    if place.is_symlink():  # a loop of links: an error only before Python 3.13
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return place


def _create_beside(directory: Path, name: str) -> None:
    """Create a file beside the output, with room for what a temporary name adds, and remove it."""
    handle, temporary = tempfile.mkstemp(dir=directory, prefix=name, suffix=".try")
    os.close(handle)
    os.unlink(temporary)


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)
