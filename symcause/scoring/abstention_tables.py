"""The abstention tables of scoring: claims and abstentions on open and settled questions.

Four cells, claim or abstain, open or settled; answers that do neither, and answers to questions of which
nobody knows, stand beside them. *Overclaim* is the share of claims on open questions, *premature* that of
abstentions on settled ones. Of siblings, problems that look alike of which one is settled, one asks whether
a model *tells them apart*: claims on the settled one and abstains on the open one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from symcause.scoring.abstention_rule import JUSTIFIED
from symcause.scoring.answer_groups import Group, Grouped, Row, Sheet
from symcause.scoring.bootstrap import Interval
from symcause.scoring.comparison.latent_roots import LatentRoots
from symcause.scoring.exact_tests import clopper_pearson, mcnemar, wilson
from symcause.scoring.group_columns import Column, count, mean, size, table_of
from symcause.scoring.score_table import Cell, Table, number

CLAIM, ABSTAIN, NONE, UNKNOWN = "claim", "abstain", "none", "unknown"
OPEN, SETTLED = "open", "settled"
IDENTIFY = "identify"
"""The group of answers that say whether one model is left."""

Looks = Mapping[str, float]
"""What one sees of a problem without reasoning: how long it is, how much was done."""

ANSWERS = Sheet(
    flags=(CLAIM, ABSTAIN, NONE, UNKNOWN, OPEN, SETTLED, JUSTIFIED), units=(OPEN, SETTLED)
)
"""What is kept of an answer; open or settled are questions of which it says something."""

_APART, _REVERSED, _BOTH, _NEITHER = "apart", "reversed", "claims", "abstains"
PAIRS = Sheet(flags=("pair", "right", _APART, _REVERSED, _BOTH, _NEITHER, "left out"))
"""What is kept of a model's answers to both sides of a pair."""


def rate(group: Group, kind: str, state: str) -> Interval | None:
    """The share of a kind on open or settled questions, with its interval over latent problems."""
    share = group.total(kind, [state]).mean
    if share is None:
        return None
    problems = sum(total.sum > 0 for total in group.by_unit(state).values())
    return Interval(share, *wilson(share, problems), problems)


@dataclass(frozen=True)
class Said:
    """A model's first answer to one side of a pair."""

    kind: str = NONE
    justified: bool = False


@dataclass
class Doubts:
    """Collects answers; the tables ``abstention`` and ``siblings`` read them."""

    answers: Grouped = field(default_factory=lambda: Grouped(ANSWERS, "group", "model"))
    roots: LatentRoots = field(default_factory=LatentRoots)  # latent problems that count as one
    repetition: str | None = (
        None  # how many problems and classes there are, where some are the same
    )
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

    def count_as_one(self, ids: Sequence[str]) -> None:
        """Let these problems belong to one latent problem of their own."""
        self._latents |= dict.fromkeys(ids, f"class of {ids[0]}")

    def latent(self, id: str) -> str:
        """The latent problem of one that was taken in: what its metadata names, else itself."""
        return self.roots.of(self._latents.get(id, id))

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
        row = _row(kind, open_, support == JUSTIFIED)
        self.answers.take((group, model), row, self.latent(id))
        if id in self._sides:
            known = UNKNOWN if row.get(UNKNOWN) else kind
            self._said.setdefault((model, id), Said(known, support == JUSTIFIED))

    def tables(self) -> list[Table]:
        """Both tables, as far as somebody abstained or was asked about siblings."""
        told = any(group.by_unit(OPEN) for *_, group in self.groups())
        tables = [self._abstention()] if told else []
        return [*tables, *([self._siblings()] if self._said else [])]

    def groups(self) -> list[tuple[str, str, Group]]:
        """The answers of every group and model, by name."""
        return [(str(g), str(m), self.answers.groups[g, m]) for g, m in sorted(self.answers.groups)]

    def _abstention(self) -> Table:
        rows = [({"Group": name, "Model": model}, group) for name, model, group in self.groups()]
        note = (
            "What answers say where one can and cannot know, in numbers of the n answers. Overclaim: share "
            "of claims where the question is open; premature: share of abstentions where it is settled; "
            "intervals: Wilson, 95 % over latent problems. Answers that neither claim nor abstain, and "
            "questions whose status is unknown, are in no rate."
        )
        heads = ("Group", "Model")
        return table_of("abstention", "Claims and abstentions", heads, _ABSTENTION, rows, note)

    def _siblings(self) -> Table:
        grouped, models = Grouped(PAIRS, "model"), sorted({model for model, _ in self._said})
        for model in models:
            for settled, open_ in self.pairs():
                one, other = (self._said.get((model, id), Said()) for id in (settled, open_))
                grouped.take((model,), _pair(one, other), settled)
        rows = [({"Model": str(model)}, group) for (model,), group in grouped.groups.items()]
        note = (
            "What models say of two problems that look alike, in numbers of pairs. Told apart: claims on "
            "the settled one of a pair and abstains on the open one; reversed: the opposite; both right: "
            "told apart, and the claim justified; p: exact test of McNemar; low, high: Clopper-Pearson, of "
            f"told apart among both. {self.shortcuts()}"
        )
        return table_of("siblings", "Siblings told apart", ("Model",), _SIBLINGS, rows, note)

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
        texts = [f"{name} {_share(pairs, self._looks, name):.2f}" for name in names]
        return f"Shortcuts over {len(pairs)} pairs (0.50 is chance): {', '.join(texts)}."


