#!/usr/bin/env python3
"""A process is killed at a random moment while it makes changes and sends them, again and again.

    Tests/Sync/Faults/kills.py [--runs 40]

Afterwards each change that counted as taken has to be at the server, none twice, those of one line in
their order. Needs the Swift toolchain and Linux or any other POSIX system.
"""
import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")


def built():
    command = ["swift", "build", "-c", "release", "--product", "SyncProbe"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    path = subprocess.run(
        [*command[:4], "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return os.path.join(path.stdout.strip(), "SyncProbe")


def one_kill(probe, folder, first):
    """Returns the changes that were taken before the end."""
    process = subprocess.Popen(
        [probe, "make", folder, str(first)], stdout=subprocess.PIPE, text=True)
    time.sleep(0.005 + random.random() * 0.1)
    process.send_signal(signal.SIGKILL)
    lines = process.communicate()[0].split("\n")[:-1]
    if process.returncode != -signal.SIGKILL:
        sys.exit(f"it ended by itself: {lines[-1:]}")
    return [int(line.removeprefix("TAKEN ")) for line in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=40, help="kills")
    runs = parser.parse_args().runs
    probe = os.environ.get("SYNC_PROBE") or built()
    taken = []
    with tempfile.TemporaryDirectory() as folder:
        for run in range(runs):
            # What was being taken at a kill may be there too, so numbers are left free.
            taken += one_kill(probe, folder, run * 100_000 + 1)
        ended = subprocess.run([probe, "drain", folder], timeout=120, check=False)
        with open(os.path.join(folder, "server.log"), encoding="utf-8") as file:
            applied = [int(line.split()[1]) for line in file]
    lines = [[number for number in applied if number % 3 == line] for line in range(3)]
    promises = {
        "killed at random, no change that was taken is lost": set(taken) <= set(applied),
        "killed at random, no change is applied twice": len(set(applied)) == len(applied),
        "killed at random, each line keeps its order": all(sorted(line) == line for line in lines),
        "what is left is sent by the next start": ended.returncode == 0,
    }
    print(f"{len(taken)} changes taken, {len(applied)} applied")
    for promise, holds in promises.items():
        print(f"{promise}: " + (f"ok ({runs} runs)" if holds else f"BROKEN (1 of {runs} runs)"))
    sys.exit(not all(promises.values()))


if __name__ == "__main__":
    main()
