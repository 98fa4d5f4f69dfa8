#!/usr/bin/env python3
"""Flaws planted in Storage, one at a time: the named test or line has to turn red for each.

    Tests/Checks/PlantedFlaws/storage.py [--only TEXT]

Works on a copy of the sources, which it builds and throws away. Needs what Tests/Storage/Faults/run
needs; flaws that only a power cut can find are skipped without root and loop devices.
"""
import re

from planting import Flaw, Found, plant

FILES = "Modules/Storage/FileSystem/DataDirectory.swift"
DESCRIPTOR = "Modules/Storage/FileSystem/FileDescriptor.swift"
NAMES = "Modules/Storage/FileSystem/FileName.swift"
CONTENT = "Modules/Storage/FileFormat/VersionedFiles.swift"
WRITING = "Modules/Storage/FileFormat/RecordFile+Writing.swift"
LOADING = "Modules/Storage/FileFormat/RecordFile.swift"
ROSTER = "Modules/Storage/Repositories/StoreRegistry.swift"
MEMORY = "Modules/Storage/Repositories/MemoryBackedByFileStore.swift"
CLAIM = "Modules/Storage/Repositories/FileStore.swift"
SCAN = "Modules/Storage/FileFormat/RecordScan.swift"
BROKEN = "Modules/Storage/FileFormat/BrokenRecord.swift"
READING = "Modules/Storage/FileFormat/RecordFile+Reading.swift"
OPENING = "Modules/Storage/FileFormat/RecordFile.swift"
SYNC = "Modules/Storage/FileSystem/DeviceSync.swift"
LOCK = "Modules/Storage/FileSystem/DirectoryLock.swift"
RECORD = "Modules/Storage/FileFormat/Record.swift"


class Line(Found):
    """Found by a line in the report of a script that makes the system fail."""

    def __init__(self, start, script):
        super().__init__(f"{' '.join(script)}: {start}")
        self.start, self.script = start, script

    def outcome(self, copy):
        if not copy.builds("-c", "release", "--static-swift-stdlib", "--product", "StorageProbe"):
            return "does not build"
        _, output = copy.run(
            f"Tests/Storage/Faults/{self.script[0]}", *self.script[1:],
            STORAGE_PROBE=f"{copy.folder}/.build/release/StorageProbe")
        verdicts = re.findall(rf"^{re.escape(self.start)}.*: (ok|BROKEN|skipped)", output, re.MULTILINE)
        if not verdicts:
            return f"no line begins with {self.start}"
        if "BROKEN" in verdicts:
            return "red"
        return "skipped" if "skipped" in verdicts else "green"


SAVE = ("sweep.py", "--only", "save over a value")
FIRST = ("sweep.py", "--only", "first save")
TWO = ("sweep.py", "--only", "migrate a value of two releases")
NEWER = ("sweep.py", "--only", "the newer release saves")
ADDS = ("sweep.py", "--only", "the newer release adds an element")
DISKS = ("disks.py",)
XFS = ("powercut.py", "--kinds", "xfs", "--runs", "6")
EXT4 = ("powercut.py", "--kinds", "ext4", "--runs", "40")


OWN_WRITE = "    try files.perform(own.bytes, own.offset, file)\n"
TIDYING = ("    // Until all steps are done, the next write must not be skipped as unchanged.\n"
           "    position.own?.payload = nil\n    position.previous?.isCurrent = copy == nil\n"
           "    tidy(file, copy, &position)\n")
