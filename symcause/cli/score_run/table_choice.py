"""The choice of tables and columns that a score run shows.

Which there are is known only when all is scored. What is not found is said, with what there is; where
nothing is left nothing is printed, so that what was said is what is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches

from symcause.scoring.score_table import Table

_MADE_BY = {"luck": "--version-space", "systems": "a second system"}
"""What tables that are not always there take."""

Named = Sequence[tuple[str, Table]]
"""Tables with the families that they are of."""


class Chosen:
    """What was asked for; afterwards :attr:`found` tells whether all of it was there."""

    def __init__(self, tables: Sequence[str], columns: str | None) -> None:
        self._tables, self._columns = tables, columns
        self.found = True

    def among(self, named: Named, complain: Callable[[str], None]) -> Named:
        """Those of the tables that were asked for, cut down to the columns that were."""
        if not named:
            return named
        kept = named
        if self._tables:
            self._missing("table", self._tables, [t.key for _, t in named], complain)
            kept = [(f, t) for f, t in named if t.key in self._tables]
        if self._columns is None or not kept:
            return kept
        heads = list(dict.fromkeys(head for _, t in kept for head in t.columns))
        asked = list(_parted(self._columns, heads))
        self._missing("column", asked, heads, complain)
        return [(f, only) for f, t in kept if (only := t.only(asked)) is not None]

    def _missing(
        self, what: str, asked: Sequence[str], there: Sequence[str], complain: Callable[[str], None]
    ) -> None:
        for name in asked:
            if name not in there:
                self.found = False
                known = list(dict.fromkeys(there))
                near = get_close_matches(name, known, n=1)
                hint = f"did you mean {near[0]!r}? " if near else ""
                hint = (
                    f"{_MADE_BY[name]} makes it, where there is one; " if name in _MADE_BY else hint
                )
                complain(f"no {what} is called {name!r}; {hint}there are: {'; '.join(known)}")


def _parted(text: str, heads: Sequence[str]) -> Iterator[str]:
    """The names in a list parted by commas; a heading may hold commas itself.

    >>> list(_parted("n,Joint, leave-model-out,Valid", ["n", "Joint", "Joint, leave-model-out"]))
    ['n', 'Joint, leave-model-out', 'Valid']
    """
    rest = text.strip()
    while rest:
        fitting = [head for head in heads if rest == head or rest.startswith(f"{head},")]
        name = max(fitting, key=len, default=rest.partition(",")[0])
        yield name.strip()
        rest = rest[len(name) :].lstrip().removeprefix(",").lstrip()
