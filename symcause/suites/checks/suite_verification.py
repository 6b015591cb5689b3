"""Suite verification: all checks of suites, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.suites.checks.duplicates import duplicates_checked
from symcause.suites.checks.evenness import evenness_checked
from symcause.suites.checks.file_digests import digests_checked
from symcause.suites.checks.keyed_ids import ids_checked
from symcause.suites.checks.leaks import leaks_checked
from symcause.suites.checks.pairs import pairs_checked
from symcause.suites.checks.proofs import proofs_checked
from symcause.suites.checks.public_part import made_again
from symcause.suites.checks.shared_work import shared_work
from symcause.suites.checks.suite_verdict import NAMES, CheckResult, SuiteVerdict
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite_folder import SuiteFolder, is_suite
from symcause.suites.folder.suite_reader import read_suite

Telling = Callable[[str], None]
"""Hears what is being checked, now and then."""


def verified_suite(
    folder: str | Path,
    *,
    public: bool = False,
    jobs: int = 1,
    tell: Telling = lambda _: None,
) -> SuiteVerdict:
    """Check a folder: certificates and canonical forms by so many processes.

    Raises ProblemError where its manifest is malformed, UsageError where it has none.
    """
    place = Path(folder)
    if public and is_suite(place / paths.PUBLIC):
        place = place / paths.PUBLIC
    if not is_suite(place):
        raise UsageError(
            "there is no suite in this folder",
            file=str(folder),
            remedy="symcause generate suite RECIPE --out FOLDER makes one",
        )
    opened = SuiteFolder(place)
    manifest = opened.manifest
    if not public and not manifest.parts:
        raise UsageError(
            "this is the public part of a suite alone",
            file=str(folder),
            remedy="symcause verify --public FOLDER checks what can be told of it",
        )
    checks = tuple(_public(opened, tell) if public else _all(opened, jobs, tell))
    name, version, digest = manifest.name, manifest.version, manifest.public_digest
    return SuiteVerdict(str(folder), name, version, digest, checks)


def _public(folder: SuiteFolder, tell: Telling) -> Iterator[CheckResult]:
    tell(NAMES[1])
    yield digests_checked(folder)
    tell(NAMES[4])
    yield leaks_checked(folder)


def _all(folder: SuiteFolder, jobs: int, tell: Telling) -> Iterator[CheckResult]:
    tell(NAMES[1])
    yield digests_checked(folder)
    try:
        read = read_suite(folder)
    except (ProblemError, SymcauseError) as error:
        yield CheckResult(2, [error.complaint])
        yield leaks_checked(SuiteFolder(folder.place / paths.PUBLIC))
        for number in (3, 5, 6, 7, 8):
            yield CheckResult(number, skipped="the suite cannot be read")
        return
    suite = read.suite
    made = shared_work(suite, jobs, lambda: tell(NAMES[3])) if jobs > 1 else {}
    second, files = made_again(folder, read, lambda: tell(NAMES[2]))
    yield second
    third, words = proofs_checked(folder, read, made, lambda: tell(NAMES[3]))
    yield third
    tell(NAMES[4])
    yield leaks_checked(folder, suite, files)
    tell(NAMES[5])
    yield duplicates_checked(folder, suite)
    yield pairs_checked(folder, suite, words)
    yield evenness_checked(folder, suite)
    tell(NAMES[8])
    yield ids_checked(folder, suite)
