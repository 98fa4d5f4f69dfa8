#!/usr/bin/env python3
"""Kills a process at a random moment while it saves, repeatedly with the same file.

    STORAGE_PROBE=... Tests/Storage/Faults/kills.py [--runs 40]

After each kill, the last acknowledged value or a later one must exist. The next save must leave no file
other than its own. Requires Linux or another POSIX system.
"""
import argparse
import os
import random
import subprocess
import sys

import probe as p
from probe import Report, figure, names_in, probe, scratch_directory

SERIES = {
    "P7 a kill at a random moment loses no saved value":
        (["loopsave", "v", 20000], ["check", "v"], ["increment", "v", 1]),
    "P7 a kill at a random moment loses no added element":
        (["loopappend", "c", 200], ["checkappended", "c"], None),
}


def one_kill(folder, writer, reader, memory):
    """Returns the violation, or None."""
    command = [p.path_of_probe(), *memory, writer[0], folder, *map(str, writer[1:])]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    lines = p.kill_after_acknowledgment(process, random.random() * 0.08)
    if process.returncode != p.KILLED or not lines:
        return f"it ended by itself: {lines[-1:]}"
    last = int(lines[-1].removeprefix("ACK "))
    ending = probe(reader[0], folder, *reader[1:])
    if ending.code != p.DONE:
        return f"{last} was acknowledged, and there is {ending}"
    found = int(ending.line.split()[1])
    return f"{last} was acknowledged, and {found} is there" if found < last else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=40, help="kills per access")
    runs = parser.parse_args().runs
    report = Report()
    with scratch_directory() as scratch:
        for promise, (writer, reader, save) in SERIES.items():
            folder = os.path.join(scratch, writer[0])
            leftovers = 0
            for run in range(runs):
                # Elements use a new directory every ten runs, so that each save remains short.
                current = os.path.join(folder, str(run // 10) if save is None else "one")
                memory = ["--memory"] if run % 2 else []
                report.count(promise, one_kill(current, writer, reader, memory))
                leftovers += any(name.endswith(".tmp") for name in names_in(current))
            print(f"{writer[0]}: {leftovers} of {runs} kills left a temporary file")
            if save:
                probe(save[0], folder + "/one", *save[1:])
                names = names_in(folder)
                problem = None if names == ["one/v.v1.store"] else f"the next save left {names}"
                report.count(promise, problem)
    figure("random-kills", runs * len(SERIES))
    sys.exit(report.close())


if __name__ == "__main__":
    main()
