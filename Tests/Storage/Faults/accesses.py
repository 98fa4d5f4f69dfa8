"""The accesses of the sweep, the states that each may leave, and the results of the next access.

A module for sweep.py. A command has the form `RELEASE VERB ...`. For example, "2 save B" means that
release 2 of the app saves a value with the letter B; "2m" also holds the value in memory. An upper-case
letter is a large value, a lower-case letter a small one. A state has the form "B/A | B": the first
reading release finds the value B and, in the field that only later releases have, A ("-" if it was never
set). The second reading release finds B.
"""
import dataclasses
import re

VALUE_VERBS = {"save", "remove", "load", "rewrite"}
SIZES = {"save": (3000, 50), "put": (900, 50)}


@dataclasses.dataclass
class Access:
    name: str
    before: list    # the commands that create the state before the access
    command: str
    files: list     # the versions of the files that it changes, in the order of the changes
    states: list    # the state after no change, after the first change, and so on
    then: dict      # a later command, and the state after it for each of the states
    releases: tuple = (1,)  # the reading releases; the first one is the release of the access

    @property
    def looks(self):
        return self.command.split()[1] in ("load", "list")

    @property
    def is_read(self):
        return self.looks and not self.files

    @property
    def name_on_disk(self):
        return "v" if self.command.split()[1] in VALUE_VERBS else "c"

    @property
    def spare(self):
        """The files of earlier releases; a power cut may undo the writes to them."""
        release = int(self.command[0])
        return [f"{self.name_on_disk}.v{version}.store" for version in range(1, release)]

    @property
    def views(self):
        verb = "load" if self.name_on_disk == "v" else "list"
        return ", ".join(f"{release} {verb}" for release in self.releases)


def spelled(commands, directory):
    """Returns the probe's arguments for commands of the table, which are separated by commas."""
    words = []
    for command in commands.split(", "):
        release, verb, *rest = command.split()
        name = "v" if verb in VALUE_VERBS else "c"
        if verb in SIZES:
            rest.insert(-1, SIZES[verb][rest[-1].islower()])
        memory = ["--memory"] if release.endswith("m") else []
        words += [",", *memory, "--release", release[0], verb, directory, name, *rest]
    return words[1:]


def seen(line):
    """Returns a line of the probe in the form of the table, with the size if it is wrong."""
    value = re.fullmatch(r"VALUE tag=(\w) size=(\d+) uniform=true(?: note=(.))?", line)
    if value:
        return element(value[1], int(value[2]), value[3], "save")
    if line.startswith("LIST"):
        found = re.findall(r"(\d+):(\w)(\d+)(?:/(.))?", line)
        return " ".join(f"{id}:{element(tag, int(size), note, 'put')}"
                        for id, tag, size, note in found) or "none"
    return line if line.startswith("CORRUPT") else line.split(" ")[0]


def element(tag, size, note, verb):
    wrong = "" if size == SIZES[verb][tag.islower()] else str(size)
    return f"{tag}{wrong}/{note}" if note else f"{tag}{wrong}"


ONE, THREE = ["1 save A"], ["1 put 1 A", "1 put 2 B", "1 put 3 C"]
ABC = "1:A 2:B 3:C"
PLAIN = [
    Access("save over a value", ONE, "1 save B", [1], ["A", "B"], {"1 save c": ["c", "c"]}),
    Access("save over a value held in memory", ONE, "1m save B", [1], ["A", "B"],
           {"1m save c": ["c", "c"]}),
    Access("first save", [], "1 save B", [1], ["ABSENT", "B"], {"1 save c": ["c", "c"]}),
    Access("remove a value", ONE, "1 remove", [1], ["A", "ABSENT"], {"1 save c": ["c", "c"]}),
    Access("remove a value held in memory", ONE, "1m remove", [1], ["A", "ABSENT"],
           {"1m save c": ["c", "c"]}),
    Access("load a value", ONE, "1 load", [], ["A"], {"1 save c": ["c"]}),
    Access("first element", [], "1 put 1 A", [1], ["none", "1:A"],
           {"1 put 9 d": ["9:d", "1:A 9:d"]}),
    Access("add an element", THREE, "1 put 4 D", [1], [ABC, f"{ABC} 4:D"],
           {"1 put 9 d": [f"{ABC} 9:d", f"{ABC} 4:D 9:d"]}),
    Access("replace an element", THREE, "1 put 2 D", [1], [ABC, "1:A 2:D 3:C"],
           {"1 put 9 d": [f"{ABC} 9:d", "1:A 2:D 3:C 9:d"]}),
    Access("remove an element", THREE, "1 drop 2", [1], [ABC, "1:A 3:C"],
           {"1 put 9 d": [f"{ABC} 9:d", "1:A 3:C 9:d"]}),
    Access("add an element held in memory", THREE, "1m put 4 D", [1], [ABC, f"{ABC} 4:D"],
           {"1m put 9 d": [f"{ABC} 9:d", f"{ABC} 4:D 9:d"]}),
    Access("load the elements", THREE, "1 list", [], [ABC], {"1 put 9 d": [f"{ABC} 9:d"]}),
]

