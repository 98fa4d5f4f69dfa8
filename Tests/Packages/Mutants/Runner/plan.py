"""The mutants of a package: listed from its sources, named by text, sampled by a seed."""
import hashlib
import json
import os
import random
import re
import subprocess

HERE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
# A longer text is cut in the middle: a deleted statement may be a page.
WIDTH = 200
# Neither the sandbox nor the support of tests is judged by tests.
NOT_SHIPPED = re.compile(r"Modules/(Sandbox\w*|\w+TestSupport)/")


class Mutant:
    """An edit of a source. `text` names it in results and in the list of equivalents."""

    def __init__(self, source, unit, edit, data):
        self.path, self.unit, self.kind, self.line = source["path"], unit, edit["kind"], edit["line"]
        self.start, self.end = edit["start"], edit["end"]
        self.replacement = edit["replacement"].encode()
        self.statement = (self.path, edit["statement"])
        first = data.rfind(b"\n", 0, self.start) + 1
        last = data.find(b"\n", self.end)
        last = len(data) if last < 0 else last
        self.before = short(data[first:last])
        self.after = short(data[first:self.start] + self.replacement + data[self.end:last])
        # Equal lines of a file have equal texts; they are told apart by their order.
        self.turn = 0
        self.number = 0
        self.outcome = None

    @property
    def module(self):
        return self.path.split("/")[1]

    @property
    def text(self):
        return self.path, self.before, self.after

    @property
    def key(self):
        return "\t".join([*self.text, str(self.turn)])

    def __str__(self):
        return f"{self.path}:{self.line} {self.kind}"


class Unit:
    """A body or a constant: the piece of a source that is copied for each of its mutants."""

    def __init__(self, source, unit, data, is_constant):
        self.path, self.start, self.end = source["path"], unit["start"], unit["end"]
        self.result, self.returns = unit.get("result"), unit.get("returns", False)
        self.is_constant = is_constant
        self.mutants = [Mutant(source, self, edit, data) for edit in unit["mutants"]]


def short(text):
    line = " ".join(text.decode().split())
    return line if len(line) <= WIDTH else f"{line[:WIDTH // 2]} … {line[-WIDTH // 2:]}"


def listed(root):
    """Returns all mutants of a package, in the order of the sources."""
    subprocess.run(
        ["swift", "build", "--quiet", "--disable-index-store", "--package-path", HERE], check=True)
    found = subprocess.run(
        [os.path.join(HERE, ".build", "debug", "Mutator"), "Modules"], cwd=root, check=True,
        stdout=subprocess.PIPE).stdout
    mutants = []
    seen = {}
    for source in json.loads(found):
        if NOT_SHIPPED.match(source["path"]):
            continue
        with open(os.path.join(root, source["path"]), "rb") as file:
            data = file.read()
        for units, is_constant in ((source["bodies"], False), (source["constants"], True)):
            for unit in units:
                mutants += Unit(source, unit, data, is_constant).mutants
    for mutant in mutants:
        mutant.turn = seen[mutant.text] = seen.get(mutant.text, -1) + 1
    return mutants


def equivalents(path):
    """Returns the reason of each reviewed mutant, by its text.

    An entry is a file, a line before, the line after, and a reason, indented below the file.
    """
    reasons = {}
    if not os.path.exists(path):
        return reasons
    with open(path, encoding="utf-8") as file:
        entry = {}
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            if not line.startswith(" "):
                entry = {"file": line.strip()}
                continue
            name, _, value = line.strip().partition(": ")
            entry[name] = value
            if name == "reason":
                reasons[entry["file"], entry["before"], entry["after"]] = value
    return reasons


def sampled(mutants, count, seed):
    """Returns each module's mutants in the order in which a sample takes them, and how many it takes.

    The order is that of hashes, so an edit of the sources leaves most of a sample as it was.
    """
    def rank(mutant):
        return hashlib.sha256(f"{seed}\t{mutant.key}".encode()).digest()
    modules = sorted({mutant.module for mutant in mutants})
    orders = {}
    for module in modules:
        orders[module] = sorted((mutant for mutant in mutants if mutant.module == module), key=rank)
    share = {module: count // len(modules) for module in modules}
    for module in random.Random(seed).sample(modules, count % len(modules)):
        share[module] += 1
    return orders, share
