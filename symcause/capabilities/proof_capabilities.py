"""Capabilities for proofs: certificates, their verification, and what other checkers read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from symcause.formats.problems import Problem
    from symcause.isomorphism.symbol_structure import Part
    from symcause.kernel.verification import Verification
    from symcause.kernel.work import Work


class Verify(Protocol):
    """``verifier``: does a certificate prove what it claims about a problem? *work* counts the steps.

    One whose certificates may be about two problems takes the *other* by name.
    """

    def __call__(
        self,
        problem: Problem,
        certificate: object,
        work: Work | None = ...,
        /,
        *,
        other: Problem = ...,
    ) -> Verification: ...


class Certify(Protocol):
    """``certify``: the certificate of a problem's verdict; None where there is none."""

    def __call__(self, problem: Problem, /) -> dict[str, object] | None: ...


class Digest(Protocol):
    """``digest`` and ``former_digest``: what certificates know a problem by."""

    def __call__(self, problem: Problem, /) -> str: ...


class SettledClaim(Protocol):
    """``settled``: does the claim of a certificate leave one answer (True), or several? None: neither."""

    def __call__(self, certificate: Mapping[str, object], /) -> bool | None: ...


class Structure(Protocol):
    """``structure``: a problem if names do not matter, or its gold, None where that is not stored."""

    def __call__(self, problem: Problem, /, *, gold: bool = False) -> Part | None: ...


class ProofExport(Protocol):
    """``proof``: writes a formula and its proof for other checkers, to files that begin with *stem*."""

    def __call__(
        self, problem: Problem, certificate: object, stem: Path, /
    ) -> tuple[Path, Path]: ...


class TheoremExport(Protocol):
    """``theorem``: an accepted certificate as a file of theorems."""

    def __call__(self, problem: Problem, certificate: object, /) -> str: ...
