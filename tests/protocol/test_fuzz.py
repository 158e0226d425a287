# SPDX-License-Identifier: Apache-2.0
"""A short run of tests/fuzz/kernel/fuzz_kernel.py (acceptance: no crash, hang or leak). The long one:

    python tests/fuzz/kernel/fuzz_kernel.py --messages 1000000 build/sanitize/tests/protocol/warpcell-kernel-fake
"""

import pathlib
import subprocess
import sys

FUZZER = pathlib.Path(__file__).resolve().parents[1] / "fuzz/kernel/fuzz_kernel.py"


def test_mutated_messages(fake_kernel, start):
    ended = subprocess.run([sys.executable, FUZZER, "--messages", "10000", fake_kernel], capture_output=True, text=True,
                           timeout=300)
    assert ended.returncode == 0, ended.stderr
    assert "10000 messages, seed 20261121: answered to the end" in ended.stdout
