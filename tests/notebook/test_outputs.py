# SPDX-License-Identifier: Apache-2.0
"""What the gallery shows survives JupyterLab's sanitiser; the panel of %dash is drawn again by later cells, and only by them."""

import html.parser
import pathlib
import re

import nbformat
from nbclient import NotebookClient

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALLOWED = {"b", "details", "div", "img", "pre", "span", "summary", "table", "tbody", "td", "th", "thead", "tr"}


class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen, self.attributes = [], set(), set()

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attributes}
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_html_of_the_gallery_is_plain_and_whole():
    notebook = nbformat.read(ROOT / "notebooks/06-gallery.ipynb", as_version=4)
    NotebookClient(notebook, kernel_name="warpcell", timeout=300, resources={"metadata": {"path": str(ROOT / "notebooks")}}).execute()
    pages = [o.data["text/html"] for c in notebook.cells for o in c.get("outputs", []) if "text/html" in o.get("data", {})]
    assert len(pages) > 10
    for page in pages:
        tags = Tags()
        tags.feed(page)
        assert not tags.open and tags.seen <= ALLOWED, page
        assert tags.attributes <= {"style", "open", "src", "width", "height", "alt"}
        assert not re.search(r"[^-]color:(#000|black|white)", page)
    charts = [o for c in notebook.cells for o in c.get("outputs", []) if "application/vnd.vegalite.v5+json" in o.get("data", {})]
    assert len(charts) == 4 and all("image/png" in o.data and o.data["application/vnd.vegalite.v5+json"]["$schema"] for o in charts)


def test_the_panel_follows_later_cells():
    cells = ["__global__ void k(int *p) { *p = 1; }\ndevice int x[1000];\n%dash 60", "for (int i = 0; i < 3; i++)\n    k<<<1, 1>>>(x);"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    NotebookClient(notebook, kernel_name="warpcell", timeout=60).execute()
    panel = notebook.cells[0].outputs[0].data["text/plain"]
    assert "launches  3," in panel and re.search(r"x +int \[1000\] +3.9 KiB", panel), panel
