"""What is not right as printed in the paper, and what repairs it, in the order of its sections."""
