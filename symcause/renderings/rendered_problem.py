"""The rendered problem: its variables are nouns, and it remembers how it was rendered.

Answers to such a problem need no mapping: it is a problem like any other. Its metadata say how its text is
written again, and which problem it is a rendering of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from symcause.bounds.renderings_bounds import THEME_BYTES
from symcause.errors import ProblemError, UsageError
from symcause.formats.pools.metadata_claims import without_claims
from symcause.formats.problems import Problem, read_document
from symcause.formats.storage.byte_streams import read_bytes
from symcause.registry import family_of, load
from symcause.renderings.rendered_text import Rendering, Source
from symcause.renderings.rendering_metadata import KEY, names_back, rendering_of, stated
from symcause.renderings.texts.text_codec import write_text
from symcause.renderings.themes.library import (
    STYLES,
    THEMES,
    description_of,
    style_named,
    theme_named,
    theme_of,
)
from symcause.renderings.themes.style import Style
from symcause.renderings.themes.theme import Theme

PROOF = "certificate"
"""Where a rendering keeps the certificate of the problem that it was made from."""


def rendered_document(source: Source, rendering: Rendering, id: str) -> dict[str, Any]:
    """The problem in the names of its rendering, ready to be written."""
    known = source.document.get("metadata", {})
    family = family_of(source.problem)
    assert family.digest is not None
    about = {
        "of": source.problem.id,
        "fingerprint": load(family.digest)(source.problem),
        **rendering.to_dict(),
    }
    if isinstance(known.get(PROOF), dict):
        about[PROOF] = known[PROOF]
    kept = {key: value for key, value in without_claims(known).items() if key != "sibling"}
    metadata = {**kept, "latent": known.get("latent", source.problem.id), KEY: about}
    return {**source.renamed(rendering.names.given), "id": id, "metadata": metadata}


def original(problem: Problem) -> Problem:
    """The problem that was rendered, gold included; its id is that of the original.

    Raises ProblemError if it is another problem than the metadata say.
    """
    about = rendering_of(problem)
    assert about is not None, "not a rendering"
    variables = stated(about, "variables", problem)
    document = Source(problem).document
    if set(variables) != set(_names(document)) or len(set(variables.values())) != len(variables):
        raise ProblemError(
            "not a name for every variable", place="metadata.rendering.variables", value=problem.id
        )
    back = Source(problem).wording.renamed(document, names_back(about))
    proof = {PROOF: about[PROOF]} if isinstance(about.get(PROOF), dict) else {}
    back = {**back, "id": stated(about, "of", problem), "metadata": proof}
    found = read_document(back)
    family = family_of(found)
    assert family.digest is not None
    if load(family.digest)(found) != stated(about, "fingerprint", problem):
        raise ProblemError(
            "the problem that it is a rendering of has another fingerprint",
            place="metadata.rendering.fingerprint",
            value=problem.id,
            remedy="make the rendering again",
        )
    return found


def base_of(problem: Problem) -> Problem:
    """The problem that a rendering was made from; any other as it is. What is proven is about the base."""
    return problem if rendering_of(problem) is None else original(problem)


def _names(document: Mapping[str, Any]) -> list[str]:
    names = document.get("variables", document.get("shapes", []))
    return [name["name"] if isinstance(name, dict) else name for name in names]


def own_text(problem: Problem, folders: Sequence[str] = (), theme: str | None = None) -> str:
    """The text of a rendered problem, written again from its metadata.

    *folders* hold themes that travel with a pool. Raises ProblemError for other bytes than were stated.
    """
    about = rendering_of(problem)
    assert about is not None, "not a rendering"
    chosen, style = words_of(problem, folders, theme)
    source = Source(problem)
    order = tuple(stated(about, "order", problem))
    if set(order) != set(source.told["variables"]) or not set(order) <= set(chosen.by_id):
        raise ProblemError(
            "not the variables of the problem", place="metadata.rendering.order", value=problem.id
        )
    fillers = tuple(stated(about, "fillers", problem))
    description = description_of(chosen, style, source.wording)
    text = write_text(source.told, order, description, fillers, stated(about, "abstain", problem))
    if sha256(text.encode()).hexdigest() != stated(about, "text_sha256", problem):
        raise ProblemError(
            "its text has other bytes than when it was made",
            place="metadata.rendering.text_sha256",
            value=problem.id,
            remedy="the problem was changed: make the rendering again",
        )
    return text


def words_of(
    problem: Problem, folders: Sequence[str] = (), theme: str | None = None
) -> tuple[Theme, Style]:
    """The theme and the style of a rendered problem."""
    about = rendering_of(problem)
    assert about is not None, "not a rendering"
    chosen = _theme(problem, about, folders, theme)
    return chosen, _style(str(stated(about, "style", problem)), folders)


def _theme(
    problem: Problem, about: Mapping[str, Any], folders: Sequence[str], theme: str | None
) -> Theme:
    """The theme of a rendered problem: bundled, in one of the folders, or the one given."""
    name, digest = stated(about, "theme", problem), stated(about, "theme_sha256", problem)
    if theme is not None:
        found = theme_named(theme)
        if found.sha256 == digest:
            return found
        raise UsageError(
            f"this problem is a rendering in the theme {name}",
            value=problem.id,
            remedy="render the problem it was made from",
        )
    if name in THEMES and (bundled := theme_named(name)).sha256 == digest:
        return bundled
    for folder in folders:
        path = Path(folder) / f"{name}.toml"
        if (
            path.is_file()
            and (found := theme_of(read_bytes(path, THEME_BYTES), str(path))).sha256 == digest
        ):
            return found
    raise ProblemError(
        f"the theme {name} of this rendering is not here",
        place="metadata.rendering.theme",
        value=problem.id,
        remedy="keep the folder FILE.themes beside the pool, or give the file with --theme",
    )


def _style(name: str, folders: Sequence[str]) -> Style:
    if name in STYLES:
        return style_named(name)
    for folder in folders:
        path = Path(folder) / f"{name}.style.toml"
        if path.is_file():
            return style_named(str(path))
    raise ProblemError(
        f"the style {name} of this rendering is not here",
        place="metadata.rendering.style",
        remedy="keep the folder FILE.themes beside the pool",
    )
