"""Claims about a scenario that the verifier decides by bounds, or leaves open.

A claimed number encloses the kernel's. What the bounds refute is rejected; what they do not decide is
beyond the kernel, and nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from symcause.families.scenario.models.model_components import Design, Value
from symcause.families.scenario.problem.problem import constant
from symcause.families.scenario.verifier.bounds.box_tree import Bounds
from symcause.families.scenario.verifier.bounds.chance_sums import ONE, ZERO, Weight
from symcause.families.scenario.verifier.bounds.event_bounds import box_of
from symcause.families.scenario.verifier.finite_claims import (
    EASY,
    STATUSES,
    TRAPS,
    plain,
    read_exact,
    read_full_design,
    same_value,
    trap_names,
)
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.finite_status import easy
from symcause.grammar.scenario.scenario_terms import Apply, Name, Term
from symcause.kernel.nodes import MAX_NAME, Beyond, Node, Rejected


class Bounded:
    """The claims about one scenario, with its bounds and what says which designs there are."""

    def __init__(self, bounds: Bounds, finite: Finite, design: Node | None) -> None:
        self.bounds, self.finite, self.problem = bounds, finite, bounds.problem
        self.witness = None if design is None else read_full_design(finite, design)

    def check_value(self, claim: dict[str, Node]) -> str:
        pair = self.bounds.value(read_full_design(self.finite, claim["design"]))
        return f"the design is worth {_enclosing(claim['low'], claim['high'], pair)}"

    def check_optimum(self, claim: dict[str, Node]) -> str:
        design = read_full_design(self.finite, claim["design"])
        low, high = self.bounds.value(design)
        said, most = read_exact(claim["low"]), read_exact(claim["upper"])
        _decide(
            said <= low, said > high, claim["low"], f"the kernel has {_text(low)} to {_text(high)}"
        )
        upper = self.bounds.upper()
        _decide(upper <= most, most < low, claim["upper"], f"the leaves have up to {_text(upper)}")
        return f"the design is worth at least {said}, and no design more than {most}"

    def check_threshold(self, claim: dict[str, Node], witness: Design | None = None) -> str:
        asked = self.problem.evaluate
        if asked is None:
            raise Rejected("there is no threshold")
        status = claim["status"].choice(STATUSES)
        by = None if claim["by"].value is None else claim["by"].choice(EASY)
        if (by is not None) != (status == "trivial"):
            raise claim["by"].fail(
                "a design is named where the threshold is trivial, and only there"
            )
        tau = asked.threshold
        if status == "unreachable":
            upper = self.bounds.upper()
            _decide(upper < tau, False, claim["status"], f"the leaves have up to {_text(upper)}")
            return "the threshold is unreachable"
        known = list(easy(self.finite))
        if status == "trivial":
            self._trivial(claim["by"], by, known, tau)
        else:
            for name, design in known:
                low, high = self.bounds.value(design)
                text = f"{name} is worth {_text(low)} to {_text(high)}"
                _decide(high < tau, low >= tau, claim["status"], text)
        best = self.witness if witness is None else witness
        inside = [design for name, design in known if name == by and self.finite.allowed(design)]
        if best is not None:
            inside.append(dict(best))
        low = max((self.bounds.value(design)[0] for design in inside), default=ZERO)
        _decide(low >= tau, False, claim["status"], "no design is shown to reach the threshold")
        if status in ("off", "sound"):
            self._gap(claim["status"], status, low - tau, tau)
        return f"the threshold is {status}{'' if by is None else f', by {by}'}"

    def _trivial(
        self, node: Node, by: str | None, known: list[tuple[str, dict[str, Value]]], tau: Fraction
    ) -> None:
        """The first design that needs no insight and reaches the threshold has this name."""
        for name, design in known:
            low, high = self.bounds.value(design)
            if name == by:
                if low >= tau:
                    return
                continue
            text = f"{name} is worth {_text(low)} to {_text(high)}"
            _decide(high < tau, low >= tau, node, text)
        raise Beyond("the bounds show no such design", place=node.place)

    def _gap(self, node: Node, status: str, low: Fraction, tau: Fraction) -> None:
        """How far the optimum lies above the threshold, against what is claimed."""
        claimed = self.problem.claims.gap
        if claimed is None:
            if status == "off":
                raise node.fail("no gap is claimed")
            return
        above = low > claimed[1]
        if status == "off" and above:
            return
        if status == "sound" and above:
            raise node.fail(f"a design is {_text(low)} above the threshold")
        high = self.bounds.upper() - tau
        text = f"the optimum is {_text(low)} to {_text(high)} above the threshold"
        if status == "off":
            _decide(high < claimed[0], claimed[0] <= low and high <= claimed[1], node, text)
        else:
            _decide(claimed[0] <= low and high <= claimed[1], high < claimed[0], node, text)

    def check_trap(self, name: str, claim: dict[str, Node]) -> str:
        """``undefined`` of a design that the history does not vary, and ``proven``; no other word."""
        word = claim["status"].choice(TRAPS)
        levels = {design.get(name) for _, design in self.problem.policy()}
        if name in self.problem.design and len(levels) < 2:
            if word != "undefined":
                raise claim["status"].fail("the history does not vary it")
            for key in ("pair", "association", "effect"):
                if claim[key].value is not None:
                    raise claim[key].fail("the history does not vary it")
            return f"the trap on {name} is undefined"
        if word != "proven":
            raise Beyond(
                f"that a trap is {word} is not checked by bounds", place=claim["status"].place
            )
        pair = [plain(node) for node in claim["pair"].items()]
        if len(pair) != 2 or same_value(*pair):
            raise claim["pair"].fail("two values")
        if not self.problem.tells_number and self.problem.hidden is not None:
            raise Beyond("shares among shown records are not bounded")
        seen = _difference(*(self._rate(name, value) for value in pair))
        real = _difference(*(self._doing(name, value) for value in pair))
        for key, found in (("association", seen), ("effect", real)):
            fields = claim[key].fields("low", "high")
            _enclosing(fields["low"], fields["high"], found)
            _decide(found[0] > 0 or found[1] < 0, False, claim[key], "its sign is open")
        if (seen[0] > 0) == (real[0] > 0):
            raise claim["status"].fail("both have the same sign")
        return f"the trap on {name} is proven"

    def _rate(self, name: str, value: Value) -> Weight:
        """P(outcome | V = x) in the population of the history."""
        policy = self.problem.policy()
        joint, alone = (ZERO, ZERO), (ZERO, ZERO)
        for entry, design in policy:
            if name in self.problem.design:
                if not same_value(design[name], value):
                    continue
                given: tuple[Term, ...] = ()
            else:
                given = (Apply("==", (Name(name), constant(value))),)
            part = self._history(design, given, entry.force) if given else (ONE, ONE)
            both = self._history(design, (*given, Name(self.problem.outcome)), entry.force)
            alone = (alone[0] + entry.weight * part[0], alone[1] + entry.weight * part[1])
            joint = (joint[0] + entry.weight * both[0], joint[1] + entry.weight * both[1])
        if not alone[1]:
            raise Rejected("a value that the history does not have", place="claim.pair")
        if not alone[0]:
            raise Beyond("a value that the history may not have")
        return joint[0] / alone[1], min(joint[1] / alone[0], ONE)

    def _history(
        self, design: Design, event: tuple[Term, ...], force: Mapping[str, Value]
    ) -> Weight:
        bounds = self.bounds
        return bounds.cells.chance(box_of(design), event, bounds.cuts, "1", force)

    def _doing(self, name: str, value: Value) -> Weight:
        problem, bounds = self.problem, self.bounds
        if name in problem.design:
            return bounds.value(problem.completed({name: value}))
        box = box_of(problem.default)
        return bounds.cells.chance(box, bounds.event, bounds.cuts, problem.final, {name: value})

    def check_scenario(self, claim: dict[str, Node]) -> str:
        best = claim["optimum"].fields("design", "low", "upper")
        optimum = self.check_optimum(best)
        witness = read_full_design(self.finite, best["design"])
        standing = self.check_threshold(claim["threshold"].fields("status", "by"), witness)
        traps = [
            self.check_trap(name, node.fields("status", "pair", "association", "effect"))
            for name, node in trap_names(self.finite, claim["traps"]).items()
        ]
        return "; ".join((optimum, standing, *traps))

    def check_one_trap(self, claim: dict[str, Node]) -> str:
        name = claim["variable"].text(MAX_NAME)
        if name not in self.problem.design and all(v.name != name for v in self.problem.variables):
            raise claim["variable"].fail("no such variable")
        return self.check_trap(name, claim)

    @property
    def checks(self) -> dict[str, Callable[[dict[str, Node]], str]]:
        """The claims by name."""
        return {
            "value": self.check_value,
            "optimum": self.check_optimum,
            "threshold": self.check_threshold,
            "trap": self.check_one_trap,
            "scenario": self.check_scenario,
        }


def _enclosing(low: Node, high: Node, found: Weight) -> str:
    """Refuse two ends that do not enclose the kernel's."""
    first, last = read_exact(low), read_exact(high)
    text = f"the kernel has {_text(found[0])} to {_text(found[1])}"
    _decide(first <= found[0], first > found[1], low, text)
    _decide(found[1] <= last, last < found[0], high, text)
    return f"{first} to {last}"


def _difference(first: Weight, last: Weight) -> Weight:
    return last[0] - first[1], last[1] - first[0]


def _decide(holds: bool, fails: bool, node: Node, told: str) -> None:
    if fails:
        raise node.fail(told)
    if not holds:
        raise Beyond(f"the bounds do not decide it: {told}", place=node.place)


def _text(number: Fraction) -> str:
    return f"{float(number):.6f}"
