"""Answer names of linear renderings: edges, the equation and its coefficients in other names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_ATOM = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_COEFFICIENT = re.compile(r"(c_)(.+?)(_[12])?")


def renamed(answer: Any, names: Mapping[str, str]) -> Any:
    """A hypothesis, or an answer that holds one, in other names; what is no such thing stays."""
    if isinstance(answer, list):
        return [renamed(one, names) for one in answer]
    if not isinstance(answer, dict):
        return answer
    found = dict(answer)
    for key, value in answer.items():
        if key in ("hypothesis", "alternatives"):
            found[key] = renamed(value, names)
        elif key == "edges" and isinstance(value, list):
            found[key] = [_edge(edge, names) for edge in value]
        elif key == "freq_equation" and isinstance(value, str):
            found[key] = _ATOM.sub(lambda atom: term(atom[0], names), value)
        elif key == "coefficients" and isinstance(value, dict):
            found[key] = {term(name, names): number for name, number in value.items()}
    return found


def term(name: str, names: Mapping[str, str]) -> str:
    """A variable or the name of a coefficient, ``c_NAME`` or ``c_NAME_1``, in other names."""
    if name in names:
        return names[name]
    match = _COEFFICIENT.fullmatch(name)
    if match is None:
        return name
    if name[2:] in names:
        return f"c_{names[name[2:]]}"
    return f"c_{names[match[2]]}{match[3] or ''}" if match[2] in names else name


def _edge(edge: Any, names: Mapping[str, str]) -> Any:
    if isinstance(edge, dict):
        ends = ("from", "to")
        return {
            k: names.get(v, v) if k in ends and isinstance(v, str) else v for k, v in edge.items()
        }
    if isinstance(edge, list):
        return [names.get(end, end) if isinstance(end, str) else end for end in edge]
    return edge
