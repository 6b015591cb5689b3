"""Makes notebook.ipynb with its outputs, without a notebook server.

Cells are run in one namespace; the value of a cell's last expression is asked how it shows itself, as a
notebook does. Run it from the root of the repository; the file is the same every time.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FORMS = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}

CELLS = (
    (
        "markdown",
        "# Is the evidence enough?\n\n"
        "Problems, models, graphs and audits show themselves in a notebook. Run this one from the root of "
        "the repository.",
    ),
    (
        "code",
        "from pathlib import Path\n\nimport symcause\n\n"
        'examples = next(p for p in ("examples", ".") if Path(p, "ambiguous.json").exists())\n'
        'problem = symcause.load(f"{examples}/ambiguous.json")\nproblem',
    ),
    (
        "markdown",
        "Twenty-three models explain these rows. The audit says so, and shows the nearest one:",
    ),
    ("code", "audit = symcause.audit(problem)\naudit"),
    (
        "markdown",
        "A model is a value. Gold and the nearest alternative differ in one mechanism, and one "
        "intervention tells them apart:",
    ),
    ("code", "gold = problem.gold_scm\ngold"),
    (
        "code",
        "from symcause.families.boolean.report.page.packed_models import read_model\n\n"
        "other = audit.alternatives[0]\n"
        "rival = read_model(other.mechanisms, other.roots)\n"
        "best = symcause.best_experiment(gold, rival)\n"
        "print(best.experiment, best.pair_disagreement_rate)\nrival",
    ),
    ("markdown", "With three more worlds the evidence leaves one model:"),
    ("code", 'symcause.audit(symcause.load(f"{examples}/unique.json"))'),
    ("markdown", "Graphs go to other programs, mechanisms to papers:"),
    (
        "code",
        "from symcause.families.boolean.report.export import mechanisms_latex\n"
        "from symcause.reports.export import export_graph\n\n"
        'print(export_graph(gold, "dot"))\nprint(mechanisms_latex(problem.gold))',
    ),
)


def run(source: str, names: dict[str, Any]) -> tuple[str, object]:
    """What a cell prints, and the value of its last expression (None if it has none)."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), value


def outputs(printed: str, value: object, number: int) -> list[dict[str, Any]]:
    """The outputs of a cell, as a notebook file holds them."""
    found: list[dict[str, Any]] = []
    if printed:
        found.append({"name": "stdout", "output_type": "stream", "text": printed})
    if value is not None:
        forms = {
            kind: getattr(value, name)() for kind, name in FORMS.items() if hasattr(value, name)
        }
        data = {kind: text for kind, text in forms.items() if text is not None}
        data["text/plain"] = f"<{type(value).__name__}>"
        found.append(
            {
                "data": data,
                "execution_count": number,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return found


def notebook() -> dict[str, Any]:
    """The whole notebook, run from top to bottom."""
    cells, names, number = [], {"__name__": "__main__"}, 0
    for i, (kind, source) in enumerate(CELLS):
        cell: dict[str, Any] = {
            "cell_type": kind,
            "id": f"cell-{i}",
            "metadata": {},
            "source": source,
        }
        if kind == "code":
            number += 1
            cell |= {"execution_count": number, "outputs": outputs(*run(source, names), number)}
        cells.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    target = Path(__file__).parent / "notebook.ipynb"
    target.write_text(json.dumps(notebook(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
