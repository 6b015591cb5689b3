"""What an audit and a check say of finite worlds once more, from the list of all members."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.finite.second import Local, Member, Second

METRICS = [
    *("train_exact", "train_world_exact", "heldout_exact", "heldout_world_exact"),
    *("parent_f1", "parent_shd", "exact_parent_map", "functions_right", "entries_right"),
    *("in_class", "unique", "count", "total_size", "predictions"),
]


class Audited(Second):
    """A problem with its gold, its verdicts and the metrics of answers."""

    def gold(self) -> Member | tuple[str, str] | None:
        told = self.document.get("gold")
        if told is None:
            return None
        roots = told.get("roots") if self.setting == "hidden-roots" else self.document["roots"]
        return self.compiled(told["mechanisms"], roots)

    def objections(self, member: Member) -> list[str]:
        """What a model violates in the class, evidence apart."""
        result = [] if member.roots in self.root_sets() else ["roots"]
        for n, f in member.functions:
            if f.parents not in self.parent_sets(n):
                result.append(f"{n}: parents")
            elif f not in self.functions(n, f.parents):
                result.append(f"{n}: function")
        return result

    def exact(self, member: Member, worlds: list[dict[str, Any]]) -> tuple[bool, float | None]:
        """Is every world explained, and the share of scored worlds that are."""
        scored = self.scored(worlds, member.roots)
        right = [self.explains_worlds(member, [w]) for w in scored]
        return self.explains_worlds(member, worlds), float(
            Fraction(sum(right), len(right))
        ) if right else None

    def gold_audit(self) -> dict[str, Any] | None:
        gold = self.gold()
        if gold is None:
            return None
        keys = ("train_exact", "heldout_exact", "in_class", "objections", "total_size")
        if isinstance(gold, tuple):
            return {"valid": False, "stage": gold[0], **dict.fromkeys(keys)}
        train, _ = self.exact(gold, self.training)
        held = None if not self.heldout else train and self.exact(gold, self.heldout)[0]
        objections = self.objections(gold)
        rest = (train, held, not objections, objections, self.total(gold))
        return {"valid": train, "stage": "valid", **dict(zip(keys, rest, strict=True))}

    def model_verdict(self) -> str:
        gold = self.gold_audit()
        if gold is not None and not gold["valid"]:
            return "invalid"
        if gold is not None and not gold["in_class"]:
            return "gold-outside-class"
        return {0: "inconsistent", 1: "unique"}.get(len(self.members), "ambiguous")

    def queries(self) -> list[dict[str, Any]] | None:
        if not self.document.get("queries"):
            return None
        result = []
        for query in self.document["queries"]:
            told, gold = self.answer(query), query.get("gold")
            right = None if gold is None else gold == told["answer"]
            result.append({"id": query["id"], **told, "gold": gold, "gold_right": right})
        return result

    def predicts(self) -> bool:
        return (
            self.document.get("task", "predict" if self.document.get("queries") else "model")
            == "predict"
        )

    def verdict(self) -> str:
        known, queries = self.model_verdict(), self.queries()
        if not self.predicts() or known not in ("unique", "ambiguous"):
            return known
        for q in queries or []:
            certain = q["status"] in ("settled", "impossible")
            wrong = certain and q["gold"] not in (None, q["answer"])
            if wrong or (q["gold"] == "impossible" and q["status"] != "impossible"):
                return "wrong"
        if any(q["status"] != "settled" and q["gold"] != q["answer"] for q in queries or []):
            return "ill-posed"
        return "answered"

    def edge_statuses(self) -> dict[str, str]:
        if not self.members:
            return {}
        result = {}
        for b in self.names:
            for a in self.names:
                if a != b:
                    has = {
                        f is not None and a in f.parents for f in (m.of(b) for m in self.members)
                    }
                    result[f"{a}->{b}"] = (
                        "open" if len(has) == 2 else "always" if True in has else "never"
                    )
        return result

    def functions_each(self) -> dict[str, int]:
        return {n: len({f for m in self.members if (f := m.of(n)) is not None}) for n in self.names}

    def profile(self) -> list[dict[str, int]]:
        able = [n for n in self.names if not self._always_root(n)]
        classes = {n: self.class_of(n) for n in able}
        most = []
        for n in able:
            bound = classes[n].get("max_parents")
            most.append(len(self.pool(n)) if bound is None else min(bound, len(self.pool(n))))
        result = []
        for k in range(max(most) + 1):
            few = [m for m in self.members if all(len(f.parents) <= k for _, f in m.functions)]
            result.append({"max_parents": k, "count": len(few)})
        if all("grammar" in c for c in classes.values()):
            for size in range(1, max(c["grammar"]["max_size"] for c in classes.values()) + 1):
                small = [
                    m for m in self.members if all((f.size or 0) <= size for _, f in m.functions)
                ]
                result.append({"max_size": size, "count": len(small)})
        return result

    def reference(self) -> Member | None:
        gold = self.gold()
        if isinstance(gold, Member):
            return gold
        return min(self.members, key=lambda m: self.total(m) or 0, default=None)

    def errata(self) -> list[dict[str, Any]]:
        result = []
        for q in self.queries() or []:
            if q["gold"] == q["answer"]:
                continue
            match q["status"], q["gold"]:
                case ("settled", None):
                    continue
                case ("settled", _):
                    kind, cause = "wrong", "every explaining model says so"
                case ("impossible", _):
                    kind, cause = "inconsistent", q["reason"]
                case (_, None):
                    kind, cause = "open", f"by {q['by']}"
                case (_, gold):
                    kind, cause = "wrong" if gold == "impossible" else "ill-posed", f"by {q['by']}"
            item = f"{self.document['id']}#{q['id']}"
            stored = {
                "item": item,
                "source": "queries",
                "stored": q["gold"],
                "derived": q["answer"],
            }
            result.append({**stored, "kind": kind, "cause": cause})
        return result

    def audit(self) -> dict[str, Any]:
        verdict = self.verdict()
        model, count, reference = self.model_verdict(), len(self.members), self.reference()
        shows = (
            model != "invalid"
            and (count >= 2 or model == "gold-outside-class")
            and reference is not None
        )
        return {
            "gold": self.gold_audit(),
            "count": count,
            "model_verdict": model,
            "queries": self.queries(),
            "verdict": verdict,
            "settled": verdict in ("unique", "answered"),
            "separable": self.separable(),
            "edges": self.edge_statuses(),
            "variables": self.functions_each(),
            "alternatives": self.alternatives(reference, 5)
            if shows and reference is not None
            else [],
            "profile": self.profile(),
        }

    def disambiguated(self) -> dict[str, Any]:
        gold = self.gold()
        holes = any(v is None for w in self.training for row in w["rows"] for v in row.values())
        if not isinstance(gold, Member) or gold not in self.members or holes:
            return {"status": "refused"}
        return {"status": "exact", "count_before": len(self.members), **self.disambiguate(gold)}

    # --- check

    def check(self, text: str) -> dict[str, Any]:
        strict, answer = extracted(text, self.predicts())
        known = {"strict_json": strict}
        if self.predicts():
            return {**known, **self._predictions(answer)}
        stage, member = self._read(answer)
        if member is None:
            zero = 0.0 if self.heldout else None
            failed = dict.fromkeys(METRICS)
            failed |= {"train_exact": False, "train_world_exact": 0.0}
            failed |= {
                "heldout_exact": False if self.heldout else None,
                "heldout_world_exact": zero,
            }
            told = {**known, "valid": False, "stage": stage, **failed, "right": False}
            if answer is not None and answer.get("cannot_tell") is True:
                support = "premature" if len(self.members) == 1 else "justified"
                told |= {
                    "right": None,
                    "abstained": True,
                    "support": support,
                    "count": len(self.members),
                }
            return told
        return {**known, "valid": True, "stage": "valid", **self._metrics(member)}

    def _read(self, answer: dict[str, Any] | None) -> tuple[str, Member | None]:
        if answer is None:
            return "extracted_json", None
        mechanisms, roots = answer.get("mechanisms"), self.document.get("roots")
        if not isinstance(mechanisms, dict) or not all(
            isinstance(t, str) for t in mechanisms.values()
        ):
            return "schema", None
        if self.setting == "hidden-roots":
            roots = answer.get("roots")
            named = isinstance(roots, list) and all(
                isinstance(r, str) and r in self.names for r in roots
            )
            if (
                not named
                or len(set(roots)) != len(roots)
                or len(roots) != self.document["root_count"]
            ):
                return "schema", None
        if set(mechanisms) != set(self.names) - set(roots or ()):
            return "keys", None
        told = self.compiled(mechanisms, roots or ())
        return ("valid", told) if isinstance(told, Member) else (told[0], None)

    def _metrics(self, member: Member) -> dict[str, Any]:
        train, train_worlds = self.exact(member, self.training)
        held, held_worlds = self.exact(member, self.heldout)
        heldout = None if held_worlds is None else train and held
        inside = member in self.members
        told = {
            "train_exact": train,
            "train_world_exact": train_worlds,
            "heldout_exact": heldout,
            "heldout_world_exact": held_worlds,
            **self._against_gold(member),
            "in_class": inside,
            "unique": len(self.members) == 1 if inside else None,
            "count": len(self.members),
            "total_size": self.total(member),
            "predictions": None,
        }
        return {**told, "right": train and heldout is not False}

    def _against_gold(self, member: Member) -> dict[str, Any]:
        keys = ("parent_f1", "parent_shd", "exact_parent_map", "functions_right", "entries_right")
        gold = self.gold()
        if not isinstance(gold, Member):
            return dict.fromkeys(keys)
        ours, theirs = self._arrows(member), self._arrows(gold)
        f1 = (
            Fraction(2 * len(ours & theirs), len(ours) + len(theirs))
            if ours or theirs
            else Fraction(1)
        )
        pairs = {frozenset(e) for e in ours ^ theirs}
        same = ours == theirs and member.roots == gold.roots
        functions = [Fraction(member.of(n) == f) for n, f in gold.functions]
        entries = [self._share(n, member.of(n), f) for n, f in gold.functions]
        means = [float(sum(x) / len(x)) for x in (functions, entries)]
        return dict(zip(keys, (float(f1), len(pairs), same, *means), strict=True))

    def _share(self, name: str, first: Local | None, second: Local) -> Fraction:
        if first is None:
            return Fraction(0)
        rows = list(self.assignments([*first.parents, *second.parents]))
        return Fraction(len(rows) - self.differing(name, first, second), len(rows))

    @staticmethod
    def _arrows(member: Member) -> set[tuple[str, str]]:
        return {(p, n) for n, f in member.functions for p in f.parents}

    def _predictions(self, answer: dict[str, Any] | None) -> dict[str, Any]:
        none = {**dict.fromkeys(METRICS), "valid": False, "right": False}
        if answer is None:
            return {**none, "stage": "extracted_json"}
        asked = {q["id"]: q for q in self.document["queries"]}
        gave = answer.get("predictions")
        abstained = answer.get("cannot_tell") is True
        if abstained:
            gave = dict.fromkeys(asked, "undetermined")
        if not isinstance(gave, dict):
            return {**none, "stage": "schema"}
        if set(gave) != set(asked):
            return {**none, "stage": "keys"}
        for name, q in asked.items():
            values = ["yes", "no"] if "edge" in q else self.domains[q["of"]]
            known = [*values, "undetermined", "impossible"]
            if not any(type(gave[name]) is type(v) and gave[name] == v for v in known):
                return {**none, "stage": "parse"}
        rows = [self._prediction(q, gave[name]) for name, q in asked.items()]
        right = [r["right"] for r in rows]
        stored = [r["matches_gold"] for r in rows if r["matches_gold"] is not None]
        told = {**none, "valid": True, "stage": "valid", "predictions": rows, "right": all(right)}
        told |= {
            "accuracy": sum(right) / len(right),
            "gold_accuracy": sum(stored) / len(stored) if stored else None,
        }
        return told | ({"right": None, "abstained": True} if abstained else {})

    def _prediction(self, query: Mapping[str, Any], said: Any) -> dict[str, Any]:
        told, gold = self.answer(query), query.get("gold")
        if said == told["answer"]:
            support = "justified"
        else:
            support = {
                "settled": "premature" if said == "undetermined" else "refuted",
                "undetermined": "unsupported" if said in told["values"] else "refuted",
                "impossible": "unsupported" if said == "undetermined" else "refuted",
            }[told["status"]]
        known = {"id": query["id"], "said": said, "derived": told["answer"], "gold": gold}
        matches = None if gold is None else said == gold
        return {
            **known,
            "right": said == told["answer"],
            "matches_gold": matches,
            "support": support,
        }


def extracted(text: str, predicts: bool) -> tuple[bool, dict[str, Any] | None]:
    """The answer in a text: is the text as a whole one object on one line, and the best object."""
    try:
        whole = json.loads(text)
    except ValueError:
        whole = None
    if isinstance(whole, dict):
        return "\n" not in text.strip(), whole
    best: Any = None
    for start, char in enumerate(text):
        if char == "{":
            try:
                made, end = json.JSONDecoder().raw_decode(text, start)
            except ValueError:
                continue
            if isinstance(made, dict):
                shaped = ("predictions" if predicts else "mechanisms") in made
                key = (shaped, len(made), end - start, -start)
                if best is None or key > best[0]:
                    best = key, made
    return False, best[1] if best else None
