"""What is measured, what it must answer, and the goals: all of it data.

S is the CPU time of one ``import sympy`` in the same run. A goal of None is measured and shown, not judged.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from measure import Case

HERE = Path(__file__).parent
INSIDE = str(HERE / "inside.py")
#: The goal for a row of a sweep by one way, in S.
POINT = 0.03


def command(*words: str) -> tuple[str, ...]:
    return ("-m", "replcalc", *words)


def compose(sizes: str, *more: str) -> tuple[str, ...]:
    return command("compose", "--n", sizes, "--rho", "0.1", *more)


def commands() -> list[Case]:
    """The start of every command, as a person meets it."""
    together = ("--k", "10", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.01")
    return [
        Case("--help", command("--help"), ("compose .* tables",), 0.5),
        Case("list", command("list"), ("thm:main theorem line 240", "derived:raced-votes"), 1.2),
        Case("show thm:main", command("show", "thm:main"), (r"Replicable composition \(theorem",), 1.5),
        Case("show derived:lemma-e", command("show", "derived:lemma-e"), ("derived:lemma-e",), 1.5),
        Case("compose 100,200", compose("100,200"), ("paper 1.379e13", "naive 200 2", "Best: naive"), 2),
        Case(
            "compose 100,200, way direct",
            compose("100,200", "--route", "direct"),
            ("samples 200 samples", "rho 0.0995147", "beta 0.169075", "runs 108"),
            1.5,
        ),
        Case(
            "compose 100,200, way paper",
            compose("100,200", "--route", "paper"),
            ("samples 1.37852e13", "beta 12.6018"),
            1.5,
        ),
        Case(
            "pg-compose het",
            command("pg-compose", "--eps", "0.1,0.2", "--delta", "1e-6", "--delta-prime", "1e-6"),
            ("epsilon_k 2.59182", "delta_star 0.0308387"),
            1.5,
        ),
        Case(
            "pg-compose nonadaptive",
            command("pg-compose", "--eps", "0.1x3", "--delta", "0", "--variant", "nonadaptive"),
            ("0.0748752",),
            1.5,
        ),
        Case("queries", command("queries", *together), ("rounding 85,333", "expected-gap 90,957"), 2.5),
        Case("arms", command("arms", "--arms", "5", *together), ("cosine 3,295,580", "rounding 8,071,241"), 2.5),
        Case("table 1", command("table", "1"), (r"O\(log\(1/rho\)/\(alpha\^2\*rho\^2\)",), 2.5),
        Case("table constants", command("table", "constants", "--all"), ("32/3 proved PROVED",), 10, slow=True),
        Case("verify race.limit", command("verify", "race.limit"), ("PROVED",), 2.5),
        Case(
            "simulate rounding",
            command("simulate", "rounding", "--cases", "20"),
            ("362 cases, 0 violations", "thm:boost_sq 38 0.562756"),
            3,
        ),
    ]


def written(path: Path, count: int, largest: int) -> Path:
    """A file with so many sizes, nearly all of them different."""
    generator = random.Random(0)
    path.write_text(",".join(str(generator.randint(1, largest)) for _ in range(count)), encoding="utf-8")
    return path


def large(folder: Path) -> list[Case]:
    """Long lists, many digits."""
    sizes, more = written(folder / "sizes.txt", 10**5, 10**6), written(folder / "more.txt", 10**6, 10**9)
    methods = {
        "direct": "1,289,117,188",
        "separate": "39,939,970,863",
        "paper": "1.05574e22",
    }
    return [
        *(
            Case(
                f"100,000 different n, way {method}",
                compose(f"@{sizes}", "--route", method),
                (f"samples {samples}",),
                15,
                400,
                slow=True,
            )
            for method, samples in methods.items()
        ),
        *(
            Case(
                f"1,000,000 different n, way {method}",
                compose(f"@{more}", "--route", method),
                (f"samples {samples}",),
                goal,
                1500,
                slow=True,
                once=True,
            )
            for method, samples, goal in (("direct", "1.28386e13", 100),)
        ),
        Case(
            "100x1000000",
            compose("100x1000000"),
            ("direct 2,567,500 3.802e13", "separate 1,350,949,500", "Nothing is certified. Nearest is direct"),
            15,
            400,
            slow=True,
        ),
        *(
            Case(
                f"100x10000 to 1000 digits, way {method}",
                compose("100x10000", "--route", method, "--digits", "1000"),
                (says,),
                3,
                slow=True,
            )
            for method, says in (
                ("paper", "beta <= 91083.9; beta0 = 8.6e-14"),
                ("direct", "beta <= 10.3941; beta0 = 9.5e-5"),
            )
        ),
    ]


def inside() -> list[Case]:
    """Measured within a process after a warm-up."""
    found = [
        Case(
            "a point of a sweep, way direct (batch of 1,000)",
            (INSIDE, "sweep", "1000"),
            ('"certified": [1-9]', '"as one by one": true'),
            POINT,
            inside=True,
            per=1000,
            slow=True,
            once=True,
        ),
        Case(
            "a row of `sweep`, way direct (1,000 points, one process)",
            (INSIDE, "rows", "1000"),
            ('"certified": 1000', '"as one by one": true'),
            POINT,
            inside=True,
            per=1000,
            slow=True,
            once=True,
        ),
    ]
    for k, goal in ((100, 1.0), (1000, 1.2), (10_000, 1.8)):
        name = f"total variation of {k:,} different eps, width below 1e-10"
        found.append(Case(name, (INSIDE, "width", str(k)), ('"narrow": true',), goal, inside=True))
    return found


@dataclass(frozen=True)
class Growth:
    """A size that grows: the task of ``inside.py``, the sizes, and the largest power of the size that is accepted."""

    name: str
    task: tuple[str, ...]
    sizes: tuple[int, ...]
    power: float

    def cases(self) -> list[Case]:
        return [
            Case(f"{self.name} {size:,}", (INSIDE, *self.task, str(size)), ('"samples": [0-9]',), inside=True)
            for size in self.sizes
        ]


def growths() -> list[Growth]:
    return [
        Growth("equal algorithms, way direct, k =", ("run", "direct"), (10**2, 10**4, 10**6), 0.2),
        Growth("equal algorithms, way paper, k =", ("run", "paper"), (10**2, 10**4, 10**6), 0.2),
        Growth("different n, way direct, k =", ("distinct", "direct"), (10**3, 10**4), 1.1),
        Growth("100 algorithms, way direct, digits =", ("digits", "direct"), (100, 1000), 1.5),
    ]
