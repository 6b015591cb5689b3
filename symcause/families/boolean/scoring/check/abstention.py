"""Abstention in a Boolean check: which answers abstain, and whether alternatives prove it.

A claim is a non-empty ``mechanisms``, valid or not. Two alternatives prove that the question is open if
both are members and differ as models: roots or some local function. They are replayed; no solver is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symcause.errors import LimitError
from symcause.families.boolean.models.observable_behaviour import behaviour
from symcause.families.boolean.models.scm import IDENTITY, BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.legality import illegality
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.funnel import judge
from symcause.scoring.abstention_rule import Said, pair, quoted

Member = Callable[[BooleanSCM], bool | None]


def applies(problem: BooleanProblem) -> bool:
    """Is it asked which model there is? Not where another one is, or whether there is one."""
    return not (problem.identify or problem.is_alternative_task)


def answer_stance(problem: BooleanProblem, text: str, found: Mapping[str, object] | None) -> Said:
    """What an answer does; *found* is the object that the published extraction finds in it."""
    if not applies(problem):
        return Said()
    return Said.of(text, claims=_claims(found) and not quoted(text, found))


def _claims(found: Mapping[str, object] | None) -> bool:
    mechanisms = None if found is None else found.get("mechanisms")
    return isinstance(mechanisms, Mapping) and bool(mechanisms)


def proved(
    problem: BooleanProblem, alternatives: object, member: Member, identity: str | None = None
) -> bool | None:
    """Do two alternatives show that the question is open? None if none are given."""
    if alternatives is None:
        return None
    given = pair(alternatives)
    if given is None:
        return False
    first, second = (judge(problem, value).scm for value in given)
    if first is None or second is None or first.undecided or second.undecided:
        return False
    try:
        return bool(member(first) and member(second)) and _differ(problem, first, second, identity)
    except LimitError:
        return False


def _differ(
    problem: BooleanProblem, first: BooleanSCM, second: BooleanSCM, identity: str | None
) -> bool:
    """Are they two models, not one? With latent variables by what they show, unless asked otherwise."""
    if identity == IDENTITY or (identity is None and not problem.latent):
        return first != second
    return behaviour(first, problem.latent) != behaviour(second, problem.latent)


def own_member(problem: BooleanProblem) -> Member:
    """Membership in the problem's own class, by replay."""
    return member_of(problem, problem.default_class())


def member_of(problem: BooleanProblem, hypotheses: HypothesisClass) -> Member:
    """Membership in a class: the rows are replayed, rules and knowledge looked at."""

    def member(model: BooleanSCM) -> bool | None:
        from symcause.families.boolean.space.space_choice import explains  # loaded when needed

        return explains(problem, hypotheses, model)

    return member


def sound_gold(problem: BooleanProblem, member: Member) -> bool:
    """Is gold legal and a member? True without gold: then nothing speaks against the space."""
    if problem.gold is None:
        return True
    gold = problem.gold_scm
    if gold is None or illegality(problem, problem.gold) is not None:
        return False
    return member(gold) is not False
