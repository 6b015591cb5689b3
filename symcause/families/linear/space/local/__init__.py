"""Local linear spaces: the coefficients of one variable's equation, engine by engine."""
