"""The task of the ReplaySCM release that a Boolean problem is: its name, query and unit labels."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.errors import UsageError
from symcause.families.boolean.problem.evaluator_order import RELEASE, parameter, released
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Setting

_HOW = {
    Setting.ORDERED: "every mechanism uses variables that come earlier in the order",
    Setting.BLOCK_ORDER: "every mechanism uses variables of its own or of earlier layers",
    Setting.HIDDEN_ORDER: "the causal order is not told",
    Setting.HIDDEN_ROOTS: "neither the roots nor the causal order are told",
}

PAIR_KEYS = ("scm_alt_exp", "scmAltExp")
"""Where gold of an Alternative-SCM item may stand; the first that holds an object counts."""

LABEL_KEYS = ("scm_id", "scmId")
"""The same for the label of an identification task, which may also stand by itself."""


def holding(gold: object, keys: tuple[str, ...]) -> str | None:
    """The first of these keys under which gold has an object."""
    found = gold if isinstance(gold, Mapping) else {}
    return next((key for key in keys if isinstance(found.get(key), Mapping)), None)


def task_name(problem: BooleanProblem) -> str:
    """The name of the released task that a problem is. Raises UsageError where the release has none."""
    hidden = problem.setting is Setting.HIDDEN_ROOTS
    kind = "Alternative-SCM" if problem.is_alternative_task else "identification"
    if hidden and (problem.is_alternative_task or problem.identify):
        raise UsageError(
            f"problem {problem.id!r}: the release has no {kind} task with hidden roots",
            remedy="write it as symcause.boolean/1",
        )
    if problem.is_alternative_task:
        return "CIND_A_SCM_ALT_EXP"
    if problem.identify:
        return "CIND_A_SCM_ID"
    return "CIND_A_SCM_ROOT_UNKNOWN" if hidden else "CIND_A_SCM"


def query(problem: BooleanProblem) -> str:
    """The file's query; a problem that never was released gets a sentence of ours."""
    stated = released(problem, "problem", "task", "query")
    if isinstance(stated, str):
        return stated
    return f"Find a mechanism for every variable that is no root; {_HOW[problem.setting]}."


def panel(problem: BooleanProblem) -> bool | None:
    """Do equal unit labels in two worlds mean the same unit? None where a released file does not say."""
    if RELEASE not in problem.metadata:
        return len({world.units for world in problem.worlds}) == 1
    stated = parameter(problem, "PanelSemantics")
    if stated is not None:
        return bool(stated)  # as the released tools take it: the text "false" is true
    word = released(problem, "problem", "signature", "observationStructure")
    text = str(word).strip().lower() if word is not None else ""
    return text == "panel_same_units_across_worlds" if text else None
