"""Where results will be written: tried before anything is computed, so that no work is lost to a wrong place."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from replcalc.numbers.errors import InputError

_TEMPORARY = ".tmp"


def writable_file(argument: str, text: str) -> Path:
    """The path of a file that can be made; one that is there stays as it is."""
    path = Path(text)
    allowed = "a file in a directory that exists and can be written"
    try:
        place = path.resolve()  # a symbolic link is followed
        if place.is_symlink():  # links in a circle: an error only before Python 3.13
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if not text or place.is_dir() or not place.parent.is_dir():
            raise InputError(argument, text, allowed)
        _try(place.parent, place.name)
    except (OSError, ValueError, RuntimeError) as error:  # the last: links in a circle
        raise InputError(argument, text, allowed, _reason(error)) from None
    return path


def writable_directory(argument: str, text: str) -> Path:
    """The path of a directory that is there and can be written, or can be made (nothing is left behind)."""
    path = Path(text)
    allowed = "a directory that can be written"
    try:
        if not text or (path.exists() and not path.is_dir()):
            raise InputError(argument, text, allowed)
        there = next(parent for parent in (path, *path.parents) if parent.exists())
        if there != path:
            (there / path.relative_to(there).parts[0]).mkdir()
            (there / path.relative_to(there).parts[0]).rmdir()
        _try(there, "x")
    except (OSError, ValueError) as error:
        raise InputError(argument, text, allowed, _reason(error)) from None
    return path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary file in the same directory that takes the place of ``path`` at the end: nobody sees half a file.

    A new file has the permissions that the umask leaves, one that was there keeps its own. A symbolic link stays: what
    it points to is replaced. What the system refuses names ``path``, not the temporary file.
    """
    place = path.resolve()
    temporary = place.with_name(f"{place.name}{secrets.token_hex(4)}{_TEMPORARY}")
    try:
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


def remove_leftovers(path: Path) -> None:
    """Temporary files of ``replacing(path)`` that a kill left behind."""
    place = path.resolve()
    pattern = re.compile(re.escape(place.name) + "[0-9a-f]{8}" + re.escape(_TEMPORARY))
    for other in place.parent.iterdir():
        if pattern.fullmatch(other.name):
            other.unlink(missing_ok=True)


def readable_directory(argument: str, text: str, allowed: str) -> Path:
    """The path of a directory that is there."""
    try:
        if text and Path(text).is_dir():
            return Path(text)
        problem = ""
    except (OSError, ValueError) as error:
        problem = _reason(error)
    raise InputError(argument, text, allowed, problem)


def _try(directory: Path, name: str) -> None:
    """Make a file beside the one to be, with room for what a temporary name adds, and remove it."""
    handle, temporary = tempfile.mkstemp(dir=directory, prefix=name, suffix=".try")
    os.close(handle)
    os.unlink(temporary)


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)
