"""The statements problem: which (in)dependences are stated, and the hypothesis that is asked about.

A statement is (x, y | Z). The version space are the DAGs over exactly the named variables that are faithful
to the statements: a triple that is stated independent is d-separated, one that is stated dependent is not;
in a *complete* list every triple that is not stated independent is dependent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from symcause.errors import ProblemError, did_you_mean
from symcause.families.statements.bounds import KEPT_PREMISES
from symcause.families.statements.models.relations import PATH, READINGS
from symcause.families.statements.models.separations import Sets, pair_places, pairs
from symcause.models.bit_sets import bits
from symcause.models.dags import MAX_NAME
from symcause.models.notebook_hook import Shown

FEWEST = 2  # variables: a problem has no fewer
MOST = 8  # variables: a problem has no more

ENTAILED, OPEN, IMPOSSIBLE = "entailed", "open", "impossible"
CLASSES = (ENTAILED, OPEN, IMPOSSIBLE)
"""The three classes of hypotheses; a label is 1 for the first and 0 for the others."""

Gold = int | str
"""A stored label: 0, 1, or one of the three classes."""


class Statement(NamedTuple):
    """Two variables, and those that are conditioned on."""

    first: str
    second: str
    given: tuple[str, ...] = ()

    def __str__(self) -> str:
        condition = f" | {', '.join(self.given)}" if self.given else ""
        return f"{self.first}, {self.second}{condition}"


class Premise(NamedTuple):
    """What is stated, without names: for every pair the sets given which it is (in)dependent."""

    size: int
    independent: Sets
    dependent: Sets
    complete: bool


SENTENCE, SENTENCE_READING, FORCED = "sentence", "sentence_reading", "forced_edges"
"""Keys of metadata: the hypothesis as it is written, how it reads by itself, stored compelled edges."""


@dataclass(frozen=True)
class Hypothesis:
    """``of`` = (x, y) reads "x is RELATION of y", in one of the readings of the relation."""

    relation: str
    of: tuple[str, str]
    reading: str = PATH

    def __str__(self) -> str:
        first, second = self.of
        if self.relation in ("collider", "confounder"):
            text = f"{self.relation} of {first} and {second}"
        else:
            text = f"{first} is {self.relation} of {second}"
        return text if self.reading == PATH else f"{text} ({self.reading})"


@dataclass(frozen=True, repr=False)
class StatementsProblem(Shown):
    """Statements about named variables, and a hypothesis."""

    brief = ("id", "variables", "hypothesis")

    id: str
    variables: tuple[str, ...]
    independent: tuple[Statement, ...]
    hypothesis: Hypothesis
    dependent: tuple[Statement, ...] = ()
    complete: bool = True
    gold: Gold | None = None
    metadata: Mapping[str, object] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.id)  # parts of it are mappings

    def __post_init__(self) -> None:
        _check_variables(self.variables)
        self._check_hypothesis()
        self._check_gold()
        assert self.premise is not None, "reading the statements checks them"

    @cached_property
    def index(self) -> dict[str, int]:
        """The place of every variable."""
        return {name: place for place, name in enumerate(self.variables)}

    @cached_property
    def premise(self) -> Premise:
        """What is stated, as bit sets. Raises ProblemError where it contradicts itself."""
        return _premise(self.variables, self.independent, self.dependent, self.complete)

    @property
    def asked(self) -> tuple[int, int]:
        """The places of the two variables of the hypothesis."""
        x, y = self.hypothesis.of
        return self.index[x], self.index[y]

    def statement(self, pair: int, given: int) -> Statement:
        """The statement about a pair and a set, by their places."""
        x, y = pairs(len(self.variables))[pair]
        names = tuple(self.variables[i] for i in bits(given))
        return Statement(self.variables[x], self.variables[y], names)

    def _check_hypothesis(self) -> None:
        asked = self.hypothesis
        if asked.relation not in READINGS:
            raise ProblemError(
                "unknown relation",
                place="hypothesis.relation",
                value=asked.relation,
                remedy=did_you_mean(asked.relation, READINGS),
            )
        for place, name in enumerate(asked.of):
            _check_known(name, self.variables, f"hypothesis.of[{place}]")
        if asked.of[0] == asked.of[1]:
            raise ProblemError(
                "a hypothesis is about two variables", place="hypothesis.of", value=asked.of[0]
            )
        known = READINGS[asked.relation]
        if asked.reading not in known:
            every = {one for reading in READINGS.values() for one in reading}
            what = f"{asked.relation} has no such reading"
            raise ProblemError(
                what if asked.reading in every else "unknown reading",
                place="reading",
                value=asked.reading,
                remedy=f"{asked.relation} may be read as {', '.join(known)}",
            )

    def _check_gold(self) -> None:
        known = self.gold is None or self.gold in (*CLASSES, 0, 1)
        if not known or isinstance(self.gold, bool):
            raise ProblemError(
                "not a label",
                place="gold",
                value=self.gold,
                remedy=f"gold is 0, 1, {', '.join(CLASSES)}, or left out",
            )


@lru_cache(maxsize=KEPT_PREMISES)
def _check_variables(variables: tuple[str, ...]) -> None:
    """Raise ProblemError for too few or too many, for what is no name, and for a double."""
    if not FEWEST <= len(variables) <= MOST:
        raise ProblemError(
            f"a problem has {FEWEST} to {MOST} variables",
            place="variables",
            value=len(variables),
        )
    for place, name in enumerate(variables):
        at = f"variables[{place}]"
        if not name or not name.isprintable() or len(name) > MAX_NAME or "->" in name:
            raise ProblemError("not a name", place=at, value=name)
        if name in variables[:place]:
            raise ProblemError("a variable is named twice", place=at, value=name)


@lru_cache(maxsize=KEPT_PREMISES)
def _premise(
    variables: tuple[str, ...],
    independent: tuple[Statement, ...],
    dependent: tuple[Statement, ...],
    complete: bool,
) -> Premise:
    """Statements as bit sets. Raises ProblemError where they contradict each other."""
    yes, no = (
        _masks(variables, independent, "independent"),
        _masks(variables, dependent, "dependent"),
    )
    for place, (one, other) in enumerate(zip(yes, no, strict=True)):
        if one & other:
            x, y = (variables[i] for i in pairs(len(variables))[place])
            z = bits((one & other) & -(one & other))[0]
            both = Statement(x, y, tuple(variables[i] for i in bits(z)))
            raise ProblemError(
                "stated independent and dependent", place=_place(both, dependent), value=str(both)
            )
    return Premise(len(variables), yes, no, complete)


def _masks(variables: tuple[str, ...], statements: Iterable[Statement], key: str) -> Sets:
    """For every pair, the set of sets that are stated."""
    size, index = len(variables), {name: place for place, name in enumerate(variables)}
    places, masks = pair_places(size), [0] * (size * (size - 1) // 2)
    for number, one in enumerate(statements):
        first, second, given = one
        try:
            pair = places[index[first], index[second]]
            z = 0
            for name in given:
                z |= 1 << index[name]
        except KeyError:
            _refuse(one, variables, f"{key}[{number}]")
        if z >> index[first] & 1 or z >> index[second] & 1:
            _refuse(one, variables, f"{key}[{number}]")
        masks[pair] |= 1 << z
    return tuple(masks)


def _refuse(one: Statement, variables: tuple[str, ...], place: str) -> None:
    """Say what is wrong with a statement that cannot be one."""
    for at, name in ((f"{place}[0]", one.first), (f"{place}[1]", one.second)):
        _check_known(name, variables, at)
    if one.first == one.second:
        raise ProblemError("a statement is about two variables", place=place, value=one.first)
    for number, name in enumerate(one.given):
        _check_known(name, variables, f"{place}[2][{number}]")
        if name in (one.first, one.second):
            raise ProblemError(
                "one of the two variables is conditioned on",
                place=f"{place}[2][{number}]",
                value=name,
            )


def _check_known(name: str, variables: tuple[str, ...], place: str) -> None:
    if name not in variables:
        raise ProblemError(
            "no such variable", place=place, value=name, remedy=did_you_mean(name, variables)
        )


def _place(both: Statement, dependent: Iterable[Statement]) -> str:
    """Where a statement stands among the dependent ones."""
    ends, given = {both.first, both.second}, set(both.given)
    same = (
        number
        for number, one in enumerate(dependent)
        if {one.first, one.second} == ends and set(one.given) == given
    )
    return f"dependent[{next(same, 0)}]"
