"""Replay records of the Boolean bundle: one answer by mechanism and by world, against gold.

Parents are *mentioned* variables here. A cell is *directly* wrong if the mechanism is wrong on the observed
inputs, wrong in *roll-out* if the replayed value is. The published analysis knows no blocks: an answer that
it cannot replay has no records, whatever the evaluator says of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.evaluator_order import (
    Turns,
    fault_order,
    kept_order,
    parameter,
    released,
)
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.release.scorer.canonical_form import Writings
from symcause.families.boolean.scoring.check.replay_scores import ReplayEvidence
from symcause.grammar import parse
from symcause.models.disclosure import Setting
from symcause.models.expressions import Expression, Operation, evaluate, levels, spell
from symcause.models.variable_names import natural

SPLITS = (Split.TRAIN, Split.HELDOUT)
_MODES = {Mode.CONSTANT: "hard_constant", Mode.ASSIGNED: "hard_assigned", Mode.NONE: "none"}


@dataclass(frozen=True)
class Gold:
    """Gold as the analysis sees it: texts, and what the file says of them."""

    problem: BooleanProblem
    texts: Mapping[str, str]
    expressions: Mapping[str, Expression]

    @classmethod
    def of(cls, problem: BooleanProblem) -> Gold:
        assert problem.gold is not None
        written = released(problem, "problem", "goldAnswer", "scm", "mechanisms")
        texts = {name: spell(e) for name, e in problem.gold.mechanisms.items()}
        if isinstance(written, Mapping):
            texts |= {n: written[n] for n in texts if isinstance(written.get(n), str)}
        return cls(problem, texts, problem.gold.mechanisms)

    def parents(self, name: str) -> frozenset[str]:
        listed = self._scm("parentsByVar", name)
        if isinstance(listed, list):
            return frozenset(map(str, listed))
        return self.expressions[name].variables

    def size(self, name: str) -> int:
        listed = self._scm("mechanismStatsByVar", name, "astSize")
        return listed if isinstance(listed, int) else self.expressions[name].size

    def profile(self, name: str) -> str:
        return profile(self._operators(name))

    def _operators(self, name: str) -> Mapping[str, int]:
        listed = self._scm("mechanismStatsByVar", name, "operatorCounts")
        if isinstance(listed, Mapping):
            return {str(key): int(n) for key, n in listed.items() if isinstance(n, int)}
        return operators(self.expressions[name])

    @property
    def map_profile(self) -> str:
        total: Counter[str] = Counter()
        for name in self.texts:
            total.update(self._operators(name))
        return profile(total)

    @property
    def total(self) -> int:
        """The AST size of the whole map, by the first place that tells it."""
        diagnostics = parameter(self.problem, "generationDiagnostics")
        told = (
            diagnostics.get("gold_modular_total_ast") if isinstance(diagnostics, Mapping) else None
        )
        for value in (told, self._scm("totalAst")):
            if isinstance(value, int):
                return value
        return sum(map(self.size, self.texts))

    def _scm(self, *path: str) -> object:
        return released(self.problem, "problem", "goldAnswer", "scm", *path)


def operators(expression: Expression) -> Counter[str]:
    """How often each operator occurs."""
    parts = (part for level in levels(expression) for part in level)
    return Counter(part.operator for part in parts if isinstance(part, Operation))


def profile(counts: Mapping[str, int]) -> str:
    """The one or two most frequent operators, ties by name."""
    ranked = sorted((name for name, n in counts.items() if n), key=lambda o: (-counts[o], o))
    return "+".join(ranked[:2]) or "none"


@dataclass(frozen=True)
class MechanismRecord:
    """One mechanism of a replayable answer."""

    name: str
    text: str
    canonical: str  # variables renamed by first appearance
    index: int  # among the endogenous variables as the file lists them
    place: int  # in the order in which all variables are computed
    parents: tuple[str, ...]
    gold_parents: tuple[str, ...]
    expr_exact: bool
    canonical_exact: bool
    negated: bool  # one is the other with a "not" before it, as written
    size: int
    gold_size: int
    profile: str
    gold_profile: str
    scored: tuple[int, int]  # cells, by split
    wrong: tuple[int, int]  # in roll-out
    direct: tuple[int, int]
    both: tuple[int, int]  # wrong in both ways

    @property
    def parent_exact(self) -> bool:
        return self.parents == self.gold_parents

    @property
    def exact(self) -> bool:
        """Are text and parents gold's?"""
        return self.expr_exact and self.parent_exact

    def accuracy(self, split: int) -> float | None:
        scored = self.scored[split]
        return (scored - self.wrong[split]) / scored if scored else None


@dataclass(frozen=True)
class WorldRecord:
    """One world with a scored cell under a replayable answer."""

    split: str
    mode: str
    targets: int
    lowest: int | None  # place of the first target in gold's order
    scored: int
    wrong: int
    under: int  # 0 said, 1 seen
    dominant: int | None  # place of the variable with most wrong cells
    novelty: float | None
    overlap: float | None
    mode_match: bool | None

    @property
    def rate(self) -> float:
        return self.wrong / self.scored


