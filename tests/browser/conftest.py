# SPDX-License-Identifier: Apache-2.0
import json
import os
import shutil
import subprocess
import sys
import urllib.request

import nbformat
import paths
import pytest
from notebooks import notebook_of
from paths import ROOT
from playwright.sync_api import TimeoutError, sync_playwright
from waiting import wait_until

SHOTS = ROOT / "build" / "screenshots"


def write_setting(home, plugin, **values):
    path = home / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(values))


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """A JupyterLab server on a copy of notebooks/, without user settings: (url, token, directory)."""
    home = tmp_path_factory.mktemp("lab")
    directory = home / "notebooks"
    shutil.copytree(ROOT / "notebooks", directory)
    env = {**os.environ, "JUPYTER_CONFIG_DIR": str(home / "config"), "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
           "JUPYTER_DATA_DIR": str(home / "data"), "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
           "JUPYTERLAB_SETTINGS_DIR": str(home / "settings")}
    write_setting(home, "apputils-extension/notification", fetchNews="false", checkForUpdates=False)  # no pop-up
    write_setting(home, "notebook-extension/tracker", windowingMode="none")  # every cell is in the page
    log = open(home / "lab.log", "w+")
    server = subprocess.Popen([sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0",
                               f"--ServerApp.root_dir={directory}",
                               "--MappingKernelManager.default_kernel_name=warpcell"],
                              env=env, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        yield (*wait_for_server(server, home), directory)
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
        log.close()


def wait_for_server(server, home):
    found = {}

    def is_there():
        for file in (home / "runtime").glob("jpserver-*.json"):
            try:
                found.update(json.loads(file.read_text()))
            except ValueError:
                pass  # it is being written
        return server.poll() is not None or found

    wait_until(is_there)
    assert found, "JupyterLab did not start:\n" + (home / "lab.log").read_text()
    return found["url"], found["token"]


@pytest.fixture(scope="session")
def chromium():
    path = paths.chromium()
    assert path, "Chromium is not installed (Debian: apt-get install chromium)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class Notebook:
    """A notebook open in JupyterLab, and what a user does with it."""

    def __init__(self, page, name):
        self.page, self.name = page, name

    def wait_for_kernel(self):
        """The status bar names the kernel when the session exists; the notebook itself says idle before that."""
        self.page.locator("#jp-main-statusbar").get_by_text("CUDA C (Warpcell) | Idle").first.wait_for(timeout=60000)

    def wait_until_idle(self, timeout=60):
        self.page.wait_for_selector('.jp-NotebookPanel .jp-Notebook-ExecutionIndicator[data-status="idle"]',
                                    timeout=timeout * 1000)

    def menu(self, *path):
        self.page.locator(".lm-MenuBar-itemLabel", has_text=path[0]).first.click()
        for label in path[1:]:
            self.page.locator(".lm-Menu-itemLabel").get_by_text(label, exact=True).click()

    def run_all(self, timeout=60):
        self.menu("Run", "Run All Cells")
        self.wait_until_run(timeout)

    def wait_until_run(self, timeout=60):
        """Every code cell has a number: none is queued or running."""
        try:
            self.wait_for_numbers(timeout)
        except TimeoutError as error:
            self.screenshot("failed-" + self.name.split(".")[0])
            ends = [[text[-500:] for text in texts] for texts in self.outputs()]
            raise AssertionError(f"not every cell ran; errors: {self.errors()}, ends of the outputs: {ends}") from error

    def wait_for_numbers(self, timeout):
        self.page.wait_for_function(
            """() => { const cells = [...document.querySelectorAll('.jp-Notebook .jp-CodeCell')]
                         .filter(c => c.querySelector('.cm-content').innerText.trim());
                       return cells.length && cells.every(c =>
                         /^\\[\\d+\\]:$/.test(c.querySelector('.jp-InputPrompt').textContent.trim())); }""",
            timeout=timeout * 1000)

    def code_cells(self):
        return self.page.locator(".jp-Notebook .jp-CodeCell")

    def outputs(self):
        """The text of each code cell's outputs."""
        return [cell.locator(".jp-OutputArea-output").all_inner_texts() for cell in self.code_cells().all()]

    def errors(self):
        return self.page.locator('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.stderr"],'
                                 '.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.error"]').all_inner_texts()

    def screenshot(self, name):
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png")


def end_sessions(url, token):
    """A test that is run again must not find the kernel that the first run left at a stop."""
    headers = {"Authorization": f"token {token}"}
    with urllib.request.urlopen(urllib.request.Request(f"{url}api/sessions", headers=headers)) as answer:
        sessions = json.load(answer)
    for session in sessions:
        urllib.request.urlopen(urllib.request.Request(f"{url}api/sessions/{session['id']}", headers=headers, method="DELETE")).close()


@pytest.fixture
def open_notebook(lab, chromium):
    """open_notebook("01-hello.ipynb") or open_notebook("new.ipynb", cells=["1 + 1"])."""
    url, token, directory = lab
    pages = []

    def open_(name, cells=None, tags=()):
        if cells is not None:
            made = notebook_of(*cells)
            for cell in made.cells:
                cell.metadata["tags"] = list(tags)
            nbformat.write(made, directory / name)
        page = chromium.new_page(viewport={"width": 1280, "height": 1000})
        pages.append(page)
        page.goto(f"{url}lab/workspaces/{name.split('.')[0]}/tree/{name}?token={token}&reset")
        opened = Notebook(page, name)
        page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60000)
        opened.wait_for_kernel()
        return opened

    yield open_
    for page in pages:
        page.close()
    end_sessions(url, token)
