"""Ending signals where no exception may pass: inside C code that calls back into Python, or while processes start.

An exception that a handler raises inside such a callback is printed and forgotten, or leaves half of a cluster behind.
So a handler calls ``interrupt``: it raises at once where nothing is held, and otherwise when ``held`` is left.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flint import acb

_depth = 0
_waiting: BaseException | None = None


def interrupt(reason: BaseException) -> None:
    """What the handler of a signal does: raise ``reason``, now or as soon as nothing is held."""
    global _waiting
    if not _depth:
        raise reason
    _waiting = reason


@contextmanager
def held() -> Iterator[None]:
    """Within it an interrupt waits. Signals reach the main thread alone, so elsewhere there is nothing to hold."""
    global _depth, _waiting
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if not _depth and _waiting is not None:
            reason, _waiting = _waiting, None
            raise reason


def integral(function: Callable[[acb, bool], acb], start: acb, end: acb, **tolerances: Any) -> acb:
    """``acb.integral``, whose callbacks an interrupt does not enter: it makes what is left of them worthless and short.

    The result is then not a number, and nobody sees it.
    """
    from flint import acb

    def callback(x: acb, analytic: bool) -> acb:
        return acb("nan") if _waiting is not None else function(x, analytic)

    with held():
        return acb.integral(callback, start, end, **tolerances)
