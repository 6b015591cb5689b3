"""docs/limits.md has every bound, as the modules state it."""

from __future__ import annotations

import ast
from pathlib import Path

from symcause.audits import certificate_acceptance as acceptance
from symcause.kernel import work
from tools.write_limits import PAGE, Bound, bounds, in_place, number, page, stated


def test_the_tables_are_up_to_date() -> None:
    """If this fails: python tools/write_limits.py --write."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text
    for listed in bounds().values():
        assert listed and all(f"`{one.name}`" in text for one in listed)


def test_a_bound_is_read_as_it_is_stated(tmp_path: Path) -> None:
    home, kernel = tmp_path / "chess" / "bounds.py", tmp_path / "rooks.py"
    home.parent.mkdir()
    home.write_text('PIECES = bound(1 << 5, "pieces", "A board has no more.")\n', encoding="utf-8")
    assert list(stated(home)) == [Bound("chess", "PIECES", 32, "pieces", "A board has no more.")]
    kernel.write_text(
        'A = 3  # rows: of a board\nB = 4  # files\n"""Of a board."""\n\nC = 5  # a price\nD = 6\n',
        encoding="utf-8",
    )
    assert [one[1:] for one in in_place(kernel, tmp_path)] == [
        ("A", 3, "rows", "of a board"),
        ("B", 4, "files", "Of a board."),
    ]


def test_numbers_are_worked_out() -> None:
    texts = {"5": 5, "1 << 20": 1_048_576, "10**9": 1_000_000_000, "64 * 1024": 65_536}
    for text, value in (texts | {"(1 << 32) - 1": 4_294_967_295, "-1": -1, "3**9": 19_683}).items():
        assert number(ast.parse(text, mode="eval").body) == value
    for text in ("5.0", "f(3)", "1 / 2", "'a'", "True"):
        assert number(ast.parse(text, mode="eval").body) is None


def test_the_page_says_what_a_certificate_may_take() -> None:
    steps = int(acceptance.SECONDS * work.STEPS / work.SECONDS)
    assert f"more than {steps:,} of its steps" in PAGE.read_text(encoding="utf-8")
