"""Which command makes which table and figure of the paper, and which cannot be made."""

from __future__ import annotations

from symcause.scoring.paper import Listed, Paper

PAPER = Paper(
    "CausalGame",
    (
        Listed(
            "Tables 1, 2, 7-10, 15, 16, 18-20; Figures 1-3",
            "what the benchmark is",
            "no: they describe it",
        ),
        Listed(
            "Figure 4; Tables 11, 12",
            "survival by scenario",
            "scenario_runs_by_scenario; published tables are recounted: scenario_recount, scenario_means",
        ),
        Listed(
            "Tables 3, 17; Figures 7, 10, 16",
            "failure patterns and rubric",
            "in part: scenario_rubric, patterns in scenario_runs",
        ),
        Listed(
            "Tables 4, 5; Figures 8, 9",
            "hypotheses and distance",
            "in part: claim_distance of every run, no table",
        ),
        Listed(
            "Table 6; Figures 11-15",
            "selection, noise, hidden causes",
            "no: runs of those variants were not released",
        ),
        Listed("Table 13", "summary by model", "scenario_recount"),
        Listed("Table 14", "difficulty of scenarios", "scenario_means"),
        Listed(
            "Figures 5, 6", "environments; other benchmarks", "no: their data were not released"
        ),
    ),
)
