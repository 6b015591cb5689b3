"""Problems and episodes for evaluation harnesses, for training, and as tools of agents."""
