# SPDX-License-Identifier: Apache-2.0
"""warpcell where the system gives it little: limits of the shell (ulimit), an odd HOME, an odd cache."""

import os
import resource
import subprocess

import pytest

from waiting import wait_until

LAUNCH = ("__global__ void k(int *p) { p[0] = 7; }\ndevice int x[4];\nk<<<1, 1>>>(x);\nint h[4]; h = x; printf(\"%d\\n\", h[0]);\n"
          "int *kept = (int *) malloc(1 << 20); kept[5] = 1;")
SORT = ("int by_value(const void *a, const void *b) { return *(int *) a - *(int *) b; }\n"
        "int v[3] = {3, 1, 2}; qsort(v, 3, sizeof *v, by_value); printf(\"%d %d %d\\n\", v[0], v[1], v[2]);")
WRITE = ("FILE *f = fopen(\"big.txt\", \"w\"); int wrong = 0;\nfor (int i = 0; i < 200000; i++) fprintf(f, \"%d\\n\", i);\n"
         "wrong = ferror(f) || fclose(f); printf(\"%d\\n\", wrong != 0);")


def run(program, code, limit=None, value=None, cwd=None, env=None):
    def restrict():
        if limit is not None:
            resource.setrlimit(limit, (value, value))

    ended = subprocess.run([program, "-e", code], capture_output=True, text=True, timeout=60, cwd=cwd, preexec_fn=restrict,
                           env={**os.environ, **(env or {})})
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.parametrize("gigabytes", [24, 8, 4])
def test_little_address_space(program, gigabytes):
    assert run(program, LAUNCH, resource.RLIMIT_AS, gigabytes << 30) == "7\n"


def test_a_small_stack(program):
    assert run(program, SORT, resource.RLIMIT_STACK, 1 << 20) == "1 2 3\n"


def test_a_limit_on_files_is_an_error_of_the_program(program, tmp_path):
    assert run(program, WRITE, resource.RLIMIT_FSIZE, 10 << 10, cwd=tmp_path) == "1\n"


def test_a_relative_home_is_no_home(program, tmp_path):
    assert run(program, LAUNCH, cwd=tmp_path, env={"HOME": "here", "XDG_CACHE_HOME": ""}) == "7\n"
    assert list(tmp_path.iterdir()) == []


def test_a_fifo_in_the_cache_is_no_code(program, tmp_path):
    env = {"WARPCELL_CACHE_DIR": str(tmp_path)}
    assert run(program, LAUNCH, env=env) == "7\n"
    for file in tmp_path.iterdir():
        file.unlink()
        os.mkfifo(file)
    assert run(program, LAUNCH, env=env) == "7\n"


def test_a_command_in_the_background_is_not_waited_for(program, tmp_path):
    """The cell no longer collects its output; both continue."""
    os.mkfifo(tmp_path / "go")
    code = "!(cat go > /dev/null; touch done) & echo started\nprintf(\"next\\n\");"
    assert run(program, code, cwd=tmp_path) == "started\nnext\n"
    assert not (tmp_path / "done").exists()
    (tmp_path / "go").write_text("")
    assert wait_until((tmp_path / "done").exists)
