"""The released protocol to the letter: phases, replies, errors, steps; and the prompts in our own
words.
"""

from __future__ import annotations

import json

import pytest

from symcause.errors import LimitError, ProblemError, UsageError
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.episode_phases import Phase
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.prompts import Template, message, opening
from symcause.families.shapeworld.problem.reply_reader import read_answer, read_reply
from symcause.families.shapeworld.problem.transcript_evidence import last_state, numbered, seen
from symcause.families.shapeworld.problem.world_classes import WorldClass, class_named
from symcause.models.dags import DAG
from tests.shapeworld.released_episode import Episode

WORLD = Relation.of(("circle", "square"), [("circle", "square")])
GO = '{"next": "continue interaction"}'
STOP = '{"next": "answer the question"}'


def act(shape: str, action: str) -> str:
    return json.dumps({"shape": shape, "action": action})


def played(*replies: str, moving: tuple[str, ...] = ()) -> Episode:
    episode = Episode.begun(WORLD, "circle", "square", moving)
    for reply in replies:
        assert episode.phase is not Phase.OVER, "a reply after the end"
        episode = episode.replied(reply)
    return episode


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"answer": "yes"}', {"answer": "yes"}),
        ('I think {"answer": "yes"} and {"answer": "no"}', {"answer": "yes"}),
        ('the set {a, b} … {"answer": "yes"}', None),  # a brace in the reasoning is what gets read
        ('{"answer": {"value": "yes"}}', None),
        ("{}", None),
        ("yes", None),
        ("", None),
        ('{"answer": "yes"', None),
        ("}{", None),
        ("} {}", None),
    ],
)
def test_reading_a_reply(text: str, found: object) -> None:
    assert read_reply(text) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"answer": "no"}', False),
        (" yes\n", True),
        ("Yes", None),
        ('{"answer": "Yes"}', None),
        ('{"answer": ["yes"]}', None),
        ('{"result": "yes"}', None),
        ("It is not possible to say.", None),
    ],
)
def test_an_answer_is_yes_or_no_to_the_letter(text: str, said: bool | None) -> None:
    assert read_answer(text) is said


def test_an_episode_from_intervention_to_answer() -> None:
    done = played(act("circle", "move"), GO, act("circle", "hold"), STOP, '{"answer": "yes"}')
    assert (done.result, done.error, done.n_step, done.interventions) == (True, "", 1, 2)
    problem = done.problem("e")
    assert numbered(problem) == 2 and problem.given is True and problem.right is True
    assert [line.after for line in seen(problem)] == [0b11, 0]
    assert played(act("circle", "move"), STOP, '{"answer": "no"}').result is False


@pytest.mark.parametrize(
    ("replies", "error"),
    [
        (("nonsense",), "invalid format"),
        (('{"shape": "circle"}',), "invalid format"),
        ((act("circle", "move"), "{}"), "invalid format"),
        ((act("circle", "move"), '{"action": "hold"}'), "invalid format"),
        ((act("circle", "move"), GO, '{"answer": "yes"}'), "invalid format"),
        ((act("circle", "move"), STOP, '{"answer": "Yes"}'), "invalid answer"),
        ((act("circle", "move"), STOP, '{"result": "yes"}'), "invalid answer"),
        ((act("circle", "move"), STOP, "no"), "invalid format"),
    ],
)
def test_errors_that_end_an_episode(replies: tuple[str, ...], error: str) -> None:
    done = played(*replies)
    assert (done.phase, done.error, done.result) == (Phase.OVER, error, None)


def test_what_was_not_on_offer_leaves_a_mark_and_changes_nothing() -> None:
    done = played(act("star", "move"), GO, act("circle", "Move"), STOP, '{"answer": "yes"}')
    assert (done.error, done.result, done.moving, done.n_step) == ("invalid action", True, (), 1)
    assert [step.invalid for step in done.transcript] == [True, True]
    assert numbered(done.problem("e")) == 0


def test_a_choice_without_next_is_an_action_that_nobody_counts() -> None:
    done = played(act("circle", "move"), act("circle", "hold"))
    assert (done.phase, done.n_step, done.interventions, done.moving) == (Phase.CHOICE, 0, 1, ())
    assert numbered(done.problem("e")) == 2


def test_another_word_for_next_is_asked_again_without_limit() -> None:
    episode = played(act("circle", "move"))
    for _ in range(30):
        episode = episode.replied('{"next": "think"}')
    assert (episode.phase, episode.n_step) == (Phase.CHOICE, 0)
    assert len(seen(episode.problem("e"))) == 31 and numbered(episode.problem("e")) == 1


