"""Where results will be written: tried before anything is computed, so that no work is lost to a wrong place."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from replcalc.numbers.errors import InputError


def writable_file(argument: str, text: str) -> Path:
    """The path of a file that can be made; one that is there stays as it is."""
    path = Path(text)
    allowed = "a file in a directory that exists and can be written"
    try:
        if not text or path.is_dir() or not path.parent.is_dir():
            raise InputError(argument, text, allowed)
        _try(path.parent, path.name)
    except (OSError, ValueError) as error:
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
    """A temporary file in the same directory that takes the place of ``path`` at the end: nobody sees half a file."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


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
