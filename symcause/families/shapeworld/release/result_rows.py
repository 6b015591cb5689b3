"""Result rows of the ShapeWorld release (CausalLink) as problems with stored answers.

A row holds neither the world nor a transcript, so nothing about support follows from it; the published
tables do. Its id says structure, start, cause and effect (and a number, where several cases agree in all
of that), so that the same case has the same id in the tables of all systems. System and template are
told by the name of the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from symcause.families.shapeworld.files.document import write_shapeworld
from symcause.families.shapeworld.problem.problem import NO, RESULTS, YES, ShapeWorldProblem
from symcause.families.shapeworld.release.causallink_tables import ResultRow, read_results
from symcause.families.shapeworld.release.release_names import table_origin
from symcause.formats.pools.json_documents import Document
from symcause.formats.storage.byte_streams import Source


def result_documents(source: Source) -> Iterator[Document]:
    """The rows of a results table as documents in our own format."""
    for place, problem in enumerate(_problems(source), 2):
        yield Document(write_shapeworld(problem), f"{source.file}:{place}")


def result_answers(source: Source) -> Iterator[Document]:
    """What the system said, as rows of predictions; no result is an empty answer."""
    for place, problem in enumerate(_problems(source), 2):
        row = {
            "instanceId": problem.id,
            "model": problem.metadata["model"],
            "response": problem.answer or "",
        }
        yield Document(row, f"{source.file}:{place}")


def _problems(source: Source) -> Iterator[ShapeWorldProblem]:
    model, template = table_origin(source.file)
    seen: Counter[str] = Counter()
    for row in read_results(source):
        start = "+".join(map(str, row.setup)) or "none"
        name = f"{row.structure}-{start}-{row.cause}-{row.effect}"
        seen[name] += 1
        metadata: dict[str, object] = {
            "source": RESULTS,
            "model": model,
            "structure": row.structure,
            "setup": list(row.setup),
            "interventions": row.interventions,
        }
        known = {"template": template, "mark": row.error}
        yield ShapeWorldProblem(
            id=name if seen[name] == 1 else f"{name}-{seen[name]}",
            shapes=(row.cause, row.effect),
            cause=row.cause,
            effect=row.effect,
            answer=_said(row),
            truth=row.truth,
            metadata=metadata | {key: value for key, value in known.items() if value},
        )


def _said(row: ResultRow) -> str | None:
    """The answer behind a result, which tells whether it was right."""
    if row.result is None:
        return None
    return YES if row.truth is row.result else NO
