"""Tables of a Boolean scoring run, as the ReplaySCM paper has them, and the sums behind them."""
