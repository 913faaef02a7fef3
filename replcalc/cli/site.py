"""``replcalc site``: the theory as pages that need no server."""

import click

from replcalc.numbers.files import check_output_directory, write_text


@click.command()
@click.argument("directory", metavar="DIR")
def site(directory: str) -> None:
    """Write the theory to DIR: a page for each statement, the graph of uses, methods, claims, errata, proofs, search.

    Open DIR/index.html; no server is needed. Pages that are there already are replaced, other files are left alone.

    \b
    Examples:
      replcalc site book
      replcalc site public/theory
    """
    place = check_output_directory("DIR", directory)
    from replcalc.output.site import build_site

    count = build_site(place, write_text)
    click.echo(f"{count} files written to {place}; open {place / 'index.html'}")