# After an update of the app, the first write of the new release writes its own file, removes the files
# that no release reads any more, and updates the file that the previous release reads.
# Loading a value does not write.
ALONE, TWO = ["A/- | A"] * 3, ["1 put 1 A", "1 put 2 B"]
ALONE_THEN = {"3 save e": ["e/e | e"] * 3, "1 save e": ["e/- | e"] * 3}
BOTH = ["1:A/- 2:B/- | 1:A 2:B"] * 3
BOTH_THEN = {
    "3 put 9 e": ["1:A/- 2:B/- 9:e/e | 1:A 2:B 9:e"] * 3,
    # A release cannot remove an element that it has not loaded.
    "1 drop 2": ["1:A/- | 1:A", "1:A/- 2:B/- | 1:A", "1:A/- | 1:A"],
}
BEHIND = ["1 save A", "2 save B", "1 save C"]
BEHIND_STATES = ["C/B | C/B | C", "C/B | C/B | C", "C/B | B/B | NEWER", "C/B | C/B | NEWER"]
BEHIND_THEN = {
    "3 save e": ["e/e | e/e | NEWER"] * 4,
    "2 save e": ["e/e | e/e | e"] * 2 + ["e/e | e/e | NEWER"] * 2,
}
TABLE = ["1 put 1 A", "2 put 2 B", "1 put 3 C"]
TABLE_SEEN = "1:A/- 2:B/B 3:C/-"
MIGRATIONS = [
    Access("migrate a value", ONE, "3 rewrite", [3, 1], ALONE, ALONE_THEN, (3, 1)),
    Access("migrate a value held in memory", ONE, "3m rewrite", [3, 1], ALONE, ALONE_THEN, (3, 1)),
    Access("migrate a value by reading it", ONE, "3m load", [], ALONE[:1],
           {"3m save e": ["e/e | e"], "1 save e": ["e/- | e"]}, (3, 1)),
    Access("migrate a value of two releases", BEHIND, "3 rewrite", [3, 1, 2], BEHIND_STATES,
           BEHIND_THEN, (3, 2, 1)),
    Access("migrate a value of two releases held in memory", BEHIND, "3m rewrite", [3, 1, 2],
           BEHIND_STATES, BEHIND_THEN, (3, 2, 1)),
    Access("migrate a value of two releases by reading it", BEHIND, "3m load", [],
           BEHIND_STATES[:1], {"3m save e": ["e/e | e/e | NEWER"]}, (3, 2, 1)),
    Access("migrate elements", TWO, "3 rewriteall", [3, 1], BOTH, BOTH_THEN, (3, 1)),
    Access("migrate elements held in memory", TWO, "3m rewriteall", [3, 1], BOTH, BOTH_THEN, (3, 1)),
    Access("migrate elements by reading them", TWO, "3m list", [], BOTH[:1],
           {"3m put 9 e": ["1:A/- 2:B/- 9:e/e | 1:A 2:B 9:e"]}, (3, 1)),
    Access("migrate elements of two releases", TABLE, "3 rewriteall", [3, 1, 2],
           [f"{TABLE_SEEN} | {TABLE_SEEN} | 1:A 2:B 3:C"] * 2
           + [f"{TABLE_SEEN} | 1:A/- 2:B/B | NEWER", f"{TABLE_SEEN} | {TABLE_SEEN} | NEWER"],
           {"3 put 9 e": [f"{TABLE_SEEN} 9:e/e | {TABLE_SEEN} 9:e/e | NEWER"] * 4}, (3, 2, 1)),
]

