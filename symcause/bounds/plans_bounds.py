"""Bounds on plans: how far they go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

CANDIDATE_EXPERIMENTS = bound(
    1_000, "experiments", "Experiments of a space that are candidates, its first ones."
)
LISTED_OUTCOMES = bound(
    200_000,
    "outcomes",
    "Outcomes of listed members that are looked at; beyond that the space is asked.",
)
OTHER_MEMBERS = bound(
    2_000, "members", "Other members that are looked at for one that further experiments refute."
)
LEARNT_DEMANDS = bound(
    20, "demands", "Demands that are learnt from one choice that does not suffice."
)
PROPOSED_CHOICES = bound(
    200, "choices", "Choices that are proposed before the bound is taken as it is."
)
