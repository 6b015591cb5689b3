"""``verify``, one of the CLI commands: certificates checked from the problem alone, without a solver."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

import click

from symcause.audits.document_json import dumps
from symcause.audits.documents import EXIT_MALFORMED, ErrorDocument, VerifyDocument
from symcause.cli.certificates.certificate_lookup import Certificate, Held
from symcause.cli.certificates.certificate_verdict import Terms, judgement
from symcause.cli.certificates.proof_output import export_proof, write_theorem
from symcause.cli.certificates.verified_source import kin_of, source_of
from symcause.cli.command_options import html_option, json_option, limit_options, problem_argument
from symcause.cli.output.output_files import guard, once
from symcause.cli.output.page_results import result_page
from symcause.cli.output.terminal_output import complain, emit, show
from symcause.cli.repeated_options import OneValued
from symcause.cli.runs.progress_display import Progress
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.rendering_conversion import original_item
from symcause.cli.runs.run_backends import backend, where_options
from symcause.cli.suites.suite_checks import suite_given, verify_suite
from symcause.errors import SymcauseError, UsageError
from symcause.formats.pools.problem_files import Item, read_problems
from symcause.processes.child_setup import memory_can_be_bounded
from symcause.processes.isolation import Stopped
from symcause.processes.pools import Backend, Local, pool
from symcause.registry import families, family_of, load


@click.command("verify", cls=OneValued)
@problem_argument
@click.argument("certificate", type=click.Path(), metavar="[CERTIFICATE]", required=False)
@limit_options
@where_options("Problems to run in parallel (default 1).")
@json_option
@click.option(
    "--as-stated",
    is_flag=True,
    help="Accept only what holds for the problem in its own class and setting.",
)
@click.option(
    "--export",
    type=click.Path(),
    metavar="STEM",
    help="Write the formula and the proof of a clausal certificate to STEM.cnf and STEM.drat.",
)
@click.option(
    "--theorem",
    type=click.Path(),
    metavar="FILE",
    help="Write the verdict of an accepted certificate as a theorem that coqc checks (proofs/).",
)
@click.option(
    "--twin",
    type=click.Path(),
    metavar="OTHER",
    help="The second scenario of a certificate about twins.",
)
@click.option("--public", is_flag=True, help="Check the public part of a suite alone.")
@html_option("Also write a page: what was claimed, and what the kernel says.")
@click.pass_context
def command(
    ctx: click.Context,
    problem: str,
    chosen: str | None,
    certificate: str | None,
    jobs: int,
    cluster: str | None,
    timeout: float | None,
    memory: int | None,
    as_json: bool,
    as_stated: bool,
    export: str | None,
    theorem: str | None,
    twin: str | None,
    html: str | None,
    public: bool,
) -> None:
    """Re-check a certificate without a solver.

    Everything is derived from the problem again by a small kernel; a certificate that does not prove
    its claim is rejected with the reason. For a pool, CERTIFICATE is a folder or a file with one
    certificate per line; each belongs to the problem whose id or hash it names. Without CERTIFICATE, the
    certificates in the problems' metadata are checked, or those beside the problems of a folder. A dataset
    folder is compared with its manifest, then its certificates are checked; a suite has eight checks, of
    which --public makes the two that need its public part alone. A rendering is mapped back to its problem
    first: one certificate serves all renderings.

    A certificate holds in the class and the setting that it names. If these are narrower than the
    problem's own, or the claim does not carry over to them, the report says so; with --as-stated the
    certificate is rejected. The kernel counts its work before it starts, and spends at most 60 million
    steps (about 10 seconds) and 500 MB, or what --timeout and --memory allow.

    \b
    Examples:
      symcause verify problem.json problem.certificate.json
      symcause verify pool.jsonl certificates/ --json
      symcause verify certified.jsonl --jobs 2
      symcause verify dataset-folder
      symcause verify suite-folder
      symcause verify suite-folder --jobs 2
      symcause verify suite-folder --public
      symcause verify problem.json problem.certificate.json --as-stated
      symcause verify problem.json proof.json --timeout 120
      symcause verify problem.json proof.json --export proof
      symcause verify problem.json problem.certificate.json --theorem verdict.v
      symcause verify one.scenario.json twins.certificate.json --twin other.scenario.json

    Exit code 0 if accepted (pool: all of them), 1 if rejected, 3 if a limit was reached.
    """
    if suite_given(ctx, problem, public=public):
        ctx.exit(verify_suite(problem, public=public, jobs=jobs, as_json=as_json))
    once((problem, certificate))
    if export is not None and not Path(export).name:
        raise UsageError("--export takes the beginning of a file name", value=export)
    stem = {} if export is None else {"--export": f"{export}.cnf", "--export ": f"{export}.drat"}
    guard((problem, certificate), {**stem, "--theorem": theorem, "--html": html})
    with ExitStack() as stack:
        source = source_of(problem, certificate)
        terms = Terms(timeout, memory, as_stated, twin)
        run = _Verifying(source.problems, chosen, export, theorem, terms)
        if source.certificates is not None:
            run.held = held = stack.enter_context(Held(source.certificates))
            if held.about_two and twin is None:
                kin = kin_of(read_problems(source.problems))
                run.terms = replace(terms, kin=kin if len(kin) > 1 else {})
        on = stack.enter_context(backend(jobs, cluster))
        progress = Progress((source.problems,), chosen, on=on)
        stack.callback(progress.close)
        asked = Asked("verify", {}, arguments=() if certificate is None else (certificate,))
        page = stack.enter_context(result_page(html, (problem,), asked))
        for document in run.documents(on):
            with progress.paused():
                run.take(document, as_json)
                if page is not None:
                    page(document, document)  # the kernel's word is all that it shows
            progress.step()
    if not run.single and not as_json:
        claims = ", ".join(f"{number} {claim}" for claim, number in run.claims.most_common())
        told = f": {claims}" if len(run.claims) > 1 else ""
        show(f"{sum(run.codes.values())} problems, {run.codes[0]} accepted{told}")
    ctx.exit(next((code for code in (EXIT_MALFORMED, 3, 1) if code in run.codes), 0))


@dataclass(frozen=True)
class _Matter:
    """A problem and the certificates that are about it: all that checking takes."""

    item: Item
    found: list[Certificate]
    terms: Terms


class _Verifying:
    """One run over a problem or a pool."""

    def __init__(
        self,
        path: str,
        chosen: str | None,
        export: str | None,
        theorem: str | None,
        terms: Terms,
    ) -> None:
        self.held: Held | None = None
        self._export, self._theorem, self.terms = export, theorem, terms
        items = map(original_item, read_problems(path, chosen, question="verify"))
        first = list(islice(items, 2))
        self.single = len(first) == 1
        if self.single and first[0].error is not None:
            raise first[0].error
        if theorem is not None and not self.single:
            raise UsageError("--theorem takes one problem", remedy="pick a problem with --id")
        self._items = chain(first, items)
        self._under_way: deque[_Matter] = deque()
        self.codes: Counter[int] = Counter()
        self.claims: Counter[str] = Counter()

    def documents(self, on: Backend) -> Iterator[VerifyDocument | ErrorDocument]:
        """The results in input order; without further processes they are made here."""
        terms = self.terms
        if on == Local(1) and not terms.limited:
            for item in self._items:
                yield _verified(self._matter(item))
            return
        memory = terms.memory if memory_can_be_bounded() else None  # the kernel counts its own
        begun = pool(_verified, self._matters(), on=on, seconds=terms.timeout, megabytes=memory)
        with closing(begun) as outcomes:
            for _, outcome in outcomes:
                yield _settled(self._under_way.popleft().item, outcome)

    def _matters(self) -> Iterator[_Matter]:
        for item in self._items:
            matter = self._matter(item)
            self._under_way.append(matter)
            yield matter

    def _matter(self, item: Item) -> _Matter:
        """Raises UsageError if nothing verifies problems of this family."""
        if item.error is not None:
            return _Matter(item, [], self.terms)
        family = family_of(item.problem)
        if family.verifier is None or family.digest is None:
            able = ", ".join(f.title for f in families() if f.verifier is not None)
            raise UsageError(
                f"verify does not apply to {family.title}", remedy=f"it applies to {able}"
            )
        if self.held is None:
            found = _own(item)
        elif self.single and len(self.held) == 1:
            found = self.held.all()
        else:
            assert item.problem is not None
            digest = load(family.digest)(item.problem)
            kin = digest in self.terms.kin
            about, either = self.held.about, self.held.about_either
            found = either(item.problem, digest) if kin else about(item.problem)
        if self._export is not None:
            export_proof(item.problem, found, self._export)
        self._last = _Matter(item, found, self.terms)
        return self._last

    def take(self, document: VerifyDocument | ErrorDocument, as_json: bool) -> None:
        """Count a result and print it."""
        self.codes[document.code] += 1
        self.claims.update([str(getattr(document, "claim", None))] if document.code == 0 else [])
        if self._theorem is not None and isinstance(document, VerifyDocument) and document.accepted:
            write_theorem(self._last.item.problem, self._last.found, self._theorem)
        if as_json:
            emit(dumps(document))
        elif isinstance(document, ErrorDocument):
            complain(document.error)
        else:
            show(_line(document, many=not self.single))


def _verified(matter: _Matter) -> VerifyDocument | ErrorDocument:
    """The result about one problem."""
    item = matter.item
    if item.error is not None:
        return ErrorDocument(problem=item.id, error=str(item.error))
    return judgement(family_of(item.problem), item, matter.found, matter.terms)


def _settled(item: Item, outcome: object) -> VerifyDocument | ErrorDocument:
    """The document that an outcome of another process stands for."""
    if isinstance(outcome, Stopped):
        name = family_of(item.problem).name
        frame = VerifyDocument(family=name, problem=item.id)
        document = frame.halted(outcome.reason, outcome.by)
        return document.doubtful() if outcome.lost else document
    if isinstance(outcome, SymcauseError):
        return ErrorDocument(problem=item.id, error=str(outcome))
    assert isinstance(outcome, VerifyDocument | ErrorDocument)
    return outcome


def _own(item: Item) -> list[Certificate]:
    """The certificate that travels in the metadata of a problem."""
    metadata = getattr(item.problem, "metadata", None) or {}
    certificate = metadata.get("certificate") if isinstance(metadata, dict) else None
    return [certificate] if isinstance(certificate, dict) else []


def _line(document: VerifyDocument, *, many: bool) -> str:
    """The result for people."""
    words = {True: "accepted", False: "rejected", None: "unknown"}
    claim = "" if document.claim is None else f" ({document.claim})"
    name = f"{document.problem}: " if many else ""
    return f"{name}{words[document.accepted]}{claim}: {document.reason}"
