"""The questions about text graphs: documents, options, stories, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import symcause.registry as registry
from symcause.audits.document_json import dumps, revived
from symcause.audits.question import answered, ask, question
from symcause.audits.story import Line, Story
from symcause.errors import ProblemError, UsageError
from symcause.families.textgraph.documents.align_document import AlignDocument
from symcause.families.textgraph.documents.audit_document import TextGraphAudit
from symcause.families.textgraph.documents.check_document import TextGraphCheck
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.verifier.kernel import verify
from symcause.processes.isolation import call
from tests.patience import PATIENCE
from tests.textgraph.cases import FLOOD, random_edges

RENAMED = "Rain -> Floods\nfloods -> damages\ndamages -> repairs"


@pytest.fixture(autouse=True)
def family(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.FAMILIES, "textgraph", "symcause.families.textgraph")


def _asked(name: str, problem: TextGraph = FLOOD, **options: object) -> Any:
    asked = question(name, problem, **options)
    document = answered(asked, problem)
    again = revived(json.loads(dumps(document)), asked.document)
    assert again.to_dict() == document.to_dict()
    story = asked.story(document)
    assert isinstance(story, Story) and (story.sentence or story.sections)
    return document


def _edges(*edges: tuple[str, str]) -> str:
    return json.dumps({"relationships": [{"source": s, "sink": t} for s, t in edges]})


def test_check_right_and_wrong() -> None:
    right = _asked("check", answer=_edges(*FLOOD.graph.edges))
    assert isinstance(right, TextGraphCheck) and right.right and right.code == 0 and right.f1 == 1
    wrong = _asked(
        "check", answer=_edges(("flood", "rain"), ("flood", "repair"), ("repair", "damage"))
    )
    assert wrong.right is False and wrong.code == 1
    assert wrong.missing == (("rain", "flood"), ("flood", "damage"), ("damage", "repair"))
    assert wrong.reversed == (("rain", "flood"),)
    assert wrong.paths == (("flood", "repair", "damage"),)
    assert wrong.extra == (("flood", "rain"), ("flood", "repair"))
    assert wrong.read[0] == ("flood", "rain") and wrong.sid is None and "cycle" in wrong.reason


def test_check_of_a_text_without_a_graph() -> None:
    found = _asked("check", answer="I cannot say.")
    assert not found.parsed and found.code == 1 and found.f1 == 0 and found.released is None
    assert found.reason == "no graph in the text" and found.shd == 4


def test_check_with_distances() -> None:
    pytest.importorskip("gadjid")
    gold = TextGraph.of("dag", ["a", "b", "c"], [("a", "b"), ("b", "c")])
    found = _asked("check", gold, answer=_edges(("b", "a"), ("b", "c")))
    assert found.sid is not None and found.aid is not None and found.sid == found.aid.parent
    assert found.sid.count > 0 and found.reason is None


def test_distances_leave_no_threads_that_children_would_wait_for() -> None:
    """A distance in this process, then one in a fork of it: the fork waited without end."""
    pytest.importorskip("gadjid")
    gold = TextGraph.of("dag", ["a", "b", "c"], [("a", "b"), ("b", "c")])

    def sid() -> int:
        count = _asked("check", gold, answer=_edges(("b", "a"), ("b", "c"))).sid.count
        assert isinstance(count, int)
        return count

    here = sid()
    assert call(sid, seconds=PATIENCE) == here == call(lambda: call(sid), seconds=PATIENCE)


def test_check_with_labels(tmp_path: Path) -> None:
    path = tmp_path / "labels.yaml"
    path.write_text(
        "edge_recall_evaluations:\n- presence_label: PRESENCE_STRONG_MATCH\n"
        "  importance_label: IMPORTANCE_CORE\n",
        encoding="utf-8",
    )
    found = _asked("check", answer=RENAMED, labels=str(path))
    assert found.judge is not None and found.judge.edge_recall == pytest.approx(1 / 3)
    path.write_text("nothing", encoding="utf-8")
    with pytest.raises(ProblemError, match="no labels"):
        ask("check", FLOOD, answer=RENAMED, labels=str(path))


def test_audit() -> None:
    found = _asked("audit")
    assert isinstance(found, TextGraphAudit)
    assert (found.nodes, found.edges, found.verdict, found.code) == (5, 4, None, 0)
    assert [one.kind for one in found.findings] == ["isolated"]
    assert found.explicitness is not None and found.explicitness.agrees == "lenient"
    assert found.explicitness.unlabelled == 1
    assert found.topology is not None and found.topology.cycles.count == 1
    assert found.baselines is not None and found.baselines.empty.released is not None
    assert found.baselines.empty.f1 == 0 and found.baselines.empty.released.f1 > 0.5
    growing = list(question("audit", FLOOD).answers(FLOOD))
    assert growing[0].topology is None and growing[0].findings == found.findings


def test_align_by_spelling() -> None:
    found = _asked("align", answer=RENAMED)
    assert isinstance(found, AlignDocument)
    assert found.pairs is not None and (found.pairs.source, found.status) == (
        "normalised",
        "optimal",
    )
    # "Floods" and "floods" are two nodes of the answer: only one of them can be the flood.
    assert found.edges is not None and found.edges.low == found.edges.high == 2
    assert found.map["damage"] == "damages" and found.f1 is not None
    assert found.f1.low == pytest.approx(2 * 2 / 7)
    assert len(found.kept) == 2 and ("damage", "repair") in found.kept
    assert found.certificate is not None
    assert verify(FLOOD, json.loads(json.dumps(found.certificate))).accepted


def test_align_with_other_pairs(tmp_path: Path) -> None:
    answer = _edges(("a", "b"), ("b", "c"), ("c", "d"), ("d", "c"))
    everything = _asked("align", answer=answer, pairs="all")
    assert everything.edges.low == 4 and everything.f1.low == 1 and everything.pairs.count == 16
    assert everything.rewired_f1 is not None and everything.rewired_f1.runs == 20
    assert _asked("align", answer=answer, pairs="exact").edges.high == 0
    pairs = tmp_path / "pairs.json"
    pairs.write_text('[["rain", "a"], ["flood", "b"], ["damage", "d"]]', encoding="utf-8")
    assert _asked("align", answer=answer, pairs=str(pairs)).edges.low == 1
    matrix = tmp_path / "s.csv"
    matrix.write_text("gold,a,b,c,d\nrain,.9,.1,.1,.1\nflood,.1,.9,.1,.1\n", encoding="utf-8")
    close = _asked("align", answer=answer, similarity=str(matrix), threshold=0.5)
    assert close.pairs.source == "similarity" and close.edges.low == 1
    assert _asked("align", answer=answer, similarity=str(matrix), top=2).pairs.count == 8
    gold = TextGraph.of("g", ["x", "y"], [("x", "y")], allowed=[("x", "b"), ("y", "a")])
    own = _asked("align", gold, answer=_edges(("b", "a")))
    assert own.pairs.source == "gold file" and own.f1.low == 1


def test_an_unmapped_node_is_no_gold_node() -> None:
    """The answer's own "rain" is mapped to nothing: its edges are extra under a marked name."""
    gold = TextGraph.of(
        "g", ["rain", "flood"], [("rain", "flood")], allowed=[("rain", "storm"), ("flood", "flood")]
    )
    found = _asked("align", gold, answer=_edges(("storm", "flood"), ("rain", "flood")))
    assert found.kept == (("rain", "flood"),) and found.extra == (("rain (answer)", "flood"),)


