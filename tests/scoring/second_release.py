"""The published scorer's word about an answer, written anew from its rules; it shares nothing with ours."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import product
from typing import Any

from tests.scoring.second_expressions import Expression, Fault, Tree, ordered, same, simulated

Word = tuple[bool, str | None, str | None]
"""Right or not, the message, the cause that it names."""

FAILED = "Answer extraction failed"
NO_MAP = "Expected top-level key 'mechanisms' with a JSON object value"
BITS: tuple[object, ...] = (0, 1, "0", "1")


@dataclass(frozen=True)
class Task:
    """What the scorer knows of a problem."""

    variables: tuple[str, ...]
    roots: tuple[str, ...]
    read: tuple[str, ...]  # whose mechanism is read when
    order: tuple[str, ...]  # the whole order, shown or not
    variant: str  # ordered, block or hidden
    blocks: tuple[tuple[str, ...], ...]
    operators: tuple[str, ...]
    worlds: tuple[tuple[frozenset[str], tuple[dict[str, int], ...]], ...]  # targets, rows; training
    hidden_roots: bool = False
    reference: dict[str, str] | None = None

    def judge(self, text: str) -> Word:
        found, cause = extract(text)
        if found is None:
            return False, FAILED, cause
        if self.reference is not None:
            return self._pair(found)
        if self.hidden_roots:
            return self._rooted(found)
        _, word = self._mapped(found.get("mechanisms"), self.read, self.roots)
        return word

    def _rooted(self, found: dict[str, Any]) -> Word:
        roots, given = found.get("roots"), found.get("mechanisms")
        if not isinstance(roots, list):
            return False, "Expected top-level key 'roots' with a JSON array value", None
        if not isinstance(given, dict):
            return False, NO_MAP, None
        named = [str(root) for root in roots]
        if len(named) != len(set(named)):
            return False, "Roots must not contain duplicates", None
        if not set(named) <= set(self.variables):
            return False, "Roots contain variables outside ObservedVariables", None
        if len(named) != len(self.roots):
            return False, f"Expected exactly {len(self.roots)} roots", None
        rest = tuple(name for name in self.order if name not in named)
        if set(given) != set(rest):
            message = "Mechanism keys must be exactly the complement of the declared roots"
            return False, message, None
        _, word = self._mapped(given, rest, tuple(named))
        if word[1] is None and set(named) != set(self.roots):
            return False, "Predicted root set does not match the true root set", None
        return word

    def _mapped(
        self, given: Any, names: tuple[str, ...], roots: tuple[str, ...]
    ) -> tuple[dict[str, Tree], Word]:
        """The trees of a map of mechanisms, and the word about it."""
        if not isinstance(given, dict):
            return {}, (False, NO_MAP, None)
        if not set(given) <= set(names):
            return {}, (False, "Mechanism map contains unknown or non-endogenous keys", None)
        if set(given) != set(names):
            return {}, (False, "Mechanism map is missing endogenous variables", None)
        trees: dict[str, Tree] = {}
        for name in names:
            text = given[name]
            if not isinstance(text, str) or not text.strip():
                message = f"Mechanism for variable '{name}' must be a non-empty string"
                return {}, (False, message, None)
            if any(sign in text.strip() for sign in "\n\r\t"):
                message = f"Mechanism for '{name}' must be single-line without tabs/newlines"
                return {}, (False, message, None)
            try:
                trees[name] = Expression(text, self.operators, self._allowed(name)).tree()
            except Fault as fault:
                message = f"Mechanism parse failed for '{name}': {fault}"
                return {}, (False, message, str(fault))
        if ordered(trees) is None:
            if self.variant == "block":
                message = (
                    "Partial-order mechanism dependencies are cyclic or violate disclosed layers; "
                    "cannot derive a valid layer-consistent SCM order"
                )
                return {}, (False, message, "invalid_partial_order_dependencies")
            message = (
                "NTopo mechanism dependencies are cyclic; cannot derive a valid acyclic SCM order"
            )
            return {}, (False, message, "cyclic_ntopo_dependencies")
        return trees, (self._fits(trees), None, None)

    def _allowed(self, name: str) -> set[str]:
        if self.variant == "hidden":
            return set(self.variables) - {name}
        if self.variant == "ordered":
            return set(self.order[: self.order.index(name)])
        last = next(at for at, block in enumerate(self.blocks) if name in block)
        return {other for block in self.blocks[: last + 1] for other in block} - {name}

    def _fits(self, trees: dict[str, Tree]) -> bool:
        for targets, rows in self.worlds:
            for row in rows:
                known = {n: v for n, v in row.items() if n in targets or n not in trees}
                if simulated(trees, known) != row:
                    return False
        return True

    def _pair(self, found: dict[str, Any]) -> Word:
        other = found.get("alternative")
        if not isinstance(other, dict) or not isinstance(other.get("mechanisms"), dict):
            return False, "Expected top-level key 'alternative' with a 'mechanisms' map", None
        trees, word = self._mapped(other["mechanisms"], self.read, self.roots)
        if word[1] is not None:
            return word
        assert self.reference is not None
        first, _ = self._mapped(self.reference, self.read, self.roots)
        if all(same(first[name], trees[name]) for name in self.read):
            return (
                False,
                "Alternative SCM must be semantically distinct from the presented reference mechanism",
                None,
            )
        if not word[0]:
            return False, "Alternative SCM must exactly fit the training worlds", None
        message = self._experiment(first, trees, found)
        return message is None, message, None

    def _experiment(
        self, first: dict[str, Tree], second: dict[str, Tree], found: dict[str, Any]
    ) -> str | None:
        given = found.get("experiment")
        if not isinstance(given, dict):
            return "Experiment must be a JSON object"
        if str(given.get("type") or "").strip() != "hard_do":
            return "Experiment type must be 'hard_do'"
        assigned = given.get("assignments")
        if not isinstance(assigned, dict) or len(assigned) != 1:
            return "Experiment assignments must contain exactly one variable"
        ((name, value),) = assigned.items()
        if value not in BITS:
            return "Experiment assignment value must be binary 0/1"
        if name not in self.variables:
            return "Proposed experiment is not in the admissible single-variable hard-do menu"
        done = {name: int(value)}

        def differing(roots: dict[str, int]) -> dict[str, tuple[int, int]]:
            one, two = (simulated(trees, roots | done) for trees in (first, second))
            return {v: (one[v], two[v]) for v in one if v != name and one[v] != two[v]}

        starts = [dict(zip(self.roots, bits)) for bits in product((0, 1), repeat=len(self.roots))]  # noqa: B905
        if not any(map(differing, starts)):
            return "Proposed experiment does not separate the presented reference and returned alternative"
        shown = found.get("witness")
        if not isinstance(shown, dict) or not self._shows(shown, differing):
            return "Witness does not correctly demonstrate a separating prediction difference"
        return None

    def _shows(self, shown: dict[str, Any], differing: Any) -> bool:
        given, claims = shown.get("rootAssignment"), shown.get("differences")
        if not isinstance(given, dict) or not isinstance(claims, list):
            return False
        roots = {name: int(bit) for name, bit in given.items() if _is_bit(bit)}
        if set(roots) != set(self.roots):
            return False
        true = differing(roots)
        for claim in claims:
            if isinstance(claim, dict) and claim.get("variable") in true:
                told = claim.get("reference"), claim.get("alternative")
                if all(map(_is_bit, told)) and true[claim["variable"]] == tuple(map(int, told)):
                    return True
        return False


def _is_bit(value: Any) -> bool:
    return isinstance(value, int | float | str) and value in BITS


def extract(text: str) -> tuple[dict[str, Any] | None, str | None]:
    """The object that is found in a text, or why there is none."""
    text = text.strip()
    if not text:
        return None, "Empty response"
    try:
        whole = json.loads(text)
        return (
            (whole, None) if isinstance(whole, dict) else (None, "Top-level JSON must be an object")
        )
    except ValueError:
        pass
    found = []
    for start in (at for at, sign in enumerate(text) if sign == "{"):
        try:
            value, end = json.JSONDecoder().raw_decode(text, start)
        except ValueError:
            continue
        worth = 100 * isinstance(value.get("mechanisms"), dict)
        worth += 50 * isinstance(value.get("parents"), list)
        worth += 50 * isinstance(value.get("mechanism"), str)
        found.append(((worth, len(value), end - start, -start), value))
    if found:
        return max(found, key=lambda item: item[0])[1], None
    start, end = text.find("{"), text.rfind("}")
    if 0 <= start < end:
        try:
            json.loads(text[start : end + 1])
        except ValueError as error:
            return None, f"Could not parse JSON object: {error}"
    return None, "No JSON object found"
