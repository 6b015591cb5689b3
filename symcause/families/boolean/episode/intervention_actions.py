"""Actions in a Boolean episode: interventions that set variables to constants on given contexts.

``{"do": {"X3": 1}, "rows": 4}``: the first four contexts (all without ``rows``). Where the agent chooses
contexts itself it gives ``"roots": [{"X1": 0, "X2": 1}]`` instead, one assignment of all roots a row.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from symcause.episodes.rules import Plain, Refused, taken
from symcause.errors import ProblemError, did_you_mean
from symcause.families.boolean.audits.next.experiment_contexts import Contexts, contexts_of
from symcause.families.boolean.files.document import WorldDocument
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.struct_decoder import decode

Bit = Literal[0, 1]


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An intervention, and the contexts on which it is seen."""

    do: dict[str, Bit]
    rows: int | None = None
    roots: list[dict[str, Bit]] | None = None

    @property
    def experiment(self) -> Experiment:
        return Experiment.of(self.do.items())


def admitted(known: BooleanProblem, action: object, targets: int, choose: bool) -> Act:
    """The action, if the rules admit it. Raises Refused."""
    act = taken(with_bits(action), Act)
    for name in act.do:
        if name not in known.variables:
            raise Refused(
                "no such variable",
                place="do",
                value=name,
                remedy=did_you_mean(name, known.variables),
            )
    if len(act.do) > targets:
        raise Refused(
            f"{len(act.do)} variables are set at once", place="do", remedy=f"at most {targets}"
        )
    most = contexts_of(known).rows
    if act.rows is not None and not 1 <= act.rows <= most:
        raise Refused("no such number of rows", place="rows", value=act.rows, remedy=f"1 to {most}")
    if act.roots is not None:
        _check_roots(known, act, most, choose)
    return act


def with_bits(action: object) -> object:
    """The action with a value that is written as a text, ``"1"``, as the number."""
    if not isinstance(action, dict):
        return action
    read = dict(action)
    if isinstance(do := action.get("do"), dict):
        read["do"] = _bits(do)
    if isinstance(roots := action.get("roots"), list):
        read["roots"] = [_bits(row) if isinstance(row, dict) else row for row in roots]
    return read


def _bits(settings: dict[object, object]) -> dict[object, object]:
    words: dict[object, object] = {"0": 0, "1": 1}
    return {name: words.get(v, v) if isinstance(v, str) else v for name, v in settings.items()}


def _check_roots(known: BooleanProblem, act: Act, most: int, choose: bool) -> None:
    disclosed = known.disclosure.roots
    assert act.roots is not None
    if disclosed is None:
        raise Refused("the roots are hidden: contexts cannot be chosen", place="roots")
    if not choose:
        raise Refused("contexts are not chosen here", place="roots", remedy="give rows instead")
    if act.rows is not None:
        raise Refused("rows and roots exclude each other", place="rows", remedy="give one of them")
    if not 1 <= len(act.roots) <= most:
        raise Refused(
            "no such number of contexts",
            place="roots",
            value=len(act.roots),
            remedy=f"1 to {most}",
        )
    for i, context in enumerate(act.roots):
        if set(context) != set(disclosed):
            raise Refused(
                "a context gives every root a value, and nothing else",
                place=f"roots[{i}]",
                remedy="the roots are " + ", ".join(disclosed),
            )


def contexts_for(known: BooleanProblem, act: Act) -> Contexts:
    """The contexts of an action."""
    if act.roots is None:
        contexts = contexts_of(known)
        return contexts if act.rows is None else contexts.first(act.rows)
    names = known.disclosure.roots or ()
    columns = {v: sum(c[v] << r for r, c in enumerate(act.roots)) for v in names}
    return Contexts(len(act.roots), columns, observed=False)


def seen_world(known: BooleanProblem, action: Plain, observation: Plain) -> World:
    """The world that an observation holds. Raises ProblemError if it is none of this action."""
    act, read = decode(with_bits(action), Act), decode(observation.get("world"), WorldDocument)
    world = World(read.id, Split(read.split), Mode(read.mode), read.targets, read.rows)
    if world.split is not Split.TRAIN or set(world.targets) != set(act.do):
        raise ProblemError("not a world of this action", place="observation.world")
    where = {name: i for i, name in enumerate(known.variables)}
    for name, bit in act.do.items():
        if name not in where or any(
            row[where[name] : where[name] + 1] != str(bit) for row in world.rows
        ):
            raise ProblemError("the world shows another value", place=f"observation.world: {name}")
    return world


def repeated(before: BooleanProblem, world: World) -> bool:
    """Was all that a world shows seen before, under the same intervention?"""
    names = before.variables
    return any(
        other.signature(names) == world.signature(names) and set(world.rows) <= set(other.rows)
        for other in before.training
    )
