"""Episodes with shapes: the protocol, and second opinions on members, best actions and plans."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.episodes.agents import AGENTS, played
from symcause.episodes.episode import Episode, rules_of
from symcause.episodes.judgement.episode_document import PlayDocument
from symcause.episodes.judgement.step_judgement import judgements
from symcause.episodes.rules import Best, Optimum
from symcause.errors import UsageError
from symcause.families.shapeworld.audits.intervention_optimum import Optimum as Searched
from symcause.families.shapeworld.episode.episode_position import position
from symcause.families.shapeworld.episode.rules import ShapeWorldRules
from symcause.families.shapeworld.models.causal_relations import Effects, Relation, relations
from symcause.families.shapeworld.models.dynamics import Action, after, closed_states
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.transcript_evidence import last_state, mismatch
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.space.world_separation import moves
from symcause.families.shapeworld.space.worst_case import plan_length
from symcause.models.dags import DAG
from symcause.testing import EpisodeCase, EpisodeConformance
from tests.amounts import amount, some
from tests.shapeworld.cases import NAMES, random_world


def case(
    effects: Effects,
    asked: tuple[int, int] = (0, 1),
    start: int | None = None,
    scope: WorldClass | None = None,
    **facts: Any,
) -> ShapeWorldProblem:
    """A case about a world, all moving unless a start is given."""
    names = NAMES[: len(effects)]
    state = (1 << len(effects)) - 1 if start is None else start
    return ShapeWorldProblem(
        id="case",
        shapes=names,
        cause=names[asked[0]],
        effect=names[asked[1]],
        initial=tuple(name for i, name in enumerate(names) if state >> i & 1),
        scope=scope,
        gold=Relation(names, effects).dag,
        **facts,
    )


CHAIN = (0b110, 0b100, 0)  # circle, square, triangle
FORK = (0b110, 0, 0)
APART = (0, 0, 0)


def _twins() -> Iterator[EpisodeCase]:
    hold = {"action": "hold", "shape": "triangle"}
    void = {"action": "move", "shape": "circle"}
    odd = {"action": "hold", "shape": "sphere"}
    for protocol in ("free", "released"):
        yield EpisodeCase(
            f"chain-{protocol}",
            case(CHAIN, (0, 2), metadata={"answer": "yes"}),
            case(FORK, (0, 2), metadata={"answer": "also yes"}),
            {"protocol": protocol},
            blind=(hold, void, odd),
        )
    yield EpisodeCase(
        "rooted",
        case(CHAIN, (1, 2), scope=WorldClass.ROOTED),
        case(FORK, (1, 2), scope=WorldClass.ROOTED),
        blind=(hold, odd),
    )
    yield EpisodeCase("core", case(CHAIN, (2, 0)), case(FORK, (2, 0)), {"scope": "core"}, (hold,))
    yield EpisodeCase(
        "listed",
        case((0b1110, 0, 0b1000, 0), (0, 3)),
        case((0b1110, 0, 0, 0), (0, 3)),
        {"scope": "listed"},
        blind=(void,),
    )
    yield EpisodeCase(
        "still",
        case(CHAIN, (0, 2), start=0),
        case(APART, (0, 2), start=0),
        blind=({"action": "hold", "shape": "circle"}, {"action": "move", "shape": "triangle"}),
    )
    seen = (Step("hold", "square", ("circle", "square", "triangle")),)
    yield EpisodeCase(
        "begun",
        case(CHAIN, (0, 2), transcript=seen, answer="no"),
        case(FORK, (0, 2), transcript=seen, answer="yes"),
        blind=(hold,),
        options={"initial": "all"},
    )
    yield EpisodeCase(
        "outside",
        case(APART, (0, 1)),
        case(FORK, (0, 1)),
        {"scope": "rooted"},
        blind=(),
        questions=("audit", "count"),
    )


class TestShapes(EpisodeConformance):
    cases = tuple(_twins())

    def test_kinds_of_steps(self) -> None:
        episode: Episode[Any] = Episode(case(CHAIN, (0, 2)), budget=9)
        for action, shape in (
            ("move", "circle"),
            ("hold", "square"),
            ("hold", "square"),
            ("hold", "circle"),
            ("spin", "circle"),
            ("move", "square"),
        ):
            episode.act({"action": action, "shape": shape})
        episode.answer("yes")
        document = self.judged(self.cases[0], episode.transcript)
        assert [step.kind for step in document.steps] == [
            "void",
            "informative",
            "wasted",
            "informative",
            "invalid",
            "informative",
        ]
        assert (document.members, document.count, document.decided_at) == (19, 1, 4)
        assert (document.support, document.right, document.surplus) == ("justified", True, 1)
        assert (document.worst_case, document.shortest_proof) == (2, 1)

    def test_an_undone_step_is_set_up(self) -> None:
        episode: Episode[Any] = Episode(case(APART, start=0), budget=3)
        for action in ("move", "hold"):
            episode.act({"action": action, "shape": "triangle"})
        document = self.judged(self.cases[0], episode.transcript)
        assert [step.kind for step in document.steps] == ["informative", "set-up"]

    def test_gold_outside_of_the_class_makes_members_mean_nothing(self) -> None:
        outside = self.cases[-1]
        for agent in ("random", "greedy"):
            episode = played(self.episode(outside, seed=2), agent)
            document = self.judged(outside, episode.transcript)
            assert document.members is None and document.support is None
            assert all(step.gain is None and step.regret is None for step in document.steps)


def test_support_is_not_told_where_members_are_not_counted() -> None:
    shapes = tuple(f"s{i}" for i in range(14))
    gold = DAG(shapes, (("s0", "s1"),))
    episode = Episode(
        ShapeWorldProblem("large", shapes, "s0", "s1", initial=shapes, gold=gold), seed=1
    )
    assert episode.rules.standing(episode.known).members is None
    judged = episode.answer("yes")
    assert (judged.right, judged.support) == (True, None)
    assert judged.reason


# what follows from what is known, by listing every relation


def _left(known: ShapeWorldProblem) -> list[Effects]:
    scope = known.scope or WorldClass.ALL
    every = (effects for effects in relations(known.size) if scope.contains(effects))
    return [effects for effects in every if mismatch(known, effects) is None]


def _walks(count: int, size: int) -> Iterator[ShapeWorldProblem]:
    """Cases after a few random actions."""
    rng = Random(11)
    rules = ShapeWorldRules()
    for _ in range(count):
        effects = random_world(size, rng)
        start = rng.choice(closed_states(effects))
        truth = case(effects, tuple(rng.sample(range(size), 2)), start)  # type: ignore[arg-type]
        known = rules.opening(truth, 0)
        for _ in range(rng.randrange(4)):
            action = {"action": rng.choice(tuple(Action)).value, "shape": rng.choice(known.shapes)}
            known = rules.learnt(known, action, rules.act(truth, known, action, rng))
        yield known


@pytest.mark.parametrize("size", [2, 3, 4])
def test_members_and_best_actions_by_listing(size: int) -> None:
    rules = ShapeWorldRules()
    for known in _walks(60, size):
        members = _left(known)
        standing = rules.standing(known)
        assert standing.members == len(members)
        cause, effect = known.asked
        answers = {effects[cause] >> effect & 1 for effects in members}
        assert standing.settled == (len(answers) == 1)
        state, worst = last_state(known) or 0, []
        for move in moves(size, state):
            shown = [after(effects, state, *move) for effects in members]
            worst.append(max(shown.count(one) for one in set(shown)))
        best = rules.best(known)
        assert isinstance(best, Best)
        assert best.worst == min(worst)
        assert (best.action is None) == (len(members) == 1)


def _steps(problem: ShapeWorldProblem, agent: str, **options: object) -> int:
    """How many steps an agent takes until the question is settled."""
    episode = played(Episode(problem, rules_of(problem, **options), budget=20), agent)
    assert episode.transcript.answer is not None
    said = episode.transcript.answer.answer
    assert (said == "yes") == problem.right
    return len(episode.transcript.steps)


def _starts(size: int) -> list[int]:
    """One start for every number of other moving shapes, and each state of the two asked about."""
    others = [((1 << k) - 1) << 2 for k in range(size - 1)]
    return [two | rest for two in range(4) for rest in others]


@pytest.mark.few(3)
@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_optimum_is_what_the_optimal_agent_needs_at_worst(size: int) -> None:
    for start in some(_starts(size), 8):
        truths = [r for r in relations(size) if start in closed_states(r)]
        needed = [_steps(case(effects, start=start), "optimal") for effects in truths]
        others = (start >> 2).bit_count()
        assert max(needed) == plan_length(bool(start & 1), bool(start & 2), others)
        rules = ShapeWorldRules()
        for effects, steps in zip(truths, needed, strict=True):
            problem = case(effects, start=start)
            least = rules.optimum(problem, rules.opening(problem, 0))
            assert least.worst_case == max(needed)
            assert least.shortest_proof is not None and least.shortest_proof <= steps
        space = open_space(replace(case(truths[0], start=start), gold=None))
        assert max(needed) == Searched(space).worst_case()


@pytest.mark.parametrize("scope", ["rooted", "listed"])
def test_the_optimum_in_other_classes(scope: str) -> None:
    for asked in combinations(range(4), 2):
        truths = [r for r in relations(4) if WorldClass(scope).contains(r)]
        needed = [_steps(case(r, asked), "optimal", scope=scope) for r in truths]
        space = open_space(replace(case(truths[0], asked), gold=None), scope)
        assert max(needed) == Searched(space).worst_case()
        assert max(needed) == (3 if scope == "rooted" else asked[1])


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [7, 6, 8])
def test_the_plan_of_the_closed_form_serves_larger_worlds(size: int) -> None:
    """The adversary's worlds, and a few random ones: never more than the optimum, reached by one."""
    rng = Random(size)
    everything = (1 << size) - 1
    truths = [random_world(size, rng) for _ in range(8 - size)]
    root = size - 1  # the last other shape drives all
    truths.append((*((0,) * root), everything & ~(1 << root)))
    needed = [_steps(case(effects), "optimal") for effects in truths]
    assert max(needed) == size - 1


