"""The algorithms that the calculator recommends, as small reference implementations driven by its certified plans."""
