"""What the pages about ShapeWorld say is so: sessions run, tables follow from the data."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from pathlib import Path

import pytest

from symcause.families.shapeworld.files.document import read_shapeworld
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.start_readings import start_of
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict, support
from symcause.families.shapeworld.problem.world_classes import Scope, WorldClass
from symcause.families.shapeworld.release.transcript_records import transcript_documents
from symcause.families.shapeworld.space.any_start.reading_choice import read_start
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.space.transcript_history import walk
from symcause.formats.storage.byte_streams import opened
from tests.shapeworld.cases import shared

DOCS = Path(__file__).resolve().parents[3] / "docs"
MODELS = {
    "GPT-4o": "openai_gpt-4o_",
    "Nemotron 70B": "Llama-3.1-Nemotron",
    "Gemini 2.0 Flash, core": "gemini-2.0-flash_[dm]",
    "Qwen2.5 32B": "hf-qwen-25-32",
    "Mistral 7B": "hf-mistral-7",
    "Llama 3.1 8B": "hf-llama-31-8",
    "DeepSeek-distilled Llama 8B": "hf-deepseek",
    "human": "human",
    "*core worlds together*": "(?!.*random)",
    "Gemini 2.0 Flash, random worlds of 4 shapes": "gemini-2.0-flash_random",
    "*all*": "",
}


@pytest.mark.parametrize("name", ["shapeworld.md", "shapeworld-starts.md"])
def test_the_session_of_the_page(name: str) -> None:
    found = doctest.testfile(str(DOCS / name), module_relative=False)
    assert found.attempted > 5 and not found.failed


def _table(columns: int) -> dict[str, list[int]]:
    rows = re.findall(
        r"^\| (.+) \|$", (DOCS / "causallink-suites.md").read_text("utf-8"), flags=re.MULTILINE
    )
    cells = [row.split(" | ") for row in rows]
    found = [row for row in cells if len(row) == columns and row[1].isdigit()]
    return {row[0]: [int(cell) for cell in row[1:]] for row in found}


def _fairly(problem: ShapeWorldProblem) -> TranscriptVerdict:
    """The verdict where a start that speaks against everything is left out of the evidence."""
    start = start_of(problem, WorldClass.ALL)
    return read_start(ShapeWorldSpace(problem, Scope()), start, counting=False).verdict


def test_the_table_of_released_failures() -> None:
    counts: dict[str, Counter[str]] = {}
    rootless = unlisted = 0
    for path in sorted(shared("transcripts").glob("*.txt")):
        with opened(path) as source:
            problems = [
                read_shapeworld(document.value) for document in transcript_documents(source)
            ]
        for problem in problems:
            verdict = _fairly(problem)
            word = "impossible"
            if verdict is not TranscriptVerdict.INCONSISTENT:
                word = str(support(verdict, problem.given) or "no answer")
            for model, pattern in MODELS.items():
                if re.match(pattern, path.stem):
                    counts.setdefault(model, Counter()).update([word, "records"])
            if "random" in path.stem:
                rooted, by_order = (
                    walk(problem, scope, counting=False).verdict is TranscriptVerdict.INCONSISTENT
                    for scope in (WorldClass.ROOTED, WorldClass.LISTED)
                )
                rootless += rooted
                unlisted += by_order
    keys = ("refuted", "unsupported", "no answer", "impossible")
    found = {
        model: [
            count["records"],
            count["refuted"] + count["unsupported"],
            *(count[k] for k in keys),
        ]
        for model, count in counts.items()
    }
    assert found == _table(7)
    assert (rootless, unlisted) == (54, 0)
