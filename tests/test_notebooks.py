"""The notebooks run from top to bottom and hold no outputs; what they show is typeset."""

import ast
import json
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", sorted((path.name for path in EXAMPLES.glob("*.ipynb")), reverse=True))
def test_a_notebook_runs(name, monkeypatch):
    monkeypatch.chdir(EXAMPLES.parent)
    cells = [c for c in json.loads((EXAMPLES / name).read_text(encoding="utf-8"))["cells"] if c["cell_type"] == "code"]
    assert cells and all(not cell["outputs"] for cell in cells)
    space, typeset = {}, 0
    for cell in cells:
        *body, last = ast.parse("".join(cell["source"])).body
        exec(compile(ast.Module(body, []), name, "exec"), space)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), name, "eval"), space)
            typeset += any(hasattr(shown, method) for method in ("_repr_html_", "_repr_latex_", "_repr_svg_"))
        else:
            exec(compile(ast.Module([last], []), name, "exec"), space)
    assert typeset >= 3
