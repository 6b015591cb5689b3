"""The renderings generator of ``symcause generate renderings``: one problem for every text of a problem."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from symcause.audits.instance_generator import Generator, ProblemDocument
from symcause.audits.question import option
from symcause.errors import UsageError

if TYPE_CHECKING:
    from symcause.formats.pools.problem_files import Item
    from symcause.renderings.rendered_text import Rendering, Source
    from symcause.renderings.themes.style import Style
    from symcause.renderings.themes.theme import Theme

BASE = ("neutral", "table", "free")
"""The rendering that every pool has: theme, style, names."""


@dataclass(frozen=True)
class RenderingsGenerator(Generator):
    """Renderings of existing problems: the same evidence in the words of themes and the lines of styles.

    One problem is written for every rendering. Its variables are the nouns of the theme, so answers need
    no mapping, and its metadata say how its text is written (symcause prompt gives it). All texts of a
    problem are read back to the same evidence before they are written. The table in the theme neutral is
    always there, to compare with. With --names agree or contradict the nouns are those whose common sense
    agrees best with gold, or contradicts it most; ids do not say which is which.

    \b
    Examples:
      symcause generate renderings pool.jsonl --themes neutral,farm --styles table,story --out texts.jsonl
      symcause generate renderings pool.jsonl --themes farm,lab --styles report \\
        --names free,agree,contradict --seed 7 --allow-abstain --out texts.jsonl

    The themes are copied to texts.jsonl.themes. Exit code 0 when done, 2 if a problem cannot be rendered,
    3 if the best names of one are not known.
    """

    name: ClassVar[str] = "renderings"
    help: ClassVar[str] = "The problems of a pool in many texts that say the same."

    source: str | None = option(
        None, "The problems to start from.", "file", metavar="POOL", hidden=True
    )
    themes: str = option(
        "neutral,farm", "Themes, by name or file, with commas (neutral,farm).", metavar="LIST"
    )
    styles: str = option(
        "table,story", "Styles, by name or file, with commas (table,story).", metavar="LIST"
    )
    names: str = option(
        "free", "Names: free, agree, contradict, with commas (free).", metavar="LIST"
    )
    match: str = option(
        "clauses",
        "Which texts of a problem are brought to a common length by fillers (clauses).",
        "choice",
        choices=("all", "clauses", "none"),
    )
    seed: int = option(0, "The seed of names and order (0).", "integer")
    allow_abstain: bool = option(False, 'Allow {"cannot_tell": true} as an answer.', "flag")
    html: str | None = option(
        None, "Also write a page with the texts of the first problem side by side.", "file"
    )

    def undistinct(self) -> str | None:
        return "the texts of a problem are the same problem"

    @property
    def per_item(self) -> int:
        return 0

    def prepare(self) -> None:
        _ = self._items, self._themes, self._styles, self._alignments
        for theme in self._themes:
            for style in self._styles:
                self._check(theme, style)

    def _check(self, theme: Theme, style: Style) -> None:
        from symcause.renderings.themes.library import STYLES, check_style

        if style.id not in STYLES:
            check_style(style, theme)

    def count(self, asked: int) -> int:
        return len(self._items)

    def certificate(self, document: Mapping[str, object]) -> Mapping[str, object] | None:
        found = _about(document).get("certificate")
        return found if isinstance(found, Mapping) else None

    def uncertified(self) -> str | None:
        problems = [item.problem for item in self._items if item.problem is not None]
        if any("certificate" in (getattr(one, "metadata", None) or {}) for one in problems):
            return None
        return "renderings carry the certificates of their problems, and these carry none"

    def remarks(self) -> list[str]:
        plain = [theme.id for theme in self._themes if not theme.has_sense]
        sensible = [name for name in self._alignments if name != "free"]
        if not plain or not sensible:
            return []
        return [f"without common sense, so with free names only: {', '.join(plain)}"]

    def companions(self) -> dict[str, bytes]:
        sources = {f".themes/{theme.id}.toml": theme.source for theme in self._all_themes}
        own = {
            f".themes/{style.id}.style.toml": style.source for style in self._styles if style.own
        }
        return {**sources, **own}

    @cached_property
    def _items(self) -> tuple[Item, ...]:
        from symcause.formats.pools.problem_files import read_problems

        if self.source is None:
            raise UsageError("give the pool that is to be rendered")
        return tuple(read_problems(self.source))

    @cached_property
    def _themes(self) -> tuple[Theme, ...]:
        from symcause.renderings.themes.library import theme_named

        return _distinct([theme_named(name) for name in _split(self.themes)], "themes")

    @cached_property
    def _all_themes(self) -> tuple[Theme, ...]:
        from symcause.renderings.themes.library import theme_named

        base = theme_named(BASE[0])
        clash = next((t for t in self._themes if t.id == base.id and t.sha256 != base.sha256), None)
        if clash is not None:
            raise UsageError(
                f"a theme of one's own cannot be called {base.id}", remedy="change its id"
            )
        return (*self._themes, *(() if base in self._themes else (base,)))

    @cached_property
    def _styles(self) -> tuple[Style, ...]:
        from symcause.renderings.themes.library import style_named

        return _distinct([style_named(name) for name in _split(self.styles)], "styles")

    @cached_property
    def _alignments(self) -> tuple[str, ...]:
        from symcause.renderings.rendered_text import ALIGNMENTS

        found = _split(self.names)
        for name in found:
            if name not in ALIGNMENTS:
                known = ", ".join(ALIGNMENTS)
                raise UsageError("--names does not take this", value=name, remedy=f"known: {known}")
        return tuple(name for name in ALIGNMENTS if name in found)

    def items(self, index: int) -> list[ProblemDocument]:
        from symcause.renderings.rendered_problem import rendered_document

        source, found = self.problem_renderings(index)
        return [rendered_document(source, rendering, id) for id, rendering in found]

    def problem_renderings(self, index: int) -> tuple[Source, list[tuple[str, Rendering]]]:
        """Problem *index*, and its renderings with their ids."""
        from symcause.renderings.rendered_text import Source
        from symcause.renderings.rendering_metadata import rendering_of

        item = self._items[index]
        if item.error is not None:
            raise item.error
        assert item.problem is not None
        if rendering_of(item.problem) is not None:
            raise UsageError("this problem is a rendering itself", file=self.source, value=item.id)
        source = Source(item.problem)
        renderings = list(self._renderings(source))
        matched = self._matched([one for _, one in renderings], source)
        return source, [(id, one) for (id, _), one in zip(renderings, matched, strict=True)]

    def _renderings(self, source: Source) -> Iterator[tuple[str, Rendering]]:
        """The renderings of a problem with their ids; what comes first does not say which is which."""
        from symcause.renderings.rendered_text import rendered
        from symcause.renderings.texts.mention_order import rendering_ids

        for theme, style, alignments in self._wanted():
            given = source.problem.id, source.digest, self.seed, theme.id, style.id
            ids = rendering_ids(*given, alignments)
            for alignment in sorted(alignments, key=lambda name: ids[name]):
                names = source.names(theme, alignment, self.seed)
                made = rendered(source, theme, style, names, self.seed, abstain=self.allow_abstain)
                yield ids[alignment], made

    def _wanted(self) -> Iterator[tuple[Theme, Style, tuple[str, ...]]]:
        """The base, then what was asked for: every theme and style with the alignments that make sense."""
        from symcause.renderings.themes.library import style_named, theme_named

        base = theme_named(BASE[0]), style_named(BASE[1])
        asked = [(theme, style) for theme in self._themes for style in self._styles]
        for theme, style in [base, *(pair for pair in asked if pair != base)]:
            known = (
                self._alignments if theme.has_sense else ("free",) * ("free" in self._alignments)
            )
            if (theme, style) == base:
                known = ("free",)
            if known:
                yield theme, style, known

    def _matched(self, found: list[Rendering], source: Source) -> list[Rendering]:
        """The renderings with the fillers that bring them to a common length."""
        from symcause.renderings.rendered_text import with_fillers
        from symcause.renderings.texts.length_match import matched

        chosen = [i for i, one in enumerate(found) if self.match == "all" or one.style.in_clauses]
        if self.match == "none" or not chosen:
            return found
        _, fillers = matched([found[i].sizes for i in chosen])
        made = {
            i: with_fillers(found[i], source, own) for i, own in zip(chosen, fillers, strict=True)
        }
        return [made.get(i, one) for i, one in enumerate(found)]

    def is_ours(self, document: Mapping[str, object]) -> bool:
        return _about(document).get("seed") == self.seed

    def verdict(self, document: Mapping[str, object]) -> str:
        return f"{_about(document).get('theme')}-{_about(document).get('style')}"

    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        return {"problem": document["id"], "rendering": _about(document)}


def _about(document: Mapping[str, object]) -> Mapping[str, Any]:
    metadata = document.get("metadata")
    rendering = metadata.get("rendering") if isinstance(metadata, Mapping) else None
    return rendering if isinstance(rendering, Mapping) else {}


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


W = TypeVar("W", bound="Theme | Style")


def _distinct(found: list[W], what: str) -> tuple[W, ...]:
    if not found:
        raise UsageError(f"--{what} names none", remedy="give at least one")
    ids = [one.id for one in found]
    for id in ids:
        if ids.count(id) > 1:
            raise UsageError(
                f"two {what} of one id", value=id, remedy="change the id of one of them"
            )
    return tuple(found)
