"""``python -m tools.renames``: draw methods, rename them, print what mypy did not name."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tools.renames.callers import Callers, Receiver
from tools.renames.checked_copy import CheckedCopy
from tools.renames.definitions import Classes, Method
from tools.renames.trial import Trial, tried

PROJECT = Path(__file__).resolve().parents[2]
NUMBER = 60
HEADS = ("defined", "callers", "named", "missed", "texts")


def roots() -> list[str]:
    """Spaces, problems and documents: the classes from which all others derive."""
    from symcause.registry import families

    shared = [
        "symcause.audits.space.VersionSpace",
        "symcause.audits.of_space.member_collection.MemberCollection",
        "symcause.formats.problems.Problem",
        "symcause.audits.documents.Document",
    ]
    spaces = ["symcause.families.cpt.space.network_space.NetworkSpace"]  # one that lists nothing
    return [*shared, *spaces, *(family.problem.replace(":", ".") for family in families())]


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.renames", description=__doc__)
    parser.add_argument("--number", type=int, default=NUMBER, help="methods (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the draw (%(default)s)")
    parser.add_argument("--all", action="store_true", help="every method")
    parser.add_argument("--only", metavar="WORDS", help="methods whose name contains this")
    parser.add_argument(
        "--whole", type=int, default=0, metavar="N", help="compare N with whole runs of mypy"
    )
    return parser.parse_args()


def line(trial: Trial) -> str:
    """A method with its numbers; below it the callers that were missed."""
    method, missed, texts = trial.method, trial.missed, trial.texts
    counts = (len(method.classes), len(trial.callers) - len(texts), len(trial.named), len(missed))
    rows = [method.title.ljust(44) + "".join(f"{n:>9}" for n in (*counts, len(texts)))]
    for caller in (*missed, *texts):
        place = caller.use.place
        rows.append(f"    {place.file}:{place.line} ({caller.receiver})")
    return "\n".join(rows)


def main() -> int:
    given = _parsed()
    with TemporaryDirectory() as folder:
        print("mypy reads the package …", file=sys.stderr)
        copy = CheckedCopy(PROJECT, Path(folder))
        classes = Classes(copy)
        callers = Callers(copy, classes)
        every = {method: callers.of(method) for method in classes.methods(roots())}
        called = [m for m, found in every.items() if any(not one.use.by_text for one in found)]
        drawn = _drawn(called, given)
        print(f"{len(drawn)} of {len(called)} methods, seed {given.seed}")
        print("method".ljust(44) + "".join(f"{head:>9}" for head in HEADS))
        trials = list[Trial]()
        for method in drawn:
            trial = tried(copy.renamed, method, every[method])
            if any(caller.receiver is Receiver.TYPED for caller in trial.missed):
                trial = tried(copy.renamed_anew, method, every[method])  # a run that starts anew
            trials.append(trial)
            print(line(trials[-1]), flush=True)
        again = trials[: given.whole]
        differing = [t for t in again if tried(copy.renamed_anew, t.method, t.callers) != t]
    complete = sum(not trial.missed for trial in trials)
    missed = {caller.use.place for trial in trials for caller in trial.missed}
    print(f"{complete} of {len(trials)} complete; {len(missed)} places missed")
    if again:
        print(f"whole runs of mypy: {len(differing)} of {len(again)} say something else")
    return int(complete < len(trials) or bool(differing))


def _drawn(every: list[Method], given: argparse.Namespace) -> list[Method]:
    if given.only:
        every = [method for method in every if given.only in method.title]
    if given.all or given.only or given.number >= len(every):
        return every
    return sorted(Random(given.seed).sample(every, given.number), key=lambda m: m.title)


if __name__ == "__main__":
    sys.exit(main())
