"""Values and engine: numbers, statements, derivations, evaluation, proof. Knows nothing of routes or commands."""
