# SPDX-License-Identifier: Apache-2.0
"""--install and --uninstall (K-3, K-4): what Jupyter then finds, and where."""

import json
import os
import pathlib
import subprocess

import pytest
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = {"kernel.json", "logo-32x32.png", "logo-64x64.png", "logo-svg.svg"}


@pytest.fixture
def call(fake_kernel, tmp_path):
    env = {k: v for k, v in os.environ.items()
           if k not in ("JUPYTER_DATA_DIR", "XDG_DATA_HOME", "VIRTUAL_ENV", "CONDA_PREFIX")}

    def call_(*arguments, **more):
        return subprocess.run([fake_kernel, *arguments], env={**env, "HOME": str(tmp_path), **more}, capture_output=True,
                              text=True, timeout=10)

    return call_


@pytest.mark.parametrize("arguments, env, where", [
    ([], {}, ".local/share/jupyter"), (["--user"], {}, ".local/share/jupyter"),
    (["--user"], {"JUPYTER_DATA_DIR": "{}/data"}, "data"), (["--user"], {"XDG_DATA_HOME": "{}/xdg"}, "xdg/jupyter"),
    (["--prefix", "{}/opt"], {}, "opt/share/jupyter"), (["--prefix={}/opt"], {}, "opt/share/jupyter"),
    (["--sys-prefix"], {"VIRTUAL_ENV": "{}/venv"}, "venv/share/jupyter"),
    (["--sys-prefix"], {"CONDA_PREFIX": "{}/conda"}, "conda/share/jupyter")])
def test_k3_installing_and_uninstalling(call, fake_kernel, tmp_path, arguments, env, where):
    arguments = [a.format(tmp_path) for a in arguments]
    env = {k: v.format(tmp_path) for k, v in env.items()}
    directory = tmp_path / where / "kernels" / "warpcell"
    for _ in range(2):  # the second time it is written over
        ended = call("--install", *arguments, **env)
        assert (ended.returncode, ended.stderr) == (0, "") and str(directory) in ended.stdout
    assert {p.name for p in directory.iterdir()} == FILES
    spec = json.loads((directory / "kernel.json").read_text())
    assert spec["argv"] == [fake_kernel, "-f", "{connection_file}"] and spec["language"] == "cuda"
    assert spec["interrupt_mode"] == "message" and spec["kernel_protocol_version"] == "5.6.0"
    for name in FILES - {"kernel.json"}:
        assert (directory / name).read_bytes() == (ROOT / "kernelspec" / name).read_bytes()
    ended = call("--uninstall", *arguments, **env)
    assert ended.returncode == 0 and not directory.exists()
    ended = call("--uninstall", *arguments, **env)
    assert (ended.returncode, ended.stderr) == (1, f"warpcell-kernel: no Warpcell kernelspec in '{directory}'\n")


def test_k3_the_installed_kernel_starts(call, tmp_path, monkeypatch):
    assert call("--install", "--prefix", str(tmp_path)).returncode == 0
    manager = KernelManager(kernel_name="warpcell")
    manager.kernel_spec_manager = KernelSpecManager(kernel_dirs=[str(tmp_path / "share/jupyter/kernels")])
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=20)
        assert client.execute("print x", reply=True, timeout=10)["content"]["status"] == "ok"
    finally:
        client.stop_channels()
        manager.shutdown_kernel()


def test_k3_files_of_others_are_left_alone(call, tmp_path):
    call("--install", "--prefix", str(tmp_path))
    other = tmp_path / "share/jupyter/kernels/warpcell/kernel.js"
    other.write_text("")
    ended = call("--uninstall", "--prefix", str(tmp_path))
    assert ended.returncode == 1 and "contains other files" in ended.stderr and other.exists()


@pytest.mark.parametrize("arguments", [["--nonsense"], ["--prefix"], ["--user", "--sys-prefix"]])
def test_k3_wrong_arguments_are_explained(call, arguments):
    for command in ("--install", "--uninstall"):
        ended = call(command, *arguments)
        assert (ended.returncode, ended.stderr) == (
            2, "warpcell-kernel: --install and --uninstall take --user, --prefix DIR or --sys-prefix\n")


def test_k3_a_directory_that_cannot_be_made_is_named(call, tmp_path):
    (tmp_path / "file").write_text("")
    ended = call("--install", "--prefix", str(tmp_path / "file"))
    assert (ended.returncode, ended.stderr) == (
        1, f"warpcell-kernel: cannot write to '{tmp_path}/file/share/jupyter/kernels/warpcell': Not a directory\n")
