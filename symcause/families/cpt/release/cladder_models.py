"""CLadder's models in its release: the cpt networks that questions are about, found beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.families.cpt.models.graph_shapes import shape_of, structure_dag
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.models.query_values import Query
from symcause.families.cpt.problem.number_reader import read_tables
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.problem.problem_validation import check
from symcause.formats.json_text import read_json
from symcause.formats.pools.foreign_values import Placed
from symcause.models.dags import DAG

_PATTERN = "*model*.json"


@dataclass(frozen=True)
class Model:
    """A network of the release, and how its variables are called."""

    dag: DAG
    tables: Network
    names: Mapping[str, str]
    background: str


def models_in(path: str) -> Mapping[str, object]:
    """The models of a file by their number."""
    try:
        changed = Path(path).stat().st_mtime_ns
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", file=path) from None
    return _read(path, changed)


@lru_cache(maxsize=4)
def _read(path: str, changed: int) -> Mapping[str, object]:
    from symcause.formats.pools.problem_files import read_text

    document = read_json(read_text(path, limit=256 * 1024 * 1024), file=path)
    if not isinstance(document, list):
        raise ProblemError(
            "not a list of models", file=path, remedy="give CLadder's file of models"
        )
    return {
        str(part["model_id"]): Placed(part, f"[{i}]")
        for i, part in enumerate(document)
        if isinstance(part, dict) and "model_id" in part
    }


def model_of(path: str, number: str) -> Model:
    """The model with this number."""
    model = models_in(path).get(number)
    if not isinstance(model, Placed):
        raise ProblemError("no model has this number", file=path, value=number)
    return _made(path, number, model)


def _made(path: str, number: str, found: Placed) -> Model:
    try:
        dag = structure_dag(found["structure"].text(), found["structure"].place)
        params = {key: part.value for key, part in found["params"].entries().items()}
        names = {key: part.text() for key, part in found["variable_mapping"].entries().items()}
        placed = found["background"]
        background = placed.text() if placed.value is not None else ""
        return Model(dag, read_tables(params, dag, found["params"].place), names, background)
    except SymcauseError as error:
        raise error.at(file=path) from None


def beside(file: str | None) -> str | None:
    """The file of models in the folder of a question, if there is exactly one."""
    if not file or file == "-":
        return None
    own = Path(file.rpartition(":")[0] or file) if not Path(file).exists() else Path(file)
    if not own.is_file():
        return None
    paths = [path for path in sorted(own.parent.glob(_PATTERN)) if path.name != own.name]
    return str(paths[0]) if len(paths) == 1 else None


def unobserved_in(
    query: Query, dag: DAG, names: Mapping[str, str], background: str
) -> tuple[str, ...]:
    """The confounder behind an instrument, and what the background says is unobserved."""
    shape = shape_of(dag, query.treatment, query.outcome)
    found = [shape.roles["U"]] if shape is not None and shape.name == "instrument" else []
    text = background.casefold()
    for name in dag.nodes:
        called = names.get(f"{name}name", "").casefold()
        if called and f"{called} is unobserved" in text and name not in found:
            found.append(name)
    return tuple(found)


def with_model(problem: CptProblem, path: str) -> CptProblem:
    """A released question with its network."""
    release = problem.release
    if release is None or release.model is None:
        return problem
    model = model_of(path, release.model)
    joined = replace(
        problem,
        dag=model.dag,
        tables=model.tables,
        names=model.names,
        unobserved=unobserved_in(problem.query, model.dag, model.names, model.background),
        release=replace(release, model=None, background=model.background or release.background),
    )
    check(joined)
    return joined
