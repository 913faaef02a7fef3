"""Section "Boosting Success Probability": the general construction, statistical queries and the Bernoulli tester."""
