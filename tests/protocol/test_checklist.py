# SPDX-License-Identifier: Apache-2.0
"""checklist.txt is complete and true: no number is missing, and every test that it names exists."""

import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
LAST = {"W": 31, "O": 9, "S": 11, "E": 14, "C": 11, "I": 5, "P": 27, "R": 9, "K": 6, "G": 11, "A": 15}


def rows():
    for line in (HERE / "checklist.txt").read_text().splitlines():
        if not line.startswith("#"):
            yield [part.strip() for part in line.split("|")]


def written():
    text = "\n".join(path.read_text() for path in HERE.parent.rglob("test_*.py"))
    return set(re.findall(r"^def (test_\w+)", text, re.MULTILINE)) | {
        f"class:{name}" for name in re.findall(r"^class (\w+)", text, re.MULTILINE)}


def test_no_number_is_missing():
    assert [row[0] for row in rows()] == [f"{letter}-{n}" for letter, last in LAST.items() for n in range(1, last + 1)]


def test_every_test_that_is_named_exists():
    there = written()
    for number, _, tests in rows():
        if tests.startswith("-"):
            assert len(tests) > 10, f"{number} has neither a test nor a reason"
        else:
            assert set(tests.split()) <= there, number


def test_every_number_in_a_tests_name_is_on_the_list():
    known = {row[0] for row in rows()}
    for name in written():
        for letter, number in re.findall(r"_([wosecipkrga])(\d+)(?=_)", name.removeprefix("test")):
            assert f"{letter.upper()}-{number}" in known or (letter, number) == ("s", "0"), name
