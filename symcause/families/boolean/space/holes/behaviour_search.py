"""Behaviour search: Boolean members that behave otherwise than a model, where variables are latent.

Two models behave differently iff some state of the variables that are not latent, under observation or
under one ``do(V=b)``, is possible in exactly one of them. Possible: some values of the latent variables
make every mechanism hold that is not set. Impossible: whatever values they have, some mechanism does not
hold. Either may be the model that is searched for, so both directions are asked at once, each with a state
and an experiment of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from symcause.answers import Sat, Unknown
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.bounds import BEHAVIOUR_MODELS, LATENT_VARIABLES, SYMBOLIC_BEHAVIOURS
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.observable_behaviour import behaviour
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.holes.hole_search import HoledSearch


@dataclass(frozen=True)
class _Test:
    """A symbolic state of the variables that are not latent, and which of them is set."""

    values: dict[str, int]
    target: dict[str, int]  # of every variable: latent ones are never set


class BehaviourSearch(HoledSearch):
    """Questions about what members show; *observing* says whether that nothing is set counts too."""

    def __init__(
        self,
        problem: BooleanProblem,
        hypotheses: HypothesisClass,
        meter: Meter | None = None,
        *,
        observing: bool = True,
    ) -> None:
        super().__init__(problem, hypotheses, meter)
        if len(problem.latent) > LATENT_VARIABLES:
            raise LimitError(
                f"{len(problem.latent)} latent variables: too many values to look at",
                remedy="--identity functions+roots compares mechanisms",
            )
        self.observing = observing

    def otherwise(self, than: BooleanSCM) -> BooleanSCM | Unknown | None:
        """A member that shows something else than the model, a single changed mechanism first."""
        guard = self.differing(than)
        for variable in than.functions:
            fixed = self.formula.assumed(than, variable)
            if fixed is not None and isinstance(self._solve(guard, *fixed), Sat):
                return self._found(Sat(()))
        return self._found(self._solve(guard))

    def behaviours(self, *than: BooleanSCM) -> Iterator[BooleanSCM | Unknown]:
        """A member of every behaviour, but for those of models; an Unknown ends what went too far."""
        known = list(than)
        guards = [self.differing(model) for model in known]
        if len(known) == 1:
            model = self.otherwise(known[0])
        else:
            model = self._found(self._solve(*guards)) if known else self.member()
        while model is not None:
            if isinstance(model, Unknown):
                yield model
                return
            if len(known) >= SYMBOLIC_BEHAVIOURS:
                yield from self._remaining(known)
                return
            assert self._is_new(model, known), "the search is wrong: they behave alike"
            yield model
            known.append(model)
            guards.append(self.differing(model))
            model = self._found(self._solve(*guards))

    def _is_new(self, model: BooleanSCM, known: Sequence[BooleanSCM]) -> bool:
        """True if the model, run, shows something else than each of these, as far as that can be run."""
        latent = self.problem.latent
        with suppress(LimitError):
            shown = behaviour(model, latent)
            return all(behaviour(other, latent) != shown for other in known[-1:])
        return True

    def _remaining(self, known: Sequence[BooleanSCM]) -> Iterator[BooleanSCM | Unknown]:
        """The rest of them, by listing models and running each."""
        latent = self.problem.latent
        try:
            shown = {behaviour(model, latent) for model in known}
            for number, model in enumerate(self.members()):
                if isinstance(model, Unknown) or number == BEHAVIOUR_MODELS:
                    many = Unknown(
                        f"more than {BEHAVIOUR_MODELS:,} models: they are run one by one"
                    )
                    yield model if isinstance(model, Unknown) else many
                    return
                if (told := behaviour(model, latent)) not in shown:
                    shown.add(told)
                    yield model
        except LimitError as error:
            yield Unknown(str(error))

    def differing(self, than: BooleanSCM) -> int:
        """A literal under which the model that is searched for behaves otherwise than this one."""
        engine, cnf = self._engine, self.formula.cnf
        start = len(cnf.clauses)
        guard, more, less = cnf.fresh(), cnf.fresh(), cnf.fresh()
        cnf.add(-guard, more, less)
        test = self._test()
        self._possible(test, more)
        self._impossible_in(than, test, more)
        test = self._test()
        self._impossible(test, less)
        self._possible_in(than, test, less)
        for clause in cnf.clauses[start:]:
            engine.add(clause)
        return guard

    # a state and an experiment

    def _test(self) -> _Test:
        cnf, latent = self.formula.cnf, self.problem.latent
        values = {v: cnf.fresh() for v in self.problem.variables if v not in latent}
        target = {v: cnf.fresh() for v in values}
        chosen = list(target.values())
        cnf.exactly([*chosen, cnf.fresh()] if self.observing else chosen, 1)
        return _Test(values, target | dict.fromkeys(latent, -self.formula.true))

    def _latent_values(self) -> Iterator[dict[str, int]]:
        true, latent = self.formula.true, self.problem.latent
        for bits in product((-true, true), repeat=len(latent)):
            yield dict(zip(latent, bits, strict=True))

    def _some_values(self, test: _Test) -> dict[str, int]:
        return test.values | {v: self.formula.cnf.fresh() for v in self.problem.latent}

    # the model that is searched for

    def _possible(self, test: _Test, wanted: int) -> None:
        formula, values = self.formula, self._some_values(test)
        for v, made in formula.mechanisms.items():
            formula.read(made, values, values[v], (-wanted, formula.roots[v], test.target[v]))

    def _impossible(self, test: _Test, wanted: int) -> None:
        formula, cnf = self.formula, self.formula.cnf
        for chosen in self._latent_values():
            values, broken = test.values | chosen, []
            for v, made in formula.mechanisms.items():
                output = cnf.fresh()
                formula.read(made, values, output)
                broken.append(self._broken(output, values[v], test.target[v]))
                cnf.add(-broken[-1], -formula.roots[v])
            cnf.add(-wanted, *broken)

    def _broken(self, output: int, value: int, target: int) -> int:
        """A literal that says: the variable is not set, and its mechanism gives another value."""
        cnf = self.formula.cnf
        broken = cnf.fresh()
        cnf.add(-broken, -target)
        cnf.add(-broken, output, value)
        cnf.add(-broken, -output, -value)
        return broken

    # the model that is given

    def _possible_in(self, model: BooleanSCM, test: _Test, wanted: int) -> None:
        values = self._some_values(test)
        for v, function in model.functions.items():
            self._run(function, values, values[v], (-wanted, test.target[v]))

    def _impossible_in(self, model: BooleanSCM, test: _Test, wanted: int) -> None:
        for chosen in self._latent_values():
            values, broken = test.values | chosen, []
            for v, function in model.functions.items():
                output = self.formula.cnf.fresh()
                self._run(function, values, output)
                broken.append(self._broken(output, values[v], test.target[v]))
            self.formula.cnf.add(-wanted, *broken)

    def _run(
        self, function: Function, values: dict[str, int], output: int, lift: Sequence[int] = ()
    ) -> None:
        inputs = [values[p] for p in function.parents]
        for pattern in range(1 << len(inputs)):
            other = [-g if pattern >> k & 1 else g for k, g in enumerate(inputs)]
            said = output if function.table >> pattern & 1 else -output
            self.formula.cnf.add(*lift, *other, said)
