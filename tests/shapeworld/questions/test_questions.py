"""Questions about ShapeWorld problems: documents, exit codes, stories, and light modules."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symcause.audits.document_json import dumps, revived
from symcause.audits.documents import Document
from symcause.audits.question import answered, question
from symcause.audits.story import Story
from symcause.errors import UsageError
from symcause.families.shapeworld import FAMILY
from symcause.families.shapeworld.files.document import read_shapeworld
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.scoring.answer_text import answer_text
from symcause.families.shapeworld.verifier.kernel import verify
from symcause.formats.schema import described
from symcause.models.dags import DAG
from symcause.registry import load
from tests.cli.cases import Shell
from tests.shapeworld.cases import EXAMPLES, case

SHAPES = Path(__file__).resolve().parents[3] / "examples" / "shapes.json"
DEMO = replace(
    case("circle square triangle", "circle", "triangle", "circle square triangle", said="no"),
    gold=DAG.of([("circle", "square")], nodes=("circle", "square", "triangle")),
)


def ask(name: str, problem: ShapeWorldProblem, **options: object) -> Any:
    """The answer, told as a story, written as JSON and read back."""
    asked = load(FAMILY.questions[name])(**options)
    found = answered(asked, problem)
    assert isinstance(found, Document) and found.family == "shapeworld"
    story = asked.story(found)
    assert isinstance(story, Story) and story.brief()
    again = revived(json.loads(dumps(found)), asked.document)
    assert again == found
    return found


def test_every_name_of_the_family_can_be_loaded() -> None:
    dotted = [FAMILY.problem, FAMILY.writer, FAMILY.space, FAMILY.verifier, FAMILY.digest]
    dotted += [FAMILY.scoring, FAMILY.public, FAMILY.tally, FAMILY.proof, FAMILY.answer]
    for names in (FAMILY.formats, FAMILY.exports, FAMILY.questions, FAMILY.generators):
        dotted += names.values()
    dotted += [foreign.reader for foreign in FAMILY.foreign]
    dotted += [name for text in FAMILY.texts for name in (text.reader, text.answers) if name]
    for name in (*dotted, *FAMILY.schemas.values()):
        assert name is not None and callable(load(name))
    for name, dotted_name in FAMILY.questions.items():
        assert load(dotted_name).name == name


def test_questions_and_documents_are_light() -> None:
    names = [dotted.partition(":")[0] for dotted in FAMILY.questions.values()]
    code = f"import sys, {', '.join(names)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not {"numpy", "pysat", "z3", "rich", "networkx"} & loaded
    assert not {name for name in loaded if "shapeworld.space" in name}


def test_audit_of_a_fresh_case() -> None:
    found = ask("audit", DEMO, certificate=True)
    assert (found.verdict, found.settled, found.code) == ("open", False, 1)
    assert (found.count, found.graphs, found.identity) == (19, 25, "relation")
    assert set(found.relations.values()) == {"open"} and len(found.relations) == 6
    assert found.optimum.to_dict() == {
        "worst_case": 2,
        "bound": 2,
        "shortest_proof": 1,
        "expected": {"relations": "31/19", "graphs": "43/25"},
    }
    assert found.next.to_dict() == {"action": "hold", "shape": "square"}
    assert (found.answer, found.support, found.lucky, found.truth) == (
        "no",
        "unsupported",
        True,
        "no",
    )
    assert found.to_dict()["class"] == {"name": "all", "source": "default"}
    assert verify(DEMO, found.certificate).accepted


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_audits_grow_and_their_certificates_are_accepted(name: str) -> None:
    question = load(FAMILY.questions["audit"])(certificate=True)
    documents = list(question.answers(EXAMPLES[name]))
    assert len({document.verdict for document in documents}) == 1, "the verdict comes first"
    assert verify(EXAMPLES[name], documents[-1].certificate).accepted
    assert documents[-1].seconds is not None
    story = question.story(documents[-1])
    assert story.verdict == documents[-1].verdict and story.sections


def test_count_by_every_engine() -> None:
    problem = EXAMPLES["reverse-collider"]
    found = [ask("count", problem, engine=engine) for engine in ("lists", "sat")]
    assert {(one.count, one.graphs, one.status, one.code) for one in found} == {
        (49, 79, "exact", 0)
    }
    assert ask("count", problem, scope="rooted").count == 0, "two sources have no common cause here"
    with pytest.raises(UsageError, match="no such engine"):
        ask("count", problem, engine="abacus")
    asked = ask("count", ShapeWorldProblem("q", ("a", "b"), "a", "b"))
    assert (asked.count, asked.status, asked.code) == (None, "unknown", 3)


@pytest.mark.parametrize(
    ("text", "right", "support", "lucky", "code"),
    [
        ('{"answer": "no"}', True, "unsupported", True, 0),
        ("yes", False, "unsupported", False, 1),
        ("Nobody can know.", False, None, None, 1),
    ],
)
def test_check_with_gold(
    text: str, right: bool, support: str | None, lucky: bool | None, code: int
) -> None:
    found = ask("check", DEMO, answer=text)
    assert (found.right, found.support, found.lucky, found.code) == (right, support, lucky, code)


def test_check_without_gold_asks_for_a_proof() -> None:
    problem = EXAMPLES["illusive"]
    assert ask("check", problem, answer="yes").code == 0
    assert ask("check", problem, answer="no").code == 1
    assert ask("check", EXAMPLES["reverse-collider"], answer="no").code == 1
    justified = ask("check", problem, answer="yes")
    assert (justified.right, justified.justified, justified.support) == (None, True, "justified")
    assert justified.required(unique=False, justified=True) == 0


def test_an_answer_that_nothing_is_said_about_is_still_an_answer() -> None:
    """Outside the class, or with an impossible log, a yes or no is not judged; it is not missing."""
    gold = DAG.of([("b", "a")], nodes=("a", "b"))
    outside = replace(case("a b", "a", "b", "a b", said="no"), gold=gold)
    impossible = case("a b", "a", "b", "a b", "move a: b", said="no")
    for problem, options, why in (
        (outside, {"scope": "listed"}, "the true world is outside the class listed"),
        (impossible, {}, "no world shows the transcript"),
    ):
        story = load(FAMILY.questions["audit"])(**options).story(ask("audit", problem, **options))
        assert "answer no: not judged" in story.notes
        checked = ask("check", problem, answer="no", **options)
        assert why in load(FAMILY.questions["check"])(**options).story(checked).brief()


def test_next_orders_actions_by_what_is_still_needed() -> None:
    found = ask("next", DEMO)
    assert (found.status, found.settled, found.shrinks, found.code) == ("exact", False, True, 0)
    assert [one.experiment["shape"] for one in found.experiments] == [
        "square",
        "triangle",
        "circle",
    ]
    first = found.experiments[0]
    assert (first.worst, first.expected, first.settles, first.left) == (1, "17/19", False, 9)


def test_next_when_nothing_more_can_be_learnt() -> None:
    steps = ("move a: a b", "hold a:", "move b: b", "hold b:")
    found = ask("next", case("a b", "a", "b", "", *steps))
    assert (found.settled, found.shrinks, found.code) == (True, False, 1)
    assert "nothing more" in found.reason


@pytest.mark.parametrize(("cause", "effect", "settled"), [("b", "a", False), ("a", "b", True)])
def test_next_where_only_another_state_teaches(cause: str, effect: str, settled: bool) -> None:
    """a moves and b does not: whether b is its cause shows after a hold, and two relations are left."""
    problem = case("a b", cause, effect, "a")
    found = ask("next", problem)
    assert (found.settled, found.shrinks, found.code) == (settled, True, 0)
    shown = [(one.experiment["shape"], one.shrinks, one.enables) for one in found.experiments]
    assert shown == [("a", False, True), ("b", False, True)] and found.experiments[0].left == 2
    assert (
        found.reason == "no action teaches anything in this state: one that changes it comes first"
    )
    story = load(FAMILY.questions["next"])().story(found)
    assert found.reason in story.notes


def test_next_for_many_shapes_follows_the_plan() -> None:
    shapes = " ".join(f"s{i}" for i in range(9))
    found = ask("next", case(shapes, "s0", "s1", shapes))
    assert (found.status, found.shrinks, found.code) == ("bounded", True, 0)
    assert found.experiments[0].experiment == {"action": "hold", "shape": "s2"}
    assert found.experiments[0].worst == 7 and found.reason


def test_the_policy_settles_every_leaf_unless_the_limit_is_too_small() -> None:
    found = ask("disambiguate", DEMO)
    assert (found.worst_case, found.bound, found.settles, found.code) == (2, 2, True, 0)
    assert found.policy.action.to_dict() == {"action": "hold", "shape": "square"}
    short = ask("disambiguate", replace(DEMO, limit=1))
    assert (short.settles, short.code) == (False, 1)
    shapes = " ".join(f"s{i}" for i in range(9))
    wide = ask("disambiguate", case(shapes, "s0", "s1", shapes))
    assert (wide.policy, wide.worst_case, wide.bound, wide.code) == (None, 8, 8, 3)


def test_alternatives_with_the_other_answer_come_first() -> None:
    found = ask("alternatives", DEMO, limit=19)
    assert (found.total, found.status, found.code) == (18, "exact", 1)
    answers = [one.model.answer for one in found.alternatives]
    assert answers == ["yes"] * 6 + ["no"] * 12
    for part in (found.alternatives[:6], found.alternatives[6:]):
        assert [len(one.changed) for one in part] == sorted(len(one.changed) for one in part)
    first = found.alternatives[0]
    assert first.model.edges == (("circle", "square"), ("circle", "triangle"))
    assert first.changed == (("circle", "triangle"),)
    assert [str(action) for action in first.experiment] == ["hold circle"]
    assert first.readings == (("triangle",), ())


def test_alternatives_against_a_world_and_without_gold() -> None:
    world = '{"edges": [["circle", "triangle"]]}'
    found = ask("alternatives", replace(DEMO, gold=None), against=world, limit=1)
    assert found.alternatives[0].model.edges == ()
    with pytest.raises(UsageError, match="nothing to differ from"):
        ask("alternatives", replace(DEMO, gold=None))
    with pytest.raises(UsageError, match="no such shape"):
        ask("alternatives", DEMO, against="circle -> moon")
    settled = case("a b", "a", "b", "", "move a: a b", "hold a:", "move b: b")
    alone = ask("alternatives", settled, against="a -> b")
    assert (alone.total, alone.code, alone.alternatives) == (0, 0, ())


def test_separate_two_worlds() -> None:
    other = "circle -> square\ncircle -> triangle"
    found = ask("separate", DEMO, first="gold", second=other)
    assert [str(action) for action in found.actions] == ["hold circle"]
    assert (found.states, found.minimal, found.code) == ((("triangle",), ()), True, 0)
    same = ask("separate", DEMO, first="gold", second='{"edges": [["circle", "square"]]}')
    assert (same.separated, same.code) == (False, 1)
    start = replace(DEMO, initial=("circle", "square"))
    told = ask("separate", start, first="gold", second=other)
    assert (told.actions, told.code) == ((), 0) and "the start rules the second" in told.reason
    with pytest.raises(UsageError, match="no gold"):
        ask("separate", replace(DEMO, gold=None), second=other)


def test_solve_gives_the_sparsest_world_first() -> None:
    found = ask("solve", EXAMPLES["illusive"], everything=True)
    assert (found.status, found.pairs, found.optimal, found.code) == ("solved", 2, True, 0)
    assert found.model.edges == (("triangle", "circle"), ("triangle", "square"))
    assert len(found.members) == 3
    none = ask("solve", case("a b", "a", "b", "a b", "move a:"))
    assert (none.status, none.model, none.code) == ("inconsistent", None, 1)


def test_prompt_shows_neither_world_nor_answer() -> None:
    found = ask("prompt", DEMO)
    assert found.to_dict()["prompt"] == f"{found.system}\n\n{found.message}"
    assert "circle is moving, square is moving, triangle is moving" in found.message
    assert ask("prompt", replace(DEMO, gold=None, answer="yes")).text == found.text
    with pytest.raises(UsageError, match="one of basic, basic_limit_step"):
        question("prompt", DEMO, template="basis")


def test_a_class_that_does_not_suit_is_refused() -> None:
    with pytest.raises(UsageError, match="class core"):
        ask("audit", EXAMPLES["correlation-1"], scope="core")
    assert ask("audit", DEMO, scope="core").count == 9


def test_schemas_of_documents_can_be_made() -> None:
    for name in set(FAMILY.questions) - {"convert"}:
        schema = described(load(FAMILY.questions[name]).document, f"shapeworld.{name}")
        assert {"family", "problem"} <= schema["properties"].keys()


def test_the_example_of_the_format() -> None:
    text = """{"format": "symcause.shapeworld/1", "id": "demo",
      "shapes": ["circle", "square", "triangle"],
      "question": {"cause": "circle", "effect": "triangle"},
      "initial": ["circle", "square", "triangle"],
      "transcript": [{"action": "hold", "shape": "circle", "moving": ["triangle"]}],
      "class": "all", "limit": 6, "gold": {"edges": [["circle", "square"]]}}"""
    found = ask("audit", read_shapeworld(json.loads(text)))
    assert (found.verdict, found.decided_at, found.code) == ("no", 1, 0)


def test_worlds_and_answers_of_programmers() -> None:
    gold = DEMO.gold_relation
    assert gold is not None and DEMO.gold is not None
    text = answer_text(DEMO, gold)
    assert text == answer_text(DEMO, DEMO.gold) == '{"edges": [["circle", "square"]]}'
    assert ask("separate", DEMO, second=text).separated is False
    assert ask("check", DEMO, answer=answer_text(DEMO, False)).right is True
    with pytest.raises(TypeError, match="not float"):
        answer_text(DEMO, 0.5)


def test_separate_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Gold against an edge list and against JSON; what the transcript rules out is told apart already."""
    shell = Shell(capsys)
    start = json.loads(SHAPES.read_text(encoding="utf-8")) | {"transcript": [], "answer": None}
    problem, chain, same = (tmp_path / name for name in ("case.json", "chain.txt", "same.json"))
    problem.write_text(json.dumps(start), encoding="utf-8")
    chain.write_text("circle -> square\nsquare -> triangle\n", encoding="utf-8")
    same.write_text('{"edges": [["circle", "square"]]}', encoding="utf-8")
    code, out, _ = shell("separate", problem, "gold", chain, "--json")
    found = json.loads(out)
    assert code == 0 and found["separated"] and found["minimal"]
    assert len(found["actions"]) == 1 and found["states"][0] != found["states"][1]
    code, out, _ = shell("separate", problem, "gold", chain)
    assert code == 0 and "in the first world" in out
    code, out, _ = shell("separate", problem, "gold", same)
    assert code == 1 and "same relation" in out
    code, out, _ = shell("separate", SHAPES, chain, "gold")
    assert code == 0 and "tells them apart already: step 1 rules the first world out" in out
    chain.write_text("circle -> moon\n", encoding="utf-8")
    code, _, err = shell("separate", problem, "gold", chain)
    assert code == 2 and "no such shape" in err and "moon" in err


