"""Claim documents in scenario files: what the builders say of a scenario, read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from symcause.errors import ProblemError
from symcause.families.scenario.files.document_structs import (
    ClaimDocument,
    ClaimsDocument,
    StrategyDocument,
)
from symcause.families.scenario.files.term_reader import read_number_at, read_value
from symcause.families.scenario.models.model_components import Domain, Integer, Value
from symcause.families.scenario.problem.builder_claims import (
    Claim,
    Claims,
    Source,
    Span,
    Strategy,
)
from symcause.families.scenario.problem.setup_validation import check_design
from symcause.models.exact_numbers import print_number

SOURCED = ("optimum", "value", "gap", "traps")
"""Claims that may name their source; a strategy holds its own."""


def read_claims(read: ClaimsDocument) -> Claims:
    """The claims of a file."""
    for key in read.sources:
        if key not in SOURCED:
            raise ProblemError("no such claim", place=f"claims.sources.{key}", value=key)
    optimum = None
    if read.optimum is not None:
        optimum = {k: read_value(v, f"claims.optimum.{k}") for k, v in read.optimum.items()}
    for index, name in enumerate(read.traps):
        if name in read.traps[:index]:
            raise ProblemError("stands twice", place=f"claims.traps[{index}]", value=name)
    return Claims(
        optimum,
        None if read.value is None else read_number_at(read.value, "claims.value"),
        None if read.gap is None else _ends(read.gap, "claims.gap", "gap"),
        read.traps,
        _claims(read.gold),
        _claims(read.distractors),
        tuple(_strategy(one, f"claims.strategies[{i}]") for i, one in enumerate(read.strategies)),
        {key: Source(source.text, source.place) for key, source in read.sources.items()},
    )


def _claims(read: tuple[ClaimDocument, ...]) -> tuple[Claim, ...]:
    return tuple(Claim(c.id, c.text, c.predicate) for c in read)


def _ends(read: tuple[object, ...], place: str, what: str) -> tuple[Fraction, Fraction]:
    if len(read) != 2:
        raise ProblemError(f"a {what} is [low, high]", place=place)
    low, high = (read_number_at(end, f"{place}[{i}]") for i, end in enumerate(read))
    if high < low:
        raise ProblemError(f"the {what} is empty: low is above high", place=place)
    return low, high


def _strategy(read: StrategyDocument, place: str) -> Strategy:
    survival = None
    if read.survival is not None:
        survival = _ends(read.survival, f"{place}.survival", "range")
    if (read.text is None) != (read.place is None):
        raise ProblemError("a source has a text and a place", place=place)
    source = None
    if read.text is not None and read.place is not None:
        source = Source(read.text, read.place)
    named = {k: _named(v, f"{place}.design.{k}") for k, v in read.design.items()}
    return Strategy(named, survival, source)


def _named(read: object, place: str) -> Value | Span:
    if not isinstance(read, list):
        return read_value(read, place)
    match read:
        case [int(low), None] if not isinstance(low, bool):
            return (low, None)
        case [int(low), int(high)] if low <= high and not isinstance(low, bool):
            return (low, high)
        case _:
            raise ProblemError("a range is [low, high], whole numbers or null", place=place)


def check_claims(claims: Claims, design: Mapping[str, Domain]) -> None:
    """Refuse claims about designs that cannot be."""
    if claims.optimum is not None:
        check_design(claims.optimum, design, "claims.optimum")
    for index, strategy in enumerate(claims.strategies):
        place = f"claims.strategies[{index}].design"
        ends: dict[str, Value] = {}
        for name, said in strategy.named.items():
            ends[name] = Fraction(said[0]) if isinstance(said, tuple) else said
            if isinstance(said, tuple) and not isinstance(design.get(name, said), Integer | tuple):
                raise ProblemError("a range of what is no number", place=f"{place}.{name}")
        check_design(ends, design, place)


def write_claims(claims: Claims, plain: Callable[[Value], object]) -> dict[str, object]:
    """The claims as a file says them; *plain* writes a value."""
    document: dict[str, object] = {}
    if claims.optimum is not None:
        document["optimum"] = {name: plain(value) for name, value in claims.optimum.items()}
    if claims.value is not None:
        document["value"] = print_number(claims.value)
    if claims.gap is not None:
        document["gap"] = [print_number(end) for end in claims.gap]
    if claims.traps:
        document["traps"] = list(claims.traps)
    for key, listed in (("gold", claims.gold), ("distractors", claims.distractors)):
        if listed:
            document[key] = [
                {"id": c.id, "text": c.text}
                | ({} if c.predicate is None else {"predicate": c.predicate})
                for c in listed
            ]
    if claims.strategies:
        document["strategies"] = [_written(strategy, plain) for strategy in claims.strategies]
    if claims.sources:
        document["sources"] = {
            key: {"text": source.text, "place": source.place}
            for key, source in claims.sources.items()
        }
    return document


def _written(strategy: Strategy, plain: Callable[[Value], object]) -> dict[str, object]:
    document: dict[str, object] = {
        "design": {
            name: list(said) if isinstance(said, tuple) else plain(said)
            for name, said in strategy.named.items()
        }
    }
    if strategy.survival is not None:
        document["survival"] = [print_number(end) for end in strategy.survival]
    if strategy.source is not None:
        document |= {"text": strategy.source.text, "place": strategy.source.place}
    return document
