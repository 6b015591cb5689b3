"""Hidden shapes: members, verdicts and worst cases against worlds that are simulated edge by edge."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.audits.question import ask
from symcause.errors import ProblemError
from symcause.families.shapeworld.audits.intervention_optimum import Optimum
from symcause.families.shapeworld.certify.verdict_certificate import certify
from symcause.families.shapeworld.files.document import read_shapeworld, write_shapeworld
from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.space.transcript_history import walk
from symcause.families.shapeworld.verifier.kernel import verify
from tests.amounts import amount
from tests.cli.cases import Shell
from tests.shapeworld.cases import NAMES, by_edges, dags

Member = tuple[frozenset[int], frozenset[tuple[int, int]]]
"""Driven shapes, and the relation of the others."""

COUNTS = {2: 6, 3: 32, 4: 318, 5: 5552, 6: 159126, 7: 7137272}
BY_MOVING = {
    3: (19, 13, 15, 32),
    4: (219, 117, 99, 135, 318),
    5: (4231, 1897, 1299, 1345, 2139, 5552),
}


def shared(name: str) -> Path:
    path = Path(os.environ.get("SYMCAUSE_DATA", "/nowhere")) / "budget" / name
    if not path.is_file():
        pytest.skip(f"SYMCAUSE_DATA has no budget/{name}")
    return path


def case(
    size: int, moving: Iterator[int] | range | set[int], steps: Any = (), asked: Any = (0, 1)
) -> ShapeWorldProblem:
    names = NAMES[:size]
    return ShapeWorldProblem(
        "case",
        names,
        names[asked[0]],
        names[asked[1]],
        tuple(names[i] for i in sorted(moving)),
        tuple(Step(a, names[s], tuple(names[i] for i in sorted(m))) for a, s, m in steps),
    )


@cache
def orders(size: int) -> tuple[frozenset[tuple[int, int]], ...]:
    """Every strict partial order, by closing every DAG."""
    found = set()
    for children in dags(size):
        pairs = {(x, y) for x in range(size) for y in range(size) if children[x] >> y & 1}
        while more := {(x, z) for x, y in pairs for w, z in pairs if y == w} - pairs:
            pairs |= more
        found.add(frozenset(pairs))
    return tuple(sorted(found, key=sorted))


@cache
def members(size: int, start: frozenset[int]) -> tuple[Member, ...]:
    """Every set of driven shapes with every relation of the others, where the start is closed."""
    found: list[Member] = []
    for many in range(len(start) + 1):
        for driven in combinations(sorted(start), many):
            rest = [x for x in range(size) if x not in driven]
            for order in orders(len(rest)):
                own = frozenset((rest[x], rest[y]) for x, y in order)
                if all(y in start for x, y in own if x in start):
                    found.append((frozenset(driven), own))
    return tuple(found)


def step(member: Member, state: frozenset[int], action: str, shape: int) -> frozenset[int]:
    """What moves after an action: driven shapes always do."""
    driven, causes = member
    if action == "move":
        return state | {shape} | {y for x, y in causes if x == shape}
    if shape not in state or shape in driven or any((z, shape) in causes for z in state):
        return state
    sources = {x for x in state - driven if not any((z, x) in causes for z in state)} - {shape}
    return frozenset(driven | sources | {y for x, y in causes if x in sources})


def answer(member: Member, asked: tuple[int, int]) -> str:
    return "undecidable" if asked[1] in member[0] else "yes" if asked in member[1] else "no"


def _random(rng: Random, size: int) -> tuple[frozenset[int], list[Any], Member]:
    """A transcript of a random member."""
    start = frozenset(x for x in range(size) if rng.random() < 0.75)
    truth = rng.choice(members(size, start))
    state, steps = start, []
    for _ in range(rng.randint(0, size + 2)):
        action, shape = rng.choice(("hold", "hold", "move")), rng.randrange(size)
        state = step(truth, state, action, shape)
        steps.append((action, shape, state))
    return start, steps, truth


@pytest.mark.parametrize("seed", range(amount(20, 600)))
def test_transcripts_leave_the_members_that_show_them(seed: int) -> None:
    rng = Random(seed)
    size = rng.choice((2, 3, 3, 4))
    start, steps, _ = _random(rng, size)
    if steps and rng.random() < 0.2:  # perhaps impossible
        steps[-1] = (*steps[-1][:2], frozenset(x for x in range(size) if rng.random() < 0.5))
    asked = rng.choice(list(permutations(range(size), 2)))
    left, state = list(members(size, start)), start
    for action, shape, shown in steps:
        left = [one for one in left if step(one, state, action, shape) == shown]
        state = shown
    problem = case(size, set(start), steps, asked)
    document = ask("audit", problem, scope="hidden")
    answers = {answer(one, asked) for one in left}
    wanted = "inconsistent" if not left else answers.pop() if len(answers) == 1 else "open"
    assert (document.count, document.verdict) == (len(left), wanted)
    assert document.settled is (wanted in ("yes", "no", "undecidable"))
    if not left:
        return
    assert document.graphs is None
    for y, name in enumerate(problem.shapes):
        inside = {y in one[0] for one in left}
        known = "open" if len(inside) == 2 else "always" if inside == {True} else "never"
        assert document.driven[name] == known
        for x, other in enumerate(problem.shapes):
            if x != y:
                has = {(x, y) in one[1] for one in left}
                pair = {"always": "hidden", "open": "open"}.get(known)
                agreed = "always" if has == {True} else "never" if has == {False} else "open"
                assert document.relations[f"{other}->{name}"] == (pair or agreed)


@pytest.mark.parametrize(("size", "hidden"), [(2, 1), (2, 2), (3, 1)])
def test_any_number_of_hidden_shapes_shows_what_the_members_show(size: int, hidden: int) -> None:
    """Worlds with hidden shapes, simulated on their edges, behave in as many ways as there are members."""
    for start in range(1 << size):
        ways = set()
        for children in dags(size + hidden):
            if any(below >> size for below in children[:size]):
                continue  # a shown shape causes a hidden one
            for unseen in range(1 << hidden):
                state = start | unseen << size
                if all(children[x] & ~state == 0 for x in range(size + hidden) if state >> x & 1):
                    ways.add(_behaviour(children, state, size))
        assert len(ways) == len(members(size, frozenset(x for x in range(size) if start >> x & 1)))


def _behaviour(children: tuple[int, ...], start: int, size: int) -> tuple[object, ...]:
    """What every action shows in every state that can be reached, in the order of finding them."""
    shown = (1 << size) - 1
    places, waiting, found = {start: 0}, [start], list[object]()
    for state in waiting:
        for shape in range(size):
            action = Action.HOLD if state >> shape & 1 else Action.MOVE
            after = by_edges(children, state, action, shape)
            if after not in places:
                places[after] = len(places)
                waiting.append(after)
            found.append((places[after], after & shown))
    return tuple(found)


def test_counts() -> None:
    for size, total in COUNTS.items():
        if size < 7:
            assert open_space(case(size, range(size)), "hidden").count() == total
    for size, counts in BY_MOVING.items():
        for moving, total in enumerate(counts):
            assert open_space(case(size, range(moving)), "hidden").count() == total
    rows = json.loads(shared("hidden_counts.json").read_text())
    assert len(rows) == 9
    for row in rows:
        if row["hidden"]:
            space = open_space(case(row["shown"], range(row["shown"])), "hidden")
            assert space.count() == row["behaviours"]
            driven = [
                m for m in space.members() if space.answer(m) is TranscriptVerdict.UNDECIDABLE
            ]
            assert len(driven) == row["undecidable"]


@pytest.mark.exhaustive
def test_seven_shapes_are_counted() -> None:
    assert open_space(case(7, range(7)), "hidden").count() == COUNTS[7]


def test_shared_transcripts() -> None:
    lines = shared("hidden_transcripts.jsonl").read_text().splitlines()
    assert len(lines) == 177
    for one in map(json.loads, lines):
        problem = case(
            one["shapes"], set(one["initial"]), one["transcript"], (one["cause"], one["effect"])
        )
        document = ask("audit", problem, scope="hidden")
        assert (document.count, document.verdict) == (one["members"], one["verdict"])
        if one.get("driven") is not None:
            at = {name: str(i) for i, name in enumerate(problem.shapes)}
            assert {at[k]: v for k, v in document.driven.items()} == one["driven"]
            pairs = {k: k.split("->") for k in document.relations}
            told = {f"{at[x]}->{at[y]}": document.relations[k] for k, (x, y) in pairs.items()}
            assert told == one["relations"]


ALL3, ALL4 = {0, 1, 2}, {0, 1, 2, 3}
WORKED: list[tuple[int, set[int], Any, tuple[int, int], list[int], str]] = [
    (2, {0, 1}, [("hold", 0, ())], (0, 1), [6, 1], "yes"),
    (2, {0, 1}, [("hold", 1, (0, 1)), ("hold", 0, (1,))], (0, 1), [6, 3, 1], "undecidable"),
    (2, {0, 1}, [("hold", 0, (1,)), ("hold", 1, ())], (0, 1), [6, 2, 1], "no"),
    (2, {0, 1}, [("hold", 0, (0, 1)), ("hold", 1, (0,))], (0, 1), [6, 3, 1], "no"),
    (3, ALL3, [("hold", x, ALL3) for x in range(3)], (0, 1), [32, 17, 7, 1], "undecidable"),
    (
        3,
        ALL3,
        [("hold", 2, (0, 1)), ("hold", 0, (1,)), ("hold", 1, (1,))],
        (0, 1),
        [32, 8, 2, 1],
        "undecidable",
    ),
    (3, ALL3, [("hold", 1, ALL3), ("hold", 2, ())], (1, 0), [32, 17, 3], "open"),
    (
        4,
        ALL4,
        [("hold", 1, ALL4), ("hold", 2, ALL4), ("hold", 3, ())],
        (0, 1),
        [318, 183, 91, 19],
        "open",
    ),
    (2, {1}, [("move", 0, (0, 1))], (0, 1), [3, 3], "open"),
    (2, set(), [("move", 0, (0, 1))], (0, 1), [3, 1], "yes"),
]


@pytest.mark.parametrize("number", range(len(WORKED)))
def test_worked_numbers(number: int) -> None:
    size, start, steps, asked, counts, verdict = WORKED[number]
    history = walk(case(size, start, steps, asked), WorldClass.HIDDEN)
    assert [history.start.count, *(line.count for line in history.lines)] == counts
    assert history.verdict == verdict
    if number == 4:
        assert walk(case(size, start, steps, asked)).verdict is TranscriptVerdict.INCONSISTENT


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_worst_case_is_the_plan(size: int) -> None:
    """By search, for every start: others that move and two more, unless the effect is static."""
    for start in range(1 << size):
        moving = {x for x in range(size) if start >> x & 1}
        optimum = Optimum(open_space(case(size, moving), "hidden"))
        ranking = optimum.ranking()
        assert not isinstance(ranking, Unknown)
        searched = ranking.worst.value(ranking.slices.whole, optimum.state)
        cause, effect = 0 in moving, 1 in moving
        wanted = len(moving - {0, 1}) + 2 if effect else 0 if cause else 1
        assert searched == wanted == optimum.worst_case() == optimum.bound()


@pytest.mark.parametrize("seed", range(amount(10, 120)))
def test_the_bound_holds_after_any_transcript(seed: int) -> None:
    """Following the plan settles the question in no more than its length, whatever member is true."""
    rng = Random(seed)
    size = rng.choice((2, 3, 4))
    start, steps, _ = _random(rng, size)
    problem = case(size, set(start), steps, rng.choice(list(permutations(range(size), 2))))
    optimum = Optimum(open_space(problem, "hidden"))
    worst = optimum.worst_case()
    assert isinstance(worst, int) and worst <= optimum.bound()
    for member in rng.sample(list(optimum.space.members()), min(3, optimum.space.count() or 0)):
        played, left = problem, optimum.bound()
        while (plan := Optimum(open_space(played, "hidden"))).bound():
            assert left > 0
            move = plan.planned()
            assert move is not None
            action, shape = str(move[0]), played.shapes[move[1]]
            shown = plan.space.outcome(member, (action, shape))["moving"]
            assert isinstance(shown, list)
            played, left = played.with_step(action, shape, shown), left - 1


@pytest.mark.parametrize("size", [2, 3])
def test_the_worst_case_by_a_search_of_its_own(size: int) -> None:
    """Least depth of a decision tree over the members, without anything of the package."""

    @cache
    def within(left: frozenset[Member], state: frozenset[int], depth: int) -> bool:
        if len({answer(one, (0, 1)) for one in left}) < 2:
            return True
        if not depth:
            return False
        for shape in range(size):
            shown: dict[frozenset[int], set[Member]] = {}
            for one in left:
                action = "hold" if shape in state else "move"
                shown.setdefault(step(one, state, action, shape), set()).add(one)
            if all(within(frozenset(part), s, depth - 1) for s, part in shown.items()):
                return True
        return False

    for start in range(1 << size):
        moving = frozenset(x for x in range(size) if start >> x & 1)
        least = next(d for d in range(9) if within(frozenset(members(size, moving)), moving, d))
        assert least == Optimum(open_space(case(size, set(moving)), "hidden")).worst_case()


def test_prompts_do_not_deny_what_is_hidden() -> None:
    problem = replace(case(2, {0, 1}), scope=WorldClass.HIDDEN)
    assert "never shown may keep" in str(ask("prompt", problem).to_dict())
    plain = str(ask("prompt", case(2, {0, 1})).to_dict())
    assert "nothing outside the listed shapes" in plain


def test_five_shapes_are_counted() -> None:
    problem = case(5, range(5))
    space = open_space(problem, "hidden")
    walk(problem, WorldClass.HIDDEN)
    assert (space.count(), Optimum(space).worst_case()) == (5552, 5)
    assert not isinstance(space.edges(), Unknown)


@pytest.mark.parametrize("seed", range(amount(12, 200)))
def test_certificates(seed: int) -> None:
    """Every verdict is certified; a changed certificate is not accepted unless it is true."""
    rng = Random(seed)
    size = rng.choice((2, 3, 4))
    start, steps, _ = _random(rng, size)
    problem = case(size, set(start), steps, rng.choice(list(permutations(range(size), 2))))
    history = walk(problem, WorldClass.HIDDEN)
    made = certify(open_space(problem, "hidden"))
    assert not isinstance(made, Unknown)
    document: dict[str, Any] = json.loads(json.dumps(made.to_dict()))
    claim = {"name": "open"}
    if history.verdict is not TranscriptVerdict.OPEN:
        claim = {"name": "settled", "answer": str(history.verdict)}
    assert document["claim"] == claim
    assert verify(problem, document).accepted
    for other in ("yes", "no", "undecidable"):
        forged = copy.deepcopy(document)
        if claim["name"] == "settled":
            if other == claim["answer"]:
                continue
            forged["claim"]["answer"] = other
        else:
            keys = [key for key in forged["evidence"] if key != "kind"]
            moved = forged["evidence"].pop(keys[0])
            if other in keys:
                continue
            forged["evidence"][other] = moved
        assert not verify(problem, forged).accepted
    narrow = copy.deepcopy(document) | {"class": "all"}
    accepted = verify(problem, narrow).accepted
    assert not accepted or walk(problem).verdict is history.verdict


def test_gold_with_driven_shapes(shell: Shell, tmp_path: Path) -> None:
    names = ("circle", "square", "star")
    document = {
        "format": "symcause.shapeworld/1",
        "id": "demo",
        "shapes": names,
        "question": {"cause": "circle", "effect": "star"},
        "initial": names,
        "transcript": [
            {"action": "hold", "shape": "square", "moving": ["circle", "star"]},
            {"action": "hold", "shape": "circle", "moving": ["star"]},
            {"action": "hold", "shape": "star", "moving": ["star"]},
        ],
        "class": "hidden",
        "gold": {"edges": [["circle", "star"]], "driven": ["star"]},
    }
    problem = read_shapeworld(json.loads(json.dumps(document)))
    assert problem.right is True and write_shapeworld(problem)["gold"] == document["gold"]
    assert ask("audit", problem).verdict == "undecidable"
    assert ask("audit", problem, scope="all").verdict == "gold-outside-class"
    path = tmp_path / "demo.json"
    path.write_text(json.dumps(document))
    for said, code, support in (
        ('{"cannot_tell": true}', 0, "justified"),
        ('{"answer": "yes"}', 0, "unsupported"),
        ('{"answer": "no"}', 1, "unsupported"),
    ):
        answer_file = tmp_path / "answer.txt"
        answer_file.write_text(said)
        found = shell.one("check", path, answer_file)
        assert (found[0], found[1]["support"]) == (code, support)
        assert found[1]["right"] is None or said != '{"cannot_tell": true}'
    advice = ask("next", problem)
    assert advice.settled and not advice.experiments and "hidden drives" in str(advice.reason)
    assert shell("next", path)[0] == 1  # one member is left: nothing more can be learnt
    held = [("star", ["circle", "star"]), ("circle", ["star"])]
    steps = [{"action": "hold", "shape": name, "moving": moving} for name, moving in held]
    path.write_text(json.dumps(document | {"initial": ["circle", "star"], "transcript": steps}))
    found = shell.one("next", path)  # what the static square causes could be learnt
    assert found[1]["settled"] and (found[0], found[1]["experiments"]) == (0, [])
    assert ask("disambiguate", problem).settles is True
    for change, told in (
        ({"gold": {"edges": [["star", "circle"]], "driven": ["star"]}}, "not driven"),
        ({"initial": ["circle"], "transcript": []}, "moves at the start"),
        ({"gold": {"edges": [], "driven": ["moon"]}}, "no such shape"),
    ):
        with pytest.raises(ProblemError, match=told):
            read_shapeworld(json.loads(json.dumps(document | change)))


def test_generated_cases_play_as_their_gold_says(shell: Shell, tmp_path: Path) -> None:
    pool = tmp_path / "pool.jsonl"
    shell("generate", "shapeworld", "--hidden", "--count", 6, "--shapes", 3, "--seed", 2,
          "--level", "certified", "--out", pool)  # fmt: skip
    problems = [read_shapeworld(json.loads(line)) for line in pool.read_text().splitlines()]
    kinds = {ask("audit", problem).verdict for problem in problems}
    assert "undecidable" in kinds and kinds & {"yes", "no"}
    for problem in problems:
        facts = problem.metadata["case"]
        assert isinstance(facts, dict)
        verdict = ask("audit", problem).verdict
        assert facts["decidable"] is (verdict != "undecidable")
        if verdict != "undecidable":
            assert verdict == facts["answer"]
        certificate = problem.metadata["certificate"]
        assert verify(problem, certificate).accepted
    assert "do not go together" in shell.refused(
        "generate", "shapeworld", "--hidden", "--siblings", "--out", tmp_path / "x.jsonl"
    )


def test_questions_about_members() -> None:
    space = open_space(case(2, {0, 1}), "hidden")
    found = list(space.members())
    assert len(found) == len({member.effects for member in found}) == 6
    assert all(member in space for member in found)
    assert sorted(str(space.answer(member)) for member in found) == sorted(
        ["yes", "no", "no", "no", "undecidable", "undecidable"]
    )
    for first, second in product(found, found):
        parting = space.parting(first, second)
        assert (first == second) is (not hasattr(parting, "actions"))
    solved = ask("solve", case(2, {0, 1}), scope="hidden", everything=True)
    assert [one.driven for one in solved.members].count(()) == 3


def _changed(rng: Random, document: dict[str, Any]) -> dict[str, Any]:
    """The certificate with something in its claim, its class or its evidence changed."""
    made = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 2))):
        at: Any = made
        key: Any = rng.choice(("claim", "class", "evidence", "evidence", "evidence"))
        while isinstance(at[key], dict | list) and at[key] and rng.random() < 0.9:
            at = at[key]
            key = rng.choice(sorted(at)) if isinstance(at, dict) else rng.randrange(len(at))
        old = at[key]
        match rng.randrange(4):
            case 0:
                del at[key]
                break
            case 1 if isinstance(at, list):
                at.append(copy.deepcopy(rng.choice(at)))
            case 2 if isinstance(old, dict) and len(old) > 1:
                one, two = rng.sample(sorted(old), 2)
                old[one], old[two] = old[two], old[one]
            case _:
                words = ("yes", "no", "undecidable", "open", "settled", "all", "hidden", *NAMES[:4])
                at[key] = rng.choice((*words, [], {}, None, 0, 1, -1, 7, "0"))
    return made


@pytest.mark.parametrize("seed", range(amount(5, 60)))
def test_no_forgery_is_accepted_falsely(seed: int) -> None:
    """20 forgeries each, exhaustively 1,200: what is accepted is true in the class that it names."""
    rng = Random(1_000 + seed)
    size = rng.choice((2, 3, 4))
    start, steps, _ = _random(rng, size)
    problem = case(size, set(start), steps, rng.choice(list(permutations(range(size), 2))))
    found = certify(open_space(problem, "hidden"))
    assert not isinstance(found, Unknown)
    original = json.loads(json.dumps(found.to_dict()))
    rejected = 0
    for _ in range(20):
        forged = _changed(rng, original)
        if not verify(problem, forged).accepted:
            rejected += 1
            continue
        verdict = walk(problem, WorldClass(forged["class"])).verdict
        claim = forged["claim"]
        assert (claim["name"] == "open") == (verdict is TranscriptVerdict.OPEN)
        assert claim["name"] == "open" or claim["answer"] == verdict
    assert rejected
