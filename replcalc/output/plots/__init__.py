"""Pictures: samples against an input, methods side by side, the graph of what a proof uses."""
