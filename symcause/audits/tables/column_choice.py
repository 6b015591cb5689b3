"""The choice of columns: the names and patterns that an option gives, held against those of a table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fnmatch import fnmatchcase

from symcause.errors import UsageError, did_you_mean


def chosen_columns(
    told: str | None, columns: Sequence[str], flag: str, free: Sequence[str] = ()
) -> tuple[str, ...] | None:
    """The names between the commas of an option, all of them columns; patterns take *free* ones."""
    found: dict[str, None] = {}
    for word in comma_names(told) or ():
        fitting = [word] if word in columns else [name for name in free if fnmatchcase(name, word)]
        if not fitting:
            raise UsageError(
                "no such column", place=flag, value=word, remedy=did_you_mean(word, columns)
            )
        found |= dict.fromkeys(fitting)
    return None if told is None else tuple(found)


def chosen_names(
    told: str | None, names: Sequence[str], flag: str, everywhere: Collection[str] = ()
) -> list[str] | None:
    """The variables that an option names, by patterns, too: ``S*`` takes what there is.

    A name that only another table of the folder has (it is *everywhere*) is passed over.
    """
    found: dict[str, None] = {}
    for word in comma_names(told) or ():
        fitting = [name for name in names if fnmatchcase(name, word)]
        if not fitting and not any(fnmatchcase(name, word) for name in everywhere):
            pattern = any(sign in word for sign in "*?[")
            raise UsageError(
                "no variable fits" if pattern else "no such variable",
                place=flag,
                value=word,
                remedy=did_you_mean(word, names),
            )
        found |= dict.fromkeys(fitting)
    return None if told is None else list(found)


def comma_names(told: str | None) -> list[str] | None:
    """The names between the commas of an option."""
    return None if told is None else [name.strip() for name in told.split(",") if name.strip()]
