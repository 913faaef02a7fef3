"""Every problem by itself on one common sample: run once, votes of two answers, or lotteries, as each pays."""
