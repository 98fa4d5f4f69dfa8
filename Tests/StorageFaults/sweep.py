#!/usr/bin/env python3
"""Every system call of an access fails, one at a time, in every way, once and for ever.

    STORAGE_PROBE=.build/release/StorageProbe Tests/StorageFaults/sweep.py [--only TEXT]

For each access: record the calls that touch its directory, then run it again from the same state for
each of these calls and each fault. A process that starts afterwards has to find the old value or the
new one, whole; the old one when a failure was reported, unless that was "not durable"; the new one
when success was. The next save has to work and to leave no other file than it would have otherwise.
The same records show whether everything that is acknowledged has been synced before.

Needs Linux and strace. `--only` takes the accesses whose name contains the text.
"""
import argparse
import concurrent.futures
import dataclasses
import os
import shutil
import sys

import probe as p
from probe import Report, bytes_in, names_in, probe, scratch_directory
from trace import faults_of, record, synced_again, unsynced_when_acknowledged

FAILED = {p.UNAVAILABLE, p.DISK_FULL, p.NOT_WRITABLE}
KILLS = "P1 killed at any call, the value is old or new"
ERRORS = "P2 an error at any call is told, and the old value stays"
READS = "P14 a value that cannot be read is neither absent nor damaged"
RETRIES = "P15 a sync that failed is not repeated on its descriptor"
SYNCS = "P6 what is acknowledged has been synced before"
FIRED = "The faults meant to happen did happen"


@dataclasses.dataclass
class Access:
    name: str
    before: list   # commands that make the state before it
    command: str
    check: str     # the command that shows what is stored
    then: str      # the save after the fault
    is_read: bool = False


VALUE = ["save {d} v 3000 A"]
ELEMENTS = ["put {d} c 1 900 A", "put {d} c 2 900 B", "put {d} c 3 900 C"]
ACCESSES = [
    Access("save over a value", VALUE, "save {d} v 3000 B", "load {d} v", "save {d} v 50 C"),
    Access("save over a value held in memory", VALUE, "--memory save {d} v 3000 B", "load {d} v",
           "--memory save {d} v 50 C"),
    Access("first save", [], "save {d} v 3000 B", "load {d} v", "save {d} v 50 C"),
    Access("remove a value", VALUE, "remove {d} v", "load {d} v", "save {d} v 50 C"),
    Access("remove a value held in memory", VALUE, "--memory remove {d} v", "load {d} v",
           "--memory save {d} v 50 C"),
    Access("load a value", VALUE, "load {d} v", "load {d} v", "save {d} v 50 C", is_read=True),
    Access("first element", [], "put {d} c 1 900 A", "list {d} c", "put {d} c 9 50 D"),
    Access("add an element", ELEMENTS, "put {d} c 4 900 D", "list {d} c", "put {d} c 9 50 D"),
    Access("replace an element", ELEMENTS, "put {d} c 2 900 D", "list {d} c", "put {d} c 9 50 D"),
    Access("remove an element", ELEMENTS, "drop {d} c 2", "list {d} c", "put {d} c 9 50 D"),
    Access("add an element held in memory", ELEMENTS, "--memory put {d} c 4 900 D", "list {d} c",
           "--memory put {d} c 9 50 D"),
    Access("load the elements", ELEMENTS, "list {d} c", "list {d} c", "put {d} c 9 50 D",
           is_read=True),
]


