"""Training worlds for Boolean drafts, chosen so that they refute shortcuts.

A few seed worlds come first. Then worlds are proposed at random, and the one that refutes most of the
surviving shortcuts joins, until the wanted number is reached; what still survives may cost a few worlds
more, and so may local alternatives if one world refutes many of them. Shortcuts and local alternatives
are counted exactly (:mod:`~audits.alternatives.shortcuts`), over everything that is not downstream.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from symcause.errors import LimitError
from symcause.families.boolean.audits.alternatives.shortcuts import list_alternatives
from symcause.families.boolean.audits.disambiguation.boolean_pool import BooleanPool
from symcause.families.boolean.bounds import TRAINING_DRAWS
from symcause.families.boolean.generator.drafts.disclosure_variants import variant
from symcause.families.boolean.generator.drafts.latent_models import Latent
from symcause.families.boolean.generator.drafts.world_sampler import (
    Units,
    WorldPlan,
    sample_plan,
    simulate,
)
from symcause.families.boolean.generator.presets import Preset
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.worlds import Mode, World
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.models.bit_sets import bits
from symcause.models.disclosure import Setting

_MANY = 3  # a world for local alternatives must refute one in this many

Alternatives = list[tuple[str, Function]]


@dataclass(frozen=True)
class Training:
    """Worlds, and how many shortcuts fitted after the seeds and in the end."""

    worlds: tuple[World, ...]
    shortcuts_at_first: int
    shortcuts_left: int
    local_alternatives: int | None


class TrainingWorlds:
    """Builds the training worlds of one latent SCM."""

    def __init__(self, latent: Latent, preset: Preset, units: Units, rng: random.Random) -> None:
        self.latent, self.preset, self.units, self.rng = latent, preset, units, rng
        self.worlds: list[World] = []

    def build(self) -> Training | None:
        """The worlds, or None if the rules on modes and targets leave no proposal."""
        preset = self.preset
        for plan in self._seeds():
            self._add(simulate(self.latent, preset, self.units, plan, self.rng))
        shortcuts = self._fitting(None)
        at_first = len(shortcuts)
        while len(self.worlds) < preset.worlds:
            pair = self._best(shortcuts)
            if pair is None:
                return None
            self._add(pair[0])
            shortcuts = pair[1]
        while len(shortcuts) > preset.most_survivors and len(self.worlds) < preset.most_worlds:
            pair = self._best(shortcuts)
            if pair is None or len(pair[1]) == len(shortcuts):
                break
            self._add(pair[0])
            shortcuts = pair[1]
        local = self._disambiguated()
        return Training(tuple(self.worlds), at_first, len(self._fitting(None)), local)

    def _disambiguated(self) -> int | None:
        """Add worlds that refute many local alternatives; how many of those are left."""
        preset = self.preset
        local = self._fitting(preset.local_slack)
        most = min(preset.most_worlds, len(self.worlds) + preset.local_worlds)
        while local and len(self.worlds) < most:
            pair = self._best(local)
            if pair is None or (len(local) - len(pair[1])) * _MANY < len(local):
                break
            self._add(pair[0])
            local = pair[1]
        return len(local)

    def _add(self, world: World) -> None:
        self.worlds.append(replace(world, id=f"train_{len(self.worlds):02d}"))

    def _seeds(self) -> list[WorldPlan]:
        """An observational world first, then worlds of both modes in turn."""
        plans, crowded = [WorldPlan(Mode.NONE, ())], self._crowded()
        for mode in (Mode.CONSTANT, Mode.ASSIGNED) * self.preset.seed_worlds:
            if len(plans) == self.preset.seed_worlds:
                break
            plans.append(self._plan(mode, crowded) or WorldPlan(Mode.NONE, ()))
        return plans

    def _plan(self, mode: Mode | None, crowded: set[str]) -> WorldPlan | None:
        """A random intervention of a mode, if one is named, without crowded targets."""
        for _ in range(TRAINING_DRAWS):
            plan = sample_plan(self.preset, self.latent.variables, self.rng)
            if mode in (None, plan.mode) and crowded.isdisjoint(plan.targets):
                return plan
        return None

    def _crowded(self) -> set[str]:
        """The endogenous variables that may be a target no more."""
        return {
            v
            for v in self.latent.endogenous
            if sum(v in w.targets for w in self.worlds) >= self.preset.most_targeted
        }

    def _needed_mode(self) -> Mode | None:
        """The mode that the next world must have so that every mode gets its worlds."""
        modes = [w.mode for w in self.worlds]
        room = self.preset.worlds - len(self.worlds)
        constant = max(0, self.preset.least_constant - modes.count(Mode.CONSTANT))
        assigned = max(0, self.preset.least_assigned - modes.count(Mode.ASSIGNED))
        if room > constant + assigned or room <= 0:
            return None
        return Mode.ASSIGNED if assigned else Mode.CONSTANT if constant else None

    def _best(self, alternatives: Alternatives) -> tuple[World, Alternatives] | None:
        """The proposal that refutes most alternatives, and those it leaves."""
        mode, crowded = self._needed_mode(), self._crowded()
        plans = [plan for _ in range(self.preset.proposals) if (plan := self._plan(mode, crowded))]
        if not plans:
            return None
        if not alternatives:
            plans = plans[:1]
        worlds = [simulate(self.latent, self.preset, self.units, plan, self.rng) for plan in plans]
        pool = BooleanPool(self.latent.variables, worlds)
        where = {v: i for i, v in enumerate(self.latent.variables)}
        refuters = [pool.refuters(where[v], function) for v, function in alternatives]
        kills = [0] * len(worlds)
        for killers in refuters:
            for i in bits(killers):
                kills[i] += 1
        best = max(range(len(worlds)), key=lambda i: (kills[i], -i))
        pairs = zip(alternatives, refuters, strict=True)
        return worlds[best], [a for a, killers in pairs if not killers >> best & 1]

    def _fitting(self, slack: int | None) -> Alternatives:
        """Shortcuts (no slack), or local alternatives, that fit the worlds so far."""
        problem = variant(
            self.latent, Setting.HIDDEN_ORDER, self.worlds, self.preset.max_parents, self.rng
        )
        return fitting(self.latent, Evidence(problem), self.preset, slack)


def fitting(latent: Latent, evidence: Evidence, preset: Preset, slack: int | None) -> Alternatives:
    """All (variable, function) that fit, differ from gold and have no input downstream."""
    alternatives: Alternatives = []
    for variable in latent.scm.endogenous:
        size = latent.gold.mechanisms[variable].size
        if slack is None:
            cap = max(preset.shortcut_floor, min(preset.shortcut_cap, size - 1))
        else:
            cap = min(size + slack, preset.local_cap)
        try:
            functions = list_alternatives(evidence, latent.scm, variable, cap)
            alternatives += [(variable, function) for function in functions]
        except LimitError:
            continue  # beyond the tables nothing is known, so nothing is counted
    return alternatives


def adds_nothing(worlds: Sequence[World]) -> bool:
    """True if two worlds show the same rows under the same intervention."""
    return len({(w.mode, w.targets, frozenset(w.rows)) for w in worlds}) < len(worlds)
