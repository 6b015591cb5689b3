"""Proofs in the checks of suites: every certificate proves its claim, without a solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from symcause.errors import Complaint
from symcause.kernel.verification import Verification
from symcause.suites.checks.shared_work import Words, kin_of, word_or_reason
from symcause.suites.checks.suite_verdict import CheckResult
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite import Entry
from symcause.suites.folder.suite_files import Ticking
from symcause.suites.folder.suite_folder import SuiteFolder
from symcause.suites.folder.suite_reader import ReadSuite

_REMEDY = "get certificates and problems again from the suite's publisher, or make the suite again"


def proofs_checked(
    folder: SuiteFolder, read: ReadSuite, made: Mapping[int, Verification], tick: Ticking
) -> tuple[CheckResult, Words]:
    """Verify all certificates but those of which words were *made*; the check, and all words."""
    problems = {entry.whole.digest: entry.whole for entry in read.suite.entries}
    known: dict[tuple[str, str], Verification] = {}
    words: Words = {}
    complaints, doubts, claims = list[Complaint](), list[Complaint](), Counter[str]()
    for at, entry in enumerate(read.suite.entries):
        one, base = entry.whole, (entry.whole.family.name, entry.whole.digest)
        fresh = one.rendering is None or base not in known
        if one.certificate is not None and fresh:
            known[base] = made.get(at) or word_or_reason(one, kin_of(one, problems))
        word = words[entry.id] = (
            known[base]
            if one.certificate is not None
            else Verification(False, None, "no certificate of its part is about it")
        )
        if word.accepted and word.as_stated:
            claims[word.claim or "unknown"] += 1
        elif word.accepted is None:
            doubts.append(_complaint(folder, entry, "the verifier cannot say", word.reason))
        elif word.accepted:
            complaints.append(_complaint(folder, entry, "proved in another class", word.reason))
        else:
            complaints.append(_complaint(folder, entry, "not proved", word.reason))
        tick()
    for path, lines in read.unused.items():
        complaints += [
            Complaint(
                "a certificate about no problem of its part",
                folder.file(path),
                f"line {number}",
                None,
                _REMEDY,
            )
            for number in lines
        ]
    return CheckResult(3, complaints, doubts, dict(sorted(claims.items()))), words


def _complaint(folder: SuiteFolder, entry: Entry, text: str, reason: str) -> Complaint:
    file = folder.file(paths.certificates(entry.whole.part))
    return Complaint(f"{text}: {reason}", file, entry.id, entry.whole.id, _REMEDY)
