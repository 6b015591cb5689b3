"""The graph check of the verifier: d-separation and causal relations, by other means than the search.

A DAG is a mapping of every variable to the set of its parents. Separation is connection in the moral graph
of the ancestors; relations are read off plain walks along the arrows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Parents = Mapping[str, frozenset[str]]


def is_acyclic(parents: Parents) -> bool:
    """Can variables be taken away one by one, each without a parent that is left?"""
    left = dict(parents)
    while left:
        sources = [name for name, causes in left.items() if not causes & left.keys()]
        if not sources:
            return False
        for name in sources:
            del left[name]
    return True


def ancestors(parents: Parents, names: Iterable[str]) -> set[str]:
    """The named variables and all above them."""
    causes = set(names)
    todo = list(causes)
    while todo:
        for cause in parents[todo.pop()] - causes:
            causes.add(cause)
            todo.append(cause)
    return causes


def is_separated(parents: Parents, x: str, y: str, given: frozenset[str]) -> bool:
    """Are two variables disconnected in the moral graph of their and the given ones' ancestors?"""
    kept = ancestors(parents, {x, y, *given})
    joined: dict[str, set[str]] = {name: set() for name in kept}
    for child in kept:
        family = [child, *parents[child]]
        for one in family:
            joined[one].update(family)
    seen, todo = {x}, [x]
    while todo:
        for name in joined[todo.pop()] - seen - given:
            if name == y:
                return False
            seen.add(name)
            todo.append(name)
    return True


def _children(parents: Parents) -> dict[str, frozenset[str]]:
    return {
        name: frozenset(child for child, causes in parents.items() if name in causes)
        for name in parents
    }


def _reached(steps: Parents, start: str, avoided: frozenset[str] = frozenset()) -> set[str]:
    """What one or more steps lead to, past the avoided variables."""
    names: set[str] = set()
    todo = [start]
    while todo:
        for name in steps[todo.pop()] - names - avoided:
            names.add(name)
            todo.append(name)
    return names


def is_true(parents: Parents, relation: str, reading: str, x: str, y: str) -> bool:
    """Is a relation true in a DAG, in one reading? Raises KeyError for words that nobody knows."""
    if relation in ("child", "descendant"):
        turned = {"child": "parent", "descendant": "ancestor"}[relation]
        return is_true(parents, turned, reading, y, x)
    children = _children(parents)
    if relation == "parent":
        return {"path": x in parents[y]}[reading]
    if relation == "ancestor":
        edge, path = x in parents[y], y in _reached(children, x)
        between = any(y in _reached(children, child) for child in children[x])
        return {"path": between, "strict": path and not edge, "any": path}[reading]
    steps: Parents = {"collider": children, "confounder": parents}[relation]
    both = frozenset((x, y))
    past = _reached(steps, x, frozenset((y,))) & _reached(steps, y, frozenset((x,)))
    found = {
        "path": past - both,
        "direct": (steps[x] & steps[y]) - both,
        "any": (_reached(steps, x) & _reached(steps, y)) - both,
    }
    if relation == "confounder":
        found["released"] = (parents[y] & _reached(parents, x, frozenset((y,)))) - both
    return bool(found[reading])
