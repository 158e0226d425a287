# SPDX-License-Identifier: Apache-2.0
"""Each gate is shown a violation, so that a gate which has stopped looking is noticed."""

import json
import subprocess

import gates
from objects import Objects, cycles, folder_graph

ROOMS = {"base": set(), "lang": {"base"}, "lang/check": {"base", "lang"}}


def tree(tmp_path, files):
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [tmp_path / name for name in files if name.endswith((".c", ".h"))]


def compiled(tmp_path, files):
    """The files compiled as Meson would, with its compile_commands.json."""
    tree(tmp_path, files)
    commands = []
    for name in files:
        if name.endswith(".c"):
            output = name.replace("/", "_") + ".o"
            subprocess.run(["cc", "-c", str(tmp_path / name), "-o", str(tmp_path / output)], check=True)
            commands.append({"file": str(tmp_path / name), "output": output, "directory": str(tmp_path)})
    (tmp_path / "compile_commands.json").write_text(json.dumps(commands))
    return Objects(tmp_path, tmp_path)


def test_an_include_upwards_in_quotes_or_brackets(tmp_path):
    sources = tree(tmp_path, {"runtime/lang/a.h": "", "runtime/base/b.c": '#include "lang/a.h"\n',
                              "runtime/base/c.c": "#include <lang/a.h>\n", "runtime/base/d.c": '# include "../lang/a.h"\n',
                              "runtime/lang/e.c": "#include <stdio.h>\n"})
    found = gates.include_violations(tmp_path, ROOMS, sources)
    assert sorted(found) == [("runtime/base/b.c", "lang/a.h"), ("runtime/base/c.c", "lang/a.h"),
                             ("runtime/base/d.c", "../lang/a.h")]


def test_a_room_inside_a_room_has_a_row_of_its_own(tmp_path):
    sources = tree(tmp_path, {"runtime/lang/check/a.h": "", "runtime/lang/b.c": '#include "lang/check/a.h"\n'})
    assert gates.include_violations(tmp_path, ROOMS, sources) == [("runtime/lang/b.c", "lang/check/a.h")]


def test_a_folder_that_is_not_in_the_diagram(tmp_path):
    sources = tree(tmp_path, {"runtime/new/a.c": ""})
    assert gates.include_violations(tmp_path, ROOMS, sources) == [("runtime/new/a.c", "is in no room")]


def test_a_call_upwards_behind_an_extern_declaration(tmp_path):
    objects = compiled(tmp_path, {"runtime/lang/a.c": "int lang_up(void) { return 1; }\n",
                                  "runtime/base/b.c": "extern int lang_up(void);\nint base_b(void) { return lang_up(); }\n"})
    assert gates.reference_violations(objects.references(), ROOMS) == [("runtime/base/b.c", "runtime/lang/a.c", ["lang_up"])]


def test_a_call_of_a_face(tmp_path):
    objects = compiled(tmp_path, {"kernel/a.c": "int kernel_a(void) { return 1; }\n",
                                  "runtime/base/b.c": "int kernel_a(void);\nint base_b(void) { return kernel_a(); }\n"})
    assert gates.reference_violations(objects.references(), ROOMS) == [("runtime/base/b.c", "kernel/a.c", ["kernel_a"])]


def test_globals_static_locals_and_thread_locals_that_change(tmp_path):
    text = ("static int count;\nstatic const char *const names[] = {\"a\"};\nstatic _Thread_local int own = 3;\n"
            "int f(void) { static int calls; return ++calls + count++ + own++ + names[0][0]; }\n")
    objects = compiled(tmp_path, {"runtime/base/b.c": text})
    assert gates.mutable_violations(objects, []) == [("runtime/base/b.c", "calls"), ("runtime/base/b.c", "count"),
                                                     ("runtime/base/b.c", "own")]
    assert gates.mutable_violations(objects, [("runtime/base/b.c", "count")]) == [("runtime/base/b.c", "calls"),
                                                                                 ("runtime/base/b.c", "own")]


def test_a_cycle_of_calls(tmp_path):
    objects = compiled(tmp_path, {"runtime/base/a.c": "int b(void); int a(void) { return b(); }\n",
                                  "runtime/lang/b.c": "int a(void); int b(void) { return a(); }\n",
                                  "runtime/lang/c.c": "int a(void); int c(void) { return a(); }\n"})
    references = objects.references()
    assert cycles(references) == [["runtime/base/a.c", "runtime/lang/b.c"]]
    assert cycles(folder_graph(references)) == [["runtime/base", "runtime/lang"]]


