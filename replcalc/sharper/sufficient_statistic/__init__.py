"""Resampling from a sufficient statistic without loss (proof.md): sharper thm:suff_stat."""
