"""Resampling from a sufficient statistic without loss (docs/theory/sufficient-statistic.md): sharper thm:suff_stat."""
