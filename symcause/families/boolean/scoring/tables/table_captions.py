"""Captions of the Boolean tables: what each one shows, and over which answers its rates are."""

from __future__ import annotations

SHOWS = {
    "main": "How answers replay training and held-out worlds: rates over all n answers, those not given "
    "among them as invalid; held-out ones over those to problems with held-out worlds",
    "disturbed": "Answers to problems in which some cells may be wrong or were not observed: "
    "rates over all n answers to them, those not given among them as invalid; gold's number over those to "
    "problems where it is known",
    "comparison": "Systems side by side: rates over all n answers, structure over scored ones",
    "retention": "What is left of exact training replay on held-out worlds: rates over all answers; "
    "Retention is the ratio of two means",
    "structure": "How near answers come to gold: means over the n scored answers, which are valid ones to "
    "problems with gold (hidden roots: with the right root set)",
    "size": "How long the formulas are beside gold's: means over valid answers, shares within a slack over "
    "all answers to problems with gold",
    "funnel": "How many answers pass each stage of validation: shares of all n answers (strict JSON: of "
    "those given as text)",
    "usage": "What answers took: means over the answers that come with the number, n of each",
    "alternative": "Claims that another model explains the same: shares of all n answers; optimality over "
    "those with an experiment that separates; paired: over the latent problems that were answered with and "
    "without a reference",
    "sources": "The same claims by who found the known alternative: shares of the n answers of a kind",
    "edits": "What alternatives change of the reference: means over valid answers, or over successful ones",
    "depths": "Where successful alternatives change the reference, all models together: shares of the n "
    "variables at a depth",
    "roots": "Root sets: rates over all n answers, then among those with the right and with a wrong one",
    "nested-roots": "What follows the right root set: rates among answers with it; failures are numbers",
    "intervals": "The rates of the main table, with intervals over problems",
    "deltas": "First setting minus second, over the n latent problems that a system answered in both",
    "structure-deltas": "Later group minus earlier, over the n latent problems with a valid answer in both "
    "(HeldoutWorld: with any)",
    "found": "Answers that are alternatives to gold, valid and exact on the training worlds: numbers, "
    "and shares of the answers attempted and of the exact ones",
}
"""By the key of a table."""
