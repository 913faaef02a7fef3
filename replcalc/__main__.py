"""``python -m replcalc``."""

from replcalc.cli.main import main

if __name__ == "__main__":
    main()
