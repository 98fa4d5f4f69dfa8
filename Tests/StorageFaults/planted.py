#!/usr/bin/env python3
"""Flaws planted in Storage, one at a time: the named test or line has to turn red for each.

    Tests/StorageFaults/planted.py [--only TEXT]

Works on a copy of the tree, which it builds and throws away. A flaw that no longer fits the sources
counts as not found: then the list has to follow the sources. Needs what `run` needs; flaws that only
a power cut can find are skipped without root and loop devices.
"""
import argparse
import dataclasses
import os
import re
import shutil
import subprocess
import sys

from probe import scratch_directory

FILES = "Modules/Storage/FileSystem/Folder.swift"
DESCRIPTOR = "Modules/Storage/FileSystem/Descriptor.swift"
NAMES = "Modules/Storage/FileSystem/FileName.swift"
CONTENT = "Modules/Storage/FileFormat/VersionedFiles.swift"
WRITING = "Modules/Storage/FileFormat/RecordFile+Writing.swift"
LOADING = "Modules/Storage/FileFormat/RecordFile.swift"
ROSTER = "Modules/Storage/Repositories/Roster.swift"
MEMORY = "Modules/Storage/Repositories/MemoryBackedByFileStore.swift"
LOCK = "Modules/Storage/FileSystem/DirectoryLock.swift"
CHECKSUM = "Modules/Storage/FileFormat/CRC32C.swift"


@dataclasses.dataclass(frozen=True)
class Line:
    """A line of a script's report."""
    start: str
    script: tuple


@dataclasses.dataclass(frozen=True)
class Test:
    """A function of the suite, as `swift test --filter` takes it."""
    start: str


SAVE = ("sweep.py", "--only", "save over a value")
FIRST = ("sweep.py", "--only", "first save")
TWO = ("sweep.py", "--only", "migrate a value of two releases")
NEWER = ("sweep.py", "--only", "the newer release saves")
ADDS = ("sweep.py", "--only", "the newer release adds an element")
DISKS = ("disks.py",)
XFS = ("powercut.py", "--kinds", "xfs", "--runs", "6")
EXT4 = ("powercut.py", "--kinds", "ext4", "--runs", "40")


@dataclasses.dataclass
class Flaw:
    name: str
    file: str
    before: str
    after: str
    found_by: object


OWN_WRITE = "    try files.perform(own.record, own.offset, file)\n"
TIDYING = ("    // Until all is done the next write has to do it again.\n"
           "    position.own?.payload = nil\n    position.previous?.isCurrent = copy == nil\n"
           "    tidy(file, copy, &position)\n")
