# SPDX-License-Identifier: Apache-2.0
"""The counters that a kernel leaves for Prometheus, around a session of simple commands."""

import os
import re

import pytest
from jupyter_client.manager import KernelManager

# What cannot be known before: times, and what the process has used.
MEASURED = ("warpcell_cell_seconds_total", "warpcell_process_cpu_seconds_total", "warpcell_process_resident_memory_bytes")

EXPECTED = """\
# HELP warpcell_cells_total Cells that have ended, by how.
# TYPE warpcell_cells_total counter
warpcell_cells_total{OF,result="ok"} 2
warpcell_cells_total{OF,result="error"} 1
warpcell_cells_total{OF,result="interrupted"} 0
warpcell_cells_total{OF,result="exit"} 0
# HELP warpcell_cell_seconds_total Time in which cells ran.
# TYPE warpcell_cell_seconds_total counter
warpcell_cell_seconds_total{OF} ?
# HELP warpcell_launches_total Kernels that have been launched.
# TYPE warpcell_launches_total counter
warpcell_launches_total{OF} 3
# HELP warpcell_device_seconds_total Time in which the device ran kernels.
# TYPE warpcell_device_seconds_total counter
warpcell_device_seconds_total{OF} 0.25
# HELP warpcell_device_memory_bytes Memory of the device in use.
# TYPE warpcell_device_memory_bytes gauge
warpcell_device_memory_bytes{OF} 4096
# HELP warpcell_process_cpu_seconds_total Processor time of the kernel.
# TYPE warpcell_process_cpu_seconds_total counter
warpcell_process_cpu_seconds_total{OF} ?
# HELP warpcell_process_resident_memory_bytes Resident memory of the kernel.
# TYPE warpcell_process_resident_memory_bytes gauge
warpcell_process_resident_memory_bytes{OF} ?
"""


@pytest.fixture
def start(fake_kernel, tmp_path, monkeypatch):
    """start(ENVIRONMENT): (manager, client) of a kernel; what is left of it ends with the test."""
    running = []

    def start_(**environment):
        monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
        manager = KernelManager()
        manager.kernel_spec.argv = [fake_kernel, "-f", "{connection_file}"]
        manager.start_kernel(env=os.environ | environment)
        client = manager.blocking_client()
        running.append((manager, client))
        client.start_channels()
        client.wait_for_ready(timeout=60)
        return manager, client

    yield start_
    for manager, client in running:
        client.stop_channels()
        if manager.is_alive():
            manager.shutdown_kernel(now=True)


def without_measured(text):
    return "".join(re.sub(r"\S+$", "?", line) if line.startswith(MEASURED) else line for line in text.splitlines(keepends=True))


def test_a_file_holds_the_counters_until_the_kernel_ends(start, tmp_path):
    folder = tmp_path / "metrics"
    folder.mkdir()
    manager, client = start(WARPCELL_METRICS=str(folder), JUPYTERHUB_USER='ada "x"')
    for code in ("print one", "fail", "print two"):
        client.execute_interactive(code, timeout=60, output_hook=lambda message: None)
    written, = folder.iterdir()
    pid = manager.provisioner.process.pid
    assert written.name == f"warpcell-ada__x_-{pid}.prom"
    text = written.read_text()
    assert without_measured(text) == EXPECTED.replace("OF", f'user="ada__x_",pid="{pid}"')
    values = {line.split("{")[0]: float(line.split()[-1]) for line in text.splitlines() if line.startswith(MEASURED)}
    assert all(value >= 0 for value in values.values()) and values["warpcell_process_resident_memory_bytes"] > 1 << 20
    client.stop_channels()
    manager.shutdown_kernel()
    assert list(folder.iterdir()) == []


def test_a_folder_that_is_not_there_is_no_hindrance(start, tmp_path):
    _, client = start(WARPCELL_METRICS=str(tmp_path / "nowhere"))
    assert client.execute_interactive("print one", timeout=60, output_hook=lambda message: None)["content"]["status"] == "ok"
