"""The canonical structure of a scenario: model, designs, budget and goal, without the names.

Designs and variables may be renamed, and variables be defined in another order. A name that is also the
word of an option stays as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from symcause.families.scenario.files.document_writer import write_scenario
from symcause.families.scenario.models.model_components import Choice
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.isomorphism.symbol_structure import Link, Part, Symbol, bag, row

_UNTOLD = ("id", "metadata", "claims")
_UNORDERED = ("variables", "constraints", "records", "show", "policy", "options")
_PIECE = re.compile(r"""'[^']*'|"[^"]*"|[A-Za-z_][A-Za-z0-9_]*|[^\sA-Za-z_'"]+""")


def structure(problem: ScenarioProblem, *, gold: bool = False) -> Part | None:
    """What is told; no model is stored as gold."""
    return None if gold else _problem(problem)


def _problem(problem: ScenarioProblem) -> Part:
    """All that a player could learn of the scenario, and what counts as winning."""
    document = {key: told for key, told in write_scenario(problem).items() if key not in _UNTOLD}
    names = {*problem.design, *[variable.name for variable in problem.variables]}
    part = _Writing(names.difference(_options(problem))).part(document, "")
    assert isinstance(part, Part)
    return part


def _options(problem: ScenarioProblem) -> Iterator[str]:
    """The words of all options."""
    for domain in problem.design.values():
        if isinstance(domain, Choice):
            yield from map(str, domain.options)
    text = json.dumps(write_scenario(problem)["variables"])
    yield from re.findall(r"[A-Za-z_][A-Za-z0-9_]*(?=\": )", text)


class _Writing:
    """The document in parts, once it is known what is a name."""

    def __init__(self, names: set[str]) -> None:
        self._names = names

    def part(self, value: object, key: str) -> Part | Symbol:
        if isinstance(value, Mapping):
            return Part("{}", tuple([self._entry(k, v) for k, v in value.items()]))
        if isinstance(value, list | tuple):
            items = [self.part(item, key) for item in value]
            return bag("[]", items) if key in _UNORDERED else row("[]", items)
        if isinstance(value, str):
            return self._text(value)
        return Part(json.dumps(value))

    def _entry(self, key: str, value: object) -> Link:
        if key not in self._names:
            return key, self.part(value, key)
        return "", Part("entry", (("key", Symbol(key)), ("value", self.part(value, ""))))

    def _text(self, text: str) -> Part | Symbol:
        if text in self._names:
            return Symbol(text)
        pieces = _PIECE.findall(text)
        if self._names.isdisjoint(pieces):
            return Part(json.dumps(text))
        return row("term", [Symbol(p) if p in self._names else Part(json.dumps(p)) for p in pieces])
