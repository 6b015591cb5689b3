"""The told schema: the keys of a told document ``symcause.told/1``, those of all families."""

from __future__ import annotations

from typing import Any

import msgspec

Edge = tuple[str, str]


class ToldWorld(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A training world: bits and ``?``, or values and null, in the order of ``variables``."""

    mode: str
    targets: list[str]
    rows: list[str | list[int | str | None]]


class ToldState(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A state of the chain; null: left alone again."""

    values: dict[str, str]
    intervene: dict[str, str | None] = {}


class ToldKnowledge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is known beforehand about edges, in natural order."""

    require: list[Edge] = []
    forbid: list[Edge] = []
    candidates: list[Edge] | None = None
    signs: list[tuple[str, str, str]] = []
    tiers: list[list[str]] = []
    unate: bool = False


class Told(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """Everything that a solver is told of a problem and nothing else; keys that are not used are absent."""

    family: str
    variables: list[str]
    knowledge: ToldKnowledge | None = None
    # boolean
    setting: str | None = None
    roots: list[str] | None = None
    root_count: int | None = None
    order: list[str] | None = None
    blocks: list[list[str]] | None = None
    operators: list[str] | None = None
    constants: bool | None = None
    max_parents: int | None = None
    errors: int | None = None
    latent: list[str] | None = None
    task: str | None = None
    reference: dict[str, str] | None = None
    worlds: list[ToldWorld] | None = None
    # finite
    values: dict[str, list[int | str]] | None = None
    queries: list[dict[str, Any]] | None = None
    # linear
    target: str | None = None
    controllable: list[str] | None = None
    equations: str | None = None
    semantics: str | None = None
    rounding: str | None = None
    coefficients: dict[str, str] | None = None
    target_may_cause: bool | None = None
    records: list[dict[str, str]] | None = None
    chain: list[ToldState] | None = None
    reactor: dict[str, str] | None = None
    bases: dict[str, str] | None = None
    # shapeworld
    question: Edge | None = None
    class_: str | list[dict[str, Any]] | None = msgspec.field(default=None, name="class")
    listed: list[str] | None = None
    initial: list[str] | None = None
    transcript: list[tuple[str, str, list[str]]] | None = None
