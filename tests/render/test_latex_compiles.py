"""LaTeX output compiles, where a LaTeX is installed."""

import shutil
import subprocess

import pytest

PACKAGES = ("amsmath", "amssymb", "booktabs")


def missing():
    """What LaTeX lacks here: the program, or a package that the output needs (each is looked up, not guessed)."""
    if shutil.which("pdflatex") is None:
        return "pdflatex"
    found = {p: subprocess.run(["kpsewhich", f"{p}.sty"], capture_output=True, check=False).returncode for p in PACKAGES}
    return ", ".join(p for p, code in found.items() if code)


pytestmark = pytest.mark.skipif(bool(missing()), reason=f"LaTeX lacks {missing()}")

WRAP = r"\documentclass{article}\usepackage{amsmath,amssymb,booktabs}\begin{document}\tiny %s \end{document}"


def compiles(text, folder):
    source = folder / "output.tex"
    source.write_text(text, encoding="utf-8")
    result = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", source.name], cwd=folder, capture_output=True, text=True
    )  # fmt: skip
    return result.returncode == 0, result.stdout[-1500:]


@pytest.mark.parametrize("name", ["paper", "thm:main", "thm:boost_beta"])
def test_derivations(replcalc, tmp_path, name):
    good, log = compiles(replcalc("derive", name, "--format", "latex").out, tmp_path)
    assert good, log


@pytest.mark.parametrize("args", [("list",), ("show", "lm:pg_compose_het"), ("compose", "--n", "3,4", "--rho", "0.1", "--explain")])
def test_tables(replcalc, tmp_path, args):
    good, log = compiles(WRAP % replcalc(*args, "--format", "latex").out, tmp_path)
    assert good, log


def test_every_statement(tmp_path):
    from replcalc.theories.catalogue import statements

    lines = [rf"\[ {c.latex()} \]" for s in statements() for c in s.gives]
    good, log = compiles(WRAP % "\n".join(lines), tmp_path)
    assert good, log
    assert not compiles(WRAP % r"\[ \frac{1}{ \]", tmp_path)[0]
