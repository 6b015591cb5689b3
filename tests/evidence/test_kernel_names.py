"""Names in the knowledge of a certificate's class: every one of them is looked at by the kernel."""

from __future__ import annotations

import pytest

from symcause.kernel.class_knowledge import check_names, read_known
from symcause.kernel.nodes import Node, Rejected
from symcause.models.background_knowledge import Knowledge

NAMES = ("A", "B", "C")
EDGES = (("A", "B"), ("B", "C"))


@pytest.mark.parametrize("kind", ["require", "forbid", "candidates", "signs"])
@pytest.mark.parametrize("edge", [0, 1])
@pytest.mark.parametrize("end", [0, 1])
def test_any_name_may_be_the_wrong_one(kind: str, edge: int, end: int) -> None:
    edges = [list(one) for one in EDGES]
    check_names(_known(kind, edges), NAMES)
    edges[edge][end] = "Q"
    with pytest.raises(Rejected, match="unknown variable") as found:
        check_names(_known(kind, edges), NAMES)
    assert "Q" in str(found.value)


def _known(kind: str, edges: list[list[str]]) -> Knowledge:
    stated = tuple((one[0], one[1]) for one in edges)
    return Knowledge(**{kind: tuple((e, "+") for e in stated) if kind == "signs" else stated})


@pytest.mark.parametrize(
    "tiers",
    [(("A",), ("B",)), (("A", "B"), ("C", "A")), (("A",), ("B", "Q")), (("A", "B", "C"), ("Q",))],
)
def test_tiers_have_every_variable_once(tiers: tuple[tuple[str, ...], ...]) -> None:
    check_names(Knowledge(tiers=(("C",), ("A", "B"))), NAMES)
    with pytest.raises(Rejected, match="not every variable once"):
        check_names(Knowledge(tiers=tiers), NAMES)


@pytest.mark.parametrize(
    "known",
    [
        Knowledge(tiers=(("A", "B"), ("C",))),
        Knowledge(require=EDGES, forbid=(("C", "A"),), signs=((("A", "B"), "-"),), unate=True),
        Knowledge(candidates=EDGES),
    ],
)
def test_knowledge_as_it_is_written_is_read(known: Knowledge) -> None:
    assert read_known(Node(known.to_dict(), "class.knowledge")) == known


@pytest.mark.parametrize(
    "written",
    [
        {},
        {"signs": {"A->B": "?"}},
        {"signs": {"A->B": "+", "B->C": "?"}},
        {"tiers": [["A"], [1]]},
        {"tiers": [[None], ["B"]]},
        {"require": ["A->B"], "more": 1},
        {"require": "A->B"},
        [],
    ],
)
def test_knowledge_is_read_strictly(written: object) -> None:
    with pytest.raises(Rejected, match="not knowledge"):
        read_known(Node(written, "class.knowledge"))
