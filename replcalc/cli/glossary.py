"""``replcalc glossary``: the words of the screens."""

from __future__ import annotations

import click

from replcalc.cli import completion
from replcalc.cli.common import emit, print_options, with_next


@click.command()
@click.argument("word", nargs=-1, shell_complete=completion.words)
@click.option("--all", "full", is_flag=True, help="Every word with its meaning.")
@print_options
def glossary(word: tuple[str, ...], full: bool) -> None:
    """Explain WORD, or every word that tables, headings and errors use.

    \b
    Examples:
      replcalc glossary vacuous
      replcalc glossary sampling rounds
    """
    from replcalc.render.glossary import glossary_report

    told = "" if word or full else "glossary WORD (its meaning)  glossary --all (every meaning)"
    emit(with_next(glossary_report(" ".join(word) or None, full=full), told))
