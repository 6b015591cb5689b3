"""Rendering scores: the same problems in other words, answer by answer beside the base rendering.

What two renderings of one problem are right about is compared in pairs: same problem, same model, first
answer. The tables say how much a theme or a style costs or gains (``renderings``), and whether a system
fails at reading, or is misled by what the words suggest (``cues``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from symcause.errors import UsageError
from symcause.scoring.bootstrap import APART, Bootstrap, Bounds, Interval, Total, Unit
from symcause.scoring.exact_tests import mcnemar
from symcause.scoring.score_table import Cell, Table, integer, number, signed, word

ALIGNMENTS = FREE, AGREE, CONTRADICT = ("free", "agree", "contradict")
NEUTRAL, NONSENSE, TABLE = "neutral", "nonsense", "table"


class Words(NamedTuple):
    """In which words a problem is: theme, style, and how its names were chosen."""

    theme: str
    style: str
    names: str

    @classmethod
    def read(cls, text: str) -> Words:
        """``THEME-STYLE-NAMES``."""
        parts = text.split("-")
        if len(parts) != 3 or parts[2] not in ALIGNMENTS:
            raise UsageError(
                "--base takes THEME-STYLE-NAMES",
                value=text,
                remedy="for example neutral-table-free",
            )
        return cls(*parts)


BASE = Words(NEUTRAL, TABLE, FREE)


class Paired(NamedTuple):
    """What a rendering and another one score on the problems that have answers in both."""

    deltas: dict[Unit, Total]  # by problem
    base: float
    value: float
    gained: int
    lost: int
    left_out: int

    @property
    def size(self) -> int:
        """How many pairs there are."""
        return sum(total.count for total in self.deltas.values())


Scored = Mapping[str, float]
"""What the answers to the renderings of problems score, by problem."""


def paired(base: Scored, other: Scored, problems: Iterable[str] | None = None) -> Paired:
    """Two renderings compared over the problems that are answered in both.

    >>> found = paired({"a": 1, "b": 1, "c": 0}, {"a": 0, "b": 1, "d": 1})
    >>> found.size, found.base, found.value, found.gained, found.lost, found.left_out
    (2, 1.0, 0.5, 0, 1, 2)
    """
    both = sorted(base.keys() & other.keys())
    every = set(problems) if problems is not None else base.keys() | other.keys()
    deltas: dict[Unit, Total] = {of: Total.of([other[of] - base[of]]) for of in both}
    count = len(both) or 1
    return Paired(
        deltas,
        sum(base[of] for of in both) / count,
        sum(other[of] for of in both) / count,
        sum(other[of] > base[of] for of in both),
        sum(other[of] < base[of] for of in both),
        len(every) - len(both),
    )


def right(line: Mapping[str, object]) -> float | None:
    """Is an answer right in the sense of its family? An abstention is not; None: that is not known."""
    if line.get("abstained") is True:
        return 0.0
    if "right" in line:
        found = line["right"]
    else:
        found = line.get("fits") if line.get("valid", True) else False
    return None if found is None else float(bool(found))


@dataclass
class RenderingScores:
    """Collects the answers to renderings; the tables read them."""

    base: Words = BASE
    metric: str | None = None
    _about: dict[str, tuple[str, Words]] = field(default_factory=dict)  # id -> of, words
    _filler: dict[Words, list[float]] = field(default_factory=dict)
    _scores: dict[str, dict[Words, dict[str, float]]] = field(default_factory=dict)  # by model
    _sense: dict[tuple[str, str], list[bool]] = field(default_factory=dict)  # model, style
    _doubts: dict[tuple[str, Words], list[tuple[bool, bool]]] = field(default_factory=dict)

    @property
    def apart(self) -> Bounds | None:
        """How far two scores of a problem can be apart; None where nothing bounds them."""
        return None if self.metric else APART

    def enter(self, id: str, metadata: Mapping[str, Any]) -> None:
        """Take in a problem; what is no rendering is passed over."""
        about = metadata.get("rendering")
        if not isinstance(about, Mapping) or "of" not in about:
            return
        names = about.get("alignment") or FREE
        words = Words(str(about.get("theme")), str(about.get("style")), str(names))
        self._about[id] = str(about["of"]), words
        self._filler.setdefault(words, []).append(float(about.get("filler") or 0.0))

    def take(self, line: Mapping[str, object]) -> None:
        """Count an answer, the first of its model to its problem."""
        found = self._about.get(str(line.get("problem")))
        value = self._value(line)
        if found is None or value is None or "error" in line:
            return
        of, words = found
        model = str(line.get("model"))
        scores = self._scores.setdefault(model, {}).setdefault(words, {})
        if of in scores:
            return
        scores[of] = value
        apart = line.get("sense")
        if isinstance(apart, Mapping) and words.names == CONTRADICT and right(line) == 0.0:
            follows = int(apart["sense"]) < int(apart["gold"])
            self._sense.setdefault((model, words.style), []).append(follows)
        if isinstance(line.get("open"), bool) and (line.get("abstained") or line.get("claimed")):
            doubt = bool(line["open"]), line.get("abstained") is True
            self._doubts.setdefault((model, words), []).append(doubt)

    def _value(self, line: Mapping[str, object]) -> float | None:
        if self.metric is None:
            return right(line)
        found = line.get(self.metric)
        return float(found) if isinstance(found, int | float) else None

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        """The tables, as far as there are answers to renderings."""
        if not self._scores:
            return []
        resampled = replace(bootstrap, resamples=2 * bootstrap.resamples)
        doubts = any(abstained for said in self._doubts.values() for _, abstained in said)
        return [
            self._renderings(resampled),
            self._cues(resampled),
            *([self._abstention()] if doubts else []),
        ]

    def compared(self) -> Iterator[tuple[str, Words, Paired]]:
        """Every model and rendering beside the base."""
        for model, by_words in sorted(self._scores.items()):
            base = by_words.get(self.base, {})
            for words, scores in sorted(by_words.items()):
                if words != self.base:
                    here = {of for of, w in self._about.values() if w in (words, self.base)}
                    yield model, words, paired(base, scores, here)

    def _renderings(self, bootstrap: Bootstrap) -> Table:
        rows, left_out = [], 0
        for model, words, found in self.compared():
            left_out += found.left_out
            interval = bootstrap.mean(found.deltas, bounds=self.apart)
            share = sum(self._filler[words]) / len(self._filler[words])
            p = None if self.metric else mcnemar(found.gained, found.lost)
            rows.append(
                (
                    *map(word, (model, *words)),
                    integer(found.size),
                    *_numbers(found.size, found.value, found.base),
                    *_interval(interval),
                    integer(found.gained),
                    integer(found.lost),
                    number(p, 4),
                    number(share),
                )
            )
        what = self.metric or "Right"
        note = (
            f"Each rendering beside {'-'.join(self.base)}, over problems with answers to both; "
            f"{left_out} pairs with an answer missing are left out. Delta: mean difference; Low, High: "
            "bootstrap over problems, 95 %; Gained: better here than at the base, Lost: worse; p: exact "
            "test of McNemar; Filler: share of characters that say nothing."
        )
        heads = (
            *("Model", "Theme", "Style", "Names", "n", what, "Base", "Delta", "Low", "High"),
            *("Gained", "Lost", "p", "Filler"),
        )
        return Table("renderings", "The same problems in other words", heads, tuple(rows), note)

    def cue_deltas(self, model: str, style: str) -> dict[str, dict[str, list[float]]]:
        """The paired differences behind the table of cues: by cue, by problem."""
        scores = self._scores.get(model, {})

        def apart(first: Words, second: Words) -> Iterator[tuple[str, float]]:
            one, other = scores.get(first, {}), scores.get(second, {})
            return ((of, one[of] - other[of]) for of in one.keys() & other.keys())

        plain = Words(NEUTRAL, style, FREE)
        pairs: dict[str, list[tuple[Words, Words]]] = {
            "Reading": [(plain, Words(NEUTRAL, TABLE, FREE))] if style != TABLE else [],
            "Nonsense": [(Words(NONSENSE, style, FREE), plain)],
        }
        themes = sorted({words.theme for words in scores if words.style == style})
        for cue, one, other in _CUES:
            pairs[cue] = [(Words(t, style, one), Words(t, style, other)) for t in themes]
        found: dict[str, dict[str, list[float]]] = {}
        for cue, listed in pairs.items():
            by_problem = found.setdefault(cue, {})
            for first, second in listed:
                for of, delta in apart(first, second):
                    by_problem.setdefault(of, []).append(delta)
        return found

    def _cues(self, bootstrap: Bootstrap) -> Table:
        rows = []
        for model, by_words in sorted(self._scores.items()):
            for style in sorted({words.style for words in by_words}):
                deltas = self.cue_deltas(model, style)
                problems = {of for found in deltas.values() for of in found}
                cells = [_mean(found, bootstrap, self.apart) for found in deltas.values()]
                sense = self._sense.get((model, style), [])
                follows = number(sum(sense) / len(sense) if sense else None)
                rows.append((word(model), word(style), integer(len(problems)), *cells, follows))
        note = (
            "Paired differences of the share of right answers, over n problems. Reading: the theme neutral "
            "in this style minus its table; Nonsense: invented words minus neutral ones; the others: names "
            "whose common sense agrees with gold, contradicts it, or was left to chance. Follows sense: "
            "share of wrong answers under contradicting names whose edges are nearer to common sense than "
            "to gold. Intervals: bootstrap over problems, 95 %, exact where all agree; * fewer than six."
        )
        heads = ("Model", "Style", "n", *_HEADS, "Follows sense")
        return Table("cues", "Reading, reasoning, and what words suggest", heads, tuple(rows), note)

    def _abstention(self) -> Table:
        rows = []
        for (model, words), said in sorted(self._doubts.items()):
            claims = [not abstained for is_open, abstained in said if is_open]
            early = [abstained for is_open, abstained in said if not is_open]
            rows.append(
                (
                    *map(word, (model, *words)),
                    *(integer(len(claims)), number(_share(claims))),
                    *(integer(len(early)), number(_share(early))),
                )
            )
        note = (
            "Overclaim: share of claims where the question is open; premature: share of abstentions where "
            "it is settled."
        )
        heads = ("Model", "Theme", "Style", "Names", "Open", "Overclaim", "Settled", "Premature")
        title = "Claims and abstentions in other words"
        return Table("rendering-abstention", title, heads, tuple(rows), note)


_CUES = (
    ("Agree - free", AGREE, FREE),
    ("Contradict - free", CONTRADICT, FREE),
    ("Agree - contradict", AGREE, CONTRADICT),
)
_HEADS = ("Reading", "Nonsense", *(cue for cue, _, _ in _CUES))


def _share(flags: list[bool]) -> float | None:
    return sum(flags) / len(flags) if flags else None


def _numbers(size: int, *values: float) -> Iterator[Cell]:
    return (number(value if size else None) for value in values)


def _signed(value: float | None) -> Cell:
    return number(None) if value is None else signed(value)


def _interval(found: Interval | None) -> tuple[Cell, Cell, Cell]:
    if found is None:
        return number(None), number(None), number(None)
    return signed(found.value), _signed(found.low), _signed(found.high)


def _mean(deltas: Mapping[str, list[float]], bootstrap: Bootstrap, bounds: Bounds | None) -> Cell:
    """A mean difference with its interval."""
    found = bootstrap.mean({of: Total.of(own) for of, own in deltas.items()}, bounds=bounds)
    if found is None:
        return number(None)
    return Cell(found.value, found.shown("+.3f"), found.low, found.high)
