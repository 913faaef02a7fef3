"""What algorithms that run on data share: columns in one pass, seeded streams, plans and size checks."""
