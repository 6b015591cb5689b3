"""Training grounds: the same items everywhere, graded by certificates alone, as hard as is proven."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import subprocess
import sys
from functools import cache
from random import Random
from typing import Any

import pytest

import symcause
from symcause.episodes.agents import played
from symcause.errors import ProblemError, UsageError
from symcause.formats.problems import read_document
from symcause.harnesses.episode_grounds import EpisodeGround, earned, interactive
from symcause.harnesses.grounds import Ground, Scorer, difficulty, graded, grounds, item, score
from symcause.scoring.abstention_rule import Said
from symcause.scoring.answer_grades import ABSTENTION, Graded

GRAPH: dict[str, object] = {}
TARGET: dict[str, object] = {"question": "target"}
CASES = [
    ("replay", GRAPH),
    ("crystals", GRAPH),
    ("crystals", TARGET),
    ("shapeworld", GRAPH),
    ("finite", GRAPH),
]
NAMES = [f"{task} {options.get('question', '')}".strip() for task, options in CASES]

# What prompts and answers of items 0 and 1 of seed 7 come to, on any machine.
DIGESTS = {
    "replay": "02da73ea8cec4593",
    "crystals": "3ddaf68d2ed4f770",
    "crystals target": "78dc7300bda54057",
    "shapeworld": "859f5b31924b4c78",
    "finite": "331fd1f794257ae7",
}


@cache
def first_two(name: str) -> tuple[Ground, Ground]:
    """Items 0 and 1 of a ground, made once for all who only look at them."""
    task, options = CASES[NAMES.index(name)]
    return item(task, 7, 0, options=options), item(task, 7, 1, options=options)


@pytest.fixture(params=NAMES)
def pair(request: pytest.FixtureRequest) -> tuple[Ground, Ground]:
    """The open one of two siblings, and the settled one."""
    first, second = first_two(request.param)
    return (first, second) if first.is_open else (second, first)


def test_every_family_with_a_grader_has_a_ground() -> None:
    assert set(grounds()) == {"replay", "crystals", "shapeworld", "finite", "finite_queries"}


def test_a_query_is_settled_or_undetermined() -> None:
    """Two words for the same doubt earn the same; an impossible answer is wrong on both sides."""
    for index in range(6):
        ground = item("finite_queries", 7, index)
        (query,) = symcause.audit(read_document(ground.document)).queries
        assert (query.status == "undetermined") is ground.is_open
        assert json.loads(ground.answer) == {"predictions": {"q0": query.answer}}
        assert score(ground.document, ground.answer)["reward"] == 1.0
        doubt = score(ground.document, ABSTENTION)
        assert doubt == score(ground.document, '{"predictions": {"q0": "undetermined"}}')
        assert doubt["reward"] == float(ground.is_open)
        for wrong in ("impossible", "no such value"):
            text = json.dumps({"predictions": {"q0": wrong}})
            assert score(ground.document, text)["reward"] == 0.0


@pytest.mark.parametrize("name", NAMES)
def test_items_are_the_same_on_any_machine(name: str) -> None:
    told = [[one.id, one.prompt, one.answer] for one in first_two(name)]
    digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
    assert digest == DIGESTS[name]


@pytest.mark.parametrize(("task", "options"), CASES, ids=NAMES)
def test_an_item_does_not_depend_on_others(task: str, options: dict[str, object]) -> None:
    code = (
        "import json,sys; from symcause.harnesses.grounds import item;"
        f"print(json.dumps(item({task!r}, 7, 3, options={options!r}).document))"
    )
    alone = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(alone.stdout) == item(task, 7, 3, options=options).document


@pytest.mark.parametrize(("task", "options"), CASES, ids=NAMES)
def test_sides(task: str, options: dict[str, object]) -> None:
    both = [item(task, 7, index, options=options) for index in range(4)]
    assert [both[0].is_open + both[1].is_open, both[2].is_open + both[3].is_open] == [1, 1]
    for index in (0, 1):
        sides = {both[2 * index].id, both[2 * index + 1].id}
        settled = item(task, 7, index, side="settled", options=options)
        opened = item(task, 7, index, side="open", options=options)
        assert (settled.is_open, opened.is_open) == (False, True)
        assert {settled.id, opened.id} == sides


def test_openness_is_what_the_version_space_says(pair: tuple[Ground, Ground]) -> None:
    """The certificate is one engine; ``check`` with its solvers is another."""
    for ground in pair:
        problem = read_document(ground.document)
        found = symcause.check(problem, ABSTENTION)
        assert found.open is ground.is_open
        ours = graded(ground.document, ground.answer)
        judged = symcause.check(problem, ground.answer)
        assert judged.support == "justified"
        assert ours.justified


def test_the_four_cells(pair: tuple[Ground, Ground]) -> None:
    opened, settled = pair
    claim = settled.answer
    assert opened.answer == ABSTENTION != claim
    rewards = {
        "claim settled": score(settled.document, claim)["reward"],
        "abstention settled": score(settled.document, ABSTENTION)["reward"],
        "abstention open": score(opened.document, ABSTENTION)["reward"],
    }
    assert rewards == {"claim settled": 1.0, "abstention settled": 0.0, "abstention open": 1.0}
    overclaimed = score(opened.document, claim)
    assert overclaimed["overclaim"] == 1.0
    assert overclaimed["justified"] == 0.0
    assert overclaimed["reward"] <= 0.5
    for silent in ("", "no idea what you mean", "{}", None, '{"cannot_tell": false}'):
        assert score(settled.document, silent)["reward"] == 0.0
        assert score(opened.document, silent)["reward"] == 0.0


def test_the_rule_of_the_reward() -> None:
    claim, doubt = Said(claims=True), Said(abstains=True)
    found = {
        (said, right, is_open): Graded(said, right, is_open).reward
        for said in (claim, doubt, Said())
        for right in (True, False, None)
        for is_open in (True, False)
    }
    assert found[claim, True, False] == 1.0
    assert found[claim, True, True] == 0.5
    assert found[claim, False, True] == found[claim, False, False] == 0.0
    assert {found[doubt, r, True] for r in (True, False, None)} == {1.0}
    assert {found[doubt, r, False] for r in (True, False, None)} == {0.0}
    assert {value for (said, _, _), value in found.items() if said == Said()} == {0.0}


def test_the_scorer_is_pure_and_picklable(pair: tuple[Ground, Ground]) -> None:
    for ground in pair:
        before = json.dumps(ground.document)
        scorer = pickle.loads(pickle.dumps(Scorer(ground.document)))
        texts = (ground.answer, ABSTENTION, "nonsense", json.dumps(ground.document["gold"]))
        for text in texts:
            first = scorer(text)
            assert scorer(text) == first
        assert json.dumps(ground.document) == before


@pytest.mark.parametrize("name", NAMES)
def test_scoring_loads_no_solver(name: str) -> None:
    code = (
        "import json, sys\n"
        "for name in ('pysat', 'z3', 'flint', 'pyganak', 'cliquepicking', 'scipy'):\n"
        "    sys.modules[name] = None\n"
        "from symcause.harnesses.grounds import score\n"
        "print([score(d, t)['reward'] for d, t in json.load(sys.stdin)])"
    )
    given = [
        (one.document, text) for one in first_two(name) for text in (one.answer, "?", ABSTENTION)
    ]
    done = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(given), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    expected = [score(document, text)["reward"] for document, text in given]
    assert json.loads(done.stdout) == expected


def test_a_certificate_is_believed_only_if_it_verifies(pair: tuple[Ground, Ground]) -> None:
    opened, settled = pair
    for ours, other in ((opened, settled), (settled, opened)):
        document: Any = copy.deepcopy(ours.document)
        document["metadata"]["certificate"] = other.document["metadata"]["certificate"]  # type: ignore[index]
        with pytest.raises(ProblemError, match="not accepted"):
            score(document, ABSTENTION)
        del document["metadata"]["certificate"]
        with pytest.raises(ProblemError, match="no certificate"):
            score(document, ABSTENTION)


def test_difficulty_is_what_play_and_count_say(pair: tuple[Ground, Ground]) -> None:
    for ground in pair:
        problem = read_document(ground.document)
        found = difficulty(problem)
        assert found == ground.difficulty
        assert found.log10_models is not None
        document = symcause.play(problem, agent="passive")
        assert document.members is not None
        assert abs(10**found.log10_models - document.members) < 0.01 * document.members
        for ours, told in (
            (found.least_experiments, document.worst_case),
            (found.shortest_proof, document.shortest_proof),
        ):
            assert told in (None, ours)  # a judgement takes less time, and may not know
            assert ours is not None or ground.is_open  # no plan settles every reactor
        if found.least_experiments is not None and found.shortest_proof is not None:
            assert found.shortest_proof <= found.least_experiments


def test_nothing_of_the_metadata_is_in_a_prompt(pair: tuple[Ground, Ground]) -> None:
    for ground in pair:
        for word in ("certificate", "sibling", "settled", "metadata", "gold"):
            assert word not in ground.prompt
        assert "cannot_tell" in ground.prompt


def test_messages_name_what_is_wrong() -> None:
    with pytest.raises(UsageError, match="no such ground"):
        item("textgraph", 0, 0)
    with pytest.raises(UsageError, match="no such option"):
        item("shapeworld", 0, 0, options={"colour": 3})
    with pytest.raises(UsageError, match="no such side"):
        item("shapeworld", 0, 0, side="left")
    with pytest.raises(UsageError, match="numbered from 0"):
        item("shapeworld", 0, -1)
    with pytest.raises(UsageError, match="no such family to play"):
        EpisodeGround("textgraph")


# Episodes.


@pytest.mark.parametrize("family", sorted(interactive()))
def test_episodes_are_the_same_again_and_agents_earn(family: str) -> None:
    ground = EpisodeGround(family)
    first, second = (played(ground.episode(5, 2), "random") for _ in range(2))
    assert str(first.transcript) == str(second.transcript)
    assert ground.document(5, 2) != ground.document(5, 3)


def test_doubt_is_paid_only_where_nothing_can_be_learnt() -> None:
    ground = EpisodeGround("shapeworld")
    early = ground.episode(5, 0)
    found = earned(early, early.answer(ABSTENTION))
    assert (found["justified"], found["reward"]) == (1.0, 0.0)
    spent = EpisodeGround("shapeworld", budget=0).episode(5, 0)
    assert earned(spent, spent.answer(ABSTENTION))["reward"] == 1.0
    sure = played(ground.episode(5, 0), "optimal")
    assert sure.transcript.answer is not None
    again = ground.episode(5, 0)
    for step in sure.transcript.steps:
        again.act(step.action)
    assert earned(again, again.answer(sure.transcript.answer.answer))["reward"] == 1.0
    late = ground.episode(5, 0)
    for step in sure.transcript.steps:
        late.act(step.action)
    assert earned(late, late.answer(ABSTENTION))["premature"] == 1.0
    assert earned(late, None)["reward"] == 0.0


def test_a_guess_earns_half_if_it_is_lucky() -> None:
    ground = EpisodeGround("shapeworld")
    rewards = set()
    for index in range(6):
        for word in ("yes", "no"):
            guess = ground.episode(5, index)
            rewards.add(earned(guess, guess.answer(word))["reward"])
    assert rewards == {0.0, 0.5}


def test_random_texts_earn_nothing_and_break_nothing(pair: tuple[Ground, Ground]) -> None:
    chance = Random(3)
    letters = '{}[]":,0123456789 abcxyz\\\n' + "\ud800é"
    for _ in range(200):
        text = "".join(chance.choice(letters) for _ in range(chance.randrange(80)))
        for ground in pair:
            assert 0.0 <= score(ground.document, text)["reward"] <= 1.0
