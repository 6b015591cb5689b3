"""Which command makes which table and figure of the paper, and which cannot be made."""

from __future__ import annotations

from symcause.scoring.paper import Listed, Paper

PAPER = Paper(
    "CausalGame",
    (
        Listed(
            "Tables 1, 2, 7, 9, 10, 16; Figures 1-3",
            "what the benchmark is",
            "no: they describe it",
        ),
        Listed(
            "Table 3; Figures 7, 16",
            "failure patterns",
            "in part: patterns in scenario_runs; no picture by model",
        ),
        Listed("Figure 4; Tables 11, 12", "survival by model and scenario", "scenario_survival"),
        Listed(
            "Tables 4, 5, 15",
            "hypotheses and claims",
            "scenario_claims, of runs that say what they held",
        ),
        Listed(
            "Figures 8, 9",
            "distance of hypotheses",
            "in part: claim_distance in every line, no picture",
        ),
        Listed("Table 6; Figure 11", "selection", "scenario_selection"),
        Listed("Table 8", "the scenarios", "scenario_settings"),
        Listed("Table 13", "differences of two files", "scenario_delta"),
        Listed("Table 14", "difficulty of scenarios", "scenario_means"),
        Listed("Table 17; Figure 10", "points of the rubric", "scenario_rubric"),
        Listed("Tables 18-20", "files side by side", "scenario_comparison"),
        Listed(
            "Figures 12-15",
            "without noise, without hidden causes",
            "no: runs of those variants were not released",
        ),
        Listed(
            "Figures 5, 6", "environments; other benchmarks", "no: their data were not released"
        ),
    ),
)
