"""Boolean baselines: solvers that a benchmark reports beside systems."""
