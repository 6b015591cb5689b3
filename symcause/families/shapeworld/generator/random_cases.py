"""Random cases of the ShapeWorld generator: a world drawn, its questions measured and chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.shapeworld.audits.intervention_optimum import Optimum
from symcause.families.shapeworld.certify.verdict_certificate import certify
from symcause.families.shapeworld.generator.case_recipe import Recipe
from symcause.families.shapeworld.generator.disguised_proofs import disguised, played_steps
from symcause.families.shapeworld.generator.published_cases import (
    any_edges,
    connected_edges,
    names,
    released_edges,
)
from symcause.families.shapeworld.models.causal_relations import closure
from symcause.families.shapeworld.models.dynamics import driven
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.shortest_proof import formula, listed_proof
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.space.worst_case import WorstCase, plan_length
from symcause.families.shapeworld.verifier.certificate_reader import SETTLED
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

SEARCHED_SHAPES = 6
"""Cases with this many shapes are certified by search."""


@dataclass(frozen=True)
class Drawn:
    """A case, its answer, worst case and shortest proof, and the evidence for them if it was asked for."""

    case: ShapeWorldProblem
    facts: dict[str, object]
    certified: dict[str, object]


def draw(recipe: Recipe, rng: Random, stem: str, *, shuffled: bool = True) -> list[Drawn]:
    """The cases of one world, as many as were asked for; none if it has no such case.

    *shuffled*: their order does not tell their answers.
    """
    children, listing = _world(recipe, rng)
    effects = closure(children)
    start = _start(recipe, effects, rng)
    called = list(names(recipe.shapes))
    rng.shuffle(called)
    shapes = tuple(called[place] for place in listing)
    gold = DAG.of(
        [(called[x], called[y]) for x, below in enumerate(children) for y in bits(below)],
        nodes=shapes,
    )
    moving = tuple(name for place, name in zip(listing, shapes, strict=True) if start >> place & 1)
    kept = _kept_moving(effects, start, rng) if recipe.hidden else 0
    moved = tuple(name for place, name in zip(listing, shapes, strict=True) if kept >> place & 1)
    quota = _quota(recipe, rng)
    found: list[tuple[bool, ShapeWorldProblem, dict[str, object]]] = []
    for x, y in _questions(recipe, rng):
        truth = bool(effects[x] >> y & 1)
        full = sum(known is truth for known, _, _ in found) == quota[truth]
        if full or not _promising(recipe, effects, (x, y), start):
            continue
        case = ShapeWorldProblem(stem, shapes, called[x], called[y], moving, gold=gold)
        if recipe.hidden:
            case = replace(case, scope=WorldClass.HIDDEN, driven=moved)
        facts = _facts(case)
        if _fits(recipe, facts):
            found.append((truth, case, facts))
        if len(found) == recipe.questions:
            break
    yes, no = (sum(known is truth for known, _, _ in found) for truth in (True, False))
    left = _kept(quota, yes, no) if recipe.balanced else {True: yes, False: no}
    chosen: list[tuple[ShapeWorldProblem, dict[str, object]]] = []
    for truth, case, facts in found:
        if left[truth]:
            left[truth] -= 1
            chosen.append((case, facts))
    if (
        shuffled and not recipe.as_released
    ):  # the last questions of a world are those of the rarer answer
        rng.shuffle(chosen)
    return [
        _drawn(recipe, replace(case, id=f"{stem}-{place}"), facts)
        for place, (case, facts) in enumerate(chosen)
    ]


def refuse_size(shapes: int, unseen: int) -> None:
    """Raises LimitError for more shapes than are searched, those that nobody sees among them."""
    most = SEARCHED_SHAPES - unseen
    if shapes > most:
        raise LimitError(f"cases are certified by search for at most {most} shapes", value=shapes)


def _drawn(recipe: Recipe, case: ShapeWorldProblem, facts: dict[str, object]) -> Drawn:
    """The case with as much as shall be told of it."""
    if recipe.played:
        played, certificate = _settled(case, facts, balanced=recipe.balanced)
        return Drawn(played, facts, {"certificate": certificate})
    return Drawn(case, facts, _certified(case, facts) if recipe.certified else {})


def _quota(recipe: Recipe, rng: Random) -> dict[bool, int]:
    """How many questions of a world may have each answer; of an odd number a coin gives the last."""
    if not recipe.balanced:
        return {True: recipe.questions, False: recipe.questions}
    half, last = divmod(recipe.questions, 2)
    favoured = bool(last) and rng.random() < 0.5
    return {True: half + (last if favoured else 0), False: half + (0 if favoured else last)}


def _kept(quota: dict[bool, int], yes: int, no: int) -> dict[bool, int]:
    """How many of each answer stay so that they differ as their quotas do; none if they cannot.

    >>> _kept({True: 3, False: 3}, 3, 1), _kept({True: 2, False: 1}, 2, 0)
    ({True: 1, False: 1}, {True: 1, False: 0})
    """
    more = quota[True] - quota[False]
    pairs = min(yes - max(more, 0), no - max(-more, 0))
    if pairs < 0:
        return {True: 0, False: 0}
    return {True: pairs + max(more, 0), False: pairs + max(-more, 0)}


def _world(recipe: Recipe, rng: Random) -> tuple[tuple[int, ...], list[int]]:
    """The children of every shape, and the order in which they are listed."""
    listing = list(range(recipe.shapes))
    if recipe.as_released:
        return released_edges(recipe.shapes, rng), listing
    rng.shuffle(listing)
    edges = any_edges if recipe.unconnected else connected_edges
    return edges(recipe.shapes, rng), listing


def _start(recipe: Recipe, effects: tuple[int, ...], rng: Random) -> int:
    """All shapes move, or this many shapes chosen at random with their effects."""
    if recipe.moving is None:
        return (1 << recipe.shapes) - 1
    chosen = rng.sample(range(recipe.shapes), min(recipe.moving, recipe.shapes))
    return driven(effects, sum(1 << x for x in chosen))


def _kept_moving(effects: tuple[int, ...], start: int, rng: Random) -> int:
    """Nothing, or by a coin a moving shape and its effects: what something hidden drives."""
    moving = list(bits(start))
    if not moving or rng.random() < 0.5:
        return 0
    return driven(effects, 1 << rng.choice(moving))


def _questions(recipe: Recipe, rng: Random) -> list[tuple[int, int]]:
    """Pairs without replacement."""
    pairs = recipe.pairs()
    rng.shuffle(pairs)
    return pairs


def _promising(
    recipe: Recipe, effects: tuple[int, ...], asked: tuple[int, int], start: int
) -> bool:
    """Can a question be as hard as it shall be? Told without any search."""
    others = start & ~(1 << asked[0]) & ~(1 << asked[1])
    moves = [bool(start >> place & 1) for place in asked]
    worst = plan_length(moves[0], moves[1], others.bit_count(), recipe.hidden)
    if recipe.worst_case not in (None, worst):
        return False
    wanted = recipe.shortest_proof
    return wanted is None or recipe.hidden or wanted <= formula(effects, asked, start)


def _facts(case: ShapeWorldProblem) -> dict[str, object]:
    """The answer, the worst case and the shortest proof."""
    optimum = Optimum(open_space(case))
    worst, proof = optimum.worst_case(), optimum.shortest_proof()
    facts: dict[str, object] = {
        "answer": "yes" if case.right else "no",
        "worst_case": None if isinstance(worst, Unknown) else worst,
        "shortest_proof": None if isinstance(proof, Unknown) else proof,
    }
    if case.scope is WorldClass.HIDDEN:
        facts["decidable"] = case.effect not in case.driven
    return facts


def _fits(recipe: Recipe, facts: dict[str, object]) -> bool:
    return all(
        wanted is None or facts[key] == wanted
        for key, wanted in (
            ("answer", recipe.answer),
            ("worst_case", recipe.worst_case),
            ("shortest_proof", recipe.shortest_proof),
        )
    )


def _certified(case: ShapeWorldProblem, facts: dict[str, object]) -> dict[str, object]:
    """The facts again by search: a shortest proof, and a certificate of what the start alone says."""
    played, _ = _settled(case, facts)
    open_ = certify(open_space(case))
    assert not isinstance(open_, Unknown), open_.reason
    steps = [
        {"action": step.action, "shape": step.shape, "moving": list(step.moving or ())}
        for step in played.transcript
    ]
    return {"proof": steps, **open_.entries()}


def _settled(
    case: ShapeWorldProblem, facts: dict[str, object], *, balanced: bool = False
) -> tuple[ShapeWorldProblem, dict[str, object]]:
    """The case after a shortest proof, played in the true world; that it settles the question has
    passed the kernel.

    Where answers are *balanced*, so are transcripts: each acts on the cause and is as long as the worst
    case takes, so that neither says which answer it proves.
    """
    optimum = Optimum(open_space(case))
    space = optimum.space
    refuse_size(case.size, space.case.unseen)
    slices, gold = optimum.member_slices(), space.case.gold_relation
    assert gold is not None
    worst = WorstCase(slices, case.asked).value(slices.whole, optimum.state)
    proof = listed_proof(gold.effects, case.asked, optimum.state, space.scope.name)
    assert (worst, len(proof)) == (facts["worst_case"], facts["shortest_proof"]), case.id
    if balanced:
        proof = disguised(case, gold, optimum.state, proof, worst)
    played = replace(case, transcript=played_steps(case, gold, optimum.state, proof))
    settled = certify(open_space(played))
    assert not isinstance(settled, Unknown), settled.reason
    assert settled.document["claim"] == {"name": SETTLED, "answer": str(space.answer(gold))}
    return played, settled.to_dict()
