"""Text draws of suites: texts of what other draws gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

from symcause.errors import LimitError, UsageError
from symcause.formats.pools.problem_writer import one_line
from symcause.renderings.renderings_generator import RenderingsGenerator
from symcause.suites.draws.part_draws import DrawnPart, Telling
from symcause.suites.draws.suite_key import SuiteKey
from symcause.suites.draws.suite_problem import SuiteProblem, stripped
from symcause.suites.recipe.recipe import Part, Texts


def drawn_texts(
    part: Part, key: SuiteKey, parts: Mapping[str, Sequence[SuiteProblem]], tell: Telling
) -> DrawnPart:
    """Render problems until there are so many texts; all texts of a problem, or none.

    Raises UsageError for a number that no number of problems gives, LimitError where there are too few.
    """
    assert part.texts is not None
    bases = _bases(part.texts, key, parts)
    problems: list[SuiteProblem] = []
    rejected: dict[str, int] = {}
    drawn = 0
    with TemporaryDirectory() as folder:
        pool = Path(folder) / "bases.jsonl"
        pool.write_text("".join(one_line(base.document) + "\n" for base in bases), "utf-8")
        maker = _maker(part, part.texts, key, pool)
        maker.prepare()
        for at, base in enumerate(bases):
            if len(problems) >= part.problems:
                break
            drawn += 1
            try:
                documents = maker.items(at)
            except LimitError:
                rejected["no text"] = rejected.get("no text", 0) + 1
                continue
            if len(problems) + len(documents) > part.problems:
                raise _uneven(part, len(documents))
            problems += [stripped(one, base.certificate, part.name) for one in documents]
            tell(part.name, len(problems), part.problems)
    if len(problems) < part.problems and not (part.cap and problems):
        raise LimitError(
            f"only {len(problems)} of {part.problems} texts: there are {len(bases)} problems to render",
            place=f"part {part.name}",
            remedy="ask for fewer, or for more problems in the parts that are rendered",
        )
    return DrawnPart(part.name, tuple(problems), drawn, rejected)


def _uneven(part: Part, texts: int) -> UsageError:
    whole = part.problems // texts * texts
    remedy = f"ask for {whole or texts} or {whole + texts}"
    return UsageError(
        f"every problem gives {texts} texts",
        place=f"part {part.name}",
        value=part.problems,
        remedy=remedy,
    )


def _bases(
    texts: Texts, key: SuiteKey, parts: Mapping[str, Sequence[SuiteProblem]]
) -> list[SuiteProblem]:
    """The problems in the order in which they are rendered: one of each part in turn."""
    ordered = [
        sorted(parts[name], key=lambda one: key.order("texts", one.part, one.canonical))
        for name in texts.parts
    ]
    return [one for turn in zip_longest(*ordered) for one in turn if one is not None]


def _maker(part: Part, texts: Texts, key: SuiteKey, pool: Path) -> RenderingsGenerator:
    return RenderingsGenerator(
        source=str(pool),
        themes=",".join(texts.themes),
        styles=",".join(texts.styles),
        names=",".join(texts.names),
        seed=key.seed(part.name),
        allow_abstain=part.abstain,
    )
