#!/usr/bin/env python3
"""A process is killed at a random moment while it makes changes and sends them, again and again.

    Tests/Sync/Faults/kills.py [--runs 40]

Afterwards each change that counted as taken has to be at the server, none twice, those of one line in
their order. Needs the Swift toolchain and Linux or any other POSIX system.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Storage", "Faults"))
from probe import KILLED, Report, figure, kill_after_acknowledgment  # noqa: E402


def built():
    command = ["swift", "build", "-c", "release", "--product", "SyncProbe"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    path = subprocess.run(
        [*command[:4], "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return os.path.join(path.stdout.strip(), "SyncProbe")


def one_kill(probe, folder, first):
    """Returns the changes that were taken before the end, and the violation or None."""
    process = subprocess.Popen(
        [probe, "make", folder, str(first)], stdout=subprocess.PIPE, text=True)
    lines = kill_after_acknowledgment(process, random.random() * 0.1)
    if process.returncode != KILLED or not lines:
        return [], f"it ended by itself: {lines[-1:]}"
    return [int(line.removeprefix("TAKEN ")) for line in lines], None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=40, help="kills")
    runs = parser.parse_args().runs
    probe, report = os.environ.get("SYNC_PROBE") or built(), Report()
    taken = []
    with tempfile.TemporaryDirectory() as folder:
        for run in range(runs):
            # What was being taken at a kill may be there too, so numbers are left free.
            more, problem = one_kill(probe, folder, run * 100_000 + 1)
            taken += more
            report.count("a process that makes and sends changes is killed at random", problem)
        ended = subprocess.run([probe, "drain", folder], timeout=120, check=False)
        with open(os.path.join(folder, "server.log"), encoding="utf-8") as file:
            applied = [int(line.split()[1]) for line in file]
    for promise, problem in (
        ("what is left is sent by the next start", ended.returncode and f"it ended with {ended.returncode}"),
        ("no change that was taken is lost", set(taken) - set(applied)),
        ("no change is applied twice", len(applied) - len(set(applied))),
        ("each line keeps its order", [line for line in range(3)
                                       if applied_of(line, applied) != sorted(applied_of(line, applied))]),
    ):
        report.count(promise, problem and f"{promise}: {problem}")
    print(f"{len(taken)} changes taken, {len(applied)} applied")
    figure("queue-kills", runs)
    sys.exit(report.close())


def applied_of(line, applied):
    return [number for number in applied if number % 3 == line]


if __name__ == "__main__":
    main()
