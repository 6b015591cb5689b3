"""Local evidence for a Boolean claim, read strictly: conflicts of rows, covers, stuck sets.

```
"variables": {V: {"conflicts": [[i, j], …], "covered": [{"parents": […], "rows": […]}], "without": [U, …]}},
"stuck": [{"variables": [V, …], "conflicts": {V: [[i, j], …]}}]
```

``without`` and ``stuck`` may be left out. What all of it shows is in :mod:`~verifier.claim.uniqueness`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from symcause.families.boolean.verifier.model_check import MAX_NAMES, MAX_PARENTS
from symcause.kernel.nodes import MAX_ITEMS, Node

_MAX_ROW = 1_000_000  # rows: the last one that a certificate may point at

Pairs = tuple[tuple[int, int], ...]
"""Pairs of training rows."""


@dataclass(frozen=True)
class Cover:
    """A parent set with a row for each of its patterns."""

    parents: tuple[str, ...]
    rows: tuple[int, ...]

    def to_dict(self) -> dict[str, object]:
        return {"parents": list(self.parents), "rows": list(self.rows)}


@dataclass(frozen=True)
class VariableEvidence:
    """What refutes or covers the maximal parent sets of one variable outside some descendants."""

    conflicts: Pairs
    covered: tuple[Cover, ...]
    without: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        document: dict[str, object] = {
            "conflicts": _write_pairs(self.conflicts),
            "covered": [cover.to_dict() for cover in self.covered],
        }
        return {**document, "without": list(self.without)} if self.without else document


@dataclass(frozen=True)
class Stuck:
    """Variables of which one must be a root: none has a mechanism with parents outside the set."""

    variables: tuple[str, ...]
    conflicts: Mapping[str, Pairs]

    def to_dict(self) -> dict[str, object]:
        pairs = {name: _write_pairs(conflict) for name, conflict in self.conflicts.items()}
        return {"variables": list(self.variables), "conflicts": pairs}


@dataclass(frozen=True)
class LocalEvidence:
    """The evidence of every variable that matters, and the sets that no root set may miss."""

    kind: ClassVar[Literal["local"]] = "local"
    variables: Mapping[str, VariableEvidence]
    stuck: tuple[Stuck, ...] = ()

    def to_dict(self) -> dict[str, object]:
        document: dict[str, object] = {
            "kind": self.kind,
            "variables": {name: part.to_dict() for name, part in self.variables.items()},
        }
        return {**document, "stuck": [s.to_dict() for s in self.stuck]} if self.stuck else document


def _write_pairs(pairs: Pairs) -> list[list[int]]:
    return [list(pair) for pair in pairs]


def read_local(node: Node) -> LocalEvidence:
    fields = node.fields("kind", "variables", optional=("stuck",))
    variables = {
        Node(key, part.place).name(): _read_variable(part)
        for key, part in fields["variables"].entries(MAX_NAMES)
    }
    stuck = fields["stuck"].items(MAX_ITEMS) if "stuck" in fields else []
    return LocalEvidence(variables, tuple(_read_stuck(item) for item in stuck))


def _read_variable(node: Node) -> VariableEvidence:
    fields = node.fields("conflicts", "covered", optional=("without",))
    covered: list[Cover] = []
    for item in fields["covered"].items(MAX_ITEMS):
        part = item.fields("parents", "rows")
        names = part["parents"].names(MAX_PARENTS)
        rows = [row.integer(0, _MAX_ROW) for row in part["rows"].items(1 << MAX_PARENTS)]
        if len(rows) != 1 << len(names):
            raise part["rows"].fail(f"not one row for each of {1 << len(names)} patterns")
        covered.append(Cover(names, tuple(rows)))
    without = fields["without"].names(MAX_NAMES) if "without" in fields else ()
    return VariableEvidence(_read_pairs(fields["conflicts"]), tuple(covered), without)


def _read_stuck(node: Node) -> Stuck:
    fields = node.fields("variables", "conflicts")
    names = fields["variables"].names(MAX_NAMES)
    pairs = fields["conflicts"].fields(*names)
    if not names:
        raise fields["variables"].fail("no variables: every root set would be excluded")
    return Stuck(names, {name: _read_pairs(part) for name, part in pairs.items()})


def _read_pairs(node: Node) -> Pairs:
    pairs: list[tuple[int, int]] = []
    for item in node.items(MAX_ITEMS):
        rows = [part.integer(0, _MAX_ROW) for part in item.items(2)]
        if len(rows) != 2:
            raise item.fail("not a pair of rows")
        pairs.append((rows[0], rows[1]))
    return tuple(pairs)
