"""The picture of the README shows a real space, and is up to date."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_picture_is_what_the_engine_says() -> None:
    spec = spec_from_file_location("space_picture", ROOT / "docs" / "space_picture.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    text = module.PICTURE.read_text(encoding="utf-8")
    assert text == module.drawn(), "python docs/space_picture.py writes it anew"
    assert len(text) < 200_000 and text.count('class="space-mark"') == 23 + 1, (
        "and one in the legend"
    )
    assert "1,772 models drawn, 1,749 of them ruled out" in text
    assert "docs/images/space.svg" in (ROOT / "README.md").read_text(encoding="utf-8")
