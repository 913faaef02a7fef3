"""The index of statements says what the modules say, and a statement is built when it is asked for."""

import pickle
import subprocess
import sys

from replcalc.statements.catalogue import entries, entry, theories


def test_the_index_is_current():
    """If this fails, run: python -m replcalc.statements.catalogue"""
    for theory in theories():
        assert theory.entries == theory.loaded_entries(), theory.name


def test_a_statement_is_built_when_it_is_asked_for():
    program = (
        "import sys; from replcalc.statements.catalogue import entry, used_by\n"
        "entry('lm:pg_to_replic').statement; used_by('lm:pg_to_replic')\n"
        "print([name for name in sys.modules if name.startswith('replcalc.sharper.') and 'statement' in name])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert found.stdout.strip() == "[]"


def test_catalogued_statements_are_pickled_by_their_label():
    for about in entries().values():
        assert pickle.loads(pickle.dumps(about.statement)) is about.statement
    assert len(pickle.dumps(entry("thm:main").statement)) < 300
