"""Column names of tables: those that name variables, say what was set, or look as if they did."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from symcause.errors import ProblemError
from symcause.models.variable_names import NAME

_OTHERS = re.compile(r"[^A-Za-z0-9_]+")

_WORD = re.compile(r"[a-z0-9]+")

_MARKS = ("(", "_", ":", ".", " ")
"""What stands between the word do and a variable in the name of a column."""


def held_by(column: str, do: str) -> str | None:
    """What the name of a column says that was set, None if it says nothing: the cells hold the rest.

    >>> held_by("do(X3)", "do"), held_by("do_X3", "do"), held_by("do(X3=1)", "do"), held_by("dose", "do")
    ('X3', 'X3', 'X3=1', None)
    """
    rest = column.removeprefix(do)
    if rest == column or rest[:1] not in _MARKS:
        return None
    return rest[1:].removesuffix(")") if rest[0] == "(" else rest[1:]


_LIKE = {
    "do": ("intervention", "interventions", "intervene", "intervened", "action"),
    "world": ("worlds", "batch", "environment", "env"),
    "unit": ("row", "index", "number", "nr", "n"),
    "record": ("trial", "row", "index", "number", "nr", "n"),
    "id": ("problem", "problemid", "instance", "instanceid"),
}
"""Other names that people give to the special columns, without signs."""


def looks_like(column: str, special: Sequence[str]) -> str | None:
    """The special column that another one may be by its name.

    >>> looks_like("DO", ("do", "world")), looks_like("Batch", ("do", "world")), looks_like("S1", ("do",))
    ('do', 'world', None)
    """
    plain = "".join(_WORD.findall(column.lower()))
    if len(plain) == 1 and not column.islower():
        return None  # N is a variable
    return next((one for one in special if plain in (one, *_LIKE.get(one, ()))), None)


def doubts(names: Sequence[str], special: Mapping[str, str], do: str) -> tuple[str, ...]:
    """What may be a mistake in the names of columns that are read as variables.

    *special* has the options that name the special columns, up to the name, by what these are called.
    """
    found = []
    for name in names:
        held = held_by(name.lower(), do.lower())
        like = looks_like(name, [*special])
        if like is not None:
            found.append(
                f"column {name!r} is read as a variable and looks like {like}: {special[like]}{name}"
            )
        elif held:
            near = next((one for one in names if one.lower() == held), None)
            rest = (
                f"there is no variable {name[-len(held) :]!r}"
                if near is None
                else f"{do}_{near} would"
            )
            found.append(
                f"column {name!r} is read as a variable and does not say what was set: {rest}"
            )
    return tuple(found)


def check_names(names: Sequence[str], do: str = "do") -> tuple[str, ...]:
    """The names of variables, if they are some. Raises ProblemError with the place of the column."""
    for name in names:
        if NAME.fullmatch(name) is None:
            raise ProblemError(
                "not a variable name",
                place=f"column {name!r}",
                value=name,
                remedy=_setting(name, names, do) or _renaming(name),
            )
    return tuple(names)


def _renaming(name: str) -> str:
    plain = _OTHERS.sub("_", name[:40]).strip("_")
    near = f"X{plain}" if plain[:1].isdigit() else plain
    rule = "names are letters a to z, digits and _, not starting with a digit"
    return f"{rule}: {near}, say" if near else rule


def _setting(name: str, names: Sequence[str], do: str) -> str | None:
    """What to do with a column that may say what was set: by another name it would be a variable."""
    held = held_by(name.lower(), do.lower())
    words = {*NAME.findall(name.lower()), *_WORD.findall(name.lower())}
    named = next((one for one in names if one != name and one.lower() in words), None)
    if named is None:
        if not held:
            return None
        begin = name.lower().index(held)
        said = name[begin : begin + len(held)].partition("=")[0].strip()
        return f"it looks like what was set, but there is no variable {said!r}"
    way = f"{do}_{named}, with the value in its cells where it was set, nothing where it was not"
    if held is not None or "=" in name:
        return f"if it says what was set, call it {way}"
    return f"if it says what was set, call it {way}; if it is a variable, {_renaming(name)}"
