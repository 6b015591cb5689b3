"""The problem as asked in a finite certificate: parts of the document in place of the problem's own.

Options of an audit name another class, other knowledge, a setting that discloses less. What is claimed
then is a claim about the problem with these parts, which are read as a file is; the digest is that of the
problem itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symcause.errors import ProblemError
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.files.document_writer import write_finite
from symcause.families.finite.models.mechanism_class import MechanismClass
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.verifier.certificate_question import CertifiedQuestion
from symcause.families.finite.verifier.certificate_reader import SETTING
from symcause.kernel.nodes import Rejected
from symcause.models.background_knowledge import Knowledge


def asked_problem(problem: FiniteProblem, parts: Mapping[str, object]) -> FiniteProblem:
    """The problem with these parts of the document in place of its own. Raises Rejected."""
    if not parts:
        return problem
    dropped = {"gold", *parts, *(SETTING if "setting" in parts else ())}
    own = {key: value for key, value in write_finite(problem).items() if key not in dropped}
    try:
        read = read_finite({**own, **parts})
    except ProblemError as error:
        raise Rejected(f"it asks for no problem: {error}", place="asked") from None
    named = replace(read.model_class, source="option")
    return replace(problem, disclosure=read.disclosure, model_class=named, knowledge=read.knowledge)


def is_wider(asked: FiniteProblem, problem: FiniteProblem) -> bool:
    """Are all members of the problem surely members of the one that is asked about?"""
    own, known = problem.disclosure, asked.knowledge or Knowledge()
    if asked.setting.rank < problem.setting.rank or asked.disclosure != own.weakened(asked.setting):
        return False
    rooted = own.roots is None or CertifiedQuestion(asked).may_be_roots(own.roots)
    free = [name for name in problem.variables if name not in (own.roots or ())]
    classes = ((asked.model_class.of(name), problem.model_class.of(name)) for name in free)
    stated = known in (Knowledge(), problem.knowledge)
    return rooted and stated and all(_allows_all(*both) for both in classes)


def _allows_all(asked: MechanismClass, own: MechanismClass) -> bool:
    """Does a class have all functions of another one?"""
    bounds = _at_least(asked.max_parents, own.max_parents) and asked.min_parents <= own.min_parents
    pool = asked.candidates in (None, own.candidates)
    return bounds and pool and ("any" in asked.functions or _has(asked, own))


def _has(asked: MechanismClass, own: MechanismClass) -> bool:
    first, second = asked.grammar, own.grammar
    if first is None or second is None:
        return first is second and set(own.functions) <= set(asked.functions)
    same = first.operators == second.operators and first.constants == second.constants
    sizes = first.max_size >= second.max_size
    return same and sizes and _at_least(first.max_depth, second.max_depth)


def _at_least(bound: int | None, other: int | None) -> bool:
    return bound is None or (other is not None and bound >= other)
