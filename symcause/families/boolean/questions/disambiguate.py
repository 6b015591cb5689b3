"""The Boolean question ``disambiguate``: the fewest further worlds of gold that leave one SCM."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec.structs import replace

from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.errors import UsageError
from symcause.families.boolean.documents.cell_disturbance import FilledPart
from symcause.families.boolean.documents.disambiguation_document import (
    BooleanDisambiguate,
    WorldPart,
    recorded,
)
from symcause.families.boolean.problem.version_two import first_hole, refuse_errors, refuse_holes
from symcause.families.boolean.questions.options import ERRORS, HOLES, InClass

if TYPE_CHECKING:
    from symcause.families.boolean.audits.disambiguation.evidence_additions import ReadCells
    from symcause.families.boolean.audits.disambiguation.world_search import Added, Disambiguation
    from symcause.families.boolean.audits.pool.world_pool import PoolOptions
    from symcause.families.boolean.models.worlds import World
    from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
    from symcause.families.boolean.problem.problem import BooleanProblem

LEVELS = ("extra", "counterexample", "certified")


@dataclass(frozen=True)
class Disambiguate(InClass[BooleanDisambiguate]):
    """Candidates are a seeded pool of worlds that gold could show."""

    name: ClassVar[str] = "disambiguate"
    document: ClassVar[type[BooleanDisambiguate]] = BooleanDisambiguate

    level: str = option(
        "certified",
        "certified (default): the fewest worlds that leave one model; or a published recipe.",
        "choice",
        choices=LEVELS,
    )
    pool_size: int = option(1_000, "Candidate worlds (1000).", "integer", least=1, most=100_000)
    rows: int | None = option(
        None, "Rows per world (as in training).", "integer", least=1, most=1_000
    )
    targets: int = option(
        3, "Maximum number of targets of a candidate (3).", "integer", least=1, most=3
    )
    seed: int = option(0, "Seed of the pool (0).", "integer")
    margin: int | None = option(
        None,
        "Continue until at least M cells would have to be wrong for another model to fit as well as gold.",
        "integer",
        metavar="M",
        least=1,
        most=1_000,
    )
    observe: bool = option(
        False,
        "Propose hidden cells to read instead of further worlds: the fewest that leave one model if they "
        "read as gold has them. Unknown where more than 1,000 models are left to look at.",
        "flag",
    )
    strengthen: bool = option(
        False, "Also give the problem with the added evidence.", "python", hidden=True
    )
    recorded: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What an earlier run has strengthened, by the id of the problem."""

    takes: ClassVar[frozenset[str]] = frozenset({ERRORS, HOLES})

    def stated(self, problem: BooleanProblem) -> dict[str, object]:
        more = {"level": self.level, "seed": self.seed, "variables": problem.variables}
        return super().stated(problem) | more | {"margin": self.margin}

    def hypotheses(self, problem: BooleanProblem) -> HypothesisClass:
        """A margin is uniqueness with that many more disturbed cells than gold has, less one."""
        hypotheses = super().hypotheses(problem)
        if self.margin is not None:
            if self.errors is not None:
                raise UsageError(
                    "--margin and --errors do not go together",
                    remedy="a margin says how many errors there may be: as many as gold has, and more",
                )
            from symcause.families.boolean.audits.disambiguation.world_search import legal_gold
            from symcause.families.boolean.space.noise.cell_disturbance import disturbed_by

            own = disturbed_by(problem, legal_gold(problem))
            if own > hypotheses.errors:
                return hypotheses  # gold is invalid, whatever is added
            sources = ("option", hypotheses.sources[1])
            hypotheses = dataclasses.replace(
                hypotheses, errors=own + self.margin - 1, sources=sources
            )
        if self.level != "certified":
            refuse_errors(hypotheses.errors, f"the recipe {self.level}")
        return hypotheses

    def answers(self, problem: BooleanProblem) -> Iterator[BooleanDisambiguate]:
        from symcause.families.boolean.audits.pool.world_pool import PoolOptions

        frame, asked = self.frame(problem), self.applied(problem)
        if problem.id in self.recorded:
            yield _earlier(self.recorded[problem.id], frame)
            return
        options = PoolOptions(self.pool_size, self.rows, self.targets, self.seed)
        search = self._fewest if self.level == "certified" else self._recipe
        if frame.scope.noisy:
            search = self._erring
        if self.observe or first_hole(asked, "train") is not None:
            search = self._hidden
        yield from search(asked, frame, options)

    def _fewest(
        self, problem: BooleanProblem, frame: BooleanDisambiguate, options: PoolOptions
    ) -> Iterator[BooleanDisambiguate]:
        from symcause.families.boolean.audits.disambiguation.pool_limits import example, remaining
        from symcause.families.boolean.audits.disambiguation.world_search import improvements

        disambiguation: Disambiguation | None = None
        for disambiguation in improvements(problem, frame.scope.hypotheses, options):
            document = _filled(frame, disambiguation)
            yield self._delivered(document, disambiguation.strengthened)
        assert disambiguation is not None
        apart = replace(
            document,
            remaining=remaining(disambiguation, self.targets),
            example=example(disambiguation),
        )
        yield self._delivered(apart, disambiguation.strengthened)

    def _erring(
        self, problem: BooleanProblem, frame: BooleanDisambiguate, options: PoolOptions
    ) -> Iterator[BooleanDisambiguate]:
        """Where cells may be disturbed."""
        from symcause.families.boolean.audits.disambiguation.noise_search import Search
        from symcause.families.boolean.audits.disambiguation.world_search import member_gold
        from symcause.families.boolean.bounds import WORLD_ROUNDS

        hypotheses = frame.scope.hypotheses
        search = Search.of(problem, hypotheses, member_gold(problem, hypotheses), options)
        added: Added | None = None
        for added in search.run(WORLD_ROUNDS):
            document = _filled(frame, added)
            yield self._delivered(document, added.strengthened)
        assert added is not None
        apart = replace(document, remaining=search.remaining(), example=search.example())
        yield self._delivered(apart, added.strengthened)

    def _hidden(
        self, problem: BooleanProblem, frame: BooleanDisambiguate, options: PoolOptions
    ) -> Iterator[BooleanDisambiguate]:
        """Where cells were not observed."""
        from symcause.families.boolean.audits.disambiguation.addition_search import (
            AdditionSearch,
            holed_gold,
        )
        from symcause.families.boolean.audits.disambiguation.evidence_additions import (
            FurtherWorlds,
            ReadCells,
        )

        if self.level != "certified":
            refuse_holes(problem, f"the recipe {self.level}")
        if self.observe and first_hole(problem, "train") is None:
            raise UsageError("--observe: every training cell was observed", value=problem.id)
        hypotheses = frame.scope.hypotheses
        gold = holed_gold(problem, hypotheses)
        cells = ReadCells.of(problem, gold) if self.observe else None
        worlds = None if self.observe else FurtherWorlds.of(problem, gold, options)
        additions = cells or worlds
        assert additions is not None
        for found in AdditionSearch(problem, hypotheses, gold, additions).run():
            document = replace(
                frame,
                worlds=() if worlds is None else _parts(worlds.chosen(found.chosen)),
                cells=msgspec.UNSET if cells is None else _cells(cells, found.chosen),
                added=found.chosen.bit_count(),
                minimal=found.minimal,
                pool_size=additions.size,
                lower_bound=found.lower_bound,
                count_before=found.count_before,
                count_after=found.count_after,
            )
            yield self._delivered(document, additions.added(found.chosen))

    def _recipe(
        self, problem: BooleanProblem, frame: BooleanDisambiguate, options: PoolOptions
    ) -> Iterator[BooleanDisambiguate]:
        from symcause.families.boolean.audits.disambiguation.evidence_levels import (
            Level,
            strengthen,
        )

        made = strengthen(problem, Level(self.level), frame.scope.hypotheses, options)
        document = replace(
            frame,
            worlds=_parts(made.added),
            added=len(made.added),
            pool_size=made.pool_size,
            count_before=made.count_before,
            count_after=made.count_after,
            coverage_before=float(made.coverage_before),
            coverage_after=float(made.coverage_after),
        )
        yield self._delivered(document, made.problem)

    def _delivered(
        self, document: BooleanDisambiguate, stronger: BooleanProblem
    ) -> BooleanDisambiguate:
        if not self.strengthen:
            return document
        from symcause.families.boolean.files.document_writer import write_boolean

        return document.recorded_in(write_boolean(stronger))

    def story(self, document: BooleanDisambiguate) -> Story:
        from symcause.families.boolean.report.story.disambiguation_story import disambiguation_story

        return disambiguation_story(document)


