"""Evidence of tables: worlds of complete rows, whose values are numbers."""

from __future__ import annotations

from msgspec import Struct

from symcause.mechanisms.tables.table_rows import TableRows


class TableWorld(Struct, frozen=True):
    """Complete rows, one value a variable; the mechanisms of the *targets* are switched off in them."""

    rows: tuple[tuple[int, ...], ...]
    targets: tuple[str, ...] = ()


class TableEvidence(Struct, frozen=True):
    """Variables, how many values each has, and what was seen of them: values are numbers below that."""

    variables: tuple[str, ...]
    sizes: tuple[int, ...]
    worlds: tuple[TableWorld, ...]

    def __post_init__(self) -> None:
        names = set(self.variables)
        if len(names) < len(self.variables):
            raise ValueError("a variable is named twice")
        if len(self.sizes) != len(self.variables) or min(self.sizes, default=1) < 1:
            raise ValueError(f"{self.sizes}: one number of values, from 1 on, for each variable")
        for w, world in enumerate(self.worlds):
            if strangers := [target for target in world.targets if target not in names]:
                raise ValueError(f"worlds[{w}]: no variable is called {strangers[0]}")
            for r, row in enumerate(world.rows):
                self._check(f"worlds[{w}].rows[{r}]", row)

    def _check(self, place: str, row: tuple[int, ...]) -> None:
        if len(row) != len(self.sizes):
            raise ValueError(f"{place} has {len(row)} values for {len(self.sizes)} variables")
        for name, value, size in zip(self.variables, row, self.sizes, strict=True):
            if not 0 <= value < size:
                raise ValueError(f"{place}: {name} is {value}, not one of 0 to {size - 1}")

    def rows(self, variable: str, candidates: tuple[str, ...]) -> TableRows:
        """The distinct rows about a variable."""
        seen = [row for w in self.worlds if variable not in w.targets for row in w.rows]
        places = tuple(sorted(map(self.variables.index, candidates)))
        return TableRows(variable, self.variables, self.sizes, tuple(dict.fromkeys(seen)), places)

    @property
    def observed(self) -> frozenset[str]:
        """The variables of which some row shows a value that was not set."""
        return frozenset(
            [v for w in self.worlds if w.rows for v in self.variables if v not in w.targets]
        )