class Sweep:
    """One access: its state before, what it may leave behind, and its faults."""

    def __init__(self, access, folder):
        self.access, self.folder = access, folder
        self.before = os.path.join(folder, "before")
        os.makedirs(self.before)
        for command in access.before:
            self.must(command, self.before)
        # Without a fault: what is stored before, after, and after the save that follows.
        self.old = self.run(access.check, self.before)
        done = self.copy("done")
        self.names = [names_in(self.before)]
        _, self.calls = record(self.arguments(access.command, done), done)
        self.existing = [os.path.join(done, name) for name in self.names[0]]
        self.new = self.run(access.check, done)
        self.names.append(names_in(done))
        self.next = {}
        self.next_names = []
        for stored, source in ((self.old, self.before), (self.new, done)):
            again = self.copy(f"then-{len(self.next_names)}", source)
            self.must(access.then, again)
            self.next[stored] = self.run(access.check, again)
            self.next_names.append(names_in(again))

    def arguments(self, command, folder):
        return command.format(d=os.path.join(folder, "state")).split()

    def run(self, command, folder):
        return probe(*self.arguments(command, folder))

    def must(self, command, folder):
        ending = self.run(command, folder)
        if ending.code != p.DONE:
            sys.exit(f"{command} failed without any fault: {ending}")

    def copy(self, name, source=None):
        folder = os.path.join(self.folder, name)
        shutil.copytree(source or self.before, folder)
        return folder

    def points(self):
        return [call for call, touches in self.calls if touches]

    def strike(self, number, fault):
        """Returns what was tried, as pairs of promise and broken or None, and whether it fired."""
        folder = self.copy(f"fault-{number}")
        log = os.path.join(self.folder, f"log-{number}")
        ending, fired = fault.strike(self.arguments(self.access.command, folder), folder, log)
        problem = self.judge(fault, ending, folder)
        promise = KILLS if fault.is_kill else READS if self.access.is_read else ERRORS
        where = f"{self.access.name}, {fault}"
        tried = [(promise, problem and f"{where}: {problem} (it said: {ending})")]
        if fault.is_failed_sync:
            tried.append((RETRIES, f"{where}: it was repeated" if synced_again(log) else None))
        shutil.rmtree(folder)
        os.remove(log)
        return tried, fired

    def judge(self, fault, ending, folder):
        allowed = FAILED | {p.DONE, p.NOT_DURABLE, p.KILLED if fault.is_kill else p.DONE}
        if self.old.code == p.ABSENT and self.access.is_read:
            allowed.add(p.ABSENT)
        if ending.code not in allowed:
            return "it ended in another way than told or done"
        names = names_in(folder)
        if self.access.is_read:
            if ending.code == p.DONE and ending != self.old:
                return "it read something else"
            if bytes_in(folder) != bytes_in(self.before):
                return "reading changed the files"
        elif not fault.is_kill and "unlink" not in fault.call.name and names not in self.names:
            return f"it left {names}"
        seen = self.run(self.access.check, folder)
        if seen not in (self.old, self.new):
            return f"afterwards there is {seen}"
        # Written without being durable, and then not written again: the first one is there.
        left = self.new if ending.line.startswith("PENDING NOTDURABLE") else self.old
        if ending.code in FAILED and seen != left:
            return f"a failure was told, and afterwards there is {seen}"
        if ending.code in (p.DONE, p.NOT_DURABLE) and seen != self.new:
            return f"success was told, and afterwards there is {seen}"
        again = self.run(self.access.then, folder)
        if again.code != p.DONE:
            return f"the next save says {again}"
        if self.run(self.access.check, folder) != self.next[seen]:
            return "the next save did not save"
        if names_in(folder) not in self.next_names:
            return f"the next save left {names_in(folder)}"
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="the accesses whose name contains this text")
    only = parser.parse_args().only
    accesses = [access for access in ACCESSES if only in access.name]
    if not accesses:
        sys.exit(f"no access is called {only!r}")

    report, faults, points, silent = Report(), 0, 0, 0
    workers = concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count())
    with scratch_directory() as scratch, workers:
        for number, access in enumerate(accesses):
            sweep = Sweep(access, os.path.join(scratch, str(number)))
            if not access.is_read:
                problems = unsynced_when_acknowledged(sweep.calls, sweep.existing)
                report.count(SYNCS, f"{access.name}: {', '.join(problems)}" if problems else None)
            todo = [fault for call in sweep.points() for fault in faults_of(call)]
            results = list(workers.map(sweep.strike, range(len(todo)), todo))
            broken = 0
            for fault, (tried, fired) in zip(todo, results):
                for promise, problem in tried:
                    report.count(promise, problem)
                broken += any(problem for _, problem in tried)
                if not fired:
                    silent += 1
                    print(f"  did not fire: {access.name}, {fault}")
            points += len(sweep.points())
            faults += len(todo)
            print(f"{access.name}: {len(todo)} faults at {len(sweep.points())} points, {broken} broken",
                  flush=True)
    # One in a hundred may miss where the system is busy; more would be a sweep of nothing.
    missed = f"{silent} of {faults} faults did not fire" if silent * 100 > faults else None
    report.count(FIRED, missed)
    print(f"{faults} faults at {points} points, {sum(report.broken.values())} broken, "
          f"{silent} did not fire")
    sys.exit(report.close())


if __name__ == "__main__":
    main()
