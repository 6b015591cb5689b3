"""The linear problem: evidence, class of models, replay, metrics of hypotheses."""
