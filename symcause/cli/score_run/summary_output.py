"""Output of the summary of a score run: tables in every form, pictures, the page."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

from symcause.audits.document_json import dumps
from symcause.cli.output.output_files import SideFile
from symcause.cli.output.terminal_output import complain, emit, show
from symcause.cli.score_run.scoring_run import ScoringRun
from symcause.cli.score_run.table_choice import Chosen
from symcause.episodes.judgement.episode_scores import EpisodeScoring
from symcause.errors import UsageError
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_tables import with_systems
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Scoring

LUCK = "right by luck"
"""A fact that a slide says beside the finding."""


def refuse_slide(path: str | None) -> None:
    """Complain about a name that ends as that of no slide."""
    if path is not None:
        from symcause.reports.paper.paper_figure import refuse_name

        refuse_name(path, "--slide")


class Summary:
    """The tables and pictures of every family in a run."""

    def __init__(self, run: ScoringRun, bootstrap: Bootstrap) -> None:
        self._run, self._bootstrap = run, bootstrap
        made = ((name, s, s.summary_tables(bootstrap)) for name, s in run.scorings.items())
        found = [(name, s, with_systems(tables, s.systems, bootstrap)) for name, s, tables in made]
        self._parts = [part for part in found if part[2]]

    @property
    def tables(self) -> list[Table]:
        return [table for _, _, tables in self._parts for table in tables]

    def draw(self, page: SideFile | None, folder: str | None, source: str) -> None:
        """The page, and the pictures as files."""
        if page is None and folder is None:
            return
        from symcause.reports.page.run_list import scored_runs
        from symcause.reports.page.score_page import save_figures, score_page

        drawn = [(tables, self._figures(name, s, tables)) for name, s, tables in self._parts]
        drawn.sort(key=lambda part: not part[1])  # what the main picture is about comes first
        figures = [figure for _, found in drawn for figure in found]
        if folder is not None:
            save_figures(figures, folder)
        if page is not None:
            from symcause.cli.score_run.discordant_pairs import text_pairs

            page.write(
                score_page(
                    [table for tables, _ in drawn for table in tables],
                    figures,
                    source=source,
                    answers=self._run.answers,
                    failed=self._run.failures,
                    runs=scored_runs(self._run.listed, self._run.scorings, source),
                    pairs=text_pairs(self._run, source),
                )
            )

    def project(self, slide: str | None, source: str) -> None:
        """The main picture as a slide. Raises UsageError where there is none."""
        if slide is None:
            return
        from symcause.formats.storage.atomic_files import write_together
        from symcause.reports.paper.paper_figure import slide_bytes

        drawn = [figure for part in self._parts for figure in self._figures(*part)]
        main = next((figure for figure in drawn if figure.finding), None)
        if main is None:
            remedy = "--html FILE shows what there is"
            raise UsageError("--slide: there is nothing to draw", file=slide, remedy=remedy)
        text = "; ".join((main.finding, *(f"{n}: {v}" for n, v in main.facts if n == LUCK)))
        try:
            write_together([(Path(slide), slide_bytes(main, text, Path(source).name, slide))])
        except OSError as error:
            text = f"cannot be written: {error.strerror or error}"
            raise UsageError(text, file=slide) from None

    def _figures(self, name: str, scoring: Scoring[Any, Any], tables: list[Table]) -> list[Any]:
        if isinstance(scoring, EpisodeScoring):  # of all families, so none of them draws it
            from symcause.reports.figures.scores.episode_shares import episode_figures
            from symcause.reports.figures.scores.system_differences import system_figures

            shares = episode_figures(scoring.scores, self._bootstrap)
            return [*shares, *system_figures(scoring.systems, self._bootstrap)]
        from symcause.reports.figures.scores.rendering_deltas import rendering_figures

        deltas = rendering_figures(scoring.renderings, self._bootstrap)
        return [*scoring.figures(tables, self._bootstrap), *deltas]

    def choose(self, chosen: Chosen) -> None:
        """From now on only the tables and columns that were asked for."""
        named = [(name, table) for name, _, tables in self._parts for table in tables]
        kept = chosen.among(named, complain)
        parts = [(name, s, [t for other, t in kept if other == name]) for name, s, _ in self._parts]
        self._parts = [part for part in parts if part[2]]

    def save(self, folder: str) -> None:
        """One CSV a table."""
        from symcause.reports.table_formats import save_tables

        try:
            save_tables([(name, t) for name, _, tables in self._parts for t in tables], folder)
        except OSError as error:
            text = f"cannot be written: {error.strerror or error}"
            raise UsageError(text, file=folder) from None

    def print(self, as_json: bool, form: str, label: str | None) -> None:
        document = {
            "answers": self._run.answers,
            "failed": self._run.failures,
            "seed": self._bootstrap.seed,
            "bootstrap": self._bootstrap.resamples,
            "invalid": self._run.remarks.invalid,
            "failed_baselines": self._run.remarks.failed,
            "notes": list(self._run.remarks.notes()),
            "tables": [
                {"family": name, **table.to_dict()}
                for name, _, tables in self._parts
                for table in tables
            ],
        }
        if as_json:
            emit(dumps({"summary": document}))
        elif form == "json":
            emit(dumps(document))
        elif self._parts:
            from symcause.reports.table_formats import Setting, render

            width = get_terminal_size().columns if sys.stdout.isatty() else None
            show(render(self.tables, form, Setting(width, label)))
        elif self._run.answers == 0:
            complain("no answer was scored")
