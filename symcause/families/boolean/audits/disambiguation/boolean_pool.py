"""The pool of Boolean worlds: candidates of disambiguation as one table of zeros and ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from symcause.families.boolean.audits.pool.candidate_table import Candidates
from symcause.families.boolean.models.worlds import World
from symcause.mechanisms.worlds.refutation import Pool

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class BooleanPool(Pool[World]):
    """Numbered worlds over the same variables, each of two values."""

    def __init__(self, variables: Sequence[str], worlds: Sequence[World]) -> None:
        super().__init__(variables, worlds, (2,) * len(variables))

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The rows of all worlds, one below the other."""
        import numpy as np

        if isinstance(self.worlds, Candidates):
            return self.worlds.cells.astype(np.int64)
        text = "".join(row for world in self.worlds for row in world.rows)
        flat = np.frombuffer(text.encode(), dtype=np.uint8) - ord("0")
        return flat.reshape(-1, len(self.variables)).astype(np.int64)

    @cached_property
    def world_of_row(self) -> NDArray[np.int64]:
        """The number of the world that each row belongs to."""
        import numpy as np

        if isinstance(self.worlds, Candidates):
            return self.worlds.world_of_row
        lengths = [len(world.rows) for world in self.worlds]
        return np.repeat(np.arange(len(self.worlds)), lengths)

    def scored(self, variable: int) -> NDArray[np.bool_]:
        """The rows in which the variable is no target."""
        import numpy as np

        if isinstance(self.worlds, Candidates):
            return self.worlds.scored(variable)
        name = self.variables[variable]
        free = np.array([name not in world.targets for world in self.worlds], dtype=bool)
        return free[self.world_of_row] if len(self.worlds) else free
