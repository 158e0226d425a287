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


EDITED = "\033[?2004l"  # the editor ends bracketed paste when it leaves the terminal to the cell


def interrupted(terminal, code, shown):
    """Types a cell that never ends, and Ctrl-C once it has shown this: the report."""
    terminal.keys(code + "\r")
    terminal.child.expect_exact(EDITED)
    terminal.child.expect_exact(shown)
    terminal.child.sendintr()
    terminal.number += 1
    return terminal.wait()


def test_interrupting_a_host_loop(terminal):
    assert "interrupt" in interrupted(terminal, 'puts("on"); while (1);', "on\r\n")
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
    terminal.child.expect_exact("return\033[0m n")  # the keyword is coloured
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
    """What show prints at a terminal that answers the device query with this, and whether the query came."""
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


PASTE, PASTED = "\033[200~", "\033[201~"
UP, DOWN, LEFT, END, PREVIOUS = "\033[A", "\033[B", "\033[D", "\033[F", "\033[5~"


def entered(terminal, keys):
    """Sends keys that run a cell: what is printed up to the next prompt."""
    terminal.keys(keys)
    terminal.number += 1
    return terminal.wait()


def test_a_paste_is_one_cell(terminal):
    """An else on a line of its own belongs to the if above it, tabs complete nothing, and no indentation is added."""
    lines = ["int a = 1, b = 0;"] + ["if (a)", "{", "\tb++;", "}", "else", "{", "\tb = -1000;", "}"] * 62 + ["b", ""]
    terminal.keys(PASTE + "\r".join(lines) + PASTED)
    assert "Out[1]: 62\n" in entered(terminal, "\r")
    assert "Out[2]: 62\n" in terminal.cell("b")


def test_pasted_text_is_edited_before_it_runs(terminal):
    terminal.keys(PASTE + "int a = 1;\na + 1" + PASTED)
    assert "Out[1]: 20\n" in entered(terminal, "0" + "\033[1;5H" + "\033f" * 2 + "\033f" + "0" + "\033>" + "\r")


def test_an_else_typed_ahead_is_not_lost(terminal):
    """Without bracketed paste, pasted lines arrive as fast typing."""
    terminal.cell("int a = 1;")
    entered(terminal, "if (a)\ra = 5;\relse\ra = 6;\r")
    assert "Out[3]: 5\n" in terminal.cell("a")


def test_a_recalled_cell_is_whole(new_terminal):
    first = new_terminal()
    first.cell("int twice(int n)", "{", "return 2 * n;", "}")
    first.cell('const char *s = "a\\\\n";')
    first.keys("\x04")
    first.child.expect(pexpect.EOF)
    second = new_terminal()
    second.keys(PREVIOUS + PREVIOUS)
    second.child.expect_exact("return")
    entered(second, "\r")
    assert "Out[2]: 42\n" in second.cell("twice(21)")
    entered(second, PREVIOUS + PREVIOUS + PREVIOUS + "\r")
    assert "Out[4]: 3\n" in second.cell("strlen(s)")


def test_two_sessions_share_the_history(new_terminal):
    first, second = new_terminal(), new_terminal()
    first.cell("int twice(int n)", "{", "return 2 * n;", "}")
    second.cell("20 + 2")
    first.cell("20 + 1")
    for t in (first, second):
        t.keys("\x04")
        t.child.expect(pexpect.EOF)
    third = new_terminal()
    assert "Out[1]: 21\n" in entered(third, PREVIOUS + "\r")
    assert "Out[2]: 22\n" in entered(third, PREVIOUS * 2 + "\r")
    entered(third, PREVIOUS * 4 + "\r")
    assert "Out[4]: 42\n" in third.cell("twice(21)")


def test_an_earlier_line_of_a_cell_can_be_edited(terminal):
    terminal.keys("int f() {\rreturn 4;\rint unused;")
    entered(terminal, UP + END + LEFT + "2" + "\033>" + "\r}\r")
    assert "Out[2]: 42\n" in terminal.cell("f()")


def test_enter_in_the_middle_of_a_cell_adds_a_line(terminal):
    terminal.keys("int n = 1;\033\rn + 1")
    assert "Out[1]: 5\n" in entered(terminal, UP + END + "\rn = 4;" + "\033>" + "\r")


def test_keys_of_an_editor(terminal):
    assert "Out[1]: 7\n" in entered(terminal, "3 + 4 + 100\x17\x7f\x7f\x7f" + "\r")
    assert "Out[2]: 34\n" in entered(terminal, "+ 4\x0130 \r")
    assert "Out[3]: 5\n" in entered(terminal, "5 + 6\x1b[H\x1b[C\x0b\r")
    assert "Out[4]: 11\n" in entered(terminal, "5 + 6\x01\x0b\x19\r")
    assert "Out[5]: 8\n" in entered(terminal, "8 + 1\x15\x1f\x7f\x7f\x7f\x7f\r")


BRACKET = "\033[0;1;4m"  # bold and underlined


