"""``replcalc glossary``: the words of the screens."""

from __future__ import annotations

import click

from replcalc.cli import completion
from replcalc.cli.common import emit, print_options


@click.command()
@click.argument("word", nargs=-1, shell_complete=completion.words)
@print_options
def glossary(word: tuple[str, ...]) -> None:
    """Explain WORD, or every word that tables, headings and errors use.

    \b
    Examples:
      replcalc glossary vacuous
      replcalc glossary sampling rounds
    """
    from replcalc.render.glossary import glossary_report

    emit(glossary_report(" ".join(word) or None))
