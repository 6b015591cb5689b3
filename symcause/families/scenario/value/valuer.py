"""The valuer of a scenario: exact values of designs and events where possible, else bounds.

A :class:`Valuer` belongs to one scenario and remembers its plans and results. The exact engine is tried
first; what it cannot do is enclosed. :meth:`Valuer.bounds` encloses whole boxes of designs, for the
optimum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.scenario.models.model_components import Design, Value
from symcause.families.scenario.models.rational_intervals import Interval, point
from symcause.families.scenario.models.term_evaluation import Inexact, Undefined
from symcause.families.scenario.problem.problem import ScenarioProblem, cut
from symcause.families.scenario.value.event_clauses import Unsupported
from symcause.families.scenario.value.exact_probability import Exactly
from symcause.families.scenario.value.summation_plan import Plan, make_plan
from symcause.families.scenario.value.work_tally import BOX, STATE, VALUE, Tally
from symcause.grammar.scenario.scenario_terms import Apply, Name, Term, show

FINE, COARSE, ROUGH = 256, 64, 16
"""Cells of a continuous draw: for values, for a search, for boxes."""

BATCH = 24
"""Designs that are enclosed together."""

ANYTHING = Interval(Fraction(0), Fraction(1))
Force = Mapping[str, Value]
Range = tuple[int, int | None]
Key = tuple[str, str, tuple[tuple[str, Value], ...]]


@dataclass
class Valuer:
    """Values of one scenario."""

    problem: ScenarioProblem
    _plans: dict[Key, Plan | Unknown] = field(default_factory=dict)
    _known: dict[tuple[Key, tuple[tuple[str, Value], ...], int], Interval] = field(
        default_factory=dict
    )
    _inexact: set[Key] = field(default_factory=set)
    _large: dict[Key, int] = field(default_factory=dict)  # too many states with this many cells
    reasons: dict[str, None] = field(default_factory=dict)  # why something is only bounded
    tally: Tally = field(default_factory=Tally)  # what was computed

    def value(
        self,
        design: Design,
        stage: str | None = None,
        event: Term | None = None,
        force: Force | None = None,
        cells: int = FINE,
    ) -> Interval:
        """P(event | do(design), do(force)) in a stage; the event is the outcome unless said."""
        self.tally.spend(VALUE)
        key = self._key(stage, event, force)
        plan = self.plan(stage, event, force)
        if isinstance(plan, Unknown) and event is not None:
            rest = self._less(design, stage, event, force, cells)
            if rest is not None:
                return rest
        told = design if isinstance(plan, Unknown) else {n: design[n] for n in plan.design}
        known = (key, tuple(sorted(told.items())), cells)
        if known not in self._known:
            self._known[known] = self._value(key, plan, design, cells)
        return self._known[known]

    def _less(
        self, design: Design, stage: str | None, event: Term, force: Force | None, cells: int
    ) -> Interval | None:
        """P(not a) = 1 - P(a) and P(a and not b) = P(a) - P(a and b); None for other events."""

        def known(term: Term) -> Interval:
            return self.value(design, stage, term, force, cells)

        match event:
            case Apply("not", (inner,)):
                rest = point(1) - known(inner)
            case Apply("and", (first, Apply("not", (inner,)))):
                rest = known(first) - known(Apply("and", (first, inner)))
            case _:
                return None
        return rest.meet(ANYTHING)

    def given(
        self,
        design: Design,
        condition: Term,
        stage: str | None = None,
        event: Term | None = None,
        force: Force | None = None,
    ) -> Interval | None:
        """P(event | condition), None if the condition has no probability for sure."""
        wanted = event or Name(self.problem.outcome)
        both = self.value(design, stage, Apply("and", (condition, wanted)), force)
        whole = self.value(design, stage, condition, force)
        if whole.high == 0:
            return None
        high = min(both.high / whole.low, Fraction(1)) if whole.low else Fraction(1)
        return Interval(both.low / whole.high, high)

    def bounds(
        self,
        boxes: Sequence[Mapping[str, Value | Range]],
        stage: str | None = None,
        cells: int = ROUGH,
    ) -> list[Interval]:
        """Bounds of the value for all designs of each box."""
        from symcause.families.scenario.value.enclosure.probability_bounds import enclose

        self.tally.spend(BOX * len(boxes))
        plan = self.plan(stage)
        if isinstance(plan, Unknown):
            return [ANYTHING] * len(boxes)
        try:
            enclosure = enclose(plan, boxes, cells, self.tally)
        except (Unsupported, LimitError) as error:
            self.reasons[str(error)] = None
            return [ANYTHING] * len(boxes)
        return [
            Interval(Fraction(low), Fraction(high))
            for low, high in zip(enclosure.low.tolist(), enclosure.high.tolist(), strict=True)
        ]

    def plan(
        self, stage: str | None = None, event: Term | None = None, force: Force | None = None
    ) -> Plan | Unknown:
        """The plan for an event, or why there is none."""
        key = self._key(stage, event, force)
        if key not in self._plans:
            variables = cut(self.problem.staged(key[0]), force or {})
            try:
                made: Plan | Unknown = make_plan(
                    variables, frozenset(self.problem.design), event or Name(self.problem.outcome)
                )
            except Unsupported as error:
                made = Unknown(str(error))
            self._plans[key] = made
        return self._plans[key]

    def _key(self, stage: str | None, event: Term | None, force: Force | None) -> Key:
        wanted = self.problem.outcome if event is None else show(event)
        return (stage or self.problem.final, wanted, tuple(sorted((force or {}).items())))

    def _value(self, key: Key, plan: Plan | Unknown, design: Design, cells: int) -> Interval:
        if isinstance(plan, Unknown):
            self.reasons[plan.reason] = None
            return ANYTHING
        if key not in self._inexact:
            try:
                return point(self._exact(plan, design))
            except Undefined as error:  # here; other designs may have an exact value
                self.reasons[str(error)] = None
            except Inexact:
                self._inexact.add(key)
        return self._enclosed(key, plan, design, cells)

    def _exact(self, plan: Plan, design: Design) -> Fraction:
        exactly = Exactly(plan, design)
        try:
            return exactly.probability()
        finally:
            self.tally.spend(STATE * exactly.work.spent)

    def _enclosed(self, key: Key, plan: Plan, design: Design, cells: int) -> Interval:
        from symcause.families.scenario.value.enclosure.probability_bounds import enclose

        if cells >= self._large.get(key, cells + 1):
            return ANYTHING
        try:
            enclosure = enclose(plan, [design], cells, self.tally)
        except (Unsupported, LimitError) as error:
            if isinstance(error, LimitError):
                self._large[key] = cells
            self.reasons[str(error)] = None
            return ANYTHING
        return Interval(Fraction(float(enclosure.low[0])), Fraction(float(enclosure.high[0])))

    def many(
        self, designs: Sequence[Design], stage: str | None = None, cells: int = COARSE
    ) -> list[Interval]:
        """The values of several designs; those without an exact value are enclosed together."""
        from symcause.families.scenario.value.enclosure.probability_bounds import enclose

        intervals: list[Interval] = []
        key, plan = self._key(stage, None, None), self.plan(stage)
        for start in range(0, len(designs), BATCH):
            batch = list(designs[start : start + BATCH])
            if key not in self._inexact or isinstance(plan, Unknown) or len(batch) == 1:
                intervals += [self.value(design, stage, cells=cells) for design in batch]
                continue
            try:
                done = enclose(plan, batch, cells, self.tally)
            except (Unsupported, LimitError):
                intervals += [self.value(design, stage, cells=cells) for design in batch]
                continue
            ends = zip(done.low.tolist(), done.high.tolist(), strict=True)
            intervals += [Interval(Fraction(low), Fraction(high)) for low, high in ends]
        return intervals
