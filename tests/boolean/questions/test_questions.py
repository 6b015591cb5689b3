"""Audit, count, solve and alternatives as questions: documents that grow, refuse, read back and speak."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from symcause.audits.document_json import dumps, revived
from symcause.audits.documents import Document
from symcause.audits.question import ask, question
from symcause.audits.story import Tone
from symcause.audits.verdicts import Verdict, judge
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.audits import whole_audit as audit_module
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.families.boolean.documents.question_results import (
    BooleanAlternatives,
    BooleanCount,
    BooleanSolve,
)
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.pools.problem_files import read_problem
from symcause.reports.terminal_story import story_text

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

KEYS = {
    "audit": """family problem setting class identity verdict settled sentence reason count separable gold
        member variables alternatives support exposure edges shortcuts local_alternatives
        coordinated_pairs profile smallest_class redundancy spectrum best margin unobserved
        certificate beyond_reach seconds""",
    "count": """family problem setting class identity count log10 status reason engine spectrum
        at_least""",
    "solve": """family problem setting class status reason roots mechanisms total_ast optimal
        disturbed seconds""",
    "alternatives": "family problem setting class identity against alternatives total status reason",
}


def example(name: str) -> BooleanProblem:
    problem = read_problem(EXAMPLES / f"{name}.json")
    assert isinstance(problem, BooleanProblem)
    return problem


def told(name: str, document: Document) -> str:
    """What a terminal shows."""
    asked = question(name, example("ambiguous"))
    return asked.text(document) or story_text(asked.story(document))


@pytest.mark.parametrize("name", sorted(KEYS))
def test_frames_have_every_key_and_documents_read_back(name: str) -> None:
    problem = example("ambiguous")
    frame = question(name, problem).frame(problem)
    assert set(frame.to_dict()) == set(KEYS[name].split())
    assert frame.code == 3
    halted = frame.halted("time is up")
    assert halted.code == 3 and halted.to_dict()["reason"] == "time is up"
    assert "time is up" in told(name, halted)
    answer = ask(name, problem)
    assert revived(json.loads(dumps(answer)), type(answer)) == answer
    assert told(name, answer)


def test_an_audit_grows_by_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[BooleanAudit] = []

    def keep(document: Document) -> None:
        assert isinstance(document, BooleanAudit)
        seen.append(document)

    def refuse(self: object, document: BooleanAudit) -> BooleanAudit:
        raise LimitError("more than ten", remedy="ask for less")

    monkeypatch.setattr(audit_module._Sections, "_profile", refuse)
    last = ask("audit", example("ambiguous"), keep)
    assert last == seen[-1] and len(seen) >= 9
    assert [d.verdict for d in seen[:2]] == ["unknown", "ambiguous"]
    assert seen[0].gold is not None and seen[0].settled is None
    shown = [bool(d.alternatives) for d in seen]
    assert shown == sorted(shown) and shown[-1]  # once they are there they stay
    assert all(a.seconds <= b.seconds for a, b in pairwise(seen) if a.seconds and b.seconds)
    assert isinstance(last, BooleanAudit)
    assert last.beyond_reach == {"profile": "more than ten; ask for less"}
    assert last.redundancy is not None, "a section beyond reach does not cost the others"
    assert "  profile beyond reach: more than ten; ask for less" in told("audit", last)


def test_a_certificate_beyond_reach_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object) -> None:
        raise LimitError("too much")

    monkeypatch.setattr(audit_module._Sections, "proof", refuse)
    found = ask("audit", example("unique"), certificate=True)
    assert isinstance(found, BooleanAudit)
    assert (found.certificate, found.certificate_reason) == (None, "too much")
    plain = ask("audit", example("unique"))
    assert isinstance(plain, BooleanAudit) and plain.certificate_reason is UNSET


def test_huge_numbers_read_back_wherever_they_stand() -> None:
    """Beyond 4,300 digits an integer is null with its hexadecimal beside it, in parts too."""
    huge = 10**5000 + 7
    found = ask("audit", example("ambiguous"))
    assert isinstance(found, BooleanAudit)
    found = msgspec.structs.replace(
        found,
        count=huge,
        shortcuts={"X3": huge, "X4": None, "X4_hex": 3},
        profile=(msgspec.structs.replace(found.profile[0], count=huge), *found.profile[1:]),
    )
    data = json.loads(dumps(found))
    assert data["count"] is data["profile"][0]["count"] is None
    assert int(data["profile"][0]["count_hex"], 16) == huge
    assert revived(data, BooleanAudit) == found
    with pytest.raises(UsageError, match="not a result of this kind"):
        revived({**data, "count_hex": "0xgreat"}, BooleanAudit)
    assert "1.00e5000" in told("audit", found)


@pytest.mark.parametrize(
    ("count", "gold_ok", "member", "verdict", "settled"),
    [
        (1, None, None, Verdict.UNIQUE, True),
        (1, True, True, Verdict.UNIQUE, True),
        (2, True, True, Verdict.AMBIGUOUS, False),
        (0, None, None, Verdict.INCONSISTENT, False),
        (7, True, False, Verdict.GOLD_OUTSIDE, False),
        (None, True, False, Verdict.GOLD_OUTSIDE, False),
        (None, False, None, Verdict.INVALID, False),
        (1, False, True, Verdict.INVALID, False),
        (1, True, None, Verdict.UNKNOWN, None),
        (None, None, None, Verdict.UNKNOWN, None),
    ],
)
def test_verdicts(
    count: int | None,
    gold_ok: bool | None,
    member: bool | None,
    verdict: Verdict,
    settled: bool | None,
) -> None:
    found = judge(count, gold_ok=gold_ok, gold_is_member=member)
    assert (found, found.settled) == (verdict, settled)
    assert (found.tone is Tone.GOOD) == (settled is True)
    assert (found.tone is Tone.UNKNOWN) == (settled is None)


@pytest.mark.parametrize("engine", ["recursion", "sat", "smt", "counter"])
def test_every_engine_counts_the_same(engine: str) -> None:
    found = ask("count", example("ambiguous"), engine=engine)
    assert isinstance(found, BooleanCount)
    assert (found.count, found.status, found.engine) == (23, "exact", engine)
    assert found.identity == "functions+roots"
    assert (
        told("count", found)
        == "ambiguous: 23 models · at most 2 causes each, as the problem states"
    )


def test_classes_and_settings() -> None:
    problem = example("corner")
    found = ask("count", problem, max_parents="none", max_depth=2, setting="hidden-roots")
    assert isinstance(found, BooleanCount)
    assert found.setting == "hidden-roots"
    assert found.to_dict()["class"] == {
        "max_parents": None,
        "max_ast": None,
        "source": "option",
        "max_depth": 2,
        "errors": 0,
        "knowledge": None,
        "sources": {"errors": None, "knowledge": None},
    }
    with pytest.raises(UsageError, match="cannot be asked as ordered"):
        ask("count", problem, setting="ordered")


@pytest.mark.parametrize(
    ("name", "given", "remedy"),
    [
        ("count", {"setting": "unordered"}, "one of ordered"),
        ("count", {"max_parents": "many"}, "the word none"),
        ("count", {"max_parents": -1}, "at least 0"),
        ("count", {"max_ast": 0}, "at least 1"),
        ("audit", {"targets": 4}, "at most 3"),
        ("audit", {"limit": True}, "a whole number"),
        ("audit", {"claim": "everything"}, "one of verdict"),
        ("solve", {"limit": 3}, "add --all"),
        ("solve", {"prefers": "ast"}, "prefer"),
    ],
)
def test_what_an_option_does_not_take(name: str, given: dict[str, object], remedy: str) -> None:
    with pytest.raises(UsageError, match=remedy):
        ask(name, example("unique"), **given)


def test_solving_and_listing() -> None:
    problem = example("ambiguous")
    lengths: list[int] = []

    def keep(document: Document) -> None:
        assert isinstance(document, BooleanSolve)
        lengths.append(len(document.members) if document.members else 0)

    found = ask("solve", problem, keep, everything=True)
    assert isinstance(found, BooleanSolve) and isinstance(found.members, tuple)
    assert lengths[0] == 0 and lengths[-1] == 23 and sorted(lengths) == lengths
    assert found.complete is True and found.seconds is not None
    sizes = [member.total_ast for member in found.members]
    assert sizes == sorted(sizes) and sizes[0] == found.total_ast
    assert told("solve", found).endswith("23 members listed: all there are")
    few = ask("solve", problem, everything=True, limit=2)
    assert told("solve", few).endswith("2 members listed: there are more")
    drawn = [ask("solve", problem, prefer="uniform", seed=s) for s in (1, 1, 2)]
    models = [d.mechanisms for d in drawn if isinstance(d, BooleanSolve)]
    assert models[0] == models[1]
    nothing = ask("solve", problem, max_parents=1)
    assert isinstance(nothing, BooleanSolve)
    assert (nothing.status, nothing.code, nothing.mechanisms) == ("inconsistent", 1, None)


def test_alternatives_to_gold_a_text_or_nothing() -> None:
    problem = example("ambiguous")
    found = ask("alternatives", problem, limit=2)
    assert isinstance(found, BooleanAlternatives)
    assert (found.total, found.found, found.code) == (22, 2, 1)
    assert found.alternatives[0].changed == ("X4",)
    text = json.dumps({"mechanisms": found.alternatives[0].mechanisms})
    other = ask("alternatives", problem, against=text, limit=1)
    assert isinstance(other, BooleanAlternatives)
    assert other.against == found.alternatives[0].mechanisms and other.total == 22
    assert other.alternatives[0].mechanisms != other.against
    with pytest.raises(UsageError, match="not a valid answer: keys"):
        ask("alternatives", problem, against='{"mechanisms": {}}')
    with pytest.raises(UsageError, match="the problem has no reference"):
        ask("alternatives", problem, against="reference")
    with pytest.raises(UsageError, match="neither reference nor gold"):
        ask("alternatives", replace(problem, gold=None))
    assert ask("alternatives", example("unique")).code == 0


def test_questions_are_light() -> None:
    """Naming a question, its options and its documents loads nothing that works."""
    names = ", ".join(f"symcause.families.boolean.questions.{name}" for name in KEYS)
    code = f"import sys, {names}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not {"numpy", "z3", "pysat", "networkx", "rich", "lark", "jinja2"} & loaded
    assert not [m for m in loaded if ".boolean.space" in m or m.startswith("symcause.reports")]
