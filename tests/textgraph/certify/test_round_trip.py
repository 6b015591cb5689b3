"""A certificate about merged nodes is read back as it was written, with all edges and pairs."""

from __future__ import annotations

from symcause.families.textgraph.problem.node_partners import SHAPES
from symcause.families.textgraph.verifier.certificate_reader import (
    MergeCertificate,
    read_certificate,
)

EDGES = (("A", "B"), ("C", "D"), ("A", "D"))


def test_what_is_written_is_read() -> None:
    for shape in SHAPES:
        for allowed, merges in ((EDGES, 2), (None, None), (EDGES[:1], 0)):
            made = MergeCertificate(
                sha256="0" * 64,
                answer=EDGES,
                allowed=allowed,
                shape=shape,
                merges=merges,
                low=1,
                high=3,
                reading=EDGES[1:],
                id="one",
            )
            assert read_certificate(made.to_dict()) == made
