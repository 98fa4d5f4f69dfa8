"""Symbols from outside the package that are newer than the systems it promises to run on.

The index store that `swift build` writes on Linux has each reference that the compiler resolved, with
overloads, operators and implicit accessors; the toolchain's modules still carry the availability of their
symbols on Apple's platforms. C functions and the old classes of Foundation have none on Linux: those the
compilation against Declarations/ checks.
"""
import collections
import concurrent.futures
import glob
import json
import os
import re
import subprocess

import index_store
import sdk

MODULES = [
    "Swift", "_Concurrency", "Synchronization", "Observation", "_StringProcessing", "RegexBuilder", "Foundation",
    "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "Dispatch", "Testing",
    "_Testing_Foundation",
]
# On Linux each symbol that Foundation got after Swift 6.0 claims to be in iOS 18. foundation_since.json has
# the release of Swift with which it came, and this the system.
PREVIEW = {"6.0.2": ("18.2", "15.2"), "6.1": ("18.4", "15.4"), "6.2": ("26.0", "26.0"), "6.3": ("26.4", "26.4")}
NEVER = (9999, 0)


def version(text):
    major, _, minor = text.partition(".")
    return int(major), int(minor or 0)


def graphs(folder):
    """Writes the toolchain's symbol graphs, once, and returns their files."""
    def extract(module):
        if not glob.glob(f"{folder}/{module}.symbols.json") and not glob.glob(f"{folder}/{module}@*.json"):
            subprocess.run(
                ["swift-symbolgraph-extract", "-module-name", module, "-target", sdk.LINUX,
                 "-minimum-access-level", "public", "-skip-inherited-docs", "-output-dir", folder,
                 "-I", os.path.join(sdk.RESOURCES, "linux")], check=True)

    os.makedirs(folder, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(extract, MODULES))
    return sorted(glob.glob(f"{folder}/*.symbols.json"))


def introduced(symbol, since):
    """The first iOS and macOS with a symbol of a graph, as far as the graph says."""
    first = {}
    for entry in symbol.get("availability", []):
        if entry.get("domain") in ("iOS", "macOS") and "introduced" in entry:
            first[entry["domain"]] = (entry["introduced"]["major"], entry["introduced"].get("minor", 0))
        if entry.get("isUnconditionallyUnavailable") and entry.get("domain") in ("iOS", "macOS", "*", None):
            first.setdefault("iOS", NEVER)
    if first.get("iOS") == (18, 0):
        for part in symbol["pathComponents"]:
            swift = since.get(re.sub(r"\(.*", "", part))
            if swift:
                first = dict(zip(("iOS", "macOS"), map(version, PREVIEW[swift])))
    return first


def known(folder):
    """The name and the first systems of each symbol of the toolchain's modules."""
    with open(os.path.join(sdk.HERE, "foundation_since.json"), encoding="utf-8") as file:
        preview = json.load(file)
    found = {}
    for path in graphs(folder):
        module = os.path.basename(path).split(".")[0]
        since = preview if module.startswith("Foundation") else {}
        with open(path, encoding="utf-8") as file:
            for symbol in json.load(file)["symbols"]:
                identifier = symbol["identifier"]["precise"].split("::SYNTHESIZED::")[0]
                name = ".".join(symbol["pathComponents"])
                found.setdefault(identifier, (name, introduced(symbol, since)))
    return found


def without_accessor(identifier):
    """The identifier of the property or subscript that an accessor belongs to."""
    return re.sub(r"(?<=[vi])(?:[gsMrwWaAlu]{1,2})(Z?)$", r"p\1", identifier)


def late(root, store, folder, oldest):
    """Returns a line for each use of a symbol that is too new, and how many symbols were looked at."""
    if not os.path.isdir(store):
        raise SystemExit(f"{store} is missing: build the package first, with its tests")
    store = index_store.IndexStore(store, os.path.join(os.path.dirname(sdk.RESOURCES), "libIndexStore.so"))
    uses, defined = collections.defaultdict(set), set()
    for record, path in set(store.files()):
        if not path.startswith(root + os.sep) or "/.build/" in path or not os.path.exists(path):
            continue
        for identifier, _, is_definition, line, column in store.occurrences(record):
            if is_definition:
                defined.add(identifier)
            uses[identifier].add((os.path.relpath(path, root), line, column))
    limits = {"iOS": version(oldest["ios"]), "macOS": version(oldest["macos"])}
    symbols, lines, count = known(folder), set(), 0
    for identifier in sorted(set(uses) - defined):
        name, first = symbols.get(identifier) or symbols.get(without_accessor(identifier)) or ("", {})
        count += bool(first)
        too_new = [f"{system} {major}.{minor}" for system, (major, minor) in sorted(first.items())
                   if (major, minor) > limits[system]]
        if too_new:
            lines |= {f"{path}:{line}:{column}: error: {name} needs {', '.join(too_new)}"
                      for path, line, column in uses[identifier]}
    return sorted(lines), count
