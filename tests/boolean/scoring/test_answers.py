"""Check, separate, disambiguate, prompt and convert as questions, from text and from models."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

import symcause
from symcause.api import space as open_space
from symcause.audits.document_json import dumps, revived
from symcause.audits.documents import Document
from symcause.audits.question import ask, question
from symcause.audits.story import Tone
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.documents.check_document import (
    BooleanCheck,
    BooleanScore,
    ScoreFailure,
    line_of,
    score_of,
)
from symcause.families.boolean.documents.disambiguation_document import (
    BooleanDisambiguate,
    recorded,
)
from symcause.families.boolean.documents.prompt_document import BooleanPrompt
from symcause.families.boolean.documents.question_results import BooleanSeparate
from symcause.families.boolean.files.document import read_boolean
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.questions.convert import Convert
from symcause.families.boolean.scoring.check.answer_writer import answer_text
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.scoring.check.explanation_count import Explanations
from symcause.families.boolean.scoring.check.score_row import score_row
from symcause.models.disclosure import Disclosure, Setting
from symcause.reports.terminal_story import story_text
from tests.scoring.cases import GOLD, demo, mechanisms

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
KINDS: dict[str, type[Document]] = {
    "check": BooleanCheck,
    "separate": BooleanSeparate,
    "disambiguate": BooleanDisambiguate,
    "prompt": BooleanPrompt,
}


def example(name: str) -> BooleanProblem:
    return read_boolean(json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8")))


def answer(name: str) -> str:
    (path,) = (EXAMPLES / "answers").glob(f"{name}.*")
    return path.read_text(encoding="utf-8")


def checked(problem: BooleanProblem, text: str, **given: object) -> BooleanCheck:
    found = ask("check", problem, answer=text, **given)
    assert isinstance(found, BooleanCheck)
    return found


def wide() -> BooleanProblem:
    """Beyond counting, and with a gold model that is easy to write."""
    names = tuple(f"X{i}" for i in range(1, 41))
    world = World("w", Split.TRAIN, Mode.NONE, (), ("01" * 20, "10" * 20))
    return BooleanProblem("wide", Disclosure(Setting.HIDDEN_ORDER, names, names[:4]), (world,))


# Documents.


@pytest.mark.parametrize("name", sorted(KINDS))
def test_documents_read_back(name: str) -> None:
    problem = example("alternative")
    given = {
        "check": {"answer": answer("alternative.good")},
        "separate": {"first": "gold", "second": "reference"},
    }
    document = ask(name, problem, **given.get(name, {}))
    assert type(document) is KINDS[name]
    assert revived(json.loads(dumps(document)), KINDS[name]) == document
    assert document.to_dict()["family"] == "boolean"


def test_questions_are_light() -> None:
    """Naming a question, its options and its documents loads nothing that works."""
    names = ", ".join(f"symcause.families.boolean.questions.{name}" for name in (*KINDS, "convert"))
    code = f"import sys, {names}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not {"numpy", "z3", "pysat", "networkx", "rich", "lark", "jinja2"} & loaded
    assert not [m for m in loaded if ".boolean.space" in m or m.startswith("symcause.reports")]


# Check.


def test_the_answer_by_itself_comes_first() -> None:
    problem = example("ambiguous")
    asked = question("check", problem, answer=answer("ambiguous.good"))
    first, compared, second = asked.answers(problem)
    assert first.beside is UNSET and compared.beside is None, "it is gold"
    assert first.right is second.right is True
    assert (first.in_class, first.unique, first.count) == (None, None, None)
    assert first.nearest_alternative is UNSET
    assert (second.in_class, second.unique, second.justified, second.count) == (
        *(True, False, False),
        23,
    )
    halted = first.halted("time is up", "time")
    assert (halted.stopped, halted.count_reason, halted.code) == ("time", "time is up", 0)
    assert halted.early == "time is up"
    text = question("check", problem).text(halted)
    assert text is not None
    assert "another model explains the training worlds is unknown: time is up" in text
    assert second.halted("time is up").count_reason is None


def test_an_answer_that_is_not_valid_has_no_standing() -> None:
    problem = example("ordered")
    (document,) = question("check", problem, answer="I do not care.").answers(problem)
    assert (document.valid, document.right, document.code) == (False, False, 1)
    assert (document.in_class, document.count_reason) == (None, UNSET)
    assert document.halted("time is up").count_reason is UNSET
    story = question("check", problem).story(document)
    assert (story.tone, story.sections) == (Tone.BAD, ())
    assert story.sentence == "no JSON object in the text (stage: extracted json)"


def test_what_may_also_be_required() -> None:
    problem, unique = example("ambiguous"), example("unique")
    one = checked(unique, answer("unique.good"))
    assert one.required(unique=True, justified=True) == 0
    several = checked(problem, answer("ambiguous.good"))
    assert several.required(unique=False, justified=False) == 0
    assert several.required(unique=True, justified=False) == 1
    outside = checked(unique, answer("unique.good"), max_parents=0)
    assert (outside.in_class, outside.unique) == (False, None)
    assert outside.required(unique=True, justified=False) == 1
    task = checked(example("alternative"), answer("alternative.good"))
    assert (task.right, task.in_class, task.unique) == (True, True, None)
    assert task.required(unique=True, justified=False) == 1
    wrong = checked(problem, answer("ambiguous.other"))
    assert wrong.required(unique=True, justified=True) == 1
    unknown = one.__class__(
        **{**{f: getattr(one, f) for f in one.__struct_fields__}, "unique": None}
    )
    assert unknown.required(unique=True, justified=False) == 3


def test_beyond_reach_the_answer_is_judged_all_the_same() -> None:
    problem = wide()
    member = open_space(problem).pick()
    assert isinstance(member, BooleanSCM)
    document = checked(problem, answer_text(problem, member))
    assert (document.right, document.in_class, document.unique) == (True, True, False)
    assert document.count is None and "candidate parent sets" in str(document.count_reason)


# Answers from Python.


@pytest.mark.parametrize(
    "name", ["ordered", "block-order", "hidden-order", "hidden-roots", "unique"]
)
def test_members_are_exact_answers(name: str) -> None:
    problem = example(name)
    space = open_space(problem)
    for model in (space.pick(), problem.gold_scm, problem.gold):
        document = symcause.check(problem, model)
        assert isinstance(document, BooleanCheck)
        assert (document.valid, document.train_exact, document.in_class) == (True, True, True)
    assert symcause.check(replace(problem, worlds=problem.training), space.pick()).right


def test_the_member_of_a_unique_problem_says_exact() -> None:
    problem = example("unique")
    document = symcause.check(problem, symcause.space(problem).pick())
    assert (document.right, document.unique) == (True, True)
    text = question("check", problem).text(document)
    assert text is not None and text.startswith("unique: exact")


@pytest.mark.parametrize("setting", list(Setting))
def test_mappings_are_answers(setting: Setting) -> None:
    problem = demo(setting)
    shaped: dict[str, Any] = {"mechanisms": GOLD, "roots": ["X1", "X2"]}
    for given in (GOLD, shaped, mechanisms(GOLD), json.dumps(shaped)):
        assert symcause.check(problem, given).right
    bare = symcause.check(problem, {"mechanisms": GOLD})  # an object is judged as it stands
    assert bare.right is (setting is not Setting.HIDDEN_ROOTS)


def test_a_model_is_an_alternative_without_claims() -> None:
    problem = example("alternative")
    model = next(m for m in open_space(problem) if m != problem.reference_scm)
    document = symcause.check(problem, model)
    assert isinstance(document, BooleanCheck)
    assert (document.valid, document.alternative_success) == (True, True)
    assert (document.experiment_valid, document.right) == (False, False)
    whole = json.loads(answer("alternative.good"))
    assert symcause.check(problem, whole).right


@pytest.mark.parametrize("thing", [None, 3, ["X1"], object(), {"X3": 1}, {"X3": None}])
def test_what_is_no_answer(thing: object) -> None:
    with pytest.raises(TypeError, match=r"not (NoneType|int|list|object)"):
        symcause.check(demo(), thing)


def test_models_of_other_problems_are_not_valid() -> None:
    stranger = BooleanSCM(("Y1",), {"Y2": Function((), 1), "Y3": Function(("Y1",), 0b10)})
    for setting in Setting:
        document = symcause.check(demo(setting), stranger)
        assert document.right is False and isinstance(document, BooleanCheck)
        assert document.stage == "keys"


def test_models_print_as_formulas() -> None:
    model = demo().gold_scm
    assert model is not None
    written = "X3 = (xor X1 X2)\nX4 = (not (and X1 X3))\nX5 = (iff X3 X4)"
    assert str(model) == f"roots: X1, X2\n{written}"
    assert str(mechanisms(GOLD)) == written
    assert dict(model.mechanisms) == GOLD
    assert model.to_answer() == {"roots": ["X1", "X2"], "mechanisms": GOLD}
    graph = model.to_networkx()
    assert set(graph.edges) == model.edges and graph.nodes["X5"]["mechanism"] == "(iff X3 X4)"
    assert "mechanism" not in graph.nodes["X1"]


def test_constants_and_long_functions_print_too() -> None:
    constant = BooleanSCM((), {"X1": Function((), 1)})
    assert str(constant) == "roots: none\nX1 = 1"
    parents = tuple(f"X{i}" for i in range(1, 15))
    table = (1 << (1 << 14)) - 2
    long = BooleanSCM(parents, {"Y": Function(parents, table)})
    assert "Y = a function of X1, X2" in str(long)
    with pytest.raises(LimitError, match="too long to write"):
        _ = long.mechanisms


# Separate.


def test_separate() -> None:
    problem = example("ambiguous")
    document = ask("separate", problem, first="gold", second=answer("ambiguous.other"))
    assert isinstance(document, BooleanSeparate)
    assert document.separated is True and document.code == 0
    assert document.experiment is not None and document.witness is not None
    same = ask("separate", problem, first="gold", second="gold", targets=2)
    assert isinstance(same, BooleanSeparate)
    assert (same.separated, same.code, same.pair_disagreement_rate) == (False, 1, 0.0)
    text = question("separate", problem).text(same)
    assert text == "No experiment on up to 2 variables tells the two models apart."
    model = problem.gold_scm
    python = symcause.separate(problem, model, answer("ambiguous.other"))
    assert python == document


def test_separate_refuses_what_is_no_model() -> None:
    problem = example("ambiguous")
    with pytest.raises(UsageError, match="second answer: not a valid answer: extracted_json"):
        ask("separate", problem, first="gold", second="nothing")
    with pytest.raises(UsageError, match="has no reference"):
        ask("separate", problem, first="reference", second="gold")


def test_too_many_roots_are_unknown() -> None:
    names = tuple(f"X{i}" for i in range(1, 20))
    world = World("w", Split.TRAIN, Mode.NONE, (), ("0" * 19,))
    problem = BooleanProblem("roots", Disclosure(Setting.HIDDEN_ORDER, names, names[:18]), (world,))
    document = symcause.separate(problem, {"X19": "X1"}, {"X19": "X2"})
    assert (document.separated, document.code) == (None, 3)
    assert "18 roots" in str(document.reason)
    assert "is not known: 18 roots" in str(question("separate", problem).text(document))


# Disambiguate.


def test_better_choices_stream_and_the_record_reads_back() -> None:
    problem = replace(example("ambiguous"), metadata={"verdict": "ambiguous", "source": "kept"})
    asked = question("disambiguate", problem, strengthen=True)
    *_, last = documents = list(asked.answers(problem))
    assert [d.lower_bound for d in documents] == sorted(d.lower_bound for d in documents)
    assert (last.minimal, last.count_after, last.code) == (True, 1, 0)
    stronger = read_boolean(json.loads(json.dumps(last.strengthened)))
    assert stronger.metadata["source"] == "kept" and "verdict" not in stronger.metadata
    assert symcause.count(stronger).count == 1
    again = recorded(json.loads(json.dumps(last.strengthened)))
    assert again is not None and again.worlds == last.worlds
    assert (again.count_before, again.minimal) == (last.count_before, True)
    kept = question("disambiguate", problem, recorded={problem.id: last.strengthened})
    (found,) = kept.answers(problem)
    assert found.worlds == last.worlds and found.strengthened == last.strengthened
    assert recorded({"id": "p", "worlds": []}) is None


def test_a_stopped_search_keeps_what_it_has() -> None:
    problem = example("ambiguous")
    first = next(iter(question("disambiguate", problem, strengthen=True).answers(problem)))
    halted = first.halted("time is up", "time")
    record = halted.strengthened["metadata"]["strengthening"]
    assert (record["stopped"], record["reason"]) == (
        "time",
        "time is up",
    ) and halted.worlds == first.worlds
    frame = question("disambiguate", problem).frame(problem).halted("time is up", "time")
    assert (frame.code, frame.strengthened) == (3, UNSET)
    text = story_text(question("disambiguate", problem).story(frame))
    assert text == (
        "ambiguous · hidden-order\nHow many models further worlds leave is not known.\n"
        "  stopped: time is up"
    )


def test_a_record_of_another_class_is_refused() -> None:
    problem = example("ambiguous")
    *_, last = question("disambiguate", problem, strengthen=True).answers(problem)
    other = question("disambiguate", problem, recorded={problem.id: last.strengthened}, max_ast=4)
    with pytest.raises(UsageError, match="an earlier run was about another class"):
        list(other.answers(problem))


# Prompt, convert, score, space.


def test_prompt_and_convert() -> None:
    problem = example("ordered")
    document = ask("prompt", problem)
    assert isinstance(document, BooleanPrompt)
    shown = document.to_dict()
    assert shown["prompt"] == f"{shown['instruction']}\n\n{shown['message']}" == document.text
    assert question("prompt", problem).text(document) == document.text
    weaker = Convert(setting="hidden-order").converted(problem)
    assert weaker.setting is Setting.HIDDEN_ORDER and Convert().converted(problem) == problem
    with pytest.raises(UsageError, match="cannot be asked as ordered"):
        Convert(setting="ordered").converted(weaker)


def test_scores_read_back_from_lines() -> None:
    problem = demo()
    huge = Explanations(10**5000, True)
    for known in (None, Explanations(1, False), huge):
        score = score_row(Scorer(problem), "m", json.dumps({"mechanisms": GOLD}), known)
        assert score_of(line_of(score)) == score
        assert score_of(json.loads(dumps(score))) == score
        assert score.right is True
    failed = ScoreFailure(problem="p", model="m", error="no such problem")
    assert score_of(line_of(failed)) == failed
    assert isinstance(score, BooleanScore) and score.other_explanations == 10**5000 - 1


def test_options_of_a_space() -> None:
    problem = example("ambiguous")
    assert open_space(problem, max_parents="none").hypotheses.max_parents is None
    assert open_space(problem, setting="hidden-roots").problem.setting is Setting.HIDDEN_ROOTS
    assert open_space(problem, max_ast=3).count() != open_space(problem).count()
    for wrong in ({"max_parents": -1}, {"setting": "secret"}, {"max_ast": 0}):
        with pytest.raises(UsageError, match="does not take this"):
            open_space(problem, **wrong)  # type: ignore[arg-type]
