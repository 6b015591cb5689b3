"""Index of the CausalGame paper: which scenario scoring command makes which table and figure."""

from __future__ import annotations

from symcause.scoring.paper_list import Listed, Paper

PAPER = Paper(
    "CausalGame",
    (
        Listed(
            "Tables 1-3, 7, 9, 10, 16; Figures 1-3",
            "what the benchmark is",
            "no: they describe it, nothing is computed",
        ),
        Listed("Figure 4; Tables 11, 12", "survival by model and scenario", "scenario_survival"),
        Listed(
            "Tables 4, 5",
            "gold claims and distractors by model",
            "scenario_claims, of runs that say what they held",
        ),
        Listed("Table 15", "how often claims are found", "scenario_discovery, of the same runs"),
        Listed("Figures 8, 9", "distance of hypotheses", "scenario_distance, the numbers by turn"),
        Listed(
            "Table 6; Figure 11",
            "selection",
            "scenario_selection: the last row of a file is a column of the table",
        ),
        Listed("Table 8", "the scenarios", "scenario_settings"),
        Listed(
            "Table 13",
            "models in both modes",
            "scenario_comparison, of two files: prompting first gives the paper's sign",
        ),
        Listed("Table 14", "difficulty of scenarios", "scenario_means, one per file"),
        Listed("Figures 7, 16", "failure patterns", "scenario_patterns, of runs with a rubric"),
        Listed("Figure 10", "points by failure pattern", "scenario_profiles, of the same runs"),
        Listed(
            "Table 17",
            "verdicts of judges",
            "in part: scenario_rubric, the points that verdicts come to; reasons and quotations of judges "
            "are not computed",
        ),
        Listed(
            "Tables 18-20",
            "two sessions told",
            "no: they describe; the line of a run has its survival and its deployments",
        ),
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