def test_nodes_of_one_name_are_matched_even_where_no_edge_is_kept() -> None:
    gold = TextGraph.of("g", ["rain", "flood", "damage"], [("rain", "flood"), ("flood", "damage")])
    found = _asked("align", gold, answer=_edges(("rain", "flood"), ("drought", "Damages")))
    assert found.map == {"rain": "rain", "flood": "flood", "damage": "Damages"}
    assert found.extra == (("drought", "damage"),)
    assert found.edges.low == 1 and verify(gold, found.certificate).accepted


def test_align_is_bounded() -> None:
    rng = Random(5)
    edges = random_edges(rng, 40, 60)
    gold = TextGraph.of("g", sorted({e for edge in edges for e in edge}), edges)
    answer = _edges(*random_edges(rng, 40, 60))
    found = _asked("align", gold, answer=answer, pairs="all", effort=100_000)
    assert found.status == "bounded" and found.code == 0
    assert found.f1.low < found.f1.high and found.edges.high == found.edges.certified_high


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threshold": 0.5}, "go with --similarity"),
        ({"similarity": "s.csv"}, "one of the two"),
        ({"similarity": "s.csv", "top": 1, "threshold": 0.5}, "one of the two"),
        ({"similarity": "s.csv", "top": 1, "pairs": "all"}, "exclude each other"),
        ({"answer": "nothing here"}, "no answer to align"),
        ({"tops": 1}, "has no option --tops"),
    ],
)
def test_align_refuses(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ask("align", FLOOD, **{"answer": RENAMED, **options})


def test_names_of_strangers_do_no_harm() -> None:
    """Control characters stay out of reports; a name beyond all measure cannot be certified."""
    asked = question("check", FLOOD, answer=_edges(("\x1b[31mred", "rain")))
    story = asked.story(answered(asked, FLOOD))
    texts = [line.text for part in story.sections for line in part.blocks if isinstance(line, Line)]
    assert "?[31mred → rain" in texts
    long = _asked("align", answer=_edges(("x" * 3_000, "rain")))
    assert "2000 characters" in str(long.reason) and not long.stopped and long.code == 3


def test_prompts() -> None:
    free, names = _asked("prompt"), _asked("prompt", task="names")
    assert "The graph has 4 nodes" in free.message and "rain ->" not in free.message
    assert "1. damage\n2. flood\n3. rain\n4. repair\n\n" in names.message  # the sun has no edges
    assert FLOOD.text is not None and FLOOD.text in names.text and names.task == "names"
    with pytest.raises(UsageError, match="no text"):
        ask("prompt", TextGraph.of("x", ["a"], []))


def test_unanswered_questions_are_refused() -> None:
    for name in ("count", "solve", "alternatives"):
        with pytest.raises(UsageError, match="does not apply to text graphs"):
            question(name, FLOOD)
    assert question("convert", FLOOD).converted(FLOOD) is FLOOD  # type: ignore[attr-defined]


def test_questions_load_nothing_heavy() -> None:
    modules = ", ".join(
        f"symcause.families.textgraph.questions.{name}"
        for name in ("audit", "check", "align", "prompt", "score")
    )
    code = f"import sys, {modules}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & {
        "numpy",
        "scipy",
        "pysat",
        "networkx",
        "yaml",
        "rich",
        "csv",
    }
