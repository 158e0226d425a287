# SPDX-License-Identifier: Apache-2.0
"""warpcell at a terminal: what a person types, and what they see."""

import re

import pexpect


def test_a_value_has_a_label(terminal):
    assert "Out[1]: 42\n" in terminal.cell("6 * 7")
    assert "Out" not in terminal.cell("int x = 1;")
    assert "Out[3]: 1\n" in terminal.cell("x")


def test_a_cell_of_several_lines(terminal):
    terminal.keys("int square(int n) {\r")
    terminal.child.expect_exact("  ...: ")
    terminal.keys("return n * n;\r")
    terminal.child.expect_exact("  ...: ")
    terminal.cell("}")
    assert "Out[2]: 81\n" in terminal.cell("square(9)")


def test_an_error_is_coloured_and_the_session_goes_on(terminal, new_terminal):
    report = terminal.cell("1 +* 2")
    assert "\033[" in report and "^" in report
    assert "Out[2]: 3\n" in terminal.cell("1 + 2")
    plain = new_terminal(NO_COLOR="1").cell("int x = nothing;")
    assert "'nothing'" in plain and "\033[1;31m" not in plain


def test_a_launch_shows_its_table(terminal):
    terminal.cell("__global__ void k() {}")
    table = terminal.cell("k<<<2, 32>>>();")
    assert re.search(r"kernel +grid +block +time\n", table) and "measured on the cpu device" in table


def interrupted(terminal, code, shown):
    """Types what never ends, and Ctrl-C when it has shown this: the report."""
    terminal.keys(code + "\r")
    terminal.child.expect_exact(shown)
    terminal.child.sendintr()
    terminal.number += 1
    return terminal.wait()


def test_interrupting_a_host_loop(terminal):
    assert "interrupt" in interrupted(terminal, 'puts("on"); while (1);', "\non")
    assert "Out[2]: 3\n" in terminal.cell("1 + 2")


def test_interrupting_a_kernel(terminal):
    terminal.cell("__global__ void forever(volatile int *p) { while (!*p); }")
    terminal.cell("device int zero[1];")
    assert "interrupt" in interrupted(terminal, "forever<<<1, 32>>>(zero);", "running forever")
    assert "Out[4]: 0\n" in terminal.cell("zero[0]")


def test_interrupt_at_the_prompt_drops_the_line(terminal):
    terminal.keys("int half(int n) {\r")
    terminal.child.expect_exact("  ...: ")
    terminal.keys("return n")
    terminal.child.expect_exact("return n")
    terminal.child.sendintr()
    terminal.wait()
    assert "Out[1]: 3\n" in terminal.cell("1 + 2")


def test_completion(terminal):
    terminal.cell("int applesauce = 5;")
    terminal.keys("applesa\t\r")
    terminal.number += 1
    assert "Out[2]: 5\n" in terminal.wait()


def test_history_lives_on(new_terminal):
    first = new_terminal()
    first.cell("40 + 2")
    first.keys("\x04")
    first.child.expect(pexpect.EOF)
    second = new_terminal()
    second.keys("\x1b[A\r")
    second.number += 1
    assert "Out[1]: 42\n" in second.wait()


def test_leaving(new_terminal):
    for way in ("\x04", "exit\r", "quit\r"):
        t = new_terminal()
        t.keys(way)
        t.child.expect(pexpect.EOF)
        t.child.close()
        assert (t.child.exitstatus, t.child.signalstatus) == (0, None)


def test_a_long_launch_has_a_bar_that_its_result_replaces(terminal):
    terminal.cell("__global__ void crunch(float *x) { long long t = clock64(); "
                  "while (clock64() - t < 80000000) ; x[blockIdx.x] = 1; }")
    terminal.cell("device float x[64];")
    shown = terminal.cell("crunch<<<64, 32>>>(x);")
    assert re.search(r"\[#*\.+\] running crunch \d+\.\d s", shown), shown
    assert "\r\033[Kran crunch in " in shown


def test_widgets_give_their_defaults_and_say_so(terminal):
    shown = terminal.cell('int r = slider("blur radius", 1, 15);')
    assert "blur radius: 8 (the default: no widgets are available here)" in shown
    assert "Out[2]: 8\n" in terminal.cell("r")
    assert "default" not in terminal.cell('r = slider("blur radius", 1, 15);')


def picture_after_asking(terminal, answer, typed=""):
    """What show prints at a terminal that gives this answer to the question what it is, and whether it was asked."""
    terminal.cell("device unsigned char A[2][2] = {{0, 255}, {255, 0}};")
    terminal.keys("show(A);\r")
    terminal.child.expect_exact("\033[c", timeout=20)
    terminal.keys(typed + answer)
    terminal.number += 1
    return terminal.wait()


def test_a_terminal_with_sixels_gets_them(terminal):
    shown = picture_after_asking(terminal, "\033[?62;4;22c")
    assert re.search(r'\033P0;1;0q"1;1;128;128#0;2;0;0;0#1;2;100;100;100#0!64~\$#1!64\?!64~', shown), shown[:200]
    assert "▀" not in shown
    shown = terminal.cell("show(A);")
    assert "\033Pq" not in shown and "\033[c" not in shown and "\033P0;1;0q" in shown  # it is asked once


def test_a_terminal_without_sixels_gets_half_blocks(terminal):
    shown = picture_after_asking(terminal, "\033[?64;1;44c")
    assert "▀" in shown and "\033P" not in shown


def test_what_is_typed_while_the_terminal_is_asked_is_read(terminal):
    assert "▀" in picture_after_asking(terminal, "\033[?6c", typed="6 * 7\r")
    terminal.number += 1
    assert "Out[3]: 42\n" in terminal.wait()


def test_a_terminal_that_does_not_answer_gets_half_blocks(terminal):
    terminal.cell("device unsigned char A[2][2] = {{0, 255}, {255, 0}};")
    assert "▀" in terminal.cell("show(A);")


def test_the_setting_decides_about_pictures(new_terminal):
    for how, mark in ("sixel", "\033P0;1;0q"), ("blocks", "▀"):
        terminal = new_terminal(WARPCELL_PICTURES=how)
        terminal.cell("device unsigned char A[2][2] = {{0, 255}, {255, 0}};")
        shown = terminal.cell("show(A);")
        assert mark in shown and "\033[c" not in shown


def test_the_body_of_a_cell_magic_ends_with_an_empty_line(terminal):
    terminal.keys("%%time\r")
    terminal.child.expect_exact("  ...: ")
    terminal.keys("int n = 3;\r")
    terminal.child.expect_exact("  ...: ")
    terminal.keys("n++;\r")
    terminal.child.expect_exact("  ...: ")
    assert "wall " in terminal.cell("")
    assert "Out[2]: 4\n" in terminal.cell("n")
    assert "Example" in terminal.cell("%%bench?")
    assert "nothing follows %%bench" in terminal.cell("%%bench", "")


def test_tables_keep_to_the_width_of_now(terminal):
    terminal.cell("__global__ void smooth_a_row_of_pixels(int n, const float *from, float *to) { to[0] = from[n]; }")
    for columns in (60, 130):
        terminal.child.setwinsize(40, columns)
        table = terminal.cell("%kernels").split("\n", 1)[1]
        assert max(map(len, table.splitlines())) <= columns
        assert ("smooth_a_row_of_pixels  (int n, const float *from, float *to)" in table) == (columns == 130), table
