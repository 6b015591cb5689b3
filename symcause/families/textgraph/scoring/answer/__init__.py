"""The scoring of one text graph answer: metrics, released numbers, causal distances."""
