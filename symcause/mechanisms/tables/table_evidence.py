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
        if len(self.sizes) != len(self.variables) or min(self.sizes, default=1) < 1:
            raise ValueError(
                f"{self.sizes}: one number of values, from 1 on, is needed for each variable"
            )
        for world in self.worlds:
            for row in world.rows:
                if len(row) != len(self.sizes) or not all(
                    0 <= value < size for value, size in zip(row, self.sizes, strict=True)
                ):
                    raise ValueError(
                        f"the row {row} has not a value below {self.sizes} for each variable"
                    )

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
