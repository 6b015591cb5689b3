"""The ledger of the soak: what was tried adds up, a soak stops and goes on, the page says what it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from attack import rounds, soak
from attack.faults import Tally
from attack.ledger import Ledger, Run
from attack.readers import BATCH, PART, Readers
from tests.amounts import amount
from tests.cli.cases import ROOT


def _run(seed: int, times: int, fault: str | None = None) -> Run:
    tally = Tally()
    tally.note("a part", "a thing", times)
    if fault is not None:
        tally.fault("a part", "a thing", fault)
    return Run(seed, "2026-01-01", "1.0.0", 3.0, tally)


def test_a_ledger_keeps_what_it_is_told(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.jsonl")
    assert (ledger.next_seed, ledger.runs, ledger.summary()) == (1, [], "No run yet.")
    ledger.append(_run(1, 40))
    ledger.append(_run(2, 60, "seed 2, number 5: wrong"))
    assert (ledger.next_seed, ledger.total.cases) == (3, 100)
    assert ledger.total.faults == ["a part: a thing: seed 2, number 5: wrong"]
    assert ledger.summary().startswith(
        "100 cases in 2 runs with seeds 1 to 2, 0.0 hours, 2026-01-01; 1 fault"
    )


def test_a_line_that_was_cut_short_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    ledger = Ledger(path)
    ledger.append(_run(1, 40))
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"seed": 2, "da')
    assert (ledger.next_seed, ledger.total.cases) == (2, 40)
    ledger.append(_run(2, 2))
    assert path.read_bytes().startswith(whole) and ledger.total.cases == 42


def test_a_ledger_that_does_not_add_up_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    path.write_text(_run(1, 40).line().replace('"cases": 40', '"cases": 41') + "\n", "utf-8")
    with pytest.raises(ValueError, match="does not add up"):
        Ledger(path).total  # noqa: B018


def test_a_soak_stops_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def trial_of(part: str, seed: int, folder: Path, faults: Path) -> rounds.Trial:
        seeds.append(seed)

        def trial(tally: Tally) -> None:
            if tally.cases == 30 and seed == 2:
                raise KeyboardInterrupt
            tally.note(part, "a thing", 10)

        return trial

    monkeypatch.setattr(rounds, "trial_of", trial_of)
    ledger = Ledger(tmp_path / "ledger.jsonl")
    ledger.append(_run(1, 5))
    assert soak.soak(ledger, 100, 60, tmp_path, ("read",), each=600)  # interrupted
    assert ledger.total.cases == 35
    assert not soak.soak(ledger, 60, 60, tmp_path, ("read",), each=0.01)
    assert ledger.total.cases >= 60 and len(ledger.runs) > 2
    assert seeds == sorted(set(seeds)) and seeds[0] == 2


def test_readers_alone_find_no_fault(tmp_path: Path) -> None:
    readers, tally = Readers(0, tmp_path, tmp_path / "faults", amount(9, 1)), Tally()
    assert readers.case(7) == readers.case(7)
    readers.trial(tally)
    assert tally.faults == [] and tally.cases == BATCH
    assert tally.read[PART, "certificate"] > 0 and tally.read[PART, "problem"] > 0


def test_the_page_says_what_the_ledger_holds() -> None:
    page = (ROOT / "docs/reliability.md").read_text(encoding="utf-8")
    assert Ledger().summary() in page
