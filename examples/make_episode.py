"""Makes episode.json, episode.log.jsonl and crystal.json: a crystal, and an agent that is careless.

The agent first claims that everything acts on the frequency, repeats an intervention that teaches it
nothing, keeps a claim that its own data contradict, finds one that fits, and drops it again before it
commits. crystal.json is the same episode with the one intervention that was missing: it leaves one graph.
Run it from the root of the repository; the files are the same every time.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from symcause.families.linear.files.document_writer import write_linear
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Crystal, Manipulation
from symcause.families.linear.problem.problem import ChainState, Gold, LinearProblem, Record
from symcause.families.linear.problem.step_records import PastEntry, StepRecord
from symcause.families.linear.release.log_writer import write_step
from symcause.grammar.equations.equation_parser import parse_equation
from symcause.models.hypotheses import Hypothesis

NAMES = ("density", "moisture", "temperature", "size", "freq")
EQUATIONS = {
    "density": "20",
    "moisture": "12 + 2*density",
    "temperature": "30",
    "size": "8 + 1*moisture",
    "freq": "25 + 2*density + 1*temperature + 3*size",
}
BASES = {
    "r0": {"density": "21.5", "moisture": "14", "temperature": "33", "size": "9"},
    "r1": {"density": "18", "moisture": "11", "temperature": "28.5", "size": "7.5"},
    "manipulator": {"density": "24", "moisture": "10", "temperature": "31", "size": "6"},
    "reactor": {"density": "19.5", "moisture": "16", "temperature": "35", "size": "8"},
}
ACTIONS = ("density 60", "density 60", "size 40", "temperature 12", "size 75")
MISSING = Manipulation("moisture", Fraction(50))
CLAIMS = (
    "density->freq moisture->freq temperature->freq size->freq",
    "density->freq moisture->freq temperature->freq size->freq",
    "density->freq density->moisture temperature->freq size->freq",
    "density->freq density->moisture density->size size->freq",
    "density->freq density->moisture density->size temperature->freq size->freq",
    "density->freq density->moisture temperature->freq size->freq",
)


def main() -> None:
    model = CrystalModel.of({v: parse_equation(text, NAMES) for v, text in EQUATIONS.items()})
    problem = LinearProblem("episode", NAMES, "freq", NAMES[:-1])
    lab = problem.laboratory(model)

    def crystal(name: str) -> Crystal:
        return lab.crystal({v: Fraction(base) for v, base in BASES[name].items()})

    now = crystal("manipulator")
    chain = [ChainState(lab.measure(now))]
    for action in ACTIONS:
        name, value = action.split()
        step = Manipulation(name, Fraction(value))
        now = lab.intervene(now, step)
        chain.append(ChainState(lab.measure(now), step))
    reactor = lab.measure(crystal("reactor"))
    target = reactor.pop("freq")
    problem = replace(
        problem,
        records=tuple(Record(r, lab.measure(crystal(r))) for r in ("r0", "r1")),
        chain=tuple(chain),
        reactor=reactor,
        gold=Gold(dict(model.equations), target),
    )
    folder = Path(__file__).parent
    last = ChainState(lab.measure(lab.intervene(now, MISSING)), MISSING)
    for made in (problem, replace(problem.extended(last), id="crystal")):
        text = json.dumps(write_linear(made), indent=1)
        (folder / f"{made.id}.json").write_text(text + "\n", encoding="utf-8")
    lines = [json.dumps(write_step(step)) for step in steps(problem)]
    (folder / "episode.log.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def steps(problem: LinearProblem) -> list[StepRecord]:
    """One step before every intervention, and the last one."""
    entries = [PastEntry(r.id, r.values) for r in problem.records]
    entries.append(PastEntry("start", problem.chain[0].values))
    found = []
    for i, (claim, state) in enumerate(zip(CLAIMS, (*problem.chain[1:], None), strict=True)):
        edges = tuple((a, b) for a, _, b in (edge.partition("->") for edge in claim.split()))
        planned = None if state is None else state.intervention
        found.append(StepRecord(i, tuple(entries), Hypothesis("freq", edges), planned))
        if state is not None:
            entries.append(PastEntry(f"m{i}", state.values, state.intervention))
    return found


if __name__ == "__main__":
    main()
