# SPDX-License-Identifier: Apache-2.0
"""The documents: every link resolves, and docs/magics.md has every magic. Each rule is shown a violation."""

import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
MAGIC = re.compile(r'^([MC])\(\w+,\s*"((?:[^"\\]|\\.)*)"', re.MULTILINE)


def documents():
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "*.md", "*.ipynb"],
                           capture_output=True, text=True, check=True).stdout.split()
    return [ROOT / name for name in names]


def broken_links(path):
    """Targets of the relative links of a document that are not files."""
    prose = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    links = [link for link in LINK.findall(prose) if "://" not in link]
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
    page.write_text("[a](there.md) [b](there.md#part) [c](https://example.org/x) ![d](gone.png) [e](gone.md#part)\n```c\nk[1](x)\n```\n")
    assert broken_links(page) == ["gone.png", "gone.md"]


def test_a_missing_magic_is_found():
    magics = 'M(one, "%one on|off", "help")\nC(two, "%%two", "help")\nM(three, "%three", "help")\n'
    assert undocumented(magics, "| `%one on\\|off` | | |\ntext `%%two`\n| `%three` | | |\n") == ["%%two"]


# ---- the command line: --help, the manual page and the completions name the same options ----

OPTION = re.compile(r"(?<![\w-])-{1,2}[A-Za-z][\w-]*")


def options_of_help():
    text = (ROOT / "repl/repl_main.c").read_text()
    lines = re.findall(r'"((?:[^"\\]|\\.)*)"', text[text.index("help[] ="):text.index(";", text.index("--help"))])
    rows = [line for line in lines if re.match(r"  (?:    )?-", line)]
    return {option for row in rows for option in OPTION.findall(row)}


def missing_options(options, text):
    return sorted(option for option in options if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", text))


def test_the_manual_page_has_every_option():
    page = (ROOT / "docs/man/warpcell.1").read_text().replace("\\-", "-")
    assert {"-e", "--execute", "-U", "--check", "-h"} <= options_of_help()
    assert missing_options(options_of_help(), page) == []


@pytest.mark.parametrize("name", ["warpcell.bash", "_warpcell"])
def test_the_completion_has_every_option(name):
    assert missing_options(options_of_help(), (ROOT / "repl/completion" / name).read_text()) == []


def test_a_missing_option_is_found():
    assert missing_options({"-e", "--seed"}, "-e --seeds -std") == ["--seed"]
