"""Finite worlds once more: every member listed, every question answered by looking at all of them.

Written from the reference alone, for documents as they stand in files; shares nothing with the package.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import prod
from typing import Any

from tests.finite.second_language import (
    Bad,
    Grammar,
    Reading,
    TooLarge,
    all_matter,
    mentioned,
    parse,
    value,
)

State = dict[str, Any]
Do = Mapping[str, Any]


@dataclass(frozen=True)
class Local:
    """A function on its essential parents (file order), its table with the first parent slowest."""

    parents: tuple[str, ...]
    table: tuple[Any, ...]
    size: int | None = field(compare=False, default=None)
    text: str | None = field(compare=False, default=None)


@dataclass(frozen=True)
class Member:
    roots: tuple[str, ...]
    functions: tuple[tuple[str, Local], ...]

    def of(self, name: str) -> Local | None:
        return dict(self.functions).get(name)


def natural(name: str) -> list[Any]:
    return [
        (0, int(part), "") if part.isdigit() else (1, 0, part)
        for part in re.findall(r"\d+|\D+", name)
    ]


@lru_cache(2_000)
def _functions_of_grammar(told: str) -> dict[Any, tuple[int, str]] | None:
    """Of a grammar, its parents, the values of its target and a limit, as JSON; None beyond the limit."""
    grammar, domains, target, limit = json.loads(told)
    try:
        return Grammar(grammar, domains, target, once=True, limit=limit).functions(target)
    except TooLarge:
        return None


class Second:
    """A problem, from its document."""

    def __init__(
        self,
        document: Mapping[str, Any],
        limit: int = 2_000_000,
        trees: int = 150_000,
        tables: int = 300_000,
    ):
        self.document, self.limit, self.trees, self.tables = document, limit, trees, tables
        self.domains = {v["name"]: list(v["values"]) for v in document["variables"]}
        self.names = list(self.domains)
        self.setting = document["setting"]
        self.worlds = [self._world(w) for w in document["worlds"]]
        self.training = [w for w in self.worlds if w["split"] == "train"]
        self.heldout = [w for w in self.worlds if w["split"] == "heldout"]
        self._options: dict[Any, list[Local]] = {}

    # --- the document

    def _world(self, world: Mapping[str, Any]) -> dict[str, Any]:
        do = dict(world.get("do", {}))
        rows = [self._row(row) for row in world["rows"]]
        targets = {*do, *world.get("assigned", [])}
        return {"split": world.get("split", "train"), "do": do, "targets": targets, "rows": rows}

    def _row(self, row: Any) -> State:
        if isinstance(row, str):
            told = [{str(v): v for v in self.domains[n]} for n in self.names]
            row = [t.get(c) for t, c in zip(told, row, strict=True)]
        return {n: None if c == "?" else c for n, c in zip(self.names, row, strict=True)}

    def edges(self, key: str) -> set[tuple[str, str]] | None:
        told = self.document.get("knowledge", {}).get(key)
        if told is None:
            return None
        return {tuple(e.split("->")) if isinstance(e, str) else tuple(e) for e in told}  # type: ignore[misc]

    def class_of(self, name: str) -> dict[str, Any]:
        shared = {k: v for k, v in self.document["class"].items() if k != "variables"}
        own = self.document["class"].get("variables", {}).get(name, {})
        if "functions" in own:
            shared.pop("grammar", None)
        if "grammar" in own:
            shared.pop("functions", None)
        return {**shared, **own}

    def legal(self, name: str) -> list[str]:
        """What a mechanism of this variable may mention."""
        if self.setting == "ordered":
            order = self.document["order"]
            return [n for n in self.names if order.index(n) < order.index(name)]
        if self.setting == "block-order":
            blocks = self.document["blocks"]
            block = {n: i for i, names in enumerate(blocks) for n in names}
            return [n for n in self.names if n != name and block[n] <= block[name]]
        return [n for n in self.names if n != name]

    def pool(self, name: str) -> list[str]:
        """Possible essential parents in members."""
        told = self.class_of(name).get("candidates")
        every, never = self.edges("candidates"), self.edges("forbid") or set()
        tiers = self.document.get("knowledge", {}).get("tiers")
        tier = {n: i for i, names in enumerate(tiers or []) for n in names}
        return [
            n
            for n in self.legal(name)
            if (told is None or n in told)
            and (every is None or (n, name) in every)
            and (n, name) not in never
            and (not tier or tier[n] <= tier[name])
        ]

    def required(self, name: str) -> set[str]:
        return {a for a, b in self.edges("require") or () if b == name}

    def parent_sets(self, name: str) -> list[tuple[str, ...]]:
        known, pool = self.class_of(name), self.pool(name)
        most = known.get("max_parents")
        most = len(pool) if most is None else min(most, len(pool))
        least = known.get("min_parents") or 0
        sets = [s for k in range(least, most + 1) for s in combinations(pool, k)]
        return [s for s in sets if self.required(name) <= set(s)]

    def root_sets(self) -> list[tuple[str, ...]]:
        if self.setting != "hidden-roots":
            return [tuple(n for n in self.names if n in self.document["roots"])]
        sets = combinations(self.names, self.document["root_count"])
        return [
            s
            for s in sets
            if not any(self.required(r) for r in s) and self.scored(self.training, s)
        ]

    def scored(self, worlds: list[dict[str, Any]], roots: Sequence[str]) -> list[dict[str, Any]]:
        """The worlds that have a scored cell."""
        return [
            w
            for w in worlds
            if any(
                row[n] is not None
                for row in w["rows"]
                for n in self.names
                if n not in roots and n not in w["targets"]
            )
        ]

    # --- functions of the class

    def functions(self, name: str, parents: tuple[str, ...]) -> list[Local]:
        """Every function of a variable's class on exactly these parents."""
        key = name, parents
        if key not in self._options:
            known = self.class_of(name)
            if "grammar" in known:
                self._options[key] = self._of_grammar(name, parents, known["grammar"])
            else:
                told = known["functions"]
                tables = {
                    t
                    for k in ([told] if isinstance(told, str) else told)
                    for t in self._named(k, name, parents)
                }
                self._options[key] = [self.tabled(parents, t) for t in tables]
        return self._options[key]

    def tabled(self, parents: tuple[str, ...], table: tuple[Any, ...]) -> Local:
        shown = (
            f"(table {' '.join(parents)} {' '.join(map(str, table))})" if parents else str(table[0])
        )
        return Local(parents, table, 1 + len(parents), shown)

    def _of_grammar(self, name: str, parents: tuple[str, ...], grammar: Any) -> list[Local]:
        domains = {p: self.domains[p] for p in parents}
        told = json.dumps([grammar, domains, self.domains[name], self.trees])
        known = _functions_of_grammar(told)
        if known is None:
            raise TooLarge("trees of a grammar")
        return [Local(parents, table, size, shown) for table, (size, shown) in known.items()]

    def _named(self, kind: str, name: str, parents: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
        target = self.domains[name]
        domains = [self.domains[p] for p in parents]
        rows = list(product(*domains))
        active = [sum(v != d[0] for v, d in zip(row, domains, strict=True)) for row in rows]
        sizes = [len(d) for d in domains]
        k = len(parents)
        if kind in ("any", "monotone") and len(target) ** len(rows) > self.tables:
            raise TooLarge("functions")
        match kind:
            case "disjunctive":
                tables = [[n > 0 for n in active]]
            case "conjunctive":
                tables = [[n == k for n in active]]
            case "threshold":
                tables = [
                    [n >= least for n in active] for least in (range(1, k + 1) if k else (0, 1))
                ]
            case "parity":
                tables = [[n % 2 == odd for n in active] for odd in (0, 1)]
            case "monotone":
                tables = [
                    list(t)
                    for t in product((False, True), repeat=len(rows))
                    if self._rises(t, sizes)
                ]
            case "any":
                yield from (t for t in product(target, repeat=len(rows)) if all_matter(t, sizes))
                return
            case _:
                raise AssertionError(kind)
        for table in tables:
            if all_matter(table, sizes):
                yield tuple(target[int(t)] for t in table)

    @staticmethod
    def _rises(table: Sequence[bool], sizes: Sequence[int]) -> bool:
        places = list(product(*(range(n) for n in sizes)))
        return not any(
            a and not b and all(x <= y for x, y in zip(p, q, strict=True))
            for p, a in zip(places, table, strict=True)
            for q, b in zip(places, table, strict=True)
        )

    # --- states

    def apply(self, local: Local, state: State) -> Any:
        place = 0
        for p in local.parents:
            place = place * len(self.domains[p]) + self.domains[p].index(state[p])
        return local.table[place]

    def run(self, member: Member, targets: Do, roots: Do) -> State:
        """The state under an intervention, given the roots."""
        state = {**{r: roots[r] for r in member.roots if r not in targets}, **targets}
        functions = dict(member.functions)

        def at(name: str) -> Any:
            if name not in state:
                for p in functions[name].parents:
                    at(p)
                state[name] = self.apply(functions[name], state)
            return state[name]

        return {n: at(n) for n in self.names}

    def assignments(self, names: Sequence[str]) -> Iterator[State]:
        """All values of the names, the first fastest."""
        names = [n for n in self.names if n in names]
        for values in product(*(self.domains[n] for n in reversed(names))):
            yield dict(zip(names, reversed(values), strict=True))

    def explains(self, member: Member, targets: set[str], row: State) -> bool:
        clamped = {t: row[t] for t in targets}
        free = [r for r in member.roots if r not in targets and row[r] is None]
        known = {r: row[r] for r in member.roots if r not in free}
        return any(
            all(row[n] is None or state[n] == row[n] for n in self.names)
            for some in self.assignments(free)
            for state in [self.run(member, clamped, {**known, **some})]
        )

    def explains_worlds(self, member: Member, worlds: list[dict[str, Any]]) -> bool:
        return all(self.explains(member, w["targets"], row) for w in worlds for row in w["rows"])

    # --- members

    def order_key(self, name: str, local: Local) -> Any:
        places = tuple(self.names.index(p) for p in local.parents)
        return (
            local.size,
            len(places),
            places,
            tuple(self.domains[name].index(v) for v in local.table),
        )

    def options(self, name: str) -> list[Local]:
        """Functions that no row refutes by itself, in their order."""
        kept = [
            local
            for parents in self.parent_sets(name)
            for local in self.functions(name, parents)
            if all(
                self.apply(local, row) == row[name]
                for w in self.training
                if name not in w["targets"]
                for row in w["rows"]
                if all(row[n] is not None for n in (name, *parents))
            )
        ]
        return sorted(kept, key=lambda local: self.order_key(name, local))

    @cached_property
    def members(self) -> list[Member]:
        """All members in their order."""
        options = {n: self.options(n) for n in self.names if not self._always_root(n)}
        result: list[Member] = []
        for roots in self.root_sets():
            inner = [n for n in self.names if n not in roots]
            if prod(len(options[n]) for n in inner) > self.limit:
                raise TooLarge("choices")
            for chosen in product(*(options[n] for n in inner)):
                member = Member(roots, tuple(zip(inner, chosen, strict=True)))
                acyclic = self.acyclic({n: set(f.parents) for n, f in member.functions})
                if acyclic and self.explains_worlds(member, self.training):
                    result.append(member)
        return result

    def _always_root(self, name: str) -> bool:
        return self.setting != "hidden-roots" and name in self.document["roots"]

    @staticmethod
    def acyclic(parents: Mapping[str, set[str]]) -> bool:
        left = {n: {p for p in s if p in parents} for n, s in parents.items()}
        while left:
            free = [n for n, s in left.items() if not s & set(left)]
            if not free:
                return False
            for n in free:
                del left[n]
        return True

    def shown(self, member: Member) -> dict[str, Any]:
        return {"roots": list(member.roots), "mechanisms": {n: f.text for n, f in member.functions}}

    def total(self, member: Member) -> int | None:
        sizes = [f.size for _, f in member.functions]
        return None if None in sizes else sum(s for s in sizes if s is not None)

    def solve(self) -> dict[str, Any]:
        if not self.members:
            return {"status": "inconsistent", "roots": None, "mechanisms": None, "total_size": None}
        best = min(self.members, key=lambda m: self.total(m) or 0)
        return {"status": "solved", **self.shown(best), "total_size": self.total(best)}

    # --- experiments

    def experiments(self, most: int = 1) -> list[State]:
        names = sorted(self.names, key=natural)
        return [
            dict(zip(chosen, values, strict=True))
            for k in range(1, most + 1)
            for chosen in combinations(names, k)
            for values in product(*(self.domains[n] for n in chosen))
        ]

    def states(self, member: Member, do: Do) -> list[State]:
        return [self.run(member, do, roots) for roots in self.assignments(member.roots)]

    def separation(self, first: Member, second: Member, most: int = 1) -> dict[str, Any]:
        """The best experiment between two models, its rates and its witness."""
        if first.roots != second.roots:
            return self._of_roots(first, second, most)
        best: Any = None
        for do in self.experiments(most):
            inner = [n for n in self.names if n not in first.roots and n not in do]
            pairs = list(zip(self.states(first, do), self.states(second, do), strict=True))
            differ = [[n for n in inner if a[n] != b[n]] for a, b in pairs]
            rate = Fraction(sum(bool(d) for d in differ), len(pairs))
            cells = (
                Fraction(sum(map(len, differ)), len(pairs) * len(inner)) if inner else Fraction(0)
            )
            if best is None or (rate, cells) > best[:2]:
                witness = next(
                    (
                        {
                            "rootAssignment": {r: a[r] for r in first.roots},
                            "differences": [
                                {"variable": n, "reference": a[n], "alternative": b[n]} for n in d
                            ],
                        }
                        for d, (a, b) in zip(differ, pairs, strict=True)
                        if d
                    ),
                    None,
                )
                best = rate, cells, do, witness
        rate, cells, do, witness = best
        return {
            "experiment": {"type": "hard_do", "assignments": do},
            "pair_disagreement_rate": float(rate),
            "cell_difference_rate": float(cells),
            "separable": witness is not None,
            "witness": witness,
        }

    def _of_roots(self, first: Member, second: Member, most: int) -> dict[str, Any]:
        every = self.experiments(most)
        rates = {"pair_disagreement_rate": None, "cell_difference_rate": None}
        for do in every:
            a, b = self.possible(first, do), self.possible(second, do)
            if a != b:
                least = min(a ^ b)
                where = "reference" if least in a else "alternative"
                state = [self.domains[n][i] for n, i in zip(self.names, least, strict=True)]
                witness = {"state": state, "possible_in": where}
                experiment = {"type": "hard_do", "assignments": do}
                return {"experiment": experiment, **rates, "separable": True, "witness": witness}
        experiment = {"type": "hard_do", "assignments": every[0]}
        return {"experiment": experiment, **rates, "separable": False, "witness": None}

    def possible(self, member: Member, do: Do) -> set[tuple[int, ...]]:
        return {
            tuple(self.domains[n].index(s[n]) for n in self.names) for s in self.states(member, do)
        }

    def separable(self) -> bool | None:
        """Are two members told apart by an intervention on one variable?"""
        if len(self.members) > 2000:
            return None
        experiments = self.experiments()
        states = {
            m: [[tuple(s.values()) for s in self.states(m, do)] for do in experiments]
            for m in self.members
        }
        sets = {m: [set(s) for s in told] for m, told in states.items()}
        return any(
            states[a] != states[b] if a.roots == b.roots else sets[a] != sets[b]
            for a, b in combinations(self.members, 2)
        )

    # --- alternatives

    def alternatives(self, reference: Member, limit: int | None = None) -> list[dict[str, Any]]:
        """Members other than the reference, nearest first, each with its separation."""
        keyed = []
        for place, member in enumerate(self.members):
            if member != reference:
                entries = {n: self.differing(n, reference.of(n), member.of(n)) for n in self.names}
                changed = [n for n in self.names if entries[n]]
                places = tuple(self.names.index(n) for n in changed)
                keyed.append((len(changed), sum(entries.values()), places, place, member, changed))
        return [
            {
                **self.shown(m),
                "changed": changed,
                "entries": entries,
                **self.separation(reference, m),
            }
            for _, entries, _, _, m, changed in sorted(keyed, key=lambda k: k[:4])[:limit]
        ]

    def differing(self, name: str, first: Local | None, second: Local | None) -> int:
        """Table entries at which two mechanisms differ; a root against a function: the whole table."""
        if first is None or second is None:
            return sum(len(f.table) for f in (first, second) if f is not None)
        rows = self.assignments([*first.parents, *second.parents])
        return sum(self.apply(first, s) != self.apply(second, s) for s in rows)

    # --- next, disambiguate

    def next(self, most: int = 1) -> list[dict[str, Any]]:
        count = len(self.members)
        if count <= 1:
            return []
        contexts = self.contexts()
        result = []
        for place, do in enumerate(self.experiments(most)):
            outcomes = Counter(
                tuple(tuple(self.run(m, do, c).values()) for c in contexts) for m in self.members
            )
            groups = sorted(outcomes.values())
            expected = Fraction(sum(g * g for g in groups), count)
            shown = {"experiment": {"do": do}, "worst": groups[-1], "expected": float(expected)}
            more = {"best_case": groups[0], "outcomes": len(groups), "settles": groups[-1] == 1}
            result.append((groups[-1], expected, place, {**shown, **more}))
        return [told for *_, told in sorted(result, key=lambda r: r[:3])]

    def contexts(self) -> list[State]:
        wanted = self.names if self.setting == "hidden-roots" else self.root_sets()[0]
        for w in self.training:
            if not w["targets"] and all(row[n] is not None for row in w["rows"] for n in wanted):
                return [{n: row[n] for n in wanted} for row in w["rows"]]
        return [c for _, c in zip(range(64), self.assignments(wanted), strict=False)]

    def disambiguate(self, gold: Member) -> dict[str, Any]:
        pool = []
        for do in [{}, *self.experiments()]:
            rows: list[State] = []
            for _, roots in zip(range(256), self.assignments(gold.roots), strict=False):
                state = self.run(gold, do, roots)
                if state not in rows:
                    rows.append(state)
            pool.append({"do": do, "targets": set(do), "rows": rows})
        left = [{m for m in self.members if self.explains_worlds(m, [w])} for w in pool]
        every = set(self.members).intersection(*left)
        for k in range(len(pool) + 1):
            for chosen in combinations(range(len(pool)), k):
                if set(self.members).intersection(*(left[i] for i in chosen)) == every:
                    worlds = [
                        (pool[i]["do"], [list(r.values()) for r in pool[i]["rows"]]) for i in chosen
                    ]
                    return {"worlds": worlds, "pool_size": len(pool), "count_after": len(every)}
        raise AssertionError

    # --- queries

    def answer(self, query: Mapping[str, Any]) -> dict[str, Any]:
        shows = self._edge(query) if "edge" in query else self._values(query)
        order = ["no", "yes"] if "edge" in query else self.domains[query["of"]]
        values = [v for v in order if any(s[0] == v for s in shows)]
        empty = {"values": values, "by": None, "witness": None, "reason": None}
        if not values:
            why = "no model explains the evidence"
            if self.members:
                why = "no explaining model can show what is given"
            return {"status": "impossible", "answer": "impossible", **empty, "reason": why}
        if len(values) == 1:
            return {"status": "settled", "answer": values[0], **empty}
        alone: dict[Member, set[Any]] = {}
        for v, m, _ in shows:
            alone.setdefault(m, set()).add(v)
        firsts = [next(s for s in shows if s[0] == v) for v in values[:2]]
        witness = [{"value": v, **self.shown(m), "state": state} for v, m, state in firsts]
        by = "contexts" if any(len(s) > 1 for s in alone.values()) else "models"
        same = {"status": "undetermined", "answer": "undetermined"}
        return {**same, **empty, "by": by, "witness": witness}

    def _values(self, query: Mapping[str, Any]) -> list[tuple[Any, Member, Any]]:
        given = query.get("given", {})
        return [
            (state[query["of"]], member, list(state.values()))
            for member in self.members
            for state in self.states(member, query.get("do", {}))
            if all(state[n] == v for n, v in given.items())
        ]

    def _edge(self, query: Mapping[str, Any]) -> list[tuple[Any, Member, Any]]:
        edge = query["edge"]
        cause, effect = edge.split("->") if isinstance(edge, str) else edge
        result = []
        for m in self.members:
            local = m.of(effect)
            result.append(
                ("yes" if local is not None and cause in local.parents else "no", m, None)
            )
        return result

    # --- answers

    def reading(self, name: str) -> Reading:
        words = frozenset(v for d in self.domains.values() for v in d if isinstance(v, str))
        grammar = self.class_of(name).get("grammar") or {}
        return Reading(self.domains, words, grammar.get("operators", {}))

    def compiled(
        self, mechanisms: Mapping[str, str], roots: Sequence[str]
    ) -> Member | tuple[str, str]:
        """The model of expressions, or the stage at which they fail and the variable."""
        try:
            terms = {n: parse(t, self.reading(n)) for n, t in mechanisms.items()}
        except Bad as fault:
            return "parse", str(fault)
        for n, term in terms.items():
            if mentioned(term) - set(self.legal(n)):
                return "legal", n
        functions = {}
        for n in [n for n in self.names if n in terms]:
            names = [x for x in self.names if x in mentioned(terms[n])]
            operators = self.reading(n).operators
            rows = list(product(*(self.domains[x] for x in names)))
            table = [value(terms[n], dict(zip(names, row, strict=True)), operators) for row in rows]
            if any(v not in self.domains[n] for v in table):
                return "total", n
            functions[n] = self.reduced(n, names, rows, table)
        if not self.acyclic({n: mentioned(t) for n, t in terms.items()}):
            return "acyclic", ""
        return Member(tuple(n for n in self.names if n in roots), tuple(functions.items()))

    def reduced(self, name: str, names: list[str], rows: list[Any], table: list[Any]) -> Local:
        """The function on its essential parents, with size and expression of its class."""
        told = dict(zip(rows, table, strict=True))
        kept = []
        for i, n in enumerate(names):
            changes = (
                told[(*r[:i], v, *r[i + 1 :])] != told[r] for r in rows for v in self.domains[n]
            )
            if any(changes):
                kept.append(n)
        first = {n: self.domains[n][0] for n in names}
        small = tuple(
            told[tuple({**first, **dict(zip(kept, row, strict=True))}[n] for n in names)]
            for row in product(*(self.domains[n] for n in kept))
        )
        plain = Local(tuple(kept), small)
        try:
            known = [f for f in self.functions(name, plain.parents) if f == plain]
        except TooLarge:
            known = [self.tabled(plain.parents, small)]  # only "any" is too large to be listed here
        return (
            known[0]
            if known
            else Local(plain.parents, small, None, self.tabled(plain.parents, small).text)
        )
