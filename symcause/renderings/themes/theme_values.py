"""Theme values: what stands in a theme for the values of variables that are words, not numbers.

Which word stands for which value follows from hashes, so the bundled words have no order of their own:
syllables for themes without common sense, colours for the others.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from itertools import pairwise

from symcause.errors import ProblemError
from symcause.models.variable_names import WORDS

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,59}")
_RESERVED = frozenset(("undetermined", "impossible", "yes", "no", *"abcd"))


@cache
def _bundled() -> dict[str, tuple[str, ...]]:
    source = files("symcause.renderings") / "bundled" / "values.toml"
    tables = tomllib.loads(source.read_text(encoding="utf-8"))
    return {key: tuple(words) for key, words in tables.items()}


def bundled_values(sensible: bool, nouns: Collection[str]) -> tuple[str, ...]:
    """The words of a theme that brings none: no noun is among them."""
    return tuple(word for word in _bundled()["sense" if sensible else "plain"] if word not in nouns)


def check_values(words: tuple[str, ...], nouns: Collection[str]) -> None:
    """Complain about what is no word for a value, and about words that a reader could confuse."""
    for at, word in enumerate(words):
        taken = word in nouns or word in _RESERVED or word in WORDS
        if taken or _WORD.fullmatch(word) is None:
            raise ProblemError(
                "not a word for a value",
                place=f"values[{at}]",
                value=word,
                remedy="use letters, digits, _ and -, no digit first; no noun, no word of the language",
            )
    for one, other in pairwise(sorted(words)):
        if other.startswith(one):
            raise ProblemError(
                f"{one} equals or begins {other}", place="values", remedy="change one of them"
            )
