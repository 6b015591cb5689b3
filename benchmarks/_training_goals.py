"""Goals of training grounds: seconds to make an item, and to reward an answer."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

from symcause.families.boolean.generator.boolean_generator import BooleanGenerator
from symcause.families.linear.generator.linear_generator import LinearGenerator
from symcause.families.shapeworld.generator.shapeworld_generator import ShapeWorldGenerator
from symcause.harnesses.grounds import item, score

_SIX, _EIGHT = "hs_n6_easy_calibration", "hs_n8_bridge"


def lines(quick: bool, line: Callable[[str, float, float], str]) -> list[str]:
    """One line a goal."""
    number = 9 if quick else 40
    return [
        line("certified Boolean instance, n = 6", 0.04, _made(_SIX, "certified", number)),
        line("certified Boolean instance, n = 8", 0.1, _made(_EIGHT, "certified", number)),
        line("pair of Boolean siblings, n = 8", 0.15, _made(_EIGHT, "siblings", number)),
        line("pair of linear siblings", 0.1, _pairs(LinearGenerator(siblings=True), number)),
        line(
            "pair of ShapeWorld siblings", 0.05, _pairs(ShapeWorldGenerator(siblings=True), number)
        ),
        line("item of the ground crystals", 0.06, _items("crystals", number)),
        line("reward of one answer, Boolean, n = 8", 0.002, _rewarded(4, number)),
        line("reward of one answer, crystals", 0.005, _answered("crystals", number)),
        line("reward of one answer, ShapeWorld", 0.005, _answered("shapeworld", number)),
    ]


def _made(preset: str, level: str, number: int) -> float:
    """The median over instances, without what is loaded for the first."""
    if level == "siblings":
        return _pairs(BooleanGenerator(preset=preset, siblings=True), number)
    return _pairs(BooleanGenerator(preset=preset, level=level), number)


def _pairs(made: BooleanGenerator | LinearGenerator | ShapeWorldGenerator, number: int) -> float:
    return _median(made.items, number)


def _items(task: str, number: int) -> float:
    return _median(lambda index: item(task, seed=1, index=index), number)


def _answered(task: str, number: int) -> float:
    """Right answers in different words."""
    ground = item(task, seed=1, index=0)
    return _median(lambda i: score(ground.document, f"Answer {i}: {ground.answer}"), number)


def _median(work: Callable[[int], object], number: int) -> float:
    """The median over what is made, without what is loaded for the first."""
    taken = []
    for index in range(number + 1):
        start = process_time()
        work(index)
        taken.append(process_time() - start)
    return median(taken[1:])


def _rewarded(problems: int, number: int) -> float:
    """The median over answers that differ, right and wrong; the certificate has been verified before."""
    taken = []
    for index in range(problems):
        ground = item("replay", seed=1, index=index, options={"preset": _EIGHT})
        score(ground.document, ground.answer)
        for i in range(number):
            answer = ground.answer if i % 2 else ground.answer.replace("and", "or", 1)
            start = process_time()
            score(ground.document, f"Answer {i}: {answer}")
            taken.append(process_time() - start)
    return median(taken)
