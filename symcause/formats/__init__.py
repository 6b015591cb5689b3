"""File formats: JSON, graphs, pools of problems, answers and datasets, with readers and writers."""
