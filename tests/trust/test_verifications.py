"""What a verification says of the problem as it states itself."""

from __future__ import annotations

import pytest

from symcause.kernel.verification import Scope, Verification

OWN = Scope({}, "the problem's own class")
NARROWER = Scope({}, "a narrower class", gaps=("fewer parents",))


@pytest.mark.parametrize(
    ("accepted", "scope", "stated"),
    [
        (True, None, True),
        (True, OWN, True),
        (True, NARROWER, False),
        (False, None, False),
        (False, OWN, False),
        (None, None, False),
        (None, OWN, False),
        (False, NARROWER, False),
    ],
)
def test_only_what_is_accepted_without_a_gap_is_as_stated(
    accepted: bool | None, scope: Scope | None, stated: bool
) -> None:
    assert Verification(accepted, "unique", "", scope).as_stated is stated
