"""Space conformance: what every version space must do, whatever its members are; tests to inherit.

A family's test subclasses :class:`VersionSpaceConformance`, names its cases and how a space is opened, and
gets every test for every case::

    class TestDags(VersionSpaceConformance):
        def cases(self):
            return [Case(problem, stronger), Case(other)]

        def space(self, problem):
            return open_space(problem)
"""

from __future__ import annotations

from symcause.testing.conformance_cases import P
from symcause.testing.evidence_conformance import EvidenceConformance
from symcause.testing.listing_conformance import ListingConformance


class VersionSpaceConformance(ListingConformance[P], EvidenceConformance[P]):
    """The tests; subclasses say what is tested (:class:`.conformance_cases.SpaceCases`)."""
