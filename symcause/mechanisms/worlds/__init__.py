"""The fewest further worlds that leave as few models as a whole pool of them."""
