"""Suite grounds for training, of harnesses: problems in parts of a suite, graded by certificates alone.

They come from the first split; the one that numbers are reported of has to be named. Prompts are those of
the public part. Problems that nobody grades without a solver are left out: those of families
without a grader, and texts, whose certificates are about what they are made of.

    for ground in suite_grounds("mini"):
        print(ground.prompt, score(ground.document, "…"))
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from symcause.errors import ProblemError, UsageError
from symcause.harnesses.grounds import Ground, grader
from symcause.harnesses.suite_parts.suite_home import suite_folder
from symcause.harnesses.suite_parts.suite_run import SuiteItem, suite_run
from symcause.suites.draws.suite_problem import PROOF
from symcause.suites.folder.suite_folder import SuiteFolder
from symcause.suites.folder.suite_reader import read_suite
from symcause.suites.recipe.recipe import Recipe


def suite_grounds(
    suite: str | Path, part: str | None = None, split: str | None = None, limit: int | None = None
) -> Iterator[Ground]:
    """The problems of a split, part by part, the first *limit* of each before some are left out.

    Raises UsageError for a part or split that is not there, and where nobody has named the only split.
    """
    folder = suite_folder(suite)
    whole = read_suite(SuiteFolder(folder)).suite
    run = suite_run(folder, part, split or _training(whole.recipe), limit)
    entries = {entry.id: entry.whole for entry in whole.entries}
    for one in run.parts:
        for item in one.items:
            problem = entries[item.id]
            if problem.rendering is None and problem.certificate is not None:
                ground = _ground(item, problem.certificate)
                if ground is not None:
                    yield ground


def _training(recipe: Recipe) -> str:
    """The first split."""
    first = recipe.splits[0][0]
    if first == recipe.measured:
        raise UsageError(
            "this suite has one split, and numbers are reported of it",
            value=first,
            remedy="train on a suite with other splits, or name this one",
        )
    return first


def _ground(item: SuiteItem, certificate: object) -> Ground | None:
    """A problem with its proof; None where nobody grades it by that."""
    document = {**item.document, "metadata": {**item.metadata, PROOF: certificate}}
    try:
        judge = grader(document)
    except ProblemError:
        return None
    return Ground(item.id, item.prompt, judge.oracle, document, judge.is_open)
