"""Index of the ReCITE paper: which command makes which of its tables and figures."""

from __future__ import annotations

from symcause.scoring.paper_list import Listed, Paper

PAPER = Paper(
    "ReCITE",
    (
        Listed("Table 1", "the samples", "dataset"),
        Listed(
            "Tables 2, 6; Figures 1, 4, 5, 13, 14",
            "models, other benchmarks, examples, a formula",
            "no: they describe, nothing is computed",
        ),
        Listed("Table 3", "judged scores", "judged, judged released (--evaluations)"),
        Listed("Table 4", "names given", "released, edges, judged by task"),
        Listed("Table 5", "top and bottom quartile", "sizes"),
        Listed(
            "Figure 2", "by explicitness", "explicitness, by quartile: the paper's bins are unsaid"
        ),
        Listed("Figure 15", "by strict explicitness", "explicitness strict, by quartile"),
        Listed("Figure 3", "by domain", "domains, the numbers"),
        Listed(
            "Tables 7, 8",
            "agreement of judges",
            "judges (Table 8: --matched); the paper's signs differ between the two",
        ),
        Listed("Table 9", "judges by model", "judge gap"),
        Listed("Tables 10, 11", "unweighted matches", "unweighted, rank agreement"),
        Listed("Table 12", "topology", "topology"),
        Listed(
            "Figure 6",
            "distribution of topology",
            "in part: topology has no histogram, only its median",
        ),
        Listed("Table 13", "topology against F1", "correlations"),
        Listed("Tables 14, 15", "density, cycles", "density, cycles"),
        Listed(
            "Tables 16, 17",
            "fields of the samples",
            "fields: first domains as the samples state them; topics by OpenAlex are in no released file, "
            "with --clusters FILE they are counted as well",
        ),
        Listed(
            "Figure 7",
            "a map of the papers",
            "no: embeddings and reference texts were not released",
        ),
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
            "Tables 20, 21",
            "agreement of annotators",
            "annotation, annotators (--annotations FILE with the numbers that Table 21 prints: the graphs "
            "of the second annotator were not released)",
        ),
        Listed(
            "Table 22",
            "cosine similarity",
            "similarity, similarity gap, where evaluations hold scores: the model that gives them was not "
            "released",
        ),
        Listed("Table 23", "errors of edges", "rates"),
    ),
)
