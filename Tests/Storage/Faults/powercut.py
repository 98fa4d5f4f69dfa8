#!/usr/bin/env python3
"""Simulates a power cut during acknowledged saves, on a real file system.

    sudo STORAGE_PROBE=... Tests/Storage/Faults/powercut.py [--runs 50] [--kinds ext4,xfs,...]

Creates a file system in a file, lets the probe save and acknowledge, shuts the file system down without
writing its cached data (FS_IOC_SHUTDOWN), mounts it again and loads the value. Every save that was
acknowledged before the cut must be complete. Requires Linux, root, loop devices, and mkfs for each
kind; prints "skipped" otherwise. The shutdown discards unsynced data but preserves the order of writes:
it does not simulate a device that reorders them.
"""
import argparse
import collections
import contextlib
import fcntl
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time

import probe as p
from probe import Report, figure, probe

SHUTDOWN, WITHOUT_LOG_FLUSH = 0x8004587D, 2  # _IOR('X', 125, __u32), in linux/fs.h
KINDS = {
    "ext4": ("ext4", "128M", ["-q", "-F"], "loop"),
    # Disables ext4's heuristic that writes a file's data before a rename.
    "ext4-plain": ("ext4", "128M", ["-q", "-F"], "loop,noauto_da_alloc"),
    "xfs": ("xfs", "512M", ["-q", "-f"], "loop"),
}
WRITERS = {
    "save": (["loopsave", "{m}/s", "v", 20000], ["check", "{m}/s", "v"]),
    "append": (["loopappend", "{m}/s", "c", 200], ["checkappended", "{m}/s", "c"]),
}


def system(*command):
    return subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


class Disk:
    def __init__(self, kind, folder):
        self.system, self.size, self.options, self.mount_options = KINDS[kind]
        self.image, self.mount_point = os.path.join(folder, "image"), os.path.join(folder, "mount")
        os.makedirs(self.mount_point, exist_ok=True)

    def make(self):
        """Creates and mounts a new file system; returns whether this has succeeded."""
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.image)
        return system("truncate", "-s", self.size, self.image) and system(
            f"mkfs.{self.system}", *self.options, self.image) and self.mount()

    def mount(self):
        return system(
            "mount", "-t", self.system, "-o", self.mount_options, self.image, self.mount_point)

    def unmount(self):
        # A process that was just killed may keep it busy for a moment.
        for _ in range(50):
            if system("umount", self.mount_point):
                return
            time.sleep(0.05)
        system("umount", "-l", self.mount_point)

    def cut(self):
        directory = os.open(self.mount_point, os.O_RDONLY)
        fcntl.ioctl(directory, SHUTDOWN, struct.pack("I", WITHOUT_LOG_FLUSH))
        os.close(directory)


def one_cut(disk, writer, reader, acknowledgements):
    """Returns the number of acknowledged saves, and the violation or None."""
    at = {"m": disk.mount_point}
    with open(acknowledgements, "w+", encoding="utf-8") as acknowledged:
        process = subprocess.Popen(
            [p.path_of_probe(), *(str(word).format(**at) for word in writer)],
            stdout=acknowledged, stderr=subprocess.DEVNULL)
        # Before the first acknowledgment nothing is promised, so there would be nothing to check.
        while os.path.getsize(acknowledgements) == 0 and process.poll() is None:
            time.sleep(0.005)
        time.sleep(random.random() * 0.5)
        # Uses only the saves that were acknowledged before the cut.
        with open(acknowledgements, encoding="utf-8") as so_far:
            lines = so_far.read().split("\n")[:-1]
        disk.cut()
        process.kill()
        process.wait()
    disk.unmount()
    if not lines:
        return 0, f"nothing was acknowledged: the writer ended with {process.returncode}"
    last = int(lines[-1].removeprefix("ACK "))
    if not disk.mount():
        return last, "the file system cannot be mounted"
    ending = probe(*(str(word).format(**at) for word in reader))
    if ending.code != p.DONE:
        return last, f"{last} were acknowledged, and it cannot be read: {ending}"
    found = int(ending.line.split()[1])
    return last, f"{last} were acknowledged, and {found} is there" if found < last else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=50, help="cuts per kind and access")
    parser.add_argument("--kinds", default=",".join(KINDS), help=f"of {', '.join(KINDS)}")
    options = parser.parse_args()
    folder = os.path.realpath(tempfile.mkdtemp(prefix="storage-faults-"))
    report, cuts = Report(), collections.Counter()
    try:
        for kind in options.kinds.split(","):
            for name, (writer, reader) in WRITERS.items():
                promise = f"P6 {name}: no acknowledged value is lost in a power cut, {kind}"
                disk, acknowledged = Disk(kind, folder), 0
                if os.geteuid() != 0 or not os.path.exists("/dev/loop-control"):
                    report.skip(promise, "needs root and loop devices")
                    continue
                if not shutil.which(f"mkfs.{disk.system}"):
                    report.skip(promise, f"needs mkfs.{disk.system}")
                    continue
                if not disk.make():
                    report.skip(promise, "needs root and loop devices")
                    continue
                for run in range(options.runs):
                    if run > 0 and not disk.make():
                        sys.exit(f"{kind} could not be created again")
                    last, problem = one_cut(disk, writer, reader, os.path.join(folder, "acks"))
                    disk.unmount()
                    report.count(promise, problem)
                    cuts[disk.system] += 1
                    acknowledged += last
                print(f"{kind}, {name}: {acknowledged} acknowledged in {options.runs} cuts")
    finally:
        system("umount", "-l", os.path.join(folder, "mount"))
        shutil.rmtree(folder, ignore_errors=True)
    for system_ in sorted({KINDS[kind][0] for kind in options.kinds.split(",")}):
        figure(f"power-cuts-{system_}", cuts[system_] or "skipped")
    sys.exit(report.close())


if __name__ == "__main__":
    main()
