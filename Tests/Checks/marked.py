#!/usr/bin/env python3
"""Replaces the text between two marks of a document, `<!-- NAME -->` and `<!-- /NAME -->`.

  Tests/Checks/marked.py NAME DOCUMENT < TEXT

What a run measures is written this way, and never by hand. Also a module for the checks.
"""
import re
import sys


def marked(document, name):
    """Returns what stands before the text of a mark, the text, and what stands behind it."""
    with open(document, encoding="utf-8") as file:
        found = re.fullmatch(rf"(.*<!-- {name} -->\n)(.*)(<!-- /{name} -->.*)", file.read(), re.S)
    return found.groups() if found else sys.exit(f"{document} has no marks <!-- {name} --> and <!-- /{name} -->")


def replace(document, name, text):
    before, _, after = marked(document, name)
    with open(document, "w", encoding="utf-8") as file:
        file.write(f"{before}{text.strip()}\n{after}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__)
        sys.exit(0 if sys.argv[1:] == ["--help"] else 64)
    replace(sys.argv[2], sys.argv[1], sys.stdin.read())
