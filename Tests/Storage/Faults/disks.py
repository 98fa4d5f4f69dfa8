#!/usr/bin/env python3
"""Tests with disks that shorten writes, are full, read-only or locked, or return damaged bytes.

    STORAGE_PROBE=... Tests/Storage/Faults/disks.py

`Tests/Storage/Faults/run` builds the probe. Requires Linux, clang and strace, but not root: the full and
the read-only disk are mounted in a user namespace. Without such namespaces, these lines are "skipped".
"""
import contextlib
import os
import re
import shutil
import subprocess
import sys

import probe as p
from probe import Ending, Report, bytes_in, names_in, probe, scratch_directory
from trace import record

if sys.argv[1:] == ["--help"]:
    print(__doc__)
    sys.exit()

SHORT = "P3 a short write is continued"
FULL = "P4 a full disk preserves the old value"
FREED = "P4 a save during which space is freed stores a complete value"
ROOM = "P4 caches make room on a full disk"
FIRST = "P4 critical values are written first on a full disk"
READ_ONLY = "P5 a read-only disk can be read, and a save throws"
DAMAGED = "P11 bytes that are damaged in transit are not a value"
LOCKED = "P14 a locked file is unavailable and not overwritten"


class Impossible(Exception):
    """The error of a step that failed without an injected fault."""


def must(*arguments):
    ending = probe(*arguments)
    if ending.code != p.DONE:
        raise Impossible(f"{arguments} failed without any fault: {ending}")


def short_writes(scratch, report):
    library = os.path.join(scratch, "short_write.so")
    source = os.path.join(os.path.dirname(__file__), "short_write.c")
    subprocess.run(
        ["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", library, source, "-ldl"],
        check=True)
    command = ["env", f"LD_PRELOAD={library}"]
    for limit in (1, 19, 20, 21, 1000, 2999, 4999, 5040):
        folder = os.path.join(scratch, f"short-{limit}")
        must("save", folder, "v", 5000, "A")
        must("put", folder, "c", 1, 5000, "A")
        for access, check, line in (
            (("save", folder, "v", 5000, "B"), ("load", folder, "v"),
             "VALUE tag=B size=5000 uniform=true"),
            (("put", folder, "c", 2, 5000, "B"), ("list", folder, "c"), "LIST 1:A5000 2:B5000"),
        ):
            run = subprocess.run(
                [*command, f"SHORT_WRITE={limit}", p.path_of_probe(), *map(str, access)],
                capture_output=True, text=True, timeout=p.SECONDS_UNTIL_HUNG, check=False)
            found = probe(*check)
            problem = None
            if "SHORTENED" not in run.stderr:
                problem = "no write was shortened"
            elif run.returncode != p.DONE or found.line != line:
                problem = f"it said {run.stdout.strip()}, and there is {found}"
            report.count(SHORT, problem and f"{access[0]} cut at {limit}: {problem}")


def can_mount():
    return subprocess.run(
        ["unshare", "-Urm", "sh", "-c", "mount -t tmpfs none /mnt"],
        capture_output=True, check=False).returncode == 0


