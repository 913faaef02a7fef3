"""The paper's table: bounds as derivations, reduced to orders of growth."""
