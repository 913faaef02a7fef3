"""Mixin that renders a result by importing its renderer lazily.

Renderers are named, not imported: core packages do not depend on ``output``, which is loaded on first use.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar


class LazyMapping(Mapping[str, Any]):
    """A mapping that is computed on first access."""

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, Any]:
        return self._make()

    def __getitem__(self, key: str) -> Any:
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self._made),)


class Renderable:
    """Mixin of answers: a short repr, tables in a notebook, a dictionary, a data frame, the command's text.

    ``_writer``: the module under ``replcalc.output`` and the function in it that write the value as a Document.
    """

    _writer: ClassVar[tuple[str, str]]

    def report(self, **options: Any) -> Any:
        """Return the Document that the command line prints; ``explain=True`` where the command has --explain."""
        module, function = self._writer
        return getattr(import_module(f"replcalc.output.{module}"), function)(self, **options)

    def to_dict(self, digits: int | None = None) -> dict[str, Any]:
        """Return the JSON of the command as a dictionary: reals as decimal strings that enclose them."""
        found: dict[str, Any] = self.report().to_dict(digits or getattr(self, "digits", 20))
        return found

    def to_frame(self, library: str | None = None) -> Any:
        """Return the table of the command's CSV as a frame of "pandas" or "polars", by default of what is installed."""
        return self.report().to_frame(library)

    def to_html(self, digits: int | None = None) -> str:
        """Return the answer as one self-contained page: what --format html prints."""
        found: str = self.report().to_html(digits or getattr(self, "digits", 20))
        return found

    def _summary(self) -> str:
        return str(self.report().title)

    def __dir__(self) -> list[str]:
        """Return the public names for completion."""
        return [name for name in super().__dir__() if not name.startswith("_") or name.startswith("__")]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._summary()}>"

    def __str__(self) -> str:
        return str(self.report())

    def _repr_html_(self) -> str:
        shown: str = self.report()._repr_html_()
        return shown

    def _repr_latex_(self) -> str:
        shown: str = self.report()._repr_latex_()
        return shown
