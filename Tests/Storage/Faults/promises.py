#!/usr/bin/env python3
"""Prints one line for each guarantee that unit tests verify, from the reports of test runs.

    swift test --xunit-output FILE.xml && Tests/Storage/Faults/promises.py FILE-swift-testing.xml ...

A test in the list that did not run counts as failed. If a test is renamed, rename it here too.
"""
import sys
import xml.etree.ElementTree

from probe import Report

if sys.argv[1:] == ["--help"]:
    print(__doc__)
    sys.exit()

# A suite's name includes all its tests.
TESTS = {
    "P8 a tail cut off at any length leaves all records before it":
        ["CollectionLogTests/A torn append is ignored as a whole, wherever it is cut off",
         "FileFormatTests/A truncated file is damaged, for every length"],
    "P9 no flipped bit yields another value":
        ["FileFormatTests/A file with any flipped bit is damaged",
         "CollectionLogTests/A flipped bit loses at most its own record, and never yields another value"],
    "P10 damage in the middle is reported and preserved, and loses one record":
        ["CollectionLogTests/Of a damaged element no older value appears, and no other one is affected",
         "QuarantineTests"],
    "P12 the file of a newer release is reported and not overwritten":
        ["NewerFileTests"],
    "P12 a rollback and the return of a release lose nothing":
        ["RollbackTests", "RollbackCollectionTests", "RollbackCrashTests", "ReleaseHistoryTests"],
    "P13 a value of any earlier release is found, and no field is lost":
        ["SchemaTests", "ElementIsolationTests"],
    "P14 an unreadable file is not absent and not overwritten": ["UnavailableTests"],
    "P17 no concurrent update is lost":
        ["HeldValueTests/First accesses at the same time read the file once",
         "CollectionRepositoryContractTests",
         "CollectionLogTests/The file equals memory after concurrent changes and replacements"],
    "P18 hostile and deep documents are rejected":
        ["HostileInputTests"],
    "P20 no name leads out of the directory":
        ["NameTests", "WritePathTests/A link under the temporary name is neither followed nor an obstacle"],
}


def outcomes(paths):
    """Returns whether each test passed in all its runs, by "SUITE/NAME"."""
    passed = {}
    for path in paths:
        for case in xml.etree.ElementTree.parse(path).iter("testcase"):
            suite = case.get("classname").rpartition(".")[2]
            # "`A sentence`(argument:)", or "function(argument:)".
            name = case.get("name").rpartition("(")[0].strip("`")
            test, faults = f"{suite}/{name}", case.findall("failure") + case.findall("error")
            passed[test] = passed.get(test, True) and not faults
    return passed


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: promises.py FILE-swift-testing.xml ...")
    passed, report = outcomes(sys.argv[1:]), Report()
    for promise, names in TESTS.items():
        for name in names:
            tests = [test for test in passed if test == name or test.startswith(f"{name}/")]
            for test in tests:
                report.count(promise, None if passed[test] else f"{test} failed")
            if not tests:
                report.count(promise, f"{name} did not run")
    sys.exit(report.close())


if __name__ == "__main__":
    main()
