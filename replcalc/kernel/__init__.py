"""Re-verifies certificates; knows neither sympy nor the prover."""
