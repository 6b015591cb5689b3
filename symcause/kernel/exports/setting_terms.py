"""Setting of a problem as a term of ``proofs/``: names become positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symcause.kernel.exports.coq_terms import Made, Term
from symcause.models.disclosure import Disclosure, Setting


def places(position: Mapping[str, int], names: Iterable[str]) -> list[Term]:
    """Variables in the order that is given."""
    return [position[name] for name in names]


def increasing(position: Mapping[str, int], names: Iterable[str]) -> list[Term]:
    """Variables in the order of the problem."""
    return [*sorted(position[name] for name in names)]


def setting_term(disclosure: Disclosure, position: Mapping[str, int]) -> Made:
    """What is disclosed."""
    word = str(disclosure.setting)
    if disclosure.setting is Setting.HIDDEN_ROOTS:
        return Made("HiddenRoots", word, (disclosure.size_of_root_set,))
    assert disclosure.roots is not None
    roots = places(position, disclosure.roots)
    if disclosure.order is not None:
        return Made("Ordered", word, (roots, places(position, disclosure.order)))
    if disclosure.blocks is not None:
        blocks: list[Term] = [places(position, block) for block in disclosure.blocks]
        return Made("Blocks", word, (roots, blocks))
    return Made("HiddenOrder", word, (roots,))
