"""Heavy hitters: a list of every element of probability at least nu and of none of probability at most nu - epsilon."""
