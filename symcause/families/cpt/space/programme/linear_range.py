"""The linear range in a programme of the cpt space: queries that are linear in shares of types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.families.cpt.models.network import Network
from symcause.families.cpt.models.query_values import query_value
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.programme.block_network import BlockNetworks
from symcause.families.cpt.space.programme.linear_forms import (
    Factor,
    LinearForms,
    Vector,
    query_form,
    together,
)
from symcause.families.cpt.space.programme.response_block import (
    Response,
    ResponseBlock,
    Table,
    blocks,
    guesses,
)
from symcause.families.cpt.space.programme.share_cone import (
    Absence,
    End,
    Row,
    ShareCone,
    mixed,
    value_of,
)
from symcause.families.cpt.space.query_range import HIGH, LOW, NoMember, NoValue, QueryRange

PROGRAMME = "programme"
"""What certificates call the method."""


@dataclass(frozen=True)
class Programme:
    """A block with its rows, and the query as a quotient; *terms* are the places of the rows' numbers."""

    block: ResponseBlock
    types: tuple[
        tuple[Response, ...], ...
    ]  # one of those that no row and not the query tells apart
    cone: ShareCone
    terms: tuple[int, ...]
    above: Vector
    below: Vector
    factors: dict[Factor, Fraction]

    def spread(self, multipliers: Vector, size: int) -> Vector:
        """One multiplier for each given number, 0 for those that have no row."""
        spread = [Fraction(0)] * size
        for at, multiplier in zip(self.terms, multipliers, strict=True):
            spread[at] = multiplier
        return tuple(spread)


def programmes(
    problem: CptProblem, boxes: NumberBoxes, guess: Mapping[str, Table] | None = None
) -> Iterator[Programme]:
    """The programmes that are linear, those that relax less first; *guess*: tables taken as known."""
    if not problem.assume:
        for block in blocks(problem, boxes, guess or {}):
            programme = _programme(problem, boxes, block)
            if programme is not None:
                yield programme


def _programme(problem: CptProblem, boxes: NumberBoxes, block: ResponseBlock) -> Programme | None:
    forms = LinearForms(block)
    query = query_form(problem, boxes, forms)
    if query is None:
        return None
    rows, terms, factors = [], [], dict[Factor, Fraction]()
    for at, (term, box) in enumerate(boxes.terms):
        given = dict(term.given)
        both = forms.chance({**given, **dict(term.event)})
        condition = forms.chance(given)
        vectors = together(len(block.types), both, condition)
        if vectors is None:
            factor = _own_factor(block, term.event, given)
            if factor is None:
                return None
            name, row, value = factor
            middle = (box[0] + box[1]) / 2
            factors[name, row, 1] = middle if value else 1 - middle
        else:
            rows.append(Row(vectors[0], vectors[1], box))
            terms.append(at)
    vectors = [*query, *(vector for row in rows for vector in (row.both, row.condition))]
    first = dict[tuple[Fraction, ...], int]()
    for j, column in enumerate(zip(*vectors, strict=True)):
        first.setdefault(column, j)
    above, below, *others = ([vector[j] for j in first.values()] for vector in vectors)
    few = zip(map(tuple, others[::2]), map(tuple, others[1::2]), rows, strict=True)
    cone = ShareCone(tuple(Row(both, condition, row.box) for both, condition, row in few))
    types = tuple(block.types[j] for j in first.values())
    return Programme(block, types, cone, tuple(terms), tuple(above), tuple(below), factors)


def _own_factor(
    block: ResponseBlock, event: tuple[tuple[str, int], ...], given: dict[str, int]
) -> Factor | None:
    """The unknown factor that a given number is about, if it is about nothing else."""
    ((name, value), *others) = event
    if others or name in block.names or set(given) != set(block.seen[name]):
        return None
    row = 0
    for parent in block.seen[name]:
        row = 2 * row + given[parent]
    return name, row, value


def linear_range(problem: CptProblem, boxes: NumberBoxes) -> QueryRange | NoMember | NoValue | None:
    """The range by the first programme whose ends networks reach; else the narrowest bounds."""
    best: QueryRange | None = None
    for programme in programmes(problem, boxes):
        found = _range(problem, boxes, programme)
        if isinstance(found, NoMember | NoValue):
            return found
        if found.exact:
            return found
        if best is None or found.high - found.low < best.high - best.low:
            best = found
    return None if best is None else _shown(problem, boxes, best)


