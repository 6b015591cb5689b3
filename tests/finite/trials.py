"""Finite worlds with fresh seeds, as many as you like, each by number.

``python -m tests.finite.trials listing|options|boolean|forgeries FIRST NUMBER`` compares every question
about random problems with a list of everything, the same with options, Boolean problems with themselves
said as finite ones, or forges certificates of every claim. It prints what was drawn, and whatever differs.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator

from tests.finite.cases import answers, random_problem
from tests.finite.comparison import differences, option_differences
from tests.finite.forged_claims import CLAIMS, Forger
from tests.finite.second_audit import Audited
from tests.finite.test_boolean_as_finite import differences as boolean_differences
from tests.finite.test_boolean_as_finite import drawn

OF_EACH_CLAIM = 40
"""Forgeries of one problem."""

Trial = Callable[[int, Counter[str]], Iterator[object]]
"""One number: what it drew is counted, what differs is told."""


def listing(number: int, shapes: Counter[str]) -> Iterator[object]:
    """Every question against a list of all members."""
    second = random_problem(number)
    shapes.update(set(shapes_of(second)))
    yield from differences(second, answers(second, number))


def options(number: int, shapes: Counter[str]) -> Iterator[object]:
    """Other members, several targets at once, narrower and wider classes."""
    second = random_problem(number)
    shapes.update(set(shapes_of(second)))
    yield from option_differences(second, random.Random(number))


def boolean(number: int, shapes: Counter[str]) -> Iterator[object]:
    """A Boolean problem, and the same said as a finite one."""
    document = drawn(number)
    shapes[f"setting: {document['setting']}"] += 1
    shapes["knowledge"] += "knowledge" in document
    shapes["holes"] += any("?" in row for world in document["worlds"] for row in world["rows"])
    shapes["gold"] += "gold" in document
    yield from boolean_differences(document)


def forgeries(number: int, shapes: Counter[str]) -> Iterator[object]:
    """False certificates, of which none is accepted; true ones among them are counted, too."""
    forger = Forger(random_problem(number), random.Random(f"forger {number}"))
    for claim in CLAIMS * OF_EACH_CLAIM:
        forged = forger.forged(claim)
        verdict = forger.verdict(forged)
        told = {True: "accepted", False: "refused", None: "beyond a bound"}[verdict.accepted]
        asked = ", of another class" if "asked" in forged.document else ""
        shapes[f"{claim}{asked}, {'true' if forged.true else 'false'}: {told}"] += 1
        if forged.breaks(verdict):
            yield forged


def shapes_of(second: Audited) -> Iterator[str]:
    """What there is in a problem."""
    told, domains = second.document, list(second.domains.values())
    yield f"variables: {len(domains)}"
    yield f"setting: {told['setting']}"
    yield from (f"a variable of {len(domain)} values" for domain in domains)
    if len(set(map(len, domains))) > 1:
        yield "numbers of values: mixed"
    kinds = {type(value).__name__ for domain in domains for value in domain}
    yield "values: " + " and ".join(sorted(kinds)).replace("int", "integers").replace(
        "str", "words"
    )
    for known in (told["class"], *told["class"].get("variables", {}).values()):
        functions = known.get("functions")
        if functions:
            yield f"class: {'a union' if isinstance(functions, list) else functions}"
        if "grammar" in known:
            yield "class: a grammar"
            yield from ("class: a grammar with max_depth",) * ("max_depth" in known["grammar"])
    yield from (f"class: {key}" for key in ("variables", "min_parents") if told["class"].get(key))
    yield from (f"knowledge: {key}" for key in told.get("knowledge", {}))
    for world in told["worlds"]:
        yield from (f"a world: {key}" for key in ("do", "assigned", "split") if world.get(key))
        if any(None in row for row in world["rows"]):
            yield "holes"
    for query in told.get("queries", ()):
        yield "a query: an edge" if "edge" in query else "a query: a value"
        yield from (f"a query: {key}" for key in ("do", "given", "gold") if key in query)
    yield "gold" if "gold" in told else "no gold"
    number = len(second.members)
    yield f"members: {number if number < 2 else '2 to 9' if number < 10 else '10 or more'}"


TRIALS: dict[str, Trial] = {
    "listing": listing,
    "options": options,
    "boolean": boolean,
    "forgeries": forgeries,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.finite.trials", description=__doc__)
    parser.add_argument("kind", choices=TRIALS)
    parser.add_argument("first", type=int, help="the first number, a seed")
    parser.add_argument("number", type=int, help="how many")
    chosen = parser.parse_args()
    shapes, different = Counter[str](), 0
    for number in range(chosen.first, chosen.first + chosen.number):
        told = list(TRIALS[chosen.kind](number, shapes))
        different += bool(told)
        for one in told:
            print(f"{number}: {one}", flush=True)
    for shape, times in sorted(shapes.items()):
        print(f"{times:7,}  {shape}")
    print(f"{chosen.kind}: {chosen.number} from {chosen.first}; {different} differ")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
