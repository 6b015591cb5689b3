"""The raw hypothesis about a linear problem, read as leniently as the released scorer does.

Edges are those that have two ends, whatever these are called; coefficients are all that have a name, with
their numbers where they have one. Metrics come from both and from nothing else.

*Names of coefficients*: of a parent P the first of ``c_P``, ``coeff_P_freq``, ``coeff_P_frequency``, ``P``
that has a number, each as written, else the last key that is equal without regard to case. The prompt of
the quadratic family calls them ``c_P_1`` (of the square) and ``c_P_2``, which the release does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from symcause.errors import SymcauseError
from symcause.families.linear.models.lab_rules import EquationFamily
from symcause.formats.python_rows import as_written
from symcause.models.hypotheses import Hypothesis, is_target

Edge = tuple[str, str]

PREFIXES = ("c_", "coeff_")
"""With these begins what is counted as a coefficient."""


@dataclass(frozen=True)
class Stated:
    """Edges without repetition, and coefficients by their names; None is no number."""

    edges: tuple[Edge, ...] = ()
    coefficients: tuple[tuple[str, Fraction | None], ...] = ()

    @staticmethod
    def of(hypothesis: Hypothesis) -> Stated:
        return Stated(hypothesis.edges, hypothesis.coefficients)

    @staticmethod
    def read(record: object, target: str) -> Stated:
        """What a decoded record states."""
        if not isinstance(record, Mapping):
            return Stated()
        edges, named = record.get("edges"), record.get("coefficients")
        found = dict.fromkeys(_edges(edges if isinstance(edges, list | tuple) else (), target))
        numbers = named.items() if isinstance(named, Mapping) else ()
        return Stated(tuple(found), tuple((str(key), numeric(value)) for key, value in numbers))

    @property
    def counted(self) -> int:
        """How many coefficients it claims, by their names."""
        return sum(name.startswith(PREFIXES) for name, _ in self.coefficients)


NOTHING = Stated()
"""What no record states."""


def _edges(listed: Iterable[object], target: str) -> Iterator[Edge]:
    for edge in listed:
        if isinstance(edge, Mapping):
            ends = (edge.get("from"), edge.get("to"))
        elif isinstance(edge, list | tuple) and len(edge) == 2:
            ends = (edge[0], edge[1])
        else:
            continue
        cause, effect = (_node(end, target) for end in ends)
        if cause and effect:
            yield cause, effect


def _node(name: object, target: str) -> str:
    text = str(name or "").strip()
    return target if is_target(text, target) else text


def numeric(value: object) -> Fraction | None:
    """A number or a numeric text; None for everything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
        return None
    try:
        return as_written(value)
    except SymcauseError:
        return None


def linear_names(parent: str) -> tuple[str, ...]:
    """What the release looks for, in this order."""
    return (f"c_{parent}", f"coeff_{parent}_freq", f"coeff_{parent}_frequency", parent)


def names_of(parent: str, family: EquationFamily) -> tuple[tuple[str, ...], ...]:
    """The names of each coefficient of a parent: linear; or of the square, and linear."""
    if family is EquationFamily.LINEAR:
        return (linear_names(parent),)
    return (f"c_{parent}_1",), (f"c_{parent}_2", *linear_names(parent))


def key_of(named: Mapping[str, Fraction | None], names: Iterable[str]) -> str | None:
    """The key under which a coefficient stands with a number, the first of *names* that has one."""
    lower = {key.lower(): key for key in named}
    keys = (name if name in named else lower.get(name.lower()) for name in names)
    return next((key for key in keys if key is not None and named[key] is not None), None)
