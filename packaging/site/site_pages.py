# SPDX-License-Identifier: Apache-2.0
"""What MkDocs does not know of the sources: README.md is the first page, and a link to a file outside docs/ is its name."""
import pathlib
import re

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[2]
TITLED = re.compile(r"^```(\w+) (\S+)$", re.MULTILINE)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def first_page(text):
    """README.md as a page of docs/."""

    def moved(link):
        mark, words, target = link.groups()
        inside = target.removeprefix("docs/") if target.startswith("docs/") else None
        outside = target if re.match(r"[a-z]+:|#", target) else f"../{target}"
        return f"{mark}[{words}]({inside or outside})"

    return LINK.sub(moved, text)


def on_files(files, config):
    files.append(File.generated(config, "index.md", content=first_page((ROOT / "README.md").read_text())))
    return files


def on_page_markdown(markdown, **_):
    """A file that is not on the site is named: text (`tests/bench`). The title of a block of code stands above it."""

    def named(link):
        mark, words, target = link.groups()
        name = target.removeprefix("../")
        if not target.startswith("../"):
            return link[0]
        return words if name in words else f"{words} (`{name}`)"

    markdown = TITLED.sub(r"**\2**\n\n```\1", LINK.sub(named, markdown))
    return re.sub(r"^```cuda$", "```cpp", markdown, flags=re.MULTILINE)
