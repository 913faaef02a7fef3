"""The notebooks under examples/: what they show is what the code says today.

Cells with the tag "quick" are run here, in this process, and their committed outputs compared. All cells, in a real
kernel, are run by the slow test. To keep new outputs: REPLCALC_WRITE_NOTEBOOKS=1 pytest -m slow tests/test_notebooks.py
"""

import ast
import contextlib
import io
import json
import os
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def named(path):
    return pytest.param(path, id=path.stem)


def code_cells(path):
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def joined(text):
    return text if isinstance(text, str) else "".join(text)


def committed(cell):
    """(printed text, representations of the last expression) of a cell's outputs."""
    printed = "".join(
        joined(o["text"]) for o in cell["outputs"] if o["output_type"] == "stream" and o["name"] == "stdout"
    )
    shown = next((o["data"] for o in cell["outputs"] if o["output_type"] == "execute_result"), {})
    return printed, {kind: joined(text) for kind, text in shown.items()}


def executed(source, names):
    """Run a cell as a notebook does: what it prints, and the value of its last line if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "<cell>", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last is not None else None
    return printed.getvalue(), value


def test_there_are_four():
    named = ["choose-sample-sizes", "look-inside-a-proof", "plan-a-composition", "the-paper-as-formulas"]
    assert [path.stem for path in NOTEBOOKS] == named


@pytest.mark.parametrize("path", [named(path) for path in NOTEBOOKS])
def test_outputs_are_committed_and_nothing_failed(path):
    cells = code_cells(path)
    assert len(cells) >= 8 and [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    kinds = [output["output_type"] for cell in cells for output in cell["outputs"]]
    assert "error" not in kinds and set(kinds) <= {"stream", "execute_result"}
    assert not [o for cell in cells for o in cell["outputs"] if o.get("name") == "stderr"]
    assert any("image/svg+xml" in o.get("data", {}) for cell in cells for o in cell["outputs"]), "no picture"
    assert "/work" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [named(path) for path in NOTEBOOKS])
def test_quick_cells_give_what_is_shown(path):
    names, compared = {}, 0
    for cell in code_cells(path):
        if "quick" in cell["metadata"].get("tags", ()):
            printed, value = executed(joined(cell["source"]), names)
            shown, pictures = committed(cell)
            assert printed == shown
            if "text/html" in pictures:
                assert value._repr_html_() == pictures["text/html"]
            compared += bool(shown or pictures)
    assert compared >= 2


def test_a_changed_figure_is_noticed():
    printed, value = executed("x = 6\nprint(x * 7)\nx", {})
    assert (printed, value) == ("42\n", 6)
    cell = {"outputs": [{"output_type": "stream", "name": "stdout", "text": ["4", "3\n"]}]}
    assert committed(cell)[0] == "43\n" != printed


@pytest.mark.slow
@pytest.mark.parametrize("path", [named(path) for path in NOTEBOOKS])
def test_the_whole_notebook_runs_and_gives_what_is_shown(path):
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed (extra: notebook)")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed (extra: notebook)")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed (extra: notebook)")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False).execute()
    if os.environ.get("REPLCALC_WRITE_NOTEBOOKS"):
        notebook.metadata["language_info"] = {"name": "python"}  # not which Python it was
        nbformat.write(notebook, path)
    for before, after in zip(code_cells(path), (c for c in notebook.cells if c.cell_type == "code"), strict=True):
        old, new = committed(before), committed(after)
        assert new[0] == old[0]
        assert new[1].get("text/html") == old[1].get("text/html")
