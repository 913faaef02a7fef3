"""Write threshold.json and lottery.json anew.

    python -m replcalc.sharper.votes.generate          constants of the weights that stand there
    python -m replcalc.sharper.votes.generate weights  first the weights for few votes, too (needs scipy)

About twenty minutes on one core.
"""

from __future__ import annotations

import sys

from replcalc.sharper.votes import lottery_weights as lottery
from replcalc.sharper.votes import threshold_weights as two
from replcalc.sharper.votes.threshold_weights import FEW, LEAST, MOST, VoteLaws, vote_laws


def main(arguments: list[str]) -> None:
    for path, module, solved in ((two.TWO_ANSWERS, two, "two_answers"), (lottery.LOTTERY, lottery, "lottery")):
        if "weights" in arguments:
            from replcalc.sharper.votes import lottery_programs as programs

            few = {votes: tuple(getattr(programs, solved)(votes)) for votes in range(LEAST, FEW + 1)}
        else:
            few = dict(vote_laws(path).weights)
        laws = {votes: few.get(votes) or module.closed_weights(votes) for votes in range(LEAST, MOST + 1)}
        constants = {votes: module.certified_constants(law) for votes, law in laws.items()}
        path.write_text(VoteLaws(few, constants).written(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
