"""``separate`` about graphs: the interventions between two DAGs of a class, against brute force."""

from __future__ import annotations

import json
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import networkx
import pytest

import symcause
from symcause.audits.question import ask, question
from symcause.errors import UsageError
from symcause.families.dag.documents import GraphSeparate
from symcause.families.dag.problem import GraphProblem, graph_problem
from symcause.models.dags import DAG
from tests.amounts import amount
from tests.cli.cases import Shell
from tests.dag.cases import Graph, acyclic_orientations, colliders, dag, skeletons

CHAIN = "A -> B\nB -> C\nC -> D\n"
BACK = "D -> C\nC -> B\nB -> A\n"
FORK = "B -> A\nB -> C\nC -> D\n"


def brute(one: Graph, other: Graph, size: int) -> list[tuple[int, dict[str, str], dict[str, str]]]:
    """Every target at which two graphs differ, most turned edges first, and what each shows."""
    rows = []
    for v in range(size):
        shown = [
            {"ABCD"[b]: "effect" for a, b in edges if a == v}
            | {"ABCD"[a]: "cause" for a, b in edges if b == v}
            for edges in (one, other)
        ]
        turned = sum(shown[0][name] != shown[1][name] for name in shown[0])
        if turned:
            rows.append((turned, v, shown[0], shown[1]))
    rows.sort(key=lambda row: (-row[0], row[1]))
    return [(v, first, second) for _, v, first, second in rows]


def answer(edges: Graph) -> str:
    return json.dumps({"edges": [["ABCD"[a], "ABCD"[b]] for a, b in sorted(edges)]})


def test_all_pairs_of_small_classes() -> None:
    rng = random.Random("separate graphs")
    every = [(4, skeleton) for skeleton in skeletons(4)]
    for size, skeleton in rng.sample(every, amount(24, len(every))):
        oriented = acyclic_orientations(size, skeleton)
        drawn = rng.choice(oriented)
        members = [edges for edges in oriented if colliders(edges) == colliders(drawn)]
        problem = GraphProblem("case", dag(size, drawn))
        pairs = list(permutations(members, 2))
        for one, other in rng.sample(pairs, min(len(pairs), 6)):
            told = ask("separate", problem, first=answer(one), second=answer(other), limit=9)
            assert isinstance(told, GraphSeparate) and told.separated and told.complete is True
            expected = brute(one, other, size)
            listed: Any = told.separations
            assert [(p.experiment, *p.readings) for p in listed] == [
                ({"targets": ["ABCD"[v]]}, first, second) for v, first, second in expected
            ]
            best, first, second = expected[0]
            assert told.experiment == {"targets": ["ABCD"[best]]}
            assert told.readings == (first, second) and told.code == 0
        for outsider in oriented:
            if colliders(outsider) != colliders(drawn):
                with pytest.raises(UsageError, match="second answer: this graph is no member"):
                    ask("separate", problem, first="gold", second=answer(outsider))
                break


def test_answers_in_every_form() -> None:
    problem = graph_problem(CHAIN)
    forms = (FORK, "digraph { B -> A; B -> C; C -> D }", '{"edges": ["B->A", "B->C", "C->D"]}')
    first, *others = [ask("separate", problem, first="gold", second=form) for form in forms]
    assert all(other.to_dict() == first.to_dict() for other in others)
    assert first.to_dict()["experiment"] == {"targets": ["A"]}


def test_graphs_and_models_in_python() -> None:
    problem: Any = symcause.dag.problem(DAG.of([("A", "B"), ("B", "C")]))
    one, other = list(symcause.space(problem))[:2]
    told = symcause.separate(problem, one, other)
    assert told.separated and isinstance(told, GraphSeparate)
    drawn = networkx.DiGraph(other.edges)
    assert symcause.separate(problem, one, drawn).to_dict() == told.to_dict()
    assert symcause.separate(networkx.DiGraph(problem.dag.edges), one, drawn).separated


def test_statements_take_their_members_in_python() -> None:
    problem: Any = symcause.load("examples/statements.json")
    one, other = list(symcause.space(problem))[:2]
    assert symcause.separate(problem, one, other).separated is True


def test_the_same_graph(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "chain.txt"
    path.write_text(CHAIN)
    code, out, _ = shell("separate", str(path), "gold", str(path))
    assert code == 1 and "they are the same graph" in out


def test_the_command(tmp_path: Path, shell: Shell) -> None:
    paths = {name: tmp_path / f"{name}.txt" for name in ("chain", "back", "fork")}
    for name, text in (("chain", CHAIN), ("back", BACK), ("fork", FORK)):
        paths[name].write_text(text)
    code, out, _ = shell("separate", paths["chain"], paths["back"], paths["fork"], "--limit", "2")
    assert code == 0
    assert "Intervening on C tells them apart: B responds in the first, D in the second" in out
    assert "the best 2; there are more" in out
    code, out, _ = shell("separate", paths["chain"], "gold", paths["fork"], "--json")
    told = json.loads(out)
    assert (told["family"], told["experiment"]) == ("dag", {"targets": ["A"]})
    assert told["readings"] == [{"B": "effect"}, {"B": "cause"}]
    code, _, err = shell("separate", paths["chain"], "reference", paths["fork"])
    assert code == 2 and "the problem has no reference" in err


@pytest.mark.parametrize("example", ["ambiguous", "crystal", "world", "statements"])
def test_an_empty_answer_is_called_empty(example: str, tmp_path: Path, shell: Shell) -> None:
    """In every family; only an answer that is not there is missing."""
    empty = tmp_path / "empty.txt"
    empty.write_text("\n")
    problem = f"examples/{example}.json"
    code, out, err = shell("separate", problem, "gold", empty)
    assert (code, out) == (2, "") and "empty.txt: second answer: the text is empty" in err
    code, _, err = shell("separate", problem, empty, "gold")
    assert code == 2 and "empty.txt: first answer: the text is empty" in err
    if example != "world":
        code, _, err = shell("separate", problem, "gold")
        assert code == 2 and "the second is missing" in err


def test_knowledge_narrows_what_may_be_compared() -> None:
    problem = graph_problem(CHAIN)
    told = ask(
        "separate", problem, first="gold", second="C -> D\nB -> C\nA -> B", require=("A->B",)
    )
    assert told.to_dict()["knowledge"] == {"require": ["A->B"]}
    with pytest.raises(UsageError, match="no member: A->B: required"):
        ask("separate", problem, first="gold", second=BACK, require=("A->B",))


def test_a_class_has_no_gold() -> None:
    problem = graph_problem("A -- B\nB -- C\n")
    with pytest.raises(UsageError, match="the problem has no gold"):
        ask("separate", problem, first="gold", second="A -> B -> C")
    told = ask("separate", problem, first="C -> B -> A", second="A -> B -> C")
    assert told.to_dict()["experiment"] == {"targets": ["B"]}
    sentence = question("separate", problem).story(told).sentence
    assert sentence.endswith("on B tells them apart: A responds in the first, C in the second")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n", "empty"),
        ("A -> Z", "no such variable"),
        ("A -- B", "an undirected edge"),
        ("A -> B\nB -> A", "not a DAG"),
        ('{"edges": [["A"]]}', "not an edge"),
        ("A", "no member"),
        ("two words", "two names without an arrow"),
    ],
)
def test_what_is_no_answer_is_named(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        ask("separate", graph_problem(CHAIN), first="gold", second=text)
