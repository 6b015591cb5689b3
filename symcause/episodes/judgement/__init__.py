"""The judgement of episodes: steps, answers, scores, and their documents and stories."""
