"""The listings of the documentation: the code between "```swift" and "```" in README.md, or in an article or
a doc comment of a module."""
import glob
import re

LISTING = re.compile(r"^( *(?:/// )?)```swift *\n(.*?)^\1``` *$", re.S | re.M)
PLACES = ("README.md", "Modules/**/*.md", "Modules/**/*.swift")


def files(*patterns):
    """Yields the names of the files and their texts; build products are in hidden directories."""
    for pattern in patterns:
        for name in sorted(glob.glob(pattern, recursive=True)):
            with open(name, encoding="utf-8") as file:
                yield name, file.read()


def listings():
    """Yields the file, the line and the code of each listing, from the root of the repository."""
    for name, text in files(*PLACES):
        for found in LISTING.finditer(text):
            prefix, code = found.groups()
            if "///" in prefix:
                code = re.sub(r"^ *///", "", code, flags=re.M)
            yield name, text.count("\n", 0, found.start()) + 1, code


def lines(code):
    """Returns the lines that are compared, after a line break, so that only whole lines match."""
    return "\n" + "".join(line.strip() + "\n" for line in code.splitlines() if line.strip())
