"""Rendering pages in the output of the CLI: the texts of one problem."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from symcause.cli.output.output_files import SideFile
from symcause.errors import UsageError

if TYPE_CHECKING:
    from symcause.audits.instance_generator import Generator
    from symcause.formats.problems import Problem
    from symcause.renderings.renderings_generator import RenderingsGenerator


def save_pool_page(generator: Generator, path: str) -> None:
    """The texts of the first problem of a pool of renderings."""
    from symcause.reports.page.rendering_page import rendering_page

    pool = cast("RenderingsGenerator", generator)
    if not pool.count(1):
        raise UsageError("no problem to show", file=path)
    source, found = pool.problem_renderings(0)
    with SideFile(path) as page:
        texts = [made for _, made in found]
        page.write(rendering_page(source.problem.id, source.wording.family, texts))


def save_prompt_page(problem: Problem, options: dict[str, Any], path: str) -> None:
    """The text of a prompt beside the table in the theme neutral."""
    from symcause.renderings.rendered_text import FREE, Source, rendered
    from symcause.renderings.themes.library import style_named, theme_named
    from symcause.reports.page.rendering_page import rendering_page

    if options.get("theme") is None:
        raise UsageError("--html needs --theme")
    source, seed = Source(problem), options.get("seed") or 0
    theme, style = theme_named(options["theme"]), style_named(options.get("style") or "story")
    names = source.names(theme, options.get("names") or FREE, seed)
    neutral = theme_named("neutral")
    base = rendered(source, neutral, style_named("table"), source.names(neutral, FREE, seed), seed)
    abstain = bool(options.get("allow_abstain"))
    made = rendered(source, theme, style, names, seed, abstain=abstain)
    with SideFile(path) as page:
        page.write(rendering_page(problem.id, source.wording.family, [base, made]))
