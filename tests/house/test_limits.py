"""docs/limits.md has every default bound, as the modules state it."""

from __future__ import annotations

from pathlib import Path

from symcause.audits import certificate_acceptance as acceptance
from symcause.kernel import work
from tools.write_limits import PAGE, constants, page, rows

FAMILIES = Path(__file__).resolve().parents[2] / "symcause" / "families"


def test_the_table_is_up_to_date() -> None:
    """If this fails: python tools/write_limits.py --write."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text
    assert rows()


def test_every_bound_has_a_sentence(tmp_path: Path) -> None:
    module = tmp_path / "budgets.py"
    module.write_text('FIRST = 5\n"""What it is for."""\n\nSECOND = 6\n', encoding="utf-8")
    assert list(constants(module)) == [("FIRST", 5, "What it is for.")]
    for path in FAMILIES.glob("*/problem/budgets.py"):
        told = {name for name, _, _ in constants(path)}
        text = path.read_text(encoding="utf-8")
        named = {line.split(" = ")[0] for line in text.splitlines() if line[:2].isupper()}
        assert {name for name in named if name.isupper()} <= told, path


def test_the_page_says_what_a_certificate_may_take() -> None:
    steps = int(acceptance.SECONDS * work.STEPS / work.SECONDS)
    assert f"more than {steps:,} of its steps" in PAGE.read_text(encoding="utf-8")
