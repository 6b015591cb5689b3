"""Pairs in the checks of suites: siblings of which one is proved settled, one open; twins; texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from symcause.errors import Complaint
from symcause.registry import load
from symcause.suites.checks.shared_work import Words
from symcause.suites.checks.suite_verdict import CheckResult
from symcause.suites.draws.split_shares import grouped
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite import Entry, Suite
from symcause.suites.folder.suite_folder import SuiteFolder
from symcause.suites.recipe.recipe import Part

_AGAIN = "get the part again from the suite's publisher, or make the suite again"


def pairs_checked(folder: SuiteFolder, suite: Suite, words: Words) -> CheckResult:
    """Compare the claims of all pairs."""
    complaints, pairs, texts = list[Complaint](), 0, 0
    for part in suite.recipe.parts:
        own = suite.by_part[part.name]
        if part.paired:
            groups: defaultdict[int, list[Entry]] = defaultdict(list)
            numbers = grouped([entry.whole for entry in own], gold=False)
            for number, entry in zip(numbers, own, strict=True):
                groups[number].append(entry)
            pairs += len(groups)
            for group in groups.values():
                complaints += _group(folder, part, group, words)
        elif part.texts is not None:
            texts += len(own)
            complaints += _texts(folder, suite, part, own)
        complaints += _number(folder, part, own)
    return CheckResult(6, complaints, counts={"pairs": pairs, "texts": texts})


def _group(
    folder: SuiteFolder, part: Part, group: Sequence[Entry], words: Words
) -> Iterator[Complaint]:
    file, first = folder.file(paths.complete(part.name)), group[0]
    names = ", ".join(entry.whole.id for entry in group)
    if len(group) != 2:
        yield Complaint(f"a pair of {len(group)}", file, first.id, names, _AGAIN)
        return
    if first.whole.sibling is None:
        return
    if any(words[entry.id].accepted is None for entry in group):
        return  # nobody can say: the check of certificates doubts it
    proved = [_settled(entry, words) for entry in group]
    for entry, word in zip(group, proved, strict=True):
        about = entry.whole.sibling or {}
        if word is not None and about.get("settled") is not word:
            said = "settled" if about.get("settled") else "open"
            text = f"it is called {said}, and its certificate proves the other"
            yield Complaint(text, file, entry.id, entry.whole.id, _AGAIN)
    if sorted(map(str, proved)) != ["False", "True"]:
        shown = {True: "settled", False: "open", None: "not proved"}
        both = " and ".join(shown[word] for word in proved)
        text = f"of two siblings one is settled and one open, but these are {both}"
        yield Complaint(text, file, first.id, names, _AGAIN)


def _settled(entry: Entry, words: Words) -> bool | None:
    """Is the question of a problem settled, as its accepted certificate says?"""
    one = entry.whole
    if one.family.settled is None or one.certificate is None:
        return None
    return load(one.family.settled)(one.certificate) if words[entry.id].accepted else None


def _texts(
    folder: SuiteFolder, suite: Suite, part: Part, own: Sequence[Entry]
) -> Iterator[Complaint]:
    """Every text is of a problem that one of the parts has."""
    assert part.texts is not None
    known = {entry.whole.digest for name in part.texts.parts for entry in suite.by_part[name]}
    for entry in own:
        if entry.whole.rendering is None or entry.whole.digest not in known:
            text = f"not a text of a problem of {', '.join(part.texts.parts)}"
            file = folder.file(paths.complete(part.name))
            yield Complaint(text, file, entry.id, entry.whole.id, _AGAIN)


def _number(folder: SuiteFolder, part: Part, own: Sequence[Entry]) -> Iterator[Complaint]:
    """There are as many problems as the recipe asks for."""
    if len(own) > part.problems or (len(own) < part.problems and not part.cap):
        file = folder.file(paths.complete(part.name))
        text = f"the recipe asks for {part.problems} problems"
        yield Complaint(text, file, None, str(len(own)), _AGAIN)
