"""Graph lists: all DAGs of small ShapeWorld spaces with any start, one integer each.

A code holds the pairs of the relation, then the edges, in the order of their unknowns, the first the most
significant bit. All DAGs of a size are listed once a process; a step is a filter.

>>> everything = graphs_of(3, WorldClass.ALL)
>>> len(everything), everything.graphs()
(19, 25)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from symcause.answers import Unknown
from symcause.families.shapeworld.bounds import LISTED_SHAPES
from symcause.families.shapeworld.models.causal_relations import (
    Effects,
    covers,
    relations,
    submasks,
)
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.relation_lists import Coding
from symcause.families.shapeworld.verifier.transcript_clauses import Clause

if TYPE_CHECKING:
    from symcause.families.shapeworld.space.relation_lists import Codes


@dataclass(frozen=True, eq=False)
class GraphList:
    """DAGs as codes, ascending, so those with the same relation stand together."""

    coding: Coding
    codes: Codes

    def __len__(self) -> int:
        """How many relations they have."""
        import numpy as np

        return len(np.unique(self.codes >> np.uint64(len(self.coding.pairs))))

    def graphs(self) -> int:
        """How many they are."""
        return len(self.codes)

    def after(self, clauses: Sequence[Clause]) -> GraphList:
        """Those that satisfy some more clauses."""
        import numpy as np

        codes, width = self.codes, 2 * len(self.coding.pairs)
        for clause in clauses:
            wanted = sum(1 << width - one for one in clause if one > 0)
            unwanted = sum(1 << width + one for one in clause if one < 0)
            holds = (codes & np.uint64(wanted)) != 0
            holds |= (~codes & np.uint64(unwanted)) != 0
            codes = codes[holds]
        return GraphList(self.coding, codes)


def graphs_of(size: int, scope: WorldClass) -> GraphList | Unknown:
    """All DAGs of a class; Unknown where they are too many to list."""
    if size > LISTED_SHAPES:
        return Unknown(f"DAGs are listed for at most {LISTED_SHAPES} shapes")
    return _graph_list(size, scope)


@lru_cache
def _graph_list(size: int, scope: WorldClass) -> GraphList:
    import numpy as np

    coding = Coding(size)
    found = [
        coding.encode(effects) << len(coding.pairs) | drawn
        for effects in relations(size)
        if scope.contains(effects)
        for drawn in _drawn(coding, effects)
    ]
    return GraphList(coding, np.array(sorted(found), dtype=np.uint64))


def _drawn(coding: Coding, effects: Effects) -> Iterator[int]:
    """The edges of every DAG with a relation: all covers, and any of the other pairs."""
    direct = coding.encode(covers(effects))
    return (direct | more for more in submasks(coding.encode(effects) & ~direct))
