"""Linear scoring: answers read and scored, graders, prompts, summaries."""
