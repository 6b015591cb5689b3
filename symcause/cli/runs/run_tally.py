"""The tally of a run: its exit code and last lines, with results of earlier runs.

The exit code of a pool is 2 if any item failed, else 3 if any is unknown, else 1 if any says no, else 0.
"""

from __future__ import annotations

from symcause.audits.documents import EXIT_MALFORMED, EXIT_NO, EXIT_UNKNOWN
from symcause.audits.publication.duplicate_groups import DuplicateGroups
from symcause.cli.output.result_file import Line
from symcause.cli.output.terminal_output import complain, show
from symcause.cli.runs.pool_errors import error_of_problem
from symcause.cli.runs.problem_selection import brief
from symcause.cli.runs.question_request import Asked
from symcause.registry import families, load
from symcause.reports.pool_summary import PoolSummary, Totals


class Tally:
    """What the exit code and the last lines need of all documents, earlier ones included."""

    def __init__(self, asked: Asked, out: str | None) -> None:
        self._out = out
        self.codes: dict[int, int] = {}
        self._summary = PoolSummary(asked.name)
        self._totals = {f.name: f.totals[asked.name] for f in families() if asked.name in f.totals}
        self._added: dict[str, Totals] = {}
        self._repeated = DuplicateGroups()

    def add(self, line: Line) -> None:
        """One more result, with its exit code."""
        code = line["code"]
        assert isinstance(code, int)
        self.codes[code] = self.codes.get(code, 0) + 1
        self._summary.add(brief(line))
        self._repeated.add(line)
        family = str(line.get("family"))
        if family in self._totals:
            if family not in self._added:
                self._added[family] = load(self._totals[family])()
            self._added[family].add(line)

    @property
    def code(self) -> int:
        order = (EXIT_MALFORMED, EXIT_UNKNOWN, EXIT_NO)
        return next((code for code in order if code in self.codes), 0)

    def report(self) -> None:
        last = self._summary.text() if self._summary.number > 1 else None
        told = [totals.text() for totals in self._added.values()] if last else []
        for text in (last, *told, self._repeated.text()):
            if text:
                show(text)
        if self._out is not None:
            show(f"results in {self._out}")


class Kept:
    """Counts what an earlier run has done, and says again what was wrong with it."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def __call__(self, line: Line) -> None:
        self._tally.add(line)
        if "error" in line:
            complain(error_of_problem(line.get("problem"), str(line["error"])))


class Ours:
    """Is a line of results one of this question's documents, or an error in the place of one?"""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked

    def __call__(self, line: Line) -> bool:
        if "error" in line:
            return "problem" in line
        return self._asked.revived(line) is not None
