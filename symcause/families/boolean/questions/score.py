"""The Boolean ``score`` question: every answer replayed, and the metrics of the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import option
from symcause.errors import UsageError
from symcause.families.boolean.audits.difficulty.difficulty_options import BooleanDifficulty
from symcause.families.boolean.documents.check_document import BooleanScore
from symcause.families.boolean.documents.fresh_lines import FreshLines, RepeatedRow
from symcause.families.boolean.scoring.bundle_answers import BundleAnswers
from symcause.families.boolean.scoring.synthesis.synthesis_table import SynthesisSummary
from symcause.families.boolean.scoring.system_metrics import METRICS
from symcause.families.boolean.scoring.tables.luck_table import LuckSummary
from symcause.families.boolean.scoring.tasks.identification_answers import certified_kind
from symcause.formats.answer_files.token_usage import Metered
from symcause.scoring.abstention_tables import IDENTIFY
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import Metric
from symcause.scoring.paper_list import Paper
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Answer, Line, Means, group_of

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.scoring.check.checker import Scorer
    from symcause.families.boolean.scoring.check.explanation_count import Explanations
    from symcause.families.boolean.scoring.tables.answer_summary import Summary
    from symcause.families.boolean.scoring.tables.level_tables import Level, Seen
    from symcause.families.boolean.scoring.tables.problem_facts import Member
    from symcause.reports.figures.figure import Figure

SYSTEMS, PROBLEMS = "systems", "problems"


@dataclass
class BooleanScoring(BooleanDifficulty):
    """The published metrics; with baselines or on request also where answers stand in the space."""

    document: ClassVar[type[BooleanScore]] = BooleanScore
    last: ClassVar[bool] = True
    metrics: ClassVar[tuple[Metric, ...]] = METRICS
    stratum: ClassVar[str] = "Setting"

    pair_by: str = option(
        "latent",
        "Metadata key by which problems share a latent model (latent).",
        metavar="KEY",
    )
    group_by: str | None = option(
        None,
        "What the rows of the tables are grouped by: a metadata key, or 'file' (default: the setting, or "
        "none).",
        metavar="KEY",
    )
    answered_only: bool = option(False, "Leave unanswered problems out of all rates.", "flag")
    version_space: bool = option(
        False, "Find out which answers are the unique explanation (implied by baselines).", "flag"
    )
    released_means: bool = option(
        False,
        "Leave invalid answers out of means over worlds, as the released program does (otherwise they "
        "count as 0).",
        "flag",
    )
    appendix: bool = option(
        False,
        "Add the tables of the paper's appendices: grid, cohorts, structural deltas, alternatives found.",
        "flag",
    )
    bundle: str | None = option(
        None,
        "Write the released analysis bundle: its 37 tables under their own names (ReplaySCM).",
        "folder",
        metavar="FOLDER",
    )
    resample: str = option(
        SYSTEMS,
        "The units of resampling for the intervals of differences between cohorts (systems).",
        "choice",
        choices=(SYSTEMS, PROBLEMS),
    )
    symbolic: tuple[str, ...] = option(
        (),
        "A system that is not a language model, for the table of unfound alternatives; baselines are "
        "implied.",
        "many",
        metavar="NAME",
    )
    _members: dict[str, Member] = field(default_factory=dict)
    _shown: dict[Level, dict[str, Seen]] = field(default_factory=dict)
    _known: dict[str, Explanations] = field(default_factory=dict)
    _summary: Summary | None = None
    _bundle: BundleAnswers = field(default_factory=BundleAnswers)
    _fresh: FreshLines = field(default_factory=FreshLines)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._synthesis, self._luck = SynthesisSummary(), LuckSummary()
        if self.resample not in (SYSTEMS, PROBLEMS):
            remedy = f"one of {SYSTEMS}, {PROBLEMS}"
            raise UsageError("no unit", place="--resample", value=self.resample, remedy=remedy)
        names = {**self.own_baselines.names, **self._contestants} if self.appendix else ()
        self._symbolic = frozenset((*self.symbolic, *names))
        self._explains = self.version_space or bool(self._contestants)

    @property
    def members(self) -> Mapping[str, Member]:
        return self._members

    @property
    def family_name(self) -> str:
        return "boolean"

    def answered_by(self, scorer: Scorer) -> BooleanProblem:
        return scorer.problem

    def offered(self, id: str) -> bool:
        """They explain; they do not look for an alternative to a reference."""
        return not (self._members[id].alternative or self._members[id].identify)

    @property
    def summary(self) -> Summary:
        """The summary that the tables are made of."""
        if self._summary is None:
            from symcause.families.boolean.scoring.tables.answer_summary import Summary

            self._summary = Summary(
                answered_only=self.answered_only,
                explanations=self._explains,
                released_means=self.released_means,
                systems=self.systems,
                roots=self.doubts.roots,
            )
        return self._summary

    @classmethod
    def paper(cls) -> Paper:
        from symcause.families.boolean.scoring.tables.paper_index import PAPER

        return PAPER

    def enter(self, problem: BooleanProblem, pool: str, file: str = "") -> None:
        from symcause.families.boolean.scoring.tables.problem_facts import member
        from symcause.families.boolean.scoring.tables.shortcut_features import looks

        self.refuse_others()
        group = group_of(problem.metadata, self.group_by, file)
        found = member(problem, group=group, pair_by=self.pair_by)
        self.summary.add_problem(found, _key(pool, problem.id))
        self._members[problem.id] = found
        if self.appendix and not (found.alternative or found.identify):
            from symcause.families.boolean.audits.evidence.pool_coverage import seen_of

            seen, level = seen_of(problem), (found.setting, found.group)
            if seen is not None:
                self._shown.setdefault(level, {})[found.latent] = seen
        metadata = {**problem.metadata, "latent": found.latent}
        self.doubts.enter(problem.id, metadata, lambda: looks(problem))

    def count_as_one(self, ids: Sequence[str]) -> None:
        """Latent problems are: settings of one stay together."""
        self.doubts.roots.join(map(self.doubts.latent, ids))

    def scorer(self, problem: BooleanProblem) -> Scorer:
        from symcause.families.boolean.scoring.check.checker import scorer_of

        return scorer_of(problem)

    def prepare(self, find: Callable[[str], Scorer], ids: list[str], means: Means) -> None:
        asked = ids if self._explains else [id for id in ids if find(id).problem.identify]
        if asked:
            from symcause.families.boolean.audits.answers.pool_explanations import (
                count_explanations,
            )

            self._known = count_explanations(find, asked, means)
        if self.difficulty:
            self.measure(self.hardness, find, ids, means)

    def about(self, id: str, answers: Sequence[Answer] = ()) -> BooleanScoring:
        known = {id: self._known[id]} if id in self._known else {}
        return replace(
            self, _members={}, _known=known, _summary=None, _bundle=BundleAnswers(), _shown={}
        )

    def score(self, scorer: Scorer, model: str, response: str) -> Line:
        from symcause.families.boolean.scoring.check.score_row import score_row

        known = self._known[scorer.problem.id] if self._explains else None
        if scorer.problem.identify:
            known = self._known.get(scorer.problem.id)
        usage = response.usage if isinstance(response, Metered) else {}
        kept = scorer.kept_result(response)
        if kept is None:
            line = self._fresh.line(score_row(scorer, model, response, known), usage)
        else:
            row = kept.rows.get(known)
            if row is None:
                row = kept.rows[known] = RepeatedRow(score_row(scorer, "", response, known))
            line = self._fresh.again(row, model, usage)
        return line if self.bundle is None else line | self._bundle.record(scorer, model, response)

    def fits(self, line: Mapping[str, object]) -> str | None:
        if self._explains and not line.keys() & {
            "other_explanations",
            "other_explanations_hex",
            "error",
        }:
            return "the results in --out were scored without --version-space"
        if self.bundle is not None and "error" not in line and line.get("bundle") is None:
            member = self._members.get(str(line.get("problem")))
            if member is not None and member.in_bundle:
                return "the results in --out were scored without --bundle"
        return None

    def take(self, line: Mapping[str, object], pool: str) -> None:
        record = line.get("bundle")
        if self.bundle is not None and isinstance(record, dict):
            self._bundle.take(record)
        self.summary.add(self._fresh.document(line), _key(pool, line.get("problem")))
        if isinstance(line.get("attempt"), dict) and "error" not in line:
            self._synthesis.take(line, self._members[str(line.get("problem"))].group)
        if self.difficulty:
            self.hardness.take(line, self.solved(line))
        if self._explains or "certification" in line:
            self._doubt(line)

    def _doubt(self, line: Mapping[str, object]) -> None:
        """Claims and abstentions; to identification tasks UNIQUE is the claim."""
        problem = self._members.get(str(line.get("problem")))
        if problem is None or problem.alternative or "error" in line:
            return
        if not problem.identify:
            self.doubts.take(line, problem.group)
            self._luck.take(line, problem.group)
            return
        self.doubts.count(line, IDENTIFY, *certified_kind(line))

    def files(self, complain: Callable[[str], None]) -> Iterator[tuple[str, str, str]]:
        if self.bundle is not None:
            for name, text in self._bundle.files(complain):
                yield self.bundle, name, text

    def pass_over(self) -> None:
        self.summary.replaced += 1

    def ask(self, model: str, pool: str, id: str) -> None:
        self.summary.ask(model, _key(pool, id))

    def interrupted(self) -> None:
        self.summary.answered_only = self.hardness.answered_only = True

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        from symcause.families.boolean.scoring.tables.paper_tables import as_printed, tables

        found = tables(self.summary, self.summary.resampled(bootstrap))
        if self.appendix:
            from symcause.families.boolean.scoring.tables.appendix_tables import appendix

            plain = [group for group in self.summary.finish() if not group.alternative]
            found += appendix(plain, bootstrap, self._shown, self.resample, self._symbolic)
        attempts = self._synthesis.table()
        found += [] if attempts is None else [attempts]
        if self.difficulty:
            found += self.hardness.tables(bootstrap, answered_only=self.answered_only)
        return [*map(as_printed, found), *self._luck.tables(), *self.doubts.tables()]

    def figures(self, tables: list[Table], bootstrap: Bootstrap) -> list[Figure]:
        from symcause.families.boolean.report.score_figures import score_figures
        from symcause.reports.figures.scores.abstention_rates import doubt_figures
        from symcause.reports.figures.scores.system_differences import system_figures

        lucky = self._luck.facts()
        own = score_figures(self.summary, self.summary.resampled(bootstrap))
        drawn = [
            replace(drawn, facts=(*drawn.facts, *lucky)) if drawn.finding else drawn
            for drawn in (*own, *doubt_figures(self.doubts))
        ]
        if self.difficulty:
            from symcause.reports.figures.scores.difficulty_panels import difficulty_figures

            drawn += difficulty_figures(self.hardness.lines(bootstrap))
        return [*drawn, *system_figures(self.systems, bootstrap)]


def _key(pool: str, problem: object) -> str:
    return f"{pool}\n{problem}"
