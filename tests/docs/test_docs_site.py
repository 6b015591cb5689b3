"""The site: its reference has no link that leads nowhere, with any version of pdoc that is allowed."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_members_that_a_page_does_not_show_are_no_links(tmp_path: Path) -> None:
    """pdoc links what looks like a member; inherited ones have no place on the page."""
    pages = {
        "api.html": '<a id="Scores"></a><code><a href="#Scores.plot">plot()</a></code> '
        '<a href="#Scores">Scores</a> <a href="more/x.html#X.y">y</a> <a href="more/x.html#X">X</a>',
        "more/x.html": '<div id="X"></div><a href="../api.html#Scores">up</a><a href="#X.z">z</a>',
    }
    for name, text in pages.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    dead = script("check_links").dead_links
    assert len(dead(tmp_path)) == 3
    script("build_api").unlink_absent_members(tmp_path)
    assert dead(tmp_path) == []
    assert (tmp_path / "api.html").read_text() == (
        '<a id="Scores"></a><code>plot()</code> <a href="#Scores">Scores</a> y '
        '<a href="more/x.html#X">X</a>'
    )


@pytest.mark.guide
@pytest.mark.skipif(importlib.util.find_spec("pdoc") is None, reason="pdoc is not installed")
def test_the_reference_can_be_built(tmp_path: Path) -> None:
    site = tmp_path / "api"
    command = [sys.executable, DOCS / "build_api.py", site]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    assert script("check_links").dead_links(site) == []


def test_old_addresses_lead_to_pages_and_places_that_are_there(tmp_path: Path) -> None:
    """Where the site has a page of the same address, it stays."""
    script_of = script("moved")
    for old, new in script_of.moved().items():
        page, _, place = new.partition("#")
        assert not (DOCS / old).exists(), old
        heads = re.findall(r"^#+ (.+)$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
        slugs = [re.sub(r"[^\w\- ]", "", head).strip().lower().replace(" ", "-") for head in heads]
        assert not place or place in slugs, new
        built = tmp_path / script_of.folder(page) / "index.html"
        built.parent.mkdir(parents=True, exist_ok=True)
        built.write_text("".join(f'<h2 id="{slug}"></h2>' for slug in slugs))
    assert len(script_of.lead(tmp_path)) == len(script_of.moved())
    assert script("check_links").dead_links(tmp_path) == []
    taken = tmp_path / script_of.folder(next(iter(script_of.moved()))) / "index.html"
    taken.write_text("a page")
    with pytest.raises(SystemExit, match="there is a page"):
        script_of.lead(tmp_path)


def test_what_is_cited_is_in_the_citation_file() -> None:
    page = (DOCS / "citing.md").read_text(encoding="utf-8")
    source = (DOCS.parent / "CITATION.cff").read_text(encoding="utf-8")
    for field in ("title", "name", "license"):
        value = re.search(rf'^[ -]*{field}: "?([^"\n]+)"?$', source, flags=re.MULTILINE)
        assert value is not None and value[1] in page, field
