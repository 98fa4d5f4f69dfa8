"""The suites of a test program: what each reaches, how long it takes, and what becomes of a mutant."""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

# A run hangs if it, or a pause between two lines of its output, takes so many times as long as without a mutant,
# and at least so many seconds.
TIMES, LIMIT = 5, 8
FAILURE = re.compile(r"✘ Test (.*?)(?: \(aka '.*?'\))? recorded an issue")
# Seconds of the first run of a mutant, and of the second; the third has the rest.
BATCHES = (0.5, 3)
# The processes that run now; each is a group of its own, which no signal to this process reaches.
running = set()


def end(process):
    """Ends a process and its children."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end_all(*_):
    for process in list(running):
        end(process)
    os._exit(1)


class Suite:
    """The tests of a suite, or a test that is in none."""

    def __init__(self, name, end):
        self.name, self.module = name, name.split(".")[0]
        self.pattern = f"^{re.escape(name)}{end}"
        self.tests = set()
        self.seconds = self.pause = 0.0
        self.reached = b""

    def tests_module(self, module):
        return self.module in (f"{module}{kind}" for kind in ("Tests", "ContractTests", "SimulationTests"))


def found(package):
    """Returns the suites of a package's tests."""
    suites = {}
    for line in package.run("--list-tests").stdout.splitlines():
        match = re.match(r"(\w+\.(?:\w+|`[^`]*`))(/|\()(.*)", line)
        if not match:
            continue
        name, end, rest = match.groups()
        suite = suites.setdefault(name, Suite(name, re.escape(end)))
        # As a failure names it: a sentence without its parameters, or a function with them.
        sentence = re.search(r"`([^`]*)`", line)
        suite.tests.add(sentence[1] if sentence else rest.rsplit("/", 1)[-1])
    return list(suites.values())


class Run:
    """A run of the test program."""

    def __init__(self, package, suites, limit, pause, stops=True, **environment):
        scratch = tempfile.mkdtemp(prefix="mutant.")
        start = time.monotonic()
        self.failure, self.output, self.is_hung, self.pause = None, [], False, 0.0
        process = subprocess.Popen(
            # Each case of a test prints lines of its own, and one runs at a time: a pause is that of a case.
            [package.binary, "--testing-library", "swift-testing", "--verbose", "--no-parallel",
             *(part for suite in suites for part in ("--filter", suite.pattern))],
            cwd=package.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
            env={**os.environ, "TMPDIR": scratch, "NO_COLOR": "1", **environment})
        running.add(process)

        def hang():
            self.is_hung = True
            end(process)

        def timer(seconds):
            started = threading.Timer(seconds, hang)
            started.start()
            return started

        whole, silence, last = timer(limit), timer(pause), start
        try:
            for line in process.stdout:
                self.output.append(line)
                silence.cancel()
                silence = timer(pause)
                self.pause, last = max(self.pause, time.monotonic() - last), time.monotonic()
                match = FAILURE.search(line)
                if match and not self.failure:
                    self.failure = match[1].strip('"')
                    if stops:
                        break
        finally:
            if self.failure and stops:
                end(process)
            process.wait()
            whole.cancel()
            silence.cancel()
            # Children that outlive the tests.
            end(process)
            running.discard(process)
            process.stdout.close()
            shutil.rmtree(scratch, ignore_errors=True)
        self.code, self.seconds = process.returncode, time.monotonic() - start

    @property
    def outcome(self):
        """The reason why the run shows a mutant; `None` if all tests pass."""
        if self.failure:
            return "failed", self.failure
        if self.is_hung:
            return "hung", ""
        if self.code != 0:
            return "crashed", f"signal {-self.code}" if self.code < 0 else f"exit status {self.code}"
        return None

    @property
    def ran(self):
        return any(re.search(r"Test run with [1-9]", line) for line in self.output[-8:])


def measured(package, suites, jobs, parallel):
    """Runs each suite without a mutant, alone, and stores what it reaches and how long it takes.

    Returns those that pass, and what the others have printed.
    """
    def measure(suite):
        for attempt in range(2):
            with tempfile.TemporaryDirectory(prefix="reached.") as folder:
                path = os.path.join(folder, "reached")
                run = Run(package, [suite], 600, 600, stops=False, MUTANT="0", MUTANT_REACHED=path)
                suite.seconds, suite.pause = run.seconds, run.pause
                if os.path.exists(path):
                    with open(path, "rb") as file:
                        suite.reached = file.read()
            if run.outcome is None and run.ran:
                return None
        return f"{suite.name}: {run.outcome or 'no test ran'}\n{''.join(run.output[-40:])}"
    problems = list(parallel(measure, suites, jobs))
    return [suite for suite, problem in zip(suites, problems) if not problem], list(filter(None, problems))


def batches(suites):
    """Splits suites, the fastest first, into runs: a process costs more than a fast suite."""
    parts = [[]]
    seconds = 0.0
    for suite in suites:
        if len(parts) <= len(BATCHES) and parts[-1] and seconds + suite.seconds > BATCHES[len(parts) - 1]:
            parts.append([])
            seconds = 0.0
        parts[-1].append(suite)
        seconds += suite.seconds
    return parts


def tried(package, mutant, suites):
    """Runs suites until one shows the mutant."""
    for part in batches(suites):
        limit = max(LIMIT, TIMES * sum(suite.seconds for suite in part))
        pause = max(LIMIT, TIMES * max(suite.pause for suite in part))
        run = Run(package, part, limit, pause, MUTANT=str(mutant.number))
        if run.outcome:
            return run.outcome
    return None
