"""``python -m replcalc``, and the installed command: quiet from the first moment on."""

from __future__ import annotations

import signal
from contextlib import suppress


def main() -> None:
    """Until the command line is there to catch it, Ctrl-C ends the process by its signal, without a traceback."""
    with suppress(ValueError, OSError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from replcalc.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
