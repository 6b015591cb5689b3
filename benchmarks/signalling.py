"""A small signalling network: what stimuli, inhibitors and readouts tell about it, beside z3.

The structure is the toy model of epidermal growth factor and tumour necrosis factor signalling that
CellNOpt is taught with (J. Saez-Rodriguez et al., Molecular Systems Biology 5:331, 2009): sixteen signed
interactions, two stimuli, inhibitors of Raf and PI3K, seven readouts. It is written here as SIF. Binary
measurements come from a model in which PI3K and Hsp27 need one cause and Mek needs Raf without Akt; what is
not read out is unobserved. *z3* answers the same question from the definition: a truth table over the
candidate causes of each variable, signs as clauses, unread cells as unknowns, members one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from time import process_time
from typing import TypeVar

import z3

import symcause
from symcause.boolean import BooleanProblem
from symcause.formats.graphs import candidates_of, read_parts

TITLE = "A signalling network: audit and count beside z3 on the same question"

SIF = """\
EGF\tactivates\tRas\tPI3K
TNFa\tactivates\tPI3K\tTRAF6
TRAF6\tactivates\tp38\tJnk\tNFkB
Jnk\tactivates\tcJun
p38\tactivates\tHsp27
PI3K\tactivates\tAkt
Ras\tactivates\tRaf
Raf\tactivates\tMek
Akt\tinhibits\tMek
Mek\tactivates\tp90RSK\tErk
Erk\tactivates\tHsp27
"""

STIMULI = ("EGF", "TNFa")
READOUTS = ("Akt", "Erk", "Hsp27", "Jnk", "NFkB", "cJun", "p90RSK")
TRUTH = symcause.boolean.model(
    {
        **{"Ras": "EGF", "PI3K": "EGF | TNFa", "TRAF6": "TNFa", "p38": "TRAF6", "Jnk": "TRAF6"},
        **{"NFkB": "TRAF6", "cJun": "Jnk", "Hsp27": "p38 | Erk", "Akt": "PI3K", "Raf": "Ras"},
        **{"Mek": "Raf & !Akt", "p90RSK": "Mek", "Erk": "Mek"},
    }
)
NAMES = TRUTH.variables

T = TypeVar("T")
Row = dict[str, int | str]


def measured(*inhibited: str) -> list[Row]:
    """Every pair of stimuli, undisturbed and with each inhibitor: stimuli, targets and readouts."""
    rows: list[Row] = []
    for target in ("", *inhibited):
        for stimuli in product((0, 1), repeat=len(STIMULI)):
            given = dict(zip(STIMULI, stimuli, strict=True))
            shown = TRUTH.simulate(given, do={target: 0} if target else {})
            read = {*STIMULI, *READOUTS, target}
            row: Row = {name: int(shown[name]) if name in read else "?" for name in NAMES}
            rows.append({**row, "do": f"{target}=0" if target else ""})
    return rows


def posed(*inhibited: str) -> BooleanProblem:
    """The problem of what these experiments show, with the network as what may cause what."""
    return symcause.boolean.problem(
        measured(*inhibited),
        variables=NAMES,
        roots=STIMULI,
        operators=["not", "and", "or"],
        knowledge=candidates_of(read_parts(SIF, form="sif")),
    )


@dataclass(frozen=True)
class Second:
    """The same question in z3: one Boolean for every line of every truth table."""

    rows: Sequence[Row]

    def solver(self) -> tuple[z3.Solver, dict[str, dict[tuple[int, ...], z3.BoolRef]]]:
        causes, signs = network()
        solver = z3.Solver()
        tables = {
            name: {
                pattern: z3.Bool(f"{name} {pattern}")
                for pattern in product((0, 1), repeat=len(causes[name]))
            }
            for name in NAMES
            if name not in STIMULI
        }
        for name, table in tables.items():
            for pattern, low in table.items():
                for i, cause in enumerate(causes[name]):
                    if pattern[i] == 0:
                        high = table[(*pattern[:i], 1, *pattern[i + 1 :])]
                        rises = signs[cause, name] == "+"
                        solver.add(z3.Implies(low, high) if rises else z3.Implies(high, low))
        for number, row in enumerate(self.rows):
            cells = {
                name: z3.Bool(f"{number} {name}")
                if row[name] == "?"
                else z3.BoolVal(row[name] == 1)
                for name in NAMES
            }
            for name, table in tables.items():
                if str(row["do"]).partition("=")[0] != name:
                    for pattern, output in table.items():
                        seen = zip(causes[name], pattern, strict=True)
                        here = z3.And([cells[cause] == (bit == 1) for cause, bit in seen])
                        solver.add(z3.Implies(here, cells[name] == output))
        return solver, tables

    def members(self) -> list[dict[str, dict[tuple[int, ...], bool]]]:
        """Every member, as truth tables over all candidates."""
        solver, tables = self.solver()
        lines = [line for table in tables.values() for line in table.values()]
        found = []
        while solver.check() == z3.sat:
            model = solver.model()
            values = {v: z3.is_true(model.eval(v, model_completion=True)) for v in lines}
            solver.add(z3.Or([line != value for line, value in values.items()]))
            found.append(
                {
                    name: {pattern: values[line] for pattern, line in table.items()}
                    for name, table in tables.items()
                }
            )
        return found


def network() -> tuple[dict[str, list[str]], dict[tuple[str, str], str]]:
    """The candidate causes of every variable, and the signs: SIF read by hand, a second time."""
    causes: dict[str, list[str]] = {name: [] for name in NAMES}
    signs = {}
    for line in SIF.splitlines():
        cause, relation, *effects = line.split("\t")
        for effect in effects:
            causes[effect].append(cause)
            signs[cause, effect] = {"activates": "+", "inhibits": "-"}[relation]
    return causes, signs


def edges_of(member: Mapping[str, Mapping[tuple[int, ...], bool]]) -> set[tuple[str, str]]:
    """The candidates on which the tables of a member depend."""
    causes, _ = network()
    return {
        (cause, name)
        for name, table in member.items()
        for i, cause in enumerate(causes[name])
        if any(table[p] != table[(*p[:i], 1 - p[i], *p[i + 1 :])] for p in table)
    }


def state(
    member: Mapping[str, Mapping[tuple[int, ...], bool]], given: Mapping[str, int]
) -> dict[str, int]:
    """What a member shows where these variables are held."""
    causes, _ = network()
    found = dict(given)
    while len(found) < len(NAMES):
        for name in NAMES:
            if name not in found and all(cause in found for cause in causes[name]):
                pattern = tuple(found[cause] for cause in causes[name])
                found[name] = int(member[name][pattern])
    return found


def run(quick: bool) -> list[str]:
    """Members, entailed edges and times, by what was measured."""
    lines = [
        "| measured | rows | members | always | count ms | audit ms | z3 ms | z3 / count |",
        "|" + " --- |" * 8,
    ]
    for inhibited in ((), ("Raf",), ("PI3K",), ("Raf", "PI3K")):
        problem = posed(*inhibited)
        counted, counting = _timed(partial(symcause.count, problem))
        audited, auditing = _timed(partial(symcause.audit, problem))
        found, second = _timed(Second(measured(*inhibited)).members)
        assert counted.count == len(found)
        always = sum(status == "always" for status in (audited.edges or {}).values())
        assert always == len(set.intersection(*map(edges_of, found)))
        name = ", ".join(("stimuli", *(f"{target} inhibited" for target in inhibited)))
        lines.append(
            f"| {name} | {len(measured(*inhibited))} | {counted.count} | {always} of 16 | "
            f"{counting * 1e3:.0f} | {auditing * 1e3:.0f} | {second * 1e3:.0f} | {second / counting:.1f} |"
        )
    return lines


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    """The answer, and the least of three times."""
    times = []
    for _ in range(3):
        start = process_time()
        found = work()
        times.append(process_time() - start)
    return found, min(times)
