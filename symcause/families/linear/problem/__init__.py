"""Evidence, classes, replay, hypotheses' metrics, episode logs."""