def test_worlds_beyond_lists() -> None:
    """Ten shapes: nothing is counted at first; a few are when much was seen, and all of it is right."""
    names = (*NAMES, "ring", "heart")
    problem = ShapeWorldProblem(
        "ten", names, "circle", "heart", names, gold=Relation(names, (0,) * 10).dag
    )
    rules = ShapeWorldRules()
    known = rules.opening(problem, 0)
    standing = rules.standing(known)
    assert standing.members is None and standing.settled is False and standing.reason
    assert isinstance(rules.best(known), Unknown)
    everything = ["hold"] * 10 + ["move"] * 9  # each shape by itself: nothing else moves
    for action, name in zip(everything, (*names, *names[:-1]), strict=True):
        done = {"action": action, "shape": name}
        known = rules.learnt(known, done, rules.act(problem, known, done, Random(0)))
    known = replace(known, transcript=known.transcript[:-2])
    members = rules.standing(known).members
    assert members is not None and members >= 1
    best = rules.best(known)
    assert isinstance(best, Best) and best.worst is not None and best.worst <= members


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [30, 12])
def test_large_worlds_are_played_to_the_end(size: int) -> None:
    rng = Random(size)
    names = tuple(f"s{i}" for i in range(size))
    world = Relation(names, random_world(size, rng))
    problem = ShapeWorldProblem("large", names, "s0", "s1", names, gold=world.dag)
    for agent in ("random", "optimal", "passive"):
        episode = played(Episode(problem, seed=1, budget=size, agent=agent), agent)
        assert episode.transcript.answer is not None
        settled = episode.rules.standing(episode.known).settled
        outcome = episode.rules.judged(problem, episode.known, episode.transcript.answer.answer)
        assert (outcome.support == "unsupported") != settled
        assert settled or agent != "optimal"


