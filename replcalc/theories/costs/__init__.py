"""What the problems cost: testers, fallbacks and replicable solvers, constants explicit or visibly hidden."""
