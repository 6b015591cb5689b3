"""``symcause verify``: re-check certificates from the problem alone, without any solver."""

from __future__ import annotations

from pathlib import Path

import click

from symcause.audits.documents import EXIT_MALFORMED, ErrorDocument, VerifyDocument, dumps
from symcause.cli.options import json_option, problem_argument
from symcause.cli.outputs import guard, once
from symcause.cli.printing import complain, emit, show
from symcause.errors import ProblemError, UsageError
from symcause.formats.documents import json_documents
from symcause.formats.files import Item, read_problems
from symcause.formats.streams import opened
from symcause.registry import families, family_of, load

Certificate = dict[str, object]


@click.command("verify")
@problem_argument
@click.argument("certificate", type=click.Path(), metavar="[CERTIFICATE]", required=False)
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
    certificate: str | None,
    as_json: bool,
    export: str | None,
) -> None:
    """Re-check a certificate without a solver.

    Everything is derived from the problem again by a small kernel; a certificate that does not prove
    its claim is rejected with the reason. For a pool, CERTIFICATE is a folder or a file with one
    certificate a line; each belongs to the problem whose id or hash it names. Without CERTIFICATE those
    are checked that travel in the problems' metadata.

    \b
    Examples:
      symcause verify problem.json problem.certificate.json
      symcause verify pool.jsonl certificates/ --json
      symcause verify certified.jsonl
      symcause verify problem.json proof.json --export proof

    Exit code 0 if accepted (pool: all of them), 1 if rejected, 3 if a bound of the kernel was met.
    """
    once((problem, certificate))
    if export is not None:
        if not Path(export).name:
            raise UsageError("--export takes the beginning of a file name", value=export)
        guard((problem, certificate), {"--export": f"{export}.cnf", "--export ": f"{export}.drat"})
    items = list(read_problems(problem, chosen, question="verify"))
    if len(items) == 1 and items[0].error is not None:
        raise items[0].error
    held = None if certificate is None else _read_certificates(certificate)
    codes = []
    accepted = 0
    for item in items:
        document = _verified(item, held, len(items) == 1, export)
        codes.append(document.code)
        accepted += codes[-1] == 0
        if as_json:
            emit(dumps(document))
        elif isinstance(document, ErrorDocument):
            complain(document.error)
        else:
            show(_line(document, many=len(items) > 1))
    if len(items) > 1 and not as_json:
        show(f"{len(items)} problems, {accepted} accepted")
    ctx.exit(next((code for code in (EXIT_MALFORMED, 3, 1) if code in codes), 0))


def _verified(
    item: Item, held: list[Certificate] | None, single: bool, export: str | None
) -> VerifyDocument | ErrorDocument:
    """The result about one problem, from the certificates that are about it."""
    if item.error is not None:
        return ErrorDocument(problem=item.id, error=str(item.error))
    family = family_of(item.problem)
    if family.verifier is None or family.digest is None:
        able = ", ".join(f.title for f in families() if f.verifier is not None)
        raise UsageError(f"verify does not apply to {family.title}", remedy=f"it applies to {able}")
    found = _own(item) if held is None else held
    if held is not None and not (single and len(held) == 1):
        found = _belonging(load(family.digest)(item.problem), item.id, held)
    if export is not None:
        _export(item.problem, found, export)
    checked = [load(family.verifier)(item.problem, document) for document in found]
    if not checked:
        reason = "there is no certificate about it"
        return VerifyDocument(family=family.name, problem=item.id, accepted=False, reason=reason)
    claims = ", ".join(dict.fromkeys(v.claim for v in checked if v.claim is not None))
    refused = [v for v in checked if not v.accepted]
    reasons = [refused[0].reason] if refused else list(dict.fromkeys(v.reason for v in checked))
    return VerifyDocument(
        family=family.name,
        problem=item.id,
        accepted=None if refused and all(v.accepted is None for v in refused) else not refused,
        claim=claims or None,
        reason="; ".join(reasons),
    )


def _own(item: Item) -> list[Certificate]:
    """The certificate that travels in the metadata of a problem."""
    metadata = getattr(item.problem, "metadata", {})
    found = metadata.get("certificate") if isinstance(metadata, dict) else None
    return [found] if isinstance(found, dict) else []


def _belonging(digest: str, name: str | None, held: list[Certificate]) -> list[Certificate]:
    """The certificates that name the problem's digest or, if none does, its id."""
    about = [(one, part) for one in held if isinstance(part := one.get("problem"), dict)]
    exact = [one for one, part in about if part.get("sha256") == digest]
    return exact or [one for one, part in about if part.get("id") == name]


def _read_certificates(path: str) -> list[Certificate]:
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


def _read_file(path: str) -> list[Certificate]:
    held: list[Certificate] = []
    with opened(path) as source:
        for document in json_documents(source):
            if document.error is not None:
                raise document.error.at(file=document.file)
            if not isinstance(document.value, dict):
                raise ProblemError(
                    "a certificate is a JSON object", file=document.file, value=document.value
                )
            _refuse_problem(document.value, document.file)
            held.append(document.value)
    return held


def _refuse_problem(document: Certificate, file: str) -> None:
    """Somebody may have given the problem twice."""
    known = [name for family in families() for name in family.formats]
    if document.get("format") in known:
        raise ProblemError(
            "this is a problem, not a certificate",
            file=file,
            remedy="make one with symcause audit PROBLEM --certificate FILE",
        )


def _export(problem: object, found: list[Certificate], stem: str) -> None:
    family = family_of(problem)
    if family.proof is None:
        raise UsageError(f"--export does not apply to {family.title}")
    if len(found) != 1:
        raise UsageError("--export takes one certificate", remedy="pick a problem with --id")
    try:
        load(family.proof)(problem, found[0], Path(stem))
    except OSError as error:
        raise UsageError(f"cannot write: {error.strerror}", file=stem) from error


def _line(document: VerifyDocument, *, many: bool) -> str:
    """The result for people."""
    words = {True: "accepted", False: "rejected", None: "unknown"}
    claim = "" if document.claim is None else f" ({document.claim})"
    name = f"{document.problem}: " if many else ""
    return f"{name}{words[document.accepted]}{claim}: {document.reason}"
