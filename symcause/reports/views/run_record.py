"""The record of a run, whoever read it: its row in a table of runs, and its view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from symcause.audits.story import Section, Story, Tone
from symcause.reports.figures.figure import figure_view
from symcause.reports.figures.steps.run_sparkline import course, tried
from symcause.reports.figures.steps.space_descent import Descent, descent_figure
from symcause.reports.figures.steps.survival_dots import Tries, survival_figure
from symcause.reports.views.result_view import View, story_view
from symcause.reports.views.run_rows import RUNS, TONES

if TYPE_CHECKING:
    from markupsafe import Markup

    from symcause.reports.figures.figure import Figure


@dataclass(frozen=True)
class ToldRun:
    """How a run ended, in a word and in a sentence; what its steps left, or who survived them."""

    name: str
    problem: str
    player: str
    ended: str
    tone: Tone
    headline: str
    right: bool | None = None
    steps: int | None = None
    unit: str = ""  # of what is counted
    count: int | None = None  # of it at the end
    left: Sequence[int | None] = ()  # at the start and after every step
    descent: Descent | None = None
    tries: Tries = ()
    facts: tuple[tuple[str, str], ...] = ()
    sections: tuple[Section, ...] = ()
    next: tuple[str, ...] = ()
    means: str = "right"  # what a right run is, where that needs a word
    columns: Mapping[str, object] = field(default_factory=dict)
    """What else stands in the row."""

    def view(self) -> View:
        """The view of the run, with its row in the table."""
        story = Story(
            self.name,
            "",
            self.ended,
            self.tone,
            facts=self.facts,
            sections=self.sections,
            steps=self.next,
        )
        return {
            **story_view(story),
            "id": self.name,
            "headline": self.headline,
            "main": figure_view(self._main()),
            "index": self._row(),
        }

    def _row(self) -> View:
        drawn, named = self._curve(), {}
        if self.problem != self.name:
            named["problem"] = self.problem
        return {
            **RUNS,
            "id": self.name,
            "setting": self.player,
            "unit": f"{self.unit} left",
            "verdict": self.ended,
            "tone": TONES[self.tone],
            "count": self.count,
            "counted": (self.right is True, f"runs end {self.means}"),
            "curve": None if drawn is None else str(drawn),
            "more": {**named, **self.columns},
        }

    def _main(self) -> Figure | None:
        if self.descent is not None:
            return descent_figure(self.descent)
        return survival_figure(self.tries) if self.tries else None

    def _curve(self) -> Markup | None:
        return course(self.descent.moments) if self.descent is not None else tried(self.tries)
