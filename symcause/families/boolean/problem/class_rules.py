"""Rules in Python that define a class of one's own: which Boolean models of a problem count.

Members are a product of mechanisms with only acyclicity between them, so whatever a rule says of *one
mechanism* keeps counts, lists, draws and edges exact. A rule may speak of edges, of parent sets, of tables
or of whole models; each costs more than the one before:

* ``edges(parent, child)`` is asked once per pair, before any parent set is looked at;
* ``parents(variable, parents)`` once per parent set that fits the evidence;
* ``tables(variable, parents, table)`` once a mechanism that fits, so these are listed, up to a bound;
* ``models(model)`` once per member of the class without it, so the whole space is listed, up to a bound.

Parents are the functional ones, in natural order; bit *i* of a table is the output for the pattern *i*, and
bit *j* of a pattern is the value of parent *j*. A rule lives in the process: no file, no command knows it.

>>> [table for table in range(16) if monotone("Y", ("A", "B"), table)]
[0, 8, 10, 12, 14, 15]
>>> (monotone & at_most_edges(3)).label
'rule:monotone & at most 3 edges'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from symcause.errors import LimitError, UsageError

if TYPE_CHECKING:
    from symcause.families.boolean.models.scm import BooleanSCM

OfTable: TypeAlias = Callable[[str, tuple[str, ...], int], bool]
C = TypeVar("C", bound="Callable[..., bool]")

MOST_SUMMED = 8
"""Most parents for which no two sums in common make a threshold function (S. Muroga, 1971)."""


@dataclass(frozen=True, eq=False)
class Rule:
    """What a model must satisfy to count; what is not said of it is admitted."""

    name: str
    edges: Callable[[str, str], bool] | None = None  # parent, child
    parents: Callable[[str, tuple[str, ...]], bool] | None = None
    tables: OfTable | None = None
    models: Callable[[BooleanSCM], bool] | None = None

    @staticmethod
    def of(admits: Admits) -> Rule:
        """A rule as it is; a function of variable, parents and table as the rule of its name."""
        if isinstance(admits, Rule):
            return admits
        if not callable(admits):
            raise UsageError(
                "admits does not take this",
                value=admits,
                remedy="a function of variable, parents and table, or a symcause.boolean.Rule",
            )
        return Rule(getattr(admits, "__name__", type(admits).__name__), tables=admits)

    @property
    def label(self) -> str:
        """What documents call the class."""
        return f"rule:{self.name}"

    def __str__(self) -> str:
        return self.label

    def __and__(self, other: Admits) -> Rule:
        also = Rule.of(other)
        return Rule(
            f"{self.name} & {also.name}",
            _both(self.edges, also.edges),
            _both(self.parents, also.parents),
            _both(self.tables, also.tables),
            _both(self.models, also.models),
        )

    def __call__(self, variable: str, parents: tuple[str, ...], table: int) -> bool:
        """Is this mechanism admitted, as far as the rule is about one?"""
        return self.takes(variable, parents, lambda: table)

    def takes_edge(self, parent: str, child: str) -> bool:
        """May *parent* be a parent of *child*?"""
        return self.edges is None or self._said(self.edges(parent, child))

    def takes_parents(self, variable: str, parents: tuple[str, ...]) -> bool:
        """As a set; its edges are another matter."""
        return self.parents is None or self._said(self.parents(variable, parents))

    def takes_table(self, variable: str, parents: tuple[str, ...], table: int) -> bool:
        """May a variable have this mechanism?"""
        return self.tables is None or self._said(self.tables(variable, parents, table))

    def takes_model(self, model: BooleanSCM) -> bool:
        """As a whole; its mechanisms are another matter."""
        return self.models is None or self._said(self.models(model))

    def takes(self, variable: str, parents: tuple[str, ...], table: Callable[[], int]) -> bool:
        """The same as calling the rule, where a table is made only if it is asked about."""
        return (
            all(self.takes_edge(parent, variable) for parent in parents)
            and self.takes_parents(variable, parents)
            and (self.tables is None or self.takes_table(variable, parents, table()))
        )

    def _said(self, answer: object) -> bool:
        """A rule that forgets to return something must not empty the class."""
        if answer == 0 or answer == 1:
            return bool(answer)
        raise UsageError(f"{self.label} must say True or False", value=answer)


Admits: TypeAlias = Rule | OfTable
"""What ``admits=`` takes: a function of variable, parents and table is a rule on tables."""


def refuse_rule(rule: Rule | None, what: str) -> None:
    """For what cannot know a rule in Python: raises UsageError if there is one."""
    if rule is not None:
        raise UsageError(
            f"{what} cannot know a rule in Python", value=rule.label, remedy="ask without admits"
        )


def refuse_models(rule: Rule | None) -> None:
    """For what is not answered by listing members: raises UsageError if whole models are ruled on."""
    if rule is not None and rule.models is not None:
        raise UsageError(
            "a rule on whole models is answered by listing, and this is not",
            value=rule.label,
            remedy="symcause.count, solve, alternatives and space take it; or rule on mechanisms",
        )


def _both(first: C | None, second: C | None) -> Callable[..., bool] | None:
    if first is None or second is None:
        return second if first is None else first
    one, other = first, second
    return lambda *given: one(*given) and other(*given)


def _outputs(parents: Sequence[str], table: int) -> list[int]:
    return [table >> pattern & 1 for pattern in range(1 << len(parents))]


def directions(parents: Sequence[str], table: int) -> list[set[int]]:
    """For each parent the changes of the output, +1 or -1, when it alone goes from 0 to 1."""
    outputs = _outputs(parents, table)
    return [
        {outputs[p | 1 << j] - outputs[p] for p in range(len(outputs)) if not p >> j & 1} - {0}
        for j in range(len(parents))
    ]


def _monotone(variable: str, parents: tuple[str, ...], table: int) -> bool:
    return all(-1 not in direction for direction in directions(parents, table))


def _unate(variable: str, parents: tuple[str, ...], table: int) -> bool:
    return all(len(direction) <= 1 for direction in directions(parents, table))


def _canalising(variable: str, parents: tuple[str, ...], table: int) -> bool:
    outputs = _outputs(parents, table)
    return not parents or any(
        len({out for p, out in enumerate(outputs) if p >> j & 1 == value}) == 1
        for j in range(len(parents))
        for value in (0, 1)
    )


def _threshold(variable: str, parents: tuple[str, ...], table: int) -> bool:
    if len(parents) > MOST_SUMMED:
        raise LimitError(f"threshold functions are told up to {MOST_SUMMED} parents")
    # A pattern spread out to base 3 is a vector: equal sums of two are equal vectors.
    spread = [
        sum(3**j for j in range(len(parents)) if p >> j & 1) for p in range(1 << len(parents))
    ]
    outputs = _outputs(parents, table)
    sums = []
    for value in (0, 1):
        points = [vector for vector, out in zip(spread, outputs, strict=True) if out == value]
        sums.append({a + b for a in points for b in points})
    return sums[0].isdisjoint(sums[1])


monotone = Rule("monotone", tables=_monotone)
"""No parent ever lowers the output."""

unate = Rule("unate", tables=_unate)
"""Every parent only raises or only lowers the output."""

canalising = Rule("canalising", tables=_canalising)
"""Some parent has a value that settles the output; constants count."""

threshold = Rule("threshold", tables=_threshold)
"""The output is 1 where a weighted sum of the parents reaches a threshold."""


def at_most_edges(most: int) -> Rule:
    """Bound the number of edges of a whole model: a rule for the option ``admits``.

    Parameters
    ----------
    most : int
        The largest number of edges.

    Returns
    -------
    Rule
        What :class:`symcause.HypothesisClass` and questions take as ``admits``.

    See Also
    --------
    symcause.boolean.Rule : rules of your own.

    Examples
    --------
    >>> at_most_edges(9).name
    'at most 9 edges'
    """

    def few(model: BooleanSCM) -> bool:
        return sum(len(mechanism.parents) for mechanism in model.functions.values()) <= most

    return Rule(f"at most {most} edges", models=few)