class Namespace:
    """A shell in a namespace in which this user may mount; its mounts end with it."""

    def __init__(self):
        self.shell = subprocess.Popen(
            ["unshare", "-Urm", "sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)

    def run(self, command):
        """Returns the exit code and the last line printed."""
        self.shell.stdin.write(f"{command}\necho \"= $?\"\n")
        self.shell.stdin.flush()
        last = ""
        while True:
            line = self.shell.stdout.readline()
            if not line:
                raise Impossible(f"the namespace's shell ended in {command}")
            if line.startswith("= "):
                return Ending(int(line[2:]), last)
            last = line.strip()

    def must(self, command):
        if self.run(command).code != 0:
            raise Impossible(f"{command} failed in the namespace")

    def probe(self, *arguments, under=""):
        return self.run(
            f"timeout {p.SECONDS_UNTIL_HUNG} {under} {p.path_of_probe()} "
            + " ".join(map(str, arguments)))

    def close(self):
        self.shell.stdin.close()
        self.shell.wait()


@contextlib.contextmanager
def small_disk(scratch, name):
    """Mounts a disk of 64 KB, and yields its path and the namespace that it is mounted in."""
    disk = os.path.join(scratch, name)
    os.mkdir(disk)
    namespace = Namespace()
    namespace.must(f"mount -t tmpfs -o size=64k none {disk}")
    yield disk, namespace
    namespace.close()


def full_disk(scratch, report):
    with small_disk(scratch, "full") as (disk, namespace):
        namespace.must(f"{p.path_of_probe()} save {disk}/s v 3000 A")
        for size in (62_000, 65_536, 100_000, 1_000_000):
            for memory in ("", "--memory"):
                said = namespace.probe(memory, "save", f"{disk}/s", "v", size, "B")
                there = namespace.probe("load", f"{disk}/s", "v")
                names = namespace.run(f"ls -A {disk}/s").line
                problem = None
                if said.code != p.DISK_FULL:
                    problem = f"it said {said}"
                elif there.line != "VALUE tag=A size=3000 uniform=true":
                    problem = f"there is {there}"
                elif names != "v.v1.store":
                    problem = f"it left {names}"
                report.count(FULL, problem and f"{memory} save of {size} bytes: {problem}")


def space_freed(scratch, report):
    """Frees space during a save: the first write is short, the remaining ones succeed."""
    with small_disk(scratch, "freed") as (disk, namespace):
        for size in (30_000, 40_000, 50_000):
            namespace.must(f"{p.path_of_probe()} save {disk}/s v 3000 A")
            namespace.must(f"head -c 36000 /dev/zero > {disk}/filler")
            # Delays the return of the write until the filler is removed.
            tracer = (f"strace -f -qq -o {scratch}/log -e trace=pwrite64 "
                      "-e inject=pwrite64:delay_exit=1000000:when=1")
            namespace.must(f"(sleep 0.5; rm {disk}/filler) &")
            said = namespace.probe("save", f"{disk}/s", "v", size, "B", under=tracer)
            there = namespace.probe("load", f"{disk}/s", "v")
            wanted = f"VALUE tag=B size={size} uniform=true"
            if said.code == p.DISK_FULL:
                wanted = "VALUE tag=A size=3000 uniform=true"
            problem = None if there.line == wanted else f"it said {said}, and there is {there}"
            with open(f"{scratch}/log", encoding="utf-8", errors="replace") as log:
                first = re.search(r"pwrite64\(\d+, .*, (\d+), \d+\)\s+= (\d+)", log.read())
            if not first or int(first[2]) >= int(first[1]):
                problem = problem or "the first write was not short"
            report.count(FREED, problem and f"{size} bytes: {problem}")
            namespace.must(f"rm -f {disk}/filler")


def caches_make_room(scratch, report):
    """Checks that a write without space replaces the caches, or changes nothing if it still fails."""
    with small_disk(scratch, "room") as (disk, namespace):
        for options in ("", "--memory", "--class userState", "--memory --class userState"):
            for save, load, old, new in (
                ("save DIR v 30000 B", "load DIR v", "VALUE tag=A size=3000 uniform=true",
                 "VALUE tag=B size=30000 uniform=true"),
                ("put DIR c 2 30000 B", "list DIR c", "LIST 1:A3000", "LIST 1:A3000 2:B30000"),
            ):
                for cached, filler in ((45_000, 0), (3000, 45_000)):
                    namespace.must(f"{p.path_of_probe()} {options} save {disk}/s v 3000 A , "
                                   f"{options} put {disk}/s c 1 3000 A , "
                                   f"--class cache save {disk}/s menu {cached} M , "
                                   f"--class cache load {disk}/s menu")
                    namespace.must(f"head -c {filler} /dev/zero > {disk}/filler")
                    said = namespace.probe(options, save.replace("DIR", f"{disk}/s"))
                    there = namespace.probe(options, load.replace("DIR", f"{disk}/s"))
                    cache = namespace.probe("--class cache", "load", f"{disk}/s", "menu")
                    fits = filler == 0
                    problem = None
                    if said.code != (p.DONE if fits else p.DISK_FULL):
                        problem = f"it said {said}"
                    elif there.line != (new if fits else old):
                        problem = f"there is {there}"
                    elif cache.code != p.ABSENT:
                        problem = f"of the cache there is {cache}"
                    report.count(ROOM, problem and (
                        f"{options} {save} with {cached} bytes of caches: {problem}"))
                    namespace.must(f"rm -rf {disk}/*")


def critical_first(scratch, report):
    """Frees space for the cache and one other value while values of all classes are pending."""
    with small_disk(scratch, "first") as (disk, namespace):
        for way in ("flush", "update"):
            namespace.must(f"head -c 20480 /dev/zero > {disk}/filler")
            namespace.run(f"cat /dev/zero > {disk}/rest")
            said = namespace.probe("contest", f"{disk}/s", f"{disk}/filler", 12_000, way)
            there = namespace.probe("load", f"{disk}/s", "critical")
            problem = None
            if said.line != "DONE pending pending pending, persisted pending pending":
                problem = f"it said {said}"
            elif there.line != "VALUE tag=A size=12000 uniform=true":
                problem = f"there is {there}"
            report.count(FIRST, problem and f"{way}: {problem}")
            namespace.must(f"rm -rf {disk}/*")


def read_only_disk(scratch, report):
    folder = os.path.join(scratch, "read-only")
    must("save", folder, "v", 3000, "A")
    must("put", folder, "c", 1, 100, "A")
    before = bytes_in(folder)
    namespace = Namespace()
    namespace.must(f"mount --bind {folder} {folder}")
    namespace.must(f"mount -o remount,ro,bind {folder}")
    for memory in ("", "--memory"):
        for command, codes in (
            ("load DIR v", {p.DONE}), ("list DIR c", {p.DONE}),
            ("save DIR v 50 B", {p.NOT_WRITABLE}), ("remove DIR v", {p.NOT_WRITABLE}),
            ("put DIR c 2 50 B", {p.NOT_WRITABLE}), ("drop DIR c 1", {p.NOT_WRITABLE}),
        ):
            said = namespace.probe(memory, command.replace("DIR", folder))
            problem = None if said.code in codes else f"it said {said}"
            report.count(READ_ONLY, problem and f"{memory} {command}: {problem}")
    namespace.close()
    report.count(READ_ONLY, None if bytes_in(folder) == before else "the files have changed")


def damaged_reads(scratch, report):
    """Damages bytes between the disk and the process, at several positions of every read."""
    folder = os.path.join(scratch, "damaged")
    must("save", folder, "v", 3000, "A")
    intact = probe("load", folder, "v").line
    _, calls = record(["load", folder, "v"], folder)
    with open(os.path.join(folder, "v.v1.store"), "rb") as file:
        content = file.read()
    for call in [call for call, touches in calls if touches and call.name == "pread64"]:
        start, count = map(int, re.search(r", (\d+)\) += (\d+)", call.line).groups())
        for at in (0, 3, 4, 8, 20, 40, 70, 110, 200):
            if at >= count:
                continue
            # The tracer writes from the buffer's start, so it repeats the bytes before the damage.
            poked = bytearray(content[start:start + at + 1])
            poked[-1] ^= 0x20
            copy = os.path.join(scratch, f"damaged-{call.ordinal}-{at}")
            shutil.copytree(folder, copy)
            ending = probe("load", copy, "v", under=[
                "strace", "-f", "-qq", "-o", f"{scratch}/log", "-e", f"trace={call.name}", "-e",
                f"inject={call.name}:poke_exit=@arg2={poked.hex()}:when={call.ordinal}"])
            is_right = ending.code in (p.CORRUPT, p.NEWER) or ending.line == intact
            report.count(
                DAMAGED, None if is_right else f"{call.line}, byte {at}: it said {ending}")


def locked_file(scratch, report):
    """Denies opening the file, as a phone does before its first unlock."""
    for memory in ((), ("--memory",)):
        for number, command in enumerate(("load DIR v", "save DIR v 50 B", "remove DIR v")):
            folder = os.path.join(scratch, f"locked-{len(memory)}-{number}")
            arguments = [*memory, *command.replace("DIR", folder).split()]
            must("save", folder, "v", 3000, "A")
            _, calls = record(arguments, folder)
            # The first call opens the directory, the second one the file.
            opened = [call for call, touches in calls if touches and call.name == "openat"][1]
            must("save", folder, "v", 3000, "A")
            before = bytes_in(folder)
            for code in ("EPERM", "EACCES", "EIO", "EMFILE"):
                ending = probe(*arguments, under=[
                    "strace", "-f", "-qq", "-o", f"{scratch}/log", "-e", "trace=openat", "-e",
                    f"inject=openat:error={code}:when={opened.ordinal}"])
                problem = None
                if ending.code != p.UNAVAILABLE:
                    problem = f"it said {ending}"
                elif bytes_in(folder) != before:
                    problem = f"the files have changed: {names_in(folder)}"
                report.count(LOCKED, problem and f"{command}, {code}: {problem}")


def main():
    report, may_mount = Report(), can_mount()
    with scratch_directory() as scratch:
        for promise, run, mounts in (
            (SHORT, short_writes, False), (FULL, full_disk, True), (FREED, space_freed, True),
            (ROOM, caches_make_room, True), (FIRST, critical_first, True),
            (READ_ONLY, read_only_disk, True), (DAMAGED, damaged_reads, False),
            (LOCKED, locked_file, False),
        ):
            if mounts and not may_mount:
                report.skip(promise, "needs user namespaces that may mount")
                continue
            try:
                run(scratch, report)
            except Impossible as problem:
                report.count(promise, str(problem))
    sys.exit(report.close())


if __name__ == "__main__":
    main()