@dataclass(frozen=True)
class Replayed:
    """All records of a replayable answer."""

    mechanisms: tuple[MechanismRecord, ...]
    worlds: tuple[WorldRecord, ...]
    expressions: Mapping[str, Expression]


def replayed(gold: Gold, evidence: ReplayEvidence, texts: Mapping[str, str]) -> Replayed:
    """The records of an answer with these mechanisms, which the analysis can read."""
    problem = gold.problem
    roots = problem.disclosure.roots or ()
    names, kept = fault_order(problem, roots), kept_order(problem)
    written = {n: parse(texts[n], constants=True, operators=problem.operators) for n in names}
    columns = evidence.run(Answer(written, tuple(roots)).compiled(tuple(roots)))
    seen, mask = evidence.observed, evidence.mask
    rolled = {n: (columns[n] ^ seen[n]) & evidence.free[n] for n in names}
    direct = {n: (evaluate(written[n], seen, mask) ^ seen[n]) & evidence.free[n] for n in names}
    parts = [
        sum(rows for world, rows in evidence.parts if world.split is split) for split in SPLITS
    ]
    order = _order(problem, roots, written)
    writings = Writings()

    def record(name: str) -> MechanismRecord:
        own, true = written[name], gold.expressions[name]
        forms = writings.renamed(own), writings.renamed(true)

        def cells(bits: int) -> tuple[int, int]:
            return (bits & parts[0]).bit_count(), (bits & parts[1]).bit_count()

        return MechanismRecord(
            name=name,
            text=texts[name].strip(),
            canonical=forms[0],
            index=names.index(name),
            place=order.index(name),
            parents=tuple(sorted(own.variables)),
            gold_parents=tuple(sorted(gold.parents(name))),
            expr_exact=texts[name].strip() == gold.texts[name],
            canonical_exact=forms[0] == forms[1],
            negated=_negates(own, true) or _negates(true, own),
            size=own.size,
            gold_size=gold.size(name),
            profile=profile(operators(own)),
            gold_profile=gold.profile(name),
            scored=cells(evidence.free[name]),
            wrong=cells(rolled[name]),
            direct=cells(direct[name]),
            both=cells(rolled[name] & direct[name]),
        )

    plans = _plans(problem)
    worlds = tuple(
        _world(world, rows, rolled, evidence, kept, plans.get(world.id, {}))
        for world, rows in evidence.parts
        if any(evidence.free[name] & rows for name in names)
    )
    return Replayed(tuple(map(record, names)), worlds, written)


def _order(
    problem: BooleanProblem, roots: Sequence[str], written: Mapping[str, Expression]
) -> tuple[str, ...]:
    """How all variables are computed: in the order that is kept, or where it is hidden roots first."""
    if problem.setting is not Setting.HIDDEN_ORDER:
        return kept_order(problem)
    turns = Turns.of(problem, roots)
    computed = turns.computed({name: e.variables for name, e in written.items()})
    assert computed is not None
    return (*(name for name in kept_order(problem) if name in roots), *computed)


def _negates(first: Expression, second: Expression) -> bool:
    return isinstance(first, Operation) and first.operator == "not" and first.arguments[0] == second


def _plans(problem: BooleanProblem) -> dict[str, Mapping[str, object]]:
    """What generation says of held-out worlds, by id."""
    diagnostics = parameter(problem, "generationDiagnostics")
    listed = diagnostics.get("heldoutPlanDiagnostics") if isinstance(diagnostics, Mapping) else None
    if not isinstance(listed, list):
        return {}
    entries = [entry for entry in listed if isinstance(entry, Mapping)]
    held = {world.id for world in problem.worlds if world.split is Split.HELDOUT}
    return {id: entry for entry in entries if (id := str(entry.get("worldId"))) in held}


def _world(
    world: World,
    rows: int,
    rolled: Mapping[str, int],
    evidence: ReplayEvidence,
    kept: tuple[str, ...],
    plan: Mapping[str, object],
) -> WorldRecord:
    wrong = {name: (bits & rows).bit_count() for name, bits in rolled.items()}
    under = sum(
        (bits & rows & evidence.observed[name]).bit_count() for name, bits in rolled.items()
    )
    most = max(wrong.values(), default=0)
    worst = natural(name for name, n in wrong.items() if n == most)[0] if most else ""
    places = [kept.index(name) for name in world.targets]
    match = plan.get("modeMatchNearestTrain")
    return WorldRecord(
        split=str(world.split),
        mode=_MODES[world.mode] if world.targets else "none",
        targets=len(world.targets),
        lowest=min(places, default=None),
        scored=sum((evidence.free[name] & rows).bit_count() for name in rolled),
        wrong=sum(wrong.values()),
        under=under,
        dominant=kept.index(worst) if worst else None,
        novelty=_float(plan.get("noveltyScore")),
        overlap=_float(plan.get("nearestTrainTargetOverlap")),
        mode_match=None if match is None else match is True,
    )


def _float(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
