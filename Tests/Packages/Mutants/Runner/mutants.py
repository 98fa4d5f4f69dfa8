"""The command: selects mutants, builds them, runs them, and reports."""
import collections
import concurrent.futures
import itertools
import json
import os
import signal
import sys
import time

import build
import plan
import report
import suites as tests

ROOT = os.path.realpath(os.path.join(plan.HERE, "..", "..", ".."))


def parallel(function, items, jobs):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(function, items)


def chosen(mutants, options):
    """Returns the mutants that the options select."""
    if options.module:
        modules = {mutant.module for mutant in mutants}
        unknown = set(options.module) - modules
        if unknown:
            sys.exit(f"no such module: {', '.join(sorted(unknown))}; there are {', '.join(sorted(modules))}")
        mutants = [mutant for mutant in mutants if mutant.module in options.module]
    if options.only:
        name, _, line = options.only.partition(":")
        mutants = [mutant for mutant in mutants
                   if mutant.path.endswith(name) and (not line or mutant.line == int(line))]
        if not mutants:
            sys.exit(f"{options.only} has no mutant")
    return mutants


class Results:
    """The outcomes of the last run, in a file that each outcome is appended to."""

    def __init__(self, path, keeps):
        self.path, self.outcomes = path, {}
        if keeps and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    key, outcome, by = json.loads(line)
                    self.outcomes[key] = outcome, by
        else:
            open(path, "w", encoding="utf-8").close()

    def add(self, mutant, outcome, by):
        if self.outcomes.get(mutant.key) == (outcome, by):
            return
        self.outcomes[mutant.key] = outcome, by
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps([mutant.key, outcome, by], ensure_ascii=False) + "\n")


def marked(mutants, reasons, results, resumes):
    """Numbers mutants, and gives an outcome to those that need no run."""
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
        known = results.outcomes.get(mutant.key)
        if mutant.text in reasons:
            mutant.outcome = "equivalent", reasons[mutant.text]
        elif known and known[0] != "equivalent" and (resumes or known[0] == "does not compile"):
            mutant.outcome = known


def reviewed(path, every):
    """Returns the reasons of the equivalent mutants; each has to be that of a mutant."""
    reasons = plan.equivalents(path)
    unfit = reasons.keys() - {mutant.text for mutant in every}
    for name, before, after in sorted(unfit):
        print(f"{name}: no mutant makes\n  {after}\nof\n  {before}")
    if unfit:
        sys.exit(f"{os.path.basename(path)} names mutants that are not there.")
    return reasons


def passing(package, jobs):
    """Returns the suites that pass without a mutant, measured."""
    suites, problems = tests.measured(package, tests.found(package), jobs, parallel)
    # A function with mutants has a larger frame, so a test of small stacks may fail.
    if len(problems) > (len(suites) + len(problems)) // 20:
        sys.exit("\n".join(problems) + "\nThe tests fail without a mutant.")
    for problem in problems:
        print(f"left out, because it fails without a mutant: {problem.splitlines()[0]}")
    slowest = max(suites, key=lambda suite: suite.seconds, default=None)
    if slowest:
        seconds = sum(suite.seconds for suite in suites)
        print(f"{len(suites)} suites take {seconds:.0f} s, {slowest.name} {slowest.seconds:.0f} s of them")
    return suites