def test_the_partner_of_a_bracket_is_shown(terminal):
    """When it is typed, and when the cursor stands on either; not for brackets in strings and comments."""
    terminal.keys('f(")", [')
    terminal.keys("]")
    terminal.child.expect_exact(f"{BRACKET}[]")
    terminal.keys(" /* ) */)")
    terminal.child.expect_exact(f"f{BRACKET}(")
    terminal.child.expect_exact(f"{BRACKET})")
    terminal.keys("\x1b[H")
    terminal.child.expect_exact(": \033[0mf(")
    terminal.keys("\x1b[C")  # the cursor is on the opening one
    terminal.child.expect_exact(f"f{BRACKET}(")
    terminal.child.sendintr()
    terminal.wait()


def test_a_search_finds_a_cell(terminal):
    terminal.cell("int apples = 3;")
    terminal.cell("int pears = 4;")
    terminal.cell("apples * 100")
    assert "Out[4]: 300\n" in entered(terminal, "\x12apples *\x1b[F\r")
    assert "Out[5]: 400\n" in entered(terminal, "\x12pear\x12\x05\x15pears * 100\r")


def test_the_prompt_begins_a_line(terminal):
    assert terminal.cell('printf("abc");').endswith("abc\n\033[?2004h\r\033[J\033[0;2m")
    assert "abc\nOut[2]: 3\n" in terminal.cell('printf("abc"); 3')
    assert "abc\n\033[1;31mmemory error" in terminal.cell('printf("abc"); *(int *) 0 = 1;')


def test_completions_have_columns_and_an_end(terminal):
    terminal.keys("cudaM\t")
    terminal.child.expect(r"cudaMalloc +cudaMem\w+ *\r\n(.*?)\.\.\. (\d+) more\r\n", timeout=20)
    assert terminal.child.match.group(1).count("\r\n") == 9
    terminal.keys("\x15")
    assert "Out[1]: 1\n" in entered(terminal, "1\r")


def test_a_suspended_prompt_comes_back(program, environment):
    shell = pexpect.spawn("bash", ["--norc"], env=dict(environment, PS1="shell> "), encoding="utf-8", timeout=60, dimensions=(40, 90))
    shell.expect_exact("shell> ")
    shell.send(program + "\r")
    shell.expect_exact("In[1]: ")
    shell.send("6 *\x1a")
    shell.expect_exact("shell> ")
    shell.send("stty -a | tr ' ' '\\n' | grep -x -e -echo -e echo\r")
    shell.expect_exact("echo\r\n")
    shell.expect_exact("shell> ")
    shell.send("fg\r")
    shell.expect_exact("In[1]: ")
    shell.send(" 7\r")
    shell.expect_exact("Out[1]: 42")
    shell.close(force=True)


def test_a_line_for_an_interrupted_scanf_is_nobodys(terminal):
    terminal.cell("int n = 0;")
    asks = 'printf("%d? ", 40 + 2); scanf("%d", &n);\r'
    terminal.keys(asks)
    terminal.child.expect_exact("42? ")
    terminal.keys("12 34")
    terminal.child.expect_exact("12 34")
    terminal.child.sendintr()
    terminal.number += 1
    terminal.wait()
    terminal.keys(asks)
    terminal.child.expect_exact("42? ")
    entered(terminal, "56\r")
    assert "Out[4]: 56\n" in terminal.cell("n")


def test_history_and_folders(terminal, tmp_path):
    (tmp_path / "inside").mkdir()
    terminal.cell("int a = 1;")
    terminal.cell("for (int i = 0; i < 2; i++) {", "a += i;", "}")
    assert "In[2]:\n    for (int i = 0; i < 2; i++) {\n        a += i;\n    }\n" in terminal.cell("%history 1")
    assert "In[1]:\n    int a = 1;\nIn[2]:\n" in terminal.cell("%history")
    assert f"{tmp_path}/inside\n" in terminal.cell(f"%cd {tmp_path}/inside")
    assert f"{tmp_path}\n" in terminal.cell("!cd ..")
    assert f"{tmp_path}\n" in terminal.cell("!pwd")
    assert "cannot change to 'nowhere': No such file or directory" in terminal.cell("!cd nowhere")
    assert "A cell is a piece of a .cu file" in terminal.cell("?")
    assert "a     int   host    4 B  2" in terminal.cell("%who")


# ---- earlier results, and text for the next cell ----


def test_results_are_variables(terminal):
    terminal.cell("6 * 7")
    assert "Out[2]: 43\n" in terminal.cell("_ + 1")
    assert "Out[3]: 84\n" in terminal.cell("Out[1] * 2")


def test_load_puts_a_file_into_the_next_cell(new_terminal, tmp_path):
    terminal = new_terminal(NO_COLOR="1")
    file = tmp_path / "answer.cu"
    file.write_text("int n = 6;\nn * 7\n")
    terminal.cell(f"%load {file}")
    terminal.child.expect_exact("n * 7")  # it can be edited first
    terminal.keys("\r")
    terminal.number += 1
    assert "Out[2]: 42\n" in terminal.wait()