FLAWS = [
    Flaw("the file is not synced", FILES, "        try content.writeAll(bytes)\n"
         "        if durability != .nothing { try content.syncContent() }\n",
         "        try content.writeAll(bytes)\n",
         Line("P6 what is acknowledged", SAVE)),
    Flaw("the file is not synced (power cut)", FILES, "        try content.writeAll(bytes)\n"
         "        if durability != .nothing { try content.syncContent() }\n",
         "        try content.writeAll(bytes)\n",
         Line("P6 save", XFS)),
    Flaw("the directory is not synced", FILES, "try open().syncEntries()",
         "_ = try open()", Line("P6 what is acknowledged", SAVE)),
    Flaw("the directory is not synced (power cut)", FILES,
         "try open().syncEntries()", "_ = try open()", Line("P6 save", EXT4)),
    Flaw("a new directory's entry is not synced", FILES, "for directory in missing {\n        try",
         "for directory in missing.dropLast() {\n        try", Line("P6 what is acknowledged", FIRST)),
    Flaw("a failed sync is repeated", DESCRIPTOR,
         "    #endif\n    if fsync(number) < 0 { throw CallFailure(call: \"fsync\", code: errno) }\n"
         "  }\n\n  /// Puts a directory's",
         "    #endif\n    if fsync(number) < 0, fsync(number) < 0 {\n"
         "      throw CallFailure(call: \"fsync\", code: errno)\n    }\n"
         "  }\n\n  /// Puts a directory's", Line("P15", SAVE)),
    Flaw("the checksum covers the payload alone", CHECKSUM, "for part in parts {",
         "for part in parts.dropFirst() {", Test("FileFormatTests/flippedBits")),
    Flaw("a short write is the end", DESCRIPTOR, "while written < data.count {",
         "if written < data.count {", Line("P3", DISKS)),
    Flaw("a short write begins again", DESCRIPTOR, "UnsafeRawBufferPointer(rebasing: buffer[written...])",
         "UnsafeRawBufferPointer(rebasing: buffer[..<(buffer.count - written)])", Line("P3", DISKS)),
    Flaw("a symbolic link is followed", DESCRIPTOR, "flags | O_NOFOLLOW | O_CLOEXEC",
         "flags | O_CLOEXEC", Test("UnavailableTests/notAbsent")),
    Flaw("a newer file is written over", CONTENT,
         "case .newerFormat(let version): throw .newer(file: file.text, version: version)",
         "case .newerFormat: return .absent", Test("NewerFileTests")),
    Flaw("a failed save leaves its temporary file", FILES,
         "        do { try folder.unlink(file.temporary) } catch {}\n", "", Line("P2", SAVE)),
    Flaw("a leftover stands in the way", FILES,
         "      try folder.unlink(file.temporary)\n      do throws", "      do throws",
         Line("P1", SAVE)),
    Flaw("the file is written in place", NAMES, 'var temporary: String { ".\\(text).tmp" }',
         "var temporary: String { text }", Line("P1", SAVE)),
    Flaw("a failed write goes on", FILES, "        try content.writeAll(bytes)\n",
         "        do { try content.writeAll(bytes) } catch {}\n", Line("P2", SAVE)),
    Flaw("a write of nothing is the end", DESCRIPTOR,
         "guard count > 0 else { throw CallFailure(call: \"pwrite\", code: EIO) }",
         "guard count > 0 else { return }", Line("P2", SAVE)),
    Flaw("what may not be opened is absent", FILES,
         "if error.code == ENOENT, !Self.isLinkToNowhere(path) { return [] }",
         "if error.code == ENOENT || error.code == EACCES || error.code == EPERM { return [] }",
         Line("P14", DISKS)),
    Flaw("a file that cannot be read is set aside", FILES, "return try content.readAll(upTo: size)",
         "do { return try content.readAll(upTo: size) } catch { return Data() }",
         Line("P14", ("sweep.py", "--only", "load a value"))),
    Flaw("the copy is written before the own file", WRITING, OWN_WRITE + TIDYING,
         "    position.previous?.isCurrent = copy == nil\n    tidy(file, copy, &position)\n" + OWN_WRITE,
         Line("P12 ended", NEWER)),
    Flaw("files go before the own one is there", WRITING, OWN_WRITE,
         "    for version in position.outdated { try files.drop(file.of(version: version)) }\n"
         + OWN_WRITE, Line("P13 ended", TWO)),
    Flaw("the copy is not announced", WRITING, "left: copy?.tail.mark ?? found)", "left: found)",
         Line("Without a fault", ADDS)),
    Flaw("a copy that was cut off counts as made", LOADING,
         "isCurrent: last.tail.mark == own?.copy.left)", "isCurrent: own != nil)",
         Line("Without a fault", ADDS)),
    Flaw("what the release before has written is not looked for", LOADING,
         "own.copy.isForeign(last.tail.mark)", "false && own.copy.isForeign(last.tail.mark)",
         Line("Without a fault", NEWER)),
    Flaw("to read is to write", MEMORY,
         "      memory.isLoaded = true\n      observers.tell(memory.sighting)\n    }\n",
         "      memory.isLoaded = true\n      memory.revision += 1\n    }\n    write()\n",
         Line("P13 ended", ("sweep.py", "--only", "migrate a value by reading it"))),
    Flaw("a file goes before what lies beside it", FILES,
         "      try folder.unlink(file.temporary)\n      try folder.unlink(file.text)\n",
         "      try folder.unlink(file.text)\n      try folder.unlink(file.temporary)\n",
         Line("P2", ("sweep.py", "--only", "remove a value"))),
    Flaw("caches are not given up", FILES, "guard let spare else { return false }",
         "guard let spare, durability == .nothing else { return false }",
         Line("P4 caches make room", DISKS)),
    Flaw("what is worth least is written first", ROSTER,
         ".sorted { $0.worth.rawValue < $1.worth.rawValue }",
         ".sorted { $0.worth.rawValue > $1.worth.rawValue }",
         Line("P4 on a full disk what is critical", DISKS)),
    Flaw("nobody is kept out of the directory", LOCK, "        try copy.lock()\n",
         "        if copy.number < 0 { try copy.lock() }\n", Line("P16", ("processes.py",))),
]