FLAWS = [
    Flaw("the file is not synced", (FILES, "        try content.writeAll(bytes)\n"
         "        try content.syncContent(DeviceSync(ofReplacement: durability))\n",
         "        try content.writeAll(bytes)\n"),
         found_by=Line("P6 acknowledged data", SAVE)),
    Flaw("the file is not synced (power cut)", (FILES, "        try content.writeAll(bytes)\n"
         "        try content.syncContent(DeviceSync(ofReplacement: durability))\n",
         "        try content.writeAll(bytes)\n"),
         found_by=Line("P6 save", XFS)),
    Flaw("the directory is not synced", (FILES, "try open().syncEntries()",
         "_ = try open()"), found_by=Line("P6 acknowledged data", SAVE)),
    Flaw("the directory is not synced (power cut)", (FILES,
         "try open().syncEntries()", "_ = try open()"), found_by=Line("P6 save", EXT4)),
    Flaw("a new directory's entry is not synced", (FILES, "for directory in missing {\n        try",
         "for directory in missing.dropLast() {\n        try"), found_by=Line("P6 acknowledged data", FIRST)),
    Flaw("a failed sync is repeated", (DESCRIPTOR,
         "    #endif\n    if fsync(number) < 0 { throw CallFailure(call: \"fsync\", code: errno) }\n",
         "    #endif\n    if fsync(number) < 0, fsync(number) < 0 {\n"
         "      throw CallFailure(call: \"fsync\", code: errno)\n    }\n"), found_by=Line("P15", SAVE)),
    Flaw("the checksum covers the payload alone", (RECORD, "record[text.count..<headerSize - 4]",
         "record[headerSize..<headerSize]"), tests="FileFormatTests/.A file with any flipped bit is damaged"),
    Flaw("a short write is the end", (DESCRIPTOR, "while written < data.count {",
         "if written < data.count {"), found_by=Line("P3", DISKS)),
    Flaw("a short write begins again", (DESCRIPTOR, "UnsafeRawBufferPointer(rebasing: buffer[written...])",
         "UnsafeRawBufferPointer(rebasing: buffer[..<(buffer.count - written)])"), found_by=Line("P3", DISKS)),
    Flaw("a symbolic link is followed", (DESCRIPTOR, "flags | O_NOFOLLOW | O_CLOEXEC",
         "flags | O_CLOEXEC"), tests="UnavailableTests/.A file that cannot be read is not absent"),
    Flaw("a newer file is written over", (CONTENT,
         "case .newerFormat(let version): throw .newer(file: file.text, version: version)",
         "case .newerFormat: return .absent"), tests="NewerFileTests"),
    Flaw("a failed save leaves its temporary file", (FILES,
         "        do { try folder.unlink(file.temporary) } catch {}\n", ""), found_by=Line("P2", SAVE)),
    Flaw("a leftover stands in the way", (FILES,
         "      try folder.unlink(file.temporary)\n      do throws", "      do throws"),
         found_by=Line("P1", SAVE)),
    Flaw("the file is written in place", (NAMES, 'var temporary: String { ".\\(text).tmp" }',
         "var temporary: String { text }"), found_by=Line("P1", SAVE)),
    Flaw("a failed write goes on", (FILES, "        try content.writeAll(bytes)\n",
         "        do { try content.writeAll(bytes) } catch {}\n"), found_by=Line("P2", SAVE)),
    Flaw("a write of nothing is the end", (DESCRIPTOR,
         "guard count > 0 else { throw CallFailure(call: \"pwrite\", code: EIO) }",
         "guard count > 0 else { return }"), found_by=Line("P2", SAVE)),
    Flaw("what may not be opened is absent", (FILES,
         "if error.code == ENOENT, !Self.isLinkToNowhere(path) { return [] }",
         "if error.code == ENOENT || error.code == EACCES || error.code == EPERM { return [] }"),
         found_by=Line("P14", DISKS)),
    Flaw("a file that cannot be read is set aside", (FILES, "return try content.readAll(upTo: size)",
         "do { return try content.readAll(upTo: size) } catch { return Data() }"),
         found_by=Line("P14", ("sweep.py", "--only", "load a value"))),
    Flaw("the copy is written before the own file", (WRITING, OWN_WRITE + TIDYING,
         "    position.previous?.isCurrent = copy == nil\n    tidy(file, copy, &position)\n" + OWN_WRITE),
         found_by=Line("P12 a release that ends", NEWER)),
    Flaw("files go before the own one is there", (WRITING, OWN_WRITE,
         "    for version in position.outdated { try files.drop(file.of(version: version)) }\n"
         + OWN_WRITE), found_by=Line("P13 a migration", TWO)),
    Flaw("the copy is not announced", (WRITING, "left: copy?.tail.stamp ?? found)", "left: found)"),
         found_by=Line("Without a fault", ADDS)),
    Flaw("a copy that was cut off counts as made", (LOADING,
         "isCurrent: last.tail.stamp == own?.copy.left)", "isCurrent: own != nil)"),
         found_by=Line("Without a fault", ADDS)),
    Flaw("what the release before has written is not looked for", (LOADING,
         "own.copy.isForeign(last.tail.stamp)", "false && own.copy.isForeign(last.tail.stamp)"),
         found_by=Line("Without a fault", NEWER)),
    Flaw("to read is to write", (MEMORY,
         "      memory.isLoaded = true\n    }\n",
         "      memory.isLoaded = true\n      memory.revision += 1\n    }\n    write()\n"),
         found_by=Line("P13 a migration", ("sweep.py", "--only", "migrate a value by reading it"))),
    Flaw("a file goes before what lies beside it", (FILES,
         "      try folder.unlink(file.temporary)\n      try folder.unlink(file.text)\n",
         "      try folder.unlink(file.text)\n      try folder.unlink(file.temporary)\n"),
         found_by=Line("P2", ("sweep.py", "--only", "remove a value"))),
    Flaw("a reader is given what was there before", (MEMORY,
         "      lent.withLock { $0 = nil }\n      let result", "      let result"),
         tests="MemoryWinsTests"),
    Flaw("caches are not given up", (FILES, "guard let spare else { return false }",
         "guard let spare, durability == .nothing else { return false }"),
         found_by=Line("P4 caches make room", DISKS)),
    Flaw("what is worth least is written first", (ROSTER,
         ".sorted { $0.worth.rawValue < $1.worth.rawValue }",
         ".sorted { $0.worth.rawValue > $1.worth.rawValue }"),
         found_by=Line("P4 critical values", DISKS)),
    Flaw("nobody is kept out of the directory", (LOCK, "        try copy.lock()\n",
         "        if copy.number < 0 { try copy.lock() }\n"), found_by=Line("P16", ("processes.py",))),
    Flaw("a length beyond the end is a torn append", (SCAN,
         "      let length = Self.broken(rest, contentEnd) { $0.provenLength(&effort) }\n",
         "      let length: UInt32? = nil\n"),
         (BROKEN, "effort > 0, !isComplete(length: length, claimed: claimed) else", "effort > 0 else"),
         tests="BrokenRecordTests/.No single flipped bit loses a record without an error"),
    Flaw("a record with a flipped length is given up", (SCAN,
         "      let length = Self.broken(rest, contentEnd) { $0.provenLength(&effort) }\n",
         "      let length: UInt32? = nil\n"), tests="BrokenRecordTests/.A flipped bit in a length loses no record at all"),
    Flaw("any header may be torn", (BROKEN, "isSequencePlausible(after: last), areMarksPlausible", "last >= 0"),
         tests="BrokenRecordTests/.A header that is impossible for an append is damage"),
    Flaw("two flipped bits make a torn append", (BROKEN,
         "effort > 0, !isComplete(length: length, claimed: claimed) else", "effort > 0 else"),
         tests="BrokenRecordTests/.Two flipped bits in a header lose no record without an error"),
    Flaw("an end of zeros is damage", (BROKEN, "guard contentEnd < Record.headerSize + Int(claimed),",
         "guard bytes.count < Record.headerSize + Int(claimed),"), tests="BrokenRecordTests/.A torn append is not reported, wherever it is cut off"),
    Flaw("the checks of a hostile file have no end", (BROKEN,
         "guard effort > 0, !isComplete(length", "guard !isComplete(length"),
         (BROKEN, "    return effort > 0\n", "    return true\n"), tests="BrokenRecordTests/.Damage that exceeds the budget of checks is reported"),
    Flaw("a second repository of a name is let in", (ROSTER,
         "return owner === claim ? .given : .refused", "return owner === claim ? .given : .given"),
         tests="OneOwnerTests/.A second repository with the same name is refused, for every call"),
    Flaw("what was written meanwhile is not read again", (CLAIM, "case .givenAnew: store.forget()",
         "case .givenAnew: break"), tests="OneOwnerTests/.A value that another repository has written meanwhile is read from the file"),
    Flaw("a name is given while something of it is not written", (ROSTER,
         "guard isSame || entries[place].waiting == nil else", "guard isSame || true else"),
         tests="OneOwnerTests/.A name is free after the pending updates of its last owner are written"),
    Flaw("damage to a cache is not told", (READING, "    setAside.append(error)\n", ""),
         tests="HealthEventTests/.A damaged cache is reported, and its value is absent"),
    Flaw("a damaged cache was never there", (OPENING,
         "origin.setAside.first.map { .failed($0) } ?? .absent", ".absent"),
         tests="HealthEventTests/.A damaged cache is reported, and its value is absent"),
    Flaw("a critical addition is only put in order", (SYNC, "durability == .powerCut ? .full : .none",
         "durability == .powerCut ? .barrier : .none"), tests="DeviceSyncTests/.A critical append is on the device before it returns"),
    Flaw("a sync that failed for any reason is tried another way", (SYNC, "    default: .fail\n",
         "    default: .fallBack\n"), tests="DeviceSyncTests/.Only an unsupported command falls back to another one"),
]

plant(FLAWS, "storage", module="Storage", also=["Tests/Storage/Faults"])
