"""Limits of a pool in disambiguation: what all its worlds together cannot tell apart, and why.

A variable keeps several mechanisms for one of two reasons. Either some pattern of its inputs is shown by
no training or candidate world: then it is asked whether any world with so few targets could show it
(every context of every such intervention is simulated), because a pattern that no such world reaches
stays open however large the pool is. Or all patterns are shown, and the mechanisms are told apart only
together with those of other variables or with another root set.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, islice, product
from math import comb
from typing import TYPE_CHECKING

from symcause.families.boolean.audits.disambiguation.world_search import Disambiguation, input_sets
from symcause.families.boolean.audits.pool.gold_interventions import (
    Probe,
    Setup,
    Signature,
    intervene,
)
from symcause.families.boolean.audits.pool.world_pool import held_out_signatures
from symcause.families.boolean.bounds import REACH_ROWS, REACHED_INPUTS, SHOWN_PATTERNS
from symcause.families.boolean.documents.disambiguation_document import (
    ApartPart,
    ExamplePart,
    OpenPatternPart,
)
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.member_answers import spelled
from symcause.families.boolean.space.order.function_distance import DISTANCES
from symcause.mechanisms.order.nearest_members import nearest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def remaining(found: Disambiguation, targets: int) -> tuple[ApartPart, ...]:
    """The variables that stay open when all candidates (up to this many targets) are added."""
    if found.count_after <= 1:
        return ()
    gold = found.problem.gold_scm
    assert gold is not None
    unseen = _unseen(found, gold)
    apart = []
    for variable in found.problem.variables:
        count = found.whole.mechanism_count(variable)
        if count < 1 or (count == 1 and variable in gold.functions):
            continue
        open_sets = unseen.get(variable, [])
        total = sum(len(patterns) for _, patterns in open_sets)
        shown = list(islice(((p, i) for p, ps in open_sets for i in ps), SHOWN_PATTERNS))
        listed = _reached(found, gold, shown, targets)
        apart.append(
            ApartPart(
                variable=variable,
                mechanisms=count,
                reason=_reason(variable, gold, listed, targets),
                patterns=listed,
                more_patterns=total - len(listed),
            )
        )
    return tuple(apart)


def example(found: Disambiguation) -> ExamplePart | None:
    """The nearest other model that the whole pool leaves: its changed mechanisms."""
    gold = found.problem.gold_scm
    assert gold is not None
    other = next(nearest(found.whole, gold, DISTANCES), None) if found.count_after > 1 else None
    if other is None:
        return None
    written = spelled(found.problem, other.model)
    changed = {v: written[v] for v in other.changed if v in written}
    return ExamplePart(roots=other.model.roots, changed=other.changed, mechanisms=changed)


def _reason(
    variable: str, gold: BooleanSCM, listed: Sequence[OpenPatternPart], targets: int
) -> str:
    if variable not in gold.functions:
        return "with another root set it has a mechanism that fits every candidate world"
    if not listed:
        return "its mechanisms differ only together with those of other variables"
    if all(pattern.reachable is False for pattern in listed):
        few = "1 target" if targets == 1 else f"{targets} targets"
        return f"no world with at most {few} shows these patterns of its inputs"
    if any(pattern.reachable for pattern in listed):
        return "the pool has no world that shows these patterns; a larger pool may"
    return "no candidate world shows these patterns of its inputs"


def _unseen(found: Disambiguation, gold: BooleanSCM) -> dict[str, list[tuple[Probe, list[int]]]]:
    """For each variable: input sets with the patterns that neither training nor the pool shows."""
    problem = found.problem
    evidence = Evidence(problem)
    unseen: dict[str, list[tuple[Probe, list[int]]]] = {}
    for probe in input_sets(problem, found.hypotheses, gold):
        if len(probe.inputs) > REACHED_INPUTS:
            continue
        variable = problem.variables[probe.variable]
        table = evidence.rows(variable).table(probe.inputs)
        assert table is not None, "gold is a member"
        shown = set(found.pool.patterns(probe.variable, probe.inputs).patterns)
        open_patterns = [
            p for p in range(1 << len(probe.inputs)) if not table[0] >> p & 1 and p not in shown
        ]
        if open_patterns:
            unseen.setdefault(variable, []).append((probe, open_patterns))
    return unseen


def _reached(
    found: Disambiguation,
    gold: BooleanSCM,
    shown: Sequence[tuple[Probe, int]],
    targets: int,
) -> tuple[OpenPatternPart, ...]:
    """The patterns with the answer whether any world with so few targets shows them."""
    import numpy as np

    names = found.problem.variables
    banned = held_out_signatures(found.problem)
    rows = _everything(gold, names, names[shown[0][0].variable], targets, banned) if shown else None
    patterns = []
    for probe, pattern in shown:
        inputs = tuple(names[i] for i in probe.inputs)
        values = "".join(str(pattern >> j & 1) for j in range(len(inputs)))
        reachable = None
        if rows is not None:
            wanted = np.array(list(map(int, values)), dtype=np.uint8)
            reachable = bool((rows[:, list(probe.inputs)] == wanted).all(axis=1).any())
        patterns.append(OpenPatternPart(inputs=inputs, pattern=values, reachable=reachable))
    return tuple(patterns)


def _everything(
    gold: BooleanSCM,
    names: Sequence[str],
    variable: str,
    targets: int,
    banned: frozenset[Signature],
) -> NDArray[np.uint8] | None:
    """Every row that gold shows under at most this many targets, the variable none of them."""
    import numpy as np

    others = [v for v in names if v != variable]
    sizes = range(min(targets, len(others)) + 1)
    if sum(comb(len(others), k) << (k + len(gold.roots)) for k in sizes) > REACH_ROWS:
        return None
    rng = random.Random(0)  # never used: all contexts are taken
    most = 1 << (len(gold.roots) + targets)
    setups = [
        setup
        for k in sizes
        for group in combinations(others, k)
        for setup in _admitted(group, banned)
    ]
    tables = [intervene(gold, names, setup, rng, most).table for setup in setups]
    return np.unique(np.concatenate(tables), axis=0) if tables else None


def _admitted(targets: tuple[str, ...], banned: frozenset[Signature]) -> list[Setup]:
    """The interventions on these targets that no held-out world has, enough to see every row."""
    whole = Setup(Mode.ASSIGNED if targets else Mode.NONE, targets)
    if whole.signature not in banned:
        return [whole]
    parts = [Setup(Mode.CONSTANT, targets, bits) for bits in product((0, 1), repeat=len(targets))]
    return [part for part in parts if targets and part.signature not in banned]
