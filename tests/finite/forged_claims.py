"""Forged certificates of every claim about finite worlds, each with whether what it claims is true.

The truth is that of a list of all members (:mod:`tests.finite.second_audit`), not of the package. There are
three kinds: evidence drawn at random, true certificates with one part changed, and claims about another
class than the problem's own.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from symcause.families.finite.certify.certificates import CertificateMaker
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.fingerprint import fingerprint
from symcause.families.finite.scoring.query_answers import Answering
from symcause.families.finite.space.space_choice import open_space
from symcause.families.finite.verifier.kernel import verify
from symcause.kernel.verification import Verification
from symcause.mechanisms.tables.table_models import TableModel
from tests.finite.cases import listed
from tests.finite.second import Member
from tests.finite.second_audit import Audited

Document = dict[str, Any]
CLAIMS = ("unique", "ambiguous", "inconsistent", "count", "answer")
SETTING = ("setting", "roots", "order", "blocks", "root_count")


@dataclass(frozen=True)
class Forged:
    """A certificate, and is its claim true of the class that it asks about, and of the problem itself?"""

    document: Document
    true: bool
    stated: bool

    def breaks(self, verdict: Verification) -> bool:
        """Is something false accepted?"""
        return (verdict.accepted is True and not self.true) or (
            verdict.as_stated and not self.stated
        )


class Forger:
    """Certificates about a problem whose members are known, most of them false."""

    def __init__(self, second: Audited, rng: Random) -> None:
        self.second, self.rng = second, rng
        self.problem = read_finite(second.document)

    def verdict(self, forged: Forged) -> Verification:
        """What the kernel says of it as it comes back from its file."""
        return verify(self.problem, json.loads(json.dumps(forged.document)))

    def forged(self, claim: str) -> Forged:
        """A forged certificate of a claim."""
        kind = self.rng.random()
        if kind < 0.25 and (made := self._of_another_class(claim)):
            return made
        if kind < 0.6 and (true := [one for one in self._true if one["claim"] == claim]):
            return self._changed(copy.deepcopy(self.rng.choice(true)))
        return self._judged(self._drawn(self.second, claim))

    def _judged(self, document: Document, asked: Audited | None = None) -> Forged:
        stated = holds(self.second, document, self.second.gold())
        if "asked" not in document:
            return Forged(document, stated, stated)
        true = asked is not None and holds(asked, document, self.second.gold())
        return Forged(document, true, stated)

    # --- true ones, changed

    @cached_property
    def _true(self) -> list[Document]:
        """What the package certifies of the problem."""
        space, maker = open_space(self.problem), CertificateMaker(self.problem, self.problem)
        known = [m for m in islice(space.members(), 2) if isinstance(m, TableModel)]
        made = [maker.verdict(known), maker.count(len(self.second.members))]
        answering = Answering(space)
        made += [maker.answer(query, answering.answer(query)) for query in self.problem.queries]
        return [json.loads(json.dumps(one.to_dict())) for one in made if one is not None]

    def _changed(self, document: Document) -> Forged:
        """One part is another one: a name, a value, a number, a word of a mechanism, an entry of a list."""
        places = [place for place in _places(document) if place[0] not in ("format", "family")]
        *path, last = self.rng.choice(places)
        part: Any = document
        for step in path:
            part = part[step]
        if isinstance(part, list) and self.rng.random() < 0.2:
            part.pop(last)
        else:
            part[last] = self._other(part[last])
        return self._judged(document)

    def _other(self, value: Any) -> Any:
        rng, names = self.rng, self.second.names
        if isinstance(value, bool) or value is None:
            return not value
        if isinstance(value, int):
            return value + rng.choice([-1, 1, 1, 2])
        if isinstance(value, list):
            return value[:-1] if rng.random() < 0.5 else [*value, *value[-1:]]
        if isinstance(value, dict):
            dropped = rng.choice([*value, None])
            return {key: one for key, one in value.items() if key != dropped}
        words = str(value).replace("(", "( ").replace(")", " )").split()
        values = [v for domain in self.second.domains.values() for v in domain]
        place = rng.randrange(max(1, len(words)))
        words[place : place + 1] = [str(rng.choice([*names, *values, "undetermined", "yes"]))]
        return " ".join(words).replace("( ", "(").replace(" )", ")")

    # --- of another class

    def _of_another_class(self, claim: str) -> Forged | None:
        """A claim about a narrower or wider class, other knowledge or another setting."""
        asked = self._asked()
        drop = {"gold", *asked, *(SETTING if "setting" in asked else ())}
        own = {key: value for key, value in self.second.document.items() if key not in drop}
        try:
            other = listed({**own, **asked}, 60)
        except (KeyError, IndexError):  # parts that fit no class
            other = None
        if other is None:
            return None
        document = self._drawn(other, claim)
        evidence = document.pop("evidence")
        return self._judged({**document, "asked": asked, "evidence": evidence}, other)

    def _asked(self) -> Document:
        rng, told = self.rng, self.second.document
        known = copy.deepcopy(told["class"])
        match rng.choice(["parents", "size", "functions", "knowledge", "no knowledge", "setting"]):
            case "parents":
                known["max_parents"] = rng.choice([0, 1, 2, 3, None])
            case "size" if "grammar" in known:
                known["grammar"]["max_size"] = rng.choice([1, 2, 3, 4, 5])
            case "functions" if all(len(d) == 2 for d in self.second.domains.values()):
                known = {
                    "functions": rng.choice(["disjunctive", "threshold", "any"]),
                    "max_parents": 2,
                }
            case "knowledge":
                cause, effect = rng.sample(self.second.names, 2)
                return {"knowledge": {rng.choice(["forbid", "require"]): [f"{cause}->{effect}"]}}
            case "no knowledge":
                return {"knowledge": {}}
            case "setting" if told["setting"] != "hidden-roots":
                roots = told["roots"]
                if rng.random() < 0.5:
                    return {"setting": "hidden-roots", "root_count": len(roots)}
                return {"setting": "hidden-order", "roots": roots}
            case _:
                known["min_parents"] = rng.choice([0, 1])
        return {"class": known}

    # --- drawn

    def _drawn(self, second: Audited, claim: str) -> Document:
        """A certificate whose evidence is drawn; members are those of *second*."""
        rng, drawn = self.rng, Drawn(second, self.rng)
        count, listing = len(second.members), {"kind": "listing"}
        match claim:
            case "unique":
                evidence = {"kind": "local", **drawn.stuck()} if rng.random() < 0.7 else listing
                return self._claimed(claim, evidence, model=drawn.model())
            case "ambiguous":
                models = [drawn.model(), drawn.model()]
                evidence = {"kind": "models", "models": models} if rng.random() < 0.9 else listing
                return self._claimed(claim, evidence)
            case "inconsistent":
                evidence = {"kind": "stuck", **drawn.stuck()} if rng.random() < 0.8 else listing
                return self._claimed(claim, evidence)
            case "answer" if second.document.get("queries"):
                evidence, stated = drawn.answer()
                return self._claimed(claim, evidence, **stated)
            case _:
                number = max(0, count + rng.choice([-1, 0, 0, 1, 7]))
                kind = rng.choice(["recursion", "listing"])
                return self._claimed("count", {"kind": kind}, count=number)

    def _claimed(self, claim: str, evidence: Document, **stated: Any) -> Document:
        frame = {"format": "symcause.certificate/1", "family": "finite", "claim": claim}
        return {**frame, "digest": fingerprint(self.problem), **stated, "evidence": evidence}


class Drawn:
    """Models, states and sets, some of them what a certificate needs."""

    def __init__(self, second: Audited, rng: Random) -> None:
        self.second, self.rng = second, rng

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

    def answer(self) -> tuple[Document, Document]:
        """Evidence of an answer to a query, and what it says."""
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
        return evidence, {"query": query["id"], "answer": said}

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


def holds(second: Audited, document: Document, gold: Member | tuple[str, str] | None) -> bool:
    """Is what a certificate claims true of all listed members? One that claims nothing is false."""
    count = len(second.members)
    match document.get("claim"):
        case "unique":
            return count == 1 and _is_only(second, document.get("model"), gold)
        case "ambiguous":
            return count > 1
        case "inconsistent":
            return count == 0
        case "count":
            told = document.get("count")
            return not isinstance(told, bool) and str(told) == str(count)
        case "answer":
            every = second.document.get("queries", ())
            queries = [query for query in every if query["id"] == document.get("query")]
            said = document.get("answer")
            right = [second.answer(query)["answer"] for query in queries]
            return [(type(one), one) for one in right] == [(type(said), said)]
    return False


def _is_only(second: Audited, model: Any, gold: Member | tuple[str, str] | None) -> bool:
    """Is this the one member, and gold if there is gold?"""
    try:
        written, roots = model["mechanisms"], model["roots"]
        compiled = second.compiled(written, roots)
    except (AttributeError, KeyError, TypeError):
        return False
    (member,) = second.members
    return compiled == member and gold in (None, member)


def _places(part: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """Paths to all parts of a document."""
    entries = part.items() if isinstance(part, dict) else enumerate(part)
    for step, one in entries:
        yield (*path, step)
        if isinstance(one, (dict, list)):
            yield from _places(one, *path, step)
