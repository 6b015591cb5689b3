"""``symcause verify``: re-check a certificate from the problem alone, without any solver."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from symcause.cli.main import EXIT_MALFORMED, complain
from symcause.cli.options import json_option, problem_argument
from symcause.cli.output import emit
from symcause.errors import ProblemError, UsageError

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.verifier.kernel import Verification
    from symcause.formats.files import Item


@click.command("verify")
@problem_argument
@click.argument("certificate", type=click.Path(), metavar="CERTIFICATE")
@json_option
@click.option(
    "--export",
    type=click.Path(),
    metavar="STEM",
    help="Write the formula and the proof of a clausal certificate to STEM.cnf and STEM.drat.",
)
@click.pass_context
def command(
    ctx: click.Context,
    problem: str,
    chosen: str | None,
    certificate: str,
    as_json: bool,
    export: str | None,
) -> None:
    """Re-check a certificate without a solver.

    Everything is derived from the problem again by a small kernel; a certificate that does not prove
    its claim is rejected with the reason. For a pool, CERTIFICATE is a folder or a file with one
    certificate a line; each belongs to the problem whose id or hash it names.

    \b
    Examples:
      symcause verify problem.json problem.certificate.json
      symcause verify pool.jsonl certificates/ --json
      symcause verify problem.json proof.json --export proof

    Exit code 0 if accepted (pool: all of them), 1 if rejected.
    """
    from symcause.formats.files import read_problems

    if problem == certificate == "-":
        raise UsageError("standard input cannot be both the problem and the certificate")
    held = _read_certificates(certificate)
    items = list(read_problems(problem, chosen))
    code = 0
    for item in items:
        document = _verified(item, held, len(items) == 1, export)
        failed = "error" in document
        if failed and len(items) == 1:
            assert item.error is not None
            raise item.error
        code = max(code, EXIT_MALFORMED if failed else int(not document["accepted"]))
        if as_json:
            emit(document)
        elif failed:
            complain(str(document["error"]))
        else:
            click.echo(_line(document, many=len(items) > 1))
    ctx.exit(code)


def _verified(
    item: Item, held: list[dict[str, object]], single: bool, export: str | None
) -> dict[str, object]:
    """The result about one problem, from the certificates that are about it."""
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.verifier.kernel import verify

    if item.error is not None:
        return {"problem": item.id, "error": str(item.error)}
    if not isinstance(item.problem, BooleanProblem):
        raise UsageError("certificates are about Boolean problems", value=item.id)
    found = held if single and len(held) == 1 else _belonging(item.problem, held)
    if export is not None:
        _export(item.problem, found, export)
    checked = [verify(item.problem, document) for document in found]
    return {"problem": item.id, **_summary(checked)}


def _summary(checked: list[Verification]) -> dict[str, object]:
    """All must be accepted; the reason is that of the first that is not."""
    if not checked:
        return {"accepted": False, "claim": None, "reason": "there is no certificate about it"}
    claims = ", ".join(dict.fromkeys(v.claim for v in checked if v.claim is not None))
    refused = [v.reason for v in checked if not v.accepted]
    return {
        "accepted": not refused,
        "claim": claims or None,
        "reason": refused[0] if refused else "; ".join(dict.fromkeys(v.reason for v in checked)),
    }


def _belonging(
    problem: BooleanProblem, held: Iterable[dict[str, object]]
) -> list[dict[str, object]]:
    """The certificates that name the problem's hash or, if none does, its id."""
    from symcause.families.boolean.problem.canonical import fingerprint

    named = [(document, document.get("problem")) for document in held]
    about = [(document, part) for document, part in named if isinstance(part, dict)]
    digest = fingerprint(problem)
    exact = [document for document, part in about if part.get("sha256") == digest]
    return exact or [document for document, part in about if part.get("id") == problem.id]


def _read_certificates(path: str) -> list[dict[str, object]]:
    """Every certificate document of a file or a folder. Raises if one cannot be read."""
    folder = Path(path)
    if path != "-" and folder.is_dir():
        files = sorted(p for p in folder.iterdir() if p.suffix in (".json", ".jsonl"))
        held = [document for file in files for document in _read_file(str(file))]
    else:
        held = _read_file(path)
    if not held:
        raise ProblemError("no certificate in it", file=path)
    return held


def _read_file(path: str) -> list[dict[str, object]]:
    from symcause.formats.documents import json_documents
    from symcause.formats.streams import opened

    held: list[dict[str, object]] = []
    with opened(path) as source:
        for document in json_documents(source):
            if document.error is not None:
                raise document.error.at(file=document.file)
            if not isinstance(document.value, dict):
                raise ProblemError(
                    "a certificate is a JSON object", file=document.file, value=document.value
                )
            held.append(document.value)
    return held


def _export(problem: BooleanProblem, found: list[dict[str, object]], stem: str) -> None:
    from symcause.families.boolean.verifier.export import export

    try:
        if len(found) != 1:
            raise UsageError("--export takes one certificate", remedy="pick a problem with --id")
        export(problem, found[0], Path(stem))
    except OSError as error:
        raise UsageError(f"cannot write: {error.strerror}", file=stem) from error


def _line(document: dict[str, object], *, many: bool) -> str:
    """The result for people."""
    word = "accepted" if document["accepted"] else "rejected"
    claim = "" if document["claim"] is None else f" ({document['claim']})"
    name = f"{document['problem']}: " if many else ""
    return f"{name}{word}{claim}: {document['reason']}"
