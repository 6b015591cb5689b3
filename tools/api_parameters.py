"""The parameters of the written functions: the options of a class, with types, defaults and texts."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from typing import Any

from api_docstrings import Told, text_of

from symcause.audits.question import options

_WORDS = re.compile(r"'([^']*)'")  # of a Literal

Keys = dict[str, tuple[str, str]]
"""Options: name -> type and default."""


def typed(kind: type[Any], name: str, annotation: str) -> str:
    """The type of an option; a choice is one of its words."""
    declared = options(kind).get(name)
    if declared is not None and declared.kind == "choice" and declared.choices:
        words = f"Literal{list(declared.choices)}"
        return f"{words} | None" if "None" in annotation else words
    if declared is not None and declared.kind == "bound":
        return "int | Literal['none'] | None"
    return annotation


def parameters(kind: type[Any], placed: str) -> Keys:
    """The options of a question: name -> type and default."""
    taken = set(re.findall(r"(\w+):", placed))
    return {
        f.name: (
            typed(kind, f.name, str(f.type)),
            "..." if f.default is MISSING else repr(f.default),
        )
        for f in fields(kind)
        if f.name not in taken and not str(f.type).startswith("Mapping")  # what a command passes on
    }


def joined(first: str, second: str) -> str:
    """The type that takes both."""
    parts = [part.strip() for text in (first, second) for part in re.split(r"\|(?![^\[]*\])", text)]
    words = dict.fromkeys(word for part in parts for word in _WORDS.findall(part))
    plain = dict.fromkeys(part for part in parts if not part.startswith("Literal"))
    if words and "str" not in plain:
        plain = {f"Literal{list(words)}": None, **plain}
    return " | ".join(sorted(plain, key=lambda part: part == "None"))


def told_of(family: str, kind: type[Any], keys: Keys) -> dict[str, list[Told]]:
    """What one family says of its options."""
    return {
        key: [Told(family, type_, default, text_of(kind, key))]
        for key, (type_, default) in keys.items()
    }


def imported(dotted: str) -> str:
    home, _, name = dotted.partition(":")
    return f"from {home} import {name}"
