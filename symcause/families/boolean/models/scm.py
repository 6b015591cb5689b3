"""The Boolean structural causal model (SCM): roots, local functions, and how it runs.

An SCM is a set of roots and one Boolean function per endogenous variable whose functional-parent
graph is acyclic. *Same SCM* means the same root set and the same local functions
(``IDENTITY``); spelling does not matter.

:meth:`BooleanSCM.run` is the trusted kernel. It clamps the targets, copies the other roots and
computes the other endogenous variables in topological order, for any number of rows at once: a
column is an integer with one bit per row. It never reads the column of a computed variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from symcause.errors import LimitError, ProblemError
from symcause.families.boolean.models.functions import AsWritten, Function
from symcause.models.expressions import spell
from symcause.models.notebook_hook import Shown
from symcause.models.variable_names import OPERATORS, natural, natural_key

if TYPE_CHECKING:
    import networkx

IDENTITY = "functions+roots"
"""What "the same SCM" means in counts and uniqueness claims about Boolean models."""

BEHAVIOUR = "behaviour"
"""What it means where variables are latent, unless somebody asks otherwise."""


@dataclass(frozen=True, repr=False)
class BooleanSCM(Shown):
    """A Boolean structural causal model; models are equal if their functions are.

    Parameters
    ----------
    roots : tuple of str
        The variables without a mechanism.
    functions : mapping of str to Function
        The mechanisms of the others.

    Examples
    --------
    >>> import symcause
    >>> symcause.boolean.model({"C": "A & B"}).roots
    ('A', 'B')
    """

    brief = ("roots", "mechanisms")

    roots: tuple[str, ...]
    functions: Mapping[str, Function]

    def __post_init__(self) -> None:
        object.__setattr__(self, "roots", natural(self.roots))
        ordered = {name: self.functions[name] for name in natural(self.functions)}
        object.__setattr__(self, "functions", MappingProxyType(ordered))

    def __hash__(self) -> int:
        return hash((self.roots, tuple(self.functions.items())))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BooleanSCM):
            return NotImplemented
        return self.roots == other.roots and dict(self.functions) == dict(other.functions)

    def __reduce__(self) -> tuple[object, ...]:
        return BooleanSCM, (self.roots, dict(self.functions))

    @property
    def endogenous(self) -> tuple[str, ...]:
        """The variables with a mechanism, in natural order."""
        return tuple(self.functions)

    @property
    def variables(self) -> tuple[str, ...]:
        """All variables, in natural order."""
        return natural((*self.roots, *self.functions))

    @cached_property
    def edges(self) -> frozenset[tuple[str, str]]:
        """Functional-parent edges (parent, child)."""
        return frozenset([(p, child) for child, f in self.functions.items() for p in f.parents])

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Endogenous variables in the topological order that takes names naturally."""
        return topological_order({v: f.parents for v, f in self.functions.items()})

    @property
    def undecided(self) -> tuple[str, ...]:
        """Variables whose mechanism runs, though what it depends on is not known."""
        return tuple([v for v, f in self.functions.items() if isinstance(f, AsWritten)])

    def run(self, given: Mapping[str, int], targets: Iterable[str], mask: int) -> dict[str, int]:
        """Columns of all variables, where *given* holds those of the roots and the targets."""
        clamped = set(targets)
        columns = {name: given[name] for name in (*self.roots, *clamped)}
        for name in self.order:
            if name not in clamped:
                columns[name] = self.functions[name].on(columns, mask)
        return columns

    def changed(self, other: BooleanSCM) -> tuple[str, ...]:
        """Variables whose local function differs (or exists on one side only)."""
        names = natural({*self.functions, *other.functions})
        return tuple(v for v in names if self.functions.get(v) != other.functions.get(v))

    def replaced(self, name: str, function: Function) -> BooleanSCM:
        """The same model with one other mechanism."""
        return BooleanSCM(self.roots, {**self.functions, name: function})

    @cached_property
    def mechanisms(self) -> Mapping[str, str]:
        """Every mechanism as an S-expression, the shortest where it is known.

        Raises LimitError for a function that is too long to write.
        """
        from symcause.families.boolean.catalogue import catalogue  # loaded when it is needed
        from symcause.families.boolean.catalogue.expression_writer import write

        root = next(iter(self.roots), None)
        book = catalogue(OPERATORS, constants=root is None)
        texts = {v: spell(write(f, book, via=root)) for v, f in self.functions.items()}
        return MappingProxyType(texts)

    def to_answer(self) -> dict[str, object]:
        """The model as an answer that ``check`` takes, in the published shape."""
        return {"roots": list(self.roots), "mechanisms": dict(self.mechanisms)}

    def simulate(
        self,
        roots: Mapping[str, int | Sequence[int]],
        do: object = None,
    ) -> dict[str, Any]:
        """All variables, for given roots and under an intervention: values, or lists of values.

        *do* is a mapping, ``"X1=0, X2=1"``, or what ``next_experiments`` and ``separate`` give.

        >>> xor = BooleanSCM(("X1", "X2"), {"X3": Function(("X1", "X2"), 0b0110)})
        >>> xor.simulate({"X1": 1, "X2": 0})
        {'X1': 1, 'X2': 0, 'X3': 1}
        >>> xor.simulate({"X1": [0, 1], "X2": [0, 0]}, do={"X1": 0})
        {'X1': [0, 0], 'X2': [0, 0], 'X3': [0, 0]}
        """
        from symcause.families.boolean.models.value_simulation import set_values, simulated

        return simulated(self, roots, set_values(do))

    def equivalent(self, other: BooleanSCM) -> bool:
        """The same roots and the same functions, however they are written: what ``==`` says."""
        return self == other

    def to_sympy(self) -> dict[str, Any]:
        """Every mechanism as a sympy expression."""
        from symcause.grammar.mechanisms.mechanism_parser import parse
        from symcause.grammar.mechanisms.mechanism_sympy import to_sympy

        return {name: to_sympy(parse(text)) for name, text in self.mechanisms.items()}

    def to_networkx(self) -> networkx.DiGraph[str]:
        """The graph of functional parents; nodes with a mechanism know it as ``mechanism``."""
        from symcause.models.dags import DAG  # loaded when it is needed

        graph = DAG.of(sorted(self.edges), nodes=self.variables).to_networkx()
        for name, text in self._shown.items():
            graph.nodes[name]["mechanism"] = text
        return graph

    def __str__(self) -> str:
        lines = [f"{name} = {text}" for name, text in self._shown.items()]
        return "\n".join((f"roots: {', '.join(self.roots) or 'none'}", *lines))

    @property
    def _shown(self) -> Mapping[str, str]:
        try:
            return self.mechanisms
        except LimitError:
            names = {name: ", ".join(f.parents) for name, f in self.functions.items()}
            return {name: f"a function of {parents}" for name, parents in names.items()}


