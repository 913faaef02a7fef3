"""``python -m replcalc``, and the installed command: quiet from the first moment on."""

import gc
import os
import signal
from contextlib import suppress

#: Objects made between two looks for cycles. Importing sympy and building statements makes hundreds of thousands that
#: stay: looking through them every 700, as is usual, takes a tenth of the time of a command.
RARELY = 200_000
#: Results that sympy remembers of each of its functions, unless the environment says how many: of its usual 1,000 the
#: proofs of one module push out what the next one asks for again.
REMEMBERED = 20_000


def main() -> None:
    """Until the command line is there to catch it, Ctrl-C ends the process by its signal, without a traceback."""
    with suppress(ValueError, OSError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(RARELY)
    os.environ.setdefault("SYMPY_CACHE_SIZE", str(REMEMBERED))
    from replcalc.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
