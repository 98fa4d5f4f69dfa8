#!/usr/bin/env python3
"""Lets every system call between the tap on "order" and the acknowledgment fail, one at a time.

    Tests/Orders/Faults/sweep.py [--only TEXT] [--every N]

Records the calls of an app with a cart and orders on its directory while it orders a cart and hands the
order over. Then repeats that from the same state, kills the process at each of these calls, and lets each
fail with every error, once and permanently. The app is launched twice afterwards, without faults. There has
to be one order with both lines, at the server and on the screen, and nothing that waits; or none, and the
cart as before, if the tap was not acknowledged.

Requires Linux, the Swift toolchain and strace. `--only` selects the faults whose name contains the text,
`--every` all kills and each Nth error.
"""
import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Storage", "Faults"))
if not os.environ.get("STORAGE_PROBE") and "--help" not in sys.argv:
    build = ["swift", "build", "-c", "release", "--product", "OrdersProbe"]
    subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    path = subprocess.run([*build[:4], "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    os.environ["STORAGE_PROBE"] = os.path.join(path.stdout.strip(), "OrdersProbe")

from probe import KILLED, TIMED_OUT, Report, figure, probe, scratch_directory  # noqa: E402
from trace import faults_of_all, record  # noqa: E402

KILLS = "a kill at any call between tap and acknowledgment loses, doubles and empties no order"
ERRORS = "an error at any call between tap and acknowledgment loses, doubles and empties no order"
AT_ALL = "without a fault the order is handed over"
FIRED = "the injected faults occurred"
ORDERED = "server=1 shown=1 lines=2 waiting=0 cart=0"
NOT_ORDERED = "server=0 shown=0 lines= waiting=0 cart=2"


def looked(folder):
    """Returns what the app has after two launches; the second one has to show the same."""
    lines = []
    for _ in range(2):
        ending = probe("look", folder, seconds=30)
        found = [line for line in ending.line.split("\n") if line.startswith("server=")]
        lines.append(found[0] if found else f"{ending.code} {ending.line}")
    return lines[0] if lines[0] == lines[1] else f"{lines[0]}, then {lines[1]}"


def strike(number, fault, before, scratch):
    folder = os.path.join(scratch, f"fault-{number}")
    shutil.copytree(before, folder)
    app = os.path.join(folder, "app")
    log = os.path.join(scratch, f"log-{number}")
    ending, fired = fault.strike(["order", folder], app, log)
    found = looked(folder)
    problem = None
    if ending.code == TIMED_OUT:
        problem = "it hung"
    elif ending.code not in (0, KILLED if fault.is_kill else 0):
        problem = "it crashed"
    elif found not in (ORDERED, NOT_ORDERED):
        problem = f"afterwards there is {found}"
    elif found == NOT_ORDERED and "ORDERED written" in ending.line:
        problem = "the tap was acknowledged, and there is no order"
    shutil.rmtree(folder)
    os.remove(log)
    said = ending.line.replace("\n", ", ")[:300]
    return problem and f"{fault} at {fault.call.line[-120:]}: {problem} (it said: {said})", fired


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="the faults whose name contains this text")
    parser.add_argument("--every", type=int, default=1, help="all kills, and each Nth error")
    options = parser.parse_args()
    report, silent = Report(), 0
    workers = concurrent.futures.ThreadPoolExecutor(max_workers=2 * os.cpu_count())
    with scratch_directory() as scratch, workers:
        before = os.path.join(scratch, "before")
        os.makedirs(before)
        ending = probe("fill", before, seconds=30)
        if ending.code != 0 or looked(before) != NOT_ORDERED:
            sys.exit(f"the cart cannot be filled: {ending}, {looked(before)}")
        done = os.path.join(scratch, "done")
        shutil.copytree(before, done)
        ending, calls = record(["order", done], os.path.join(done, "app"))
        found = looked(done)
        report.count(AT_ALL, None if found == ORDERED and ending.code == 0 else f"{ending}, {found}")
        points = [call for call, touches in calls if touches]
        todo = [fault for fault in faults_of_all(points, options.every) if options.only in str(fault)]
        if not todo:
            sys.exit("no fault was selected, or no system call recorded: nothing was checked")
        for fault, (problem, fired) in zip(todo, workers.map(
                lambda item: strike(item[0], item[1], before, scratch), enumerate(todo))):
            report.count(KILLS if fault.is_kill else ERRORS, problem)
            silent += not fired
    report.count(FIRED, f"{silent} of {len(todo)} faults did not fire" if silent * 20 > len(todo) else None)
    print(f"{len(todo)} faults at {len(points)} points, {silent} did not fire")
    if not options.only:
        figure("handover-faults", len(todo))
    sys.exit(report.close())


if __name__ == "__main__":
    main()
