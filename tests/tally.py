# SPDX-License-Identifier: Apache-2.0
"""tally.py DIRECTORY: adds up the suites' JUnit reports and prints the line that ./test ends with.

Each suite leaves NAME.status, its exit status, and NAME.xml. A suite with a bad status whose report shows no failure, or
that has no report, counts as one failure: a build that broke must not pass unseen.
"""

import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def count(report):
    """(passed, failed, skipped) of one JUnit file. A test that was tried twice is there twice; its last try counts."""
    passed = failed = skipped = 0
    for case in {(c.get("classname"), c.get("name")): c for c in ElementTree.parse(report).iter("testcase")}.values():
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


def main():
    directory = pathlib.Path(sys.argv[1])
    total = [0, 0, 0]
    for status in sorted(directory.glob("*.status")):
        report = status.with_suffix(".xml")
        counts = count(report) if report.exists() else (0, 0, 0)
        if counts[1] == 0 and (status.read_text().strip() != "0" or not report.exists()):
            counts = (counts[0], 1, counts[2])
        print(f"{status.stem:18} {counts[0]:5} passed {counts[1]:4} failed {counts[2]:4} skipped")
        total = [a + b for a, b in zip(total, counts)]
    line = f"{total[0]} passed, {total[1]} failed"
    print(line + (f", {total[2]} skipped" if total[2] else ""))
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main())
