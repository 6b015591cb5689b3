"""Publication from the Python API: a pool as a dataset, with the answers beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import fspath
from pathlib import Path
from typing import Any, Literal

from symcause.api.answer_scores import several
from symcause.audits.certificate_acceptance import named_digest
from symcause.audits.instance_generator import is_generated_problem
from symcause.audits.publication.published_problem import (
    accepted_proofs,
    facts_about,
    in_pair,
    prompt_part,
)
from symcause.episodes.contradicted_gold import contradiction
from symcause.errors import SymcauseError, UsageError
from symcause.formats.answer_files.prediction_document import named_keys
from symcause.formats.answer_files.predictions import BadPrediction, read_predictions
from symcause.formats.datasets.dataset_manifest import Dataset, Proof
from symcause.formats.datasets.dataset_writer import Naming, write_dataset
from symcause.formats.problems import Problem
from symcause.registry import family_of, load
from symcause.renderings.rendered_problem import base_of


def publish(
    problems: Iterable[Problem],
    folder: str | Path,
    *,
    certificates: Iterable[Mapping[str, object]] = (),
    parquet: bool = False,
    allow_abstain: bool = False,
    tell_class: bool = False,
    ids: Literal["opaque", "own"] | None = None,
    key: bytes | None = None,
    **about: str,
) -> Dataset:
    """Write problems as a dataset into a new folder, as ``convert --dataset`` does.

    The prompts of siblings admit an answer that abstains; with *allow_abstain* all prompts do.

    Parameters
    ----------
    problems : iterable of Problem
        The problems, each with a public part.
    folder : path
        A folder that is new or empty.
    certificates : iterable of mapping, optional
        Each problem takes along the certificates that are about it.
    parquet : bool, default False
        Also write the public files as Parquet; needs the extra ``parquet``.
    allow_abstain : bool, default False
        Let every prompt admit an answer that abstains.
    tell_class : bool, default False
        Let every prompt say which models are possible, as certificates have it.
    ids : {'opaque', 'own'}, optional
        Public ids; opaque where a generator made the problems, unless you say otherwise.
    key : bytes, optional
        A secret that opaque ids follow from; without it they follow from the complete problems.
    **about : str
        What only people know: name, description, license, url, creator, date, version, citation.

    Returns
    -------
    Dataset
        What was written: ``problems``, ``certified_unique`` and the files.

    Raises
    ------
    KindError
        *problems* is a single problem or no list.
    UsageError
        The folder is not empty, a problem has no public part, or a certificate is not accepted.

    See Also
    --------
    symcause.save : one file.
    symcause.verify : check a certificate.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     made = symcause.publish([symcause.example("unique")], f"{folder}/mine")
    >>> made.problems, made.certified_unique
    (1, 0)
    """
    held: defaultdict[object, list[Mapping[str, object]]] = defaultdict(list)
    for certificate in certificates:
        held[_about(certificate)].append(certificate)

    def found(problem: Problem) -> list[Mapping[str, object]]:
        family = family_of(problem)
        digests = [load(d)(problem) for d in (family.digest, family.former_digest) if d is not None]
        return [one for digest in digests for one in held.get(digest, ())]

    return write_dataset(
        several(problems, "symcause.publish([problem], folder)"),
        fspath(folder),
        prompt=lambda shown, whole: prompt_part(
            shown, abstain=allow_abstain or in_pair(whole), tell_class=tell_class
        ),
        proofs=lambda problem: list(_proofs(base_of(problem), found)),
        doubt=contradiction,
        about=facts_about(about),
        parquet=parquet,
        naming=Naming(
            is_generated_problem if ids is None and key is None else lambda _: ids != "own", key
        ),
    )


def _proofs(
    base: Problem, found: Callable[[Problem], list[Mapping[str, object]]]
) -> Iterator[Proof]:
    return accepted_proofs(base, found(base), _refuse)


def _about(certificate: Mapping[str, object]) -> object:
    """The digest of the problem that a certificate is about."""
    digest = named_digest(certificate) if isinstance(certificate, Mapping) else None
    if digest is None:
        remedy = "symcause.audit(problem, certificate=True).certificate is one"
        raise UsageError("no certificate", value=type(certificate).__name__, remedy=remedy)
    return digest


def _refuse(error: SymcauseError) -> None:
    raise error


def load_predictions(
    path: str | Path,
    *,
    errors: list[SymcauseError] | None = None,
    answer_key: str | Sequence[str] | None = None,
) -> Iterator[dict[str, Any]]:
    """Read the answers of a file of predictions, or of problems that has some, for :func:`symcause.score`.

    Parameters
    ----------
    path : path
        JSON lines, JSON, CSV or the results of a harness.
    errors : list, optional
        Collects the errors instead, and skips the rows that have them.
    answer_key : str or sequence of str, optional
        Key of the answer in a row.

    Yields
    ------
    dict
        Rows with ``instanceId``, ``model`` and ``response``.

    Raises
    ------
    ProblemError
        The file or a row cannot be read, and there is no list of *errors*.

    See Also
    --------
    symcause.score : score the rows.

    Examples
    --------
    >>> rows = symcause.load_predictions("examples/predictions.jsonl")
    >>> sorted(next(rows))
    ['instanceId', 'model', 'response']
    """
    for row in read_predictions(path, named_keys(answer_key)):
        if not isinstance(row, BadPrediction):
            yield row.to_dict()
        elif errors is None:
            raise row.error
        else:
            errors.append(row.error)
