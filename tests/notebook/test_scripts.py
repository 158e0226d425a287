# SPDX-License-Identifier: Apache-2.0
"""What ./run and ./test print for valid and for invalid arguments."""

import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def call(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize("script", ["./run", "./test", ".ci/run"])
def test_help(script):
    ended = call(script, "--help")
    assert ended.returncode == 0 and ended.stdout.startswith("usage: ./")


@pytest.mark.parametrize("command, says", [
    (["./run", "--nonsense"], "argument '--nonsense' is unknown"),
    (["./test", "--nonsense"], "argument '--nonsense' is unknown"),
    (["./run", "--execute"], "--execute takes one notebook"),
    (["./run", "--execute", "missing.ipynb"], "there is no file 'missing.ipynb'")])
def test_wrong_arguments_are_explained(command, says):
    ended = call(*command)
    assert ended.returncode == 1 and says in ended.stderr


def test_a_second_set_up_does_nothing():
    ended = call("./run", "--setup")
    assert ended.returncode == 0 and "installing" not in ended.stderr and "building" not in ended.stderr
