"""replcalc: the accountant for replicable algorithms.

    >>> import replcalc
    >>> answer = replcalc.compose([100, 200], rho="0.1")
    >>> answer.samples, answer.best.method
    (200, 'side-by-side')

Everything is imported on first use, so that ``import replcalc`` and ``replcalc --help`` stay light.
"""

# Nothing is imported here, not even typing: Ctrl-C before the command is ready must not find this file at work.
__version__ = "1.0.0"


def __getattr__(name: str):  # type: ignore[no-untyped-def]
    from importlib import import_module

    functions = import_module("replcalc.names").FUNCTIONS
    if name == "__all__":
        return ["__version__", *functions]
    if name in ("simulate", "run", "plan", "paper"):  # packages: that of the simulators is called like the function
        return import_module(f"replcalc.{name}")
    if name in functions:
        return getattr(import_module(functions[name]), name)
    raise AttributeError(f"module 'replcalc' has no attribute '{name}'")


def __dir__() -> list[str]:
    from replcalc.names import FUNCTIONS

    return sorted(("__version__", "__all__", *FUNCTIONS))
