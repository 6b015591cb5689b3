"""All released records against brute force, where the release is at hand: `SYMCAUSE_RELEASES` names the
folder that holds `CausalLink@7d97f42`."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from symcause.families.shapeworld.documents.audit_document import ShapeWorldAudit
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.start_readings import start_of
from symcause.families.shapeworld.problem.world_classes import Scope, WorldClass
from symcause.families.shapeworld.space.any_start.reading_choice import read_start
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.formats.pools.problem_files import read_problems
from tests.cli.cases import Shell
from tests.shapeworld import second_steps as second

CONFLICTS = {
    "hf-deepseek-distill-qwen-14_mediation": {3: "open"},
    "hf-llama-31-8_mediation": {2: "yes", 3: "yes", 5: "yes"},
    "hf-llama-32-3_mediation": {4: "open", 6: "open"},
    "hf-mistral-7_mediation": {3: "open"},
    "hf-qwen-25-14_mediation": {1: "open", 2: "open", 3: "open"},
    "hf-qwen-25-3_mediation": {2: "open", 3: "open", 4: "open"},
    "openai_gpt-4o_random": {1: "open", 2: "open", 3: "open", 4: "open"},
}
"""Records whose start is in the way, and what their steps say."""

MOST = 4  # shapes of a world whose DAGs are all tried


def released() -> Path:
    """The folder of cleaned transcripts, or a skipped test."""
    folder = os.environ.get("SYMCAUSE_RELEASES")
    if not folder:
        pytest.skip("SYMCAUSE_RELEASES is not set: no release")
    return Path(folder) / "CausalLink@7d97f42" / "cleaned_failure_cases"


def test_every_record_by_brute_force() -> None:
    """2,030 records in 48 files: those of up to four shapes are judged over all DAGs, and none differs."""
    counts: Counter[str] = Counter()
    found: dict[str, dict[int, str]] = {}
    for path in sorted(released().glob("*.txt")):
        documents = second.records(path.read_text(encoding="utf-8"))
        problems = [item.problem for item in read_problems(path)]
        counts["files"] += 1
        for number, (document, problem) in enumerate(zip(documents, problems, strict=True), 1):
            counts["records"] += 1
            assert isinstance(problem, ShapeWorldProblem)
            said = {True: "yes", False: "no", None: None}[problem.truth]
            assert document.get("truth") == said
            if "shapes" not in document:
                counts["questions only"] += 1
                continue
            start = start_of(problem, WorldClass.ALL)
            read = read_start(ShapeWorldSpace(problem, Scope()), start, counting=False)
            counts[str(read.verdict)] += 1
            if read.conflicts:
                found.setdefault(path.stem, {})[number] = str(read.verdict)
            if len(document["shapes"]) <= MOST:
                counts["brute"] += 1
                assert second.fair(document) == (str(read.verdict), read.conflicts)
                if read.conflicts:
                    told = {(x, y): always for x, y, always in read.breaches}
                    assert second.breaches(document) == told
    assert (counts["files"], counts["records"], counts["questions only"]) == (48, 2030, 36)
    assert (counts["brute"], counts["inconsistent"]) == (913, 0)
    assert found == CONFLICTS


def test_records_that_end_with_a_capital() -> None:
    """Four records of one file contradict a key that is read from `No`, which is no answer."""
    documents = second.records((released() / "hf-mistral_direct.txt").read_text(encoding="utf-8"))
    proved = [second.verdict(one, second.members(one, "closed")) for one in documents]
    odd = [
        number
        for number, (document, verdict) in enumerate(zip(documents, proved, strict=True), 1)
        if document["answer"].lower() == verdict == "no"
    ]
    assert odd == [16, 19, 21, 26]
    for number in odd:
        assert documents[number - 1]["answer"] == "No" and "truth" not in documents[number - 1]


def test_errata_of_the_folder(shell: Shell, tmp_path: Path) -> None:
    """The folder as it is: 17 starts, and no key is called wrong."""
    lines = tmp_path / "errata.jsonl"
    _, out, _ = shell("audit", released(), "--errata", lines, "--json", "--quiet")
    documents = [ShapeWorldAudit.from_dict(json.loads(line)) for line in out.splitlines()]
    verdicts = Counter(document.verdict for document in documents)
    assert verdicts == {"open": 1455, "yes": 422, "no": 153}
    found = [json.loads(line) for line in lines.read_text().splitlines()]
    assert Counter(one["kind"] for one in found) == {"start": 17}
    assert sum(document.start_conflicts is True for document in documents) == 17
