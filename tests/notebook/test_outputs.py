# SPDX-License-Identifier: Apache-2.0
"""What the gallery and %xray show survives JupyterLab's sanitiser; the panel of %dash is drawn again by later cells, and only by them."""

import base64
import html.parser
import re
import xml.etree.ElementTree

from notebooks import execute, notebook_of, outputs_of
from paths import ROOT

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


def test_html_of_the_gallery_is_plain_and_whole(executed):
    outputs = outputs_of(executed(ROOT / "notebooks/16-gallery.ipynb"))
    pages = [o.data["text/html"] for o in outputs if "text/html" in o.get("data", {})]
    assert len(pages) > 10
    for page in pages:
        tags = Tags()
        tags.feed(page)
        assert not tags.open and tags.seen <= ALLOWED, page
        assert tags.attributes <= {"style", "colspan", "open", "src", "width", "height", "alt"}
        assert not re.search(r"[^-]color:(#000|black|white)", page)
    charts = [o for o in outputs if "application/vnd.vegalite.v5+json" in o.get("data", {})]
    assert len(charts) == 4 and all("image/png" in o.data and o.data["application/vnd.vegalite.v5+json"]["$schema"] for o in charts)


def test_the_panel_follows_later_cells():
    cells = ["__global__ void k(int *p) { *p = 1; }\ndevice int x[1000];\n%dash 60", "for (int i = 0; i < 3; i++)\n    k<<<1, 1>>>(x);"]
    notebook = execute(notebook_of(*cells))
    panel = notebook.cells[0].outputs[0].data["text/plain"]
    assert "launches  3," in panel and re.search(r"x +int \[1000\] +3.9 KiB", panel), panel


def test_pages_of_xray_are_whole_without_their_script(executed):
    """JupyterLab removes the script from an untrusted notebook. What is left is plain, and has the first picture."""
    outputs = outputs_of(executed(ROOT / "notebooks/08-coalescing.ipynb"))
    pages = [o.data["text/html"] for o in outputs if "<script>" in o.get("data", {}).get("text/html", "")]
    assert len(pages) == 8
    assert "10,240</td>" in pages[0] and "16,384</td>" in pages[0] and "2048 requests" in pages[0]
    for page in pages:
        static, scripts = re.subn(r"<script>.*?</script>", "", page, flags=re.DOTALL)
        tags = Tags()
        tags.feed(static)
        assert scripts == 1 and not tags.open and tags.seen <= ALLOWED, page
        assert tags.attributes <= {"style", "colspan", "open", "src", "alt", "id", "title"}
        picture = base64.b64decode(re.search(r'src="data:image/svg\+xml;base64,([^"]*)"', static)[1])
        assert xml.etree.ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    ids = re.findall(r' id="([^"]*)"', "".join(pages))
    assert len(ids) == len(set(ids))


def test_the_debugger_finds_the_three_errors(executed):
    outputs = ["".join(o.get("text", "") for o in cell.outputs) for cell in
               executed(ROOT / "notebooks/18-find-the-bug.ipynb").cells if cell.source.startswith("%%debug")]
    smooth, digits, largest = outputs
    assert "thread (0, 0, 0) of block (1, 0, 0) wrote 9 in smooth at In[1]:7\n    7 |         out[i] = in[i];\n" in smooth
    assert [line for line in digits.splitlines() if line.startswith("d2: sum = ")] == [
        f"d2: sum = {digit}" for digit in (1, 8, 2, 1)]
    assert "warp 0 [-----------------++++*++++++++++]\n" in digits
    assert "watchpoint 2: part[0] was -6 and is 0\n" in largest
    assert "thread (56, 0, 0) of block (0, 0, 0) wrote 0 in largest at In[8]:5\n    5 |     part[t] = t < n ? x[t] : 0;\n" in largest
    for text in outputs:
        assert text.endswith("(debug) continue\n")
