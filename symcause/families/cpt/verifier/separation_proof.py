"""The separation proof in the cpt verifier: a set blocks every back-door path, or one is open.

A closed set of steps proves the first: it holds the start, every step from it stays inside, and the outcome
is not in it. A step is a node and how the ball came there, *up* from a child or *down* from a parent.
"""

from __future__ import annotations

import itertools

from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.verifier.query_replay import causes
from symcause.kernel.nodes import MAX_NAME, Node, Rejected

_MOST = 10_000  # nodes: of a closed set or a path


def _arrows(problem: CptProblem) -> set[tuple[str, str]]:
    """The arrows of the graph but for those out of the treatment."""
    return {(a, b) for a, b in problem.dag.edges if a != problem.query.treatment}


def _opened(problem: CptProblem, arrows: set[tuple[str, str]], given: tuple[str, ...]) -> set[str]:
    """The conditions and what is above them: there a collider is open."""
    found = set(given)
    while more := {a for a, b in arrows if b in found} - found:
        found |= more
    return found


def _steps(
    arrows: set[tuple[str, str]], given: tuple[str, ...], opened: set[str], node: str, came: str
) -> set[tuple[str, str]]:
    """Where the ball goes from a step."""
    parents = {(a, "up") for a, b in arrows if b == node}
    children = {(b, "down") for a, b in arrows if a == node}
    steps: set[tuple[str, str]] = set()
    if node not in given:
        steps |= children
        if came == "up":
            steps |= parents
    if came == "down" and node in opened:
        steps |= parents
    return steps


def check_blocked(problem: CptProblem, given: tuple[str, ...], node: Node) -> None:
    """Raise unless the closed set proves that the set blocks all back doors."""
    pairs = [part.items(2) for part in node.items(_MOST)]
    if any(len(pair) != 2 for pair in pairs):
        raise node.fail("not a list of steps")
    closed = {(a.text(MAX_NAME), b.choice(("up", "down"))) for a, b in pairs}
    arrows, x = _arrows(problem), problem.query.treatment
    opened = _opened(problem, arrows, given)
    if (x, "up") not in closed:
        raise node.fail("the set does not hold the start")
    for step in closed:
        if step[0] == problem.query.outcome:
            raise node.fail("the set holds the outcome")
        if not _steps(arrows, given, opened, *step) <= closed:
            raise node.fail("a step leads out of the set")


def check_open(problem: CptProblem, given: tuple[str, ...], node: Node) -> None:
    """Raise unless the path is an open back door."""
    path = [part.text(MAX_NAME) for part in node.items(_MOST)]
    arrows, x = _arrows(problem), problem.query.treatment
    opened = _opened(problem, arrows, given)
    if len(path) < 2 or path[0] != x or path[-1] != problem.query.outcome:
        raise node.fail("not a path from the treatment to the outcome")
    came = "up"
    for here, there in itertools.pairwise(path):
        way = "up" if (there, here) in arrows else "down" if (here, there) in arrows else ""
        if (there, way) not in _steps(arrows, given, opened, here, came):
            raise node.fail(f"the path is not open at {here}")
        came = way


def check_set(problem: CptProblem, given: tuple[str, ...], valid: bool, node: Node) -> None:
    """Raise unless a set is proved to meet the back-door criterion, or not to meet it."""
    x = problem.query.treatment
    nodes = dict(node.entries(3))
    below = [name for name in given if causes(problem, x, name)]
    if valid:
        if below or set(nodes) != {"closed"}:
            raise Rejected("a set is not proved to be valid", place=node.place)
        check_blocked(problem, given, nodes["closed"])
    elif set(nodes) == {"descendant"}:
        if nodes["descendant"].text(MAX_NAME) not in below:
            raise nodes["descendant"].fail("not a descendant of the treatment in the set")
    elif set(nodes) == {"path"}:
        check_open(problem, given, nodes["path"])
    else:
        raise Rejected("a set is not proved to be invalid", place=node.place)
