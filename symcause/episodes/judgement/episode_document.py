"""The document with the judgement on an episode, the same for play and for audit --log.

Members left, gain and regret are null where the family has no members, a count is not known or the truth
lies outside the class. Gain and regret are in bits: log2 of how many times fewer members are left, and of
how many times more than the best action would have left in its worst case. A negative regret is luck, and
is shown.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import EXIT_NO, EXIT_UNKNOWN, EXIT_YES, AuditDocument, Part
from symcause.scoring.abstention_rule import JUSTIFIED


class BestPart(Part, frozen=True, kw_only=True):
    """The best action before a step: *worst* members left in its worst case (between *low* and it)."""

    action: dict[str, object] | None = None
    worst: int | None = None
    low: int | None = None
    status: str = "unknown"  # exact, bounded, unknown
    reason: str | None = None


class JudgedStep(Part, frozen=True, kw_only=True):
    """One step, what it taught, and what the best one would have taught."""

    step: int
    action: object
    observation: dict[str, object] | None = None
    refused: str | None = None  # Why the action was inadmissible.
    kind: str | None = None  # `informative`, `set-up`, `wasted`, `repeated`, `void`, `invalid`.
    members: int | None = None  # Left after the step.
    at_least: int | UnsetType = UNSET  # proven about members that nobody counted
    at_most: int | UnsetType = UNSET
    log10: float | None = None
    verdict: str | None = None
    settled: bool | None = None
    entailed: tuple[str, ...] = ()  # What all members agree on.
    gain: float | None = None  # Bits.
    best: BestPart | None = None  # What the best action would have left.
    regret: float | None = None  # Bits; exact, or between the two bounds.
    regret_low: float | None = None
    regret_high: float | None = None


class EpisodeDocument(AuditDocument, frozen=True, kw_only=True):
    """An episode, judged step by step; the verdict is the one after the last step."""

    agent: str = "unnamed"
    seed: int = 0
    budget: int = 0
    rules: dict[str, object] = msgspec.field(default_factory=dict)
    fingerprint: str | None = None  # Of the whole problem.
    members: int | None = None  # at the start
    at_least: int | UnsetType = UNSET  # proven about them where nobody counted
    at_most: int | UnsetType = UNSET
    entailed: tuple[str, ...] = ()  # at the start
    steps: tuple[JudgedStep, ...] = ()
    answer: object = None
    answered: bool = False
    right: bool | None = None  # Against gold.
    support: str | None = None
    """`justified`, `refuted` or `unsupported` by what was seen; of an abstention `justified` or
    `premature`."""
    lucky: bool | None = None  # Right and unsupported.
    claimed: bool = False  # the answer says what was asked for, valid or not
    abstained: bool = False
    hedged: bool = False  # abstains beside a claim, which counts
    open: bool | None = None  # was the question, when it was answered? null: not known
    proved: bool | None = None  # by two alternatives that an abstention names
    decided_at: int | None = None  # The step that settled the question; 0: settled at the start.
    surplus: int | None = None  # Steps after that one.
    gain: float | None = None  # Bits, over all steps.
    regret: float | None = None
    """Bits, over all steps; the two keys below where only bounds are known."""
    regret_low: float | None = None
    regret_high: float | None = None
    details: dict[str, object] = msgspec.field(default_factory=dict)
    worst_case: int | None = None  # steps that the best plan needs in the worst case
    shortest_proof: int | None = None  # steps that would have settled the question, had one known
    invalid: int = 0
    wasted: int = 0
    answer_reason: str | UnsetType = UNSET
    worth: str | UnsetType = UNSET  # of the answer, in words, where there are no members to ask
    tools: tuple[str, ...] | UnsetType = UNSET  # instruments that were switched on
    calls: dict[str, int] | UnsetType = UNSET  # how often each was asked

    @property
    def acted(self) -> int:
        """Steps that were not refused."""
        return sum(step.refused is None for step in self.steps)


class PlayDocument(EpisodeDocument, frozen=True, kw_only=True):
    """``play``: the exit code says whether the answer was right, or whether it was right to abstain."""

    @property
    def code(self) -> int:
        if not self.answered:
            return EXIT_NO
        if self.abstained:
            return EXIT_UNKNOWN if self.support is None else int(self.support != JUSTIFIED)
        return EXIT_UNKNOWN if self.right is None else EXIT_YES if self.right else EXIT_NO


class EpisodeScore(EpisodeDocument, frozen=True, kw_only=True):
    """A line of ``score``: an episode of one agent."""

    model: str
    episode: bool = True
