"""Reads lists of flaws, and plants them in a copy of the sources, one at a time.

A list is a text. It begins with what the flaws are planted in, and with what all of them have in common:

    planted in: cart
    module: Cart                   builds a slice of this module; without it, all of the repository
    also: Tests/Storage/Faults     another folder that the copy contains
    tests: CartModelTests          runs these tests, as `swift test --filter` does
    worlds: CART 150               sets CART_SEEDS: a tenth of 150 worlds first, then all

Each flaw has a name, what finds it, and changes of whole lines, as in a patch:

    flaw: a cart whose order is pending can be changed
    tests: ShoppingCartContractTests                 other tests than those of the list
    rule: a cart that is being ordered is unchanged  the text that the failure contains
    --- Modules/Cart/Shop/DefaultShoppingCart.swift
         let state = current()
    -    if case .pending = state.order { throw .orderInProgress }

The lines that a change begins with (` ` and `-`) are in the file once. Instead of `tests`, `line` is the
beginning of a line that `of`, a script in Tests/Storage/Faults, prints as BROKEN.
"""
import difflib
import os
import pathlib
import re
import shlex
import shutil
import subprocess

# What `timeout` ends with when it had to end something.
HUNG = 124
# The seconds after which tests hang; those that end by themselves take a tenth of them.
LIMIT = 120
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]


class Tests:
    """Tests, as a `swift test --filter` pattern. With a rule, the failure has to name the rule.

    The outcome is green, red, or a description of another failure.
    """

    def __init__(self, tests, rule=""):
        self.name, self.tests, self.rule = rule or tests, tests, rule

    def outcome(self, copy):
        if not copy.builds(*copy.tests):
            return "does not build"
        # Most flaws break their rule in a few worlds; all are looked at for those that do not.
        for worlds in copy.worlds:
            outcome = self.looked(copy, worlds)
            if outcome.startswith("red"):
                break
        return outcome

    def looked(self, copy, worlds):
        # What else the tests say takes time, and some hang; only the number of worlds is of interest.
        is_over = self.names_rule if self.rule and not worlds else None
        code, output = copy.run(*copy.test_command(), "--filter", self.tests, limit=LIMIT, is_over=is_over, **worlds)
        if is_over and any(map(is_over, output.splitlines())):
            return "red"
        if code == HUNG:
            return "red (it hung)"
        if not re.search(r"Test run with [1-9]\d* test", output):
            return "red (a crash)" if code < 0 or "Fatal error" in output else "no test ran"
        if code == 0:
            return "green"
        if not any(map(self.names_rule, output.splitlines())):
            return f"another rule is broken than {self.rule!r}"
        hits = sorted(set(re.findall(r"(\d+) of (\d+) (\w*) ?worlds", output)), key=lambda hit: hit[2])
        worlds = ", ".join(f"{kind} {count}/{of}".strip() for count, of, kind in hits)
        return f"red {worlds}".strip()

    def names_rule(self, line):
        # Tests that begin or pass name their rules too.
        return self.rule in line and not line.lstrip().startswith(("◇", "✔"))


class Line:
    """A line in the report of a script that makes the system fail: green, red, or skipped."""

    def __init__(self, start, script):
        self.name, self.start, self.script = f"{script}: {start}", start, script

    def outcome(self, copy):
        if not copy.builds("-c", "release", "--static-swift-stdlib", "--product", "StorageProbe"):
            return "does not build"
        script, *arguments = shlex.split(self.script)
        _, output = copy.run(
            f"Tests/Storage/Faults/{script}", *arguments, STORAGE_PROBE=f"{copy.folder}/.build/release/StorageProbe")
        verdicts = re.findall(rf"^{re.escape(self.start)}.*: (ok|BROKEN|skipped)", output, re.MULTILINE)
        if not verdicts:
            return f"no line begins with {self.start}"
        if "BROKEN" in verdicts:
            return "red"
        return "skipped" if "skipped" in verdicts else "green"


class Edit:
    """A change of whole lines in a file, and the lines of its list that show it."""

    def __init__(self, name, shown, first):
        self.name, self.lines = name, slice(first, first + len(shown))
        self.before = "".join(line[1:] + "\n" for line in shown if line[:1] != "+")
        self.after = "".join(line[1:] + "\n" for line in shown if line[:1] != "-")

    def count(self, source):
        return source.count(self.before)


def shown(before, after):
    """The lines of a list that show a change."""
    old, new = before.splitlines(), after.splitlines()
    lines = []
    for kind, i, j, k, l in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            lines += [f" {line}".rstrip() for line in old[i:j]]
        else:
            lines += [f"-{line}" for line in old[i:j]] + [f"+{line}" for line in new[k:l]]
    return lines


class Flaw:
    """A flaw: its edits, and what finds it."""

    def __init__(self, name, edits, found_by):
        self.name, self.edits, self.found_by = name, edits, found_by


