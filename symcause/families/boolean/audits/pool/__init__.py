"""A pool of candidate worlds that the gold model of a Boolean problem could show next."""
