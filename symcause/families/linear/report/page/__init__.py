"""Page views of linear reports: problems, episodes, hypotheses, runs and their figures."""
