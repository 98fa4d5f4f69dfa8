#!/usr/bin/env python3
"""Lets every system call of an access fail, one at a time, with every error, once and permanently.

    STORAGE_PROBE=.build/release/StorageProbe Tests/Storage/Faults/sweep.py [--only TEXT] [--every N]

For each access: records the calls on its directory, then repeats the access from the same state for each
of these calls and each fault. Processes of each release that start afterwards must find one of the
states in accesses.py: the old state after a reported failure, unless the failure was "not durable"; the
new state, or one between the two, after a success. The next write, by either release, must lead to the
state in the table, and must leave no other file than without the fault. The recorded calls also show
whether all acknowledged data was synced first.

Requires Linux and strace. `--only` selects the accesses whose name contains the text, `--every` all kills
and each Nth error.
"""
import argparse
import concurrent.futures
import os
import shutil
import sys

import accesses as table
import probe as p
from probe import Report, bytes_in, figure, names_in, probe, scratch_directory
from trace import faults_of_all, record, synced_again, unsynced_when_acknowledged

FAILED = {p.UNAVAILABLE, p.DISK_FULL, p.NOT_WRITABLE, p.IN_USE}
KILLS = "P1 a kill at any call leaves the old or the new value"
ERRORS = "P2 an error at any call is reported, and the old value stays"
READS = "P14 a value that cannot be read is neither absent nor damaged"
MIGRATIONS = "P13 a migration that ends or fails at any call loses nothing"
ROLLBACKS = "P12 a release that ends or fails at any call loses no stored value"
RETRIES = "P15 a failed sync is not repeated on its descriptor"
SYNCS = "P6 acknowledged data was synced first"
AT_ALL = "Without a fault, each release finds the specified values"
FIRED = "The injected faults occurred"
FIGURES = {"save-kills": KILLS, "save-errors": ERRORS, "migration-faults": MIGRATIONS,
           "rollback-faults": ROLLBACKS}


