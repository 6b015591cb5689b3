"""The guide with the number of a published item as a theorem: its file compiles, no other does."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from symcause.api import load
from symcause.families.boolean.certify.count_builder import build_count
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.exports.proof_statement import theorem
from tests.boolean.certificate_cases import plain
from tests.proof_checker import REFUSED, compiles

PAGE = Path(__file__).parents[3] / "docs" / "guides" / "check-a-number-with-coq.md"


def _shown() -> str:
    """The theorem file as it stands on the page."""
    [block] = re.findall(r"```coq\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    return str(block)


@pytest.mark.proof
def test_a_reader_of_the_page_needs_nothing_but_coq(tmp_path: Path) -> None:
    shown = _shown()
    done = compiles(shown, tmp_path)
    assert done.returncode == 0 and done.stdout == "Closed under the global context\n", done.stderr
    for old, new in (("3936", "3935"), ("boolean 4", "boolean 3"), ('"00001000"', '"00001001"')):
        lie = shown.replace(old, new, 1)
        assert lie != shown and REFUSED in compiles(lie, tmp_path).stderr, new


def test_the_page_shows_what_is_written_about_the_item() -> None:
    folder = os.environ.get("SYMCAUSE_DATA")
    if not folder:
        pytest.skip("SYMCAUSE_DATA does not point to the published data")
    problem = load(Path(folder) / "replayscm" / "sample.runtime.yaml")
    assert isinstance(problem, BooleanProblem)
    assert _shown() == theorem(problem, plain(build_count(problem, HypothesisClass(4))))
