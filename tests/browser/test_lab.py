# SPDX-License-Identifier: Apache-2.0
"""The kernel in JupyterLab, in a headless Chromium, by clicking. Screenshots are left in build/screenshots."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_kernel_is_shown_by_its_name_and_cells_are_coloured(open_notebook):
    notebook = open_notebook("colours.ipynb", cells=['int x = 1; // one\nprintf("%d\\n", x);'])
    assert notebook.page.locator(".jp-KernelName", has_text="CUDA C (Warpcell)").count() == 1
    spans = notebook.page.locator(".jp-CodeCell .cm-line span[class]")
    spans.first.wait_for()
    assert {"1", "// one"} <= {text.strip() for text in spans.all_inner_texts()}
    notebook.screenshot("colours")


def test_notebook_01_runs_by_clicking(open_notebook):
    name = next((ROOT / "notebooks").glob("01*.ipynb")).name
    notebook = open_notebook(name)
    notebook.run_all()
    assert notebook.errors() == []
    text = "\n".join(part for cell in notebook.outputs() for part in cell)
    assert re.search(r"hello", text, re.IGNORECASE)
    notebook.screenshot("01")


def test_notebook_02_shows_its_pictures(open_notebook):
    name = next((ROOT / "notebooks").glob("02*.ipynb")).name
    notebook = open_notebook(name)
    notebook.run_all()
    assert notebook.errors() == []
    pictures = notebook.page.locator(".jp-RenderedImage img")
    widths = pictures.evaluate_all("images => images.map(i => i.naturalWidth)")
    assert len(widths) >= 2 and min(widths) > 50
    pictures.last.scroll_into_view_if_needed()
    notebook.screenshot("02")


def test_an_endless_cell_is_interrupted_by_the_stop_button(open_notebook):
    notebook = open_notebook("endless.ipynb", cells=["while (1);", "6 * 7"])
    notebook.code_cells().first.click()
    notebook.page.locator('[data-command="notebook:run-cell-and-select-next"]').first.click()
    notebook.page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="busy"]')
    notebook.page.locator('[data-command="notebook:interrupt-kernel"]').first.click()
    notebook.wait_until_idle(5)
    assert "KeyboardInterrupt" in notebook.errors()[0] or "interrupt" in notebook.errors()[0]
    notebook.code_cells().last.click()
    notebook.page.locator('[data-command="notebook:run-cell-and-select-next"]').first.click()
    notebook.page.wait_for_selector(".jp-OutputArea-executeResult")
    assert notebook.outputs()[1] == ["42"]
    notebook.screenshot("interrupted")


def test_an_error_is_shown_with_its_caret(open_notebook):
    notebook = open_notebook("error.ipynb", cells=["int y = undefined_name + 1;"])
    notebook.run_all()
    assert "undefined_name" in notebook.errors()[0] and "^" in notebook.errors()[0]
    notebook.screenshot("error")


def test_200000_lines_arrive_although_the_server_limits_output(open_notebook):
    """P-4: jupyter_server drops what comes too fast. The last line is there, and the server did not complain."""
    notebook = open_notebook("flood.ipynb", cells=['for (int i = 0; i < 200000; i++) printf("line %d of many\\n", i);'])
    notebook.run_all()
    output = notebook.page.locator(".jp-OutputArea-output")
    assert "rate exceeded" not in output.first.inner_text()[-2000:]
    lines = output.first.inner_text().splitlines()
    assert lines[0] == "line 0 of many" and lines[-1] == "line 199999 of many" and len(lines) == 200000


def test_restart_and_run_all(open_notebook):
    notebook = open_notebook("restart.ipynb", cells=["int n = 41;", "n += 1", "n"])
    notebook.run_all()
    notebook.menu("Kernel", "Restart Kernel and Run All Cells…")
    notebook.page.locator(".jp-Dialog .jp-mod-accept").click()
    notebook.page.wait_for_timeout(500)
    notebook.wait_until_run()
    assert notebook.outputs()[2] == ["42"]
    prompts = notebook.page.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
    assert [p.strip() for p in prompts] == ["[1]:", "[2]:", "[3]:"]


# ---- widgets and progress ----


def output_text(notebook, cell=0):
    return notebook.code_cells().nth(cell).locator(".jp-OutputArea").first.inner_text()


def wait_for_text(notebook, text, cell=0, timeout=30):
    notebook.code_cells().nth(cell).locator(".jp-OutputArea").first.get_by_text(text).first.wait_for(timeout=timeout * 1000)


def test_a_slider_runs_a_kernel_again(open_notebook):
    """The picture and the printed line under the slider follow it; nothing is left of the old ones."""
    notebook = open_notebook("slider.ipynb", cells=[
        "__global__ void blur(int radius, unsigned char *out)\n"
        "{ int x = threadIdx.x; out[blockIdx.x * 64 + x] = (x / radius + blockIdx.x / radius) % 2 * 255; }\n"
        "device unsigned char picture[64][64];",
        '%%interact\nint radius = slider("blur radius", 1, 15);\nblur<<<64, 64>>>(radius, picture);\n'
        'show(picture);\nprintf("radius %d\\n", radius);'])
    notebook.run_all()
    assert notebook.errors() == []
    cell = notebook.code_cells().nth(1)
    slider = cell.locator(".widget-slider .noUi-handle")
    slider.wait_for(timeout=20000)
    wait_for_text(notebook, "radius 8", 1)
    before = cell.locator("img").first.get_attribute("src")
    notebook.screenshot("slider-before")
    slider.focus()
    for _ in range(3):
        slider.press("ArrowRight")
    wait_for_text(notebook, "radius 11", 1)
    notebook.page.wait_for_timeout(500)
    assert "radius 8" not in output_text(notebook, 1) and "radius 10" not in output_text(notebook, 1)
    assert cell.locator("img").count() == 1 and cell.locator("img").first.get_attribute("src") != before
    assert notebook.errors() == []
    notebook.screenshot("slider-after")