def _filled(frame: BooleanDisambiguate, found: Added) -> BooleanDisambiguate:
    return replace(
        frame,
        worlds=_parts(found.worlds),
        added=len(found.worlds),
        minimal=found.minimal,
        pool_size=found.pool_size,
        lower_bound=found.lower_bound,
        count_before=found.count_before,
        count_after=found.count_after,
    )


def _cells(cells: ReadCells, chosen: int) -> tuple[FilledPart, ...]:
    found = (cells.cells[i] for i in range(cells.size) if chosen >> i & 1)
    return tuple(
        FilledPart(
            world=cells.problem.training[w].id, row=r, variable=v, value=cells.values[w, r, v]
        )
        for w, r, v in found
    )


def _parts(worlds: tuple[World, ...]) -> tuple[WorldPart, ...]:
    from symcause.families.boolean.problem.fingerprint import describe_world

    return tuple(msgspec.convert(describe_world(world), WorldPart) for world in worlds)


def _earlier(stronger: Mapping[str, Any], frame: BooleanDisambiguate) -> BooleanDisambiguate:
    """What an earlier run found. Raises UsageError if it was asked something else."""
    disambiguate = recorded(stronger)
    if disambiguate is None:
        raise UsageError("no record of how this problem was strengthened", value=frame.problem)
    for what in ("setting", "scope", "margin"):
        if getattr(disambiguate, what) != getattr(frame, what):
            raise UsageError(
                f"an earlier run was about another {'class' if what == 'scope' else what}",
                place=f"problem {frame.problem}",
                value=getattr(disambiguate, what),
                remedy="give the same options, leave out --resume, or name another file",
            )
    return disambiguate
