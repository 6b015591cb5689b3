"""General rules of the shortcuts in scoring, for every family: place, id, length of the prompt."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from symcause.scoring.shortcuts.public_rules import Rule, Shown

COMMONEST = "always the commonest label"
"""The rule of whoever gives one answer to everything."""

_MODULI = (2, 3)


def _place(modulus: int) -> Callable[[Shown], Hashable]:
    return lambda shown: shown.place % modulus


def _number(modulus: int) -> Callable[[Shown], Hashable]:
    return lambda shown: None if shown.number is None else shown.number % modulus


GENERAL = (
    Rule(COMMONEST, lambda shown: ""),
    *(Rule(f"place in the pool modulo {m}", _place(m)) for m in _MODULI),
    *(Rule(f"number in the id modulo {m}", _number(m)) for m in _MODULI),
    Rule("last character of the id", lambda shown: shown.ending),
    Rule("turn among problems with the same evidence", lambda shown: shown.turn),
    Rule("last of the problems with the same evidence", lambda shown: shown.last),
    Rule("length of the prompt, by quarters of the pool", lambda shown: shown.quarter),
)
"""Rules for every label; what goes with which sign is learnt."""

PAIRED = (Rule("length of the prompt beside its sibling's", lambda shown: shown.beside),)
"""Rules for siblings alone."""