def test_a_symbol_that_two_files_define(tmp_path):
    objects = compiled(tmp_path, {"runtime/base/a.c": "int f(void) { return 1; }\nstatic int g(void) { return f(); }\nint a(void) { return g(); }\n",
                                  "runtime/lang/b.c": "int f(void) { return 2; }\nstatic int g(void) { return f(); }\nint b(void) { return g(); }\n",
                                  "kernel/c.c": "int a(void) { return 3; }\n"})
    assert gates.symbol_violations(objects) == {"f": ["runtime/base/a.c", "runtime/lang/b.c"]}


def test_statements_nested_too_deep(tmp_path):
    (path,) = tree(tmp_path, {"a.c": "int f(int n)\n{\n    if (n)\n        while (n)\n            for (;;)\n"
                                     "                if (n)\n                    return 1;\n    return 0;\n}\n"})
    assert gates.nesting_violations(path) == [(6, 4)]


def test_a_header_that_needs_another(tmp_path):
    good, bad = tree(tmp_path, {"good.h": "#include <stddef.h>\nsize_t f(void);\n", "bad.h": "size_t f(void);\n"})
    assert gates.header_violation(tmp_path, good) == ""
    assert "unknown type name" in gates.header_violation(tmp_path, bad)


def test_a_file_in_another_format(tmp_path):
    tree(tmp_path, {".clang-format": (gates.pathlib.Path(__file__).resolve().parents[2] / ".clang-format").read_text()})
    good, bad = tree(tmp_path, {"good.c": "int f(void)\n{\n    return 1;\n}\n", "bad.c": "int f(void) { return  1; }\n"})
    assert gates.format_violations([good, bad]) == [str(bad)]


def test_a_clang_format_that_crashes(tmp_path, monkeypatch):
    crashing = tmp_path / "clang-format"
    crashing.write_text("#!/bin/sh\nexit 139\n")
    crashing.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert gates.format_violations([tmp_path / "a.c"]) == ["clang-format: status 139"]


def test_subjects_of_commits():
    good = ["lang: macros keep their place", "eval, lang: one rule", "tests/house: gates", "README: shorter"]
    bad = ["x: " + "long " * 12, "no area", "fixes", "area:"]
    assert gates.subject_violations(good + bad) == bad


def test_sleeps_and_clocks_in_tests(tmp_path):
    tree(tmp_path, {"test_a.py": "time.sleep(1)\nassert time.monotonic() - began < 1\nassert x\nassert took < 2\n"
                    "time.sleep(1)  # time is the subject: an idle kernel ends\n"
                    "page.wait_for_timeout(5)\ntime.sleep(1)  # time is the subject\n",
                                "test_b.c": "usleep(5);\nassert_true(clock_ns() - start < 5);\nnanosleep(&t, NULL);\n"
                                            "usleep(5); // time is the subject: how often it looks\nassert_true(x);\n"})
    assert gates.waiting_violations(tmp_path / "test_a.py") == [1, 2, 4, 6, 7]
    assert gates.waiting_violations(tmp_path / "test_b.c") == [1, 2, 3]


def test_two_files_of_one_name_and_two_structs_of_one_tag(tmp_path):
    paths = tree(tmp_path, {"a/image.c": "struct part {\n", "b/image.c": "struct part {\n", "b/image.h": "struct other {\n"})
    assert gates.namesake_violations(paths) == {"image": [str(tmp_path / "a"), str(tmp_path / "b")]}
    assert gates.tag_violations(paths) == {"part": [str(paths[0]), str(paths[1])]}


def test_external_names_of_one_word(tmp_path):
    objects = compiled(tmp_path, {"runtime/base/a.c": "int bind(void) { return 1; }\nint base_bind(void) { return 1; }\n"})
    assert gates.single_word_violations(objects) == [("runtime/base/a.c", "bind")]
    assert gates.single_word_violations(objects, ["bind"]) == []


def test_a_crowded_folder(tmp_path):
    paths = tree(tmp_path, {f"a/f{n}.c": "" for n in range(4)} | {"b/f.c": ""})
    assert gates.crowded_folders(paths, most=3) == {str(tmp_path / "a"): 4}
