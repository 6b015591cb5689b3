"""Runs the notebooks beside it and keeps what they show, without a notebook server.

``python examples/make_notebooks.py`` brings notebooks up to date whose cells were changed, by hand or in an
editor. The cells of a notebook share one namespace; the value of a cell's last expression is asked how it
shows itself, as a notebook does; a line that begins with ``!`` is a command. The files are the same every
time.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent / "notebooks"
FORMS = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

_COMMAND = re.compile(r"^( *)!(.*)$", flags=re.MULTILINE)


def run(source: str, names: dict[str, Any]) -> tuple[str, object]:
    """What a cell prints, and the value of its last expression (None if it has none)."""
    names["_shell"] = lambda command: print(shell(command.format_map(names)), end="")
    tree = ast.parse(_COMMAND.sub(lambda line: f"{line[1]}_shell({line[2]!r})", source))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), value


def shell(command: str) -> str:
    """What a command prints, with the ``symcause`` of this Python."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shown = {"NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", "COLUMNS": "100", "PATH": path}
    ended = subprocess.run(
        ["bash", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, **shown},
        check=False,
    )
    return ended.stdout


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
        data["text/plain"] = f"<{type(value).__name__}>" if data else repr(value)
        found.append(
            {
                "data": data,
                "execution_count": number,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return found


def executed(stored: dict[str, Any]) -> dict[str, Any]:
    """The notebook with its cells as they are and their outputs as they are now."""
    cells, names, number = [], {"__name__": "__main__"}, 0
    for i, old in enumerate(stored["cells"]):
        source = "".join(old["source"])  # a text, or its lines
        cell: dict[str, Any] = {
            "cell_type": old["cell_type"],
            "id": f"cell-{i}",
            "metadata": {},
            "source": source,
        }
        if old["cell_type"] == "code":
            number += 1
            cell |= {"execution_count": number, "outputs": outputs(*run(source, names), number)}
        cells.append(cell)
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def main() -> None:
    for path in sorted(FOLDER.glob("*.ipynb")):
        made = executed(json.loads(path.read_text(encoding="utf-8")))
        path.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
