"""Disclosure variants of a Boolean draft: the same worlds and gold with more or less disclosed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from symcause.families.boolean.generator.drafts.latent_models import Latent
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.variable_names import OPERATORS, natural

BLOCKS = (2, 3)
"""How many blocks of endogenous variables the block-order variant may have."""


def disclose(latent: Latent, setting: Setting, rng: random.Random) -> Disclosure:
    """What a setting tells about the latent SCM; only the cuts between blocks are random."""
    names, roots = latent.variables, natural(latent.roots)
    if setting is Setting.ORDERED:
        return Disclosure(setting, names, roots, order=latent.order)
    if setting is Setting.BLOCK_ORDER:
        return Disclosure(setting, names, roots, blocks=(roots, *_blocks(latent.endogenous, rng)))
    if setting is Setting.HIDDEN_ORDER:
        return Disclosure(setting, names, roots)
    return Disclosure(setting, names, root_count=len(roots))


def _blocks(endogenous: Sequence[str], rng: random.Random) -> list[tuple[str, ...]]:
    """The endogenous variables cut into two or three blocks, in latent order."""
    count = min(rng.choice(BLOCKS), len(endogenous))
    cuts = sorted(rng.sample(range(1, len(endogenous)), count - 1))
    return [
        natural(endogenous[a:b]) for a, b in zip([0, *cuts], [*cuts, len(endogenous)], strict=True)
    ]


def variant(
    latent: Latent,
    setting: Setting,
    worlds: Sequence[World],
    max_parents: int,
    rng: random.Random,
    id: str = "draft",
) -> BooleanProblem:
    """The problem of a latent SCM in a setting."""
    return BooleanProblem(
        id,
        disclose(latent, setting, rng),
        tuple(worlds),
        operators=OPERATORS,
        constants=False,
        max_parents=max_parents,
        gold=latent.gold,
    )
