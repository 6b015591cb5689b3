"""Damaged files through every command."""

from __future__ import annotations

from pathlib import Path
from random import Random

from attack.cases import Case, plain
from attack.commands import command_line, verification
from attack.corpus import Corpus, portion, ready_corpus
from attack.faults import Tally, past_the_reader
from attack.hostile import swollen
from attack.mutations import damaged

PART = "damaged files"


class Fuzzer:
    """Makes case after case; case *i* of a seed is always the same."""

    def __init__(self, seed: int, faults: Path, every: int = 1) -> None:
        self._seed, self._number, self._faults = seed, 0, faults
        self._files: Corpus = ready_corpus(every)

    def case(self, number: int) -> Case:
        """The case of this number."""
        rng = Random(f"{self._seed} {number}")
        if rng.random() < 0.06:
            return self._hostile(rng, number)
        arguments, needed = command_line(rng, self._files)
        files = {name: portion(rng, seed) for name, seed in sorted(needed.items())}
        done = []
        names = rng.sample(sorted(files), min(len(files), rng.choice((1, 1, 1, 2))))
        for name in names:
            files[name], how = damaged(rng, files[name])
            done.append(f"{name}: {how}")
        return Case(tuple(arguments), files, f"seed {self._seed}, case {number}; {'; '.join(done)}")

    def _hostile(self, rng: Random, number: int) -> Case:
        """A certificate that asks for too much."""
        arguments, needed = verification(rng, self._files)
        files = {name: seed.data for name, seed in needed.items()}
        proof = arguments[2]
        files[proof] = swollen(rng, files[proof])
        return Case(tuple(arguments), files, f"seed {self._seed}, case {number}; {proof}: swollen")

    @staticmethod
    def _kind(case: Case) -> str:
        """What the table tells apart beside the command."""
        if any(word.startswith("/dev/") for word in case.arguments):
            return ", a device as a file"
        return ", hostile by size" if "swollen" in case.origin else ""

    def trial(self, tally: Tally) -> None:
        """Try the next case."""
        case = self.case(self._number)
        self._number += 1
        outcome, told = case.tried()
        kind = f"`{case.arguments[0]}`{self._kind(case)}"
        tally.note(PART, kind)
        if past_the_reader(outcome):
            tally.past(PART, kind)
        if told is not None:
            path = case.save(self._faults, told, outcome)
            tally.fault(PART, kind, f"{plain(case.arguments)}: {told}; see {path}")
