"""Which command makes which table and figure of the paper, and which cannot be made."""

from __future__ import annotations

from symcause.scoring.paper import Listed, Paper

PAPER = Paper(
    "ReCITE",
    (
        Listed(
            "Tables 1, 16, 17",
            "the dataset",
            "in part: symcause audit of a sample; no table over all",
        ),
        Listed(
            "Tables 2, 6; Figures 1, 4, 5, 7, 13",
            "models, other benchmarks, examples",
            "no: they describe",
        ),
        Listed("Tables 3, 20", "judged scores", "judged, judged released (--evaluations)"),
        Listed("Table 4", "names given", "released, edges, judged by task"),
        Listed("Table 5", "top and bottom quartile", "sizes"),
        Listed("Figures 2, 14, 15", "by explicitness", "explicitness"),
        Listed("Figure 3", "by domain", "domains"),
        Listed(
            "Tables 7, 8",
            "agreement of judges",
            "judges (Table 8: --matched); the paper's signs differ between the two",
        ),
        Listed("Table 9", "judges by model", "judge gap"),
        Listed("Tables 10, 11", "unweighted matches", "unweighted"),
        Listed("Table 12; Figure 6", "topology", "topology"),
        Listed("Table 13", "topology against F1", "correlations"),
        Listed("Tables 14, 15", "density, cycles", "density, cycles"),
        Listed(
            "Table 18",
            "clusters",
            "clusters, cluster tests (--clusters FILE: the paper's own were not released)",
        ),
        Listed("Table 19", "length of reasoning", "reasoning"),
        Listed(
            "Figures 8-10",
            "length by quartile, tokens",
            "reasoning quartiles; reasoning tokens, four characters each: no tokeniser is used",
        ),
        Listed("Figures 11, 12", "explicitness by size", "size"),
        Listed(
            "Table 21",
            "annotators",
            "no: labels of annotators are not read",
        ),
        Listed("Table 22", "cosine similarity", "similarity, where evaluations hold scores"),
        Listed("Table 23", "errors of edges", "rates"),
    ),
)
