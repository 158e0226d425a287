# SPDX-License-Identifier: Apache-2.0
"""A short run of every fuzz target with libFuzzer. The long ones are for long.sh; see README.md."""
import pathlib
import shutil
import subprocess
import tempfile

import pytest

LONG = pathlib.Path(__file__).with_name("long.sh")


def libfuzzer_is_there():
    clang = shutil.which("clang")
    if not clang:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "t.c")
        source.write_text("int LLVMFuzzerTestOneInput(const char *p, unsigned long n) { return 0; }\n")
        command = [clang, "-fsanitize=fuzzer,address,undefined", source, "-o", pathlib.Path(folder, "t")]
        return subprocess.run(command, capture_output=True).returncode == 0


@pytest.mark.skipif(not libfuzzer_is_there(), reason="clang with libFuzzer is not installed")
def test_short_run_finds_nothing():
    run = subprocess.run([LONG, "8s"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.splitlines()[-1] == "fuzz: nothing found"
