# SPDX-License-Identifier: Apache-2.0
"""The kernel with its language, as a front end meets it: questions, floods of updates, errors. The kernel is the one that
was just built; test_kernel_installed.py has the installed one."""

import pytest

from test_lifecycle import ways
from test_stdin import answer, asked


@ways
@pytest.mark.parametrize("code", ['int a, b; scanf("%d", &a); scanf("%d", &b);', "int c, d; std::cin >> c >> d;",
                                  "char line[80]; while (fgets(line, 80, stdin)) ;", "int e = getchar(), f = getchar();"])
def test_no_question_after_an_interrupt(cuda, interrupt, code):
    msg_id, _ = asked(cuda, code)
    interrupt(cuda)
    assert cuda.reply("shell", msg_id).content["ename"] == "KeyboardInterrupt"
    cuda.until_idle(msg_id)
    msg_id, request = asked(cuda, 'int g; scanf("%d", &g); g')
    answer(cuda, "7", parent=request.header)
    assert [m.content["data"]["text/plain"] for m in cuda.until_idle(msg_id) if m.type == "execute_result"] == ["7"]
