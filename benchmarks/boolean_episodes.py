"""Episodes about Boolean models: what every agent needs, and what it gains.

Problems: generated instances (seed 11 and their number) in every setting, each played once by every agent
with the seed of its number. Agents begin with the observational world, or with all training worlds; the
budget is the number of interventional training worlds; one variable is set at a time, on the contexts of
the observational world. An optimal plan is made where the models are few enough; *both* are the episodes
that it was made for, played by greedy too. *Steps*: actions until nothing can be learnt or the budget is
spent. *Lucky*: right, though other models explain all that was seen.

The second table goes through all truths: every model that explains the observational world is gold once,
without a budget; an agent stops when no experiment can leave fewer models.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from statistics import fmean
from time import process_time

from symcause.answers import Unknown
from symcause.episodes.agents import played, step
from symcause.episodes.episode import Episode
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.episodes.judgement.step_judgement import judgements
from symcause.episodes.rules import Best
from symcause.errors import UsageError
from symcause.families.boolean.episode.experiment_plans import planned
from symcause.families.boolean.episode.rules import BooleanRules
from symcause.families.boolean.generator.instance_pipeline import Request, instances
from symcause.families.boolean.generator.presets import preset
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.member_answers import written
from symcause.models.disclosure import Setting

TITLE = "Episodes about Boolean models (worst case over truths: optimal ≤ greedy; means: greedy ≤ random)"

SEED = 11
TRUTHS = 300  # most truths of a problem that all agents go through


@dataclass(frozen=True)
class _Stratum:
    name: str
    rules: BooleanRules
    share: int = 1  # one in this many of the episodes: large problems take longer


STRATA = (
    _Stratum("hs_n6_easy_calibration", BooleanRules()),
    _Stratum("hs_n8_bridge", BooleanRules(initial="all"), 5),
)


def run(quick: bool) -> list[str]:
    """Every agent in every setting; then all truths of small problems."""
    episodes = 5 if quick else 50
    lines = [
        "| stratum | setting | agent | episodes | settled | at, mean | steps, mean | steps, most "
        "| bits gained | right | justified | lucky | CPU s |",
        "| --- | --- | --- |" + " ---: |" * 10,
    ]
    small: list[BooleanProblem] = []
    for stratum in STRATA:
        number = max(episodes // stratum.share, 1)
        request = Request(preset(stratum.name), SEED, tuple(Setting))
        made = [instances(request, index) for index in range(number)]
        small = small or [p for variants in made for p in variants[:3]]
        for setting, problems in zip(Setting, zip(*made, strict=True), strict=True):
            numbered = dict(enumerate(problems))
            title = f"| {stratum.name}, {stratum.rules.initial} | {setting}"
            planned_for = _played(stratum.rules, numbered, "optimal")
            if planned_for:
                both = {index: numbered[index] for index in planned_for}
                lines.append(f"{title} | optimal | {_cells(planned_for)} |")
                lines.append(f"{title} | greedy (both) | {_row(stratum.rules, both, 'greedy')} |")
            for agent in ("greedy", "random", "passive"):
                lines.append(f"{title} | {agent} | {_row(stratum.rules, numbered, agent)} |")
    return [*lines, "", *_truths(small, 3 if quick else 12)]


def _row(rules: BooleanRules, problems: Mapping[int, BooleanProblem], agent: str) -> str:
    return _cells(_played(rules, problems, agent))


def _played(
    rules: BooleanRules, problems: Mapping[int, BooleanProblem], agent: str
) -> dict[int, tuple[EpisodeDocument, float]]:
    """Every episode with what it cost, without those that the agent does not apply to."""
    found = {}
    for index, problem in problems.items():
        begun = process_time()
        try:
            one = played(Episode(problem, rules, seed=index, agent=agent), agent)
        except UsageError:
            continue
        spent = process_time() - begun
        frame = EpisodeDocument(family="boolean", problem=problem.id)
        judged = next(d for d in judgements(frame, problem, one.transcript) if d.answered)
        found[index] = (judged, spent)
    return found


def _cells(episodes: Mapping[int, tuple[EpisodeDocument, float]]) -> str:
    """What an agent needed, and what it gained."""
    found = [document for document, _ in episodes.values()]
    at = [document.decided_at for document in found if document.decided_at is not None]
    steps = [len(document.steps) for document in found]
    gains = [document.gain for document in found if document.gain is not None]
    cells = [
        str(len(found)),
        str(len(at)),
        f"{fmean(at):.2f}" if at else "–",
        f"{fmean(steps):.2f}",
        str(max(steps)),
        f"{fmean(gains):.2f}" if gains else "–",
        str(sum(bool(document.right) for document in found)),
        str(sum(document.support == "justified" for document in found)),
        str(sum(bool(document.lucky) for document in found)),
        f"{sum(spent for _, spent in episodes.values()):.1f}",
    ]
    return " | ".join(cells)


def _truths(problems: Sequence[BooleanProblem], most: int) -> list[str]:
    lines = [
        "| problem | truths | optimum | optimal, most | greedy, most | random, most "
        "| optimal, mean | greedy, mean | random, mean |",
        "| --- |" + " ---: |" * 8,
    ]
    fitting = (row for problem in problems if (row := _over_truths(problem)) is not None)
    return [*lines, *islice(fitting, most)]


def _over_truths(problem: BooleanProblem) -> str | None:
    rules = BooleanRules()
    known = rules.opening(problem, 0)
    space = ExactSpace.of(known)
    plan = planned(known, rules.targets) if space.count <= TRUTHS else Unknown("too many")
    if isinstance(plan, Unknown) or not plan[0]:
        return None
    steps: dict[str, list[int]] = {"optimal": [], "greedy": [], "random": []}
    for index, member in enumerate(space.members()):
        truth = replace(problem, gold=replace(written(problem, member), roots=member.roots))
        for agent, found in steps.items():
            one = Episode(truth, rules, seed=index, budget=200, agent=agent)
            found.append(_until_nothing_is_left(one, agent))
    assert plan[0] == max(steps["optimal"]) <= max(steps["greedy"])
    assert fmean(steps["greedy"]) <= fmean(steps["random"])
    cells = [problem.id, space.count, plan[0], *(max(found) for found in steps.values())]
    means = (f"{fmean(found):.2f}" for found in steps.values())
    return "| " + " | ".join([*map(str, cells), *means]) + " |"


def _until_nothing_is_left(episode: Episode[BooleanProblem], agent: str) -> int:
    """Steps until no experiment can teach anything."""

    while True:
        best = episode.rules.best(episode.known)
        assert isinstance(best, Best)
        if best.action is None or not step(episode, agent):
            return len(episode.transcript.steps)
