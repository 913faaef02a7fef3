"""The introduction's informal theorems and its table (TeX lines 235-630), tied to the statements they announce."""
