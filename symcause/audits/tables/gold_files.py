"""Gold files beside tables, for audits: one true model for all problems, or one by id.

A file holds one model (``{"mechanisms": …}``, ``{"equations": …}``), a mapping from ids to models, or one
object a line with ``id`` and the model, as it is or under ``gold``: a pool of problems will do, and so will
what audits wrote: where the verdict is unique, the one model that is left is taken for the true one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from symcause.audits.verdicts import Verdict
from symcause.bounds.audits_bounds import GOLD_IDS
from symcause.errors import ProblemError, UsageError, did_you_mean
from symcause.formats.json_text import read_json
from symcause.formats.knowledge_files import Contents

_MODEL = ("mechanisms", "equations")
_RESULT = frozenset(("symcause", "verdict"))
"""What tells the result of an audit."""

_IDS = ("id", "instanceId", "problemId", "problem")


class Golds(NamedTuple):
    """The true models of a file: one for *all*, or by id."""

    file: str
    all: object = None
    by_id: dict[str, object] | None = None

    def of(self, id: str) -> object:
        """The model of a problem, None if the file has none for it."""
        return self.all if self.by_id is None else self.by_id.get(id)

    def others(self, ids: Collection[str]) -> Iterator[UsageError]:
        """Complaints about models of problems that there are not."""
        for id in self.by_id or ():
            if id not in ids:
                yield UsageError(
                    "no problem has this id",
                    file=self.file,
                    value=id,
                    remedy=did_you_mean(id, list(ids)[:GOLD_IDS]),
                )


def read_golds(told: Contents) -> Golds:
    """The true models that a file holds."""
    try:
        documents = [read_json(told.text, file=told.file)]
    except ProblemError:
        lines = [line for line in told.text.splitlines() if line.strip()]
        if len(lines) < 2:
            raise
        documents = [
            read_json(line, file=f"{told.file}:{number}") for number, line in enumerate(lines, 1)
        ]
    if len(documents) == 1 and isinstance(documents[0], list):
        documents = documents[0]
    first = documents[0] if documents else None
    if len(documents) == 1 and isinstance(first, dict):
        if any(key in first for key in _MODEL):
            return Golds(told.file, all=_model(first, told.file))
        if not any(key in first for key in (*_IDS, "format")):
            return Golds(
                told.file, by_id={str(id): _model(value, told.file) for id, value in first.items()}
            )
    models: dict[str, object] = {}
    for number, document in enumerate(documents, 1):
        place = f"model {number}"
        told_by = document if isinstance(document, dict) else {}
        if told_by.keys() >= _RESULT and not (
            told_by["verdict"] == Verdict.UNIQUE and told_by.get("member")
        ):
            continue  # which of the models is true nobody knows
        id = next((told_by[key] for key in _IDS if key in told_by), None)
        if not isinstance(id, str):
            raise ProblemError("a model without an id", file=told.file, place=place)
        if id in models:
            raise ProblemError("two models have one id", file=told.file, place=place, value=id)
        models[id] = _model(document, told.file)
    return Golds(told.file, by_id=models)


def _model(document: object, file: str) -> dict[str, object]:
    """The model of an object, without its id."""
    document = document if isinstance(document, dict) else {}
    if "symcause" in document and "verdict" not in document:
        raise ProblemError(
            "a result that does not say whether other models are left",
            file=file,
            remedy="take those of audit: symcause audit POOL --out FILE",
        )
    audited = document.keys() >= _RESULT
    gold = document.get("member") if audited else document.get("gold", document)
    if not isinstance(gold, dict) or not any(key in gold for key in _MODEL):
        raise ProblemError(
            "no model", file=file, value=document, remedy='write {"mechanisms": {"X2": "(not X1)"}}'
        )
    return {key: value for key, value in gold.items() if key not in _IDS}
