"""Markers: what takes minutes waits until it is asked for; one of everything is the smoke test.

The browser of the tests that look at pages is here, too: one for a module (for all of ``reports``).
"""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from symcause.processes.isolation import Emit
from tests.amounts import pinned_ids
from tests.at_hand import choose
from tests.cli.cases import Shell
from tests.large_pages import in_large_pages
from tests.patience import count_the_hanging, hang
from tests.published import reads
from tests.reports.chromium import Chromium, Page

SMOKE = frozenset(
    (
        "boolean/certify/test_certificates_cli",
        "boolean/scoring/test_answers",
        "boolean/scoring/test_prompts",
        "cli/test_check",
        "dag/test_family",
        "formats/test_examples",
        "formats/test_graph_formats",
        "formats/test_replayscm",
        "house/test_architecture",
        "house/test_conformance",
        "house/test_episodes",
        "house/test_house",
        "house/test_toy_family",
        "linear/certify/test_certificates",
        "linear/space/test_conformance",
        "reports/test_figures",
        "reports/test_pages",
        "scenario/value/test_language",
        "scoring/test_funnel",
        "scoring/test_tables",
        "shapeworld/certify/test_certificates",
        "shapeworld/questions/test_questions",
        "textgraph/questions/test_questions",
        "textgraph/scoring/test_scoring",
        "trust/test_first_mistakes",
    )
)
"""Modules of the smoke test, at least one for every area; of every test in them its first case."""

MEANING = {
    "boolean": (
        "boolean/space/test_space::test_everything_agrees_with_listing",
        "boolean/certify/test_certificates_forged::test_random_local_evidence_never_proves_a_falsehood",
    ),
    "linear": (
        "linear/space/test_space::test_exact_engine_equals_brute_force",
        "linear/certify/test_certificates_forged::test_a_forged_count_is_rejected",
    ),
    "dag": ("dag/test_sizes::test_all_labelled_dags_up_to_four_variables",),
    "shapeworld": (
        "shapeworld/space/test_any_start::test_spaces_against_brute_force",
        "shapeworld/certify/test_certificates::test_forged_settled_certificates_are_rejected",
    ),
    "finite": (
        "finite/test_against_listing::test_random_problems",
        "finite/test_forgeries::test_forgeries_are_refused_for_what_is_false_in_them",
    ),
    "scenario": (
        "scenario/value/test_values::test_exact_values_are_those_of_brute_force",
        "scenario/certify/test_twins::test_forged_certificates_of_twins",
    ),
    "textgraph": (
        "textgraph/alignment/test_alignment::test_every_engine_agrees_with_brute_force",
        "textgraph/certify/test_certificates::test_forged_certificates_are_rejected",
    ),
    "statements": (
        "statements/test_brute_force::test_all_incomplete_sets_of_three_variables",
        "statements/test_certificates::test_forgeries",
    ),
    "cpt": (
        "cpt/test_ranges::test_no_network_lies_outside",
        "cpt/test_certificates::test_no_forgery_is_accepted_for_what_is_false",
    ),
    "evidence": (
        "evidence/test_holes::test_members_and_entailed_cells_are_those_of_the_listing",
        "evidence/test_boolean_hole_certificates::test_no_forgery_is_accepted_that_is_false",
    ),
}
"""What the smoke test knows of meaning: the engines of each family against a list or a second engine, and,
where there are certificates, false ones that are refused; of each the first cases."""

CASES = 4
"""Of these tests, how many cases."""

_MEANT = frozenset(test for tests in MEANING.values() for test in tests)
_MODULES = SMOKE | {test.partition("::")[0] for test in _MEANT}

LONG = frozenset(
    (
        "test_a_certificate_is_verified_without_a_space_or_a_solver",
        "test_a_count_beyond_an_engine_is_unknown",
        "test_a_long_transcript_is_read_in_one_go_and_one_that_is_too_long_is_refused",
        "test_align_is_bounded",
        "test_align_with_other_pairs",
        "test_memory_stays_small",
        "test_no_circle",
        "test_unknown_is_a_value",
        "test_uniqueness_that_is_not_known",
    )
)
"""Tests of those modules that take more than a moment."""


