"""Certificate documents: strict reading, bounds, exact integers, and the hash of the problem."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from symcause.families.boolean.certify.certificate_builder import build_clausal
from symcause.families.boolean.certify.count_builder import build_count
from symcause.families.boolean.certify.local_builder import build_local
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate import CLAIMS, read_certificate
from symcause.families.boolean.verifier.kernel import verify
from symcause.kernel.envelope import EVIDENCE
from symcause.kernel.nodes import Node, Rejected, write_exact
from symcause.kernel.verification import Verification
from symcause.kernel.work import Work
from symcause.models.disclosure import Disclosure, Setting
from tests.boolean.certificate_cases import cases, plain

PROBLEM = BooleanProblem(
    "demo",
    Disclosure(Setting.HIDDEN_ORDER, ("X1", "X2", "X3"), ("X1", "X2")),
    (World("w", Split.TRAIN, Mode.NONE, (), ("000", "011", "101", "110")),),
)
UNIQUE = build_local(PROBLEM, HypothesisClass(2, source="option"))


def test_the_document_as_the_page_shows_it() -> None:
    assert UNIQUE is not None
    document = UNIQUE.to_dict()
    digest = document["problem"]["sha256"]
    assert len(digest) == 64
    assert document == {
        "format": "symcause.certificate/1",
        "family": "boolean",
        "problem": {"id": "demo", "sha256": digest, "covers": EVIDENCE},
        "setting": "hidden-order",
        "class": {"max_parents": 2, "max_ast": None, "max_depth": None, "source": "option"},
        "identity": "functions+roots",
        "claim": {
            "name": "unique",
            "model": {
                "roots": ["X1", "X2"],
                "functions": {"X3": {"parents": ["X1", "X2"], "table": "0110"}},
            },
        },
        "evidence": {
            "kind": "local",
            "variables": {
                "X3": {
                    "conflicts": [],
                    "covered": [{"parents": ["X1", "X2"], "rows": [0, 2, 1, 3]}],
                }
            },
        },
    }


def test_documents_are_read_back_as_they_were() -> None:
    for problem, hypothesis, _ in cases(3, 40):
        for made in (build_local(problem, hypothesis), build_count(problem, hypothesis)):
            if made is not None:
                assert read_certificate(plain(made)).to_dict() == made.to_dict()


def test_the_kernel_reads_certificates_it_is_handed() -> None:
    """An object in memory is written and read like a file: nothing is believed."""
    assert verify(PROBLEM, UNIQUE).accepted
    assert UNIQUE is not None
    assert not verify(PROBLEM, replace(UNIQUE, sha256="0")).accepted


def test_name_and_metadata_do_not_matter_but_the_rest_does() -> None:
    document = plain(UNIQUE)
    renamed = replace(PROBLEM, id="other", metadata={"source": "elsewhere"})
    assert verify(renamed, document).accepted
    assert "another problem" in verify(replace(PROBLEM, max_parents=2), document).reason
    again = World("again", Split.TRAIN, Mode.NONE, (), ("000",))
    assert not verify(PROBLEM.with_worlds((again,)), document).accepted


@pytest.mark.parametrize(
    ("place", "value", "reason"),
    [
        ("format", "symcause.certificate/2", "format: unknown word"),
        ("format", 1, "format: not text"),
        ("identity", "looks", "identity: unknown word"),
        ("setting", "hidden", "did you mean 'hidden-roots'"),
        ("setting", "ordered", "less disclosure"),
        ("class", {}, "'max_parents' is missing"),
        ("class.max_parents", "2", "class.max_parents: not an integer"),
        ("class.max_parents", True, "class.max_parents: not an integer"),
        ("class.max_parents", -1, "class.max_parents: not between"),
        ("class.max_ast", 2.0, "class.max_ast: not an integer"),
        ("class.source", "s" * 500, "longer than 200"),
        ("problem.sha256", "0" * 64, "another problem"),
        ("problem.sha256", "0" * 63, "not a SHA-256"),
        ("problem.sha256", "G" * 64, "not a SHA-256"),
        ("problem.id", 5, "problem.id: not text"),
        ("claim", {"name": "true"}, "claim.name: unknown word"),
        ("claim", {"name": "unique"}, "'model' is missing"),
        ("claim", {"name": "count"}, "'count' is missing"),
        ("claim", {"name": "count", "count": -1}, "below 0"),
        ("claim", {"name": "count", "count": "0xZZ"}, "not a hexadecimal"),
        ("claim", {"name": "inconsistent", "count": 0}, "claim.count: unknown key"),
        ("claim", {"name": "ambiguous"}, "does not show 'ambiguous'"),
        ("claim.model.roots", "X1", "claim.model.roots: not a list"),
        ("claim.model.roots", ["X1", "X1"], "stands twice"),
        ("claim.model.roots", ["X1", "X" * 300], "longer than 200"),
        ("claim.model.roots", ["X1", "X 2"], "not a variable name"),
        ("claim.model.roots", ["X"] * 2000, "more than 1000"),
        ("evidence", [], "evidence: not an object"),
        ("evidence", {"variables": {}}, "'kind' is missing"),
        ("evidence.kind", "proof", "evidence.kind: unknown word"),
        ("evidence.variables", {}, "no evidence about X3"),
        ("evidence.variables.X3.conflicts", [[0]], "not a pair"),
        ("evidence.variables.X3.conflicts", [[0, 0]], "do not differ"),
        ("evidence.variables.X3.conflicts", [[0, 99]], "no such training row"),
        ("evidence.variables.X3.covered", [], "neither refuted nor covered"),
        ("evidence.variables.X3.covered", [{"parents": [], "rows": [0]}], "neither refuted"),
    ],
)
def test_what_is_wrong_is_named(place: str, value: object, reason: str) -> None:
    document = plain(UNIQUE)
    part = document
    *path, last = place.split(".")
    for key in path:
        part = part[key]
    part[last] = value
    answer = verify(PROBLEM, document)
    assert not answer.accepted
    assert reason in answer.reason


@pytest.mark.parametrize("document", [None, [], "text", 3, {}, {"format": "symcause.boolean/1"}])
def test_other_documents_are_refused(document: object) -> None:
    answer = verify(PROBLEM, document)
    assert not answer.accepted and answer.claim is None


def test_unknown_keys_are_named_with_the_closest_known_one() -> None:
    document = {**plain(UNIQUE), "evidense": {}}
    assert verify(PROBLEM, document) == Verification(
        False, None, "evidense: unknown key; did you mean 'evidence'?"
    )


@pytest.mark.parametrize("bits", [0, 1, 140, 13_999, 14_000, 14_001, 100_000])
def test_integers_of_any_size_survive(bits: int) -> None:
    value = (1 << bits) - 1
    written = json.loads(json.dumps(write_exact(value)))
    assert Node(written, "").exact() == value


def test_huge_counts_are_certified() -> None:
    """Fourteen variables and four rows: a count far beyond decimal digits, written in hexadecimal."""
    names = tuple(f"X{i}" for i in range(1, 15))
    rows = tuple(format(i, "02b") + "0" * 12 for i in range(4))
    disclosure = Disclosure(Setting.ORDERED, names, names[:2], order=names)
    problem = BooleanProblem("open", disclosure, (World("w", Split.TRAIN, Mode.NONE, (), rows),))
    made = build_count(problem, HypothesisClass())
    # Every function of the j variables before that is 0 on the four rows.
    assert made.claim.count == 1 << sum((1 << j) - 4 for j in range(2, 14))
    document = plain(made)
    assert document["claim"]["count"].startswith("0x")
    assert verify(problem, document).accepted
    document["claim"]["count"] = write_exact(made.claim.count + 1)
    assert "a number of" in verify(problem, document).reason


def test_every_claim_names_its_kinds() -> None:
    assert {kind for kinds in CLAIMS.values() for kind in kinds} == {
        "alternative",
        "local",
        "count",
        "clausal",
    }


def test_rejections_show_hostile_text_in_one_short_line() -> None:
    document = {**plain(UNIQUE), "a\nb" * 1000: 1}
    reason = verify(PROBLEM, document).reason
    assert "\n" not in reason and len(reason) < 400
    with pytest.raises(Rejected):
        Node({1: 2}, "").entries()
    with pytest.raises(Rejected, match="too long"):
        Node(10**5000, "").integer(0)


def test_the_examples_of_the_page_are_accepted() -> None:
    """Each problem in docs/certificates.md is followed by certificates about it."""
    from symcause.formats.pools.problem_files import read_document

    page = Path(__file__).resolve().parents[3] / "docs" / "certificates.md"
    blocks = re.findall(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    documents = [json.loads(block) for block in blocks]
    problem, accepted = None, 0
    for document in documents:
        if "claim" not in document:
            problem = read_document(document)
            continue
        assert isinstance(problem, BooleanProblem)
        assert verify(problem, document).accepted
        accepted += 1
    assert accepted == 4


def test_an_entry_that_nothing_reaches_has_no_place() -> None:
    """X3 can only copy X2, so {X3} alone is never reached; an entry for it would send terms on."""
    worlds = (
        World("w0", Split.TRAIN, Mode.NONE, (), ("000", "111")),
        World("w1", Split.TRAIN, Mode.CONSTANT, ("X2",), ("011", "111")),
    )
    disclosure = Disclosure(Setting.HIDDEN_ORDER, ("X1", "X2", "X3"), ("X1",))
    problem = BooleanProblem("copy", disclosure, worlds)
    document = plain(build_count(problem, HypothesisClass(1)))
    (component,) = document["evidence"]["root_sets"][0]["components"]
    assert component["entries"] == [[0, 1], [1, 1], [3, 1]]
    component["entries"] = [[0, 1], [1, 1], [2, 1], [3, 2]]
    document["claim"]["count"] = 2
    assert "nothing reaches the set 2" in verify(problem, document).reason


def test_a_cover_has_a_row_for_every_pattern() -> None:
    """Leaving out the last patterns would spell zeros there."""
    document = plain(UNIQUE)
    cover = document["evidence"]["variables"]["X3"]["covered"][0]
    cover["rows"].pop()
    assert "not one row for each of 4 patterns" in verify(PROBLEM, document).reason


def test_a_cover_of_a_refuted_set_has_no_place() -> None:
    """With one parent at most, {X1} is refuted and {X2} is covered."""
    rows = ("000", "011", "100", "111")
    problem = replace(PROBLEM, worlds=(World("w", Split.TRAIN, Mode.NONE, (), rows),))
    document = plain(build_local(problem, HypothesisClass(1)))
    assert verify(problem, document).accepted
    covered = document["evidence"]["variables"]["X3"]["covered"]
    for extra in ({"parents": ["X1"], "rows": [0, 2]}, covered[0], {"parents": [], "rows": [0]}):
        covered.append(extra)
        assert "refuted, not maximal, or there twice" in verify(problem, document).reason
        covered.pop()


def test_maximal_sets_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    from symcause.families.boolean.verifier.claim import uniqueness as local

    document = plain(UNIQUE)
    little = 1e-5
    assert verify(PROBLEM, document, Work(little)).accepted
    document["evidence"]["variables"]["X3"]["conflicts"] = [[0, 1]] * 10
    answer = verify(PROBLEM, document, Work(little))
    assert answer.accepted is None
    assert "the tests of parent sets against conflicts take more than" in answer.reason
    monkeypatch.setattr(local, "MAX_MAXIMAL_SETS", 0)
    assert "the maximal parent sets of X3" in verify(PROBLEM, document).reason


def test_covers_that_spell_different_functions_prove_nothing() -> None:
    """X1 and X2 are always equal: X3 may copy either, and both one-parent sets are covered."""
    rows = ("000", "111")
    problem = replace(PROBLEM, worlds=(World("w", Split.TRAIN, Mode.NONE, (), rows),))
    document = plain(build_count(problem, HypothesisClass(1)))
    assert document["claim"] == {"name": "count", "count": 2}
    copy = {"X3": {"parents": ["X1"], "table": "01"}}
    document["claim"] = {"name": "unique", "model": {"roots": ["X1", "X2"], "functions": copy}}
    covered = [{"parents": [name], "rows": [0, 1]} for name in ("X1", "X2")]
    variables = {"X3": {"conflicts": [], "covered": covered}}
    document["evidence"] = {"kind": "local", "variables": variables}
    assert "on {X2} the rows spell another function" in verify(problem, document).reason


def test_formulas_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert UNIQUE is not None and UNIQUE.claim.model is not None
    made = build_clausal(PROBLEM, HypothesisClass(2), UNIQUE.claim.model.scm, ["0"])
    answer = verify(PROBLEM, plain(made), Work(megabytes=0))
    assert answer.accepted is None
    assert "take more room than the kernel has" in answer.reason
    monkeypatch.setattr("symcause.families.boolean.verifier.separation_clauses.MAX_VARIABLES", 2)
    answer = verify(PROBLEM, plain(made))
    assert answer.accepted is None
    assert "beyond the kernel's size" in answer.reason


def test_root_sets_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    weaker = PROBLEM.in_setting(Setting.HIDDEN_ROOTS)
    document = plain(build_count(weaker, HypothesisClass()))
    monkeypatch.setattr("symcause.families.boolean.verifier.certificate_question.MAX_ROOT_SETS", 2)
    answer = verify(weaker, document)
    assert answer.accepted is None
    assert "3 root sets are beyond the kernel's 2" in answer.reason


def test_certificates_say_their_family() -> None:
    document = plain(UNIQUE)
    assert document["family"] == "boolean"
    without = {key: value for key, value in document.items() if key != "family"}
    assert verify(PROBLEM, without).accepted
    for family, reason in (
        ("linear", "family: a certificate about another family of problems (got 'linear')"),
        (3, "family: not text (got 3)"),
        (None, "family: not text"),
        ("x" * 300, "family: longer than 200 characters"),
    ):
        answer = verify(PROBLEM, {**document, "family": family})
        assert answer.accepted is False
        assert answer.claim is None
        assert answer.reason.startswith(reason)
    stranger = {"format": document["format"], "family": "linear", "graphs": 1}
    assert "another family" in verify(PROBLEM, stranger).reason
    assert "'format' is missing" in verify(PROBLEM, {"family": "linear"}).reason
