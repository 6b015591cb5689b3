"""No published answer that makes a claim is taken for an abstention, nor for a hedged one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from symcause.errors import SymcauseError
from symcause.families.linear.release.log_reader import values_of
from symcause.families.shapeworld.problem.reply_reader import read_answer
from symcause.formats.answer_files.predictions import Prediction, read_predictions
from symcause.scoring.abstention_rule import abstains, stated
from symcause.scoring.answer_extraction import extract, plain_shape

DATA = os.environ.get("SYMCAUSE_DATA")
pytestmark = pytest.mark.skipif(DATA is None, reason="set SYMCAUSE_DATA to the published data")


def published(folder: str) -> Iterator[str]:
    """Every answer in the files of a folder."""
    for file in sorted(Path(DATA or "", folder).rglob("*")):
        if file.is_file() and file.suffix in (".jsonl", ".json", ".yaml", ".txt", ".csv"):
            try:
                rows = list(read_predictions(str(file)))
            except SymcauseError:
                continue
            yield from (row.response for row in rows if isinstance(row, Prediction))


def doubtful(text: str) -> bool:
    return abstains(text) or stated(text) is not None


def test_boolean_answers() -> None:
    answers = list(published("replayscm"))
    claims = [text for text in answers if plain_shape(extract(text, plain_shape).found or {})]
    assert len(answers) > 100 and claims
    assert not [text for text in claims if doubtful(text)]


def test_shapeworld_answers() -> None:
    answers = list(published("shapeworld"))
    claims = [text for text in answers if read_answer(text) is not None]
    assert claims
    assert not [text for text in claims if doubtful(text)]


def test_what_models_wrote_in_runs() -> None:
    written = []
    for file in sorted(Path(DATA or "", "causalab").rglob("raw_io.jsonl")):
        for _, value in values_of(file.read_text(encoding="utf-8"), file.name):
            text = value.get("raw_output") if isinstance(value, dict) else None
            if isinstance(text, str) and '"hypothesis"' in text:
                written.append(text)
    if not written:
        pytest.skip("SYMCAUSE_DATA has no runs of CausaLab")
    assert not [text for text in written if doubtful(text)]
