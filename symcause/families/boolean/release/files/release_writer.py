"""Release writer: Boolean problems as ReplaySCM release files that the released tools read.

The released loader opens compact worlds only if all share ``panelUnits``; a world with rows of its own
carries its ``domain`` and verbose rows instead. The released scorer takes the root variables (for hidden
roots they are the key to the answer), the size of gold and the statistics of its mechanisms from the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from symcause.errors import ProblemError, SymcauseError
from symcause.families.boolean.models.functions import compile_expression
from symcause.families.boolean.models.scm import topological_order
from symcause.families.boolean.models.worlds import Split, World
from symcause.families.boolean.problem.evaluator_order import RELEASE, kept_order
from symcause.families.boolean.problem.legality import roots_of
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.release_task import panel, query, task_name
from symcause.families.boolean.release.files.record_copy import merged
from symcause.families.boolean.release.files.record_reader import VERSION, read_record
from symcause.families.boolean.release.files.release_worlds import own_units, write_world
from symcause.models.disclosure import Setting
from symcause.models.expressions import Expression, Operation, levels, spell

ENCODING = "scm-panel-binary-rows-v1"
BUDGETS = (0, 10, 25)
"""How much larger than gold an answer may be, in the published comparison of sizes."""

_VARIANTS = {
    Setting.ORDERED: "with_topological_order",
    Setting.BLOCK_ORDER: "partial_topological_order",
    Setting.HIDDEN_ORDER: "no_topological_order",
    Setting.HIDDEN_ROOTS: "no_topological_order",
}


def write_header() -> str:
    """The beginning of a release file; records follow."""
    return (
        f"metadata:\n  runtimeSchemaVersion: {VERSION}\n  problemEncoding: {ENCODING}\nproblems:\n"
    )


def exported(problem: BooleanProblem, first: bool) -> str:
    """A problem as part of a release file; the *first* one brings the header."""
    return write_header() + write_record(problem) if first else write_record(problem)


def write_record(problem: BooleanProblem) -> str:
    """A problem as one entry of ``problems``, compact. Raises for what the release cannot say."""
    import yaml

    if problem.informed:
        from symcause.families.boolean.problem.version_two import refuse_informed

        refuse_informed(problem, "the ReplaySCM release")

    class Plain(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
        """Values are written out wherever they stand: readers refuse aliases."""

        def ignore_aliases(self, data: object) -> bool:
            return True

    text: str = yaml.dump(
        [_record(problem)],
        Dumper=Plain,
        sort_keys=False,
        allow_unicode=True,
        width=1_000_000,
    )
    return text


def _record(problem: BooleanProblem) -> dict[str, Any]:
    """The record: anew, or the one that the problem was read from with what has changed since."""
    now = _describe(problem)
    stored = problem.metadata.get(RELEASE)
    if not isinstance(stored, dict):
        return {"problem": now}
    try:
        before = read_record(stored)
    except SymcauseError:  # somebody wrote something else under that key
        return {"problem": now}
    inner = stored["problem"]
    found = merged(inner, _describe(before), now)
    kept = {world["worldId"]: world for world in inner["worlds"]}
    same = {world.id for world in problem.worlds if world in before.worlds}
    found = {
        **found,
        "worlds": [kept[w["worldId"]] if w["worldId"] in same else w for w in now["worlds"]],
    }
    if "panelUnits" in inner:  # compact worlds need it, whatever units others have
        found["panelUnits"] = inner["panelUnits"]
    return {**stored, "problem": found}


def _describe(problem: BooleanProblem) -> dict[str, Any]:
    panel = _panel(problem.worlds)
    document: dict[str, object] = {
        "instanceId": problem.id,
        "problemEncoding": ENCODING,
        "signature": {"domains": "binary", "variables": list(problem.variables)},
        "task": {
            "taskName": task_name(problem),
            "query": query(problem),
            "parameters": _parameters(problem),
        },
        "worlds": [write_world(world, problem.variables, panel) for world in problem.worlds],
    }
    if panel is not None:
        document["panelUnits"] = list(panel)
    answers: dict[str, object] = {"worldSplits": _splits(problem.worlds)}
    if problem.gold is not None:
        answers["scm"] = _gold(problem, problem.gold)
        answers["budgetDeltas"] = list(BUDGETS)
    if problem.reference is not None:
        answers["scm_alt_exp"] = {
            "referenceMechanisms": _spelled(problem.reference),
            "referenceRole": _role(problem),
        }
    if problem.certification is not None:
        answers["scm_id"] = {"certification": problem.certification}
    document["goldAnswer"] = answers
    return document


def _panel(worlds: tuple[World, ...]) -> tuple[str, ...] | None:
    """The units that all worlds share; None if some has units of its own."""
    units = {own_units(world) for world in worlds}
    return next(iter(units)) if len(units) == 1 else None


def _splits(worlds: tuple[World, ...]) -> dict[str, list[str]]:
    return {str(split): [w.id for w in worlds if w.split is split] for split in Split}


def _role(problem: BooleanProblem) -> str:
    """Whether the reference is gold or the other model of the pair."""
    record = problem.metadata.get("alternative")
    role = record.get("reference_role") if isinstance(record, dict) else None
    if isinstance(role, str):
        return role
    return "gold" if problem.reference_scm == problem.gold_scm else "alternative"


def _parameters(problem: BooleanProblem) -> dict[str, object]:
    disclosure = problem.disclosure
    variables = list(problem.variables)
    parameters: dict[str, object] = {
        "variables": variables,
        "inputVariables": variables,
        "promptVariableOrder": variables,
        "PanelSemantics": panel(problem),
        "allowConstants": problem.constants,
        "allowedOperators": list(problem.operators),
        "scmPromptVariant": _VARIANTS[disclosure.setting],
        "budgetDeltas": list(BUDGETS),
    }
    if problem.max_parents is not None:
        parameters["maxPredecessorsPerMechanism"] = problem.max_parents
    if disclosure.roots is None:
        parameters["rootCount"] = disclosure.size_of_root_set
    roots = disclosure.roots
    if roots is None and problem.gold is not None:
        roots = roots_of(problem, problem.gold)
    if roots is not None:
        parameters["rootVariables"] = list(roots)
        parameters["endogenousVariables"] = list(disclosure.endogenous(roots))
    if disclosure.order is not None or problem.gold is not None:
        # In hidden settings the released scorer reads it and its prompts do not show it.
        parameters["topologicalOrder"] = list(_kept_order(problem))
    if disclosure.blocks is not None:
        parameters["topologicalLayers"] = [list(block) for block in disclosure.blocks]
    return parameters


def _kept_order(problem: BooleanProblem) -> tuple[str, ...]:
    if RELEASE in problem.metadata or problem.gold is None or problem.gold.order is not None:
        return kept_order(problem)
    return problem.disclosure.order or _order(roots_of(problem, problem.gold), problem.gold)


def _gold(problem: BooleanProblem, gold: Answer) -> dict[str, object]:
    """The true model; what the problem does not state itself is derived and named under ``derived``."""
    roots = roots_of(problem, gold)
    parents = {v: compile_expression(e).parents for v, e in gold.mechanisms.items()}
    order = gold.order or _order(roots, gold)
    stated = {"rootVariables": gold.roots, "topologicalOrder": gold.order}
    return {
        "rootVariables": list(roots),
        "endogenousVariables": [v for v in order if v not in roots],
        "topologicalOrder": list(order),
        "mechanisms": _spelled(gold),
        "parentsByVar": {v: list(names) for v, names in parents.items()},
        "mechanismStatsByVar": {v: _statistics(e) for v, e in gold.mechanisms.items()},
        "totalAst": gold.total_ast,
        "derived": [key for key, value in stated.items() if value is None],
    }


def _order(roots: tuple[str, ...], gold: Answer) -> tuple[str, ...]:
    """Roots, then the others in a topological order of what mechanisms mention; any if that is cyclic."""
    try:
        rest = topological_order({v: e.variables for v, e in gold.mechanisms.items()})
    except ProblemError:
        rest = tuple(gold.mechanisms)
    return (*roots, *rest)


def _spelled(answer: Answer) -> dict[str, str]:
    return {v: spell(e) for v, e in answer.mechanisms.items()}


def _statistics(mechanism: Expression) -> dict[str, object]:
    operators = Counter(_operators(mechanism))
    return {
        "astSize": mechanism.size,
        "maxDepth": mechanism.depth,
        "operatorCounts": dict(sorted(operators.items())),
    }


def _operators(expression: Expression) -> Iterator[str]:
    for level in levels(expression):
        yield from (part.operator for part in level if isinstance(part, Operation))
