"""The knowledge reader: statements about edges read against names, merged, checked for sense.

A statement that can never hold is refused here by naming it: an unknown name, an edge of a variable to
itself, an edge that is required and forbidden, required edges that form a cycle, that go against the
tiers, that are no candidates, or that the problem's setting rules out. Whether the evidence leaves a
member is another matter.

>>> known = read_knowledge({"require": ["A->B"], "signs": {"A -> C": "-"}}, ("A", "B", "C"))
>>> known.to_dict()
{'require': ['A->B'], 'signs': {'A->C': '-'}}
>>> merged(known, read_knowledge({"forbid": [["C", "B"]]}, "ABC"), "ABC").to_dict()["forbid"]
['C->B']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from symcause.errors import ProblemError, did_you_mean
from symcause.models.background_knowledge import SIGNS, Edge, Knowledge, arrow
from symcause.models.cycles import named_cycle

KEYS = ("require", "forbid", "tiers", "signs", "unate", "candidates")
_HINT = 'write "A->B", quoted: a shell takes a bare > for a redirection'


def read_edge(stated: object, names: Sequence[str], place: str) -> Edge:
    """The edge that a text ``A->B`` or a pair of names states; exactly one split at an arrow must fit."""
    if isinstance(stated, str):
        parts = stated.split("->")
        pairs = [
            ("->".join(parts[:i]).strip(), "->".join(parts[i:]).strip())
            for i in range(1, len(parts))
        ]
    elif isinstance(stated, Sequence) and len(stated) == 2 and all(type(n) is str for n in stated):
        pairs = [(stated[0], stated[1])]
    else:
        raise ProblemError("not an edge", place=place, value=stated, remedy='write "A->B"')
    if not pairs:
        raise ProblemError("an edge needs an arrow", place=place, value=stated, remedy=_HINT)
    fitting = [pair for pair in pairs if set(pair) <= set(names)]
    if len(fitting) > 1:
        raise ProblemError(
            "more than one way to read this edge",
            place=place,
            value=stated,
            remedy='in a file write ["A", "B"]',
        )
    if not fitting:
        stranger = next(name for name in pairs[0] if name not in names)
        raise ProblemError(
            f"{stated}: unknown variable" if isinstance(stated, str) else "unknown variable",
            place=place,
            value=stranger,
            remedy=did_you_mean(stranger, names),
        )
    if fitting[0][0] == fitting[0][1]:
        raise ProblemError("no variable causes itself", place=place, value=arrow(fitting[0]))
    return fitting[0]


def read_knowledge(stated: object, names: Sequence[str], place: str = "knowledge") -> Knowledge:
    """The knowledge that plain values state about variables of these names."""
    if not isinstance(stated, Mapping):
        raise ProblemError("expected an object", place=place, value=stated, remedy="see docs")
    for key in stated:
        if key not in KEYS:
            raise ProblemError(
                "unknown key", place=f"{place}.{key}", remedy=did_you_mean(str(key), KEYS)
            )
    given = {key: value for key, value in stated.items() if value is not None}

    def edges(key: str) -> tuple[Edge, ...]:
        listed = _items(given.get(key, ()), f"{place}.{key}")
        found = {read_edge(edge, names, f"{place}.{key}[{i}]") for i, edge in enumerate(listed)}
        return _ordered(found, names)

    unate = given.get("unate", False)
    if type(unate) is not bool:
        raise ProblemError("expected true or false", place=f"{place}.unate", value=unate)
    return Knowledge(
        edges("require"),
        edges("forbid"),
        _tiers(given["tiers"], names, f"{place}.tiers") if "tiers" in given else None,
        _signs(given.get("signs", {}), names, f"{place}.signs"),
        unate,
        edges("candidates") if "candidates" in given else None,
    )


def _items(value: object, place: str) -> Sequence[object]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ProblemError("expected a list", place=place, value=value)
    return value


def _tiers(stated: object, names: Sequence[str], place: str) -> tuple[tuple[str, ...], ...]:
    where: dict[str, int] = {}
    texts = []
    for i, tier in enumerate(_items(stated, place)):
        texts.append(tuple(str(name) for name in _items(tier, f"{place}[{i}]")))
        for name in texts[-1]:
            if name not in names:
                raise ProblemError(
                    "unknown variable",
                    place=f"{place}[{i}]",
                    value=name,
                    remedy=did_you_mean(name, names),
                )
            if name in where:
                raise ProblemError("is in two tiers", place=f"{place}[{i}]", value=name)
            where[name] = i
    missing = [name for name in names if name not in where]
    if missing:
        raise ProblemError(
            f"{missing[0]} is in no tier", place=place, remedy="tiers hold every variable once"
        )
    return tuple(tier for tier in texts if tier)


def _signs(stated: object, names: Sequence[str], place: str) -> tuple[tuple[Edge, str], ...]:
    if not isinstance(stated, Mapping):
        raise ProblemError("expected an object", place=place, value=stated)
    found: dict[Edge, str] = {}
    for text, sign in stated.items():
        edge = read_edge(text, names, place)
        if sign not in SIGNS:
            raise ProblemError(
                f"{arrow(edge)}: no sign", place=place, value=sign, remedy="write + or -"
            )
        _signed(found, edge, sign, place)
    return tuple((edge, found[edge]) for edge in _ordered(found, names))


def _signed(found: dict[Edge, str], edge: Edge, sign: str, place: str) -> None:
    if found.setdefault(edge, sign) != sign:
        raise ProblemError(f"{arrow(edge)} has two signs", place=place, remedy="leave one")


def _ordered(edges: Iterable[Edge], names: Sequence[str]) -> tuple[Edge, ...]:
    """Each edge once, by effect and then by cause, so that equal knowledge is equal."""
    order = {name: i for i, name in enumerate(names)}
    return tuple(sorted(set(edges), key=lambda edge: (order[edge[1]], order[edge[0]])))


def merged(
    first: Knowledge | None, second: Knowledge | None, names: Sequence[str]
) -> Knowledge | None:
    """Both together; candidates must be in both lists. Raises where they contradict each other."""
    if not first or not second:
        return first or second or None
    if first.tiers and second.tiers and list(map(set, first.tiers)) != list(map(set, second.tiers)):
        raise ProblemError("two different lists of tiers", place="tiers", remedy="give one of them")
    signs = dict(first.signs)
    for edge, sign in second.signs:
        _signed(signs, edge, sign, "signs")
    lists = [set(k.candidates) for k in (first, second) if k.candidates is not None]
    return Knowledge(
        _ordered((*first.require, *second.require), names),
        _ordered((*first.forbid, *second.forbid), names),
        first.tiers or second.tiers,
        tuple((edge, signs[edge]) for edge in _ordered(signs, names)),
        first.unate or second.unate,
        _ordered(set.intersection(*lists), names) if lists else None,
    )


def check_knowledge(
    known: Knowledge,
    names: Iterable[str],
    impossible: Callable[[str, str], str | None] = lambda cause, effect: None,
) -> None:
    """Raise ProblemError for required edges that no model can have; *impossible* is the family's say."""
    for edge in known.require:
        why = known.why_not(*edge)
        if why is None:
            why = impossible(*edge)
        elif why == "forbidden":
            why = "required and forbidden"
        if why is not None:
            raise ProblemError(f"{arrow(edge)} is required: {why}", place="knowledge.require")
    parents: dict[str, list[str]] = {name: [] for name in names}
    for cause, effect in known.require:
        parents[effect].append(cause)
    cycle = named_cycle(parents, parents)
    if cycle:
        path = ", ".join(arrow(edge) for edge in zip(cycle, (*cycle[1:], cycle[0]), strict=True))
        raise ProblemError(f"the required edges form a cycle: {path}", place="knowledge.require")
