"""The view of edges on a page: what is known of every possible edge, as graph and matrix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from symcause.bounds.reports_bounds import DRAWN_EDGES
from symcause.reports.graph_svg import Arrow, graph_svg

_LETTERS = {"always": "a", "open": "s", "never": "n"}
_STATUS = {"a": "always", "s": "some", "n": "never", ".": "plain"}


class HasEdges(Protocol):
    """A model: all that matters here is its graph."""

    @property
    def edges(self) -> Iterable[tuple[str, str]]: ...


def statuses(edges: Mapping[str, str] | None, variables: Sequence[str]) -> str | None:
    """One letter a pair, row by row: ``a`` in all, ``s`` in some, ``n`` in no member, ``.`` no pair."""
    if edges is None:
        return None
    return "".join(
        _LETTERS.get(edges.get(f"{cause}->{effect}", ""), ".")
        for cause in variables
        for effect in variables
    )


def drawn_graph(
    edges: Mapping[str, str] | None,
    variables: Sequence[str],
    models: Sequence[HasEdges],
    gold: HasEdges | None,
    marked: Sequence[str] = (),
    unsettled: Sequence[str] = (),
) -> str:
    """The graph of the first model, with edges of the others and those in some members beneath.

    *unsettled* are the variables that the verdict is about: something of them is open.
    """
    letters = statuses(edges, variables) or "." * len(variables) ** 2
    known = {
        (cause, effect): _STATUS[letters[i * len(variables) + j]]
        for i, cause in enumerate(variables)
        for j, effect in enumerate(variables)
    }
    own = sorted(models[0].edges) if models else []
    more = sorted({edge for model in models[1:] for edge in model.edges} - set(own))
    shown = {*own, *more}
    possible = [e for e, s in known.items() if s in ("always", "some") and e not in shown]
    others = [*more, *(possible if len(possible) <= DRAWN_EDGES else ())]
    true = set(gold.edges) if gold is not None else set()
    lines = [Arrow(a, b, known[a, b], ("gold",) if (a, b) in true else ()) for a, b in own]
    lines += [
        Arrow(a, b, known[a, b], ("gold", "other") if (a, b) in true else ("other",), layers=False)
        for a, b in others
    ]
    effects = {b for _, b in own}
    roots = [v for v in variables if v not in effects] if models else []
    if models and hasattr(models[0], "roots"):
        roots = list(models[0].roots)
    return str(graph_svg(variables, lines, roots=roots, marked=marked, unsettled=unsettled))


def space_graph(
    variables: Sequence[str],
    edges: Iterable[tuple[str, str, str]],
    *,
    roots: Sequence[str] = (),
    layered: bool = False,
) -> dict[str, object] | None:
    """Edges of all members, and of some while they are few, as one graph; None where there is none.

    What is open both ways is one line without a head. Edges of some members shape the layers only where
    there are no others, or where the graph is to be *layered* by all. *left* edges are in some members,
    too, and not drawn.
    """
    known = {(cause, effect): status for cause, effect, status in edges}
    sure = [edge for edge, status in known.items() if status == "always"]
    open_ = [edge for edge, status in known.items() if status == "open"]
    once = [e for e in open_ if known.get(e[::-1]) != "open" or e < e[::-1]]
    shown = once if len(once) <= DRAWN_EDGES else []
    if not sure and not shown:
        return None
    lines = [Arrow(a, b, "always") for a, b in sure]
    for a, b in shown:
        either = known.get((b, a)) == "open"
        note = "in some members, either way" if either else ""
        lines.append(Arrow(a, b, "some", layers=layered or not sure, note=note, either=either))
    return {"svg": str(graph_svg(variables, lines, roots=roots)), "left": len(once) - len(shown)}


def compared_graph(
    variables: Sequence[str],
    answer: HasEdges,
    gold: HasEdges | None,
    name: str = "gold",
    marked: Sequence[str] = (),
) -> str:
    """An answer over gold in one layout, which is gold's; *marked* variables are framed twice."""
    own = set(answer.edges)
    true = own if gold is None else set(gold.edges)
    lines = [
        Arrow(a, b, marks=("kept",), note="in both" if gold is not None else "edge")
        if (a, b) in own
        else Arrow(a, b, marks=("missing",), note=f"only in {name}")
        for a, b in sorted(true)
    ]
    lines += [
        Arrow(a, b, marks=("extra",), layers=False, note="only in the answer")
        for a, b in sorted(own - true)
    ]
    roots = getattr(answer, "roots", ())
    return str(graph_svg(variables, lines, roots=roots, marked=marked))
