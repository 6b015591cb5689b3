"""Plans for Boolean episodes: fewest experiments in the worst case, by search over all members.

Members that no experiment tells apart are one class; a plan is over when no experiment can shrink the space
any more. A state is two sets of classes: those *left* as the space counts them, and those that are
*possible* truths because they show everything that was seen on these contexts (the same set where roots are
disclosed). steps(state) = 0 if nothing can be learnt, else 1 + min over experiments of the max over
outcomes. Found by deepening: a state with k classes needs at least log_b k steps if no experiment has more
than b outcomes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from symcause.answers import Unknown
from symcause.budgets import StrictMeter
from symcause.families.boolean.audits.next.experiment_contexts import (
    STEP,
    Contexts,
    contexts_of,
    experiments,
    model_outcome,
)
from symcause.families.boolean.bounds import PLAN_LOOKS, PLANNED_MEMBERS
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.mechanisms.next.experiment_batch import Showing

_AGREEING = 40  # looks in the time that it takes to see whether a member agrees with an outcome

Outcome = tuple[int, ...]


@dataclass
class Planner:
    """Classes of members, and for every experiment its outcomes: who shows it, and whom it leaves."""

    asked: tuple[Experiment, ...]
    outcomes: tuple[tuple[tuple[int, int], ...], ...]  # (shown, left) as sets of classes
    possible: int
    everything: int
    _looked: StrictMeter = field(
        default_factory=lambda: StrictMeter(
            PLAN_LOOKS,
            f"no plan was found with {PLAN_LOOKS:,} looks at outcomes",
            refusal=TooMany,
        )
    )
    _steps: dict[tuple[int, int], int] = field(default_factory=dict)  # known lower bounds
    _plans: dict[tuple[int, int], tuple[int, int]] = field(
        default_factory=dict
    )  # (steps, experiment)

    def plan(self) -> tuple[int, Experiment | None]:
        """The number of further steps in the worst case, and the first. Raises TooMany."""
        start = (self.everything, self.possible)
        depth = self._least(start)
        while not self._within(start, depth):
            depth += 1
        if depth == 0:
            return 0, None
        return depth, self.asked[self._plans[start][1]]

    def _within(self, state: tuple[int, int], depth: int) -> bool:
        """Is nothing left to learn after this many steps, whatever happens?"""
        if state in self._plans and self._plans[state][0] <= depth:
            return True
        if self._least(state) > depth:
            return False
        options = list(self._options(state))
        if not options:
            self._plans[state] = (0, -1)
            return True
        for _, index, after in options if depth else ():
            if all(self._within(one, depth - 1) for one in after):
                self._plans[state] = (depth, index)
                return True
        self._steps[state] = depth + 1
        return False

    def _options(self, state: tuple[int, int]) -> Iterator[tuple[int, int, list[tuple[int, int]]]]:
        """Experiments that can teach something, the most even first: (largest, number, next states)."""
        left, possible = state
        found = []
        self._looked.spend(sum(map(len, self.outcomes)))
        for index, outcomes in enumerate(self.outcomes):
            after = [
                (left & keeps, possible & shows) for shows, keeps in outcomes if possible & shows
            ]
            if any(one[0] != left for one in after):
                after.sort(key=lambda one: -one[0].bit_count())
                found.append((after[0][0].bit_count(), index, after))
        return iter(sorted(found))

    def _least(self, state: tuple[int, int]) -> int:
        """This many steps are needed at least."""
        if state not in self._steps:
            most = max((len(after) for _, _, after in self._options(state)), default=0)
            steps, reach = 0, 1
            while most > 1 and reach < state[1].bit_count() and self._disclosed:
                steps, reach = steps + 1, reach * most
            self._steps[state] = max(steps, 1 if most else 0)
        return self._steps[state]

    @cached_property
    def _disclosed(self) -> bool:
        """Do outcomes leave exactly the classes that show them?"""
        return all(shows == keeps for outcomes in self.outcomes for shows, keeps in outcomes)


class TooMany(Exception):
    """More outcomes than are looked at."""


def planned(known: BooleanProblem, targets: int) -> tuple[int, Experiment | None] | Unknown:
    """The least number of further experiments in the worst case, and the first of them."""
    space = ExactSpace.of(known)
    if space.count > PLANNED_MEMBERS:
        return Unknown(
            f"plans are made for at most {PLANNED_MEMBERS:,} members, here are {space.count:,}"
        )
    contexts = contexts_of(known)
    planner = planner_of(
        known, list(space.members()), contexts, experiments(known, contexts, targets)
    )
    if isinstance(planner, Unknown):
        return planner
    try:
        return planner.plan()
    except TooMany as error:
        return Unknown(str(error))


def planner_of(
    known: BooleanProblem,
    members: Sequence[BooleanSCM],
    contexts: Contexts,
    asked: tuple[Experiment, ...],
) -> Planner | Unknown:
    showing = Showing(known.variables, asked, contexts)
    signatures = [tuple(showing.outcomes(member)) for member in members]
    kinds: list[tuple[object, ...]] = [(s,) for s in signatures]
    if known.disclosure.roots is None:
        seen = sorted({(e, s[e]) for s in signatures for e in range(len(asked))})
        if len(seen) * len(members) > PLAN_LOOKS // _AGREEING:
            return Unknown(
                f"{len(members):,} members and {len(seen):,} outcomes: too many for a plan"
            )
        kept = [
            tuple(agrees(m, asked[e], outcome, contexts, known.variables) for e, outcome in seen)
            for m in members
        ]
        past = _shows_the_past(known, members, contexts)
        kinds = [(s, k, p) for s, k, p in zip(signatures, kept, past, strict=True)]
    classes: dict[tuple[object, ...], int] = {}  # with the first member of each
    for i, kind in enumerate(kinds):
        classes.setdefault(kind, i)
    firsts = list(classes.values())
    everything = (1 << len(classes)) - 1
    shows: list[dict[Outcome, int]] = [{} for _ in asked]
    for c, i in enumerate(firsts):
        for e, outcome in enumerate(signatures[i]):
            shows[e][outcome] = shows[e].get(outcome, 0) | 1 << c
    if known.disclosure.roots is not None:
        outcomes = tuple(tuple((s, s) for s in one.values()) for one in shows)
        return Planner(asked, outcomes, everything, everything)
    keeps = {
        pair: sum(1 << c for c, i in enumerate(firsts) if kept[i][j]) for j, pair in enumerate(seen)
    }
    return Planner(
        asked,
        tuple(tuple((s, keeps[e, w]) for w, s in one.items()) for e, one in enumerate(shows)),
        sum(1 << c for c, i in enumerate(firsts) if past[i]),
        everything,
    )


def agrees(
    model: BooleanSCM,
    experiment: Experiment,
    outcome: Outcome,
    contexts: Contexts,
    variables: Sequence[str],
) -> bool:
    """Is the model left after an outcome: do its mechanisms agree with the rows?"""
    columns = dict(zip(variables, outcome, strict=True))
    return all(
        function.on(columns, contexts.mask) == columns[v]
        for v, function in model.functions.items()
        if v not in experiment.targets
    )


def _shows_the_past(
    known: BooleanProblem, members: Sequence[BooleanSCM], contexts: Contexts
) -> list[bool]:
    """For every member: does it show the worlds of earlier actions on these very contexts?"""
    names = known.variables
    past = []
    for world in known.training:
        acted = world.id.startswith(STEP) and world.mode is not Mode.ASSIGNED
        if acted and len(world.rows) <= contexts.rows:
            columns = world.by_name(names)
            values = {v: columns[v] & 1 for v in world.targets}
            past.append((Experiment.of(values.items()), len(world.rows), world.columns))
    return [
        all(
            model_outcome(m, e, contexts.first(rows), names) == columns for e, rows, columns in past
        )
        for m in members
    ]
