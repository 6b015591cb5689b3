"""Answer names of finite renderings: variables and words in other names, numbers as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_ATOM = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


def atoms(text: str) -> list[str]:
    """The names, words and operators of an expression."""
    return _ATOM.findall(text)


def expression(text: Any, names: Mapping[str, str]) -> Any:
    """An expression in other names."""
    if not isinstance(text, str):
        return text
    return _ATOM.sub(lambda atom: names.get(atom[0], atom[0]), text)


def atom(value: Any, names: Mapping[str, str]) -> Any:
    """A name or a value in other names."""
    return names.get(value, value) if isinstance(value, str) else value


def several(values: Any, names: Mapping[str, str]) -> list[Any]:
    """A list of names or values in other names."""
    return [atom(value, names) for value in values]


def renamed(answer: Any, names: Mapping[str, str]) -> Any:
    """A model, predictions, or what holds models, in other names; what is no such thing stays."""
    if isinstance(answer, list):
        return [renamed(one, names) for one in answer]
    if not isinstance(answer, dict):
        return answer
    document = {key: renamed(value, names) for key, value in answer.items()}
    if isinstance(answer.get("roots"), list):
        document["roots"] = several(answer["roots"], names)
    if isinstance(answer.get("mechanisms"), dict):
        stated = answer["mechanisms"].items()
        document["mechanisms"] = {atom(v, names): expression(text, names) for v, text in stated}
    if isinstance(answer.get("predictions"), dict):
        said = answer["predictions"].items()
        document["predictions"] = {query: atom(value, names) for query, value in said}
    return document
