"""What a certificate about an alignment leaves open: pairs that the problem does not allow, no others."""

from __future__ import annotations

from itertools import chain, combinations
from types import SimpleNamespace
from typing import cast

from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.verifier.certificate_reader import AlignmentCertificate
from symcause.families.textgraph.verifier.kernel import _gaps

PAIRS = [("a", "x"), ("b", "y"), ("a", "y")]
CHOSEN = [*chain.from_iterable(combinations(PAIRS, n) for n in range(len(PAIRS) + 1))]


def _words(own: object, held: object, used: object) -> list[str]:
    problem = cast(TextGraph, SimpleNamespace(allowed=own))
    return [*_gaps(problem, cast(AlignmentCertificate, SimpleNamespace(allowed=held, mapped=used)))]


def test_a_map_within_what_is_allowed_leaves_nothing_open() -> None:
    for own in (None, *CHOSEN):
        for used in CHOSEN:
            inside = own is None or {*used} <= {*own}
            for held in (None, *CHOSEN):
                covers = held is None or (own is not None and {*own} <= {*held})
                words = _words(own, held, used)
                assert (words == []) is (covers and inside)
                assert len(words) <= 1
                if words:
                    assert ("uses them" in words[0]) is covers
