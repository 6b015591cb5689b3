"""The drawn space: the document of a drawing, with marks, questions, evidence and experiments.

A *state* of the evidence is the set of pieces that are switched on, as bits. A mark is *left* in a state
unless one of its refutations, a set of pieces that together rule it out, lies within the state.
"""

from __future__ import annotations

from msgspec import Struct

FORMAT = "symcause.drawing/1"
"""What a drawing calls itself on a page."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""By which pieces of evidence are known."""


class Mechanism(Struct, frozen=True):
    """How one variable comes about in a member: what causes it and, where members have functions, how."""

    parents: tuple[str, ...]
    text: str | None = None

    @property
    def causes(self) -> str:
        return ", ".join(self.parents) or "nothing"


Member = tuple[Mechanism, ...]
"""A member as it is told: one mechanism a variable."""


class Evidence(Struct, frozen=True):
    """A piece of evidence; *fixed*: always on; *after*: it stands only while that piece does.

    What is *further* was not seen: an answer says what would be.
    """

    name: str
    detail: str = ""
    fixed: bool = False
    after: int | None = None
    further: bool = False


class AxisQuestion(Struct, frozen=True):
    """A question to every member: its answers, and which of them each mechanism of the variable gives.

    Of many answers the last stands for all others: there are *others* of them.
    """

    variable: int
    name: str
    answers: tuple[str, ...]
    of: tuple[int, ...]
    others: int = 0


class Experiment(Struct, frozen=True):
    """What every mark would show, by place among the results; *when*: the only state that it is about.

    A mark that is not left in that state has the place -1. Unless it is *exact*, results are predictions
    that leave something open: marks of two of them may show the same.
    """

    name: str
    results: tuple[str, ...]
    of: tuple[int, ...]
    when: int | None = None
    exact: bool = True


class Sample(Struct, frozen=True):
    """How the marks were chosen where they are not all members: numbers of members, by state."""

    total: int
    whole: (
        int  # marks that explain all evidence, which are drawn in full; 0: these are sampled, too
    )
    counts: tuple[tuple[int, int], ...]


class SpaceDrawing(Struct, frozen=True):
    """A version space as it is drawn."""

    title: str
    noun: tuple[str, str]
    variables: tuple[str, ...]
    mechanisms: tuple[tuple[Mechanism, ...], ...]  # of every variable, those that some mark has
    marks: tuple[tuple[int, ...], ...]  # of every mark, the places of its mechanisms
    evidence: tuple[Evidence, ...]
    refuted: tuple[tuple[int, ...], ...]  # of every mark, the smallest sets that rule it out
    questions: tuple[AxisQuestion, ...]
    columns: tuple[int | None, ...]  # for every question as rows, the question that goes with it
    rows: int | None  # the most telling question; None: members differ in none
    experiments: tuple[Experiment, ...] = ()
    gold: int | None = None
    sample: Sample | None = None
    chosen: int | None = None  # the experiment whose results are shown at first
    compared: bool = False  # marks are models that are compared, whatever they explain
    questioned: bool = False  # the verdict is the answer to a question, not how many are left

    @property
    def every(self) -> int:
        """The state in which all evidence is on."""
        return (1 << len(self.evidence)) - 1

    @property
    def fixed(self) -> int:
        """The pieces that are always on."""
        return sum(1 << i for i, piece in enumerate(self.evidence) if piece.fixed)

    @property
    def states(self) -> tuple[int, ...]:
        """Every state that the switches can be in."""
        free = [i for i, piece in enumerate(self.evidence) if not piece.fixed]
        found = [self.fixed]
        for i in free:
            after = self.evidence[i].after
            found += [s | 1 << i for s in found if after is None or s >> after & 1]
        return tuple(sorted(found))

    def left(self, state: int) -> tuple[int, ...]:
        """The marks that explain the evidence of a state."""
        return tuple(
            i for i, sets in enumerate(self.refuted) if not any(s & state == s for s in sets)
        )

    def count(self, state: int) -> int:
        """How many members explain it: exact, whatever is drawn of them."""
        known = {} if self.sample is None else dict(self.sample.counts)
        return known.get(state, len(self.left(state)))

    def flipped(self, state: int, piece: int) -> int:
        """The state after a switch: what stands only with the piece goes with it, and comes with it."""
        if self.evidence[piece].fixed:
            return state
        if state >> piece & 1:
            state &= ~(1 << piece)
            for i, one in enumerate(self.evidence):
                if one.after is not None and not state >> one.after & 1 and not one.fixed:
                    state &= ~(1 << i)
            return state
        at: int | None = piece
        while at is not None:
            state |= 1 << at
            at = self.evidence[at].after
        return state

    def answer(self, question: int, mark: int) -> int:
        """The answer of a mark to a question, by its place."""
        asked = self.questions[question]
        return asked.of[self.marks[mark][asked.variable]]
