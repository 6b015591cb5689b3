"""The rules of episodes for a family whose version spaces can be listed.

The space says what may be tried (``experiments``), what a model shows (``outcome``) and which problem one
has then (``learnt``); the family reads and prints models. Everything else is counting lists.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from symcause.answers import Unknown
from symcause.audits.of_space.count import unlisted
from symcause.audits.of_space.member_collection import several
from symcause.audits.of_space.next import ranked
from symcause.audits.of_space.space_question import GOLD, P, brought_model
from symcause.audits.of_space.worst_case_plan import first_of_shortest
from symcause.audits.space import EdgeStatus
from symcause.audits.verdicts import judge
from symcause.episodes.rules import (
    REPEATED,
    WASTED,
    Best,
    Contradicted,
    Judged,
    Offer,
    Plain,
    Refused,
    Rules,
    Standing,
)
from symcause.errors import KindError, ProblemError, UsageError
from symcause.registry import family_of, load
from symcause.scoring.abstention_rule import JUSTIFIED, REFUTED, UNSUPPORTED

if TYPE_CHECKING:
    from random import Random

    from symcause.audits.members import Members
    from symcause.formats.problems import Problem


@dataclass(frozen=True)
class ListingRules(Rules[P]):
    """Try what the space admits, see what gold shows, answer with a model."""

    instruments = ("consistent", "only_one", "next")

    def opening(self, truth: P, seed: int) -> P:
        if getattr(truth, GOLD) is None:
            raise UsageError("the truth is unknown: the problem has no gold", value=truth.id)
        _refuse_outsider(truth)
        told: Plain = {"metadata": {}} if hasattr(truth, "metadata") else {}
        return cast("P", replace(cast("Any", truth), gold=None, **told))

    def budget(self, truth: P) -> int:
        return len(self.admissible(truth))

    def shown(self, known: P) -> Plain:
        """The problem as its file has it, without what only files need."""
        writer = family_of(known).writer
        assert writer is not None
        return {key: v for key, v in load(writer)(known).items() if key not in ("format", "id")}

    def offer(self, known: P) -> Offer:
        experiments = [dict(experiment) for experiment in self.admissible(known)]
        return Offer("Try one of these; answer with a model.", {"enum": experiments}, {})

    def act(self, truth: P, known: P, action: object, chance: Random) -> Plain:
        offered = self.admissible(known)
        if action not in offered:
            such = f", such as {json.dumps(dict(offered[0]))}" if offered else ""
            raise Refused(
                "no such experiment", value=action, remedy=f"take one that is offered{such}"
            )
        done = cast("Plain", action)  # as one that is offered
        return _space(known).outcome(brought_model(_space(truth)), done)

    def learnt(self, known: P, action: Plain, observation: Plain) -> P:
        if action not in self.admissible(known):
            raise ProblemError("no such experiment", value=action)
        after = _space(known).learnt(action, observation)
        if not isinstance(after, type(known)):
            raise KindError(
                f"learnt, of the space of {family_of(known).name}, gave {type(after).__name__}",
                remedy=f"expected a {type(known).__name__}, the problem with that seen",
            )
        return after

    def idle(self, before: P, action: Plain, after: P) -> str:
        return REPEATED if before == after else WASTED

    def standing(self, known: P) -> Standing:
        space = _space(known)
        count = space.count()
        if not isinstance(count, int) and several(space):
            open_ = judge(2)
            return Standing(None, str(open_), open_.settled, reason=unlisted(count))
        if not isinstance(count, int):
            return Standing(reason=unlisted(count))
        verdict, edges = judge(count), space.edges()
        agreed = {} if isinstance(edges, Unknown) else edges
        said = tuple(f"{a} -> {b}" for (a, b), is_ in agreed.items() if is_ is EdgeStatus.ALWAYS)
        return Standing(count, str(verdict), verdict.settled, said)

    def best(self, known: P) -> Best | Unknown:
        space = _space(known)
        ranking, count = ranked(space), space.count()
        if isinstance(ranking, Unknown):
            return ranking
        best = ranking.best
        if best is None:
            left = count if isinstance(count, int) else None
            return Best(None, left) if ranking.missing is None else Unknown(ranking.missing)
        if ranking.exact:
            return Best(best.experiment, best.worst)
        tried = min(left.at_least for left in ranking.able)  # another may leave fewer
        return Best(best.experiment, best.worst, tried if ranking.missing is None else 1)

    def objections(self, known: P, hypothesis: object) -> Sequence[str] | Unknown:
        try:
            return tuple(map(str, _space(known).objections(_model(known, hypothesis))))
        except UsageError as error:
            raise Refused(str(error)) from None

    def judged(self, truth: P | None, known: P, answer: object) -> Judged:
        try:
            model = _model(known, answer)
        except UsageError as error:
            return Judged(None if truth is None else False, REFUTED, str(error))
        space = _space(known)
        right = None if truth is None else model == brought_model(_space(truth))
        if objections := space.objections(model):
            return Judged(right, REFUTED, str(objections[0]))
        count = space.count()
        if isinstance(count, int):
            return Judged(right, JUSTIFIED if count == 1 else UNSUPPORTED)
        return Judged(right, UNSUPPORTED if several(space) else None, unlisted(count))

    def admissible(self, known: P) -> Sequence[Plain]:
        return list(_space(known).experiments())

    def optimal(self, known: P, left: int) -> Plain | Unknown | None:
        return first_of_shortest(_space(known))

    def simplest(self, known: P) -> object | Unknown:
        member = next(_space(known).simplest(), None)
        if member is None:
            return Unknown("no model explains the evidence")
        if isinstance(member, Unknown):
            return member
        printer = family_of(known).answer
        assert printer is not None
        answer: object = json.loads(load(printer)(known, member))
        return answer


def _refuse_outsider(truth: Problem) -> None:
    """Gold that is no model, or does not explain the evidence, cannot answer for it. Raises UsageError."""
    space, printer = _space(truth), family_of(truth).answer
    assert printer is not None
    try:
        gold = brought_model(space)
        wrong = next(map(str, space.objections(gold)), None)
        if wrong is None:
            _model(truth, load(printer)(truth, gold))  # what cannot be said is no answer
    except UsageError as error:
        raise UsageError(f"gold is no model: {error}", value=truth.id) from None
    if wrong is not None:
        raise Contradicted(
            f"gold does not explain the evidence ({wrong}), so it cannot answer for it",
            value=truth.id,
            remedy="symcause audit says more",
        )


def _model(known: Problem, answer: object) -> object:
    reader = family_of(known).model
    assert reader is not None
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return load(reader)(known, text)


def _space(known: Problem) -> Members[object]:
    opener = family_of(known).space
    assert opener is not None, "the family has no space to list"
    return load(opener)(known)
