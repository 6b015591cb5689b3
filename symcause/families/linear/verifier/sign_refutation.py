"""Sign refutation in the linear verifier: parent sets that cannot have the known signs.

A combination λ of the rows such that λᵀA_S has the sign of each signed effect, or is zero there, is
zero at the others, and λᵀy ≤ 0. A solution w on T ⊆ S with these signs has λᵀA_T·w ≥ 0, and > 0 if
λᵀA is not zero on T; but that is λᵀy. So every T where λᵀA is not zero is refuted, and all of them if
λᵀy < 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.families.linear.verifier.verifier_rows import LocalSystem
from symcause.kernel.linear_sums import Combination
from symcause.kernel.nodes import Rejected
from symcause.kernel.work import Work


def refused(
    local: LocalSystem, found: Sequence[tuple[int, Combination]], work: Work, place: str
) -> list[tuple[int, int]]:
    """(S, the parents of which T ⊆ S has one if it is refuted; 0: every T is). Raises Rejected."""
    pairs = []
    for i, (parents, rows) in enumerate(found):
        where = f"{place}.signed[{i}]"
        row, right = local.system.combined(rows, local.columns(parents), work)
        signs = local.signs_of(parents)
        if len(signs) != len(row):
            raise Rejected("no sign is known of these effects", place=where)
        if any(w * s < 0 or (w and not s) for w, s in zip(row, signs, strict=True)):
            raise Rejected("the combination is against a sign, or where none is known", place=where)
        if right > 0 or not any((*row, right)):
            raise Rejected("the combination contradicts no sign", place=where)
        places = [at for at in local.candidates if parents >> at & 1]
        needed = sum(1 << at for at, w in zip(places, row, strict=True) if w)
        pairs.append((parents, 0 if right else needed))
    return pairs
