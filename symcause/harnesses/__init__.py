"""Problems and episodes as tasks of evaluation harnesses: Inspect, and the lm-evaluation-harness."""