def pytest_configure() -> None:
    """A shell lets what it starts in the background ignore Ctrl-C; some tests are about that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def _module(path: Path) -> str:
    """A module of tests as :data:`SMOKE` names it."""
    return path.relative_to(Path(__file__).parent).with_suffix("").as_posix()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A run of the smoke test alone does not even import the other modules."""
    name = collection_path.name
    wanted = not name.startswith("test_") or _module(collection_path) in _MODULES
    return True if _asked(config) == "smoke" and collection_path.is_file() and not wanted else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Modules and items stay until the end: nobody looks for garbage among them once all are there.

    In the children that commands are run in, looking would copy all of them.
    """
    usual = gc.get_threshold()
    gc.set_threshold(20_000, *usual[1:])
    try:
        return (yield)
    finally:
        gc.set_threshold(*usual)
        gc.freeze()
        in_large_pages()


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Generator[None, None, None]:
    """Of many cases only those that run become items."""
    yield
    calls = getattr(metafunc, "_calls", [])
    if len(calls) > 1 and not _named(metafunc.config) and not _everything(metafunc.config):
        with suppress(AttributeError):  # of pytest's own: other versions may have none
            metafunc._recompute_direct_params_indices()
        kept = [calls[place] for place in _few(metafunc.definition, calls)]
        wanted = [call for call in kept if not any(m.name == "exhaustive" for m in call.marks)]
        calls[:] = calls[:1] if _rests(metafunc.definition) else wanted or kept[:1]


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem(
    collector: pytest.Collector,
) -> Generator[None, list[pytest.Item] | object, list[pytest.Item] | object]:
    """What takes a browser looks at pages; published data are a kind of their own.

    What does not run is collected no further.
    Not where tests are named one by one: a case that is asked for by its name is there.
    """
    made = yield
    config = collector.config
    if isinstance(made, list) and not _named(config):
        made = _wanted(config, made)
    for item in made if isinstance(made, list) else ():
        if "browser" in item.fixturenames:
            item.add_marker("page")
        if isinstance(item, pytest.Function) and reads(item):
            item.add_marker("data")
    return made


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is exhaustive is left out unless it is asked for: thousands of skipped items take their time."""
    if _named(config):
        _thin(items)
    wanted = _wanted(config, items)
    if len(wanted) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if _rests(item)])
        items[:] = wanted
    seen: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0].removeprefix("tests/").replace(".py", "")
        module, *_, name = test.split("::")
        waits = name in LONG or _rests(item)
        cases = CASES if test in _MEANT else 1 if module in SMOKE else 0
        if seen[test] < cases and not waits:
            seen[test] += 1
            item.add_marker("smoke")


def _named(config: pytest.Config) -> bool:
    """Are tests named one by one?"""
    return any("::" in argument for argument in config.args)


def _everything(config: pytest.Config) -> bool:
    return os.environ.get("SYMCAUSE_EXHAUSTIVE") == "1" or "exhaustive" in _asked(config)


def _wanted(config: pytest.Config, items: list[pytest.Item]) -> list[pytest.Item]:
    """What runs: all of it where everything was asked for, else what is not exhaustive."""
    return items if _everything(config) else [item for item in items if not _rests(item)]


def _rests(item: pytest.Item) -> bool:
    return item.get_closest_marker("exhaustive") is not None


def _thin(items: list[pytest.Item]) -> None:
    """``few(n)``: n of a test's cases run every time; the others are exhaustive."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("few") is not None:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for every in cases.values():
        kept = _few(every[0], [getattr(item, "callspec", None) for item in every])
        for place in set(range(len(every))).difference(kept):
            every[place].add_marker("exhaustive")


def _few(test: pytest.Item, calls: list[Any]) -> list[int]:
    """Places of the cases of a test that run every time; all of them unless it is marked."""
    marker = test.get_closest_marker("few")
    wanted = len(calls) if marker is None else int(marker.args[0])
    if wanted >= len(calls):
        return list(range(len(calls)))
    pins = pinned_ids(test.nodeid.partition("[")[0])
    pinned = {place for place, call in enumerate(calls) if call is not None and call.id in pins}
    return sorted(_spread(calls, wanted) | pinned)


def _spread(calls: list[Any], wanted: int) -> set[int]:
    """Places of this many cases: each adds what the most parameters have not been yet, then evenly."""
    evenly = {(2 * i + 1) * len(calls) // (2 * wanted) for i in range(wanted)}
    order = sorted(range(len(calls)), key=lambda place: place not in evenly)
    values = [_values(call) for call in calls]
    seen: set[tuple[str, object]] = set()
    kept: set[int] = set()
    while len(kept) < wanted:
        place = max((p for p in order if p not in kept), key=lambda p: len(values[p] - seen))
        if values[place] <= seen:  # all have been: the rest is spread out
            return kept | set([p for p in order if p not in kept][: wanted - len(kept)])
        kept.add(place)
        seen |= values[place]
    return kept


def _values(call: Any) -> set[tuple[str, object]]:
    """Which value each parameter has in this case; of what is more than a word, its place."""
    plain = (str, int, bool, Enum, type(None))
    return {
        (name, value if isinstance(value, plain) else f"at {call.indices[name]}")
        for name, value in ({} if call is None else call.params).items()
    }


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    choose(item)


def _asked(config: pytest.Config) -> str:
    return str(config.option.markexpr or "").strip()


@pytest.fixture
def children() -> None:
    """Commands of this test work on problems in children (:mod:`tests.at_hand`)."""


@pytest.fixture
def hanging(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time limits of this test end what hangs (:func:`tests.patience.hang`), and nothing that is slow."""
    count_the_hanging(tmp_path_factory.mktemp("hanging"), monkeypatch)


@pytest.fixture
def endless(hanging: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work on a problem that hangs once it has told what it begins with."""
    from symcause.cli.runs.problem_work import ProblemJob

    work = ProblemJob.__call__

    def begun(self: ProblemJob, posed: object, emit: Emit) -> object:
        return work(self, posed, lambda part: hang(emit(part)))

    monkeypatch.setattr(ProblemJob, "__call__", begun)


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    """A running browser."""
    with Chromium() as running:
        yield running


@pytest.fixture
def page(browser: Chromium) -> Page:
    """An empty page of it."""
    return browser.empty()


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    """Commands as a user types them, in this process."""
    return Shell(capsys)
