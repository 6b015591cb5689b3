"""Among optimal alignments equal names win, then similar ones; proofs know edges only."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from symcause.budgets import Meter
from symcause.families.textgraph.alignment.best_alignment import alignments
from symcause.families.textgraph.alignment.maxsat_alignment import best_alignment
from symcause.families.textgraph.alignment.name_agreement import renamed, similarity, worths
from symcause.families.textgraph.files.bare_graph import bare_problem
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.questions.align import Align
from symcause.families.textgraph.verifier.kernel import verify
from tests.textgraph.cases import brute_force, random_edges, small_tasks

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
NAMES = ("rain", "rains", "Rain", "flood", "flooding", "damage", "<damage>")


def test_the_example_of_the_guide() -> None:
    """Evacuation stays evacuation: damage in its place would keep as many edges, and no more."""
    gold = bare_problem((EXAMPLES / "flood.txt").read_text(), "flood.txt")
    text = (EXAMPLES / "flood.answer.txt").read_text()
    documents = list(Align(answer=text, pairs="all").answers(gold))
    found = documents[-1]
    natural = {name: name for name in ("damage", "evacuation", "warning")}
    assert found.map == {**natural, "flood": "flooding", "heavy rain": "rainfall"}
    assert found.status == "optimal" and found.edges is not None and found.edges.low == 3
    assert verify(gold, found.certificate).accepted
    assert list(Align(answer=text, pairs="all").answers(gold))[-1].map == found.map


def test_similarity() -> None:
    assert similarity("Tax rates", "tax-rate") == 100
    assert similarity("flood", "flooding") == similarity("flooding", "flood") == 66
    assert similarity("rain", "damage") == 0 and similarity("<rain>", "rain") == 0
    assert similarity("—", "x") == 0 and similarity("a", "b") == 0


def every_map(task: AlignmentTask) -> list[dict[int, int]]:
    """All injective partial maps along allowed pairs."""
    images = [[None, *task.images.get(u, ())] for u in range(len(task.gold_nodes))]
    found = []
    for chosen in product(*images):
        used = [i for i in chosen if i is not None]
        if len(set(used)) == len(used):
            found.append({u: i for u, i in enumerate(chosen) if i is not None})
    return found


def value(task: AlignmentTask, mapped: dict[int, int]) -> tuple[int, int, int]:
    """Edges, equal names, similarity: counted by hand."""
    pairs = [(task.gold_nodes[u], task.answer_nodes[i]) for u, i in mapped.items()]
    alike = sum(similarity(here, there) for here, there in pairs if here != there)
    return task.kept_edges(mapped), sum(here == there for here, there in pairs), alike


def named_tasks(count: int) -> list[AlignmentTask]:
    rng, found = Random(6), []
    for _ in range(count):
        sides = []
        for _ in range(2):
            some = rng.sample(NAMES, rng.randint(2, 4))
            cells = [(a, b) for a in some for b in some if a != b or rng.random() < 0.2]
            sides.append(rng.sample(cells, min(len(cells), rng.randint(1, 5))))
        here, there = ({end for edge in edges for end in edge} for edges in sides)
        pairs = [(u, i) for u in sorted(here) for i in sorted(there) if rng.random() < 0.8]
        found.append(AlignmentTask.of(*sides, None if rng.random() < 0.5 else pairs))
    return found


def test_the_solver_s_choice_against_all_maps() -> None:
    """Of the maps with the most edges the best names, by listing every map."""
    for task in named_tasks(60):
        best = max(value(task, mapped) for mapped in every_map(task))
        assert value(task, best_alignment(task, worths(task))) == best


@pytest.mark.parametrize("number", [5, pytest.param(12, marks=pytest.mark.exhaustive)])
def test_the_whole_against_all_maps(number: int) -> None:
    """Pairs that keep no edge are shown only if their names are equal or spelled alike."""
    for task in named_tasks(number):
        documents = list(alignments(task, budget=Meter(30_000_000), seed=0))
        best = max(value(task, mapped) for mapped in every_map(task))
        found = value(task, documents[-1].mapped)
        assert found[:2] == best[:2] and documents[-1].low == best[0]
        assert all(one.low <= best[0] for one in documents)


def test_exchanges_never_lose() -> None:
    for task in [*small_tasks(60, seed=4), *named_tasks(60)]:
        worth = worths(task)
        for mapped in every_map(task)[:40]:
            found = renamed(task, mapped, worth)
            assert len(set(found.values())) == len(found)
            assert all(task.allows(u, i) for u, i in found.items())
            before, after = value(task, mapped), value(task, found)
            assert after[0] >= before[0]
            assert after[:2] >= before[:2]


@pytest.mark.parametrize("seed", range(3))
def test_names_never_cost_an_edge(seed: int) -> None:
    """Equal names that do not fit the edges lose."""
    rng = Random(seed)
    gold = random_edges(rng, 5, 8)
    names = sorted({end for edge in gold for end in edge})
    turned = dict(zip(names, names[1:] + names[:1], strict=True))
    task = AlignmentTask.of(gold, [(turned[a], turned[b]) for a, b in gold])
    found = list(alignments(task, budget=Meter(30_000_000), seed=0))[-1]
    assert found.low == len(gold) == brute_force(task)


def test_large_graphs_with_similar_names_are_matched() -> None:
    rng = Random(3)
    task = AlignmentTask.of(random_edges(rng, 300, 3000), random_edges(rng, 300, 3000))
    worth = worths(task)
    found = renamed(task, {}, worth)
    assert len(found) > 250 and all(task.allows(u, i) for u, i in found.items())
