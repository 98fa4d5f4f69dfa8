"""Functions that record the probe's system calls on a directory, and inject a fault into one of them.

A module for the other scripts; requires strace 5.3 or later. strace counts calls per name and per thread.
The probe runs all its input and output on one thread. `Fault.strike` verifies each time that the failed
call was a call on the directory.
"""
import collections
import dataclasses
import os
import re
import tempfile

from probe import KILLED, probe

# The errors of each call that Storage must handle; any other call fails with EIO.
OPENING = "EACCES EPERM EMFILE EIO EINTR ENOSPC EROFS EDQUOT"
WRITING = "ENOSPC EIO EINTR EDQUOT EFBIG"
SYNCING = "EIO ENOSPC EINTR EDQUOT EROFS"
NAMING = "EACCES ENOSPC EIO EBUSY EINVAL EROFS EDQUOT"
ERRORS = {
    "open": OPENING, "openat": OPENING, "mkdir": "EACCES ENOSPC EIO EROFS EDQUOT",
    "write": WRITING, "writev": WRITING, "pwrite64": WRITING, "pwritev": WRITING,
    "ftruncate": "EIO EINTR EFBIG EROFS", "fallocate": WRITING,
    "fsync": SYNCING, "fdatasync": SYNCING, "close": "EIO EINTR ENOSPC EDQUOT",
    "rename": NAMING, "renameat": NAMING, "renameat2": NAMING, "linkat": NAMING,
    "unlink": "EACCES EIO EROFS EBUSY", "unlinkat": "EACCES EIO EROFS EBUSY",
    "read": "EIO EINTR", "pread64": "EIO EINTR", "flock": "EINTR ENOLCK EIO EAGAIN",
}
# Calls that may write nothing without an error; if they never write, Storage must not hang.
IDLE = {"write", "writev", "pwrite64", "pwritev"}


@dataclasses.dataclass(frozen=True)
class Call:
    """A call on the probe's thread; `ordinal` counts the calls of this name."""
    name: str
    ordinal: int
    line: str


@dataclasses.dataclass(frozen=True)
class Fault:
    call: Call
    effect: str  # in the syntax of strace
    for_ever: bool

    def __str__(self):
        return f"{self.call.name}#{self.call.ordinal} {self.effect}{' for ever' * self.for_ever}"

    @property
    def is_kill(self):
        return self.effect == "signal=SIGKILL"

    @property
    def is_failed_sync(self):
        return self.call.name in ("fsync", "fdatasync") and not self.is_kill

    def strike(self, arguments, state, log):
        """Runs the probe with this fault; returns its ending, and whether the fault occurred."""
        when = f"{self.call.ordinal}{'+' * self.for_ever}"
        name = self.call.name
        ending = probe(*arguments, under=[
            "strace", "-f", "-y", "-qq", "-o", log, "-e", f"trace={name},openat",
            "-e", f"inject={name}:{self.effect}:when={when}"])
        with open(log, errors="replace") as file:
            lines = file.read().splitlines()
        if self.is_kill:
            hit = [line for line in lines if f"{name}(" in line][-1:]
            fired = ending.code == KILLED and bool(hit) and state in hit[0]
        else:
            hit = [line for line in lines if "(INJECTED)" in line][:1]
            fired = bool(hit) and state in hit[0]
        return ending, fired


def synced_again(log):
    """Returns whether a failed sync was repeated on a descriptor that was not opened again.

    The kernel may have discarded the bytes, and would report success for the second sync.
    """
    failed = set()
    with open(log, errors="replace") as file:
        for line in file:
            opened = re.search(r"openat\(.* = (\d+<.*>)$", line)
            synced = re.search(r"\bf(?:data)?sync\((\d+<[^>]*>)", line)
            if opened:
                failed.discard(opened.group(1))
            elif synced and synced.group(1) in failed:
                return True
            elif synced and "(INJECTED)" in line:
                failed.add(synced.group(1))
    return False


def faults_of_all(calls, every):
    """Returns a kill at each of the calls, and each Nth error."""
    faults = [fault for call in calls for fault in faults_of(call)]
    errors = [fault for fault in faults if not fault.is_kill]
    return [fault for fault in faults if fault.is_kill] + errors[::every]


