"""The budget document of the scenario family: how well rivals are told apart by the units there are."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.audits.documents import Part
from symcause.families.scenario.documents.design_map import DesignMap

Least = tuple[int, int | None]
"""No fewer units than the first are enough, the second are; null: not within the budget for sure."""


class Ends(Part, frozen=True, kw_only=True):
    """A number between two: outward-rounded decimals, ``a/b`` where it is exact; null: no bound."""

    low: str
    high: str | None

    def __str__(self) -> str:
        if self.high is None:
            return f"at least {self.low}"
        return self.low if self.low == self.high else f"[{self.low}, {self.high}]"


class UnitsPart(Part, frozen=True, kw_only=True):
    """What so many units are worth: at least by one design, at most by any policy."""

    units: int
    low: str
    high: str | None


class NamePart(Part, frozen=True, kw_only=True):
    """The chance of naming the true rival: with the history alone, and at the end of the budget.

    *power*: from the best single design, which a player can deploy, to what no policy exceeds; *adaptive*:
    the best policy that may choose the design anew after every unit.
    """

    start: Ends  # With the history alone.
    power: Ends  # From the best single design to what no policy exceeds.
    adaptive: Ends  # The best of all policies.
    minimax: Ends | None = None  # Two rivals: naming both equally often.
    least: Least | None = None  # No fewer units are enough, and these are.
    curve: tuple[UnitsPart, ...] = ()  # What the page draws.


class WinBudgetPart(Part, frozen=True, kw_only=True):
    """The chance of submitting a design that wins; *regret*: what knowing the rival would add."""

    start: Ends
    power: Ends
    adaptive: Ends
    regret: Ends  # `perfect` − `adaptive`.
    least: Least | None = None


class FirstPart(Part, frozen=True, kw_only=True):
    """The first design of the best policy; *proven*: every other one is worse for sure."""

    design: DesignMap
    proven: bool


class SinglePart(Part, frozen=True, kw_only=True):
    """The best single design at the end of the budget, and how often it names the true rival at least."""

    design: DesignMap
    low: str


class InformsPart(Part, frozen=True, kw_only=True):
    """Does the history tell the rivals apart at all?"""

    informs: bool


class ViewPart(Part, frozen=True, kw_only=True):
    """What a view tells; *linked*: survivors are linked to records, or need not be."""

    status: str  # `exact`, `bounded` or `unknown`.
    reason: str | None = None
    linked: bool = True
    """False: the file reports survivors only as a total. Lower ends ignore the total; upper ends
    assume that it can be matched to the records."""
    maximal: tuple[DesignMap, ...] = ()
    """The designs that no other dominates, whatever is to be decided (three rivals or more: those
    whose laws differ)."""
    history: InformsPart | None = None
    name: NamePart | None = None  # The chance of naming the true rival.
    win: WinBudgetPart | None = None
    """The same for submitting a design that wins; null without `evaluate`."""
    first: FirstPart | None = None  # The first design of the best policy.
    single: SinglePart | None = None  # The best single design.


class SelectionPart(Part, frozen=True, kw_only=True):
    """What seeing the lost would add; *share*: of all that is missing, where the views are nested."""

    nested: bool  # Counts are disclosed, so that the views are nested.
    start: Ends
    power: Ends
    units: Least | None = None
    share: Ends | None = None  # Of what is missing.


class CriterionPart(Part, frozen=True, kw_only=True):
    """A criterion that is true here and false in a rival, or back: who meets it must tell them apart.

    *beyond*: no player knows it as often as the level within the budget; null: that is not decided.
    """

    id: str
    statuses: tuple[str, ...]  # by rival: true, false, unknown
    beyond: bool | None
    most: str | None  # how often it can be known at most


class BudgetPart(Part, frozen=True, kw_only=True):
    """What can be known within the budget, by view."""

    rivals: tuple[str, ...]  # What is compared.
    prior: tuple[str, ...]
    units: int  # As many as the deployments hold.
    level: str  # The accuracy that is asked for.
    perfect: Ends | None = None  # The chance to win of a player who knows the rival.
    views: dict[str, ViewPart]
    """`shown` (as the file says), `counts` (survived or lost), `all` (every record, and survived or
    lost)."""
    selection: SelectionPart | None = None  # What `all` adds to `shown`.
    verdict: str  # Of `shown`: `prior`, `history`, `enough`, `short`, `unknown`.
    headline: str = ""
    notes: tuple[str, ...] = ()
    criteria: tuple[CriterionPart, ...] = ()
    """Claims that are true in one of two rivals and false in the other, and whether they are beyond
    the budget."""
    scenario: dict[str, object] | UnsetType = UNSET  # the rival that a recipe made