class Sweep:
    """One access, the states that it may leave, and its faults."""

    def __init__(self, access, folder):
        self.access, self.folder = access, folder
        self.problems, self.known = [], {}
        self.before = os.path.join(folder, "before")
        os.makedirs(self.before)
        for command in access.before:
            self.expect(["DONE"], command, self.before)
        done = self.copy("done")
        self.existing = [os.path.join(done, name) for name in names_in(self.before)]
        _, self.calls = record(self.arguments(access.command, done), done)
        # Builds each state from the files that have changed by then and the other files as before.
        self.names, self.next_names = [], []
        for number, state in enumerate(access.states):
            reached = self.copy(f"state-{number}")
            for version in access.files[:number]:
                self.change(reached, done, f"state/{access.name_on_disk}.v{version}.store")
            self.names.append(names_in(reached))
            self.expect([state], access.views, reached)
            for command, states in access.then.items():
                after = self.copy(f"then-{number}-{len(self.next_names)}", reached)
                self.expect(["DONE", states[number]], f"{command}, {access.views}", after)
                self.next_names.append(names_in(after))
        if names_in(done) != self.names[-1]:
            self.problems.append(f"it makes {names_in(done)}")

    def change(self, folder, done, name):
        target, source = os.path.join(folder, name), os.path.join(done, name)
        if os.path.exists(source):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy2(source, target)
        else:
            os.remove(target)

    def expect(self, wanted, commands, folder):
        found = self.saw(commands, folder)
        if found != " | ".join(wanted):
            self.problems.append(f"{commands} in {os.path.basename(folder)}: {found}, not {wanted}")

    def arguments(self, commands, folder):
        return table.spelled(commands, os.path.join(folder, "state"))

    def saw(self, commands, folder):
        lines = probe(*self.arguments(commands, folder)).line.split("\n")
        return " | ".join(map(table.seen, lines))

    def copy(self, name, source=None):
        folder = os.path.join(self.folder, name)
        shutil.copytree(source or self.before, folder)
        return folder

    def points(self):
        return [call for call, touches in self.calls if touches]

    def strike(self, number, fault):
        """Returns pairs of a guarantee and its violation or None, and whether the fault occurred."""
        folder = self.copy(f"fault-{number}")
        log = os.path.join(self.folder, f"log-{number}")
        ending, fired = fault.strike(self.arguments(self.access.command, folder), folder, log)
        problem = self.judge(fault, ending, folder)
        where = f"{self.access.name}, {fault}"
        tried = [(self.promise(fault), problem and f"{where}: {problem} (it said: {ending})")]
        if fault.is_failed_sync:
            tried.append((RETRIES, f"{where}: it was repeated" if synced_again(log) else None))
        shutil.rmtree(folder)
        os.remove(log)
        return tried, fired

    def promise(self, fault):
        if self.access in table.MIGRATIONS:
            return MIGRATIONS
        if self.access in table.ROLLBACKS:
            return ROLLBACKS
        return KILLS if fault.is_kill else READS if self.access.is_read else ERRORS

    def judge(self, fault, ending, folder):
        states, looks = self.access.states, self.access.looks
        old, new = own(states[0]), own(states[-1])
        allowed = FAILED | {p.DONE, p.NOT_DURABLE, p.KILLED if fault.is_kill else p.DONE}
        if ending.code not in allowed:
            return "it ended neither with success nor with an expected failure"
        if looks and ending.code == p.DONE and table.seen(ending.line) != old:
            return "it read another value"
        if self.access.is_read and bytes_in(folder) != bytes_in(self.before):
            return "reading changed the files"

        # A process that was killed, or that cannot remove files, may leave its temporary file.
        may_leave = fault.is_kill or "unlink" in fault.call.name
        names = [name for name in names_in(folder) if not may_leave or not name.endswith(".tmp")]
        found, later = self.aftermath(folder)
        reached = [number for number, state in enumerate(states)
                   if found == state and names == self.names[number]]
        if not reached:
            return f"afterwards there is {found} in {names}"
        # The first write was not durable, and the next one failed: the first value exists.
        left = new if ending.line.startswith("PENDING NOTDURABLE") else old
        if ending.code in FAILED and own(found) != left:
            return f"a failure was reported, and afterwards there is {found}"
        if ending.code in (p.DONE, p.NOT_DURABLE) and not looks:
            if own(found) != new or reached == [0]:
                return f"success was reported, and afterwards there is {found}"

        for command, made, names in later:
            if made not in [f"DONE | {self.access.then[command][number]}" for number in reached]:
                return f"afterwards there is {found}, and {command} makes {made}"
            # A release removes its own temporary files, but not those of a later release.
            if command[0] == self.access.command[0] and names not in self.next_names:
                return f"{command} left {names}"
        return None

    def aftermath(self, folder):
        """Returns the state of a directory, and for each later command its result and its files.

        Caches the results, because most faults leave the same bytes as another fault.
        """
        state = (os.path.isdir(os.path.join(folder, "state")), *bytes_in(folder).items())
        if state not in self.known:
            later = []
            for command in self.access.then:
                after = self.copy(f"{os.path.basename(folder)}-then", folder)
                made = self.saw(f"{command}, {self.access.views}", after)
                later.append((command, made, names_in(after)))
                shutil.rmtree(after)
            self.known[state] = (self.saw(self.access.views, folder), later)
        return self.known[state]


def own(state):
    """Returns the part of a state that the first reading release finds."""
    return state.split(" | ")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="the accesses whose name contains this text")
    parser.add_argument("--every", type=int, default=1, help="all kills, and each Nth error")
    options = parser.parse_args()
    only = options.only
    accesses = [access for access in table.PLAIN + table.MIGRATIONS + table.ROLLBACKS
                if only in access.name]
    if not accesses:
        sys.exit(f"no access is called {only!r}")

    report, faults, points, silent = Report(), 0, 0, 0
    workers = concurrent.futures.ThreadPoolExecutor(max_workers=2 * os.cpu_count())
    with scratch_directory() as scratch, workers:
        for number, access in enumerate(accesses):
            sweep = Sweep(access, os.path.join(scratch, str(number)))
            todo = faults_of_all(sweep.points(), options.every)
            if not todo:
                sweep.problems.append("no system call was recorded")
            report.count(AT_ALL, f"{access.name}: {sweep.problems}" if sweep.problems else None)
            if not access.is_read:
                problems = unsynced_when_acknowledged(
                    sweep.calls, sweep.existing, access.spare)
                report.count(SYNCS, f"{access.name}: {', '.join(problems)}" if problems else None)
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
    # On a busy system one fault in a hundred may not occur; more would make the sweep meaningless.
    missed = f"{silent} of {faults} faults did not fire" if silent * 100 > faults else None
    report.count(FIRED, missed)
    print(f"{faults} faults at {points} points, {sum(report.broken.values())} broken, "
          f"{silent} did not fire")
    if not only:
        for key, promise in FIGURES.items():
            figure(key, report.runs[promise])
    sys.exit(report.close())


if __name__ == "__main__":
    main()
