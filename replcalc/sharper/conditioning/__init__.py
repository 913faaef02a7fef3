"""B1: conditioning on the sample without loss (proof.md). Sharper than lm:joint_implies_cond."""
