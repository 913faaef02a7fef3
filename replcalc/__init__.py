"""replcalc: the accountant for replicable algorithms.

    >>> import replcalc
    >>> answer = replcalc.compose([100, 200], rho="0.1")
    >>> answer.best
    'naive'

Everything is imported on first use, so that ``import replcalc`` and ``replcalc --help`` stay light.
"""

# Nothing is imported here, not even typing: Ctrl-C before the command is ready must not find this file at work.
__version__ = "0.2.0"

__all__ = [
    "STATEMENTS", "__version__", "amplify", "arms", "boost", "catalogue", "compose", "derive", "glossary",
    "lower_bound", "pg_compose", "plot", "queries", "show", "simulate", "statement", "sweep", "table", "verify",
    "waterfall",
]  # fmt: skip


#: What is not a function of replcalc.api: where it is. The room of the simulators is called like the function.
_ELSEWHERE = {
    "statement": "replcalc.statements.catalogue", "STATEMENTS": "replcalc.statements.catalogue",
    "sweep": "replcalc.sweeps.sweep", "plot": "replcalc.sweeps.figures",
}  # fmt: skip


def __getattr__(name: str):  # type: ignore[no-untyped-def]
    from importlib import import_module

    if name == "simulate":
        return import_module("replcalc.simulate")
    if name in __all__:
        return getattr(import_module(_ELSEWHERE.get(name, "replcalc.api")), name)
    raise AttributeError(f"module 'replcalc' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
