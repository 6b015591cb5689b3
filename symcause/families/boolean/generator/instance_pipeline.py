"""Instance pipeline of the Boolean generator: draft, evidence level, variants, certificates.

Instance *i* of a seed depends on nothing but the request and *i*: any number of processes give the same
bytes, and a stopped run can go on where it ended. All variants of one latent SCM share their worlds at
every level of evidence, so they differ in disclosure alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.errors import UsageError
from symcause.families.boolean.audits.disambiguation.evidence_levels import (
    Level,
    coverage_of,
    strengthen,
)
from symcause.families.boolean.audits.pool.world_pool import DEFAULT_POOL, PoolOptions
from symcause.families.boolean.audits.verdict.verdict_summary import settle
from symcause.families.boolean.bounds import SKIPPED_MODELS
from symcause.families.boolean.generator.drafts.disclosure_variants import variant
from symcause.families.boolean.generator.drafts.draft_search import Draft, draft
from symcause.families.boolean.generator.drafts.evidence_noise import UNDISTURBED, Disturbance
from symcause.families.boolean.generator.presets import Preset
from symcause.families.boolean.generator.random_streams import stream
from symcause.families.boolean.generator.transforms.alternative_items import alternative_item
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Setting


@dataclass(frozen=True)
class Request:
    """What is to be generated; each latent SCM gives one problem a setting."""

    preset: Preset
    seed: int = 0
    settings: tuple[Setting, ...] = (Setting.HIDDEN_ORDER,)
    level: Level = Level.ORIGINAL
    alternative: bool = False
    pool: PoolOptions = DEFAULT_POOL
    disturbance: Disturbance = UNDISTURBED


def instances(request: Request, index: int) -> list[BooleanProblem]:
    """The problems of latent SCM number *index*, one per setting, in the order asked for.

    Alternative-SCM items need a space with a separable alternative in every setting: latent SCMs that
    do not have one are passed over.
    """
    if request.alternative and request.level is Level.CERTIFIED:
        raise UsageError(
            "a certified instance has no alternative",
            remedy="ask for Alternative-SCM items at the level original or extra",
        )
    latent = f"{request.preset.name}-{request.seed}-{index:04d}"
    made = _variants(request, index, latent)
    for further in range(1, SKIPPED_MODELS):
        if made is not None:
            return made
        made = _variants(request, index, f"{latent}-{further}")
    raise UsageError(f"no latent SCM of {request.preset.name} has a separable alternative")


def _variants(request: Request, index: int, latent: str) -> list[BooleanProblem] | None:
    """The problems of one latent SCM; None if an Alternative-SCM item cannot be made."""
    asked = request.disturbance
    finish = asked.finish if asked.asked else None
    found = draft(request.preset, latent, _pool(request, latent), finish)
    further = _further(request, found, latent)
    worlds = (*found.training.worlds, *found.heldout, *further)
    made = []
    for setting in request.settings:
        id = f"{latent}-{setting}-{request.level}{asked.label}"
        cuts = stream(latent, "blocks")
        problem = variant(found.latent, setting, worlds, request.preset.max_parents, cuts, id)
        metadata = _metadata(request, index, latent, found, problem, further)
        problem = replace(problem, metadata=metadata, errors=asked.noise)
        if request.alternative:
            item = alternative_item(problem, stream(id, "alternative"), f"{id}-alternative")
            if item is None:
                return None
            problem = item
        made.append(certified(problem))
    return made


def _pool(request: Request, latent: str) -> PoolOptions:
    """The candidates of an instance have a seed of their own."""
    return replace(request.pool, seed=stream(latent, "pool").getrandbits(48))


def _further(request: Request, found: Draft, latent: str) -> tuple[World, ...]:
    """The worlds that the level adds, the same for every setting."""
    if request.level is Level.ORIGINAL:
        return ()
    if request.level is Level.CERTIFIED and found.further is not None:
        return found.further
    worlds = (*found.training.worlds, *found.heldout)
    rng = stream(latent, "blocks")
    weakest = variant(found.latent, Setting.HIDDEN_ROOTS, worlds, request.preset.max_parents, rng)
    return strengthen(weakest, request.level, options=_pool(request, latent)).added


def _metadata(
    request: Request,
    index: int,
    latent: str,
    found: Draft,
    problem: BooleanProblem,
    further: Sequence[World],
) -> dict[str, object]:
    """The generation record; evaluator-only, because it speaks of gold."""
    coverage = None if problem.holed else coverage_of(problem, found.latent.scm)
    cells = [{"world": w, "row": row, "variable": v} for w, row, v in found.disturbed]
    return {
        "latent": latent,
        "level": str(request.level),
        **({"disturbed": cells} if cells else {}),
        "generation": {
            "preset": request.preset.name,
            "seed": request.seed,
            "index": index,
            "attempts": found.attempts,
            "rejected": dict(found.rejected),
            "filters": {check.name: _plain(check.value) for check in found.checks},
            "shortcuts_after_seed_worlds": found.training.shortcuts_at_first,
            "local_alternatives": found.training.local_alternatives,
            "worlds_before_strengthening": len(found.training.worlds),
            "added_worlds": [world.id for world in further],
            "coverage": None if coverage is None else _plain(coverage),
            "pool_size": request.pool.size,
            **request.disturbance.record(),
        },
    }


def _plain(value: int | Fraction) -> int | float:
    return value if isinstance(value, int) else round(float(value), 6)


def certified(problem: BooleanProblem) -> BooleanProblem:
    """The problem with verdict, exact count and a certificate that the kernel has accepted."""
    return replace(problem, metadata={**problem.metadata, **settle(problem).to_dict()})
