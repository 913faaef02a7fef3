"""The best of several options, k choices at a time: the question that every method of ``choose`` answers."""
