"""B1: conditioning on the sample without loss (docs/theory/conditioning.md). Sharper than lm:joint_implies_cond."""
