"""Who knows when one cannot know: claims and abstentions by whether the question was open.

Four cells, claim or abstain, open or settled; answers that do neither, and answers to questions of which
nobody knows, stand beside them. *Overclaim* is the share of claims on open questions, *premature* that of
abstentions on settled ones. Of siblings, problems that look alike of which one is settled, one asks whether
a model *tells them apart*: claims on the settled one and abstains on the open one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from symcause.scoring.abstention import JUSTIFIED
from symcause.scoring.exact import clopper_pearson, mcnemar, wilson
from symcause.scoring.table import Cell, Table, integer, number, word

CLAIM, ABSTAIN, NONE, UNKNOWN = "claim", "abstain", "none", "unknown"
IDENTIFY = "identify"
"""The group of answers that say whether one model is left."""

Looks = Mapping[str, float]
"""What one sees of a problem without reasoning: how long it is, how much was done."""


@dataclass
class Tally:
    """The answers of one group and model."""

    cells: Counter[tuple[str, bool | None]] = field(default_factory=Counter)
    problems: dict[bool, set[str]] = field(default_factory=lambda: {True: set(), False: set()})
    justified: int = 0

    def add(self, kind: str, is_open: bool | None, support: object, latent: str) -> None:
        self.cells[kind, is_open] += 1
        if is_open is not None and kind in (CLAIM, ABSTAIN):
            self.problems[is_open].add(latent)
            self.justified += support == JUSTIFIED

    def rate(self, kind: str, is_open: bool) -> tuple[float, float, float] | None:
        """The share of a kind on open or settled questions, with its interval over latent problems."""
        cases = sum(self.cells[one, is_open] for one in (CLAIM, ABSTAIN))
        if not cases:
            return None
        share = self.cells[kind, is_open] / cases
        return share, *wilson(share, len(self.problems[is_open]))

    @property
    def judged(self) -> int:
        return sum(n for (kind, o), n in self.cells.items() if o is not None and kind != NONE)


@dataclass(frozen=True)
class Said:
    """A model's first answer to one side of a pair."""

    kind: str
    justified: bool


@dataclass
class Doubts:
    """Collects answers; the tables ``abstention`` and ``siblings`` read them."""

    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)
    _latents: dict[str, str] = field(default_factory=dict)
    _sides: dict[str, tuple[str, bool]] = field(default_factory=dict)  # id -> pair, settled
    _looks: dict[str, Looks] = field(default_factory=dict)
    _said: dict[tuple[str, str], Said] = field(default_factory=dict)  # model, id

    def enter(self, id: str, metadata: Mapping[str, object], looks: Callable[[], Looks]) -> None:
        """Take in a problem; what it looks like is asked of siblings alone."""
        latent = metadata.get("latent")
        if latent is not None:
            self._latents[id] = str(latent)
        pair = metadata.get("sibling")
        if isinstance(pair, Mapping) and isinstance(pair.get("settled"), bool):
            self._sides[id] = (str(pair.get("pair")), bool(pair["settled"]))
            self._looks[id] = looks()

    def take(self, line: Mapping[str, object], group: str) -> None:
        """Count an answer."""
        if "error" in line or "abstained" not in line:
            return
        kind = ABSTAIN if line["abstained"] else CLAIM if line.get("claimed") else NONE
        self.count(line, group, kind, line.get("open"), line.get("support"))

    def count(
        self, line: Mapping[str, object], group: str, kind: str, open_: object, support: object
    ) -> None:
        """The same of an answer whose kind is known."""
        id, model = str(line.get("problem")), str(line.get("model"))
        is_open = open_ if isinstance(open_, bool) else None
        tally = self.tallies.setdefault((group, model), Tally())
        tally.add(kind, is_open, support, self._latents.get(id, id))
        if id in self._sides:
            known = kind if is_open is not None or kind == NONE else UNKNOWN
            self._said.setdefault((model, id), Said(known, support == JUSTIFIED))

    def tables(self) -> list[Table]:
        """Both tables, as far as somebody abstained or was asked about siblings."""
        told = [t for t in self.tallies.values() if t.cells[ABSTAIN, True] or t.judged]
        found = [self._abstention()] if told else []
        return [*found, *([self._siblings()] if self._said else [])]

    def _abstention(self) -> Table:
        rows = [
            (word(group), word(model), *(read(tally) for _, read in _COLUMNS))
            for (group, model), tally in sorted(self.tallies.items())
        ]
        note = (
            "Overclaim: share of claims where the question is open; premature: share of abstentions where "
            "it is settled; intervals: Wilson, 95 % over latent problems. Answers that neither claim nor "
            "abstain, and questions of which nobody knows, are in no rate."
        )
        heads = ("Group", "Model", *(head for head, _ in _COLUMNS))
        return Table("abstention", "Claims and abstentions", heads, tuple(rows), note)

    def _siblings(self) -> Table:
        models = sorted({model for model, _ in self._said})
        rows = [(word(model), *self._pairs(model)) for model in models]
        note = (
            "Told apart: claims on the settled one of a pair and abstains on the open one; reversed: the "
            "opposite; both right: told apart, and the claim justified; p: exact test of McNemar; low, "
            f"high: Clopper-Pearson, of told apart among both. {self.shortcuts()}"
        )
        return Table("siblings", "Siblings told apart", SIBLINGS, tuple(rows), note)

    def _pairs(self, model: str) -> list[Cell]:
        found: Counter[str] = Counter()
        for settled, open_ in self.pairs():
            one, other = self._said.get((model, settled)), self._said.get((model, open_))
            found[_outcome(one, other)] += 1
            found["both right"] += (
                _outcome(one, other) == "apart" and one is not None and one.justified
            )
        b, c = found["apart"], found["reversed"]
        pairs = b + c + found["claims"] + found["abstains"]
        low, high = clopper_pearson(b, b + c) if b + c else (None, None)
        return [
            integer(pairs),
            *(integer(found[name]) for name in ("both right", "apart", "reversed")),
            *(integer(found[name]) for name in ("claims", "abstains", "left out")),
            number(mcnemar(b, c) if pairs else None, 4),
            number(low),
            number(high),
        ]

    def pairs(self) -> list[tuple[str, str]]:
        """The ids of every pair that is whole: the settled problem, the open one."""
        sides: dict[str, dict[bool, str]] = {}
        for id, (pair, settled) in self._sides.items():
            sides.setdefault(pair, {})[settled] = id
        return [(both[True], both[False]) for both in sides.values() if len(both) == 2]

    def shortcuts(self) -> str:
        """How often one number alone, more of it or less, tells which one of a pair is settled."""
        pairs = self.pairs()
        names = dict.fromkeys(name for looks in self._looks.values() for name in looks)
        told = [f"{name} {_told(pairs, self._looks, name):.2f}" for name in names]
        return f"Shortcuts over {len(pairs)} pairs (0.50 is chance): {', '.join(told)}."


