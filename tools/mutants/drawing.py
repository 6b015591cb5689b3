"""The draw of mutants: by seed and stratum, the same ones in the same tree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tools.mutants.mutant import Mutant
from tools.mutants.operators import mutants
from tools.mutants.strata import modules


def every(project: Path, stratum: str) -> list[Mutant]:
    """All mutants of a stratum."""
    return [
        mutant
        for path in modules(project, stratum)
        for mutant in mutants(path, (project / path).read_bytes())
    ]


def drawn(known: list[Mutant], seed: int, stratum: str) -> Iterator[Mutant]:
    """Mutants without end but for that of the list: an operator is drawn, then one of its places."""
    rng = Random(f"{seed}/{stratum}")
    left = defaultdict[str, list[Mutant]](list)
    for mutant in known:
        left[mutant.operator].append(mutant)
    while left:
        operator = rng.choice(sorted(left))
        places = left[operator]
        yield places.pop(rng.randrange(len(places)))
        if not places:
            del left[operator]