def faults_of(call):
    yield Fault(call, "signal=SIGKILL", for_ever=False)
    effects = [f"error={name}" for name in ERRORS.get(call.name, "EIO").split()]
    if call.name in IDLE:
        effects.append("retval=0")
    for effect in effects:
        yield Fault(call, effect, for_ever=False)
        # A permanent interruption is not a disk's fault.
        if effect != "error=EINTR":
            yield Fault(call, effect, for_ever=True)


def record(arguments, state):
    """Runs the probe without a fault; returns its ending, and a list of pairs for its calls.

    A pair contains a call, and whether the call concerns the directory `state`.
    """
    with tempfile.NamedTemporaryFile(prefix="storage-faults-trace-") as log:
        ending = probe(*arguments, under=[
            "strace", "-f", "-y", "-qq", "-s", "64", "-o", log.name, "-e", "trace=%file,%desc"])
        with open(log.name, errors="replace") as file:
            lines = file.read().splitlines()
    seen, calls = collections.Counter(), []
    for line in lines:
        # strace prints a call that another thread interrupts in two parts; this uses the first one.
        match = re.match(r"(\d+)\s+(\w+)\(", line)
        if match:
            thread, name = match.groups()
            seen[thread, name] += 1
            call = Call(name, seen[thread, name], line)
            calls.append((call, state in line and name != "execve"))
    return ending, calls


def unsynced_when_acknowledged(calls, existing, spare):
    """Returns a sentence for each acknowledged change that a power cut could undo.

    Examines only the calls. `existing` contains the paths that existed before. Bytes are safe after a
    sync of their file, names after a sync of their directory. The names in `spare` need not be safe. A
    replaced file has to be safe before another file is changed: the second one refers to the first.
    """
    problems, files, directories, there = [], set(), set(), set(existing)
    replaced = set()
    for call, touches in calls:
        line = call.line
        if re.search(r"\swrite\(1<.*\"(DONE|ACK)", line):
            problems += [f"{path} was written and not synced" for path in sorted(files)]
            problems += [f"{path} was changed and not synced" for path in sorted(directories)]
            continue
        if not touches or re.search(r"= -1 E\w+ ", line):
            continue
        path = first_path(line)
        named = set() if any(name in line for name in spare) else directories
        if call.name in ("open", "openat") and "O_CREAT" in line:
            created = re.search(r"= \d+<(.*)>$", line)
            path = created.group(1) if created else path
            if path not in there:
                named.add(os.path.dirname(path))
            there.add(path)
        elif call.name.startswith(("write", "pwrite", "ftruncate")):
            files.add(path)
            if not path.endswith(".tmp"):
                problems += too_early(path, replaced)
        elif call.name in ("fsync", "fdatasync"):
            files.discard(path)
            directories.discard(path)
            replaced = {name for name in replaced if os.path.dirname(name) != path}
        elif call.name.startswith("mkdir"):
            directories.add(os.path.dirname(path))
        elif call.name.startswith("unlink"):
            files.discard(path)
            named.add(os.path.dirname(path))
        elif call.name.startswith("rename"):
            old, new = paths(line)
            if old in files:
                problems.append(f"{old} was renamed before it was synced")
            files.discard(old)
            problems += too_early(new, replaced)
            named.update([os.path.dirname(old), os.path.dirname(new)])
            there.add(new)
            if named is directories:
                replaced.add(new)
    return problems


def too_early(path, replaced):
    """Returns a sentence for each other replaced file whose name is not synced."""
    return [f"{path} was changed before {name} was synced" for name in sorted(replaced - {path})]


def paths(line):
    """Returns the paths in a call: `openat(3</d>, "name"`, `mkdir("/d/name"` and `write(3</d/name>`."""
    name, arguments = line.split("(", 1)
    if name.endswith(("at", "at2")):
        found = re.findall(r'<([^>]*)>, "([^"]*)"', arguments)
        return [os.path.join(folder, entry) for folder, entry in found]
    descriptor = re.match(r"\d+<([^>]*)>", arguments)
    return [descriptor.group(1)] if descriptor else re.findall(r'"([^"]*)"', arguments)


def first_path(line):
    found = paths(line)
    return found[0] if found else ""
