#!/usr/bin/env python3
"""Lets two processes read, change and write the same value concurrently.

    STORAGE_PROBE=... Tests/Storage/Faults/processes.py [--runs 10]

Each process increments a number many times. Neither may undo an acknowledged increment of the other:
either both processes count, or one is refused with the corresponding error. Requires Linux or another
POSIX system.
"""
import argparse
import os
import subprocess
import sys

import probe as p
from probe import Report, probe, scratch_directory

PROMISE = "P16 two processes lose no acknowledged update"


def race(folder, count, memory):
    """Returns how many increments were acknowledged, how many processes were refused, and the
    violation or None."""
    command = [p.path_of_probe(), *memory, "increment", folder, "v", str(count)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  text=True) for _ in range(2)]
    said = [process.communicate(timeout=60)[0] for process in processes]
    codes = [process.returncode for process in processes]
    acknowledged = sum(output.count("ACK") for output in said)
    ending = probe("check", folder, "v")
    problem = None
    if not set(codes) <= {p.DONE, p.IN_USE} or p.DONE not in codes:
        problem = f"they ended with {codes}"
    elif ending.line != f"VALUE {acknowledged} uniform=true":
        problem = f"{acknowledged} increments were acknowledged, and there is {ending}"
    return acknowledged, codes.count(p.IN_USE), problem


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=10, help="pairs of processes")
    runs = parser.parse_args().runs
    report, acknowledged, refused = Report(), 0, 0
    with scratch_directory() as scratch:
        for run in range(runs):
            memory = ["--memory"] if run % 2 else []
            kept, turned_away, problem = race(os.path.join(scratch, str(run)), 200, memory)
            report.count(PROMISE, problem)
            acknowledged += kept
            refused += turned_away
    print(f"{acknowledged} increments acknowledged, {refused} of {2 * runs} processes refused")
    sys.exit(report.close())


if __name__ == "__main__":
    main()
