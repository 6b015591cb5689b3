"""Answer names of Boolean renderings: mechanisms, roots, experiments and witnesses in other names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_ATOM = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LISTED = ("roots", "order")
_MODELS = ("alternative", "witnesses", "alternatives")


def renamed(answer: Any, names: Mapping[str, str]) -> Any:
    """A model, or an answer that holds models, in other names; what is no such thing stays."""
    if isinstance(answer, list):
        return [renamed(one, names) for one in answer]
    if not isinstance(answer, dict):
        return answer
    mechanisms = dict(answer)
    for key, value in answer.items():
        if key in _LISTED and isinstance(value, list):
            mechanisms[key] = [_name(name, names) for name in value]
        elif key == "mechanisms" and isinstance(value, dict):
            mechanisms[key] = {_name(v, names): mechanism(f, names) for v, f in value.items()}
        elif key in _MODELS:
            mechanisms[key] = renamed(value, names)
        elif key in ("experiment", "witness") and isinstance(value, dict):
            mechanisms[key] = _test(value, names)
    return mechanisms


def mechanism(formula: Any, names: Mapping[str, str]) -> Any:
    """A mechanism in other names."""
    if not isinstance(formula, str):
        return formula
    return _ATOM.sub(lambda atom: names.get(atom[0], atom[0]), formula)


def _test(stated: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """An experiment or a witness in other names."""
    values = dict(stated)
    for key in ("assignments", "rootAssignment"):
        if isinstance(values.get(key), dict):
            values[key] = {_name(name, names): value for name, value in values[key].items()}
    if isinstance(values.get("differences"), list):
        values["differences"] = [
            {**one, "variable": _name(one.get("variable"), names)} if isinstance(one, dict) else one
            for one in values["differences"]
        ]
    return values


def _name(name: Any, names: Mapping[str, str]) -> Any:
    return names.get(name, name) if isinstance(name, str) else name
