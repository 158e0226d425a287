# SPDX-License-Identifier: Apache-2.0
"""The documents: every link resolves, and docs/magics.md has every magic. Each rule is shown a violation."""

import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
MAGIC = re.compile(r'^([MC])\(\w+,\s*"((?:[^"\\]|\\.)*)"', re.MULTILINE)


def documents():
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "*.md", "*.ipynb"],
                           capture_output=True, text=True, check=True).stdout.split()
    return [ROOT / name for name in names]


def broken_links(path):
    """Targets of the relative links of a document that are not files."""
    links = [link for link in LINK.findall(path.read_text()) if "://" not in link]
    return [link for link in links if not (path.parent / link).exists()]


def undocumented(magics, document):
    """Usages of magic.def that do not start a row of the document's tables."""
    rows = re.findall(r"^\| `((?:[^`\\]|\\.)*)` \|", document, re.MULTILINE)
    rows = [row.replace("\\|", "|") for row in rows]
    return [usage for _, usage in MAGIC.findall(magics) if usage not in rows]


def test_links_resolve():
    assert {str(path.relative_to(ROOT)): links for path in documents() if (links := broken_links(path))} == {}


def test_every_magic_is_documented():
    magics = (ROOT / "runtime/magic/magic.def").read_text()
    assert len(MAGIC.findall(magics)) > 20
    assert undocumented(magics, (ROOT / "docs/magics.md").read_text()) == []


def test_a_broken_link_is_found(tmp_path):
    (tmp_path / "there.md").write_text("")
    page = tmp_path / "page.md"
    page.write_text("[a](there.md) [b](there.md#part) [c](https://example.org/x) ![d](gone.png) [e](gone.md#part)")
    assert broken_links(page) == ["gone.png", "gone.md"]


def test_a_missing_magic_is_found():
    magics = 'M(one, "%one on|off", "help")\nC(two, "%%two", "help")\nM(three, "%three", "help")\n'
    assert undocumented(magics, "| `%one on\\|off` | | |\ntext `%%two`\n| `%three` | | |\n") == ["%%two"]
