/* SPDX-License-Identifier: Apache-2.0 */
/* Programs from cells that failed, an interrupted export and import, and programs as cells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "eval/eval.h"
#include "export/export.h"
#include "export/import.h"

static char *main_of(const struct export_cell *cells, size_t count, struct export_result *r)
{
    struct export_input in = {.cells = cells,
                              .count = count,
                              .program = "prog.cu",
                              .builtins = builtin_table,
                              .prelude = builtin_prelude};
    export_cells(&in, r);
    char *text = strstr(r->program.p, "int main()");
    assert_non_null(text);
    return text;
}

static void test_a_cell_is_exported_up_to_its_failure(void **state)
{
    struct export_result r;
    const struct export_cell cells[] = {
        {"In[1]", STR("int a = 1;\nint *p = nullptr;\n*p = 2;\nint c = 3;\n"), true, 3},
        {"In[2]", STR("int b = c;\na;"),                                      false, 0},
    };
    assert_string_equal(main_of(cells, 2, &r),
                        "int main()\n"
                        "{\n"
                        "    // In[1]\n"
                        "    int a = 1;\n"
                        "    int *p = nullptr;\n"
                        "    // not exported: the cell ended here with an error\n"
                        "    //     *p = 2;\n"
                        "    // not exported: the cell ended here with an error\n"
                        "    //     int c = 3;\n"
                        "\n"
                        "    // In[2]\n"
                        "    // not exported: it needs 'c', which is not exported\n"
                        "    //     int b = c;\n"
                        "    a;\n"
                        "    return 0;\n"
                        "}\n");
    assert_int_equal(r.note_count, 3);
    assert_string_equal(r.notes[2].cell, "In[2]");
    assert_int_equal(r.notes[2].line, 1);
    export_free(&r);
}

static void test_a_cell_that_does_not_check_is_a_comment(void **state)
{
    struct export_result r;
    const struct export_cell cells[] = {
        {"In[1]", STR("int a = ;"),             true,  1},
        {"In[2]", STR("%%writefile f.h\nwords"), false, 0},
    };
    assert_string_equal(main_of(cells, 2, &r),
                        "int main()\n"
                        "{\n"
                        "    // In[1]\n"
                        "    // not exported: expected an expression, found ';'\n"
                        "    //     int a = ;\n"
                        "\n"
                        "    // In[2]\n"
                        "    // not exported: a cell for the session\n"
                        "    //     %%writefile f.h\n"
                        "    //     words\n"
                        "    return 0;\n"
                        "}\n");
    export_free(&r);
}

static void test_both_can_be_interrupted(void **state)
{
    atomic_bool interrupt = true;
    struct export_result r;
    struct import_result cells;
    const struct export_cell cell = {"In[1]", STR("int a = 1;"), false, 0};
    struct export_input out = {.cells = &cell,
                               .count = 1,
                               .program = "prog.cu",
                               .builtins = builtin_table,
                               .prelude = builtin_prelude,
                               .interrupt = &interrupt};
    struct import_input in = {.name = "prog.cu",
                              .text = STR("int a = 1;\n"),
                              .builtins = builtin_table,
                              .prelude = builtin_prelude,
                              .interrupt = &interrupt};
    export_cells(&out, &r);
    assert_true(r.interrupted);
    assert_int_equal(r.program.n, 0);
    export_free(&r);
    import_cells(&in, &cells);
    assert_true(cells.interrupted);
    assert_int_equal(cells.cells.n, 0);
    import_free(&cells);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_cell_is_exported_up_to_its_failure),
        cmocka_unit_test(test_a_cell_that_does_not_check_is_a_comment),
        cmocka_unit_test(test_both_can_be_interrupted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
