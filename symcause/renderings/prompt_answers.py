"""Prompt answers in renderings: which noun stood for which variable.

An answer to ``symcause prompt POOL --theme farm`` is in the nouns of the theme. The document of the prompt
has ``rendering``; it leads back to the names of the problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symcause.bounds.renderings_bounds import PROMPT_BYTES
from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.formats.answer_files.token_usage import Metered
from symcause.formats.pools.json_documents import json_documents
from symcause.formats.storage.byte_streams import opened
from symcause.registry import family_of
from symcause.renderings.answer_names import answer_back
from symcause.renderings.rendering_metadata import KEY, names_back, rendering_of
from symcause.scoring.remarks.system_remarks import NOUNS

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

_QUOTED = re.compile(r'"((?:[^"\\]|\\.){0,10000})"')
_ATOM = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_REMEDY = "write it with: symcause prompt POOL --theme NAME --json > prompts.jsonl"

Renderings = Mapping[str, Mapping[str, Any]]
"""What prompts say of their renderings, by problem."""


def stored_prompts(files: Iterable[str]) -> dict[str, Mapping[str, Any]]:
    """The renderings of prompts in files; a prompt in the problem's own names has none.

    Raises ProblemError for what is no prompt, UsageError where a problem is there in two renderings.
    """
    prompts: dict[str, Mapping[str, Any]] = {}
    for file in files:
        with opened(file) as source:
            for document in json_documents(source, PROMPT_BYTES):
                try:
                    if document.error is not None:
                        raise document.error
                    _put(prompts, *_prompt(document.value))
                except SymcauseError as error:
                    raise error.at(file=source.file, place=document.place or None) from None
    return prompts


def given_prompts(prompts: Any) -> dict[str, Mapping[str, Any]]:
    """The same of one or several paths, documents of ``symcause.prompt`` or mappings; of None, none."""
    several = prompts if isinstance(prompts, list | tuple) else [] if prompts is None else [prompts]
    found = stored_prompts(str(one) for one in several if isinstance(one, str | Path))
    for one in several:
        if not isinstance(one, str | Path):
            _put(found, *_prompt(one.to_dict() if hasattr(one, "to_dict") else one))
    return found


def _prompt(value: object) -> tuple[str, object]:
    """The problem of a prompt, and its rendering."""
    if not isinstance(value, Mapping) or not isinstance(value.get("problem"), str):
        raise ProblemError("this is no prompt", remedy=_REMEDY)
    if not value.keys() & {"prompt", "error", KEY}:
        raise ProblemError("this is no prompt", value=value["problem"], remedy=_REMEDY)
    return value["problem"], value.get(KEY)


def _put(found: dict[str, Mapping[str, Any]], id: str, about: object) -> None:
    if not isinstance(about, Mapping):
        return
    if id in found and found[id].get("variables") != about.get("variables"):
        remedy = "score the answers to each rendering with its own prompts"
        raise UsageError("a problem in two renderings", value=id, remedy=remedy)
    found[id] = about


def in_own_names(problem: Problem, response: str, prompts: Renderings) -> str:
    """The response in the names of the problem: by its own row's rendering, or by that of a stored prompt.

    Raises UsageError where the rendering is of another problem, ProblemError where it has no names.
    """
    own = response.rendering if isinstance(response, Metered) else None
    about = own if own is not None else prompts.get(problem.id)
    if about is None:
        return response
    from symcause.renderings.rendered_text import Source

    source = Source(problem)
    if source.digest != about.get("digest"):
        if own is not None and rendering_of(problem) is not None:
            return response  # the pool is in the nouns itself
        remedy = f"it was made from {about.get('of') or 'another problem'}"
        raise UsageError("the prompt is no rendering of this problem", remedy=remedy)
    variables = about.get("variables")
    if not isinstance(variables, Mapping) or set(variables.values()) != set(
        source.told["variables"]
    ):
        sentence = "the prompt does not say which noun stands for which variable"
        raise ProblemError(sentence, place="rendering.variables", remedy=_REMEDY)
    own_names = names_back(about)
    begun = {noun[:1].upper() + noun[1:]: name for noun, name in own_names.items()}
    text = answer_back(response, source.wording, begun | own_names)  # as a sentence begins
    return response.worded(text) if isinstance(response, Metered) else text


def with_nouns_named(line: dict[str, object], problem: Problem, response: str) -> dict[str, object]:
    """The line of an answer; where it is invalid because it is in nouns of a theme, the reason says so."""
    if line.get("valid") is not False or not isinstance(line.get("reason"), str):
        return line
    theme = _theme_of(problem, response)
    if theme is None:
        return line
    text = f"{NOUNS} {theme}: score against the rendering, with --prompts FILE (in Python prompts=FILE)"
    return {**line, "reason": f"{text}, which symcause prompt --json wrote; {line['reason']}"}


def _theme_of(problem: Problem, response: str) -> str | None:
    """The bundled theme whose nouns an answer uses instead of the names of its problem."""
    if rendering_of(problem) is not None or family_of(problem).rendering is None:
        return None
    words = {word for part in _QUOTED.findall(response) for word in _ATOM.findall(part)}
    names = set(getattr(problem, "variables", ()))  # answers of some families name none
    small = {word[:1].lower() + word[1:] for word in words}
    for theme, nouns in _nouns().items():
        if len(small & nouns - names) >= 2 and not words & names:
            return theme
    return None


@cache
def _nouns() -> dict[str, frozenset[str]]:
    """The nouns of the bundled themes."""
    from symcause.renderings.texts.frame import BUNDLED
    from symcause.renderings.themes.library import THEMES
    from symcause.renderings.themes.theme_file import parse_theme

    sources = {name: (BUNDLED / "themes" / f"{name}.toml").read_bytes() for name in THEMES}
    return {
        name: frozenset(noun.id for noun in parse_theme(source, None).nouns)
        for name, source in sources.items()
    }