def _told(pairs: Sequence[tuple[str, str]], looks: Mapping[str, Looks], name: str) -> float:
    gaps = [looks[a].get(name, 0) - looks[b].get(name, 0) for a, b in pairs]
    more = sum(1.0 if gap > 0 else 0.5 if gap == 0 else 0.0 for gap in gaps)
    return max(more, len(gaps) - more) / len(gaps) if gaps else 0.5


def _outcome(settled: Said | None, open_: Said | None) -> str:
    kinds = (settled.kind if settled else NONE, open_.kind if open_ else NONE)
    return {
        (CLAIM, ABSTAIN): "apart",
        (ABSTAIN, CLAIM): "reversed",
        (CLAIM, CLAIM): "claims",
        (ABSTAIN, ABSTAIN): "abstains",
    }.get(kinds, "left out")


SIBLINGS = (
    *("Model", "Pairs", "Both right", "Told apart", "Reversed", "Claims both", "Abstains both"),
    *("Left out", "p", "Low", "High"),
)


def _cell(kind: str, is_open: bool) -> Callable[[Tally], Cell]:
    return lambda tally: integer(tally.cells[kind, is_open])


def _rate(kind: str, is_open: bool, part: int) -> Callable[[Tally], Cell]:
    def read(tally: Tally) -> Cell:
        found = tally.rate(kind, is_open)
        return number(None if found is None else found[part])

    return read


_COLUMNS: tuple[tuple[str, Callable[[Tally], Cell]], ...] = (
    ("n", lambda tally: integer(sum(tally.cells.values()))),
    ("Claims open", _cell(CLAIM, True)),
    ("Abstentions open", _cell(ABSTAIN, True)),
    ("Claims settled", _cell(CLAIM, False)),
    ("Abstentions settled", _cell(ABSTAIN, False)),
    ("None", lambda t: integer(sum(n for (kind, _), n in t.cells.items() if kind == NONE))),
    ("Unknown", lambda t: integer(t.cells[CLAIM, None] + t.cells[ABSTAIN, None])),
    ("Overclaim", _rate(CLAIM, True, 0)),
    ("Overclaim low", _rate(CLAIM, True, 1)),
    ("Overclaim high", _rate(CLAIM, True, 2)),
    ("Premature", _rate(ABSTAIN, False, 0)),
    ("Premature low", _rate(ABSTAIN, False, 1)),
    ("Premature high", _rate(ABSTAIN, False, 2)),
    ("Justified", lambda tally: number(tally.justified / tally.judged if tally.judged else None)),
)
