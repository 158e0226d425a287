# SPDX-License-Identifier: Apache-2.0
"""Three learners at once on a JupyterHub of packaging/jupyterhub/local.py: none has anything to do with the others."""

import json

import pytest
from hub import Hub, Learner

KERNEL = """
__global__ void fill(int *x, int v) { x[threadIdx.x] = v * threadIdx.x; }
int seat = %d;
device int x[4];
fill<<<1, 4>>>(x, seat);
printf("%%d %%d\\n", seat, x[3]);
"""


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    hub = Hub(tmp_path_factory.mktemp("hub"))
    yield hub
    hub.close()


@pytest.fixture(scope="module")
def learners(hub):
    """Ada, Ben and Cyd, each with a server and a kernel of their own."""
    three = [Learner(hub, name) for name in ("ada", "ben", "cyd")]
    for learner in three:
        assert learner.log_in().url.endswith("/hub/home")
    for learner in three:
        learner.start_server()
        learner.start_kernel()
    for learner, cell in [(learner, learner.begin(KERNEL % seat)) for seat, learner in enumerate(three, 1)]:
        text, error = learner.end(cell)
        learner.first = text.partition("\n")[0]
        assert error is None
    return three


def seats(learners):
    return [learner.run('printf("%d\\n", seat);') for learner in learners]


def test_nobody_comes_in_without_the_password(hub):
    stranger = Learner(hub, "eve")
    assert stranger.log_in("guess").status_code == 403


def test_each_has_a_state_of_their_own(learners):
    assert [learner.first for learner in learners] == ["1 3", "2 6", "3 9"]
    assert seats(learners) == [("1\n", None), ("2\n", None), ("3\n", None)]


def test_each_has_the_limits_of_the_recipe(learners):
    for learner in learners:
        assert learner.run('printf("%s\\n", getenv("WARPCELL_CELL_TIMEOUT"));') == ("600\n", None)
        assert learner.run("char *p = (char *) malloc(2L << 30); p == NULL") == ("true", None)


def test_each_has_a_folder_of_their_own(hub, learners):
    ada, ben, _ = learners
    assert ada.run('FILE *f = fopen("mine.txt", "w"); fputs("ada", f); fclose(f);') == ("", None)
    assert ben.run('printf("%d\\n", fopen("mine.txt", "r") != NULL);') == ("0\n", None)
    assert (hub.folder / "class/home/ada/mine.txt").read_text() == "ada"


def test_each_sees_who_uses_what(learners):
    text, error = learners[0].run("%smi all")
    rows = [line.split() for line in text.splitlines() if " warpcell-kernel " in line]
    assert error is None and {"ada", "ben", "cyd"} <= {row[1] for row in rows}, text
    process, user, program, memory, unit, seconds, second = rows[0]
    assert int(process) > 0 and float(memory) > 0 and unit == "MiB" and float(seconds) >= 0 and second == "s"


def test_one_is_interrupted_while_the_others_go_on(learners):
    ada, ben, cyd = learners
    cell = ada.begin('printf("begun\\n"); fflush(stdout); for (;;) ;')
    ada.wait_for_text(cell, "begun")
    assert seats([ben, cyd]) == [("2\n", None), ("3\n", None)]
    ada.interrupt()
    assert ada.end(cell) == ("", "KeyboardInterrupt")
    assert seats(learners) == [("1\n", None), ("2\n", None), ("3\n", None)]


def test_one_kernel_crashes_and_the_others_go_on(learners):
    ada, ben, cyd = learners
    cyd.begin("!kill -SEGV $PPID")
    cyd.wait_for_restart()
    assert seats([ada, ben]) == [("1\n", None), ("2\n", None)]
    assert cyd.run("seat") == ("", "NameError")
    assert cyd.run(KERNEL % 4)[1] is None
    assert seats(learners) == [("1\n", None), ("2\n", None), ("4\n", None)]


def test_nobody_reaches_the_kernel_of_another(learners):
    ada, ben, _ = learners
    assert ada.api("GET", "kernels", of="ben").status_code in (403, 404)
    assert json.loads(ben.api("GET", "kernels").text)[0]["id"] == ben.kernel


def test_one_server_stops_and_the_others_go_on(learners):
    ada, ben, cyd = learners
    cyd.stop_server()
    assert seats([ada, ben]) == [("1\n", None), ("2\n", None)]
