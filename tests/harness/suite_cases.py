"""Suites for the tests of harnesses: small ones, and who answers them."""

from __future__ import annotations

from pathlib import Path

import pytest

from symcause.harnesses.suite_parts.suite_run import SuiteRun, scored, suite_run
from symcause.suites.suite_builder import make_suite
from tests.suites.conftest import recipe

WORDS = ("yes", "no", '{"cannot_tell": true}')
"""What may be answered to the problems of the small suite."""


def made(name: str, factory: pytest.TempPathFactory) -> Path:
    """A suite of the tests."""
    folder = factory.mktemp("suites") / name
    make_suite(recipe(name), folder)
    return folder


def oracle(run: SuiteRun) -> dict[str, str]:
    """The right answer to every prompt, found by trying."""
    return {
        item.prompt: next(
            word for word in WORDS if scored(item.document, word, one.primary).worth.value == 1.0
        )
        for one in run.parts
        for item in one.items
    }


def right_answers(folder: Path) -> dict[str, str]:
    """The same of a whole suite."""
    splits = {name for name, _ in recipe("small").splits}
    return {k: v for split in splits for k, v in oracle(suite_run(folder, split=split)).items()}
