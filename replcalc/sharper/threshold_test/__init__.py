"""The best replicable test between two values of a parameter: a shared random threshold for the count."""
