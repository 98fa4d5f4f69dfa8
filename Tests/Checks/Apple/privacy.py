"""The calls that Apple's App Store wants a reason for, as the objects make them, and the manifests.

A static package's manifest is read from the resource bundle of a module, so each module has to name what
its own object calls.
"""
import os
import plistlib
import re
import struct

# Undefined symbols and selectors of each category, and the reasons that Apple approves for such a call;
# for times of files, the one for files of the app's own container.
CATEGORIES = {
    "FileTimestamp": (
        r"_(f?stat(at)?|lstat|f?getattrlist(bulk|at)?)|_NSFile(Creation|Modification)Date"
        r"|_NSURL(ContentModification|Creation)DateKey|fileModificationDate"
        r"|.*URLResourceValuesV\d+(creationDate|contentModificationDate).*",
        ("C617.1",)),
    "SystemBootTime": (
        r"_mach_absolute_time|_clock_gettime_nsec_np|systemUptime", ("35F9.1", "8FFB.1", "3D61.1")),
    "DiskSpace": (
        r"_f?stat(v?fs)(64)?|_NSFileSystem(FreeSize|Size)|_NSURLVolume(Available|Total)Capacity\w*Key"
        r"|.*URLResourceValuesV\d+volume(Available|Total)Capacity.*",
        ("85F4.1", "E174.1", "7D9E.1", "B728.1")),
    "ActiveKeyboards": (r"activeInputModes", ("3EC4.1", "54BD.1")),
    "UserDefaults": (r"_OBJC_CLASS_\$_NSUserDefaults", ("CA92.1", "1C8F.1", "C56D.1", "AC6B.1")),
}
TRACKING = {"NSPrivacyTracking": False, "NSPrivacyTrackingDomains": [], "NSPrivacyCollectedDataTypes": []}


def names(path):
    """The undefined symbols and the selectors of a Mach-O object."""
    with open(path, "rb") as file:
        data = file.read()
    found, offset = set(), 32
    for _ in range(struct.unpack_from("<I", data, 16)[0]):
        command, size = struct.unpack_from("<II", data, offset)
        if command == 2:
            symbols, count, strings, _ = struct.unpack_from("<IIII", data, offset + 8)
            for index in range(count):
                name, kind = struct.unpack_from("<IB", data, symbols + 16 * index)
                if kind & 0xE == 0 and kind & 0xE0 == 0:
                    start = strings + name
                    found.add(data[start:data.index(b"\0", start)].decode())
        elif command == 0x19:
            sections = struct.unpack_from("<I", data, offset + 64)[0]
            for index in range(sections):
                at = offset + 72 + 80 * index
                if data[at:at + 16].rstrip(b"\0") == b"__objc_methname":
                    length, start = struct.unpack_from("<QI", data, at + 40)
                    found.update(data[start:start + length].decode().split("\0"))
        offset += size
    return found


def problems(targets, folder):
    """Yields what the manifests of modules say that their objects do not, and the other way round."""
    for target in targets:
        used = {}
        for name in sorted(names(os.path.join(folder, f"{target.name}.o"))):
            for category, (pattern, _) in CATEGORIES.items():
                if re.fullmatch(pattern, name):
                    used.setdefault(category, []).append(name)
        manifest = os.path.join(target.folder, "Resources", "PrivacyInfo.xcprivacy")
        said = {}
        if os.path.exists(manifest):
            with open(manifest, "rb") as file:
                content = plistlib.load(file)
            for entry in content.pop("NSPrivacyAccessedAPITypes"):
                category = entry["NSPrivacyAccessedAPIType"].removeprefix("NSPrivacyAccessedAPICategory")
                said[category] = entry["NSPrivacyAccessedAPITypeReasons"]
            if content != TRACKING:
                yield f"{manifest}:1: claims tracking or collected data"
        for category, calls in used.items():
            if category not in said:
                yield f"{manifest}:1: does not name {category}, which {target.name} needs for {', '.join(calls)}"
        for category, reasons in said.items():
            if category not in used:
                yield f"{manifest}:1: names {category}, which {target.name} does not use"
            elif not reasons or set(reasons) - set(CATEGORIES[category][1]):
                yield f"{manifest}:1: {category} has other reasons than Apple approves"
