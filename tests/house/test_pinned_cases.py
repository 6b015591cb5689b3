"""Pinned cases are taken every time, besides the sample; each names a test that there is."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import amounts, conftest

HERE = "tests/house/test_pinned_cases.py"


@pytest.fixture
def pins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A file of pins for the test that asks."""
    test = request.node.nodeid.partition("[")[0]
    path = tmp_path / "pinned_cases.toml"
    path.write_text(
        f"""
[[pin]]
test = "{test}"
amount = [2, 9]
rounds = 5

[[pin]]
test = "{test}"
some = [2, 10]
places = [0, 9, 40]

[[pin]]
test = "{test}"
cases = ["seven"]
""",
        "utf-8",
    )
    monkeypatch.setattr(amounts, "PINNED", path)
    monkeypatch.setattr(amounts, "EXHAUSTIVE", False)
    amounts._every.cache_clear()
    yield
    monkeypatch.undo()
    amounts._every.cache_clear()


def test_rounds_and_places(pins: None) -> None:
    assert amounts.amount(2, 9) == 5
    assert (amounts.amount(2, 8), amounts.amount(3, 9)) == (2, 3)  # other calls of the test
    assert amounts.some("abcdefghij", 2) == ["a", "c", "h", "j"]
    assert amounts.some("abcdefghi", 2) == ["c", "g"]


def test_a_case_of_few(pins: None) -> None:
    calls = [SimpleNamespace(id=name, params={}, indices={}) for name in ("one", "two", "seven")]
    marker = SimpleNamespace(args=(1,))
    test = SimpleNamespace(
        nodeid=f"{HERE}::test_a_case_of_few", get_closest_marker=lambda _: marker
    )
    other = SimpleNamespace(nodeid=f"{HERE}::other", get_closest_marker=lambda _: marker)
    assert conftest._few(other, calls) == [1]
    assert conftest._few(test, calls) == [1, 2]


def test_everything_is_not_less(pins: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amounts, "EXHAUSTIVE", True)
    assert (amounts.amount(2, 9), len(amounts.some(range(10), 2))) == (9, 10)


def test_what_is_pinned_is_there() -> None:
    for test, known in amounts._every().items():
        module, _, name = test.partition("::")
        text = (Path(amounts.__file__).parent.parent / module).read_text("utf-8")
        assert not name or f"def {name.rpartition('::')[2]}(" in text, test
        assert all(pin["notices"] for pin in known), test
