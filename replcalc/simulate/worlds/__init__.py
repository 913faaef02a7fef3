"""The exact small worlds that simulators share."""
