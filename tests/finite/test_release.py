"""Released programs read as finite problems: ACRE, blicket logs, HypoSpace, and their published numbers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.errors import ProblemError
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.models.mechanism_class import FiniteClass, MechanismClass
from symcause.families.finite.problem.problem import FiniteProblem, ValueQuery
from symcause.families.finite.release.acre_items import read_question, read_served
from symcause.families.finite.release.blicket_logs import read_trial
from symcause.families.finite.release.hypospace_sets import constants, read_set
from symcause.formats.answer_files.predictions import BadPrediction, Prediction, read_predictions
from symcause.formats.pools.problem_files import read_problems

Document = dict[str, Any]

DATA = Path(os.environ.get("SYMCAUSE_DATA", "/nowhere"), "finite")
needs_data = pytest.mark.skipif(
    not (DATA / "acre.jsonl").is_file(), reason="SYMCAUSE_DATA has no finite/acre.jsonl"
)


def lines(name: str) -> list[Document]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


PROMPT = (
    "You are a researcher …\n\nPrevious experimental results:\n"
    "gray metal sphere, red rubber cube → on\nred rubber cube → off\n\n"
    "New test case:\nred rubber cube, gray metal sphere\n\nWhat is the detector light status?"
)
SERVED: Document = {
    "question": PROMPT,
    "answer": "on",
    "metadata": {"source_dataset": "acre", "source_index": 17},
}
ITEM: Document = {
    "examples": [
        {"input": [["gray", "metal", "sphere"], ["red", "rubber", "cube"]], "output": "on"},
        {"input": [["red", "rubber", "cube"]], "output": "off"},
    ],
    "question": {
        "input": [["red", "rubber", "cube"], ["gray", "metal", "sphere"]],
        "output": "on",
    },
}


def test_an_item_is_the_same_served_and_stored() -> None:
    served, stored = read_served(SERVED), read_question(ITEM, "acre.jsonl:5")
    assert (served.id, stored.id) == ("acre-17", "acre-4")
    assert replace(served, id="") == replace(stored, id="")
    assert stored.variables == ("gray_metal_sphere", "red_rubber_cube", "light")
    (query,) = stored.queries
    assert isinstance(query, ValueQuery)
    assert (query.gold, stored.task) == ("on", "predict")


def test_names_that_are_joined_already_are_read() -> None:
    joined = json.loads(json.dumps(ITEM))
    for panel in (*joined["examples"], joined["question"]):
        panel["input"] = ["_".join(one) for one in panel["input"]]
    assert read_question(joined) == read_question(ITEM)


def wrong(document: Document, path: tuple[Any, ...], value: object) -> Document:
    changed = json.loads(json.dumps(document))
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return dict(changed)


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("examples", 1, "output"), "undetermined", "examples[1].output"),
        (("question", "output"), "maybe", "question.output"),
        (("question", "input"), "red", "question.input"),
        (("examples", 0, "input", 1), ["light"], "examples[0].input[1]"),
        (("examples", 0), 7, "examples[0]"),
    ],
)
def test_what_is_wrong_with_an_item_has_its_place(
    path: tuple[Any, ...], value: object, place: str
) -> None:
    with pytest.raises(ProblemError) as raised:
        read_question(wrong(ITEM, path, value))
    assert raised.value.complaint.place == place


@pytest.mark.parametrize(
    ("path", "value", "word"),
    [
        (("metadata", "source_dataset"), "list_functions", "list_functions"),
        (("question",), "What is 2 + 2?", "no prompt of ACRE"),
        (("answer",), "banana", "banana"),
        (("question",), PROMPT.replace("→ off", "off"), "example 1"),
    ],
)
def test_what_is_wrong_with_a_served_item_is_said(
    path: tuple[Any, ...], value: object, word: str
) -> None:
    with pytest.raises(ProblemError, match=word):
        read_served(wrong(SERVED, path, value))


@needs_data
def test_every_item_of_the_reference_is_read() -> None:
    for case in lines("acre.jsonl"):
        item = case["item"]
        problem = read_question(item)
        assert problem.id == item["id"]
        assert len(problem.training[0].rows) == len(item["examples"])
        assert problem.queries[0].gold == item["question"]["output"]


EITHER = "disjunctive or conjunctive"


@needs_data
@pytest.mark.parametrize(
    "name", ["disjunctive", "conjunctive", EITHER, "threshold", "monotone", "any"]
)
def test_labels_of_acre_in_a_class(name: str) -> None:
    """What follows, and how many rules explain the examples, class by class."""
    for case in lines("acre.jsonl")[:: 5 if name == "monotone" else 3]:
        problem, asked = read_question(case["item"]), {"functions": name}
        if name == EITHER:  # no option is a union
            either = MechanismClass(functions=("disjunctive", "conjunctive"))
            problem, asked = replace(problem, model_class=FiniteClass(either)), {}
        found: Any = symcause.audit(problem, **asked, limit=0)
        (query,) = found.queries
        assert (query.answer or "impossible") == case["derived"][name], problem.id
        if name in case["count"]:
            assert found.count == case["count"][name], problem.id


# blicket logs


def state(row: list[int], feedback: str | None = None) -> Document:
    names = [f"object {at}" for at in range(len(row) - 1)]
    told = {} if feedback is None else {"feedback": feedback}
    return {"object_names": names, "true_state": [bool(cell) for cell in row], **told}


def test_a_log_of_actions_is_one_problem_a_trial(tmp_path: Path) -> None:
    path = tmp_path / "action_log_trial-3.jsonl"
    shown = "You test the machine. The light on the machine is now on."
    log: list[Document] = [
        {"trial_idx": 3, "steps": 0, "game_state": state([1, 0, 1], f"A room. {shown}")},
        {"trial_idx": 3, "steps": 1, "game_state": state([1, 1, 1], "You put object 1 on it.")},
        {"trial_idx": 3, "question": "Is object 0 a blicket?", "answer": True},
        {"trial_idx": 4, "steps": 0, "game_state": state([0, 0, 0])},
        {"trial_idx": 4, "steps": 1, "game_state": state([0, 1, 1])},
    ]
    path.write_text("\n".join(map(json.dumps, log)))
    first, second = (item.problem for item in read_problems(path))
    assert isinstance(first, FiniteProblem)
    assert isinstance(second, FiniteProblem)
    assert (first.id, first.training[0].rows) == ("blicket-3", ((1, 0, 1),))
    assert (second.id, second.training[0].rows) == ("blicket-4", ((0, 0, 0), (0, 1, 1)))


ON = "The light on the machine is now on."
PUT = "put object 0 on the machine"


def run(steps: list[tuple[list[int], str | None, str]], *answers: object) -> list[Document]:
    """The log of a run: states, what was told, what was done then; and its answers."""
    lines: list[Document] = [
        {"trial_idx": 5, "steps": at, "game_state": state(row, told), "action": done}
        for at, (row, told, done) in enumerate(steps)
    ]
    asked = [f"Is object {at} a blicket?" for at in range(len(answers))]
    named = {"trial_idx": 5, "agent_class": "thinker"}
    return lines + [
        {**named, "question": one, "answer": said, "true_answer": "true"}
        for one, said in zip(asked, answers, strict=True)
    ]


def moved_then(last: str, told: str = "Done.") -> list[tuple[list[int], str | None, str]]:
    """A run in which object 0 was put on the machine, and the light tested then."""
    return [
        ([0, 0, 0], "A room. The light on the machine is currently off.", PUT),
        ([1, 0, 1], told, "test"),
        ([1, 0, 1], ON, "put object 1 on the machine"),
        ([1, 1, 1], told, last),
    ]


def read_log(log: list[Document], path: Path) -> FiniteProblem:
    path.write_text("\n".join(map(json.dumps, log)))
    (item,) = read_problems(path)
    assert isinstance(item.problem, FiniteProblem)
    return item.problem


def test_answers_of_a_run_are_judged_by_what_it_has_seen(tmp_path: Path) -> None:
    """Object 0 turns the light on, as one test showed; of object 1 nobody knows."""
    path = tmp_path / "log.jsonl"
    problem = read_log(run(moved_then("exit"), "true", "false"), path)
    assert problem.training[0].rows == ((0, 0, 0), (1, 0, 1))
    (prediction,) = read_predictions(path)
    assert isinstance(prediction, Prediction)
    assert (prediction.instance_id, prediction.model) == ("blicket-5", "thinker")
    line = symcause.score_text(problem, prediction.response)
    parts = [(part["said"], part["derived"], part["support"]) for part in line["predictions"]]
    assert parts == [("yes", "yes", "justified"), ("no", "undetermined", "unsupported")]


@pytest.mark.parametrize(
    ("last", "rows"), [("test the machine", 3), ("look", 2), ("put object 1 on the floor", 2)]
)
def test_what_the_last_action_showed_is_a_row(last: str, rows: int, tmp_path: Path) -> None:
    """A test shows the light of the state before it; where moving shows nothing, nothing is lost."""
    path = tmp_path / "log.jsonl"
    problem = read_log(run(moved_then(last), "true", "true"), path)
    assert len(problem.training[0].rows) == rows
    assert [type(one) for one in read_predictions(path)] == [Prediction]


@pytest.mark.parametrize(
    "steps",
    [
        moved_then("put object 1 on the floor", told=ON),  # moving shows the light
        [([0, 0, 0], None, PUT)],  # nothing was told: nobody knows what moving shows
        [([1, 0, 0], "Done.", "test"), ([1, 0, 1], ON, "test")],  # a test changes the light
    ],
)
def test_a_light_that_no_line_has_is_not_guessed(steps: Any, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    read_log(run(steps, "true", "true"), path)  # it can be audited all the same
    (bad,) = read_predictions(path)
    assert isinstance(bad, BadPrediction)
    assert "a light that the log does not have" in str(bad.error)


def test_a_log_without_answers_and_other_questions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    read_log(run(moved_then("exit")), path)
    (bad,) = read_predictions(path)
    assert isinstance(bad, BadPrediction)
    assert "the log has no answers" in str(bad.error)
    log = run(moved_then("exit"), "true")
    log[-1]["question"] = "Why?"
    path.write_text("\n".join(map(json.dumps, log)))
    (bad,) = read_predictions(path)
    assert isinstance(bad, BadPrediction)
    assert "no question about an object" in str(bad.error)


def test_a_state_of_the_wrong_length_is_refused() -> None:
    broken = {**state([0, 1]), "true_state": [True]}
    with pytest.raises(ProblemError, match="1 cells for 1 objects"):
        read_trial({"trial_idx": 0, "game_state": [broken]})


@needs_data
def test_episodes_of_the_reference() -> None:
    for case in lines("blicket.jsonl"):
        stored = case["problem"]
        trial = int(stored["id"].removeprefix("blicket-"))
        states = [state(row) for row in stored["worlds"][0]["rows"]]
        read = read_trial({"trial_idx": trial, "game_state": states})
        assert replace(read, metadata={}) == read_finite(stored)
        found: Any = symcause.audit(read, limit=0)
        assert found.count == case["expected"]["count"]
        answers = [(query.id, query.status, query.answer) for query in found.queries]
        assert answers == [tuple(q.values()) for q in case["expected"]["queries"]]
        blickets = len(read.variables) - 1
        alone = case["theirs"] - found.count  # one object is one function under both rules
        assert 0 <= alone <= blickets


# HypoSpace


def causal(case: Document) -> Document:
    """A set as the release has it, of a problem of the reference."""
    problem = case["problem"]
    nodes = [variable["name"] for variable in problem["variables"]]
    seen = []
    for world in problem["worlds"]:
        (node,) = world["do"]
        effects = dict(zip(nodes, world["rows"][0], strict=True))
        seen.append({"perturbed_node": node, "effects": {**effects, node: 0}})
    name = problem["id"].split("-", 2)[2]
    return {
        "observation_set_id": name,
        "observations": seen,
        "nodes": nodes,
        "n_compatible_graphs": case["theirs"],
    }


def formulas(case: Document) -> Document:
    problem = case["problem"]
    _, depth, name = problem["id"].split("-", 2)
    *inputs, _ = [variable["name"] for variable in problem["variables"]]
    rows = problem["worlds"][0]["rows"]
    return {
        "observation_set_id": name,
        "observations": [
            {"inputs": dict(zip(inputs, row, strict=False)), "output": row[-1]} for row in rows
        ],
        "variables": inputs,
        "operators": list(problem["class"]["grammar"]["operators"]),
        "max_depth": int(depth),
        "n_compatible_expressions": case["theirs"]["written"],
    }


@needs_data
def test_sets_of_the_reference() -> None:
    for case in lines("hypospace.jsonl"):
        is_causal = case["problem"]["id"].startswith("causal")
        read = read_set(causal(case) if is_causal else formulas(case))
        assert replace(read, metadata={}) == read_finite(case["problem"])
        expected = case["expected"]
        found: Any = symcause.audit(read, limit=0)
        assert found.count == expected["count"]
        assert (str(found.verdict), found.separable) == (expected["verdict"], expected["separable"])
        if is_causal:
            assert found.edges == expected["edges"]
            assert found.count == read.metadata["compatible"]


CROSSES = ((0, 0), (0, 1), (1, 0), (1, 1))

MEANT: dict[str, Callable[[int, int], int]] = {
    "AND": lambda a, b: a and b,
    "OR": lambda a, b: a or b,
    "XOR": lambda a, b: a ^ b,
    "NAND": lambda a, b: 1 - (a and b),
    "NOR": lambda a, b: 1 - (a or b),
    "NOT": lambda a, _: 1 - a,
}


def written_functions(operators: tuple[str, ...], depth: int) -> set[tuple[int, ...]]:
    """What the formulas of x and y come to, each written out; a formula may mention an input in vain."""
    found = {tuple(x for x, _ in CROSSES), tuple(y for _, y in CROSSES)}
    for _ in range(depth):
        made = [
            tuple(MEANT[name](a, b) for a, b in zip(one, other, strict=True))
            for name in operators
            for one in found
            for other in found
        ]
        found |= set(made)
    return found


ONE_CONSTANT = {(("XOR", "NOT"), 1), (("NAND",), 2), (("NOR", "AND"), 2)}
"""Operators and depths of which one constant is a formula, and the other is not."""


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
@pytest.mark.parametrize(
    "operators",
    [("NOT", "OR", "AND"), ("AND", "OR"), ("XOR",), ("XOR", "NOT"), ("NAND",), ("NOR", "AND")],
)
def test_sets_have_every_function_that_a_formula_comes_to(
    operators: tuple[str, ...], depth: int
) -> None:
    """Constants, too, where a formula such as ``x AND NOT x`` is deep enough."""
    functions = written_functions(operators, depth)
    if (operators, depth) in ONE_CONSTANT:
        with pytest.raises(ProblemError, match="one constant only"):
            constants(operators, depth)
        return
    for column in product((None, 0, 1), repeat=4):
        seen = [
            {"inputs": dict(zip("xy", cross, strict=True)), "output": value}
            for cross, value in zip(CROSSES, column, strict=True)
            if value is not None
        ]
        if not seen or (len(seen) > 1 and column.count(1) % 2):
            continue
        stored = {
            "observation_set_id": "set",
            "observations": seen,
            "variables": ["x", "y"],
            "operators": list(operators),
            "max_depth": depth,
        }
        left = [f for f in functions if all(v in (None, f[i]) for i, v in enumerate(column))]
        assert symcause.count(read_set(stored)).count == len(left), seen


def test_a_file_of_sets_is_a_pool(tmp_path: Path) -> None:
    path = tmp_path / "n2.json"
    seen = {"perturbed_node": "A", "effects": {"A": 0, "B": 1}}
    one = {"observation_set_id": "n1_001", "nodes": ["A", "B"], "observations": [seen]}
    twice = {**one, "observation_set_id": "n2_001", "observations": [seen, seen]}
    broken = {**one, "observations": [{"perturbed_node": "Z", "effects": {}}]}
    solid = {"observation_set_id": "n1_001", "observations": []}
    sets = {"1": [one, broken], "2": [twice, solid]}
    path.write_text(json.dumps({"metadata": {}, "datasets_by_n_observations": sets}))
    items = list(read_problems(path))
    assert [item.id for item in items if item.error is None] == [
        "causal-2-n1_001",
        "causal-2-n2_001",
    ]
    repeated = items[2].problem
    assert isinstance(repeated, FiniteProblem)
    assert [world.id for world in repeated.worlds] == ["perturb_A", "perturb_A_1"]
    places = [str(item.error) for item in items if item.error is not None]
    assert "datasets_by_n_observations.'1'[1].observations[0].perturbed_node" in places[0]
    assert "neither a causal nor a Boolean set" in places[1]
