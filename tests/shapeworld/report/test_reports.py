"""What pages, pictures and notebooks get of transcripts, without a browser."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from symcause.audits.question import ask
from symcause.errors import UsageError
from symcause.families.shapeworld.audits.intervention_optimum import Optimum
from symcause.families.shapeworld.audits.transcript_replay import Worth, replay
from symcause.families.shapeworld.bounds import PAGE_MOMENTS
from symcause.families.shapeworld.documents.audit_document import ShapeWorldAudit
from symcause.families.shapeworld.models.causal_relations import Relation, relations
from symcause.families.shapeworld.models.dynamics import Action, after, is_void
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.transcript_evidence import last_state
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.report.audit_story import audit_story
from symcause.families.shapeworld.report.view import view
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.formats.pools.problem_files import read_problem
from symcause.reports.export import export_graph, picture_of
from tests.bounds.stops import bounded
from tests.shapeworld.cases import EXAMPLES, NAMES, random_transcript

SHAPES = Path(__file__).resolve().parents[3] / "examples" / "shapes.json"


def audited(problem: ShapeWorldProblem) -> ShapeWorldAudit:
    found = ask("audit", problem)
    assert isinstance(found, ShapeWorldAudit)
    return found


def _guaranteed(problem: ShapeWorldProblem, action: Action, shape: int) -> int:
    """The worst case after an action, from the members one by one."""
    state = last_state(problem)
    assert state is not None
    groups: dict[int, list[Relation]] = {}
    for member in open_space(problem).members():
        shown = after(member.effects, state, action, shape)
        if is_void(state, action, shape):
            shown = state
        groups.setdefault(shown, []).append(member)
    found = []
    for shown, _ in groups.items():
        names = problem.names(shown)
        step = Step(str(action), problem.shapes[shape], names)
        later = replace(problem, transcript=(*problem.transcript, step))
        worst = Optimum(open_space(later)).worst_case()
        assert isinstance(worst, int)
        found.append(worst)
    return max(found)


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(6))
def test_better_actions_guarantee_more_and_nothing_better_is_left_out(seed: int) -> None:
    problem = replace(random_transcript(3 + seed % 2, 4, Random(f"better {seed}")), gold=None)
    moments = replay(problem, WorldClass.ALL)
    assert len(moments) == 5
    for at, moment in enumerate(moments):
        before = problem.cut(at)
        worst = Optimum(open_space(before)).worst_case()
        assert moment.needed == worst and moment.line.count == open_space(before).count()
        if not at:
            assert moment.better is None
            continue
        earlier, step = problem.cut(at - 1), problem.transcript[at - 1]
        assert step.action is not None and step.shape is not None
        taken = _guaranteed(earlier, Action(step.action), problem.index[step.shape])
        choices = product(Action, range(problem.size))
        least = min(_guaranteed(earlier, action, shape) for action, shape in choices)
        if not Optimum(open_space(earlier)).bound():
            assert moment.better is None, "it was settled before"
        elif least < taken:
            assert moment.better is not None and moment.better.worth == Worth(least)
            assert moment.better.taken == Worth(taken)
        elif moment.better is not None:
            worth, own = moment.better.worth, moment.better.taken
            assert worth is not None and own is not None and worth.worst == own.worst == taken
            assert isinstance(worth.expected, Fraction) and isinstance(own.expected, Fraction)
            assert worth.expected < own.expected


class _Plain:
    """Worst cases and averages of a question about three shapes, by trying every action on every member."""

    def __init__(self, problem: ShapeWorldProblem) -> None:
        self.pair = problem.index[problem.cause], problem.index[problem.effect]
        self.moves = list(product(Action, range(problem.size)))
        self._worst: dict[tuple[frozenset[Relation], int], int] = {}

    def parts(
        self, members: frozenset[Relation], state: int, move: tuple[Action, int]
    ) -> dict[int, frozenset[Relation]]:
        shown: dict[int, set[Relation]] = {}
        for member in members:
            shown.setdefault(after(member.effects, state, *move), set()).add(member)
        return {to: frozenset(some) for to, some in shown.items()}

    def settled(self, members: frozenset[Relation]) -> bool:
        x, y = self.pair
        return len({member.effects[x] >> y & 1 for member in members}) == 1

    def fruitful(
        self, members: frozenset[Relation], state: int
    ) -> list[dict[int, frozenset[Relation]]]:
        """What actions show, but for those that leave everything as it is."""
        every = [self.parts(members, state, m) for m in self.moves if not is_void(state, *m)]
        return [parts for parts in every if parts != {state: members}]

    def guaranteed(self, parts: dict[int, frozenset[Relation]]) -> int:
        return max(self.worst(some, to) for to, some in parts.items())

    def worst(self, members: frozenset[Relation], state: int) -> int:
        if (members, state) not in self._worst:
            found = 0
            if not self.settled(members):
                found = 1 + self._least(members, state)
            self._worst[members, state] = found
        return self._worst[members, state]

    def _least(self, members: frozenset[Relation], state: int, limit: int = 1) -> int:
        """The fewest further actions, by trying more and more of them."""
        while not self._within(members, state, limit):
            limit += 1
        return limit - 1

    def _within(self, members: frozenset[Relation], state: int, limit: int) -> bool:
        if self.settled(members):
            return True
        return limit > 0 and any(
            all(self._within(some, to, limit - 1) for to, some in parts.items())
            for parts in self.fruitful(members, state)
        )

    def average(self, parts: dict[int, frozenset[Relation]]) -> Fraction:
        """Further actions on average, if every one of them guarantees most and then expects least."""
        whole = sum(map(len, parts.values()))
        return sum(
            (Fraction(len(some), whole) * self._expected(some, to) for to, some in parts.items()),
            Fraction(0),
        )

    def _expected(self, members: frozenset[Relation], state: int) -> Fraction:
        if self.settled(members):
            return Fraction(0)
        least = self.worst(members, state) - 1
        good = [p for p in self.fruitful(members, state) if self.guaranteed(p) == least]
        return 1 + min(map(self.average, good))


@pytest.mark.parametrize("seed", [3, 15, 25])
def test_better_on_average_is_least_on_average(seed: int) -> None:
    problem = replace(random_transcript(3, 3, Random(f"average {seed}")), gold=None)
    named = 0
    for at, moment in enumerate(replay(problem, WorldClass.ALL)[1:]):
        earlier, step, plain = problem.cut(at), problem.transcript[at], _Plain(problem)
        members, state = frozenset(open_space(earlier).members()), last_state(earlier)
        if plain.settled(members) or moment.better is None or state is None:
            continue
        worth, own = moment.better.worth, moment.better.taken
        assert worth is not None and own is not None
        if worth.expected is None:
            continue
        named += 1
        every = plain.fruitful(members, state)
        least = min(map(plain.guaranteed, every))
        assert worth.worst == own.worst == least
        means = [plain.average(parts) for parts in every if plain.guaranteed(parts) == least]
        assert worth.expected == min(means)
        assert step.action is not None and step.shape is not None
        taken = plain.parts(members, state, (Action(step.action), problem.index[step.shape]))
        assert own.expected == plain.average(taken)
    assert named


def test_large_worlds_get_the_plan_and_long_logs_their_steps_alone() -> None:
    moments = replay(random_transcript(6, 8, Random(4)), WorldClass.ALL)
    assert all(moment.needed is None for moment in moments)
    assert "move square" in {str(moment.better) for moment in moments}
    long = random_transcript(4, 900, Random(5))
    assert replay(long, WorldClass.ALL) == ()
    shown = view(audited(long), long)
    assert isinstance(shown["moments"], list) and len(shown["moments"]) == PAGE_MOMENTS
    assert shown["more"] == 901 - PAGE_MOMENTS


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_the_view_tells_the_finding_first(name: str) -> None:
    problem = EXAMPLES[name]
    document = audited(problem)
    shown = view(document, problem)
    assert str(document.support) in str(shown["headline"])
    moments = shown["moments"]
    assert isinstance(moments, list) and len(moments) == 1 + len(problem.transcript)
    assert [m["verdict"] for m in moments[1:]] == [step.verdict for step in document.steps]
    pairs = (f"{x}->{y}" for x, y in product(problem.shapes, repeat=2))
    last = dict(zip(pairs, moments[-1]["known"], strict=True))
    letters = {"always": "y", "never": "n", "open": "s"}
    assert document.relations is not None
    assert all(last[pair] == letters[status] for pair, status in document.relations.items())


def test_lucky_answers_and_settled_questions_have_headlines() -> None:
    root = replace(EXAMPLES["root-cause"], truth=False)
    assert view(audited(root), root)["headline"] == "The answer no is right by luck"
    asked = replace(EXAMPLES["illusive"], answer=None)
    assert view(audited(asked), asked)["headline"] == "Settled: triangle makes circle move"
    index = view(audited(root), root)["index"]
    assert isinstance(index, dict) and index["more"]["answer"] == "lucky"


def test_a_matrix_that_a_terminal_has_no_place_for_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = EXAMPLES["root-cause"]
    document = audited(problem)
    number = len(document.shapes)
    for most in (number, number - 1):
        monkeypatch.setattr("symcause.families.shapeworld.report.audit_story.MATRIX_SHAPES", most)
        said = str(audit_story(document))
        assert ("yes: in all worlds" in said) == (most == number)
        assert (f"not shown here: {number} shapes; --json has them all" in said) == (most < number)


def test_pictures_of_true_worlds() -> None:
    problem = read_problem(SHAPES)
    assert picture_of(problem).marked == ("circle", "triangle")
    assert '"circle" -> "square"' in export_graph(problem, "dot")
    ElementTree.fromstring(export_graph(problem, "svg"))
    assert "graphml" in export_graph(problem, "graphml")
    chain = Relation.of(NAMES[:3], [("circle", "square"), ("square", "triangle")])
    assert picture_of(chain).graph.edges == (("circle", "square"), ("square", "triangle"))
    with pytest.raises(UsageError, match="the true world is not given"):
        picture_of(EXAMPLES["illusive"])


def test_cards_of_worlds_transcripts_and_audits() -> None:
    problem = read_problem(SHAPES)
    assert isinstance(problem, ShapeWorldProblem)
    card = problem._repr_html_()
    assert card is not None and "does circle moving make triangle move?" in card
    assert "hold circle" in card and "triangle moves" in card and problem._repr_svg_() is not None
    told = audited(problem)._repr_html_()
    assert told is not None and "answer no: justified" in told and "informative" in told
    bare = EXAMPLES["illusive"]
    assert bare._repr_html_() is not None and bare._repr_svg_() is None
    effects = next(iter(relations(3)))
    shown = Relation(NAMES[:3], effects)._repr_html_()
    assert shown is not None and "causal relation" in shown


def test_what_was_not_replayed_has_no_standing() -> None:
    """A transcript that is too long: its page does not say that no world is left."""
    problem = read_problem(SHAPES)
    assert isinstance(problem, ShapeWorldProblem)
    whole = view(audited(problem), problem)
    assert whole is not None
    with bounded("shapeworld.REPLAYED_PAIRS", 0):
        short = view(audited(problem), problem)
    assert short is not None
    first, *rest = short["moments"]
    assert first["standing"] == "not worked out"
    for moment, full in zip(rest, whole["moments"][1:], strict=True):
        assert moment["standing"] in (full["standing"], "not worked out")
    assert all(moment["standing"] != "no world is left" for moment in short["moments"])
