"""Functions that run the probe, and the common format for results.

A module for the other scripts. They run on Linux with Python 3.9 or later, and find the probe by the
environment variable STORAGE_PROBE, which `run` sets after it has built the probe.
"""
import contextlib
import dataclasses
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Exit codes of the probe, as documented in StorageProbe/Ending.swift.
DONE, ABSENT, UNAVAILABLE, CORRUPT, NEWER = 0, 3, 4, 5, 6
DISK_FULL, NOT_WRITABLE, NOT_DURABLE, OTHER_ERROR, MIXED, IN_USE = 7, 8, 9, 10, 11, 12
KILLED = -signal.SIGKILL
TIMED_OUT = "timed out"
SECONDS_UNTIL_HUNG = 10


@dataclasses.dataclass(frozen=True)
class Ending:
    code: object
    line: str

    def __str__(self):
        return f"{self.code} {self.line}"


def path_of_probe():
    path = os.environ.get("STORAGE_PROBE")
    if not path or not os.path.exists(path):
        sys.exit("STORAGE_PROBE has to name the built probe; Tests/Storage/Faults/run sets it")
    return os.path.abspath(path)


def probe(*arguments, under=(), environment=None, seconds=SECONDS_UNTIL_HUNG):
    """Runs one command of the probe, `under` another program such as a tracer."""
    command = [*under, path_of_probe(), *map(str, arguments)]
    # A new session, so that a hung probe and its tracer are killed together.
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, **(environment or {})}, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Ending(TIMED_OUT, "")
    # A tracer ends itself with the signal that ended its child.
    return Ending(process.returncode, output.strip())


def kill_after_acknowledgment(process, seconds):
    """Kills a writer this long after its first acknowledgment; returns all its lines, none if it made none.

    A writer that is killed earlier has promised nothing, so there would be nothing to check.
    """
    first = process.stdout.readline()
    if first:
        time.sleep(seconds)
    process.kill()
    return (first + process.communicate()[0]).split("\n")[:-1]


@contextlib.contextmanager
def scratch_directory():
    path = os.path.realpath(tempfile.mkdtemp(prefix="storage-faults-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def names_in(directory):
    """Returns the relative paths of all files in a directory, sorted."""
    return sorted(
        os.path.relpath(os.path.join(folder, name), directory)
        for folder, _, files in os.walk(directory) for name in files)


def bytes_in(directory):
    contents = {}
    for name in names_in(directory):
        with open(os.path.join(directory, name), "rb") as file:
            contents[name] = file.read()
    return contents


def figure(key, count):
    """Prints how often something was done, or "skipped", for Tests/Figures.md: Tests/Checks/Figures."""
    print(f"figure: {key} {count}", flush=True)


class Report:
    """Counts the runs per guarantee, prints one line for each, and returns the script's exit code."""

    def __init__(self):
        self.runs = {}
        self.broken = {}
        self.is_skipped = False

    def count(self, promise, fault=None):
        """Counts one run; `fault` describes the violation, or is None."""
        self.runs[promise] = self.runs.get(promise, 0) + 1
        if fault:
            self.broken[promise] = self.broken.get(promise, 0) + 1
            # Limits the output: many violations of one guarantee have the same cause.
            if self.broken[promise] <= 40:
                print(f"  broken: {fault}", flush=True)

    def skip(self, promise, why):
        self.is_skipped = True
        print(f"{promise}: skipped: {why}", flush=True)

    def close(self):
        for promise, runs in self.runs.items():
            broken = self.broken.get(promise, 0)
            verdict = f"BROKEN ({broken} of {runs} runs)" if broken else f"ok ({runs} runs)"
            print(f"{promise}: {verdict}", flush=True)
        if not self.runs and not self.is_skipped:
            print("nothing was checked")
        return 1 if self.broken or not (self.runs or self.is_skipped) else 0
