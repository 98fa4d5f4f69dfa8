"""The table of a run, its survivors, and its verdict."""
import collections
import datetime
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Checks"))
from marked import marked, replace  # noqa: E402

KILLED = ("failed", "crashed", "hung")
MISSED = ("survived", "not covered")
COLUMNS = ("failed", "crashed", "hung", "survived", "not covered", "equivalent", "does not compile")


def percent(counts):
    killed = sum(counts[outcome] for outcome in KILLED)
    tried = killed + sum(counts[outcome] for outcome in MISSED)
    return 100 * killed / tried if tried else None


def table(mutants):
    """Returns a table per module and file."""
    files = collections.defaultdict(collections.Counter)
    for mutant in mutants:
        if mutant.outcome:
            for name in ("", mutant.module, mutant.path):
                files[name][mutant.outcome[0]] += 1
    lines = [
        "| module or file | mutants | test failed | crashed | hung | survived | not covered | equivalent "
        "| does not compile | killed |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    # A module comes before its files, and all of them last.
    for name in sorted(files, key=lambda name: (not name, [name] if "/" not in name else name.split("/")[1:])):
        counts = files[name]
        killed = percent(counts)
        title = "all" if not name else name.removeprefix("Modules/")
        tried = sum(counts[outcome] for outcome in KILLED + MISSED)
        cells = [f"**{title}**" if "/" not in name else title, tried, *(counts[column] or "" for column in COLUMNS),
                 "" if killed is None else f"{killed:.0f} %"]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return "\n".join(lines)


def survivors(mutants):
    lines = []
    for mutant in mutants:
        if mutant.outcome and mutant.outcome[0] in MISSED:
            lines.append(f"{mutant}: {mutant.outcome[0]}\n  before: {mutant.before}\n  after: {mutant.after}")
    return "\n".join(lines)


def verdict(mutants, least):
    """Returns the exit status: 1 if fewer mutants are killed than the percentage asks for."""
    counts = collections.Counter(mutant.outcome[0] for mutant in mutants if mutant.outcome)
    killed = percent(counts)
    if killed is None:
        print("no mutant was tried")
        return 1 if least else 0
    print(f"{killed:.1f} % of {sum(counts[name] for name in KILLED + MISSED)} mutants are killed")
    if least and killed < least:
        print(f"FAILED: at least {least:g} % are to be killed; add the rules that are missing")
        return 1
    return 0


def write(path, text):
    """Writes a table between the marks of a document, in which modules that were not run keep their rows."""
    head, rows = by_module(text)
    _, kept = by_module(marked(path, "table")[1])
    rows = {name: [f"{lines[0].removesuffix(' |')} | {datetime.date.today().isoformat()} |", *lines[1:]]
            for name, lines in rows.items()}
    rows = {**kept, **rows}
    lines = [head[0] + " run |", head[1] + " --- |", *(line for name in sorted(rows) for line in rows[name]),
             total(lines[0] for lines in rows.values())]
    replace(path, "table", "\n".join(lines))


def by_module(text):
    """Returns the two first lines of a table, and the rows of each module, by its name."""
    head, modules = [], {}
    for line in text.splitlines():
        title = line.removeprefix("| ").split(" | ")[0]
        if title == "**all**" or not line.startswith("|"):
            continue
        if title.startswith("**"):
            modules[title.strip("*")] = [line]
        elif modules:
            modules[title.split("/")[0]].append(line)
        else:
            head.append(line)
    return head, modules


def total(rows):
    """Returns the row of all modules."""
    sums = [0] * (1 + len(COLUMNS))
    for row in rows:
        cells = [cell.strip() for cell in row.split("|")[2:2 + len(sums)]]
        sums = [sum_ + int(cell or 0) for sum_, cell in zip(sums, cells)]
    killed = percent(dict(zip(COLUMNS, sums[1:])))
    return "| **all** | " + " | ".join(str(cell or "") for cell in sums) + f" | {killed:.0f} % |  |"
