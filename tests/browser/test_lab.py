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


def test_an_endless_cell_is_interrupted_by_the_stop_button(open_notebook):
    notebook = open_notebook("endless.ipynb", cells=["while (1);", '"still here"'])
    notebook.code_cells().first.click()
    notebook.page.locator('[data-command="notebook:run-cell-and-select-next"]').first.click()
    notebook.page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="busy"]')
    notebook.page.locator('[data-command="notebook:interrupt-kernel"]').first.click()
    notebook.wait_until_idle(5)
    assert "KeyboardInterrupt" in notebook.errors()[0] or "interrupt" in notebook.errors()[0]
    notebook.code_cells().last.click()
    notebook.page.locator('[data-command="notebook:run-cell-and-select-next"]').first.click()
    notebook.page.wait_for_selector(".jp-OutputArea-executeResult")
    assert "still here" in notebook.outputs()[1][0]
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


def test_input_is_asked_for_in_the_page(open_notebook):
    notebook = open_notebook("input.ipynb", cells=["int n = 0;\nscanf(\"%d\", &n);\nprintf(\"twice: %d\\n\", 2 * n);"])
    notebook.menu("Run", "Run All Cells")
    box = notebook.page.locator(".jp-Stdin-input")
    box.wait_for()
    box.fill("21")
    box.press("Enter")
    notebook.wait_until_run()
    assert "twice: 42" in "\n".join(notebook.outputs()[0])