class FlawList:
    """The flaws of a file, and what they have in common."""

    def __init__(self, path):
        self.path, self.flaws = path, []
        self.text = path.read_text(encoding="utf-8").splitlines()
        # A flaw ends before the next one, which comments may precede.
        starts = [at for at, line in enumerate(self.text) if line.startswith("flaw: ")]
        head, _ = self.parsed(0, starts[0])
        self.what, self.module, self.also = head["planted in"], head.get("module"), head.get("also")
        self.worlds, seeds = head.get("worlds", " 0").split(" ")
        self.seeds = int(seeds)
        for start, end in zip(starts, starts[1:] + [len(self.text)]):
            facts, edits = self.parsed(start, end)
            found_by = Line(facts["line"], facts["of"]) if "line" in facts else Tests(
                facts.get("tests", head.get("tests")), facts.get("rule", ""))
            self.flaws.append(Flaw(facts["flaw"], edits, found_by))

    def parsed(self, start, end):
        """The facts and the edits in these lines."""
        facts, edits, at = {}, [], start
        while at < end:
            name, is_edit = self.text[at].removeprefix("--- "), self.text[at].startswith("--- ")
            at += 1
            first = at
            while is_edit and at < end and not self.text[at].startswith(("--- ", "#")):
                at += 1
            if is_edit:
                # Empty lines are those of the source, except the ones before what follows.
                last = max(line for line in range(first, at) if self.text[line]) + 1
                edits.append(Edit(name, self.text[first:last], first))
            elif name and not name.startswith("#"):
                key, value = name.split(": ", 1)
                facts[key] = value
        return facts, edits


def without_warnings():
    """The environment without the switch for warnings: a flaw may leave something unused, which is not its point."""
    return {name: value for name, value in os.environ.items() if name != "WARNINGS_AS_ERRORS"}


class Copy:
    """A copy of the sources that flaws may modify."""

    def __init__(self, folder, module, also):
        # The variables of each run of a simulation.
        self.folder, self.worlds = folder, [{}]
        if module:
            self.tests = ["--product", "FoodOrderingPackageTests"]
            subprocess.run([ROOT / "Tools/slice", folder, module], check=True)
        else:
            # Tests of the showcases start the programs.
            self.tests = ["--build-tests"]
            self.copy_all()
        if also:
            shutil.copytree(ROOT / also, os.path.join(folder, also), dirs_exist_ok=True)

    def copy_all(self):
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
            stdout=subprocess.PIPE, check=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            if os.path.exists(ROOT / name):
                place = os.path.join(self.folder, name)
                os.makedirs(os.path.dirname(place), exist_ok=True)
                shutil.copy2(ROOT / name, place, follow_symlinks=False)

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, *command, limit=900, is_over=None, **environment):
        """Returns the status and the output of a command, which ends at the first line that `is_over`."""
        limited = ["timeout", "--kill-after=10", str(limit)] if shutil.which("timeout") else []
        process = subprocess.Popen(
            [*limited, *command], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, env={**without_warnings(), **environment}, errors="replace")
        lines = []
        with process:
            for line in process.stdout:
                lines.append(line)
                if is_over and is_over(line):
                    process.kill()
                    self.end_tests()
        if process.returncode == HUNG:
            self.end_tests()
        return process.returncode, "".join(lines)

    def end_tests(self):
        # Tests run in a process group of their own, which outlives `swift test`.
        if shutil.which("pkill"):
            subprocess.run(["pkill", "-KILL", "-f", os.path.join(self.folder, ".build")], check=False)

    def test_command(self):
        # The program itself, because `swift test` and the next build would make a new plan for the variables of
        # the simulations. On a Mac, it is a bundle and not a program.
        program = os.path.join(self.folder, ".build/debug/FoodOrderingPackageTests.xctest")
        if os.path.isfile(program):
            return [program, "--testing-library", "swift-testing"]
        return ["swift", "test", "--skip-build"]

    def builds(self, *arguments):
        code, _ = self.run("swift", "build", *arguments)
        return code == 0

    def with_flaw(self, flaw):
        kept = {}
        try:
            for edit in flaw.edits:
                source = self.read(edit.name)
                kept.setdefault(edit.name, source)
                if edit.count(source) != 1:
                    return f"does not fit {edit.name}"
                self.write(edit.name, source.replace(edit.before, edit.after))
            return flaw.found_by.outcome(self)
        finally:
            for name, source in kept.items():
                self.write(name, source)


def plant(flaws, flaw_list, seeds, copy):
    """Plants flaws of a list, prints a table, and returns whether all were found.

    For simulations, `seeds` is the number of worlds of each kind, and a tenth of them comes first.
    """
    unspoiled = {}
    for flaw in flaws:
        found_by = flaw.found_by
        is_line = isinstance(found_by, Line)
        unspoiled[found_by.name if is_line else found_by.tests] = found_by if is_line else Tests(found_by.tests)
    worlds = flaw_list.worlds
    stages = [{f"{worlds}_SEEDS": str(count)} for count in (seeds // 10, seeds)] if worlds else [{}]
    missed = skipped = 0
    # Red means something only where it is green without the flaw.
    copy.worlds = stages[-1:]
    for found_by in unspoiled.values():
        outcome = found_by.outcome(copy)
        print(f"{'nothing planted':52} {outcome:32} {found_by.name}", flush=True)
        missed += outcome not in ("green", "skipped")
    copy.worlds = stages
    for flaw in flaws:
        outcome = copy.with_flaw(flaw)
        print(f"{flaw.name:52} {outcome:32} {flaw.found_by.name}", flush=True)
        missed += not outcome.startswith("red") and outcome != "skipped"
        skipped += outcome == "skipped"
    tried = len(flaws) - skipped
    verdict = f"BROKEN ({missed} of {tried} runs)" if missed else f"ok ({tried} runs)"
    print(f"A flaw planted in the {flaw_list.what} is found: {verdict}", flush=True)
    return not missed
