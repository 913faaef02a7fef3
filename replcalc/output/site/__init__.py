"""The theory as a book that one can walk: a page for each statement, the graph of uses, tables, errata, search."""
