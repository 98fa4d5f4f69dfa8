"""System calls of the probe: which ones touch a directory, and making a chosen one fail.

Not run by itself; needs strace 5.3 or later. strace counts calls per name and per thread; the probe
does all its input and output on one thread, and `Fault.fired` verifies each time that the call
which failed was one of the directory's.
"""
import collections
import dataclasses
import os
import re
import tempfile

from probe import KILLED, probe

# What each call can fail with and the code should survive; any other call gets EIO.
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
# Calls that may legally do nothing; doing nothing for ever must not hang.
IDLE = {"write", "writev", "pwrite64", "pwritev"}


@dataclasses.dataclass(frozen=True)
class Call:
    """The `ordinal`th call of a name on the probe's thread."""
    name: str
    ordinal: int
    line: str


@dataclasses.dataclass(frozen=True)
class Fault:
    call: Call
    effect: str  # as strace spells it
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
        """Runs the probe with this fault; returns how it ended and whether the fault fired."""
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
    """Whether a sync that failed was repeated on a descriptor that was not opened anew.

    The kernel may have dropped the bytes and would call the second one a success.
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


def faults_of(call):
    yield Fault(call, "signal=SIGKILL", for_ever=False)
    effects = [f"error={name}" for name in ERRORS.get(call.name, "EIO").split()]
    if call.name in IDLE:
        effects.append("retval=0")
    for effect in effects:
        yield Fault(call, effect, for_ever=False)
        # An interruption that never ends is no fault of a disk.
        if effect != "error=EINTR":
            yield Fault(call, effect, for_ever=True)


def record(arguments, state):
    """Runs the probe untouched; returns its ending and all its calls, those of `state` marked.

    The second result is a list of (call, touches the state).
    """
    with tempfile.NamedTemporaryFile(prefix="storage-faults-trace-") as log:
        ending = probe(*arguments, under=[
            "strace", "-f", "-y", "-qq", "-s", "64", "-o", log.name, "-e", "trace=%file,%desc"])
        with open(log.name, errors="replace") as file:
            lines = file.read().splitlines()
    seen, calls = collections.Counter(), []
    for line in lines:
        # A call that another thread interrupted is printed in two parts; the first one counts.
        match = re.match(r"(\d+)\s+(\w+)\(", line)
        if match:
            thread, name = match.groups()
            seen[thread, name] += 1
            call = Call(name, seen[thread, name], line)
            calls.append((call, state in line and name != "execve"))
    return ending, calls


def unsynced_when_acknowledged(calls, existing, spare):
    """What a power cut could undo although it was acknowledged, judged from the calls alone.

    `existing` are the paths there before. Returns sentences; none is the promise kept. Bytes are
    safe after a sync of their file, names after a sync of their directory; the names in `spare` need
    not be safe.
    """
    problems, files, directories, there = [], set(), set(), set(existing)
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
        elif call.name in ("fsync", "fdatasync"):
            files.discard(path)
            directories.discard(path)
        elif call.name.startswith("mkdir"):
            directories.add(os.path.dirname(path))
        elif call.name.startswith("unlink"):
            files.discard(path)
            named.add(os.path.dirname(path))
        elif call.name.startswith("rename"):
            old, new = paths(line)
            if old in files:
                problems.append(f"{old} took its name before it was synced")
            files.discard(old)
            named.update([os.path.dirname(old), os.path.dirname(new)])
            there.add(new)
    return problems


def paths(line):
    """The paths a call names: `openat(3</d>, "name"`, `mkdir("/d/name"` and `write(3</d/name>`."""
    name, arguments = line.split("(", 1)
    if name.endswith(("at", "at2")):
        found = re.findall(r'<([^>]*)>, "([^"]*)"', arguments)
        return [os.path.join(folder, entry) for folder, entry in found]
    descriptor = re.match(r"\d+<([^>]*)>", arguments)
    return [descriptor.group(1)] if descriptor else re.findall(r'"([^"]*)"', arguments)


def first_path(line):
    found = paths(line)
    return found[0] if found else ""
