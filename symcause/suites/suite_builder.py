"""The suite builder: parts are drawn, dealt to splits, named by a key, and written as a folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from symcause.errors import LimitError
from symcause.suites.draws.part_draws import DrawnPart, Taken, Telling, drawn_part
from symcause.suites.draws.split_shares import splits_of
from symcause.suites.draws.suite_key import SuiteKey
from symcause.suites.draws.text_draws import drawn_texts
from symcause.suites.folder.suite import Entry, Suite
from symcause.suites.folder.suite_files import suite_files
from symcause.suites.folder.suite_manifest import Contents
from symcause.suites.folder.unfinished_suite import UnfinishedSuite
from symcause.suites.recipe.recipe import Recipe
from symcause.suites.scores.bundled_answers import bundled_answers
from symcause.version import __version__

ANSWERING, WRITING = "baselines", "writing"
"""What is told of the last steps."""


def make_suite(
    recipe: Recipe,
    folder: str | Path,
    *,
    secret: bytes | None = None,
    jobs: int = 1,
    tell: Telling = lambda *_: None,
) -> Suite:
    """Make the suite of a recipe in a folder that is new, empty, or holds its unfinished parts.

    Recipe and *secret* alone decide every byte. Raises UsageError for a folder with something else in it,
    LimitError where there are fewer problems than a part asks for.
    """
    key = SuiteKey.of(recipe, secret)
    unfinished = UnfinishedSuite.begin(folder, key, __version__)
    suite = named_suite(recipe, key, _drawn(recipe, key, unfinished, jobs, tell))
    answers = bundled_answers(suite, jobs, partial(tell, ANSWERING))
    suite = replace(suite, answers=answers)
    written = 0

    def tick() -> None:
        nonlocal written
        written += 1
        tell(WRITING, written, len(suite.entries))

    unfinished.finish(suite_files(suite, tick))
    return suite


def _drawn(
    recipe: Recipe, key: SuiteKey, unfinished: UnfinishedSuite, jobs: int, tell: Telling
) -> list[DrawnPart]:
    """The parts, in the order of the recipe: each knows what those before it have taken."""
    taken, parts = Taken(), list[DrawnPart]()
    for part in recipe.parts:
        drawn = unfinished.finished_part(part.name)
        if drawn is None:
            if part.texts is None:
                drawn = drawn_part(part, key, taken, jobs, tell)
            else:
                known = {one.part: one.problems for one in parts}
                drawn = drawn_texts(part, key, known, tell)
            unfinished.keep(drawn)
        elif part.texts is None:
            for problem in drawn.problems:
                taken.note(problem)
        parts.append(drawn)
    return parts


def named_suite(recipe: Recipe, key: SuiteKey, parts: Sequence[DrawnPart]) -> Suite:
    """The suite of the parts: every problem has a split and an opaque id."""
    problems = [problem for part in parts for problem in part.problems]
    splits = splits_of(problems, recipe, key)
    ids = [key.id(one.part, one.canonical, one.variant) for one in problems]
    if len(set(ids)) < len(ids):
        raise LimitError("two problems got one id", remedy="take another seed or key")
    entries = tuple(map(Entry, ids, splits, problems))
    contents = {part.part: Contents(part.drawn, part.rejected) for part in parts}
    canary = recipe.canary or f"{recipe.name}-{recipe.version} canary GUID {key.guid}"
    return Suite(recipe, key.commitment, entries, contents, __version__, canary, secret=key.secret)
