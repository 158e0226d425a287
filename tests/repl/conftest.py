# SPDX-License-Identifier: Apache-2.0
import os
import subprocess

import pexpect
import pytest


@pytest.fixture
def environment(tmp_path):
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    return dict(env, XDG_STATE_HOME=str(tmp_path / "state"), LC_ALL="C.UTF-8", TERM="xterm", HOME=str(tmp_path))


@pytest.fixture
def run(program, environment, tmp_path):
    """Runs the program on something that is no terminal: run(*arguments, text="standard input")."""
    def start(*arguments, text="", cwd=tmp_path):
        return subprocess.run([program, *arguments], input=text, capture_output=True, text=True, timeout=120,
                              env=environment, cwd=cwd)
    return start


class Terminal:
    """The program at a terminal of 90 columns. `cell` types one and returns what is printed up to the next prompt."""

    def __init__(self, program, env, options=()):
        self.number = 1
        self.child = pexpect.spawn(program, list(options), env=env, encoding="utf-8", timeout=60, dimensions=(40, 90))
        self.first = self.wait()  # what comes before the first prompt

    def wait(self):
        self.child.expect_exact(f"In[{self.number}]: ")
        return self.child.before.replace("\r\n", "\n")

    def cell(self, *lines):
        for line in lines:
            self.child.send(line + "\r")
        self.number += 1
        return self.wait()

    def keys(self, text):
        self.child.send(text)


@pytest.fixture
def terminal(program, environment):
    t = Terminal(program, environment)
    yield t
    t.child.close(force=True)


@pytest.fixture
def new_terminal(program, environment):
    opened = []

    def start(options=(), **more):
        opened.append(Terminal(program, dict(environment, **more), options))
        return opened[-1]

    yield start
    for t in opened:
        t.child.close(force=True)
