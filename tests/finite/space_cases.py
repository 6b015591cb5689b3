"""Small finite problems to open spaces of."""

from __future__ import annotations

import json
from typing import Any

from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.problem import FiniteProblem


def problem(
    values: list[list[Any]], rows: list[Any], rules: dict[str, Any], **more: Any
) -> FiniteProblem:
    """Variables A, B, …, the first two of them roots, seen in some rows without intervention."""
    names = [chr(ord("A") + at) for at in range(len(values))]
    document: dict[str, Any] = {
        "format": "symcause.finite/1",
        "id": "p",
        "variables": [
            {"name": name, "values": own} for name, own in zip(names, values, strict=True)
        ],
        "setting": "hidden-order",
        "roots": names[:2],
        "class": rules,
        "worlds": [{"id": "w0", "rows": rows}],
    }
    if more.get("setting") == "hidden-roots":
        del document["roots"]
    document["worlds"] += more.pop("worlds", [])
    return read_finite(json.loads(json.dumps({**document, **more})))
