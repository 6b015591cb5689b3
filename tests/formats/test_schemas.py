"""JSON Schemas: each is one, none changes unnoticed, none is stored, the site has what pages link to.

``SYMCAUSE_GOLDEN=update pytest tests/formats/test_schemas.py`` accepts what has changed: look at
``symcause schema NAME`` of the lines that differ, before and after.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import jsonschema
import pytest

from symcause.audits.schemas import main, names, schema_of, spelled

ROOT = Path(__file__).resolve().parents[2]
DIGESTS = Path(__file__).with_name("schema_digests.txt")


def _digest(name: str) -> str:
    return hashlib.sha256(spelled(name).encode()).hexdigest()[:16]


@pytest.fixture(scope="module")
def digests() -> dict[str, str]:
    if os.environ.get("SYMCAUSE_GOLDEN") == "update":
        lines = sorted(f"{name} {_digest(name)}" for name in names())
        DIGESTS.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    lines = DIGESTS.read_text(encoding="utf-8").splitlines()
    return {name: digest for name, _, digest in (line.partition(" ") for line in lines)}


@pytest.mark.parametrize("name", names())
def test_no_schema_changes_unnoticed(name: str, digests: dict[str, str]) -> None:
    """If this fails on purpose: SYMCAUSE_GOLDEN=update."""
    assert digests[name] == _digest(name)
    jsonschema.Draft202012Validator.check_schema(schema_of(name))


def test_no_schema_went_away(digests: dict[str, str]) -> None:
    assert list(digests) == sorted(names())


def test_no_schema_is_stored() -> None:
    draft = '"$schema": "https://json-schema.org'
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "symcause").rglob("*.json"))
    assert not any(draft in text for text in texts)


def test_the_site_has_what_pages_link_to(tmp_path: Path) -> None:
    assert main([str(tmp_path / "schemas")]) == 0
    written = {path.name: path for path in (tmp_path / "schemas").iterdir()}
    assert set(written) == {f"{name}.json" for name in names()}
    assert written["boolean.json"].read_text("utf-8") == spelled("boolean")
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    linked = re.findall(r'<a href="schemas/([^"]+)">([^<]+)</a>', page)
    formats = {name for name, what in names().items() if what == "file format"}
    assert {told for _, told in linked} >= formats
    assert all(file == f"{told}.json" and file in written for file, told in linked)
    assert " -m symcause.audits.schemas site/schemas" in (ROOT / "Makefile").read_text("utf-8")


def test_writing_needs_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "FOLDER" in capsys.readouterr().err
