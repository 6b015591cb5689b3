"""Column names that are to name variables: one that cannot comes with another that is nearly the same."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symcause.errors import ProblemError
from symcause.models.variable_names import NAME

_OTHERS = re.compile(r"[^A-Za-z0-9_]+")


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names of variables, if they are some. Raises ProblemError with the place of the column."""
    for name in names:
        if NAME.fullmatch(name) is None:
            plain = _OTHERS.sub("_", name[:40]).strip("_")
            near = f"X{plain}" if plain[:1].isdigit() else plain
            rule = "names are letters a to z, digits and _, not starting with a digit"
            raise ProblemError(
                "not a variable name",
                place=f"column {name!r}",
                value=name,
                remedy=f"{rule}: {near}, say" if near else rule,
            )
    return tuple(names)
