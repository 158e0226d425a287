# SPDX-License-Identifier: Apache-2.0
"""The site that MkDocs makes of docs/ (packaging/site): strict, so that each link and each heading it names must be there."""
import os
import re
import subprocess
import sys
import urllib.request

import pytest
from paths import ROOT

CONFIG = ROOT / "packaging/site/mkdocs.yml"


def build(config, site):
    return subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(site)],
                          capture_output=True, text=True, timeout=600)


def test_the_site_is_built_without_a_warning(tmp_path):
    done = build(CONFIG, tmp_path / "site")
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    home = (tmp_path / "site/index.html").read_text()
    assert "Warpcell runs CUDA C one cell at a time" in home and 'href="tour/"' in home
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert pages == {path.parent.name for path in (tmp_path / "site").glob("*/index.html")}


@pytest.mark.parametrize("text, complaint", [
    ("[gone](gone.md)", "'gone.md'"),
    ("[gone](#gone)", "'#gone'"),
])
def test_a_broken_link_fails(tmp_path, text, complaint):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(f"# Page\n\n{text}\n")
    (tmp_path / "mkdocs.yml").write_text("site_name: x\nvalidation:\n  anchors: warn\n")
    done = build(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert done.returncode == 1 and complaint in done.stderr


def test_links_to_other_sites():
    """WARPCELL_EXTERNAL_LINKS=1: asks them all, which needs the network."""
    if not os.environ.get("WARPCELL_EXTERNAL_LINKS"):
        pytest.skip("WARPCELL_EXTERNAL_LINKS is not set")
    links = {link for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
             for link in re.findall(r"\]\((https?://[^)\s]+)\)", page.read_text())}
    missing = []
    for link in sorted(links):
        request = urllib.request.Request(link, headers={"User-Agent": "warpcell-link-check"})
        try:
            urllib.request.urlopen(request, timeout=60).close()
        except OSError as error:
            missing.append((link, str(error)))
    assert missing == []
