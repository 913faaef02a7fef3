"""The route through differential privacy that the paper's introduction sets against its own: quadratic in n."""
