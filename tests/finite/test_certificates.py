"""Certificates about finite worlds: every kind is accepted, and of thousands that were forged no false claim is."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.fingerprint import fingerprint
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.verifier.kernel import verify
from tests.amounts import amount
from tests.finite.cases import random_problem
from tests.finite.second import Member
from tests.finite.second_audit import Audited

Document = dict[str, Any]

DATA = Path(os.environ.get("SYMCAUSE_DATA", "")) / "finite"


def given(*names: str) -> Iterator[Document]:
    """The cases of the reference, where they are at hand."""
    for name in names:
        path = DATA / f"{name}.jsonl"
        if not path.exists():
            pytest.skip("the cases of the reference are not here")
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


# --- random attacks


def claimed(problem: FiniteProblem, claim: str, evidence: Document, **stated: Any) -> Document:
    frame = {"format": "symcause.certificate/1", "family": "finite", "claim": claim}
    return {**frame, "digest": fingerprint(problem), **stated, "evidence": evidence}


class Attack:
    """Certificates about a problem whose members are known, most of them false."""

    def __init__(self, second: Audited, rng: Random) -> None:
        self.second, self.rng = second, rng
        self.problem = read_finite(second.document)

    def model(self) -> Document:
        """A member, or one with another mechanism, with other roots, or none of the class."""
        rng, second = self.rng, self.second
        sets = second.root_sets()
        if second.members and rng.random() < 0.75:
            told = second.shown(rng.choice(second.members))
        else:
            roots = rng.choice(sets) if sets and rng.random() < 0.9 else tuple(second.names[:1])
            inner = [name for name in second.names if name not in roots]
            told = {
                "roots": list(roots),
                "mechanisms": {name: self.mechanism(name) for name in inner},
            }
        mechanisms = dict(told["mechanisms"])
        if mechanisms and rng.random() < 0.35:
            name = rng.choice(list(mechanisms))
            mechanisms[name] = self.mechanism(name)
        return {"roots": list(told["roots"]), "mechanisms": mechanisms}

    def mechanism(self, name: str) -> str:
        """A function of the class, most often; else a constant, or a table of anything."""
        rng, second = self.rng, self.second
        sets = second.parent_sets(name)
        if sets and rng.random() < 0.8:
            known = second.functions(name, rng.choice(sets))
            if known:
                return str(rng.choice(known).text)
        values = second.domains[name]
        if rng.random() < 0.5:
            return str(rng.choice(values))
        other = rng.choice([one for one in second.names if one != name])
        outputs = " ".join(str(rng.choice(values)) for _ in second.domains[other])
        return f"(table {other} {outputs})"

    def stuck(self) -> Document:
        rng, names = self.rng, self.second.names
        sets = [
            rng.sample(names, rng.randint(1, len(names)))
            for _ in range(rng.choice([0, 1, 1, 2, 4]))
        ]
        return {"stuck": sets}

    def forged(self) -> tuple[Document, bool]:
        """A certificate, and whether what it claims is true."""
        rng, second, problem = self.rng, self.second, self.problem
        count, listing = len(second.members), {"kind": "listing"}
        match rng.choice(
            ["unique", "unique", "ambiguous", "inconsistent", "count", "answer", "answer"]
        ):
            case "unique":
                model = self.model()
                evidence = {"kind": "local", **self.stuck()} if rng.random() < 0.7 else listing
                return claimed(problem, "unique", evidence, model=model), self.is_only(model)
            case "ambiguous":
                models = [self.model(), self.model()]
                evidence = {"kind": "models", "models": models} if rng.random() < 0.9 else listing
                return claimed(problem, "ambiguous", evidence), count > 1
            case "inconsistent":
                evidence = {"kind": "stuck", **self.stuck()} if rng.random() < 0.8 else listing
                return claimed(problem, "inconsistent", evidence), count == 0
            case "answer" if second.document.get("queries"):
                return self.answer()
            case _:
                number = max(0, count + rng.choice([-1, 0, 0, 1, 7]))
                kind = rng.choice(["recursion", "listing"])
                return claimed(problem, "count", {"kind": kind}, count=number), number == count

    def answer(self) -> tuple[Document, bool]:
        rng, second = self.rng, self.second
        query = rng.choice(second.document["queries"])
        values = ["yes", "no"] if "edge" in query else second.domains[query["of"]]
        said = rng.choice([*values, "undetermined", "undetermined", "impossible"])
        evidence: Document = {"kind": "listing"}
        if said == "undetermined" and rng.random() < 0.8:
            evidence = {
                "kind": "two",
                "cases": [self.case(query, values), self.case(query, values)],
            }
        stated = {"query": query["id"], "answer": said}
        document = claimed(self.problem, "answer", evidence, **stated)
        return document, second.answer(query)["answer"] == said

    def case(self, query: Document, values: list[Any]) -> list[Any]:
        """A model with a state of its own under the query, or of another one, or with any answer."""
        rng, second = self.rng, self.second
        model = self.model()
        if "edge" in query:
            return [model, rng.choice(values), None]
        state = [rng.choice(domain) for domain in second.domains.values()]
        if second.members and rng.random() < 0.8:
            member = rng.choice(second.members)
            model = second.shown(member) if rng.random() < 0.7 else model
            do = query.get("do", {}) if rng.random() < 0.8 else {}
            shown = rng.choice(second.states(member, do))
            state = [shown[name] for name in second.names]
        right = state[second.names.index(query["of"])]
        return [model, right if rng.random() < 0.8 else rng.choice(values), state]

    def is_only(self, model: Document) -> bool:
        """Is this the one member, and gold if there is gold?"""
        second = self.second
        if len(second.members) != 1:
            return False
        (member,), gold = second.members, second.gold()
        compiled = second.compiled(model["mechanisms"], model["roots"])
        return compiled == member and gold in (None, member)


def test_no_forged_certificate_of_a_false_claim_is_accepted() -> None:
    met = Counter[tuple[str, str, bool, bool | None]]()
    for seed in range(amount(60, 600)):
        rng = Random(f"attack {seed}")
        attack = Attack(random_problem(seed), rng)
        for _ in range(60):
            document, true = attack.forged()
            verdict = verify(attack.problem, json.loads(json.dumps(document)))
            assert true or verdict.accepted is not True, (seed, verdict.reason, document)
            met[document["claim"], document["evidence"]["kind"], true, verdict.accepted] += 1
    for claim in ("unique", "ambiguous", "inconsistent", "count", "answer"):
        of_claim = {key[1:]: number for key, number in met.items() if key[0] == claim}
        assert any(true and accepted for _, true, accepted in of_claim), claim
        assert any(not true and accepted is False for _, true, accepted in of_claim), claim
    assert sum(number for (*_, true, _), number in met.items() if not true) > 1_500
