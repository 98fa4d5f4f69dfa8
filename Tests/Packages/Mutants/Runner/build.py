"""A package whose sources contain mutants, and the rounds of compiling it."""
import os
import re
import shutil
import subprocess
import sys

from plan import HERE

# The compiler stops at a phase, and at a module, that has errors: a few rounds find all.
ROUNDS = 12
ERROR = re.compile(r"^(/[^\n:]+\.swift):(\d+):\d+: error: (.*)$", re.M)
TARGETS = """
package.targets.append(.target(name: "MutantSwitch", path: "Switch", exclude: ["Declarations.swift"]))
for target in package.targets where target.path?.hasPrefix("Modules/") ?? false {
  target.dependencies.append("MutantSwitch")
}
"""


class Package:
    """A copy of a package, or of the slice of some modules, with mutants."""

    def __init__(self, root, folder, modules, sources_of_slice):
        self.folder, self.root = folder, root
        self.plain = folder + ".plain"
        if sources_of_slice:
            subprocess.run([os.path.join(root, "Tools", "slice"), self.plain, *modules], check=True)
        else:
            shutil.rmtree(self.plain, ignore_errors=True)
            shutil.copytree(root, self.plain, ignore=shutil.ignore_patterns(".build"))
        shutil.rmtree(os.path.join(self.plain, "Switch"), ignore_errors=True)
        shutil.copytree(os.path.join(HERE, "Switch"), os.path.join(self.plain, "Switch"))
        # Tests compare articles with these.
        transcripts = os.path.join("Tests", "Showcases", "Unit", "Transcripts")
        if os.path.exists(os.path.join(root, transcripts)):
            shutil.copytree(os.path.join(root, transcripts), os.path.join(self.plain, transcripts), dirs_exist_ok=True)
        for module in os.listdir(os.path.join(self.plain, "Modules")):
            shutil.copy2(
                os.path.join(HERE, "Switch", "Declarations.swift"),
                os.path.join(self.plain, "Modules", module, "MutantSwitch.swift"))
        with open(os.path.join(self.plain, "Package.swift"), encoding="utf-8") as file:
            # A mutant may leave a name unused.
            manifest = re.sub(r"\.treatAllWarnings\(as: \.error\),?\s*", "", file.read())
        with open(os.path.join(self.plain, "Package.swift"), "w", encoding="utf-8") as file:
            file.write(manifest + TARGETS)

    def spliced(self, mutants):
        """Writes the sources with these mutants. Returns the statements that report being reached."""
        units = {}
        for mutant in mutants:
            units.setdefault(mutant.path, {}).setdefault(id(mutant.unit), (mutant.unit, []))[1].append(mutant)
        self.lines, self.units = {}, {}
        statements = {}
        for mutant in mutants:
            statements.setdefault(mutant.statement, len(statements))
        if len(statements) > 1 << 16:
            sys.exit("too many statements for one build; name modules, or a sample")
        kept = set()
        for folder, folders, names in os.walk(self.plain):
            folders[:] = [name for name in folders if name != ".build"]
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), self.plain)
                kept.add(path)
                with open(os.path.join(self.plain, path), "rb") as file:
                    data = file.read()
                if path in units:
                    data = self.file(path, data, list(units[path].values()), statements)
                self.write(path, data)
        for folder, folders, names in os.walk(self.folder):
            folders[:] = [name for name in folders if name != ".build"]
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), self.folder)
                if path not in kept:
                    os.remove(os.path.join(self.folder, path))
        return statements

    def write(self, path, data):
        """Writes a file unless it has the content, so that a second build compiles what has changed."""
        place = os.path.join(self.folder, path)
        if os.path.exists(place):
            with open(place, "rb") as file:
                if file.read() == data:
                    return
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(data)
        shutil.copymode(os.path.join(self.plain, path), place)

    def file(self, path, data, units, statements):
        pieces = []
        line = 1
        last = 0

        def add(piece):
            nonlocal line
            pieces.append(piece)
            line += piece.count(b"\n")

        for unit, mutants in sorted(units, key=lambda pair: pair[0].start):
            add(data[last:unit.start])
            begin = line
            original = edited(data, unit, [
                (position, position, b"mutantReach(%d); " % statements[path, position])
                for position in sorted({mutant.statement[1] for mutant in mutants})
                if unit.start <= position < unit.end and not unit.is_constant])
            if unit.is_constant:
                add(b"{ mutantReach(%d); return\n" % statements[mutants[0].statement])
                for mutant in mutants:
                    first = line
                    add(b"mutantActive() == %d ? %s :\n" % (mutant.number, edited(data, unit, [change(mutant)])))
                    self.lines.setdefault(path, []).append((first, line - 1, [mutant]))
                add(original + b" }()")
            else:
                numbers = [mutant.number for mutant in mutants]
                add(b"if mutantActive() < %d || mutantActive() > %d {\n" % (min(numbers), max(numbers)))
                add(original + b"\n}")
                for mutant in mutants:
                    first = line
                    add(b" else if mutantActive() == %d {\n" % mutant.number)
                    add(edited(data, unit, [change(mutant)]))
                    # A path that lacks a value is an error of this line, and not of the whole function.
                    add(b"\nmutantNever()\n}" if unit.returns else b"\nreturn\n}")
                    self.lines.setdefault(path, []).append((first + 1, line, [mutant]))
                add(b" else {\nmutantNever()\n}")
            self.units.setdefault(path, []).append((begin, line + 1, mutants))
            last = unit.end
        add(data[last:])
        return b"".join(pieces)

    def build(self):
        """Builds, and returns the mutants that do not compile; `None` once all do."""
        result = subprocess.run(
            ["swift", "build", "--build-tests", "-debug-info-format", "none", "-Xswiftc", "-suppress-warnings"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            check=False)
        if result.returncode == 0:
            return None
        dropped = {}
        for path, line, message in set(ERROR.findall(result.stdout)):
            path = os.path.relpath(path, os.path.realpath(self.folder))
            # An error of the whole function, at its end, is that of a deleted statement, or else of all.
            hits = within(self.lines.get(path, []), int(line))
            if not hits:
                whole = within(self.units.get(path, []), int(line))
                hits = [mutant for mutant in whole if mutant.kind == "statement"] or whole
            if not hits:
                sys.exit(f"{path}:{line}: {message}\nThe package does not build with its mutants.")
            for mutant in hits:
                dropped[mutant.number] = mutant, message
        if not dropped:
            sys.exit(result.stdout[-4000:] + "\nThe package does not build with its mutants.")
        return list(dropped.values())

    def run(self, *arguments, **environment):
        return subprocess.run(
            [self.binary, "--testing-library", "swift-testing", *arguments], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            env={**os.environ, **environment}, check=False)

    @property
    def binary(self):
        folder = os.path.join(self.folder, ".build", "debug")
        return next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith("PackageTests.xctest"))


