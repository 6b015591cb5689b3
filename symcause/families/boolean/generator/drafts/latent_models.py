"""Latent models for Boolean drafts: roots, an order and bounded sets of parents.

Latent slots are ordered, roots first. The parents of a slot come from the last few slots before it
(the *window*, as long as the parent bound); their number is uniform, at least two where two are at
hand. Labels X1 … Xn are a random permutation of the slots, so a label says nothing about the order.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

from symcause.families.boolean.catalogue import Catalogue
from symcause.families.boolean.generator.drafts.random_mechanisms import sample_mechanism
from symcause.families.boolean.generator.presets import Preset
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.models.expressions import Expression
from symcause.models.variable_names import natural


@dataclass(frozen=True)
class Latent:
    """A sampled model as written, with the order it was sampled in."""

    gold: Answer

    @property
    def roots(self) -> tuple[str, ...]:
        """The roots, in the order of their slots."""
        assert self.gold.roots is not None
        return self.gold.roots

    @property
    def order(self) -> tuple[str, ...]:
        """All variables in the order of their slots."""
        assert self.gold.order is not None
        return self.gold.order

    @property
    def variables(self) -> tuple[str, ...]:
        return natural(self.order)

    @property
    def endogenous(self) -> tuple[str, ...]:
        """The variables with a mechanism, in the order of their slots."""
        return self.order[len(self.roots) :]

    @cached_property
    def scm(self) -> BooleanSCM:
        return self.gold.compiled(self.roots)


def sample_latent(preset: Preset, book: Catalogue, rng: random.Random) -> Latent | None:
    """One latent SCM, None if a mechanism could not be found within the bounds."""
    labels = [f"X{i + 1}" for i in range(preset.variables)]
    rng.shuffle(labels)
    mechanisms: dict[str, Expression] = {}
    for slot in range(preset.roots, preset.variables):
        window = labels[max(0, slot - preset.window) : slot]
        most = min(preset.max_parents, len(window))
        parents = rng.sample(window, rng.randint(min(2, most), most))
        mechanism = sample_mechanism(
            natural(parents), preset.ast_drawn, preset.most_depth, book, rng
        )
        if mechanism is None:
            return None
        mechanisms[labels[slot]] = mechanism
    sizes = [expression.size for expression in mechanisms.values()]
    if not preset.ast_written[0] <= min(sizes) <= max(sizes) <= preset.ast_written[1]:
        return None
    return Latent(Answer(mechanisms, tuple(labels[: preset.roots]), tuple(labels)))
