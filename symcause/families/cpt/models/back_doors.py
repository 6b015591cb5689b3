"""Back doors: which sets block them, by a closed set of what can be reached or by an open path.

A path is followed as a ball that rolls along edges (Shachter): at each node it is known whether it came
from a child (``up``) or from a parent (``down``). What it can reach is a closed set: whoever has the set
can check without a search that nothing leads out of it. What it reaches by a path is open, and the path
shows it.

>>> blocked(DAG.of([("V", "X"), ("V", "Y"), ("X", "Y")]), "X", "Y", ("V",)) is None
False
>>> open_path(DAG.of([("V", "X"), ("V", "Y"), ("X", "Y")]), "X", "Y", ())
('X', 'V', 'Y')

"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symcause.models.bit_sets import bits, mask_of
from symcause.models.dags import DAG

UP, DOWN = "up", "down"
Step = tuple[int, str]
"""A node, and whether the ball came from a child of it or from a parent."""


def without_outgoing(dag: DAG, name: str) -> DAG:
    """The graph without the arrows out of a variable."""
    return DAG.of([edge for edge in dag.edges if edge[0] != name], nodes=dag.nodes)


def descendants(dag: DAG, name: str) -> int:
    """The set of descendants of a variable, itself among them."""
    return _closure(dag.children, 1 << dag.index[name])


def ancestors(dag: DAG, names: Iterable[str]) -> int:
    """The set of ancestors of variables, themselves among them."""
    return _closure(dag.parents, mask_of(dag.index[name] for name in names))


def _closure(neighbours: tuple[int, ...], start: int) -> int:
    found = waiting = start
    while waiting:
        more = 0
        for node in bits(waiting):
            more |= neighbours[node]
        waiting = more & ~found
        found |= waiting
    return found


def _next(dag: DAG, step: Step, given: int, opened: int) -> Iterator[Step]:
    """Where the ball rolls from a node; *opened* are the conditions and their ancestors."""
    node, came = step
    conditioned = given >> node & 1
    if came == UP and not conditioned:
        yield from ((parent, UP) for parent in bits(dag.parents[node]))
        yield from ((child, DOWN) for child in bits(dag.children[node]))
    elif came == DOWN:
        if not conditioned:
            yield from ((child, DOWN) for child in bits(dag.children[node]))
        if opened >> node & 1:
            yield from ((parent, UP) for parent in bits(dag.parents[node]))


def _reached(dag: DAG, x: str, given: tuple[str, ...]) -> dict[Step, Step | None]:
    """Every step that the ball takes from x, with the one before it."""
    conditions, opened = mask_of(dag.index[name] for name in given), ancestors(dag, given)
    start = (dag.index[x], UP)
    steps: dict[Step, Step | None] = {start: None}
    waiting = [start]
    for step in waiting:
        for further in _next(dag, step, conditions, opened):
            if further not in steps:
                steps[further] = step
                waiting.append(further)
    return steps


def blocked(dag: DAG, x: str, y: str, given: tuple[str, ...]) -> tuple[tuple[str, str], ...] | None:
    """The closed set of steps from x behind its back doors, if y is not among them; else None."""
    cut = without_outgoing(dag, x)
    found = _reached(cut, x, given)
    if any(node == dag.index[y] for node, _ in found):
        return None
    return tuple(sorted((dag.nodes[node], came) for node, came in found))


def open_path(dag: DAG, x: str, y: str, given: tuple[str, ...]) -> tuple[str, ...] | None:
    """A path from x to y by a back door that the set leaves open; None if there is none.

    A path that goes down to a condition and up again is told with these detours in it.
    """
    found = _reached(without_outgoing(dag, x), x, given)
    at: Step | None = next((step for step in found if step[0] == dag.index[y]), None)
    path: list[str] = []
    while at is not None:
        path.append(dag.nodes[at[0]])
        at = found[at]
    return tuple(reversed(path)) or None


def back_door(dag: DAG, x: str, y: str, given: tuple[str, ...]) -> bool:
    """Does a set meet the back-door criterion: no descendant of x in it, and all back doors blocked?"""
    below = descendants(dag, x)
    return not any(below >> dag.index[name] & 1 for name in given) and (
        blocked(dag, x, y, given) is not None
    )


def mediators(dag: DAG, x: str, y: str) -> tuple[str, ...]:
    """The variables between x and y: descendants of x that are ancestors of y."""
    found = descendants(dag, x) & ancestors(dag, (y,))
    return dag.names(found & ~(1 << dag.index[x]) & ~(1 << dag.index[y]))


def is_cause(dag: DAG, x: str, y: str) -> bool:
    """Is x an ancestor of y?"""
    return bool(ancestors(dag, (y,)) >> dag.index[x] & 1)
