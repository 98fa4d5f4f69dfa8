#!/usr/bin/env python3
"""Lets every system call of a migration across repositories fail, with every error, once and permanently.

    STORAGE_PROBE=.build/release/StorageProbe Tests/Storage/Faults/migrations.py [--every N]

A collection is split into two. Whatever happens, a process that starts afterwards finds both targets
empty or both complete, the source has all its elements, and the next migration completes the targets.
After a reported success, the targets are complete at once. Requires Linux and strace. `--every` selects all
kills and each Nth error.
"""
import argparse
import concurrent.futures
import os
import shutil
import sys

import probe as p
from probe import Report, probe, scratch_directory
from trace import faults_of_all, record

SPLIT = "P13 a migration across repositories is made as a whole or not at all"
ALL = "LIST 1:A40 2:B40 3:C40 4:D40"
EVEN, ODD = "LIST 2:B40 4:D40", "LIST 1:A40 3:C40"


def make(folder, is_again):
    """Returns a directory with a source, which an earlier release may have changed after a first split."""
    state = os.path.join(folder, "state")
    for number, tag in enumerate("AB" if is_again else "ABCD", start=1):
        probe("put", state, "c", number, 40, tag)
    if is_again:
        probe("split", state, "c")
        probe("put", state, "c", 3, 40, "C")
        probe("put", state, "c", 4, 40, "D")


def seen(folder, *words):
    return probe(*words, os.path.join(folder, "state"), *("c",) if words == ("split",) else ()).line


def listed(folder, name):
    return probe("list", os.path.join(folder, "state"), name).line


def strike(scratch, before, number, fault, first):
    folder = os.path.join(scratch, f"fault-{number}")
    shutil.copytree(before, folder)
    log = os.path.join(scratch, f"log-{number}")
    ending, _ = fault.strike(["split", os.path.join(folder, "state"), "c"], folder, log)
    problem = None
    found = (listed(folder, "even"), listed(folder, "odd"))
    if ending.code == p.TIMED_OUT:
        problem = "it hung"
    elif found not in (first, (EVEN, ODD)):
        problem = f"afterwards there is {found}"
    elif ending.code == p.DONE and found != (EVEN, ODD):
        problem = f"success was reported, and there is {found}"
    elif listed(folder, "c") != ALL:
        problem = f"the source is {listed(folder, 'c')}"
    elif seen(folder, "split") != "DONE" or (listed(folder, "even"), listed(folder, "odd")) != (EVEN, ODD):
        problem = f"the next migration makes {listed(folder, 'even')}, {listed(folder, 'odd')}"
    left = [name for name in os.listdir(os.path.join(folder, "state")) if "commit" in name]
    if not problem and left:
        problem = f"it left {left}"
    shutil.rmtree(folder)
    os.remove(log)
    return problem and f"{fault}: {problem} (it said: {ending})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="all kills, and each Nth error")
    every = parser.parse_args().every
    report = Report()
    with scratch_directory() as scratch:
        for is_again in (False, True):
            before = os.path.join(scratch, f"before-{is_again}")
            os.makedirs(before)
            make(before, is_again)
            first = (listed(before, "even"), listed(before, "odd"))
            copy = os.path.join(scratch, f"copy-{is_again}")
            shutil.copytree(before, copy)
            _, calls = record(["split", os.path.join(copy, "state"), "c"], copy)
            faults = faults_of_all([call for call, touches in calls if touches], every)
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                folder = os.path.join(scratch, f"faults-{is_again}")
                os.makedirs(folder)
                runs = [pool.submit(strike, folder, before, number, fault, first)
                        for number, fault in enumerate(faults)]
                for run in runs:
                    report.count(SPLIT, run.result())
    sys.exit(report.close())


if __name__ == "__main__":
    main()
