"""The calculator in the browser: forms made from the commands' own parameters, answers from limited workers."""