class Copy:
    """The tree, in a place where it may be spoiled."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root, capture_output=True,
            text=True, check=True).stdout.split("\0")
        for name in filter(None, listed):
            source, target = os.path.join(root, name), os.path.join(folder, name)
            if os.path.lexists(source):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy2(source, target, follow_symlinks=False)

    def run(self, *command):
        result = subprocess.run(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "STORAGE_PROBE": f"{self.folder}/.build/release/StorageProbe"},
            errors="replace", check=False)
        return result.returncode, result.stdout

    def outcome(self, found_by):
        """Returns "green", "red", "skipped", or what went wrong on the way."""
        if isinstance(found_by, Test):
            code, output = self.run("swift", "build", "--build-tests")
            if code != 0:
                return "does not build"
            code, output = self.run("swift", "test", "--skip-build", "--filter", found_by.start)
            if not re.search(r"Test run with [1-9]\d* test", output):
                return "no test ran"
            return "green" if code == 0 else "red"
        code, output = self.run(
            "swift", "build", "-c", "release", "--static-swift-stdlib", "--product", "StorageProbe")
        if code != 0:
            return "does not build"
        _, output = self.run(f"Tests/StorageFaults/{found_by.script[0]}", *found_by.script[1:])
        verdicts = re.findall(
            rf"^{re.escape(found_by.start)}.*: (ok|BROKEN|skipped)", output, re.MULTILINE)
        if not verdicts:
            return f"no line begins with {found_by.start}"
        if "BROKEN" in verdicts:
            return "red"
        return "skipped" if "skipped" in verdicts else "green"

    def with_flaw(self, flaw):
        path = os.path.join(self.folder, flaw.file)
        with open(path, encoding="utf-8") as file:
            source = file.read()
        if source.count(flaw.before) != 1:
            return "does not fit the sources"
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(source.replace(flaw.before, flaw.after))
            return self.outcome(flaw.found_by)
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)


def spelled(found_by):
    if isinstance(found_by, Test):
        return found_by.start
    return f"{' '.join(found_by.script)}: {found_by.start}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="the flaws whose name contains this text")
    only = parser.parse_args().only
    flaws = [flaw for flaw in FLAWS if only in flaw.name]
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    missed = skipped = 0
    with scratch_directory() as scratch:
        copy = Copy(root, scratch)
        # Red means something only where it is green without the flaw.
        for found_by in dict.fromkeys(flaw.found_by for flaw in flaws):
            outcome = copy.outcome(found_by)
            print(f"{'nothing planted':45} {spelled(found_by):65} {outcome}", flush=True)
            missed += outcome not in ("green", "skipped")
        for flaw in flaws:
            outcome = copy.with_flaw(flaw)
            print(f"{flaw.name:45} {spelled(flaw.found_by):65} {outcome}", flush=True)
            missed += outcome not in ("red", "skipped")
            skipped += outcome == "skipped"
    tried = len(flaws) - skipped
    verdict = f"BROKEN ({missed} of {tried} runs)" if missed else f"ok ({tried} runs)"
    print(f"P21 a planted flaw is found: {verdict}")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
