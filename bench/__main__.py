"""Run every benchmark and print one table each, ready to be put into the docs."""

from __future__ import annotations

import platform

from bench import environments, heuristic, others, pairing, replaying, standings, starting, steps, storage


def main() -> None:
    print(f"Python {platform.python_version()}, {platform.machine()}, medians of {steps.RUNS} runs\n")
    steps.report()
    print()
    replaying.report()
    starting.report()
    print()
    storage.report()
    print()
    heuristic.report()
    print()
    standings.report()
    print()
    environments.report()
    print()
    pairing.report()
    print()
    if line := others.missing():
        print(line)
    else:
        others.report()


if __name__ == "__main__":
    main()
