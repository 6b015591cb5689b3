"""Keyed ids in the checks of suites: they follow from the key that the manifest commits to."""

from __future__ import annotations

from hashlib import sha256

from symcause.errors import Complaint, LimitError
from symcause.suites.checks.suite_verdict import CheckResult
from symcause.suites.draws.split_shares import splits_of
from symcause.suites.draws.suite_key import SuiteKey
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite import Suite
from symcause.suites.folder.suite_folder import SuiteFolder

_AGAIN = "get the file again from the suite's publisher, or make the suite again"


def ids_checked(folder: SuiteFolder, suite: Suite) -> CheckResult:
    """Make all ids and splits again."""
    if suite.secret is None:
        return CheckResult(8, skipped="the key is not here")
    key, complaints = SuiteKey.of(suite.recipe, suite.secret), list[Complaint]()
    file = folder.file(paths.KEY)
    digest = sha256(suite.secret).hexdigest()
    if digest != suite.key.sha256:
        text = "not the key that the manifest commits to"
        complaints.append(Complaint(text, file, "sha256", digest, _AGAIN))
    elif key.is_open != suite.key.is_open:
        text = "the manifest says wrongly whether anybody can make this key"
        file = folder.file(paths.MANIFEST)
        complaints.append(Complaint(text, file, "open", str(suite.key.is_open), _AGAIN))
    ids = folder.file(paths.IDS)
    try:
        for entry in suite.entries:
            one = entry.whole
            if (made := key.id(one.part, one.canonical, one.variant)) != entry.id:
                text = f"its id does not follow from the key, which gives {made}"
                complaints.append(Complaint(text, ids, one.id, entry.id, _AGAIN))
        problems = [entry.whole for entry in suite.entries]
        for entry, split in zip(suite.entries, splits_of(problems, suite.recipe, key), strict=True):
            if split != entry.split:
                text = f"its split does not follow from the key, which gives {split}"
                complaints.append(Complaint(text, ids, entry.id, entry.split, _AGAIN))
    except LimitError as error:
        return CheckResult(8, complaints, [error.complaint])
    return CheckResult(8, complaints, counts={"ids": len(suite.entries)})
