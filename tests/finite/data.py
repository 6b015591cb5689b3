"""The reference's cases of finite problems, where SYMCAUSE_DATA points to them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

_FOLDER = Path(os.environ.get("SYMCAUSE_DATA", "."), "finite")

needs_data = pytest.mark.skipif(
    not _FOLDER.is_dir(), reason="SYMCAUSE_DATA does not point to the reference cases"
)


def cases(name: str) -> list[dict[str, Any]]:
    """The lines of a file of cases; none where it is not here."""
    path = _FOLDER / f"{name}.jsonl"
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
