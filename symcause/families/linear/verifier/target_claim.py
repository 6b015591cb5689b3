"""The target claim in the linear verifier: every member gives the reactor the same value.

The reactor's other values are read, so its target is that of a reading plus (the way from there to the
reactor)·w. Rational coefficients: for every parent set that some member has, rows combine to that way,
and the right-hand sides to what is added. Integers: all members are run through.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.families.linear.verifier.certificate_reader import Unread, read_live
from symcause.families.linear.verifier.proof_tables import Members, ProvenTables
from symcause.families.linear.verifier.verifier_rows import LocalSystem
from symcause.kernel.linear_sums import Vector
from symcause.kernel.nodes import Rejected
from symcause.kernel.work import Work
from symcause.models.exact_numbers import print_number
from symcause.models.number_phrases import plural


def check_target(tables: ProvenTables, certificate: Unread, work: Work) -> str:
    """Every member gives the reactor's target the value claimed, and there is one."""
    problem, value = tables.problem, certificate.claim.value
    local = tables.locals[tables.at_target]
    assert value is not None
    if problem.reactor is None:
        raise Rejected("the problem has no reactor", place="claim")
    if local.first is None:
        raise Rejected("nothing was read that shows the base of the target", place="claim")
    start, features = local.first
    reactor = {**problem.reactor, problem.target: Fraction(0)}
    moved = tuple(a - b for a, b in zip(local.features(reactor), features, strict=True))
    way, live = _Way(local, start, moved, value), tables.live(work)
    if not live:
        raise Rejected("no graph explains the evidence", place="claim")
    if tables.members is not None:
        if certificate.target is not None:
            raise Rejected("integers are run through, not combined", place="evidence.target")
        way.run_through(tables.members, live)
    else:
        way.combined(certificate, live, work)
    many = plural(len(live), "parent set")
    return f"every member gives {problem.target} = {print_number(value)} ({many} of the target)"


@dataclass(frozen=True)
class _Way:
    """The way from a reading to the reactor, and what its target is claimed to be at the end."""

    local: LocalSystem
    start: Fraction
    moved: Vector
    value: Fraction

    def run_through(self, members: Members, live: list[int]) -> None:
        """The prediction of every integer member."""
        for parents in live:
            columns = self.local.columns(parents)
            for point in members[parents]:
                added = sum(self.moved[c] * w for c, w in zip(columns, point, strict=True))
                if self.start + added != self.value:
                    given = print_number(self.start + added)
                    raise Rejected(f"a member gives {given}", place="claim.value")

    def combined(self, certificate: Unread, live: list[int], work: Work) -> None:
        """For every live parent set, rows that combine to the way."""
        place = "evidence.target"
        if certificate.target is None:
            raise Rejected("no combinations that give the value", place=place)
        stated = dict(read_live(certificate.target, len(self.local.system.rows)))
        for parents in live:
            if parents not in stated:
                raise Rejected(f"nothing is said about the parent set {parents}", place=place)
            columns = self.local.columns(parents)
            row, right = self.local.system.combined(stated[parents], columns, work)
            if row != tuple(self.moved[c] for c in columns):
                raise Rejected(f"not the way to the reactor, parent set {parents}", place=place)
            if self.start + right != self.value:
                given = print_number(self.start + right)
                raise Rejected(f"the rows give {given}", place="claim.value")