def _shown(problem: CptProblem, boxes: NumberBoxes, outer: QueryRange) -> QueryRange:
    """The range with networks of guessed tables, which may lie nearer to its ends than its own."""
    inner = []
    for guess in guesses(problem, boxes):
        made = (
            _range(problem, boxes, programme) for programme in programmes(problem, boxes, guess)
        )
        inner += [found for found in made if isinstance(found, QueryRange) and found.exact][:1]

    def approach(end: int, near: Fraction) -> Network | None:
        networks = [one.approach(end, near) for one in (outer, *inner)]
        valued = [(query_value(n, problem.query), n) for n in networks if n is not None]
        return (min if end == LOW else max)(valued, key=lambda v: v[0])[1] if valued else None

    exact = all(
        reached
        and (network := approach(end, Fraction(0))) is not None
        and query_value(network, problem.query) == goal
        for end, (goal, reached) in enumerate(
            zip((outer.low, outer.high), outer.attained, strict=True)
        )
    )

    def between(goal: Fraction) -> Network | None:
        made = (one.between(goal) for one in (outer, *inner) if one.between is not None)
        return next((network for network in made if network is not None), None)

    return replace(outer, approach=approach, exact=exact, between=between)


def no_shares(
    problem: CptProblem, boxes: NumberBoxes
) -> tuple[Programme, int | None, Vector] | None:
    """A programme without shares, the number whose condition they lack (None: all), and multipliers."""
    for programme in programmes(problem, boxes):
        for at, form in positive_forms(programme):
            found = programme.cone.positive(form)
            if isinstance(found, Absence):
                return programme, at, programme.spread(found.multipliers, len(boxes.terms))
    return None


def positive_forms(programme: Programme) -> list[tuple[int | None, Vector]]:
    """The forms that have to be above 0: all shares together, and the condition of each number."""
    rows = zip(programme.terms, programme.cone.rows, strict=True)
    whole = (Fraction(1),) * len(programme.below)
    return [(None, whole), *((at, row.condition) for at, row in rows if row.condition != whole)]


def _range(
    problem: CptProblem, boxes: NumberBoxes, programme: Programme
) -> QueryRange | NoMember | NoValue:
    cone, below = programme.cone, programme.below
    low, turned = cone.least(programme.above, below), None
    if low is not None:
        turned = cone.least(tuple(-x for x in programme.above), below)
    points = [end.shares for end in (low, turned) if end is not None]
    for _, form in positive_forms(programme):
        if not any(value_of(form, point) for point in points):
            found = cone.positive(form)
            if isinstance(found, Absence):
                return NoMember("the given numbers contradict each other on this graph")
            points.append(found)
    if low is None or turned is None:
        return NoValue(f"P({problem.query.treatment}=1)=0")  # only that of the treated has one
    inner = mixed(points)
    high = End(-turned.value, turned.shares, tuple(-x for x in turned.multipliers))
    faces = [_face(programme, end, inner) for end in (low, high)]
    made = BlockNetworks(problem, boxes, programme.block, programme.types, programme.factors)

    def approach(end: int, near: Fraction) -> Network | None:
        own, face = (low, high)[end], faces[end]
        shares = face
        if shares is None:
            shares = tuple(
                (1 - near) * a + near * b for a, b in zip(own.shares, inner, strict=True)
            )
        return made.best(shares, end == LOW)

    def between(goal: Fraction) -> Network | None:
        shares = _inside(programme, goal, inner, (low.shares, high.shares))
        return None if shares is None else made.having(shares, goal)

    attained = (faces[0] is not None, faces[1] is not None)
    exact = all(
        made.reaches(approach(k, Fraction(0)), end.value) if attained[k] else made.faithful
        for k, end in enumerate((low, high))
    )
    duals = tuple(
        (end.value, *programme.spread(end.multipliers, len(boxes.terms))) for end in (low, high)
    )
    return QueryRange(
        *(low.value, high.value, attained, low.value == high.value, PROGRAMME, approach),
        exact=exact,
        duals=duals,
        block=programme.block.names,
        between=between,
    )


def _inside(
    programme: Programme, goal: Fraction, inner: Vector, ends: tuple[Vector, Vector]
) -> Vector | None:
    """Shares for which the query has a value: some that give every condition a probability, and an end's.

    What they lack is linear in the shares, so that it is 0 where a mixture of two with opposite signs is.
    """
    lack = tuple(a - goal * b for a, b in zip(programme.above, programme.below, strict=True))
    own = value_of(lack, inner)
    if not own:
        return inner
    end = ends[LOW if own > 0 else HIGH]
    other = value_of(lack, end)
    if own * other >= 0:
        return None
    part = own / (own - other)
    return tuple((1 - part) * a + part * b for a, b in zip(inner, end, strict=True))


def _face(programme: Programme, end: End, inner: Vector) -> Vector | None:
    """Shares that have an end and give every condition a probability; None: there are none."""
    face = tuple(a - end.value * b for a, b in zip(programme.above, programme.below, strict=True))
    if not value_of(face, inner):
        return inner
    points = [end.shares]
    for _, form in positive_forms(programme):
        if not any(value_of(form, point) for point in points):
            found = programme.cone.positive(form, face)
            if isinstance(found, Absence):
                return None
            points.append(found)
    return mixed(points)
