"""Evidence noise for Boolean drafts: cells flipped or hidden while gold stays the only model.

*Noise*: seeded scored training cells are flipped, and what depends on them in the same row follows, so that
gold disturbs exactly these. *Margin*: worlds of gold are added until this many cells would have to be wrong
before another model fits as well (:mod:`~audits.disambiguation.noise_search`). *Hide*: seeded cells,
never targets, are taken out as long as gold stays alone; a draft that cannot spare enough of them is drawn
again. All of it is decided where the roots are hidden, so it holds in every setting.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.errors import LimitError
from symcause.families.boolean.audits.disambiguation.noise_search import Search
from symcause.families.boolean.audits.disambiguation.world_search import settling_worlds
from symcause.families.boolean.audits.pool.world_pool import PoolOptions
from symcause.families.boolean.bounds import NOISE_TRIES
from symcause.families.boolean.generator.drafts.disclosure_variants import variant
from symcause.families.boolean.generator.drafts.draft_search import Draft
from symcause.families.boolean.generator.random_streams import stream
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.hole_space import HoledSpace
from symcause.models.disclosure import Setting

Cell = tuple[int, int, str]
"""World, row and variable."""


@dataclass(frozen=True)
class Disturbance:
    """How many cells are flipped, how many more it would take, and which share is hidden."""

    noise: int = 0
    margin: int = 1
    hide: Fraction = Fraction(0)

    @property
    def asked(self) -> bool:
        return self != Disturbance()

    @property
    def errors(self) -> int:
        """Gold is to be the only model with at most this many disturbed cells."""
        return self.noise + self.margin - 1

    @property
    def label(self) -> str:
        """What stands in the names of problems."""
        parts = (
            ("noise", self.noise),
            ("margin", self.margin if self.margin > 1 else 0),
            ("hide", f"{float(self.hide):g}" if self.hide else 0),
        )
        return "".join(f"-{name}{value}" for name, value in parts if value)

    def record(self) -> dict[str, object]:
        """For the generation record; nothing where nothing was asked for."""
        if not self.asked:
            return {}
        return {"noise": self.noise, "margin": self.margin, "hide": str(self.hide)}

    def finish(self, draft: Draft, name: str, pool: PoolOptions) -> Draft | str:
        """The draft with such evidence, or why it has none."""
        rng = stream(name, "disturbance", draft.attempts)
        own, further = draft.training.worlds, draft.further
        try:
            if further is None:
                further = settling_worlds(_weakest(draft, own), pool, most_rounds=0)
                if further is None:
                    return "certifiable"
            latent, shown = draft.latent, (*own, *further)
            worlds, cells = flipped(latent.scm, latent.variables, shown, self.noise, rng)
            if self.errors:
                problem = _weakest(draft, worlds)
                hypotheses = replace(problem.default_class(), errors=self.errors)
                added = next(Search.of(problem, hypotheses, latent.scm, pool).run(0))
                if added.count_after > 1:
                    return "margin"
                worlds = (*worlds, *added.worlds)
            hidden = self._hidden(draft, worlds, cells, rng)
        except LimitError:
            return "beyond_reach"
        if hidden is None:
            return "hide"
        return replace(
            draft,
            training=replace(draft.training, worlds=hidden[: len(own)]),
            further=hidden[len(own) :],
            disturbed=tuple((worlds[w].id, row, variable) for w, row, variable in cells),
        )

    def _hidden(
        self,
        draft: Draft,
        worlds: tuple[World, ...],
        disturbed: Sequence[Cell],
        rng: random.Random,
    ) -> tuple[World, ...] | None:
        """The worlds with that share of cells hidden, None if gold would not stay alone.

        Disturbed cells are never hidden. The others come in random order, many at once; where gold would no
        longer be alone fewer are tried, and a single one that cannot be spared stays.
        """
        names, gold = draft.latent.variables, draft.latent.scm
        cells = [
            (w, row, v)
            for w, world in enumerate(worlds)
            for row in range(len(world.rows))
            for v in names
            if v not in world.targets
        ]
        wanted = int(self.hide * len(cells))
        cells = [cell for cell in cells if cell not in disturbed]
        rng.shuffle(cells)
        todo, hidden = [cells[i : i + _AT_ONCE] for i in range(0, len(cells), _AT_ONCE)], worlds
        for _ in range(NOISE_TRIES if wanted else 0):
            if not wanted or not todo:
                break
            some = todo.pop(0)[:wanted]
            tried = without(hidden, names, some)
            if self._alone(_weakest(draft, tried), gold):
                hidden, wanted = tried, wanted - len(some)
            elif len(some) > 1:
                half = len(some) // 2
                todo[:0] = [some[:half], some[half:]]
        return None if wanted else hidden

    def _alone(self, problem: BooleanProblem, gold: BooleanSCM) -> bool:
        hypotheses = replace(problem.default_class(), errors=self.errors)
        return HoledSpace(problem, hypotheses).other(gold) is None


UNDISTURBED = Disturbance()

_AT_ONCE = 16


def _weakest(draft: Draft, training: Sequence[World]) -> BooleanProblem:
    """The problem of these worlds where least is disclosed."""
    worlds, bound = (*training, *draft.heldout), draft.max_parents
    return variant(draft.latent, Setting.HIDDEN_ROOTS, worlds, bound, random.Random(0))


def flipped(
    gold: BooleanSCM,
    names: Sequence[str],
    worlds: Sequence[World],
    number: int,
    rng: random.Random,
) -> tuple[tuple[World, ...], tuple[Cell, ...]]:
    """Worlds in which this many scored cells are disturbed, and which: gold's children follow them."""
    scored = [
        (w, row, v)
        for w, world in enumerate(worlds)
        for row in range(len(world.rows))
        for v in gold.endogenous
        if v not in world.targets
    ]
    if number > len(scored):
        raise LimitError(f"there are {len(scored)} training cells to disturb, not {number}")
    chosen = sorted(rng.sample(scored, number))
    made = list(worlds)
    for w, row in dict.fromkeys((w, row) for w, row, _ in chosen):
        world, rows = made[w], list(made[w].rows)
        state = {v: bit == "1" for v, bit in zip(names, rows[row], strict=True)}
        for v in gold.order:
            if v in gold.functions and v not in world.targets:
                state[v] = gold.functions[v](state) != ((w, row, v) in chosen)
        rows[row] = "".join(str(int(state[v])) for v in names)
        made[w] = replace(world, rows=tuple(rows))
    return tuple(made), tuple(chosen)


def without(
    worlds: Sequence[World], names: Sequence[str], cells: Sequence[Cell]
) -> tuple[World, ...]:
    """The worlds with these cells unobserved."""
    where = {name: i for i, name in enumerate(names)}
    rows = [[list(row) for row in world.rows] for world in worlds]
    for w, row, variable in cells:
        rows[w][row][where[variable]] = "?"
    texts = (tuple("".join(row) for row in world) for world in rows)
    return tuple(
        world if new == world.rows else replace(world, rows=new)
        for world, new in zip(worlds, texts, strict=True)
    )
