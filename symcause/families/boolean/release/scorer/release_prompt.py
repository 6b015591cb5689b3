"""The release prompt of a Boolean problem, as the ReplaySCM scorer sends it, byte for byte.

It tells more than a setting discloses: names stand in the file's order, and inside a block in the order
that the file keeps for gold. So it is for repeating published runs; ours is :mod:`~scoring.prompt.prompts`.
A problem that never was released is written as its own release file would be.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from symcause.families.boolean.models.worlds import Mode, World
from symcause.families.boolean.problem.evaluator_order import (
    kept_order,
    parameter,
    permutation,
    released,
)
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.release_task import (
    PAIR_KEYS,
    holding,
    panel,
    query,
    task_name,
)
from symcause.models.disclosure import Setting
from symcause.models.expressions import spell

_ALLOWED = {
    Setting.ORDERED: "for each equation of V, only predecessor variables in TopologicalOrder",
    Setting.BLOCK_ORDER: "for each equation of V, only variables from the same or earlier "
    "TopologicalLayers, excluding V itself.",
    Setting.HIDDEN_ORDER: "use only variable names in ObservedVariables.",
    Setting.HIDDEN_ROOTS: "use only variable names in ObservedVariables.",
}
_MODES = (
    "- InterventionModes: hard_constant (fixed do value) and hard_assigned (value assigned per-row)",
    "- Do NOT parse the textual Intervention string; use the structured InterventionMode, "
    "InterventionTargetsAssigned, and InterventionTargetsConstant fields.",
)
_SAME_UNITS = (
    "PanelSemantics: Unit IDs refer to the same unit across worlds. A given unit's exogenous/root "
    "context variables are intended to be stable across worlds unless that variable is explicitly "
    "intervened."
)
_OWN_UNITS = (
    "PanelSemantics: Unit IDs are local row labels within each world. Do not assume u00 in different "
    "worlds refers to the same unit."
)
_BLOCKS = (
    "TopologicalLayers disclose only block-level precedence constraints. A mechanism may use variables "
    "from the same displayed block or any earlier block, but never from a later block."
)
_HIDDEN_ORDER = (
    "TopologicalOrder is intentionally hidden in this prompt variant. Infer one acyclic mechanism map "
    "that globally explains all training worlds."
)
_HIDDEN_ROOTS = (
    "Root variable identities are intentionally hidden in this prompt variant. Infer which observed "
    "variables are roots, and provide mechanisms only for the remaining variables."
)
_ALTERNATIVE = (
    "- AdmissibleExperimentFamily: single-variable hard_do with exactly one binary assignment do(V=0) "
    "or do(V=1)",
    "- WitnessRequirement: provide one complete RootVariables assignment and at least one non-intervened "
    "EndogenousVariable whose prediction differs between the presented reference SCM and your returned "
    "alternative under the proposed experiment.",
)
_EXAMPLES = {
    "A_SCM": '{"mechanisms":{"X3":"...","X4":"(xor X1 X2)"}}',
    "A_SCM_ID": '{"certification":"UNIQUE"}',
    "A_SCM_ROOT_UNKNOWN": '{"roots":["X1","X4","X7"],"mechanisms":{"X2":"...","X3":"(xor X1 X2)"}}',
    "A_SCM_ALT_EXP": '{"alternative":{"mechanisms":{"X3":"...","X4":"(xor X1 X2)"}},"experiment":'
    '{"type":"hard_do","assignments":{"X2":1}},"witness":{"rootAssignment":{"X1":0},'
    '"differences":[{"variable":"X4","reference":0,"alternative":1}]}}',
}
_HELD_OUT = (
    "Held-out Worlds:",
    "- Held-out interventions exist and are withheld during fitting.",
    "- Use one invariant mechanism inferred from training worlds.",
)


def released_prompt(problem: BooleanProblem) -> str:
    """The message; the published system text is empty."""
    task = task_name(problem)
    variant = task.removeprefix("CIND_")
    lines = [
        f"Task: {task} ({variant})",
        f"Target variable: {_target(problem)}",
        f"Allowed operators: {', '.join(problem.operators)}",
        "",
        "## Problem Instance",
        "Problem Metadata:",
        f"- Task: {task}",
        f"- Variant: {variant}",
        *_variables(problem),
        *_semantics(problem),
        *_reference(problem),
        "",
        "OutputSchemaExample:",
        _EXAMPLES[variant],
        "",
        "Training Worlds:",
    ]
    order = shown_order(problem)
    for world in problem.training:
        lines += [*_world(world, problem.variables, order), ""]
    lines += _HELD_OUT if problem.heldout else ()
    return "\n".join(lines).strip()


def _target(problem: BooleanProblem) -> str:
    target = parameter(problem, "target")
    return target if isinstance(target, str) else "Y"


def shown_order(problem: BooleanProblem) -> tuple[str, ...]:
    """The variables in the order in which the file shows them."""
    return permutation(parameter(problem, "promptVariableOrder"), problem.variables) or (
        problem.variables
    )


def _variables(problem: BooleanProblem) -> Iterator[str]:
    order, disclosure = shown_order(problem), problem.disclosure
    inputs = parameter(problem, "inputVariables") or [n for n in order if n != _target(problem)]
    named = {str(name) for name in inputs} if isinstance(inputs, list) else set(order)
    yield f"- InputVariables: {_joined_names(name for name in order if name in named)}"
    yield f"- ObservedVariables: {_joined_names(order)}"
    yield f"- AllowedMechanismVariables: {_ALLOWED[problem.setting]}"
    yield f"- AllowedOperators: {_joined_names(problem.operators)}"
    yield f"- TrainWorldCount: {len(problem.training)}"
    yield f"- HeldoutWorldCount: {len(problem.heldout)}"
    yield f"- Query: {query(problem).strip()}"
    roots = disclosure.roots
    if roots is None:
        yield f"- RootCount: {disclosure.size_of_root_set}"
    else:
        yield f"- RootVariables: {_joined_names(name for name in order if name in roots)}"
        yield f"- EndogenousVariables: {_joined_names(name for name in order if name not in roots)}"
    if disclosure.blocks is not None:
        kept = kept_order(problem)
        blocks = (
            "{" + _joined_names(sorted(block, key=kept.index)) + "}" for block in disclosure.blocks
        )
        yield f"- TopologicalLayers: {' < '.join(blocks)}"
    if disclosure.order is not None:
        yield f"- TopologicalOrder: {_joined_names(disclosure.order)}"


def _semantics(problem: BooleanProblem) -> Iterator[str]:
    same = panel(problem)
    if same is not None:
        yield f"- PanelSemantics: {'true' if same else 'false'}"
    yield from _MODES
    yield _SAME_UNITS if same else _OWN_UNITS
    if problem.setting in (Setting.HIDDEN_ORDER, Setting.HIDDEN_ROOTS):
        yield _HIDDEN_ORDER
    if problem.setting is Setting.BLOCK_ORDER:
        yield _BLOCKS
    if problem.setting is Setting.HIDDEN_ROOTS:
        yield _HIDDEN_ROOTS


def _reference(problem: BooleanProblem) -> Iterator[str]:
    if problem.reference is None:
        return
    gold = released(problem, "problem", "goldAnswer")
    key = holding(gold, PAIR_KEYS) or PAIR_KEYS[0]
    # as it stands in the file, where there is one
    written = released(problem, "problem", "goldAnswer", key, "referenceMechanisms")
    texts = {name: spell(e) for name, e in problem.reference.mechanisms.items()}
    if isinstance(written, dict):
        texts |= {name: str(written[name]) for name in texts if name in written}
    yield from (*_ALTERNATIVE, "", "ReferenceSCM:")
    yield from (f"- {name}: {texts[name]}" for name in shown_order(problem) if name in texts)


def _world(world: World, variables: tuple[str, ...], order: tuple[str, ...]) -> Iterator[str]:
    place = {name: at for at, name in enumerate(variables)}
    constant, assigned = world.mode is Mode.CONSTANT, world.mode is Mode.ASSIGNED
    values = {name: int(world.rows[0][place[name]]) for name in world.targets if constant}
    done = ", ".join(f"{name}={values.get(name, 'assigned_per_row')}" for name in world.targets)
    yield f"WorldId: {world.id}"
    yield f"Intervention: {f'do({done})' if done else 'none'}"
    yield f"InterventionMode: {'none' if world.mode is Mode.NONE else f'hard_{world.mode}'}"
    yield f"InterventionTargetsAssigned: {json.dumps(list(world.targets) if assigned else [])}"
    yield f"InterventionTargetsConstant: {json.dumps(values, sort_keys=True)}"
    yield f"InterventionTargetsAll: {json.dumps(list(world.targets))}"
    yield "Rows:"
    units = world.units or tuple(f"u{i:02d}" for i in range(len(world.rows)))
    for unit, row in zip(units, world.rows, strict=True):
        yield f"- {unit}: {' '.join(f'{name}={row[place[name]]}' for name in order)}"


def _joined_names(names: Iterable[str]) -> str:
    return ", ".join(names)
