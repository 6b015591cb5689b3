"""Problems of the statements family: what is stated, what is asked, digest and budgets."""
