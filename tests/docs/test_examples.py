# SPDX-License-Identifier: Apache-2.0
"""docs/tour.md, recipes.md, faq.md, derivatives.md, learning.md and tables.md: each example runs and prints what the page says.

A block ```cuda is a cell, ```text behind it is its output, exactly. The cells of a section are one session; those of the tour are one
altogether.
"""

import re
import subprocess

import pytest
from paths import ROOT, built

BLOCK = re.compile(r"^```(cuda|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def sections(page):
    """(title, [(language, text), ...]) of each section that has a cell."""
    text = (ROOT / "docs" / page).read_text()
    parts = [(page, text)] if page == "tour.md" else [
        part.split("\n", 1) for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]]
    for title, body in parts:
        blocks = BLOCK.findall(body)
        if any(language == "cuda" for language, _ in blocks):
            yield title, blocks


EXAMPLES = [pytest.param(blocks, id=f"{page}: {title}") for page in ["tour.md", "recipes.md", "faq.md", "derivatives.md", "learning.md", "tables.md"] for title, blocks in sections(page)]


@pytest.mark.parametrize("blocks", EXAMPLES)
def test_an_example(blocks, tmp_path):
    cells = "".join(f"// %%\n{text}" for language, text in blocks if language == "cuda")
    wanted = "".join(text for language, text in blocks if language == "text")
    (tmp_path / "example.cu").write_text(cells)
    done = subprocess.run([built("WARPCELL_REPL", "repl/warpcell"), "--device", "cpu", "example.cu"], cwd=tmp_path,
                          capture_output=True, text=True, timeout=600)
    assert (done.stdout, done.stderr, done.returncode) == (wanted, "", 0)


def test_there_are_enough_recipes():
    assert len(list(sections("recipes.md"))) >= 20
