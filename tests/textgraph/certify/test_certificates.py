"""Certificates of alignments: true ones accepted, forged ones rejected, no solver in sight."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.textgraph.alignment.best_alignment import Alignment, alignments
from symcause.families.textgraph.alignment.bound_multipliers import by_degrees
from symcause.families.textgraph.certify.alignment_certificate import certificate
from symcause.families.textgraph.files.bare_graph import bare_problem
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.problem.fingerprint import fingerprint
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.verifier.certificate_reader import AlignmentCertificate
from symcause.families.textgraph.verifier.duality_bound import upper_bound
from symcause.families.textgraph.verifier.kernel import verify
from tests.amounts import amount
from tests.textgraph.cases import brute_force, random_edges, small_tasks

GOLD = TextGraph.of(
    "chain", ["a", "b", "c", "d"], [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "c")]
)
ANSWER = [("w", "x"), ("x", "y"), ("y", "z"), ("w", "z")]
ALLOWED = [("a", "w"), ("b", "x"), ("c", "y"), ("d", "z"), ("a", "x"), ("c", "z")]


def _document(allowed: list[tuple[str, str]] | None = ALLOWED) -> dict[str, Any]:
    task = AlignmentTask.of(GOLD.graph.edges, ANSWER, allowed)
    found = list(alignments(task, budget=Meter(20_000_000), seed=0))[-1]
    return made(GOLD, found)


def made(gold: TextGraph, found: Alignment) -> dict[str, Any]:
    """The certificate of an alignment, as it is read."""
    accepted = certificate(gold, found)
    assert not isinstance(accepted, Unknown), accepted
    document: dict[str, Any] = json.loads(json.dumps(accepted.to_dict()))
    return document


def test_true_certificates_are_accepted() -> None:
    for allowed in (ALLOWED, None):
        found = verify(GOLD, _document(allowed))
        assert found.accepted and found.claim == "alignment", found.reason


@pytest.mark.parametrize("many", [8, pytest.param(25, marks=pytest.mark.exhaustive)])
def test_certificates_of_all_small_tasks(many: int) -> None:
    """What is claimed is true, and the kernel says so."""
    for number, task in enumerate(small_tasks(many, seed=11)):
        names, there = task.gold_nodes, task.answer_nodes
        gold = TextGraph.of("gold", names, [(names[u], names[v]) for u, v in task.gold_edges])
        found = Alignment(
            task,
            list(alignments(task, budget=Meter(20_000_000), seed=number))[-1].mapped,
            by_degrees(task),
        )
        document = made(gold, found)
        claim = document["claim"]
        assert claim["low"] <= brute_force(task) <= claim["high"]
        assert verify(gold, document).accepted
        assert {end for edge in document["answer"]["edges"] for end in edge} == set(there)


def _negative(d: dict[str, Any]) -> None:
    d["evidence"]["upper"]["multipliers"][0][-1] *= -1


def _unknown_row(d: dict[str, Any]) -> None:
    d["evidence"]["upper"]["multipliers"].append(["gold-source", 99, 0, 5])


def _forbidden_row(d: dict[str, Any]) -> None:
    d["evidence"]["upper"]["multipliers"].append(["gold-source", 0, 3, 5])  # a may not be z


def _strange_row(d: dict[str, Any]) -> None:
    d["evidence"]["upper"]["multipliers"].append(["edge", 0, 0, 5])


def _repeated_row(d: dict[str, Any]) -> None:
    d["evidence"]["upper"]["multipliers"] += d["evidence"]["upper"]["multipliers"][:1]


def _smaller_bound(d: dict[str, Any]) -> None:
    d["claim"]["high"] -= 1
    d["claim"]["low"] -= 1


def _more_edges(d: dict[str, Any]) -> None:
    d["claim"]["low"] += 1
    d["claim"]["high"] += 1


def _not_injective(d: dict[str, Any]) -> None:
    d["evidence"]["map"] = [["a", "x"], ["b", "x"]]
    d["claim"]["low"] = 0


def _mapped_twice(d: dict[str, Any]) -> None:
    d["evidence"]["map"] = [["a", "x"], ["a", "w"]]
    d["claim"]["low"] = 0


def _not_allowed(d: dict[str, Any]) -> None:
    d["evidence"]["map"] = [["a", "z"]]
    d["claim"]["low"] = 0


def _unknown_node(d: dict[str, Any]) -> None:
    d["evidence"]["map"].append(["e", "x"])


def _fewer_multipliers(d: dict[str, Any]) -> None:
    d["evidence"]["upper"]["multipliers"] = []


def _other_denominator(d: dict[str, Any]) -> None:
    d["evidence"]["upper"]["denominator"] *= 100


def _other_answer(d: dict[str, Any]) -> None:
    d["answer"]["edges"] = [["w", "x"]]


def _other_family(d: dict[str, Any]) -> None:
    d["family"] = "boolean"


def _other_gold(d: dict[str, Any]) -> None:
    d["problem"]["sha256"] = "0" * 64


def _extra_key(d: dict[str, Any]) -> None:
    d["evidence"]["note"] = "trust me"


def _zero_denominator(d: dict[str, Any]) -> None:
    d["evidence"]["upper"]["denominator"] = 0


FORGERIES: list[Callable[[dict[str, Any]], None]] = [
    *(_negative, _unknown_row, _forbidden_row, _strange_row, _repeated_row, _smaller_bound),
    *(_more_edges, _not_injective, _mapped_twice, _not_allowed, _unknown_node),
    *(_fewer_multipliers, _other_denominator, _other_answer, _other_family, _other_gold),
    *(_extra_key, _zero_denominator),
]


@pytest.mark.few(6)
@pytest.mark.parametrize("forge", FORGERIES, ids=lambda f: f.__name__)
def test_forged_certificates_are_rejected(forge: Callable[[dict[str, Any]], None]) -> None:
    document = _document()
    assert document["claim"] == {"name": "alignment", "low": 3, "high": 3}
    forged = copy.deepcopy(document)
    forge(forged)
    found = verify(GOLD, forged)
    assert found.accepted is False and found.reason


def test_a_weaker_claim_is_true() -> None:
    document = _document()
    document["claim"] |= {"low": 1, "high": 4}
    assert verify(GOLD, document).accepted


def test_a_solver_s_word_is_no_evidence() -> None:
    """Where the optimum is below what the multipliers prove, the certificate claims the latter."""
    rng = Random(1)
    edges = random_edges(rng, 10, 20)
    gold = TextGraph.of("gold", sorted({end for edge in edges for end in edge}), edges)
    for _ in range(4):
        task = AlignmentTask.of(edges, random_edges(rng, 10, 20))
        found = list(alignments(task, budget=Meter(20_000_000), seed=0))[-1]
        if found.certified_high > found.high:
            break
    document = made(gold, found)
    claim = document["claim"]
    assert (claim["low"], claim["high"]) == (found.low, found.certified_high)
    assert verify(gold, document).accepted
    document["claim"] = {"name": "alignment", "low": found.low, "high": found.high}
    assert verify(gold, document).accepted is False


def test_any_multipliers_prove_something_true() -> None:
    """Weak duality: whatever the numbers, the bound holds."""
    rng = Random(8)
    for task in small_tasks(60, seed=21):
        rows = by_degrees(task).multipliers
        multipliers = {row: rng.randint(0, 4) for row in rows if rng.random() < 0.7}
        assert upper_bound(task, multipliers, 4) >= brute_force(task)


def test_verifying_imports_no_solver() -> None:
    module = "symcause.families.textgraph.verifier.kernel"
    code = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"pysat", "scipy", "numpy", "networkx", "symcause.solvers"}
    assert not any(name.startswith("symcause.families.textgraph.alignment") for name in loaded)


def _large(nodes: int, edges: int, prefix: str) -> list[tuple[str, str]]:
    rng = Random(prefix)
    names = [f"{prefix}{i:03d}" for i in range(nodes)]
    return rng.sample([(a, b) for a in names for b in names if a != b], edges)


def _about(nodes: int, edges: int, high: int, **parts: Any) -> tuple[TextGraph, dict[str, Any]]:
    """A certificate about two graphs of this size, without multipliers."""
    first, second = _large(nodes, edges, "g"), _large(nodes, edges, "a")
    gold = TextGraph.of("large", sorted({end for edge in first for end in edge}), first)
    made = AlignmentCertificate(
        sha256=fingerprint(gold),
        answer=tuple(second),
        **{"allowed": None, "mapped": (), "denominator": 1, "multipliers": {}, **parts},
        low=0,
        high=high,
    )
    return gold, made.to_dict()


def test_long_work_is_not_begun() -> None:
    """12,000 edges each: 144 million matches are counted before any is made."""
    gold, document = _about(400, 12_000, 11_999)
    found = verify(gold, document)
    assert found.accepted is None and "the matches of gold edges" in found.reason
    assert "60,000,000 steps" in found.reason
    tracemalloc.start()
    verify(gold, document)
    assert tracemalloc.get_traced_memory()[1] < 100_000_000
    tracemalloc.stop()


def test_the_number_of_edges_needs_no_multipliers() -> None:
    gold, document = _about(400, 12_000, 12_000)
    found = verify(gold, document)
    assert found.accepted and "by the number of edges" in found.reason


def test_few_pairs_are_little_work_however_many_edges() -> None:
    """What is counted are pairs of edges that may match, not all."""
    same = [(f"g{i:03d}", f"a{i:03d}") for i in range(400)]
    gold, document = _about(400, 12_000, 11_999, allowed=tuple(same))
    assert verify(gold, document).accepted  # fewer edges match at all
    task = AlignmentTask.of(gold.graph.edges, _large(400, 12_000, "a"), same)
    assert sum(1 for _ in task.matches()) <= task.tries < 500_000


def test_tries_are_what_matches_looks_at() -> None:
    for task in small_tasks(40, seed=3):
        out = [[j for i, j in task.answer_edges if i == k] for k in range(len(task.answer_nodes))]
        wanted = sum(len(out[i]) for u, _ in task.gold_edges for w, i in task.pairs if w == u)
        assert task.tries == wanted
        assert all(task.allows(u, i) for u, i in task.pairs)


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read from /proc")
def test_aligning_large_graphs_takes_little_memory(tmp_path: Path) -> None:
    """Until the first bounds are known; exhaustively until the first search is over.

    ``ru_maxrss`` will not do: a child begins with that of the process that started it.
    """
    files = []
    for name in "ga":
        path = tmp_path / f"{name}.txt"
        path.write_text("\n".join(f"{s} -> {t}" for s, t in _large(400, 12_000, name)))
        files.append(str(path))
    code = (
        "import sys\n"
        "from itertools import islice\n"
        "from pathlib import Path\n"
        "from symcause.audits.document_json import dumps\n"
        "from symcause.families.textgraph.questions.align import Align\n"
        "from symcause.formats.pools.problem_files import read_problem\n"
        "gold, answer, parts = sys.argv[1:]\n"
        "asked = Align(answer=Path(answer).read_text(), pairs='all')\n"
        "answers = asked.answers(read_problem(gold, None, 'align'))\n"
        "*_, document = islice(answers, int(parts))\n"
        "peak = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "print(int(peak.split()[1]) // 1024)\n"
        "print(dumps(document.to_dict()))"
    )
    asked = [sys.executable, "-c", code, *files, str(amount(1, 2))]
    done = subprocess.run(asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    megabytes, told = done.stdout.splitlines()
    document = json.loads(told)
    assert int(megabytes) < 500
    assert document["edges"]["certified_high"] == 12_000
    gold = bare_problem(Path(files[0]).read_text(), files[0])
    assert verify(gold, document["certificate"]).accepted
