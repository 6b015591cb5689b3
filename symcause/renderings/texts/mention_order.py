"""The mention order of variables and their free names: hashes of the digest, so nothing of gold is in them.

The order names neither theme nor style: all renderings of an instance mention its variables in one order.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from symcause.errors import UsageError
from symcause.renderings.themes.theme import Theme
from symcause.renderings.told_document import by_nature


def _hex(*parts: object) -> str:
    return sha256(":".join(map(str, parts)).encode()).hexdigest()


def mention_order(variables: Iterable[str], digest: str, seed: int) -> tuple[str, ...]:
    """The variables in the order of their mention."""
    return tuple(sorted(variables, key=lambda name: _hex(digest, seed, name)))


def free_nouns(theme: Theme, digest: str, seed: int) -> list[str]:
    """The nouns of a theme in the order in which they are given away."""
    nouns = (noun.id for noun in theme.nouns)
    return sorted(nouns, key=lambda noun: _hex(digest, seed, theme.id, noun))


def free_names(variables: Iterable[str], theme: Theme, digest: str, seed: int) -> dict[str, str]:
    """Variable -> noun."""
    names = by_nature(variables)
    if len(names) > len(theme.nouns):
        raise UsageError(
            f"the theme {theme.id} has {len(theme.nouns)} nouns, the problem {len(names)} variables",
            remedy="take a theme with more nouns, such as neutral",
        )
    return dict(zip(names, free_nouns(theme, digest, seed), strict=False))


def free_words(words: Iterable[str], theme: Theme, told: str, seed: int) -> dict[str, str]:
    """Value -> word of the theme; *told*, the canonical text, has none of the words that are given away."""
    values, digest = tuple(words), sha256(told.encode()).hexdigest()
    free = [word for word in theme.values if f'"{word}"' not in told]
    if len(values) > len(free):
        raise UsageError(
            f"the theme {theme.id} has {len(free)} words for values, the problem {len(values)}",
            remedy="take a theme of your own with more of them (the key values)",
        )
    free.sort(key=lambda word: _hex(digest, seed, theme.id, word))
    return dict(zip(values, free, strict=False))


def rendering_ids(
    id: str, digest: str, seed: int, theme: str, style: str, alignments: Iterable[str]
) -> dict[str, str]:
    """The ids of the renderings of a problem in one theme and style; they do not say which is which."""
    hashed = sorted(alignments, key=lambda name: _hex(digest, seed, theme, style, name))
    return {name: f"{id}__{theme}-{style}-{k}" for k, name in enumerate(hashed)}