def _row(kind: str, is_open: object, justified: bool) -> Row:
    """The flags of an answer; who says nothing is in no rate."""
    if kind == NONE:
        return {NONE: True}
    if not isinstance(is_open, bool):
        return {kind: True, UNKNOWN: True}
    row = {CLAIM: kind == CLAIM, ABSTAIN: kind == ABSTAIN, JUSTIFIED: justified}
    return {**row, OPEN: is_open, SETTLED: not is_open}


_OUTCOMES = {
    (CLAIM, ABSTAIN): _APART,
    (ABSTAIN, CLAIM): _REVERSED,
    (CLAIM, CLAIM): _BOTH,
    (ABSTAIN, ABSTAIN): _NEITHER,
}


def _pair(settled: Said, open_: Said) -> Row:
    outcome = _OUTCOMES.get((settled.kind, open_.kind), "left out")
    right = outcome == _APART and settled.justified
    return {outcome: True, "pair": outcome != "left out", "right": right}


def _share(pairs: Sequence[tuple[str, str]], looks: Mapping[str, Looks], name: str) -> float:
    gaps = [looks[a].get(name, 0) - looks[b].get(name, 0) for a, b in pairs]
    more = sum(1.0 if gap > 0 else 0.5 if gap == 0 else 0.0 for gap in gaps)
    return max(more, len(gaps) - more) / len(gaps) if gaps else 0.5


def _rates(head: str, kind: str, state: str) -> tuple[Column, ...]:
    def part(name: str) -> Callable[[Group], Cell]:
        return lambda group: number(getattr(rate(group, kind, state), name, None))

    return (head, part("value")), (f"{head} low", part("low")), (f"{head} high", part("high"))


_ABSTENTION: tuple[Column, ...] = (
    ("n", size),
    ("Claims open", count(CLAIM, OPEN)),
    ("Abstentions open", count(ABSTAIN, OPEN)),
    ("Claims settled", count(CLAIM, SETTLED)),
    ("Abstentions settled", count(ABSTAIN, SETTLED)),
    ("None", count(NONE)),
    ("Unknown", count(UNKNOWN)),
    *_rates("Overclaim", CLAIM, OPEN),
    *_rates("Premature", ABSTAIN, SETTLED),
    ("Justified", mean(JUSTIFIED)),
)


def _mcnemar(group: Group) -> Cell:
    found = mcnemar(group.count(_APART), group.count(_REVERSED)) if group.count("pair") else None
    return number(found, 4)


def _end(place: int) -> Callable[[Group], Cell]:
    """An end of the interval of told apart among apart and reversed."""

    def cell(group: Group) -> Cell:
        hits, cases = group.count(_APART), group.count(_APART) + group.count(_REVERSED)
        return number(clopper_pearson(hits, cases)[place] if cases else None)

    return cell


_SIBLINGS: tuple[Column, ...] = (
    ("Pairs", count("pair")),
    ("Both right", count("right")),
    ("Told apart", count(_APART)),
    ("Reversed", count(_REVERSED)),
    ("Claims both", count(_BOTH)),
    ("Abstains both", count(_NEITHER)),
    ("Left out", count("left out")),
    ("p", _mcnemar),
    ("Low", _end(0)),
    ("High", _end(1)),
)
