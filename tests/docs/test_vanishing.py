"""The moving picture of the README shows real members of a real space, and is up to date."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_moving_picture_is_what_the_engine_says() -> None:
    spec = spec_from_file_location("vanishing", ROOT / "docs" / "vanishing.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    text = module.PICTURE.read_text(encoding="utf-8")
    assert text == module.drawn(), "python docs/vanishing.py writes it anew"
    assert len(text) < 1_000_000 and "198, then 23, then 3, then 1" in text
    assert "docs/images/vanishing.svg" in (ROOT / "README.md").read_text(encoding="utf-8")
