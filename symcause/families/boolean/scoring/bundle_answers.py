"""Bundle answers: what a scoring run records for the released analysis bundle, and the files of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from symcause.models.number_phrases import plural
from symcause.release_lookup import released_part

if TYPE_CHECKING:
    from symcause.families.boolean.scoring.bundle_scope import BundleFiles, BundleRecords
    from symcause.families.boolean.scoring.check.checker import Scorer
    from symcause.scoring.scoring_protocol import Line


class BundleAnswers:
    """Grows by one record at a time."""

    def __init__(self) -> None:
        self._files: BundleFiles | None = None
        self._instances: dict[str, BundleRecords] = {}  # of the problem at hand

    def record(self, scorer: Scorer, model: str, response: str) -> Line:
        """What the bundle says of an answer; nothing where it does not count it."""
        from symcause.families.boolean.scoring.bundle_scope import is_counted

        problem = scorer.problem
        if not is_counted(problem):
            return {}
        if problem.id not in self._instances:
            self._instances = {problem.id: released_part("boolean", "Instances")(scorer)}
        result = scorer.check(response)
        return {"bundle": self._instances[problem.id].record(model, response, result)}

    def take(self, record: dict[str, object]) -> None:
        """Add a record to the files."""
        if self._files is None:
            self._files = _no_answers()
        self._files.take(record)

    def files(self, complain: Callable[[str], None]) -> Iterable[tuple[str, str]]:
        """Names and texts; says which answers the published analysis cannot replay."""
        known = _no_answers() if self._files is None else self._files
        if known.unread:
            complain(
                f"the published analysis reads block order as a full order: it cannot replay "
                f"{plural(known.unread, 'valid answer')}, and the bundle counts as it does"
            )
        return known.files()


def _no_answers() -> BundleFiles:
    """The bundle of the release before any answer."""
    empty: BundleFiles = released_part("boolean", "Bundle")()
    return empty