def within(ranges, line):
    return next((mutants for first, last, mutants in ranges if first <= line <= last), [])


def change(mutant):
    return mutant.start, mutant.end, mutant.replacement


def edited(data, unit, edits):
    """Returns the text of a unit with edits; its result gets a `return`."""
    if unit.result is not None:
        edits = edits + [(unit.result, unit.result, b"return ")]
    pieces = []
    last = unit.start
    # Of two edits at one place, the insertions come first, and of these the probe.
    for start, end, text in sorted(edits, key=lambda edit: (edit[0], edit[1], edit[2] == b"return ")):
        pieces += [data[last:start], text]
        last = end
    return b"".join(pieces + [data[last:unit.end]])


def compiled(package, mutants):
    """Builds with the mutants that compile, in a few rounds. Returns these, the others, and the statements."""
    rejected = {}
    for round_number in range(1, ROUNDS + 1):
        rest = [mutant for mutant in mutants if mutant.number not in rejected]
        statements = package.spliced(rest)
        dropped = package.build()
        if dropped is None:
            return rest, rejected, statements
        for mutant, message in dropped:
            rejected[mutant.number] = message
        print(f"round {round_number}: {len(dropped)} mutants do not compile", flush=True)
    sys.exit(f"There are errors after {ROUNDS} rounds.")
