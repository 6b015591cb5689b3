"""Background knowledge as parts: statements about edges, tiers and signs, in no order."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.isomorphism.symbol_structure import Part, row
from symcause.isomorphism.value_symbols import ValueSymbols
from symcause.models.background_knowledge import SIGNS, Knowledge


def knowledge_parts(knowledge: Knowledge | None, symbols: ValueSymbols) -> Iterator[Part]:
    """What is known, statement by statement; nothing of what says nothing."""
    if not knowledge:
        return
    yield symbols.pairs("require", knowledge.require)
    yield symbols.pairs("forbid", knowledge.forbid)
    if knowledge.candidates is not None:
        yield symbols.pairs("candidates", knowledge.candidates)
    if knowledge.tiers is not None:
        yield row("tiers", [symbols.group("", tier) for tier in knowledge.tiers])
    for sign in SIGNS:
        yield symbols.pairs(sign, [edge for edge, said in knowledge.signs if said == sign])
    yield Part(f"unate {knowledge.unate}")
