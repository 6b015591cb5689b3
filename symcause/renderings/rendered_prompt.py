"""The rendered prompt: an instruction, and a problem as it was rendered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symcause.audits.prompt import RenderedPrompt, RenderingPart, Told
from symcause.errors import UsageError
from symcause.registry import family_of, load
from symcause.renderings.rendered_problem import own_text
from symcause.renderings.rendered_text import FREE, Source, rendered
from symcause.renderings.rendering_metadata import rendering_of
from symcause.renderings.texts.length_match import Size
from symcause.renderings.themes.library import style_named, theme_named

if TYPE_CHECKING:
    from symcause.formats.problems import Problem


def rendered_prompt(problem: Problem, asked: RenderedPrompt) -> Told:
    """The prompt of a problem in a theme, or of a problem that is a rendering itself."""
    source = Source(problem)
    own = _instruction(source)
    if rendering_of(problem) is None:
        text, part = _new(source, asked)
    else:
        text, part = _again(problem, asked)
    return Told(own.system, text, {**own.about, "rendering": part})


def _instruction(source: Source) -> Told:
    family = family_of(source.problem)
    assert family.prompt is not None
    found: Told = load(family.prompt)(source.problem, **source.wording.prompt)
    return found


def _new(source: Source, asked: RenderedPrompt) -> tuple[str, RenderingPart]:
    template = getattr(asked, "template", None)
    if template is not None:
        raise UsageError("--template does not go with --theme", value=template)
    assert asked.theme is not None
    theme, style, seed = (
        theme_named(asked.theme),
        style_named(asked.style or "story"),
        asked.seed or 0,
    )
    names = source.names(theme, asked.names or FREE, seed)
    made = rendered(source, theme, style, names, seed, abstain=asked.allow_abstain)
    size = made.sizes
    more = {"of": source.problem.id, "characters": size.characters, "words": size.words}
    fields: dict[str, Any] = {**made.to_dict(), **more}
    return made.text, RenderingPart(**fields)


def _again(problem: Problem, asked: RenderedPrompt) -> tuple[str, RenderingPart]:
    about = rendering_of(problem)
    assert about is not None
    for name in ("style", "names", "seed"):
        if getattr(asked, name) is not None:
            raise UsageError(
                f"--{name} does not apply: this problem is a rendering",
                value=problem.id,
                remedy="render the problem it was made from",
            )
    template = getattr(asked, "template", None)
    if template not in (None, *Source(problem).wording.prompt.values()):
        raise UsageError("--template does not apply: this problem is a rendering", value=template)
    if asked.allow_abstain and not about.get("abstain"):
        raise UsageError(
            "this rendering does not offer to abstain",
            value=problem.id,
            remedy="make renderings with --allow-abstain",
        )
    text = own_text(problem, asked.theme_folders, asked.theme)
    size = Size.of(text)
    known = {key: about[key] for key in RenderingPart.__struct_fields__ if key in about}
    return text, RenderingPart(**{**known, "characters": size.characters, "words": size.words})