def test_who_leaves_the_plan_of_a_large_world_is_told_so() -> None:
    problem = case((0,) * 7)
    rules = ShapeWorldRules()
    known = rules.opening(problem, 0)
    action = {"action": "hold", "shape": problem.cause}
    known = rules.learnt(known, action, {"moving": list(problem.shapes)})
    assert isinstance(rules.optimal(known, 9), Unknown)


def test_few_worlds_are_searched_whatever_their_size() -> None:
    """Off the plan of a large world, from where few are left: never more steps than the optimum."""
    rules, rng, searched = ShapeWorldRules(), Random(4), 0
    while searched < 5:
        effects = random_world(6, rng)
        problem = case(effects)
        known = rules.opening(problem, 0)
        for _ in range(5):
            action = rng.choice(rules.admissible(known))
            known = rules.learnt(known, action, rules.act(problem, known, action, rng))
        standing = rules.standing(known)
        if standing.settled or (standing.members or 0) > 2_000:
            continue
        searched += 1
        least = position(known).worst_case
        steps = 0
        while (action := rules.optimal(known, 20)) is not None:
            assert not isinstance(action, Unknown)
            known = rules.learnt(known, action, rules.act(problem, known, action, rng))
            steps += 1
        assert isinstance(least, int) and steps <= least


def test_worst_cases_and_means_of_agents() -> None:
    """Worlds of four shapes, all moving: optimal <= greedy at worst, greedy <= random on average."""
    needed: dict[str, list[int]] = {agent: [] for agent in ("optimal", "greedy", "random")}
    for agent, found in needed.items():
        for i, effects in enumerate(some(relations(4), 150)):
            episode = Episode(case(effects), seed=i, budget=50)
            found.append(len(played(episode, agent).transcript.steps))
    assert max(needed["optimal"]) == 3 <= max(needed["greedy"])
    assert sum(needed["greedy"]) <= sum(needed["random"])


