"""Files of answers: predictions, transcripts, token usage and studies."""
