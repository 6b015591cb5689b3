"""The index of a pool for its page: one short row per problem, and plots over all.

Verdict, count and time are of every audit; what else a row shows a family's view says under ``index``:
setting, variables, rows, coverage, what is counted (``unit``), what the verdict means (``tone``), what the
family calls a column (``words``; an empty word leaves it out), further columns of its own (``more``, title
to value), which two of those a table counts against each other (``cross``), and for a family without
verdicts what the headline counts (``counted``: whether this problem does, and what that means).

A row need not be a problem: of runs a view says so (``noun``, ``kinds``: what settled, open, unknown and
broken mean of them, ``title`` of the main picture), may replace what the document has (``id``, ``verdict``,
``count``), and brings a small curve of its course (``curve``, SVG) and, where nothing is counted, what its
answer is worth (``gauge``).

Where an answer or label is stored with a problem, ``stored`` holds it against what follows
(``StoredAnswer``): the page then counts, colours and draws what that comes to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from statistics import median

from symcause.audits.documents import AuditDocument, ErrorDocument, Result
from symcause.bounds.reports_bounds import POOL_DOTS
from symcause.models.number_phrases import fixed
from symcause.registry import family
from symcause.reports.figures.figure import Figure, figure_view
from symcause.reports.figures.pool_swarm import UNREAD, Mote, Terms, swarm_figure
from symcause.reports.figures.stored_answers import (
    StoredAnswer,
    by_gravity,
    read_stored,
    stored_headline,
)
from symcause.reports.figures.stored_figure import stored_figure
from symcause.reports.figures.value_gauges import Gauge, gauge_figure
from symcause.reports.figures.verdict_bars import verdict_bars
from symcause.reports.figures.verdict_histogram import Axis, histogram
from symcause.reports.views.pool_rows import (
    COLUMNS,
    Row,
    failed_row,
    mapping,
    result_row,
    sequence,
    stored_column,
)

_RAISED = str.maketrans("0123456789-.", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻·")


class Index:
    """Grows by one row per problem; everything else about a problem is forgotten."""

    def __init__(self, source: str, asked: str = "") -> None:
        self._source, self._asked = source, asked
        self._items: list[Row] = []
        self._groups: list[str] = []
        self._units: set[str] = set()
        self._words: list[Mapping[str, str]] = []
        self._more: list[Mapping[str, object]] = []
        self._cross: set[tuple[str, ...]] = set()
        self._counted: list[tuple[bool, str]] = []
        self._curves: list[object] = []
        self._gauges: dict[str, Gauge] = {}
        self._terms: list[Terms] = []
        self._stored: list[StoredAnswer | None] = []

    def add(self, result: Result, view: Mapping[str, object]) -> None:
        """One more problem, with what its view says of it."""
        known = view.get("index")
        facts: Mapping[str, object] = known if isinstance(known, Mapping) else {}
        if not isinstance(result, AuditDocument):
            self._items.append(failed_row(result, view.get("verdict")))
            self._groups.append(UNREAD if isinstance(result, ErrorDocument) else "other")
            self._more.append({})
            self._curves.append(None)
            self._stored.append(None)
            return
        self._groups.append(str(facts.get("setting") or family(result.family).title))
        self._units.add(str(facts.get("unit", "members")))
        self._words.append(mapping(facts.get("words")))
        self._more.append({**mapping(facts.get("more")), **stored_column(facts)})
        self._cross.add(tuple(map(str, sequence(facts.get("cross")))))
        match facts.get("counted"):
            case (bool(does), str(meaning)):
                self._counted.append((does, meaning))
        self._curves.append(facts.get("curve"))
        self._terms.append(_terms(facts))
        stored = mapping(facts.get("stored"))
        self._stored.append(read_stored(stored) if stored else None)
        row = result_row(result, facts)
        if gauge := mapping(facts.get("gauge")):
            self._gauges[_apart(str(row[0]), self._gauges)] = Gauge(**gauge)
        self._items.append(row)

    def to_dict(self) -> dict[str, object]:
        """The index as the page reads it."""
        several = len(self._items) > 1
        main = self._main() if several else None
        return {
            "source": " ".join(filter(None, (self._source, self._asked))),
            "path": self._source if self._is_file else None,
            "columns": [*COLUMNS, *self._titles],
            "items": [
                [*row, *(more.get(title) for title in self._titles)]
                for row, more in zip(self._items, self._more, strict=True)
            ],
            "more": self._titles,
            "noun": self._term.noun,
            "curves": self._curves if any(self._curves) else None,
            "cross": list(next(iter(self._cross))) if len(self._cross) == 1 else [],
            "words": {**self._common_words, "log": self._unit},
            "heading": self._heading,
            "by": self._by,
            "order": self._order,
            "footer": self._times() if several else [],
            "main": figure_view(main),
            "figures": [figure_view(f) for f in self._figures(main)] if several else [],
        }

    def figure(self) -> Figure | None:
        """The main picture or, of a pool without one, the first of the others."""
        figure = self._main() or next(iter(self._figures(None)), None)
        if figure is None or figure.finding or self._heading is None:
            return figure
        return replace(figure, finding=self._heading)

    @property
    def _is_file(self) -> bool:
        """Can the source stand in a command?"""
        return ", " not in self._source and self._source != "standard input"

    @property
    def _titles(self) -> list[str]:
        """The further columns that some family has, in the order in which they came."""
        return list(dict.fromkeys(title for more in self._more for title in more))

    @property
    def _common_words(self) -> Mapping[str, str]:
        """What the columns are called, where all problems agree on it."""
        first = self._words[0] if self._words else {}
        return first if all(words == first for words in self._words) else {}

    @property
    def _heading(self) -> str | None:
        """How many problems have what their family counts; None where verdicts are counted."""
        if self._all_stored:
            return stored_headline(self._all_stored)
        meanings = {meaning for _, meaning in self._counted}
        if len(self._counted) < len(self._items) or len(meanings) != 1:
            return None
        right = [more for (does, _), more in zip(self._counted, self._more, strict=True) if does]
        text = f"{len(right)} of {len(self._items)} {meanings.pop()}"
        supports = [more["support"] for more in right if more.get("support")]
        if not supports:
            return text
        justified = sum(support == "justified" for support in supports)
        return f"{text}, {'all' if justified == len(right) else f'{justified} of them'} justified"

    @property
    def _all_stored(self) -> list[StoredAnswer]:
        """What is stored with every problem that could be read; empty where some have nothing."""
        read = [one for one in self._stored if one is not None]
        missing = sum(group != UNREAD for group in self._groups) - len(read)
        return [] if missing else read

    @property
    def _by(self) -> str:
        """The column whose values the page counts first."""
        words = {one.word for one in self._all_stored}
        return f"stored {words.pop()}" if len(words) == 1 else "verdict"

    @property
    def _order(self) -> list[str]:
        """What the column comes to, in the order of the picture; empty: the most frequent first."""
        stored = self._all_stored
        return list(dict.fromkeys(stored[place].words for place in by_gravity(stored)))

    @property
    def _term(self) -> Terms:
        """What all rows are; problems, where they are of several kinds."""
        first = self._terms[0] if self._terms else Terms()
        return first if all(terms == first for terms in self._terms) else Terms()

    @property
    def _unit(self) -> str:
        return next(iter(self._units)) if len(self._units) == 1 else "members"

    def _column(self, name: str) -> list[tuple[float, str]]:
        """(value, what the verdict means) pairs of the problems where the value is known."""
        i, tone = COLUMNS.index(name), COLUMNS.index("tone")
        pairs = ((row[i], str(row[tone])) for row in self._items)
        return [
            (float(value), meaning) for value, meaning in pairs if isinstance(value, int | float)
        ]

    def _times(self) -> list[list[str]]:
        seconds = [value for value, _ in self._column("seconds")]
        if not seconds:
            return []
        return [
            ["median time", f"{fixed(median(seconds), 2)} s"],
            ["worst time", f"{fixed(max(seconds), 2)} s"],
        ]

    def _main(self) -> Figure | None:
        """Every problem as a dot, by setting, or every run by its value; None for too many or neither."""
        if self._all_stored:
            places = [i for i, one in enumerate(self._stored) if one is not None]
            return stored_figure(self._all_stored, places)
        if len(self._items) > POOL_DOTS:
            return None if self._column("log") else verdict_bars(self._verdicts)
        found = enumerate(zip(self._items, self._groups, strict=True))
        motes = [_mote(i, row, group) for i, (row, group) in found]
        drawn = swarm_figure(motes, self._unit, self._term) or gauge_figure(self._gauges)
        return drawn or verdict_bars(self._verdicts)

    @property
    def _verdicts(self) -> list[tuple[str, str]]:
        """What each problem comes to, and what that means; those without a verdict are left out."""
        verdict, tone = COLUMNS.index("verdict"), COLUMNS.index("tone")
        return [(str(row[verdict]), str(row[tone])) for row in self._items if row[verdict]]

    def _figures(self, main: Figure | None) -> list[Figure]:
        count = Axis("models", f"number of {self._unit}", 0.0, None, _power)
        figures = [
            histogram(self._column("log"), count) if main is None else None,
            histogram(self._column("coverage"), Axis("coverage", "local coverage", 0.0, 1.0)),
            None
            if self._all_stored
            else histogram(self._column("seconds"), Axis("seconds", "seconds per problem", 0.0)),
        ]
        return [figure for figure in figures if figure is not None]


def _apart(name: str, taken: Mapping[str, object]) -> str:
    """A file may hold several runs: the second of a name is counted."""
    again = sum(other == name or other.startswith(f"{name} (") for other in taken)
    return f"{name} ({again + 1})" if again else name


def _mote(place: int, row: Row, group: str) -> Mote:
    """The dot of a problem."""
    facts = dict(zip(COLUMNS, row, strict=True))
    count, size = facts["count"], facts["log"]
    return Mote(
        place,
        str(facts["id"]),
        group,
        str(facts["tone"]),
        count if isinstance(count, str) else None,
        size if isinstance(size, int | float) else None,
    )


def _terms(facts: Mapping[str, object]) -> Terms:
    noun, kinds, title = facts.get("noun"), facts.get("kinds"), facts.get("title")
    if not isinstance(noun, str) or not isinstance(kinds, Mapping) or not isinstance(title, str):
        return Terms()
    return Terms(noun, kinds, title, str(facts.get("within", "")))


def _power(exponent: float) -> str:
    """Ten to a power, in one line of text."""
    return "10" + f"{exponent:g}".translate(_RAISED)
