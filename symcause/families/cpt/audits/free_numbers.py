"""Free numbers: how many entries of the tables given numbers leave free, and which ones identify a query.

Both are asked at a network in general position: entries that obey no accidental equation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

from symcause.families.cpt.bounds import FAMILIES_TOGETHER
from symcause.families.cpt.models.network import Network, binary
from symcause.families.cpt.models.probability_keys import Key, Term, read_key
from symcause.families.cpt.problem.number_reader import spelled
from symcause.families.cpt.problem.problem import CptProblem, GivenFamily
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.query_range import QueryRange
from symcause.families.cpt.space.range_choice import range_of
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

_OVER = 9973  # a prime: entries with it below obey no accidental equation
_ACTED, _SEEN = ("ate", "collider_bias", "nde", "nie"), ("correlation", "ett")


def general_network(dag: DAG) -> Network:
    """A binary network in general position, always the same one for a graph."""
    rng = Random(7)
    ones = {
        name: tuple(
            Fraction(rng.randrange(500, _OVER - 500), _OVER)
            for _ in range(2 ** dag.parents[i].bit_count())
        )
        for i, name in enumerate(dag.nodes)
    }
    return binary(dag, ones)


def dimension(problem: CptProblem) -> int | None:
    """How many entries are free once the given numbers are fixed; None where a variable has any size."""
    if problem.tables is not None:
        return 0
    if problem.unobserved:
        return None
    from symcause.solvers.linear.rational_algebra import reduce_rows

    network = general_network(problem.dag)
    entries = [(i, k) for i, rows in enumerate(network.rows) for k in range(len(rows))]
    slopes = [_slopes(network, entries, term) for term, _ in problem.terms()]
    return len(entries) - (len(reduce_rows(slopes)) if slopes else 0)


def _slopes(network: Network, entries: Sequence[tuple[int, int]], term: Term) -> list[Fraction]:
    """How a probability changes with each entry: both parts of it are linear in one entry."""
    event, given = dict(term.event), dict(term.given)
    above, below = network.mass({**given, **event}), network.mass(given) if given else Fraction(1)
    slopes = []
    for at in entries:
        ends = [_moved(network, at, Fraction(x)) for x in (0, 1)]
        rise = ends[1].mass({**given, **event}) - ends[0].mass({**given, **event})
        fall = ends[1].mass(given) - ends[0].mass(given) if given else Fraction(0)
        slopes.append((rise * below - above * fall) / below**2)
    return slopes


def _moved(network: Network, at: tuple[int, int], one: Fraction) -> Network:
    rows = [list(table) for table in network.rows]
    rows[at[0]][at[1]] = (1 - one, one)
    return Network(network.dag, network.sizes, tuple(map(tuple, rows)))


def identifies(problem: CptProblem, keys: Sequence[Key]) -> bool:
    """Do numbers under these keys identify the query, whatever they are?"""
    if tabled(problem, keys):
        return True
    network = general_network(problem.dag)
    families = []
    for key in keys:
        numbers = [network.probability(dict(term.event), dict(term.given)) for term in key.terms]
        families.append(GivenFamily(key, tuple(x for x in numbers if x is not None)))
    tried = replace(problem, tables=None, given=tuple(families), rounding=Fraction(0))
    found = range_of(tried, NumberBoxes(tried))
    return isinstance(found, QueryRange) and found.identified and found.low == found.high


def tabled(problem: CptProblem, keys: Sequence[Key]) -> bool:
    """Do the keys have the table of every variable that the query depends on?

    What happens under an action does not depend on how the treatment came about, and to see a treatment
    without causes is no other than to set it; all else depends on the variables that are asked about and
    on their ancestors. The size of a hidden one is not known.
    """
    dag, query = problem.dag, problem.query
    root = not dag.parents[dag.nodes.index(query.treatment)]
    acted = query.type in (*_ACTED, *(_SEEN if root else ()))
    asked = [query.outcome]
    if not acted and query.type != "marginal":
        asked += [query.treatment] if query.collider is None else [query.treatment, query.collider]
    queue, seen = [dag.nodes.index(name) for name in asked], set[int]()
    while queue:
        i = queue.pop()
        if i not in seen and not (acted and dag.nodes[i] == query.treatment):
            seen.add(i)
            queue.extend(bits(dag.parents[i]))
    known = {(key.event, frozenset(key.given)) for key in keys if key.values is None}
    return all(
        dag.nodes[i] not in problem.unobserved
        and ((dag.nodes[i],), frozenset(dag.nodes[j] for j in bits(dag.parents[i]))) in known
        for i in seen
    )


def candidates(problem: CptProblem) -> Iterator[Key]:
    """Families that one may ask for: P(v | parents), P(v) and P(a | b), of what can be observed."""
    dag, texts = problem.dag, dict[str, None]()
    for i, name in enumerate(dag.nodes):
        texts[spelled(name, [dag.nodes[j] for j in bits(dag.parents[i])])] = None
    texts |= {f"P({name})": None for name in dag.nodes}
    texts |= {f"P({a}|{b})": None for a in dag.nodes for b in dag.nodes if a != b}
    known = {family.key.text for family in problem.given}
    for text in texts:
        key = read_key(text)
        if text not in known and not set(key.names) & set(problem.unobserved):
            yield key


def identifying(problem: CptProblem) -> list[tuple[str, ...]]:
    """The fewest families that identify the query beside the given ones; nothing if no two do."""
    own = [family.key for family in problem.given]
    listed = list(candidates(problem))
    for size in range(1, FAMILIES_TOGETHER + 1):
        texts = [
            tuple(key.text for key in chosen)
            for chosen in combinations(listed, size)
            if identifies(problem, [*own, *chosen])
        ]
        if texts:
            return texts
    return []
