"""Joint search for another Boolean SCM and an experiment that separates the two.

*Reduction.* Let M be a model and M′ a member over the same roots that differ under an experiment in
some context. Take the first variable V, along an order of M′, whose values differ: its inputs S in M′
have the same values in both runs, so the mechanism of V in M′ gives another value than M *at a state x of
M*. Conversely let x be a state that M reaches under the experiment, V no target, and S a parent set that V
can have in some member such that the rows of V and one more row, x with V flipped, have no conflict on S.
Then some member has a mechanism of V on S that flips V at x, and it differs from M in that context: in
V, or else already in one of the inputs. So it is enough to ask about one variable at a time
(:mod:`.output_flip`), the query point is always a state of M, and the order is settled before any solver
is called (:mod:`.variable_placement`).

*No reference needed.* Agreeing under all experiments is an equivalence, so if no member is told from one
member, no two members are told apart. *Hidden roots*: models over different root sets of one size are
always told apart: if V is a root of M alone, do(V=b) leaves M half as many states as M′.

*Uniqueness.* If the state may be anything, the same formula asks whether V has another mechanism. By
exchange (docs/theory/counting.md, Proposition 5) a member M over whose roots there is another one has one
that differs from M in a single mechanism, so it is enough to look outside the descendants of V in M.

Every answer is executed by the models themselves before anybody sees it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from symcause.answers import Sat, SolverAnswer, Unknown, Unsat
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.bounds import JOINT_TARGETS
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.models.experiments import (
    Difference,
    Experiment,
    StateWitness,
    Witness,
)
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.class_rules import refuse_rule
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import searchable
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.version_two import refuse_unready
from symcause.families.boolean.space.joint.output_flip import (
    Flip,
    Predecessors,
    below,
    find_flip,
    flipped,
)
from symcause.families.boolean.space.joint.row_bits import positions
from symcause.families.boolean.space.joint.variable_placement import Placing
from symcause.solvers.sat.sat_engine import INCREMENTAL_ENGINE


@dataclass(frozen=True)
class Separated:
    """A member that an experiment tells from the reference, and the cells or the state that show it."""

    reference: BooleanSCM
    alternative: BooleanSCM
    experiment: Experiment
    witness: Witness | StateWitness


class JointSearch:
    """Questions about one problem and class; what is learnt about parent sets is kept between them.

    In classes with bounds on the written form the searches know only the bound on parents. "None" is
    then still right, because the class is smaller; a finding counts if it can be written within the
    bounds, and if all there are cannot, the answer is ``Unknown``.
    """

    def __init__(
        self,
        problem: BooleanProblem,
        hypotheses: HypothesisClass | None = None,
        engine: str = INCREMENTAL_ENGINE,
    ) -> None:
        self.problem = problem
        self.hypotheses = hypotheses or problem.default_class()
        refuse_rule(self.hypotheses.admits, "the search by SAT")
        if not searchable(self.hypotheses):
            raise UsageError("the search by SAT knows neither required edges nor signs")
        refuse_unready(problem, self.hypotheses)
        self._engine = engine
        self._placing = Placing(problem, self.hypotheses)

    def member(self) -> SolverAnswer:
        """``Sat`` with some member (:class:`BooleanSCM`), ``Unsat`` if the space is empty."""
        return self._first((m, (m,)) for m in map(self._placing.member, self._placing.root_sets()))

    def other(self, reference: BooleanSCM, *, over_its_roots: bool = False) -> SolverAnswer:
        """``Sat`` with a member other than the reference (over its roots), ``Unsat`` if there is none."""
        return self._first((m, (m,)) for m in self._others(reference, over_its_roots))

    def few(self) -> int | None:
        """How many members there are, if none or one; None where there are more, or nothing is known."""
        some = self.model_of(self.member())
        if isinstance(some, BooleanSCM):
            return 1 if isinstance(self.other(some), Unsat) else None
        return 0 if some is None else None

    @staticmethod
    def model_of(answer: SolverAnswer) -> BooleanSCM | Unknown | None:
        """The member that was looked for, None if there is none."""
        if isinstance(answer, Unknown):
            return answer
        if isinstance(answer, Unsat):
            return None
        assert isinstance(answer.model, BooleanSCM)
        return answer.model

    def separated(self, reference: BooleanSCM | None = None, *, targets: int = 1) -> SolverAnswer:
        """``Sat`` with a :class:`Separated`, ``Unsat`` if no experiment tells any member from it.

        Without a reference: some two members that an experiment tells apart. An experiment has 1 to
        *targets* variables, as few as possible.
        """
        if not 1 <= targets <= JOINT_TARGETS:
            raise UsageError(
                f"an experiment has 1 to {JOINT_TARGETS} targets",
                value=targets,
                remedy="choose one",
            )
        return self._first(self._pairs(reference, targets))

    def ambiguous(self, variable: str, reference: BooleanSCM) -> bool:
        """True if a function of the class other than the reference's agrees with the variable's rows.

        The other mechanisms are not looked at: the function may be cyclic with all of them.
        """
        return (
            self._flip(self._placing.where[variable], self._placing.all, reference, None)
            is not None
        )

    def _first(self, findings: Iterator[tuple[object, tuple[BooleanSCM, ...]]]) -> SolverAnswer:
        """The first finding whose models the class can write."""
        missed = False
        try:
            for found, models in findings:
                if all(self._writable(model) for model in models):
                    return Sat(found)
                missed = True
        except LimitError as error:
            return Unknown(str(error))
        reason = "the SAT search found only models that the class may be unable to write"
        return Unknown(reason) if missed else Unsat()

    def _writable(self, model: BooleanSCM) -> bool:
        book = catalogue(self.problem.operators, self.problem.constants)
        bounds = self.hypotheses.max_ast, self.hypotheses.max_depth
        if not self.hypotheses.tabled and book.expresses_everything:
            return True
        return all(book.writable(function, *bounds) for function in model.functions.values())

    def _pairs(
        self, reference: BooleanSCM | None, targets: int
    ) -> Iterator[tuple[Separated, tuple[BooleanSCM, ...]]]:
        if reference is not None:
            for separated in self._separated(reference, targets):
                yield separated, (separated.alternative,)
            return
        roots = next(self._placing.root_sets(), None)
        if roots is not None:
            for separated in self._separated(self._placing.member(roots), targets):
                yield separated, (separated.reference, separated.alternative)

    def _flip(
        self, variable: int, allowed: int, reference: BooleanSCM, targets: int | None
    ) -> Flip | None:
        placing = self._placing
        return find_flip(
            placing.search(variable),
            allowed,
            reference,
            placing.where,
            targets=targets,
            engine=self._engine,
        )

    def _others(self, reference: BooleanSCM, over_its_roots: bool) -> Iterator[BooleanSCM]:
        roots = self._placing.mask(reference.roots)
        base = self._base(reference)
        if base is not None and base != reference:
            yield base
        elif base is not None:
            for variable in positions(self._placing.all & ~roots):
                before = self._placing.all & ~below(self._placing, reference, variable)
                flip = self._flip(variable, before, reference, None)
                if flip is not None:
                    yield self._checked(flipped(self._placing, reference, flip))
        for others in () if over_its_roots else self._placing.root_sets():
            if others != roots:
                yield self._checked(self._placing.member(others))

    def _separated(self, reference: BooleanSCM, targets: int) -> Iterator[Separated]:
        roots = self._placing.mask(reference.roots)
        base = self._base(reference)
        befores: dict[int, Predecessors] = {}
        for size in range(1, targets + 1) if base is not None else ():
            assert base is not None
            for variable in positions(self._placing.all & ~roots):
                if variable not in befores:
                    befores[variable] = Predecessors(self._placing, base, variable)
                flip = self._flip(variable, befores[variable].placed, reference, size)
                if flip is not None:
                    alternative = self._checked(befores[variable].alternative(flip))
                    yield self._witnessed(reference, alternative, flip)
        for others in self._placing.root_sets():
            if others != roots:
                yield _by_states(reference, self._checked(self._placing.member(others)))

    def _base(self, reference: BooleanSCM) -> BooleanSCM | None:
        """A member over the reference's roots, itself if it is one; None if there is none."""
        placing, disclosure = self._placing, self.problem.disclosure
        disclosed = disclosure.roots
        fits = len(reference.roots) == disclosure.size_of_root_set
        if disclosed is not None:
            fits = set(reference.roots) == set(disclosed)
        if not fits or set(reference.variables) != set(placing.names):
            raise UsageError("the reference is no model of this problem: other roots or variables")
        if self._is_member(reference):
            return reference
        roots = placing.mask(reference.roots)
        return placing.member(roots) if placing.works(roots) else None

    def _is_member(self, model: BooleanSCM) -> bool:
        placing = self._placing
        columns = dict(zip(placing.names, placing.observed.columns, strict=True))
        everything = (1 << len(placing.observed.states)) - 1
        for name, function in model.functions.items():
            at = placing.where[name]
            wrong = (function.on(columns, everything) ^ columns[name]) & placing.observed.free[at]
            if wrong or not placing.search(at).propose(placing.mask(function.parents)):
                return False
        return placing.admits(placing.mask(model.roots))

    def _checked(self, model: BooleanSCM) -> BooleanSCM:
        """The model, which must replay every training row: run, not believed."""
        for world in self.problem.training:
            given = world.by_name(self.problem.variables)
            assert model.run(given, world.targets, world.mask) == given, "the search is wrong"
        return model

    def _witnessed(self, reference: BooleanSCM, alternative: BooleanSCM, flip: Flip) -> Separated:
        """The experiment and the root context of a flip, run on both models."""
        names = self._placing.names
        state = {name: flip.state >> i & 1 for i, name in enumerate(names)}
        clamped = [names[t] for t in positions(flip.targets)] or [reference.roots[0]]
        experiment = Experiment.of((name, state[name]) for name in clamped)
        first, second = (m.run(state, clamped, 1) for m in (reference, alternative))
        cells = tuple(
            Difference(v, bool(first[v]), bool(second[v]))
            for v in reference.endogenous
            if v not in clamped and first[v] != second[v]
        )
        assert cells, "the search is wrong: the models agree"
        context = tuple((name, bool(state[name])) for name in reference.roots)
        return Separated(reference, alternative, experiment, Witness(context, cells))


def _by_states(reference: BooleanSCM, alternative: BooleanSCM) -> Separated:
    """Separate models over different root sets: a state that only the alternative can reach.

    The target is a root of the reference only, so at least half of the alternative's states qualify.
    """
    target = next(r for r in reference.roots if r not in alternative.roots)
    experiment = Experiment.of([(target, 0)])
    rng = random.Random(0)
    while True:
        context = {name: rng.getrandbits(1) for name in alternative.roots}
        state = alternative.run({**context, target: 0}, [target], 1)
        if reference.run(state, [target], 1) != state:
            shown = tuple((name, bool(state[name])) for name in reference.variables)
            witness = StateWitness(shown, "alternative")
            return Separated(reference, alternative, experiment, witness)
