"""The splits of a suite: what is the same up to names, or has one latent, is in one split.

So are the texts of a problem and, where the recipe refuses gold that is in two splits, problems with the
same gold. Groups are dealt in a keyed order, labels evenly.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from symcause.suites.draws.suite_key import SuiteKey
from symcause.suites.draws.suite_problem import SuiteProblem
from symcause.suites.recipe.recipe import Recipe


def splits_of(problems: Sequence[SuiteProblem], recipe: Recipe, key: SuiteKey) -> list[str]:
    """The split of every problem."""
    numbers = grouped(problems, gold=recipe.gold == "refuse")
    groups: defaultdict[int, list[SuiteProblem]] = defaultdict(list)
    for number, problem in zip(numbers, problems, strict=True):
        groups[number].append(problem)
    split: dict[int, str] = {}
    for part in recipe.parts:
        kinds: defaultdict[str, list[int]] = defaultdict(list)
        for number, group in groups.items():
            if number not in split and any(one.part == part.name for one in group):
                label = group[0].facts.get(part.balance[0], "") if part.balance else ""
                kinds[label].append(number)
        dealt: Counter[str] = Counter()
        for label in sorted(kinds):
            order = {
                number: key.order("split", *sorted(one.canonical for one in groups[number]))
                for number in kinds[label]
            }
            split |= _dealt(sorted(kinds[label], key=order.__getitem__), recipe.splits, dealt)
    return [split[number] for number in numbers]


def _dealt(
    groups: Sequence[int], shares: Sequence[tuple[str, Fraction]], dealt: Counter[str]
) -> dict[int, str]:
    """Each group goes where most is missing; *dealt* counts over all labels of a part."""
    given: dict[int, str] = {}
    for group in groups:
        total = sum(dealt.values()) + 1
        lacking = {name: share * total - dealt[name] for name, share in shares}
        # The last of equal ones: it is the one that is measured.
        name = max(reversed(list(lacking)), key=lacking.__getitem__)
        dealt[name] += 1
        given[group] = name
    return given


def grouped(problems: Sequence[SuiteProblem], *, gold: bool) -> list[int]:
    """The number of the group of every problem: all that must not be parted."""
    above = list(range(len(problems)))

    def top(at: int) -> int:
        while above[at] != at:
            above[at] = above[above[at]]
            at = above[at]
        return at

    first: dict[tuple[str, str], int] = {}
    for at, problem in enumerate(problems):
        for tie in ties(problem, gold=gold):
            if tie in first:
                low, high = sorted((top(first[tie]), top(at)))
                above[high] = low
            else:
                first[tie] = at
    return [top(at) for at in range(len(problems))]


def ties(problem: SuiteProblem, *, gold: bool) -> list[tuple[str, str]]:
    """By what a problem belongs to others."""
    tied = [("canonical", problem.canonical)]
    tied += [("digest", digest) for digest in (problem.digest, *problem.kin)]
    if problem.rendering is None:
        tied.append(("latent", problem.latent))
    if gold and problem.canonical_gold is not None:
        tied.append(("gold", problem.canonical_gold))
    return tied


def gold_in_two_splits(
    problems: Sequence[SuiteProblem], splits: Sequence[str]
) -> Mapping[str, int]:
    """True models that several splits have, with the number of their problems."""
    seen: defaultdict[str, set[str]] = defaultdict(set)
    number: Counter[str] = Counter()
    for problem, split in zip(problems, splits, strict=True):
        if problem.canonical_gold is not None:
            seen[problem.canonical_gold].add(split)
            number[problem.canonical_gold] += 1
    return {digest: number[digest] for digest, where in sorted(seen.items()) if len(where) > 1}
