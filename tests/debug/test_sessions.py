# SPDX-License-Identifier: Apache-2.0
"""Sessions of the debugger: each file of sessions/ names a program and holds a transcript, commands and exact output.

The first line is "# PROGRAM.cu", with "-O" for optimised code, or "--host" to stop at the first line of main. A line "(debug) COMMAND" is typed. WARPCELL_UPDATE=1 writes the files anew; read the
difference."""
import os
import pathlib
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
SESSIONS = sorted((HERE / "sessions").glob("*.txt"))
PROMPT, END = "(debug) ", "<end>"  # END stands for the end of the input


def transcript(program, path):
    """The session's transcript as it is now: the output, with each command behind its prompt."""
    first, *lines = path.read_text().splitlines()
    name, *options = first.removeprefix("# ").split()
    commands = [line.removeprefix(PROMPT) for line in lines
                if line.startswith(PROMPT) and line != PROMPT + END]
    mode = {(): ["--debug"], ("-O",): ["--debug=optimised"], ("--host",): ["--debug=host"],
            ("--check",): ["--debug", "--check"]}[tuple(options)]
    result = subprocess.run([program, *mode, name], input="".join(c + "\n" for c in commands),
                            cwd=HERE / "programs", capture_output=True, text=True, timeout=120,
                            env=dict(os.environ, NO_COLOR="1"))
    start, *answers = result.stdout.split(PROMPT)
    text = first + "\n" + start
    for k, answer in enumerate(answers):
        text += PROMPT + (commands[k] if k < len(commands) else END) + "\n" + answer
    if result.stderr:
        text += "--- errors\n" + result.stderr
    return text + f"--- status {result.returncode}\n"


@pytest.mark.parametrize("path", SESSIONS, ids=lambda p: p.stem)
def test_session(program, path):
    now = transcript(program, path)
    if os.environ.get("WARPCELL_UPDATE"):
        path.write_text(now)
    assert now == path.read_text()