# While a rollback is possible, two releases write. The newer one writes its own file and the copy that
# the previous release reads. The previous release writes the copy, which the newer one merges later.
SHARED, RETURNED = ["1 save A", "2 save B"], ["1 save A", "2 save B", "1 save C"]
SAVED = ["B/B | B", "C/C | B", "C/C | C"]
SAVED_THEN = {"2 save e": ["e/e | e"] * 3, "1 save e": ["e/B | e", "e/C | e", "e/C | e"]}
MERGED, MERGED_THEN = ["C/B | C"] * 3, {"2 save e": ["e/e | e"] * 3, "1 save e": ["e/B | e"] * 3}
AB, AB1 = "1:A/- 2:B/B", "1:A 2:B"
SHARED_TABLE, RETURNED_TABLE = TABLE[:2], [*TABLE[:2], "1 put 9 E", "1 drop 2"]
ADDED = [f"{AB} | {AB1}", f"{AB} 3:C/C | {AB1}", f"{AB} 3:C/C | {AB1} 3:C"]
ADDED_THEN = {
    "2 put 9 e": [f"{AB} 9:e/e | {AB1} 9:e"] + [f"{AB} 3:C/C 9:e/e | {AB1} 3:C 9:e"] * 2,
    "1 put 9 e": [f"{AB} 9:e/- | {AB1} 9:e", f"{AB} 3:C/C 9:e/- | {AB1} 9:e",
                  f"{AB} 3:C/C 9:e/- | {AB1} 3:C 9:e"],
    "1 drop 2": ["1:A/- | 1:A", "1:A/- 3:C/C | 1:A", "1:A/- 3:C/C | 1:A 3:C"],
}
JOINED = ["1:A/- 9:E/- | 1:A 9:E"] * 3
JOINED_THEN = {
    "2 put 3 c": ["1:A/- 9:E/- 3:c/c | 1:A 9:E 3:c"] * 3,
    "1 drop 9": ["1:A/- | 1:A", "1:A/- 9:E/- | 1:A", "1:A/- | 1:A"],
}
ROLLBACKS = [
    Access("the newer release saves", SHARED, "2 save C", [2, 1], SAVED, SAVED_THEN, (2, 1)),
    Access("the newer release saves in memory", SHARED, "2m save C", [2, 1], SAVED, SAVED_THEN,
           (2, 1)),
    Access("the newer release saves first", ONE, "2 save C", [2, 1],
           ["A/- | A", "C/C | A", "C/C | C"],
           {"1 save e": ["e/- | e", "e/C | e", "e/C | e"]}, (2, 1)),
    Access("the newer release removes", SHARED, "2 remove", [1, 2],
           ["B/B | B", "B/B | NEWER", "ABSENT | ABSENT"],
           {"1 save e": ["e/B | e", "e/B | e", "e/- | e"]}, (2, 1)),
    Access("the release before saves", SHARED, "1 save C", [1], ["B | B/B", "C | C/B"],
           {"1 save e": ["e | e/B"] * 2, "2 save e": ["e | e/e"] * 2}, (1, 2)),
    Access("the release before removes", SHARED, "1 remove", [2, 1],
           ["B | B/B", "B | B/-", "ABSENT | ABSENT"],
           {"1 save e": ["e | e/B", "e | e/-", "e | e/-"]}, (1, 2)),
    Access("the newer release returns", RETURNED, "2 rewrite", [2, 1], MERGED, MERGED_THEN, (2, 1)),
    Access("the newer release returns and holds it in memory", RETURNED, "2m rewrite", [2, 1],
           MERGED, MERGED_THEN, (2, 1)),
    Access("the newer release returns and reads", RETURNED, "2m load", [], MERGED[:1],
           {"2m save e": ["e/e | e"], "1 save e": ["e/B | e"]}, (2, 1)),
    Access("the newer release adds an element", SHARED_TABLE, "2 put 3 C", [2, 1], ADDED,
           ADDED_THEN, (2, 1)),
    Access("the newer release adds an element in memory", SHARED_TABLE, "2m put 3 C", [2, 1], ADDED,
           ADDED_THEN, (2, 1)),
    Access("the newer release removes an element", SHARED_TABLE, "2 drop 2", [2, 1],
           [f"{AB} | {AB1}", f"1:A/- | {AB1}", "1:A/- | 1:A"],
           {"1 put 9 e": [f"{AB} 9:e/- | {AB1} 9:e", f"1:A/- 9:e/- | {AB1} 9:e",
                          "1:A/- 9:e/- | 1:A 9:e"]}, (2, 1)),
    Access("the release before adds an element", SHARED_TABLE, "1 put 9 E", [1],
           [f"{AB1} | {AB}", f"{AB1} 9:E | {AB} 9:E/-"], {"2 drop 1": [
               "2:B | 2:B/B", "2:B 9:E | 2:B/B 9:E/-"]}, (1, 2)),
    Access("the release before removes an element", SHARED_TABLE, "1 drop 2", [1],
           [f"{AB1} | {AB}", "1:A | 1:A/-"],
           {"2 put 3 c": [f"{AB1} 3:c | {AB} 3:c/c", "1:A 3:c | 1:A/- 3:c/c"]}, (1, 2)),
    Access("the newer release returns to elements", RETURNED_TABLE, "2 rewriteall", [2, 1], JOINED,
           JOINED_THEN, (2, 1)),
    Access("the newer release returns to elements in memory", RETURNED_TABLE, "2m rewriteall",
           [2, 1], JOINED, JOINED_THEN, (2, 1)),
    Access("the newer release returns and reads elements", RETURNED_TABLE, "2m list", [],
           JOINED[:1], {"2m put 3 c": ["1:A/- 9:E/- 3:c/c | 1:A 9:E 3:c"]}, (2, 1)),
]
