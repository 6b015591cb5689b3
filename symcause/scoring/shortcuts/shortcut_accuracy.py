"""Shortcut accuracy, by the shortcuts of scoring: how often a rule that solves nothing is right.

What a rule learns, it learns from other problems than it answers: latent problems are dealt into two
halves, and each is answered by what the other one shows. Of two siblings one is asked, by a coin, for
whatever is right about one is right about the other. So a rule that is no shortcut is at chance, and the
interval (Clopper and Pearson) lies above the share of the best constant answer only by chance. It is that
of independent answers: where labels are balanced and problems are few, what is learnt from one half depends
on the other, and the interval is too narrow. One rule of many is better by chance, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from symcause.formats.problems import Problem
from symcause.registry import Family, family_of, load
from symcause.scoring.exact_tests import clopper_pearson
from symcause.scoring.shortcuts.general_rules import GENERAL, PAIRED
from symcause.scoring.shortcuts.public_rules import Rule, Shortcuts, Shown
from symcause.scoring.shortcuts.shown_problems import Labelled, labelled, public_views

Case = tuple[Hashable, Labelled]
"""A problem with what a rule sees in it."""


@dataclass(frozen=True)
class ShortcutAccuracy:
    """A rule on the problems of a family that it applies to.

    *constant* is the share of the commonest label among them, *low* and *high* bound what *right* of
    *problems* says at 95 %.
    """

    family: str
    rule: str
    labels: tuple[str, ...]
    problems: int
    right: int
    low: float
    high: float
    constant: float

    @property
    def share(self) -> float:
        """How often the rule is right."""
        return self.right / self.problems

    @property
    def better(self) -> bool:
        """Is the rule better than the best constant answer, beyond chance?"""
        return self.low > self.constant


def shortcut_accuracies(problems: Sequence[Problem]) -> tuple[ShortcutAccuracy, ...]:
    """Every rule on every family of a pool, siblings apart: their label is whether they are settled.

    Problems without such a label, and rules that apply to fewer than two problems, are left out.
    """
    families: dict[str, Family] = {}
    parts: dict[tuple[str, bool], list[Labelled]] = {}
    for problem in problems:
        family = family_of(problem)
        one = labelled(family, _of(families.setdefault(family.name, family)), problem)
        if one is not None:
            parts.setdefault((family.name, one.paired), []).append(one)
    return tuple(
        accuracy
        for (name, paired), part in parts.items()
        for accuracy in _part(families[name], part, paired)
    )


def _of(family: Family) -> Shortcuts[Problem]:
    return Shortcuts() if family.shortcuts is None else load(family.shortcuts)()


def _part(family: Family, part: Sequence[Labelled], paired: bool) -> Iterator[ShortcutAccuracy]:
    shortcuts = _of(family)
    views = public_views(family, shortcuts, part)
    for rule in (*GENERAL, *(PAIRED if paired else shortcuts.rules)):
        made = accuracy_of(family.name, rule, views, part)
        if made is not None:
            yield made


def accuracy_of(
    family: str, rule: Rule, views: Sequence[Shown], part: Sequence[Labelled]
) -> ShortcutAccuracy | None:
    """One rule; None where it applies to fewer than two problems."""
    applies = [
        (sign, one)
        for view, one in zip(views, part, strict=True)
        if (sign := rule.sign(view)) is not None
    ]
    cases = _independent(applies)
    if len(cases) < 2:
        return None
    tally = Counter(one.label for _, one in cases)
    if rule.answers is None:
        right = _learnt(cases)
    else:
        right = sum(rule.answers.get(sign) == one.label for sign, one in cases)
    low, high = clopper_pearson(right, len(cases))
    return ShortcutAccuracy(
        family,
        rule.name,
        tuple(sorted(tally)),
        len(cases),
        right,
        low,
        high,
        max(tally.values()) / len(cases),
    )


def _independent(cases: Sequence[Case]) -> list[Case]:
    """All cases, but one of each pair of siblings, by a coin."""
    pairs: dict[str, list[Case]] = {}
    for case in cases:
        if case[1].paired:
            pairs.setdefault(case[1].latent, []).append(case)
    coin = Random(f"sides of {len(pairs)}")
    asked = {coin.choice(pair)[1].problem.id for pair in pairs.values()}
    return [case for case in cases if not case[1].paired or case[1].problem.id in asked]


def _learnt(cases: Sequence[Case]) -> int:
    """How many are right by the commonest label of their sign in the other half."""
    latents = list(dict.fromkeys(one.latent for _, one in cases))
    Random(f"halves of {len(latents)}").shuffle(latents)
    first = set(latents[::2])
    halves: tuple[list[tuple[Hashable, str]], list[tuple[Hashable, str]]] = ([], [])
    for sign, one in cases:
        halves[one.latent in first].append((sign, one.label))
    return _right(halves[0], halves[1]) + _right(halves[1], halves[0])


def _right(seen: Sequence[tuple[Hashable, str]], asked: Sequence[tuple[Hashable, str]]) -> int:
    """How many of those asked have the label that those seen suggest; ties go to the first by name."""
    whole = Counter(label for _, label in seen)
    signs: dict[Hashable, Counter[str]] = {}
    for sign, label in seen:
        signs.setdefault(sign, Counter())[label] += 1
    return sum(_commonest(signs.get(sign, whole)) == label for sign, label in asked)


def _commonest(tally: Counter[str]) -> str | None:
    return min(tally, key=lambda label: (-tally[label], label), default=None)
