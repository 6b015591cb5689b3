"""Page views of Boolean reports: checked answers, evidence, packed models."""
