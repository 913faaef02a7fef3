"""The one table of names: commands, the functions of the library that answer them, the methods that they compare.

The command line, its completion, the library, sweeps and the pages in the browser read their names here. The methods
themselves are named by their theories (``replcalc.planning.method``); a command says which kind of them it compares.
Plain data: nothing is imported for a name but what holds the table.
"""

from collections import namedtuple

#: ``parsed``: module:attribute of the click command, in replcalc.cli where nothing else is said. ``says``: one line of
#: help. ``answered``: module:function of the library, in replcalc, or nothing. ``kind``: of the questions it asks.
NamedCommand = namedtuple("NamedCommand", "parsed says answered kind", defaults=("", ""))

COMMANDS: dict[str, NamedCommand] = {
    "compose": NamedCommand(
        "questions:compose",
        "Samples and parameters to run k replicable algorithms together.",
        "api.questions:compose",
        "composition",
    ),
    "pg-compose": NamedCommand(
        "questions:pg_compose", "Compose perfectly generalizing algorithms.", "api.questions:pg_compose", "pg"
    ),
    "boost": NamedCommand(
        "questions:boost", "Boost the success probability of a replicable algorithm.", "api.questions:boost", "boosting"
    ),
    "plan": NamedCommand("tasks:plan", "Samples of one task, before the data; with a seed, a study."),
    "lower-bound": NamedCommand(
        "questions:lower_bound",
        "Samples that adaptive composition needs at least.",
        "api.questions:lower_bound",
        "lower-bound",
    ),
    "sweep": NamedCommand("sweep:sweep", "A question at many points, into a file.", "sweeps.sweep:sweep"),
    "plot": NamedCommand(
        "sweep:plot", "Pictures: samples, methods side by side, dependency graphs.", "output.plots.draw:plot"
    ),
    "run": NamedCommand("tasks:run", "Run the recommended algorithms on data, with a shared seed."),
    "show": NamedCommand(
        "theory:show",
        "Read the theory: a statement, a method, a constant, a word; alone, the catalogue.",
        "api.knowledge:show",
    ),
    "derive": NamedCommand("theory:derive", "A derivation as a tree down to cited results.", "api.knowledge:derive"),
    "verify": NamedCommand(
        "checks:verify", "Decide every constant and inequality of the paper.", "api.knowledge:verify"
    ),
    "prove": NamedCommand(
        "checks:prove",
        "Decide an inequality of your own: proved, refuted at a point, or why not.",
        "prover.proving:prove",
    ),
    "simulate": NamedCommand(
        "checks:simulate", "Exact small cases: every bound compared with the truth.", "api.knowledge:simulate"
    ),
    "table": NamedCommand(
        "theory:table", "Tables: 1, constants, errata, gaps; --write and --check their files.", "api.knowledge:table"
    ),
    "site": NamedCommand("theory:site", "The theory as HTML pages to read."),
    "serve": NamedCommand("replcalc.web.serve:serve", "The calculator as a page in the browser."),
}

#: name in Python -> module: what answers a command, and the catalogue itself
FUNCTIONS: dict[str, str] = (
    {
        function: f"replcalc.{module}"
        for module, _, function in (
            command.answered.partition(":") for command in COMMANDS.values() if command.answered
        )
    }
    | dict.fromkeys(("statement", "STATEMENTS"), "replcalc.statements.catalogue")
    | {
        "Proof": "replcalc.statements.derivation",
        "certify": "replcalc.statements.certification",
        "plan": "replcalc.plan",  # a function for each task: plan.means, ...
        "run": "replcalc.run",
    }
)

#: ``declared``: module:class of a task of ``replcalc run`` (a ``run.task.RunTask``), in replcalc. ``says``: one line.
NamedTask = namedtuple("NamedTask", "declared says")

TASKS: dict[str, NamedTask] = {
    "means": NamedTask("problems.queries.algorithm:MeansTask", "Means of columns and of expressions."),
    "ab": NamedTask("sharper.two_arms.algorithm:AbTask", "Is the new variant better than the old one?"),
    "same": NamedTask("sharper.two_sided.algorithm:SameTask", "Two-sided and equivalence tests: same or different."),
    "test": NamedTask("sharper.threshold_test.algorithm:TestTask", "Low or high: the best replicable test."),
    "choose": NamedTask("problems.choices.algorithm:ChooseTask", "The best of many options, or the best few."),
    "frequencies": NamedTask("sharper.frequencies.algorithm:FrequenciesTask", "How frequent groups are, or which are."),
    "quantiles": NamedTask("sharper.quantile_search.algorithm:QuantilesTask", "Medians and other quantiles."),
    "auc": NamedTask("sharper.u_statistics.algorithm:AucTask", "How well a score tells two classes apart."),
}

#: Kind of a question -> the command or task that asks it.
KINDS: dict[str, str] = (
    {command.kind: name for name, command in COMMANDS.items() if command.kind}
    | {"queries": "means", "own-accuracies": "means", "proportions": "frequencies", "heavy-hitters": "frequencies"}
    | {name: name for name in TASKS}
    | {"top": "choose", "u-statistic": "auc"}
)
