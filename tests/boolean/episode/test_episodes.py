"""Episodes about Boolean models: the protocol, and every judgement against plain listing."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.episodes.agents import played
from symcause.episodes.episode import Episode, rules_of
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.episodes.judgement.step_judgement import judgements
from symcause.episodes.rules import Best
from symcause.errors import UsageError
from symcause.families.boolean.audits.next.experiment_contexts import (
    contexts_of,
    experiments,
    model_outcome,
    rows_of,
    world_of,
)
from symcause.families.boolean.episode.experiment_plans import planned
from symcause.families.boolean.episode.rules import BooleanRules
from symcause.families.boolean.files.answer_documents import write_answer
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.member_answers import written
from symcause.models.disclosure import Setting
from symcause.testing import EpisodeCase, EpisodeConformance
from symcause.testing.odd_values import odd_value
from tests.amounts import amount
from tests.boolean.disambiguation_cases import random_problem


def problem_for(seed: int, setting: Setting, **facts: Any) -> BooleanProblem:
    """A small problem with a few interventional training worlds."""
    facts = {"variables": 4, "roots": 2, "worlds": 4, "rows": 3} | facts
    return random_problem(seed, setting, **facts)


def other_gold(problem: BooleanProblem) -> BooleanProblem:
    """The same problem with another gold that explains the training worlds, and no held-out ones."""
    space = ExactSpace.of(replace(problem, worlds=_observed(problem)))
    other = next(m for m in space.members() if m != problem.gold_scm)
    return replace(problem, gold=replace(written(problem, other), roots=other.roots))


def _observed(problem: BooleanProblem) -> tuple[Any, ...]:
    return tuple(w for w in problem.training if w.mode is Mode.NONE)


def unheld(problem: BooleanProblem) -> BooleanProblem:
    """The same problem with other held-out worlds and metadata."""
    heldout = tuple(replace(w, id=f"{w.id}x", rows=w.rows[:1]) for w in problem.heldout)
    return replace(problem, worlds=(*problem.training, *heldout), metadata={"secret": 1})


def blind(problem: BooleanProblem, twin: BooleanProblem) -> tuple[dict[str, object], ...]:
    """Actions under which both golds show the same."""
    rules = BooleanRules()
    known = rules.opening(problem, 1)
    found = []
    for action in rules.admissible(known):
        seen = [rules.act(p, known, action, random.Random(0)) for p in (problem, twin)]
        if seen[0] == seen[1]:
            found.append(dict(action))
    return (*found[:3], {"do": {"Z": 1}})


def case(name: str, problem: BooleanProblem, **facts: Any) -> EpisodeCase:
    twin = other_gold(problem)
    return EpisodeCase(name, problem, twin, blind=blind(problem, twin), **facts)


CASES = (
    *(case(str(s), problem_for(3, s)) for s in Setting),
    case("unbounded", problem_for(5, Setting.ORDERED, max_parents=None)),
    case("constants", problem_for(6, Setting.HIDDEN_ORDER, constants=True)),
    case("two-targets", problem_for(7, Setting.BLOCK_ORDER), options={"targets": 2}),
    EpisodeCase(
        "chosen-contexts",
        problem_for(8, Setting.HIDDEN_ORDER),
        unheld(problem_for(8, Setting.HIDDEN_ORDER)),
        options={"choose_contexts": True},
        blind=({"do": {}, "roots": [{"X1": 1}]}, {"do": {"X1": 1}}),
        agents=("random", "greedy", "passive"),
    ),
    *(
        EpisodeCase(
            f"initial-{initial}",
            problem_for(9, Setting.ORDERED),
            unheld(problem_for(9, Setting.ORDERED)),
            options={"initial": initial},
            blind=({"do": {"X1": 1}}, {"do": {"X2": 0}, "rows": 1}),
            agents=("random", "greedy", "passive"),
        )
        for initial in ("all", "none")
    ),
)


class TestBoolean(EpisodeConformance):
    cases = CASES


def test_no_observational_world_is_needed() -> None:
    problem = problem_for(4, Setting.HIDDEN_ROOTS)
    acted = replace(problem, worlds=tuple(w for w in problem.worlds if w.mode is not Mode.NONE))
    first, second, third = (rules_of(acted).opening(acted, seed) for seed in (1, 1, 2))
    assert first == second
    assert [w.mode for w in first.worlds] == [Mode.NONE]
    assert first != third


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"gold": None}, "no gold"),
        ({"reference": "gold"}, "Alternative"),
        ({"errors": 1}, "play takes no disturbed cells"),
    ],
)
def test_what_cannot_be_played(change: dict[str, object], message: str) -> None:
    problem = problem_for(4, Setting.ORDERED)
    if change.get("reference"):
        change = {"reference": problem.gold}
    with pytest.raises(UsageError, match=message):
        Episode(replace(problem, **change))  # type: ignore[arg-type]


def test_gold_that_never_showed_the_first_world_is_refused() -> None:
    problem = problem_for(4, Setting.ORDERED)
    first, *rest = problem.worlds
    assert problem.gold_scm is not None and first.mode is Mode.NONE
    flipped = problem.gold_scm.endogenous[0]
    place = problem.variables.index(flipped)
    row = first.rows[0]
    wrong = row[:place] + "10"[int(row[place])] + row[place + 1 :]
    spoilt = replace(first, rows=(wrong, *first.rows[1:]))
    with pytest.raises(UsageError, match=f"does not explain.*world {first.id}, row 1"):
        Episode(replace(problem, worlds=(spoilt, *rest)))


def test_gold_outside_of_the_class_makes_members_mean_nothing() -> None:
    for seed in range(20):
        problem = problem_for(seed, Setting.HIDDEN_ORDER)
        assert problem.gold_scm is not None
        assert not BooleanRules().outside(problem)
        if max(len(f.parents) for f in problem.gold_scm.functions.values()) > 1:
            break
    tight = replace(problem, max_parents=1)
    assert BooleanRules().outside(tight)
    episode = Episode(tight, seed=1)
    episode.act({"do": {"X1": 1}})
    judged = episode.answer(write_answer(problem.gold))  # type: ignore[arg-type]
    assert (judged.right, judged.support) == (True, None)
    frame = EpisodeDocument(family="boolean", problem=problem.id)
    *_, document = judgements(frame, tight, episode.transcript)
    assert (document.members, document.count, document.support) == (None, None, None)
    assert document.steps[0].gain is None and document.lucky is None


def test_options_that_do_not_apply() -> None:
    hidden = problem_for(4, Setting.HIDDEN_ROOTS)
    for options in (
        {"initial": "none"},
        {"choose_contexts": True},
        {"targets": 9},
        {"initial": "some"},
    ):
        with pytest.raises(UsageError):
            Episode(hidden, rules_of(hidden, **options))


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"do": {"X9": 1}}, "no such variable"),
        ({"do": {"X1": 2}}, "do"),
        ({"do": {"X1": True}}, "do"),
        ({"do": {"X1": 1, "X2": 1}}, "at once"),
        ({"do": {"X1": 1}, "rows": 0}, "rows"),
        ({"do": {"X1": 1}, "rows": 10**30}, "rows"),
        ({"do": {"X1": 1}, "roots": [{}]}, "not chosen"),
        ({"do": {"X1": 1}, "gold": 1}, "unknown key"),
        ({}, "do"),
        ("do", "object"),
    ],
)
def test_refusals_say_why(action: object, reason: str) -> None:
    episode = Episode(problem_for(4, Setting.ORDERED), budget=3)
    seen = episode.act(action)
    assert seen.refused is not None and reason in seen.refused
    assert episode.left == 3


def test_chosen_contexts() -> None:
    problem = problem_for(8, Setting.HIDDEN_ORDER)
    roots = problem.disclosure.roots
    assert roots is not None
    episode = Episode(problem, rules_of(problem, choose_contexts=True), budget=5)
    context = dict.fromkeys(roots, 1)
    seen = episode.act({"do": {}, "roots": [context]}).seen
    assert seen is not None
    (row,) = seen["world"]["rows"]  # type: ignore[index]
    assert all(row[problem.variables.index(root)] == "1" for root in roots)
    for wrong in ([], [{}], [context] * 9, [{**context, "X9": 1}]):
        assert episode.act({"do": {}, "roots": wrong}).refused is not None
    assert episode.act({"do": {}, "roots": [context], "rows": 1}).refused is not None


def test_kinds_of_steps() -> None:
    problem = problem_for(3, Setting.ORDERED)
    rules = rules_of(problem)
    known = rules.opening(problem, 0)
    best = rules.best(known)
    assert isinstance(best, Best) and best.action is not None
    episode = Episode(problem, budget=4)
    for _ in range(2):
        episode.act(dict(best.action))
    first, second = [w for w in episode.known.training if w.mode is not Mode.NONE]
    assert first.rows == second.rows
    before = replace(episode.known, worlds=episode.known.worlds[:-1])
    assert rules.idle(before, best.action, episode.known) == "repeated"


@pytest.mark.few(6)
@pytest.mark.parametrize("setting", list(Setting))
@pytest.mark.parametrize("seed", range(3))
def test_the_best_action_is_the_best(setting: Setting, seed: int) -> None:
    """Members left after every outcome of every action, by asking the space of the longer problem."""
    problem = problem_for(seed, setting)
    rules = BooleanRules()
    known = rules.opening(problem, 0)
    best = rules.best(known)
    assert isinstance(best, Best)
    members = list(ExactSpace.of(known).members())
    worst = {
        json.dumps(action): max(left_by(known, action, member) for member in members[:150])
        for action in map(dict, rules.admissible(known))
    }
    if len(members) <= 150:
        assert best.exact
        if best.action is not None:
            assert best.worst == min(worst.values()) == worst[json.dumps(dict(best.action))]
        else:
            assert set(worst.values()) == {len(members)}


def left_by(known: BooleanProblem, action: dict[str, Any], member: BooleanSCM) -> int:
    rules = BooleanRules()
    truth = replace(known, gold=replace(written(known, member), roots=member.roots))
    seen = rules.act(truth, known, action, random.Random(0))
    members = rules.standing(rules.learnt(known, action, seen)).members
    assert members is not None
    return members


def steps(problem: BooleanProblem, member: BooleanSCM, agent: str) -> int:
    truth = replace(problem, gold=replace(written(problem, member), roots=member.roots))
    return len(played(Episode(truth, budget=50), agent).transcript.steps)


@pytest.mark.few(4)
@pytest.mark.parametrize("setting", list(Setting))
@pytest.mark.parametrize("seed", range(3))
def test_optimal_plans(setting: Setting, seed: int) -> None:
    """Over all truths the plan keeps its promise, greedy never needs fewer, and no plan is shorter."""
    hidden = {"variables": 3, "roots": 1} if setting is Setting.HIDDEN_ROOTS else {}
    problem = problem_for(seed, setting, worlds=1, **hidden)
    known = BooleanRules().opening(problem, 0)
    members = list(ExactSpace.of(known).members())[:60]
    found = planned(known, 1)
    if isinstance(found, Unknown):
        return
    promised = found[0]
    optimal = max(steps(problem, member, "optimal") for member in members)
    greedy = max(steps(problem, member, "greedy") for member in members)
    assert optimal <= promised
    if len(members) < 60:
        assert optimal == promised
        assert optimal <= greedy
        if setting is not Setting.HIDDEN_ROOTS:
            least, firsts = plain_steps(known, tuple(range(len(members))))
            assert promised == least and (found[1] in firsts if least else found[1] is None)


def plain_steps(
    known: BooleanProblem, start: tuple[int, ...]
) -> tuple[int, list[tuple[tuple[str, int], ...]]]:
    """The least number of steps by the plain definition: all experiments, all outcomes.

    And those of the best first steps that split most evenly: their largest part is the least.
    """
    contexts = contexts_of(known)
    members = list(ExactSpace.of(known).members())
    asked = experiments(known, contexts, 1)
    shows = [[model_outcome(m, e, contexts, known.variables) for m in members] for e in asked]

    @cache
    def within(left: tuple[int, ...], depth: int) -> bool:
        options = []
        for outcomes in shows:
            parts: dict[tuple[int, ...], list[int]] = {}
            for i in left:
                parts.setdefault(outcomes[i], []).append(i)
            if len(parts) > 1:
                options.append([tuple(part) for part in parts.values()])
        if not options:
            return True
        return depth > 0 and any(all(within(p, depth - 1) for p in parts) for parts in options)

    depth = 0
    while not within(start, depth):
        depth += 1
    kinds = {i: tuple(outcomes[i] for outcomes in shows) for i in start}
    largest = dict[tuple[tuple[str, int], ...], int]()
    for experiment, outcomes in zip(asked, shows, strict=True):
        parts = [
            tuple(i for i in start if outcomes[i] == one) for one in {outcomes[i] for i in start}
        ]
        if depth and len(parts) > 1 and all(within(part, depth - 1) for part in parts):
            largest[experiment] = max(len({kinds[i] for i in part}) for part in parts)
    return depth, [one for one, size in largest.items() if size == min(largest.values())]


@pytest.mark.parametrize("setting", list(Setting))
def test_answers(setting: Setting) -> None:
    problem = problem_for(3, setting)
    rules = BooleanRules()
    known = rules.opening(problem, 0)
    gold = problem.gold
    assert gold is not None
    hidden = setting is Setting.HIDDEN_ROOTS
    answer = write_answer(replace(gold, order=None, roots=gold.roots if hidden else None))
    found = rules.judged(problem, known, answer)
    assert (found.right, found.support) == (True, "unsupported")
    text = f"I think it is:\n```json\n{json.dumps(answer)}\n```"
    assert rules.judged(problem, known, text).right
    assert rules.judged(None, known, answer).right is None
    constant = dict.fromkeys(
        gold.mechanisms, f"(and {problem.variables[0]} (not {problem.variables[0]}))"
    )
    wrong = rules.judged(problem, known, {**answer, "mechanisms": constant})
    assert wrong.right is False
    contexts, model = contexts_of(known), problem.gold_scm
    assert model is not None
    for experiment in experiments(known, contexts, 1):
        outcome = model_outcome(model, experiment, contexts, known.variables)
        name = f"w{len(known.worlds)}"
        known = known.with_worlds((world_of(name, experiment, rows_of(outcome, contexts.rows)),))
    after = rules.judged(problem, known, answer)
    unique = ExactSpace.of(known).count == 1
    assert after.support == ("justified" if unique else "unsupported")


@pytest.mark.parametrize(
    "odd",
    [None, 3, [], "", "nonsense", {}, {"mechanisms": 1}, {"mechanisms": {"X1": 2}}, {"a": {}}],
)
def test_odd_answers_are_wrong(odd: object) -> None:
    problem = problem_for(3, Setting.HIDDEN_ROOTS)
    known = BooleanRules().opening(problem, 0)
    found = BooleanRules().judged(problem, known, odd)
    assert (found.right, found.support) == (False, "refuted")
    assert found.reason


def test_a_confused_agent() -> None:
    """Thousands of odd actions: nothing breaks, nothing is shown that must not be, budgets hold."""
    problem = problem_for(3, Setting.HIDDEN_ORDER)
    episode = Episode(problem, budget=20)
    chance = random.Random(1)
    legal = [dict(action) for action in episode.rules.admissible(episode.known)]
    seen = []
    for _ in range(amount(3_000, 10_000)):
        action: object = odd_value(chance, 3)
        if chance.random() < 0.5:
            action = {
                **chance.choice(legal),
                chance.choice(["do", "rows", "roots"]): odd_value(chance, 2),
            }
        seen.append(episode.act(action).to_dict())
    assert episode.left >= 0
    text = json.dumps(seen)
    assert problem.gold is not None
    assert "(" + problem.variables[0] not in text
    assert all(w.id not in text for w in problem.heldout)
    assert all(w.split is Split.TRAIN for w in episode.known.worlds)


def test_mistakes_are_those_of_the_whole_answer() -> None:
    """A complete answer is refused for a mechanism exactly if one of its mechanisms is marked."""
    rules = BooleanRules()
    for seed, setting in enumerate(Setting):
        known = rules.opening(random_problem(seed, setting), 0)
        good = rules.simplest(known)
        assert isinstance(good, dict) and rules.mistakes(known, good) == {}
        name = next(iter(good["mechanisms"]))
        for text in ("X1 xor", "(nand X1 X2)", f"(not {name})", "(not Z9)", ""):
            bad = {**good, "mechanisms": {**good["mechanisms"], name: text}}
            assert set(rules.mistakes(known, bad)) == {name}
            assert rules.unreadable(known, bad) is not None
            every = {**good, "mechanisms": dict.fromkeys(("Z9", *good["mechanisms"]), text)}
            wrong = {"Z9", *good["mechanisms"]} if text != f"(not {name})" else {"Z9", name}
            assert set(rules.mistakes(known, every)) >= wrong
    for strange in (7, {}, {"mechanisms": 7}, {"mechanisms": {"Z9": "X1"}}):
        assert set(rules.mistakes(known, strange)) <= {"Z9"}


def test_what_is_set_may_be_a_text() -> None:
    problem = problem_for(4, Setting.ORDERED)
    texts, numbers = Episode(problem, seed=1), Episode(problem, seed=1)
    assert texts.act({"do": {"X1": "1"}}) == numbers.act({"do": {"X1": 1}})
    assert len(texts.transcript.steps) == 1 and texts.left == numbers.left