class Judge:
    """Runs mutants against the suites that reach them."""

    def __init__(self, package, suites, statements, results, options):
        self.package, self.suites, self.statements = package, suites, statements
        self.results, self.options = results, options
        # Suites that have found a mutant of a file come before the others that reach it.
        self.finders = collections.defaultdict(collections.Counter)

    def covering(self, mutant):
        """Returns the suites that reach a mutant's statement, the most promising first, within the time."""
        at = self.statements[mutant.statement]
        found = self.finders[mutant.path]
        suites = sorted(
            (suite for suite in self.suites
             if (self.options.dependants or suite.tests_module(mutant.module))
             and at < len(suite.reached) and suite.reached[at]),
            key=lambda suite: (suite.seconds / (1 + found[suite.name]), suite.name))
        sums = itertools.accumulate(suite.seconds for suite in suites)
        return [suite for suite, seconds in zip(suites, sums) if seconds <= self.options.seconds] or suites[:1]

    def judge(self, mutant):
        covering = self.covering(mutant)
        if not covering:
            return mutant, ("not covered", ""), 0.0
        start = time.monotonic()
        found = tests.tried(self.package, mutant, covering)
        for suite in covering:
            if found and found[1] in suite.tests:
                self.finders[mutant.path][suite.name] += 1
        return mutant, found or ("survived", f"{len(covering)} suites"), time.monotonic() - start

    def run(self, mutants):
        for done, (mutant, outcome, seconds) in enumerate(parallel(self.judge, mutants, self.options.jobs), 1):
            mutant.outcome = outcome
            self.results.add(mutant, *outcome)
            print(f"{done}/{len(mutants)} {outcome[0]:11} {seconds:5.1f} s  {mutant}  {outcome[1]}", flush=True)


def main(options):
    started = time.monotonic()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, tests.end_all)
    root = os.path.realpath(options.package or ROOT)
    scratch = os.path.realpath(options.scratch or os.path.join(plan.HERE, ".build", "mutants"))
    os.makedirs(scratch, exist_ok=True)
    every = plan.listed(root)
    reasons = reviewed(os.path.join(plan.HERE if root == ROOT else root, "equivalent.txt"), every)
    selected = chosen(every, options)
    if options.list:
        for mutant in selected:
            print(f"{mutant}\n  {mutant.before}\n  {mutant.after}")
        return 0
    results = Results(os.path.join(scratch, "results.jsonl"), options.resume or options.survivors)
    if options.survivors:
        selected = [mutant for mutant in selected
                    if results.outcomes.get(mutant.key, ("",))[0] in report.MISSED]
    if not selected:
        print("nothing to do")
        return 0
    marked(selected, reasons, results, options.resume)
    share = None
    if options.sample and options.sample < len(selected):
        orders, share = plan.sampled(selected, options.sample, options.seed)
        # More than are run, because some do not compile.
        selected = [mutant for module, order in orders.items() for mutant in order[:share[module] * 5 // 4 + 3]]
    modules = sorted({mutant.module for mutant in selected})
    print(f"{len(selected)} mutants in {', '.join(modules)}", flush=True)
    if all(mutant.outcome for mutant in selected) and not share:
        return reported(selected, options)

    package = build.Package(root, os.path.join(scratch, "package"), modules, root == ROOT)
    living = [mutant for mutant in selected if not mutant.outcome]
    rest, rejected, statements = build.compiled(package, living)
    for mutant in living:
        if mutant.number in rejected:
            mutant.outcome = "does not compile", rejected[mutant.number]
    if share:
        selected = [mutant for module in modules
                    for mutant in within_share(orders[module], share[module], selected)]
        rest = [mutant for mutant in selected if not mutant.outcome]
    print(f"built after {time.monotonic() - started:.0f} s", flush=True)
    suites = passing(package, options.jobs)
    print(f"measured after {time.monotonic() - started:.0f} s", flush=True)
    Judge(package, suites, statements, results, options).run(rest)

    for mutant in selected:
        if mutant.outcome and mutant.key not in results.outcomes:
            results.add(mutant, *mutant.outcome)
    print(f"{time.monotonic() - started:.0f} s")
    return reported(selected, options)


def reported(selected, options):
    """Prints the survivors and the table; returns the exit status."""
    print(report.survivors(selected))
    table = report.table(selected)
    print(table)
    if options.table:
        report.write(options.table, table)
    return report.verdict(selected, options.check)


def within_share(order, count, built):
    """Returns the first mutants of a sample, so many of them that compile; the others do not count."""
    names = {mutant.number for mutant in built}
    taken = 0
    for mutant in order:
        if taken == count or mutant.number not in names:
            return
        taken += not mutant.outcome or mutant.outcome[0] in report.KILLED + report.MISSED
        yield mutant