# the released protocol


def test_the_released_protocol_forces_one_intervention() -> None:
    problem = case(APART, (0, 1), start=0b001)  # settled by the start: no
    free, forced = ShapeWorldRules(), ShapeWorldRules(protocol="released")
    assert free.judged(problem, free.opening(problem, 0), "no").right
    early = forced.judged(problem, forced.opening(problem, 0), "no")
    assert early.right is False and early.reason is not None
    for agent in AGENTS:
        assert len(played(Episode(problem, free), agent).transcript.steps) == 0
        episode = played(Episode(problem, forced), agent)
        assert len(episode.transcript.steps) == 1
        *_, last = judgements(
            PlayDocument(family="shapeworld", problem="case"), problem, episode.transcript
        )
        assert last.right and last.support == "justified"
    start = forced.opening(problem, 0)
    assert forced.optimum(problem, start) == Optimum(1, 1)
    assert free.optimum(problem, free.opening(problem, 0)) == Optimum(0, 0)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("yes", True),
        ("no", False),
        (True, True),
        ({"answer": "yes"}, True),
        ('I am sure. {"answer": "no"}', False),
        ("Yes", None),
        ({"answer": "Yes"}, None),
        ({"answer": {"x": 1}}, None),
        (None, None),
        (3, None),
        ([], None),
        ("", None),
    ],
)
def test_answers(answer: object, said: bool | None) -> None:
    problem, rules = case(CHAIN, (0, 1), start=0), ShapeWorldRules()
    known = rules.opening(problem, 0)
    action = {"action": "move", "shape": "circle"}
    known = rules.learnt(known, action, rules.act(problem, known, action, Random(0)))
    judged = rules.judged(problem, known, answer)
    assert judged.right == bool(said)
    assert judged.support == ("justified" if said else "refuted")
    assert (judged.reason is not None) == (said is None)
    assert rules.judged(None, known, answer).right is None


def test_the_transcript_of_another_agent_is_left_out_unless_asked_for() -> None:
    seen = (Step("hold", "square", ("circle", "square", "triangle")),)
    problem = case(CHAIN, (0, 2), transcript=seen, answer="no")
    fresh: Episode[Any] = Episode(problem)
    begun: Episode[Any] = Episode(problem, ShapeWorldRules(initial="all"))
    assert "transcript" not in fresh.reset() and "transcript" in begun.reset()
    assert (fresh.left, begun.left) == (6, 5)
    assert fresh.rules.standing(fresh.known).members == 19
    assert begun.rules.standing(begun.known).members == 9
    with pytest.raises(UsageError, match="initial evidence"):
        ShapeWorldRules(initial="none")


def test_what_cannot_be_played() -> None:
    with pytest.raises(UsageError, match="no gold"):
        Episode(replace(case(CHAIN), gold=None))
    with pytest.raises(UsageError, match="what moves"):
        Episode(replace(case(CHAIN), initial=None))
    with pytest.raises(UsageError, match="does not show"):
        Episode(replace(case(CHAIN), initial=("circle",)))
    with pytest.raises(UsageError, match="no such protocol"):
        ShapeWorldRules(protocol="relaesed")
    with pytest.raises(UsageError, match="no such class"):
        Episode(case(CHAIN), ShapeWorldRules(scope="roted"))


def test_thousands_of_odd_actions() -> None:
    from symcause.testing.odd_values import odd_action

    problem = case((0b11110, 0b100, 0, 0b10000, 0), (0, 2))
    episode: Episode[Any] = Episode(problem, seed=1)
    legal = [dict(action) for action in episode.rules.admissible(episode.known)]
    gold = json.dumps([list(edge) for edge in problem.gold.edges])  # type: ignore[union-attr]
    rng, accepted = Random(2), 0
    for _ in range(amount(3_000, 10_000)):
        seen = episode.act(odd_action(rng, legal))
        accepted += seen.refused is None
        assert len(seen.refused or "") < 1_000
    assert accepted == problem.most_steps and episode.left == 0
    assert gold not in str(episode.transcript)


def test_spelled_and_told() -> None:
    rules, problem = ShapeWorldRules(), case(CHAIN)
    known = rules.opening(problem, 0)
    assert rules.spelled(known, "hold circle") == {"action": "hold", "shape": "circle"}
    assert rules.told({"moving": []}) == "nothing moves"
    assert rules.told({"moving": ["circle"]}) == "moving: circle"
    assert "circle is moving" in rules.told(rules.shown(known))
