"""Crystals: linear and quadratic structural causal models, executed exactly.

A :class:`CrystalModel` is what all crystals of an episode share: one equation a variable, acyclic. It is
the trusted kernel together with :mod:`~models.laboratory`, which adds the rules of measuring and
intervening: no solver, no search, only Fractions.

>>> from symcause.grammar.equations.equation_parser import parse_equation
>>> names = ["density", "freq"]
>>> model = CrystalModel.of({name: parse_equation(text, names) for name, text in
...                          {"density": "20", "freq": "25 + 2*density"}.items()})
>>> print(model)
density = 20
freq = 25 + 2*density
>>> model.equations["freq"].parents, model.edges
(('density',), (('density', 'freq'),))
>>> model.to_answer()
{'equations': {'density': '20', 'freq': '25 + 2*density'}}
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from symcause.errors import ProblemError, did_you_mean
from symcause.families.linear.models.lab_rules import EquationFamily as EquationFamily
from symcause.models.equations import Equation, State
from symcause.models.exact_numbers import round_to
from symcause.models.notebook_hook import Shown

if TYPE_CHECKING:
    import networkx

ZERO = Fraction(0)


class Equations(Mapping[str, Equation]):
    """One equation a variable, in the order of the variables; never changes."""

    __slots__ = ("_named",)

    def __init__(self, named: Mapping[str, Equation]) -> None:
        self._named = dict(named)

    def __getitem__(self, name: str) -> Equation:
        return self._named[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def items(self) -> ItemsView[str, Equation]:
        return self._named.items()  # the inherited one looks every name up again

    def __hash__(self) -> int:
        return hash(frozenset(self._named.items()))

    def texts(self) -> dict[str, str]:
        """The equations as they are written."""
        return {name: str(equation) for name, equation in self._named.items()}

    def __repr__(self) -> str:
        return f"Equations({self.texts()})"


@dataclass(frozen=True, repr=False)
class CrystalModel(Shown):
    """A linear or quadratic model: one equation a variable, without a cycle.

    The base in the equation of a controllable variable belongs to no crystal in particular.
    :func:`symcause.linear.model` makes a model from texts.

    Parameters
    ----------
    equations : Equations
        The equations by variable.

    Examples
    --------
    >>> import symcause
    >>> symcause.linear.model({"B": "2 + 3*A"}).variables
    ('A', 'B')
    """

    brief = ("equations",)

    equations: Equations

    def __post_init__(self) -> None:
        _check_parents(self.equations)
        _ = self.order

    @classmethod
    def of(cls, equations: Mapping[str, Equation]) -> CrystalModel:
        """The model with these equations, by variable."""
        return cls(Equations(equations))

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(self.equations)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """A topological order, ties by position; an error names a cycle."""
        waiting = {name: set(equation.parents) for name, equation in self.equations.items()}
        order: list[str] = []
        while waiting:
            ready = [name for name, parents in waiting.items() if not parents]
            if not ready:
                from symcause.models.cycles import named_cycle  # loaded when it is needed

                cycle = named_cycle(waiting, waiting)
                raise ProblemError(
                    f"the equations form a cycle: {' -> '.join((*cycle, cycle[0]))}",
                    remedy="remove or turn one of its edges",
                )
            for name in ready:
                del waiting[name]
            for parents in waiting.values():
                parents.difference_update(ready)
            order += ready
        return tuple(order)

    @property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """(cause, effect) pairs, in the order of the variables."""
        return tuple(
            (cause, effect)
            for cause in self.variables
            for effect, equation in self.equations.items()
            if cause in equation.parents
        )

    def run(
        self,
        bases: State,
        *,
        clamped: State | None = None,
        pushes: State | None = None,
        rounding: Fraction = ZERO,
    ) -> dict[str, Fraction]:
        """Every variable's value: base + effects of the rounded parents + push, rounded."""
        clamped, pushes = clamped or {}, pushes or {}
        values: dict[str, Fraction] = {}
        for name in self.order:
            if name in clamped:
                exact = clamped[name]
            else:
                equation = self.equations[name]
                exact = bases[name] + equation.contribution(values) + pushes.get(name, ZERO)
            values[name] = round_to(exact, rounding)
        return {name: values[name] for name in self.variables}

    def bases_of(self, state: State) -> dict[str, Fraction]:
        """The bases of an undisturbed crystal that reads *state*."""
        return {name: state[name] - eq.contribution(state) for name, eq in self.equations.items()}

    def simulate(
        self,
        bases: Mapping[str, Any] | None = None,
        do: object = None,
        *,
        rounding: Fraction | int | str = 0,
    ) -> dict[str, Any]:
        """All variables of crystals with these *bases*, cut from their parents where *do* holds them.

        Values are single ones or lists, one a crystal; bases that are not given are those of the equations.

        >>> from symcause.models.equations import Effect
        >>> twice = {"a": Equation(), "f": Equation.of(25, {"a": Effect(Fraction(2))})}
        >>> CrystalModel.of(twice).simulate({"a": [1, "0.5"]})["f"]
        [Fraction(27, 1), Fraction(26, 1)]
        """
        from symcause.families.linear.models.crystal_simulation import set_values, simulated

        return simulated(self, {} if bases is None else bases, set_values(do), rounding)

    def equivalent(self, other: CrystalModel, *, controllable: Iterable[str] = ()) -> bool:
        """The same equations, however they were written.

        Bases of *controllable* variables do not count: they belong to no crystal in particular.
        """
        free = set(controllable)
        ours, theirs = (
            {n: e.with_base(ZERO) if n in free else e for n, e in model.equations.items()}
            for model in (self, other)
        )
        return ours == theirs

    def to_sympy(self) -> dict[str, Any]:
        """Every equation's right-hand side as a sympy expression."""
        from symcause.grammar.equations.equation_sympy import to_sympy

        return {name: to_sympy(equation) for name, equation in self.equations.items()}

    def to_networkx(self) -> networkx.DiGraph[str]:
        """The graph; nodes know their ``equation``, edges ``linear`` and ``square`` coefficients."""
        from symcause.models.dags import DAG  # loaded when it is needed

        graph = DAG.of(self.edges, nodes=self.variables).to_networkx()
        for name, equation in self.equations.items():
            graph.nodes[name]["equation"] = str(equation)
            for parent, effect in equation.effects:
                graph.edges[parent, name].update(linear=effect.linear, square=effect.square)
        return graph

    def to_answer(self) -> dict[str, dict[str, str]]:
        """The model as an answer that ``check`` takes: every equation as text."""
        return {"equations": self.equations.texts()}

    def __str__(self) -> str:
        return "\n".join(f"{name} = {text}" for name, text in self.equations.texts().items())


def _check_parents(equations: Mapping[str, Equation]) -> None:
    for name, equation in equations.items():
        for parent in equation.parents:
            if parent not in equations:
                raise ProblemError(
                    "an equation names an unknown variable",
                    place=name,
                    value=parent,
                    remedy=did_you_mean(parent, equations),
                )