def in_order(roots: tuple[str, ...], functions: dict[str, Function]) -> BooleanSCM:
    """The model of roots and functions that are in natural order already."""
    made = object.__new__(BooleanSCM)
    made.__dict__.update(roots=roots, functions=MappingProxyType(functions))
    return made


def topological_order(parents: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """The keys of *parents*, parents first, smallest name first among those that are ready.

    Names that are no keys (roots) count as given. Raises with a named cycle if there is one.
    """
    return ordered_by(parents, natural_key)


def ordered_by(
    parents: Mapping[str, Iterable[str]], key: Callable[[str], tuple[Any, ...]]
) -> tuple[str, ...]:
    """The same, where *key* says which of those that are ready comes first."""
    import heapq

    waiting = {name: {p for p in ps if p in parents} for name, ps in parents.items()}
    children: dict[str, list[str]] = {name: [] for name in parents}
    for name, ps in waiting.items():
        for p in ps:
            children[p].append(name)
    ready = [(key(name), name) for name, ps in waiting.items() if not ps]
    heapq.heapify(ready)
    order: list[str] = []
    while ready:
        _, name = heapq.heappop(ready)
        order.append(name)
        for child in children[name]:
            waiting[child].discard(name)
            if not waiting[child]:
                heapq.heappush(ready, (key(child), child))
    if len(order) < len(waiting):
        raise CycleError(find_cycle(parents))
    return tuple(order)


def find_cycle(parents: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """One cycle of the parent relation, each variable an input of the next; () if there is none."""
    from symcause.models.cycles import named_cycle  # loaded when it is needed

    cycle = named_cycle(parents, natural(parents))
    return cycle[1:] + cycle[:1]


class CycleError(ProblemError):
    """A mechanism map that depends on itself."""

    def __init__(self, cycle: tuple[str, ...]) -> None:
        super().__init__(
            "the mechanisms form a cycle: " + " -> ".join((*cycle, cycle[0])),
            remedy="a structural causal model must be acyclic",
        )
