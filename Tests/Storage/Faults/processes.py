#!/usr/bin/env python3
"""Lets two processes use the same value concurrently: both change it, or one reads what the other writes.

    STORAGE_PROBE=... Tests/Storage/Faults/processes.py [--runs 10]

Each process increments a number many times. Neither may undo an acknowledged increment of the other:
either both processes count, or one is refused with the corresponding error. A process that only reads,
as an extension of an app does, is never refused, and sees what was acknowledged before or something newer.
Requires Linux or another POSIX system.
"""
import argparse
import os
import subprocess
import sys

import probe as p
from probe import Report, figure, probe, scratch_directory

PROMISE = "P16 two processes lose no acknowledged update"
READER = "P16 a process that only reads sees each acknowledged update whole"

# The reads beside each writer.
READS = 20
# The command that writes a series, the one that checks it, and the one that writes its beginning.
SERIES = [("loopsave", "check", ["save", "1", "A"]),
          ("loopappend", "checkappended", ["put", "1", "1", "B"])]


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


def watch(folder, writing, reading, options, count):
    """Reads while another process writes; returns what was read, and the violation or None."""
    # The writer must not be slowed down by a pipe that is full.
    path = folder + ".acknowledged"
    with open(path, "w") as file:
        writer = subprocess.Popen(
            [p.path_of_probe(), *options, writing, folder, "v", "3000"], stdout=file,
            stderr=subprocess.DEVNULL)
    seen, problem = [0], None
    while len(seen) <= count and problem is None:
        with open(path) as file:
            lines = file.read().split("\n")[:-1]
        if not lines and writer.poll() is None:
            continue
        if not lines:
            break
        acknowledged = int(lines[-1].removeprefix("ACK "))
        ending = probe("--read-only", *options, reading, folder, "v")
        words = ending.line.split()
        if ending.code != p.DONE or words[0] != "VALUE" or words[2] != "uniform=true":
            problem = f"after {acknowledged} there is {ending}"
        elif int(words[1]) < max(acknowledged, seen[-1]):
            problem = f"after {acknowledged} and {seen[-1]} there is an older {ending}"
        else:
            seen.append(int(words[1]))
    if writer.poll() is not None:
        problem = f"the writer ended with {writer.returncode}"
    writer.kill()
    writer.wait()
    return set(seen[1:]), problem


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
        reads = 0
        for run in range(runs):
            memory = ["--memory"] if run % 2 else []
            for writing, reading, first in SERIES:
                # A release that follows another one writes a copy of each value for it.
                for release in (1, 2, 3):
                    folder = os.path.join(scratch, f"{writing}-{run}-{release}")
                    probe("--release", max(release - 1, 1), first[0], folder, "v", *first[1:])
                    options = [*memory, "--release", str(release)]
                    seen, problem = watch(folder, writing, reading, options, READS)
                    report.count(READER, problem)
                    reads += len(seen)
    print(f"{reads} different values read by a process while another one wrote them")
    print(f"{acknowledged} increments acknowledged, {refused} of {2 * runs} processes refused")
    figure("extension-reads", report.runs[READER] * READS)
    sys.exit(report.close())


if __name__ == "__main__":
    main()