def test_what_teaches_stands_before_what_only_leads_there() -> None:
    """b moves alone, and a may be its cause: holding b begins a shortest plan, but shows nothing itself."""
    found = ask("next", case("a b c", "a", "b", "b"))
    assert (found.code, found.status) == (0, "exact")
    shown = {
        str(one.experiment["shape"]): (one.worst, one.shrinks, one.enables)
        for one in found.experiments
    }
    assert list(shown) == ["a", "c", "b"]
    assert shown == {"a": (1, True, False), "c": (3, True, False), "b": (1, False, True)}
    audited = ask("audit", case("a b c", "a", "b", "b"))
    story = load(FAMILY.questions["next"])().story(found)
    assert str(audited.next) == "move a", "the first of a shortest plan"
    assert story.sentence.startswith("Best next: move a; after it one more intervention settles")


@pytest.mark.parametrize(
    ("problem", "kinds"),
    [
        (
            case("a b c", "c", "b", "b", "move a: a b", "hold b: a b"),
            {"a": (False, True), "c": (False, True)},
        ),
        (
            case("a b", "a", "b", "", "move a: a b", "hold a:", "move b: b"),
            {"a": (False, False), "b": (False, False)},
        ),
    ],
)
def test_actions_that_teach_nothing(
    problem: ShapeWorldProblem, kinds: dict[str, tuple[bool, bool]]
) -> None:
    found = ask("next", problem)
    shown = {one.experiment["shape"]: (one.shrinks, one.enables) for one in found.experiments}
    assert shown == kinds
    assert found.shrinks is any(enables for _, enables in kinds.values())


def test_gold_outside_the_class_comes_before_a_class_without_members() -> None:
    """Neither causes the other, and both were seen to move alone: no rooted world shows that."""
    seen = case("a b", "a", "b", "", "move a: a", "hold a:", "move b: b")
    assert ask("audit", seen, scope="rooted").verdict == "inconsistent"
    gold = replace(seen, gold=DAG(("a", "b")))
    assert ask("audit", gold, scope="rooted").verdict == "gold-outside-class"
    other = replace(seen, gold=DAG.of([("a", "b")]))
    assert ask("audit", other, scope="rooted").verdict == "invalid"
