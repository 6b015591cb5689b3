"""Graphs as a family: their version space, their questions, and how they are read and written."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import networkx
import pytest
from click.testing import CliRunner, Result

from symcause.answers import Unknown, Unsat
from symcause.audits.question import ask
from symcause.audits.space import EdgeStatus, Separation
from symcause.cli.main import cli
from symcause.equivalence import same_class
from symcause.errors import SymcauseError, UsageError
from symcause.families.dag.documents import GraphCount, GraphNext, exact, fraction
from symcause.families.dag.problem import GraphProblem, graph_problem
from symcause.families.dag.space.class_space import ClassSpace, effects_of
from symcause.families.dag.space.space_choice import open_space
from symcause.formats.graphs import parse_graph
from symcause.models.dags import DAG
from symcause.registry import answering, family
from symcause.scoring.overlap import hamming_distance
from symcause.testing import Case, VersionSpaceConformance
from tests.amounts import EXHAUSTIVE
from tests.dag.cases import complete, random_sparse

CHAIN = DAG.of([("A", "B"), ("B", "C"), ("C", "D")])


def random_dag(seed: int, size: int, chance: float) -> DAG:
    rng = random.Random(seed)
    names = [f"V{i}" for i in range(size)]
    order = rng.sample(names, size)
    edges = [(order[i], order[j]) for j in range(size) for i in range(j) if rng.random() < chance]
    return DAG.of(edges, nodes=names)


@pytest.mark.few(16)
class TestClassSpace(VersionSpaceConformance):
    def cases(self) -> Iterator[Case]:
        for seed in range(40):
            rng = random.Random(seed)
            dag = random_dag(seed, rng.randint(1, 6), rng.choice((0.3, 0.6, 1.0)))
            problem = GraphProblem(f"random-{seed}", dag)
            target = rng.sample(dag.nodes, rng.randint(0, min(2, len(dag.nodes))))
            yield Case(problem, problem.after([target]))
        yield Case(GraphProblem("complete", complete(8)))
        yield Case(GraphProblem("sparse", random_sparse(60, 3, 1)))

    def space(self, problem: GraphProblem) -> ClassSpace:
        return open_space(problem)

    def execute(
        self, problem: GraphProblem, model: DAG, experiment: Mapping[str, object]
    ) -> Mapping[str, object]:
        """Neighbours that the target reaches by its one edge respond."""
        (name,) = experiment["targets"]  # type: ignore[misc]
        found: dict[str, object] = {b: "effect" for a, b in model.edges if a == name}
        return found | {a: "cause" for a, b in model.edges if b == name}

    def outsiders(self, problem: GraphProblem) -> Iterable[DAG]:
        dag = problem.dag
        yield DAG.of(dag.edges[1:], nodes=dag.nodes)
        yield DAG.of([(b, a) for a, b in dag.edges], nodes=dag.nodes)
        yield DAG.of([("Y1", "Y2")])
        yield DAG.of(dag.edges, nodes=reversed(dag.nodes))


class TestSlowEngine(TestClassSpace):
    """An engine that gives up says so; everything else is as ever."""

    def cases(self) -> Iterator[Case]:
        yield Case(GraphProblem("chain", CHAIN))

    def space(self, problem: GraphProblem) -> ClassSpace:
        return open_space(problem, engine="recursion")

    def beyond_reach(self) -> GraphProblem | None:
        return GraphProblem("large", complete(30)) if EXHAUSTIVE else None


@pytest.mark.exhaustive
def test_a_count_beyond_an_engine_is_unknown() -> None:
    count = open_space(GraphProblem("large", complete(30)), engine="recursion").count()
    assert isinstance(count, Unknown)
    assert "cliquepicking" in count.reason


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(30))
def test_others_come_nearest_first(seed: int) -> None:
    dag = random_dag(seed, 6, 0.5)
    targets = [random.Random(seed).sample(dag.nodes, 2)] if seed % 2 else []
    space = open_space(GraphProblem("random", dag), targets=targets)
    for model in islice(space.members(), 5):
        distances = [
            hamming_distance(set(other.edges), set(model.edges)) for other in space.others(model)
        ]
        assert distances == sorted(distances)
        assert len(distances) == space.count() - 1
    with pytest.raises(UsageError, match="no member"):
        list(space.others(DAG.of([("X", "Y")])))


def test_objections_say_which_edge() -> None:
    space = open_space(GraphProblem("chain", CHAIN), targets=[("A",)])
    turned = DAG.of([("B", "A"), ("B", "C"), ("C", "D")], nodes="ABCD")
    assert [str(o) for o in space.objections(turned)] == [
        "A -> B: is cut by a target and turned in the second graph"
    ]
    collider = DAG.of([("A", "B"), ("C", "B"), ("C", "D")], nodes="ABCD")
    assert "A -> B: is part of a collider in the second graph only" in map(
        str, space.objections(collider)
    )
    missing = DAG.of([("A", "B"), ("B", "C")], nodes="ABCD")
    assert [str(o) for o in space.objections(missing)] == [
        "C - D: is an edge of the first graph only"
    ]
    assert space.objections(DAG.of([("A", "B")]))[0].place == "nodes"


def test_separation_takes_the_variable_with_most_differences() -> None:
    space = open_space(GraphProblem("chain", CHAIN))
    other = DAG.of([("B", "A"), ("C", "B"), ("C", "D")], nodes="ABCD")
    found = space.separate(CHAIN, other)
    assert isinstance(found, Separation)
    assert found.experiment == {"targets": ["B"]}
    assert found.readings == ({"A": "cause", "C": "effect"}, {"A": "effect", "C": "cause"})
    settled = open_space(GraphProblem("chain", CHAIN), targets=[("A",)])
    assert isinstance(settled.separate(CHAIN), Unsat)
    assert not same_class(CHAIN, other, [("B",)])
    assert effects_of(CHAIN, "A") == {"B": "effect"}


def test_edges_of_a_large_graph_are_looked_up() -> None:
    edges = open_space(GraphProblem("large", random_sparse(2_000, 3, 0))).edges()
    assert len(edges) == 2_000 * 1_999
    names = list(islice(edges, 3))
    assert all(edges[pair] in EdgeStatus for pair in names)
    for wrong in (("X0", "X0"), ("X0", "Y")):
        with pytest.raises(KeyError):
            edges[wrong]


def test_count_and_next_from_python() -> None:
    problem = graph_problem(CHAIN, "folder/chain.txt")
    counted = ask("count", problem, targets=[("B",)])
    assert isinstance(counted, GraphCount)
    assert (counted.family, counted.problem, counted.identity) == ("dag", "chain", "dag")
    assert (counted.count, counted.status, counted.targets) == (1, "exact", (("B",),))
    found = ask("next", problem)
    assert isinstance(found, GraphNext)
    assert (found.count, found.settled, found.shrinks, found.status) == (4, False, True, "exact")
    best = found.experiments[0]
    assert best.to_dict() == {
        "experiment": {"targets": ["B"]},
        "worst": 2,
        "expected": "3/2",
        "settles": False,
    }
    assert [e.worst for e in found.experiments] == sorted(e.worst or 0 for e in found.experiments)
    limited = ask("next", problem, among=["A,D"])
    assert isinstance(limited, GraphNext)
    assert [e.experiment["targets"] for e in limited.experiments] == [["A"], ["D"]]
    none = ask("next", problem, targets=["A"])
    assert isinstance(none, GraphNext)
    assert (none.settled, none.shrinks, none.code) == (True, False, 1)
    assert none.reason == "one graph is left: nothing to learn"
    pairs = graph_problem(DAG.of([("A", "B"), ("C", "D")]))
    apart = ask("next", pairs, targets=["A"], among=["A"])
    assert isinstance(apart, GraphNext)
    assert (apart.settled, apart.shrinks) == (False, False)
    with pytest.raises(SymcauseError, match=r"--among: .*did you mean"):
        ask("next", graph_problem(DAG.of([("alpha", "beta")])), among=["alpa"])


def test_fractions_beyond_the_decimal_bound() -> None:
    for value in (fraction("5/3"), fraction("7"), fraction("0x10/0x3")):
        assert fraction(exact(value)) == value
    huge = fraction("1/3") * 10**5_000
    assert exact(huge).startswith("0x")
    assert fraction(exact(huge)) == huge


def run(text: str, *arguments: str) -> Result:
    return CliRunner().invoke(cli, [*arguments], input=text)


def test_bare_graphs_on_the_command_line() -> None:
    text = "A -> B -> C\n"
    counted = run(text, "count", "-")
    assert counted.exit_code == 0
    assert counted.stdout == "standard input: 3 graphs · no interventions\n"
    after = run(text, "count", "-", "--targets", "A,B")
    assert after.stdout == "standard input: 2 graphs · interventions on {A, B}\n"
    found = run(text, "next", "-")
    assert found.exit_code == 0
    assert "Intervene on B: one graph is left, whatever is seen." in found.stdout
    assert run(text, "next", "-", "--targets", "B").exit_code == 1


@pytest.mark.parametrize("kind", ["dag", "edges", "csv", "dot", "graphml"])
def test_graphs_are_converted(kind: str) -> None:
    written = run("A -> B\nC\n", "convert", "-", "--to", kind)
    assert written.exit_code == 0, written.output
    assert parse_graph(written.stdout) == DAG.of([("A", "B")], nodes="ABC")
    again = run(written.stdout, "convert", "-", "--to", "edges")
    assert again.stdout == "A\nB\nC\nA -> B\n"


def test_graphs_for_drawing_programs() -> None:
    written = run('A -> B\n"room 7"\n', "convert", "-", "--to", "gml")
    read = networkx.parse_gml(written.stdout)
    assert DAG.from_networkx(read) == DAG.of([("A", "B")], nodes=["A", "B", "room 7"])


def test_the_family_says_what_it_can_do() -> None:
    graphs = family("dag")
    assert set(graphs.graphs) == set(graphs.questions) - {"look"}, "what no command asks"
    assert graphs in answering("imec")
