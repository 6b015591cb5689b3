"""The conversion of renderings on the command line: texts to problems, told documents, grammars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from symcause.audits.document_json import dumps
from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.formats.pools.problem_files import Item, read_problem
from symcause.formats.problems import read_document
from symcause.formats.storage.byte_streams import read_bytes
from symcause.registry import family_of

if TYPE_CHECKING:
    from symcause.formats.problems import Problem


def rendering_options(command: Any) -> Any:
    """``--theme``, ``--style``, ``--rendering``, ``--told`` and ``--grammar`` of convert."""
    for option in (
        click.option(
            "--grammar",
            nargs=3,
            metavar="THEME STYLE FAMILY",
            help="Write the grammar of these texts in lark's notation; no FILE.",
        ),
        click.option(
            "--told",
            is_flag=True,
            help="Write all that is disclosed to a solver of each problem, and its digest.",
        ),
        click.option(
            "--rendering",
            metavar="FILE#ID",
            help="FILE is a text of this rendered problem: give the problem in the original's names.",
        ),
        click.option(
            "--style", metavar="NAME|FILE", help="FILE is a text in this style (any bundled one)."
        ),
        click.option(
            "--theme", metavar="NAME|FILE", help="FILE is a text in this theme (any bundled one)."
        ),
    ):
        command = option(command)
    return command


def rendered_problem(stated: str) -> Problem:
    """The rendered problem that ``FILE#ID`` names."""
    from symcause.renderings.rendering_metadata import rendering_of

    file, _, id = stated.rpartition("#")
    if not file or not id:
        raise UsageError("--rendering takes FILE#ID", value=stated)
    problem = read_problem(file, id)
    if rendering_of(problem) is None:
        raise UsageError("this problem is no rendering", file=file, value=id)
    return problem


@dataclass(frozen=True)
class TextRequest:
    """How a text is to be read."""

    theme: str | None
    style: str | None
    rendering: str | None

    @property
    def given(self) -> bool:
        """Was anything said about it?"""
        return any(part is not None for part in (self.theme, self.style, self.rendering))

    def item(self, file: str) -> Item:
        """The problem of a text."""
        from symcause.renderings.rendering_files import read_rendering
        from symcause.renderings.texts.text_codec import decoded
        from symcause.renderings.themes.library import style_named, theme_named

        if self.rendering is not None:
            return self._back(file, self.rendering)
        themes = None if self.theme is None else [theme_named(self.theme)]
        styles = None if self.style is None else [style_named(self.style)]
        try:
            rendering = read_rendering(decoded(read_bytes(file), file), themes, styles)
            problem = read_document(rendering.document(_stem(file)))
        except SymcauseError as error:
            raise error.at(file=file) from None
        return Item(0, problem.id, problem)

    def _back(self, file: str, stated: str) -> Item:
        """The problem in the names of the original."""
        from symcause.renderings.rendered_problem import words_of
        from symcause.renderings.rendering_files import read_rendering
        from symcause.renderings.rendering_metadata import names_back, rendering_of
        from symcause.renderings.rendering_metadata import stated as part
        from symcause.renderings.texts.text_codec import decoded

        rendered = rendered_problem(stated)
        about = rendering_of(rendered)
        assert about is not None
        theme, style = words_of(rendered, (f"{stated.rpartition('#')[0]}.themes",), self.theme)
        variables: Mapping[str, str] = part(about, "variables", rendered)
        back = names_back(about)
        try:
            rendering = read_rendering(decoded(read_bytes(file), file), [theme], [style])
            if set(rendering.read.order) != set(variables):
                raise ProblemError("a text about other names than the rendering", value=rendered.id)
            document = rendering.wording.renamed(
                rendering.document(part(about, "of", rendered)), back
            )
            problem = read_document(document)
        except SymcauseError as error:
            raise error.at(file=file) from None
        return Item(0, problem.id, problem)


def _stem(file: str) -> str:
    from pathlib import PurePath

    return PurePath(file).stem.strip("-") or "rendering"


def told_lines(items: Iterator[Item], failed: Callable[[SymcauseError], None]) -> Iterator[str]:
    """One line a problem: what a solver is told of it, and its digest; what cannot be told has *failed*."""
    from symcause.renderings.rendered_text import Source

    for item in items:
        try:
            if item.error is not None:
                raise item.error
            assert item.problem is not None, "an item is a problem or an error"
            source, family = Source(item.problem), family_of(item.problem).name
            known = {"family": family, "problem": item.id, "digest": source.digest}
            line = dumps({**known, "told": source.told}) + "\n"
        except SymcauseError as error:
            failed(error)
            continue
        yield line


def grammar_text(theme: str, style: str, family: str) -> str:
    """The grammar of the texts of a theme, a style and a family."""
    from symcause.renderings.codec.earley_grammar import lark_grammar
    from symcause.renderings.family_words import wording_of
    from symcause.renderings.themes.library import description_of, style_named, theme_named

    made = description_of(theme_named(theme), style_named(style), wording_of(family))
    return lark_grammar(made.root)


def answer_of_rendering(text: str, stated: str, path: str, chosen: str | None) -> str:
    """An answer in the names of a rendered problem, in those of the problem that it was made from."""
    from symcause.renderings.answer_names import answer_back
    from symcause.renderings.rendered_text import Source
    from symcause.renderings.rendering_metadata import names_back, rendering_of
    from symcause.renderings.rendering_metadata import stated as part

    rendered = rendered_problem(stated)
    about = rendering_of(rendered)
    assert about is not None
    source = Source(read_problem(path, chosen, "check"))
    if source.digest != part(about, "digest", rendered):
        raise UsageError(
            "this is no rendering of the problem",
            value=stated,
            remedy=f"its problem is {about.get('of')}",
        )
    part(about, "variables", rendered)
    return answer_back(text, source.wording, names_back(about))


def original_item(item: Item) -> Item:
    """The problem that a rendering was made from, under the id of the rendering; others as they are."""
    metadata = getattr(item.problem, "metadata", {}) if item.error is None else {}
    if item.problem is None or "rendering" not in metadata:
        return item
    from symcause.renderings.rendered_problem import original

    try:
        return Item(item.index, item.id, original(item.problem), None, item.file)
    except SymcauseError as error:
        return Item(item.index, item.id, None, error, item.file)