@pytest.mark.parametrize(
    ("marked", "last", "error", "result"),
    [
        (False, act("circle", "hold"), "too many attempts", None),
        (False, act("circle", "push"), "too many attempts", None),  # its validity plays no role
        (False, '{"answer": "yes"}', "too many attempts", None),
        (False, "nothing", "invalid format", None),
        (True, act("circle", "hold"), "invalid answer", None),  # read as an answer
        (True, '{"answer": "yes"}', "invalid action", True),
        (True, '{"answer": "no"}', "invalid action", False),
        (True, '{"answer": "Yes"}', "invalid answer", None),
        (True, "{}", "invalid format", None),
    ],
)
def test_the_limit_of_steps(marked: bool, last: str, error: str, result: bool | None) -> None:
    """Four choices to continue for two shapes: the fifth action is asked for and not applied."""
    episode = played(act("circle", "move"))
    for i in range(3):
        word = "push" if marked and i == 1 else ("hold", "move")[i % 2]
        episode = episode.replied(GO).replied(act("circle", word))
    assert episode.phase is Phase.CHOICE and episode.moving == ()
    episode = episode.replied(GO)
    assert episode.talk.is_last_try
    done = episode.replied(last)
    assert (done.phase, done.error, done.n_step, done.moving) == (Phase.OVER, error, 4, ())
    assert done.result is result
    assert numbered(done.problem("e")) == 4 - marked
    assert (done.transcript[-1].moving is None) == ("shape" in last)


def test_prompts_say_more_from_template_to_template() -> None:
    problem = ShapeWorldProblem("p", ("circle", "square"), "circle", "square", ("square",))
    made = [opening(problem, t) for t in Template if t is not Template.RECORDED]
    assert [len(prompt.system) for prompt in made] == sorted(len(p.system) for p in made)
    assert len({prompt.message for prompt in made}) == 1
    assert "circle is static, square is moving" in made[0].message
    assert made[0].text == f"{made[0].system}\n\n{made[0].message}"
    for phase in Phase:
        assert bool(message(phase, problem, ())) == (phase is not Phase.OVER)


def test_a_record_is_shown_and_the_question_asked() -> None:
    steps = (Step("move", "circle", ("circle", "square")), Step("fly", "circle", None, True))
    problem = ShapeWorldProblem("p", ("circle", "square"), "circle", "square", (), steps)
    made = opening(problem, Template.RECORDED)
    assert made.message.splitlines() == [
        "At the start: circle is static, square is static.",
        "1. move circle: circle is moving, square is moving.",
        "Question: does circle moving cause square to move?",
        'Reply as {"answer": "yes"} or {"answer": "no"}.',
    ]
    assert "next intervention" not in made.text


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"shapes": ("a",)}, "shapes: a world has at least two"),
        ({"shapes": ("a", "a", "b")}, r"shapes\[1\]: two shapes have the same name"),
        ({"shapes": ("a", "b", "")}, r"shapes\[2\]: not a name"),
        ({"effect": "c"}, "question.effect: no such shape"),
        ({"effect": "a"}, "question: the question names one shape twice"),
        ({"initial": ("c",)}, r"initial\[0\]: no such shape"),
        ({"initial": ("a", "a")}, "initial: a shape stands twice"),
        ({"initial": None, "transcript": (Step("move", "a", ()),)}, "initial: a transcript needs"),
        ({"transcript": (Step("push", "a", ()),)}, r"transcript\[0\].action: no such action"),
        ({"transcript": (Step("move", "c", ()),)}, r"transcript\[0\].shape: no such shape"),
        ({"transcript": (Step("move", None, ()),)}, r"transcript\[0\].shape: the action names"),
        ({"transcript": (Step(),)}, r"transcript\[0\]: a step has an action"),
        ({"transcript": (Step("move", "a", ("c",)),)}, r"transcript\[0\].moving\[0\]: no such"),
        ({"limit": 0}, "limit: a limit is at least 1"),
        ({"gold": DAG.of([("b", "a")])}, "gold: gold is not about the listed shapes"),
    ],
)
def test_malformed_problems_are_refused_with_their_place(
    changes: dict[str, object], message: str
) -> None:
    facts: dict[str, object] = {
        "id": "p",
        "shapes": ("a", "b"),
        "cause": "a",
        "effect": "b",
        "initial": (),
    }
    with pytest.raises(ProblemError, match=message):
        ShapeWorldProblem(**{**facts, **changes})  # type: ignore[arg-type]


def test_bounds_and_classes() -> None:
    shapes = tuple(f"s{i}" for i in range(101))
    with pytest.raises(LimitError, match="at most 100 shapes"):
        ShapeWorldProblem("p", shapes, "s0", "s1")
    with pytest.raises(UsageError, match="class core"):
        ShapeWorldProblem("p", shapes[:4], "s0", "s1", scope=WorldClass.CORE)
    with pytest.raises(UsageError, match="did you mean 'rooted'"):
        class_named("root")
    problem = ShapeWorldProblem("p", shapes[:3], "s0", "s1", scope=WorldClass.ROOTED)
    assert problem.scoped().source == "problem"
    assert problem.scoped(WorldClass.ALL).source == "option"
    assert problem.most_steps == 6 and last_state(problem) is None
