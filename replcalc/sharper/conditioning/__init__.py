"""Conditioning on the sample without loss (proof.md): improves lm:joint_implies_cond."""
