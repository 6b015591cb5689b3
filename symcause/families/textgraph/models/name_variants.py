"""Variants of a node name in text graphs: the normalised form that spelling variants share.

NFKC, case folded, split into words; of each word only letters and digits stay, and words of more than
three of them lose a final ``s`` (not ``ss``); then the words are joined. A name in ``<…>`` is a shadow
variable of the annotation and has no normalised form, and neither has one without any letter or digit.
Prefix and suffix omissions ("level of trust", "trust") are not caught.

>>> normalised("Tax-Rates "), normalised("tax rate"), normalised("<tax rate>")
('taxrate', 'taxrate', None)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_SHADOW = ("<", ">")
_SHORT = 3  # words of at most this many letters keep their final s


def normalised(name: str) -> str | None:
    """The normalised form of a name, None if it has none."""
    if any(mark in name for mark in _SHADOW):
        return None
    words = unicodedata.normalize("NFKC", name).casefold().split()
    return "".join(_word(word) for word in words) or None


def _word(word: str) -> str:
    kept = "".join(c for c in word if c.isalnum())
    plural = len(kept) > _SHORT and kept.endswith("s") and not kept.endswith("ss")
    return kept[:-1] if plural else kept


def near_duplicates(names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The groups of different names with one normalised form, sorted."""
    groups: dict[str, set[str]] = {}
    for name in names:
        form = normalised(name)
        if form is not None:
            groups.setdefault(form, set()).add(name)
    return tuple(sorted(tuple(sorted(group)) for group in groups.values() if len(group) > 1))