def test_edit_opens_the_last_cell_in_the_editor(new_terminal, tmp_path):
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nsed -i s/6/60/ "$1"\n')
    editor.chmod(0o755)
    terminal = new_terminal(EDITOR=str(editor), NO_COLOR="1")
    terminal.cell("6 * 7")
    terminal.cell("%edit")
    terminal.child.expect_exact("60 * 7")
    terminal.keys("\r")
    terminal.number += 1
    assert "Out[3]: 420\n" in terminal.wait()
    terminal.cell("%edit 1")
    terminal.child.expect_exact("60 * 7")
    terminal.keys("\r")
    terminal.number += 1
    assert "Out[5]: 420\n" in terminal.wait()
    assert "there is no cell In[99]" in terminal.cell("%edit 99")


def test_an_editor_that_fails_is_explained(new_terminal):
    assert "the editor failed" in new_terminal(EDITOR="false").cell("%edit")


def test_reset_forgets_all_names(terminal):
    terminal.cell("int a = 1;")
    terminal.cell("%reset")
    assert "unknown name 'a'" in terminal.cell("a")
    assert "Out[4]: 2\n" in terminal.cell("int a = 2; a")


def command(terminal, keys):
    """A command of the debugger: what is shown up to the next one."""
    terminal.keys(keys + "\r")
    terminal.child.expect_exact(EDITED)
    typed = terminal.child.before
    terminal.child.expect_exact("\033[?2004h")
    return (typed + terminal.child.before).replace("\r\n", "\n")


def test_commands_of_the_debugger_are_edited(terminal):
    """They are completed and recalled; their history is not that of the cells. Ctrl-C ends the cell."""
    terminal.cell("__global__ void fill(int *p) { int index = threadIdx.x;\n int twice = 2 * index;\n p[index] = twice; }")
    terminal.cell("device int filled[32];")
    terminal.keys("%debug fill<<<1, 32>>>(filled)\r")
    terminal.child.expect_exact("(debug) ")
    assert "p[index] = twice;" in command(terminal, "ne\t")
    assert "index = 0\n" in command(terminal, "print ind\t")
    assert "locals" in command(terminal, "info \t\x15")
    assert "stopped by the debugger: 'fill' at In[1]:" in command(terminal, "smi")
    assert "index = 0\n" in command(terminal, "print index")
    assert "index = 0\n" in command(terminal, "\x1b[A")
    assert "'fill' has ended" in command(terminal, 4 * "\x1b[A")
    terminal.keys("\x03")
    terminal.number += 1
    assert "interrupted" in terminal.wait()
    terminal.keys("\x1b[A\x1b[A\r")  # two cells back
    terminal.number += 1
    assert "error" not in terminal.wait()
    assert "Out[5]: 0\n" in terminal.cell("filled[3]")


def test_errors_are_marked_while_a_cell_is_typed(terminal):
    terminal.child.send("int a = 1 + nothing;")
    terminal.child.expect_exact("\033[0;4;31mnothing")
    terminal.child.expect_exact("name error: unknown name 'nothing'")
    terminal.child.send("\x15__global__ void k(int *x) { *x = threadidx.x; }")  # Ctrl-U
    terminal.child.expect_exact("\033[0;4;31mthreadidx")
    terminal.child.expect_exact('compile error: identifier "threadidx" is undefined')
    terminal.child.send("\x15int a = 2;\r")
    terminal.number += 1
    terminal.wait()
    assert "Out[2]: 2\n" in terminal.cell("a")


def test_the_startup_file_runs_before_the_prompt(new_terminal, tmp_path):
    startup = tmp_path / ".config" / "warpcell" / "startup.cu"
    startup.parent.mkdir(parents=True)
    startup.write_text("int from_startup = 42;\nint broken = nothing;\n")
    terminal = new_terminal(XDG_CONFIG_HOME="")
    assert "unknown name 'nothing'" in terminal.first  # its mistakes are shown, and the prompt comes
    startup.write_text("int from_startup = 42;\n")
    assert "Out[1]: 42\n" in new_terminal(XDG_CONFIG_HOME="").cell("from_startup")
    startup.rename(tmp_path / "own.cu")
    assert "Out[1]: 42\n" in new_terminal(WARPCELL_STARTUP=str(tmp_path / "own.cu")).cell("from_startup")
    assert "unknown name 'from_startup'" in new_terminal(WARPCELL_STARTUP="").cell("from_startup")


def test_a_prompt_after_a_program(new_terminal, tmp_path):
    (tmp_path / "p.cu").write_text('#include <stdio.h>\nint twice(int x) { return 2 * x; }\n'
                                   'int main() { puts("ran"); exit(3); }\n')
    terminal = new_terminal(options=["-q", "-i", str(tmp_path / "p.cu")])
    assert "ran\n" in terminal.first and "CUDA C in a cell" not in terminal.first
    assert "Out[1]: 8\n" in terminal.cell("twice(4)")
