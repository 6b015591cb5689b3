"""Files of a page are not loaded when a declaration is checked, and what stands behind them is."""

from __future__ import annotations

from unittest import mock

from symcause.audits.family_check import declaration_check
from symcause.audits.family_check.declaration_check import checked
from symcause.audits.family_check.declared_names import NamedPart
from symcause.testing import coins


def test_what_stands_behind_a_script_is_checked() -> None:
    named = [
        NamedPart("page", "symcause/nowhere.js"),
        NamedPart("page", "symcause/nowhere.css"),
        NamedPart("check", "symcause.nowhere:Check"),
    ]
    with mock.patch.object(declaration_check, "named_parts", lambda _: iter(named)):
        found = [finding for finding in checked(coins.FAMILY) if "loaded" in finding.found]
    assert [finding.value for finding in found] == ["symcause.nowhere:Check"]
