"""The datasheet of a dataset, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.formats.datasets.dataset_manifest import (
    CERTIFICATES,
    CERTIFIED,
    COMPLETE,
    EXACT,
    Dataset,
)

_TITLES = {
    "family": "Family",
    "setting": "Disclosure setting",
    "task": "Task",
    "level": "Level of evidence",
    "verdict": "Verdict",
    "certified": "Certified",
    "preset": "Stratum",
    "variables": "Variables",
    "training_worlds": "Training worlds",
    "heldout_worlds": "Held-out worlds",
    "observations": "Observations",
    "relation": "Relation",
    "label": "Label",
    "query": "Query",
    "answer": "Answer",
    "class": "Class of models that verdicts are about",
}


def datasheet(dataset: Dataset) -> str:
    """The whole sheet."""
    return "\n".join(_lines(dataset)) + "\n"


def _lines(dataset: Dataset) -> Iterator[str]:
    about = dataset.about
    yield f"# Datasheet: {about.name}"
    yield ""
    yield about.description or (
        "Problems that ask for an executable causal model that explains a few worlds."
    )
    yield ""
    yield "## What is in it"
    yield ""
    yield f"{dataset.problems} problems, each a set of tables observed under known interventions."
    yield from _tallies(dataset)
    yield ""
    yield "| file | records | bytes | SHA-256 |"
    yield "| --- | ---: | ---: | --- |"
    for entry in dataset.files:
        yield f"| `{entry.path}` | {entry.records} | {entry.bytes} | `{entry.sha256}` |"
    yield ""
    yield from _fixed(dataset)


def _tallies(dataset: Dataset) -> Iterator[str]:
    for key, title in _TITLES.items():
        counts = dataset.tallies.get(key)
        if counts:
            listed = ", ".join(f"{value} ({number})" for value, number in counts.items())
            yield f"- {title}: {listed}"


def _fixed(dataset: Dataset) -> Iterator[str]:
    about = dataset.about
    yield "## Who may see what"
    yield ""
    yield (
        "`public/` holds training worlds and what the setting discloses. Held-out worlds, true models, "
        "generation records and certificates are in `evaluator/` only; systems under test must not see "
        "that folder. Variants of one latent model share their worlds, so a system that is tested on "
        "one variant must not be given another."
    )
    yield ""
    yield "## How it came about"
    yield ""
    if dataset.tallies.get("preset"):
        yield (
            "Models and worlds were drawn at random from a seed; preset, seed and filters of each "
            "problem are in its metadata (`generation`), so every problem can be made again. No data "
            "about people is involved."
        )
    else:
        yield "The problems were converted from the files that the publisher of this dataset chose."
    yield ""
    yield from _settled(dataset)
    yield ""
    yield "## What it is for, and what not"
    yield ""
    yield (
        "Measuring whether a system can find an executable model from interventional evidence. Scores "
        f"say nothing about causal claims in any field of application.{_trust(dataset)}"
    )
    if dataset.contradicted:
        yield ""
        yield (
            "Gold contradicts the evidence of these problems, so nobody can answer them rightly; leave "
            f"them out of scores: {', '.join(dataset.contradicted)}."
        )
    if dataset.without_heldout:
        yield ""
        yield (
            f"{_of(dataset.without_heldout, dataset)} have no held-out worlds: nothing can be said about "
            "what an answer predicts for interventions that it has not seen."
        )
    yield ""
    yield "## Licence, origin, upkeep"
    yield ""
    for key, value in (
        ("Version", about.version),
        ("Licence", about.license),
        ("Creator", about.creator),
        ("Published", about.date),
        ("Address", about.url),
    ):
        yield f"- {key}: {value or 'not stated'}"


def _trust(dataset: Dataset) -> str:
    """What is known about the rows: nothing where a family does not say."""
    counts = dataset.tallies.get("observations", {})
    polynomial = sum(counts.values())
    if not polynomial:
        return ""
    if counts.get(EXACT) == dataset.problems:
        return " Rows are noise-free and complete."
    partial = [f"{number} with {kind}" for kind, number in counts.items() if kind != EXACT]
    whole = f"{_of(counts.get(EXACT, 0), dataset)} have rows that are noise-free and complete"
    listed = f"; the others: {', '.join(partial)}" if partial else ""
    return f" {whole}{listed}."


def _settled(dataset: Dataset) -> Iterator[str]:
    """What is proven about the problems, and how a reader can check it."""
    verdicts = dataset.tallies.get("verdict", {})
    yield "## What the evidence settles"
    yield ""
    if verdicts:
        listed = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
        yield (
            f"Exact verdicts over each problem's own class of models: {listed}. Where a problem is "
            "ambiguous, several models explain the training worlds; a different answer that replays "
            "them is then not wrong about the evidence."
        )
    else:
        yield "Verdicts are not stated in the problems; `symcause audit evaluator/problems.jsonl` tells."
    yield ""
    held = sum(dataset.tallies.get(CERTIFIED, {}).values())
    if not held:
        yield (
            "No problem has a certificate. `symcause audit evaluator/problems.jsonl --certificate "
            "certificates/` makes them."
        )
        return
    unique = dataset.certified_unique
    yield (
        f"{_of(held, dataset)} have a certificate: {dataset.claims}. "
        + (
            f"{_of(unique, dataset)} are certified unique: the evidence leaves one explanation, or one "
            "answer, in the class that the problem states. "
            if unique
            else ""
        )
        + "Check them again, without any solver, in this folder:"
    )
    yield ""
    yield "```sh"
    yield f"symcause verify {COMPLETE} {CERTIFICATES}"
    yield "```"


def _of(number: int, dataset: Dataset) -> str:
    return f"{number} of {dataset.problems} problems"
