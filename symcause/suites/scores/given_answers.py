"""Given answers in the scores of suites: rows of files, each to a problem of some part."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from symcause.errors import Complaint, SymcauseError, UsageError, closest
from symcause.formats.answer_files.predictions import BadPrediction, Prediction, Row
from symcause.scoring.scoring_protocol import REPLACED, Line
from symcause.suites.scores.marked_answers import Marker
from symcause.suites.scores.primary_numbers import Score

_ANSWER = 'a row names the id of a record: {"id": …, "model": …, "response": …}'


@dataclass
class GivenAnswers:
    """What systems answered to a suite; of several answers to one problem the last counts."""

    marker: Marker
    systems: dict[str, dict[str, Score]] = field(default_factory=dict)
    unknown: dict[str, None] = field(default_factory=dict)  # ids of no problem, in their order
    complaints: list[Complaint] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    replaced: int = 0
    _last: dict[tuple[str, str], Line] = field(default_factory=dict)

    @cached_property
    def _own(self) -> dict[str, str]:
        """Public ids by what the makers of problems called them, where that is clear."""
        seen: dict[str, list[str]] = {}
        for entry in self.marker.suite.entries:
            seen.setdefault(entry.whole.id, []).append(entry.id)
        return {own: ids[0] for own, ids in seen.items() if len(ids) == 1}

    def take(self, row: Row, file: str) -> None:
        """Count an answer of a file."""
        self.lines.append(self._line(row, file))

    def _line(self, row: Row, file: str) -> Line:
        if isinstance(row, BadPrediction):
            return self._failed(None, None, row.error, file)
        if not isinstance(row, Prediction):
            error = UsageError("not a row with a response", value=row.instance_id, remedy=_ANSWER)
            return self._failed(row.instance_id, row.model, error, file)
        id = self._own.get(row.instance_id, row.instance_id)
        entry = self.marker.entries.get(id)
        if entry is None:
            self.unknown.setdefault(id)
            near = closest(id, self.marker.entries)
            remedy = (
                "answers name the id of a record" if near is None else f"did you mean {near!r}?"
            )
            error = UsageError("no problem of the suite has this id", value=id, remedy=remedy)
            return self._failed(id, row.model, error, file)
        try:
            line = self.marker.line(entry, row.model, row.response)
        except SymcauseError as error:
            return self._failed(id, row.model, error, file)
        earlier = self._last.get((row.model, id))
        if earlier is not None:
            self.replaced += 1
            earlier[REPLACED] = True
        self._last[row.model, id] = line
        score = self.marker.marking(entry).score(line)
        self.systems.setdefault(row.model, {})[id] = score
        return line

    def _failed(self, id: str | None, model: str | None, error: SymcauseError, file: str) -> Line:
        self.complaints.append(error.at(file=file).complaint)
        return {"problem": id, "model": model, "error": str(error)}

    def missing(self, split: str | None) -> dict[str, dict[str, int]]:
        """By system, the parts of which it has not answered all, with the number that it left out."""
        suite = self.marker.suite
        left: dict[str, dict[str, int]] = {}
        for model, scores in self.systems.items():
            for part, entries in suite.by_part.items():
                own = [one.id for one in entries if split is None or one.split == split]
                if number := sum(id not in scores for id in own):
                    left.setdefault(model, {})[part] = number
        return left
