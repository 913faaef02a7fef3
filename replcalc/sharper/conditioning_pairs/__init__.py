"""lm:kasivi with a bound that holds: conditioning two pairs that share neither coordinate."""
