"""Rendering scores: each answer beside the one to the base rendering.

What two renderings of one problem are right about is compared in pairs: same problem, same model, first
answer. :mod:`~symcause.scoring.rendering_tables` makes tables of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from symcause.errors import UsageError
from symcause.scoring.bootstrap import Total, Unit

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
CUES = (
    ("Agree - free", AGREE, FREE),
    ("Contradict - free", CONTRADICT, FREE),
    ("Agree - contradict", AGREE, CONTRADICT),
)
"""Names against names, within a theme and a style."""


class Paired(NamedTuple):
    """The scores of a rendering and another one on the problems that have answers in both."""

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


class Failures(NamedTuple):
    """At what answers failed: *read* and *named* are the numbers of pairs that can tell."""

    read: int
    reading: int  # right at the table, wrong at neutral clauses
    reasoning: int  # wrong at both
    named: int
    misled: int  # right under free names, wrong under contradicting ones


class Discordant(NamedTuple):
    """Two renderings of one problem of which a model is right about one: the ids of both."""

    model: str
    words: Words
    of: str
    base: str
    other: str
    gained: bool


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
        pair = self._about.get(str(line.get("problem")))
        value = self._value(line)
        if pair is None or value is None or "error" in line:
            return
        of, words = pair
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
        value = line.get(self.metric)
        return float(value) if isinstance(value, int | float) else None

    def compared(self) -> Iterator[tuple[str, Words, Paired]]:
        """Every model and rendering beside the base."""
        for model, by_words in sorted(self._scores.items()):
            base = by_words.get(self.base, {})
            for words, scores in sorted(by_words.items()):
                if words != self.base:
                    here = {of for of, w in self._about.values() if w in (words, self.base)}
                    yield model, words, paired(base, scores, here)

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
        for cue, one, other in CUES:
            pairs[cue] = [(Words(t, style, one), Words(t, style, other)) for t in themes]
        deltas: dict[str, dict[str, list[float]]] = {}
        for cue, listed in pairs.items():
            by_problem = deltas.setdefault(cue, {})
            for first, second in listed:
                for of, delta in apart(first, second):
                    by_problem.setdefault(of, []).append(delta)
        return deltas

    def failures(self, model: str, style: str) -> Failures:
        """How often a model failed at reading, at reasoning, or was misled, in texts of a style."""
        scores = self._scores.get(model, {})
        read = list(_both(scores, Words(NEUTRAL, TABLE, FREE), Words(NEUTRAL, style, FREE)))
        read = [] if style == TABLE else read
        named = [
            pair
            for theme in sorted({words.theme for words in scores if words.style == style})
            for pair in _both(scores, Words(theme, style, FREE), Words(theme, style, CONTRADICT))
        ]
        return Failures(
            len(read), read.count((1, 0)), read.count((0, 0)), len(named), named.count((1, 0))
        )

    def discordant(self) -> Iterator[Discordant]:
        """The pairs of which one answer is right and the other is not."""
        ids = {(of, words): id for id, (of, words) in self._about.items()}
        for model, by_words in sorted(self._scores.items()):
            base = by_words.get(self.base, {})
            for words, scores in sorted(by_words.items()):
                for of in sorted(base.keys() & scores.keys()):
                    if base[of] != scores[of]:
                        pair = ids[of, self.base], ids[of, words]
                        yield Discordant(model, words, of, *pair, scores[of] > base[of])

    def styles(self) -> Iterator[tuple[str, str]]:
        """Every model, with the styles of the texts that it answered."""
        for model, by_words in sorted(self._scores.items()):
            yield from ((model, style) for style in sorted({words.style for words in by_words}))

    def refuse_base(self) -> None:
        """Complain about a base of one's own choice that no problem is in."""
        known = {words for _, words in self._about.values()}
        if self.base != BASE and self.base not in known:
            raise UsageError(
                "--base: no problem is in these words",
                value="-".join(self.base),
                remedy=f"there are: {', '.join(sorted(map('-'.join, known)))}",
            )

    @property
    def answered(self) -> bool:
        """Did anybody answer a rendering?"""
        return bool(self._scores)

    def filler(self, words: Words) -> float:
        """The mean share of characters that say nothing in texts of this kind."""
        return sum(self._filler[words]) / len(self._filler[words])

    def following(self, model: str, style: str) -> list[bool]:
        """Of the wrong answers under contradicting names: is each nearer to common sense than to gold?"""
        return self._sense.get((model, style), [])

    def doubts(self) -> list[tuple[str, Words, list[tuple[bool, bool]]]]:
        """By model and rendering, of every answer that claims or abstains: (is it open, did it abstain)."""
        return [(*key, said) for key, said in sorted(self._doubts.items())]


def _both(
    scores: Mapping[Words, Mapping[str, float]], first: Words, second: Words
) -> Iterator[tuple[float, float]]:
    """What the answers to two renderings score, problem by problem."""
    one, other = scores.get(first, {}), scores.get(second, {})
    return ((one[of], other[of]) for of in sorted(one.keys() & other.keys()))
