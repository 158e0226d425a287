/* SPDX-License-Identifier: Apache-2.0 */
/* PTX text as a parsed module (ptx/ptx.h), and images that carry it (ptx/ptx_image.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "ptx/ptx.h"
#include "ptx/ptx_image.h"
#include "ptx/ptx_places.h"

#define HEADER ".version 8.0\n.target sm_75\n.address_size 64\n"

static const char text[] =
    HEADER ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
           ".visible .entry first(.param .u8 a, .param .u64 .ptr .global .align 16 b,\n"
           "  .param .align 4 .b8 c[6], .param .f64 d)\n"
           ".maxntid 128, 2, 1\n.minnctapersm 3\n.maxnreg 40\n"
           "{\n.reg .b32 %r<4>;\n.loc 1 7 3\nmov.u32 %r1, %tid.x;\nret;\n}\n"
           ".visible .entry second()\n.reqntid 64, 1, 1\n.maxntid 256, 1, 1\n"
           "{\n.loc 1 9 1\nnew.instruction {x, {y}}, z + w;\nret;\n}\n"
           ".new_directive of, a, later, version;\n"
           ".visible .entry third() { ret; }\n"
           ".file 1 \"/home/u/In[3]\"\n.file 2 \"/home/u/a.cu\"\n.file 3 \"In[4]\"\n";

static struct ptx_module *parsed(const char *ptx, enum ptx_detail detail)
{
    return ptx_parse(ptx, strlen(ptx), detail, NULL, (struct span){0});
}

static void test_parameters(void **state)
{
    static const struct {
        const char *name;
        uint32_t offset, size, align;
    } expected[] = {
        {"a", 0,  1, 1},
        {"b", 8,  8, 8},
        {"c", 16, 6, 4},
        {"d", 24, 8, 8},
    };

    struct ptx_module *m = parsed(text, PTX_HEADS);
    const struct ptx_func *f = ptx_entry_named(m, "first");
    assert_int_equal(f->params.n, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct ptx_var *v = f->params.at[i];
        assert_string_equal(v->name, expected[i].name);
        assert_int_equal(v->offset, expected[i].offset);
        assert_int_equal(v->size, expected[i].size);
        assert_int_equal(v->align, expected[i].align);
    }
    assert_int_equal(f->params_size, 32);
    assert_null(ptx_entry_named(m, "vprintf"));
    assert_non_null(ptx_func_named(m, "vprintf"));
    assert_null(ptx_entry_named(m, "fourth"));
    ptx_free(&m);
    assert_null(m);
}

static void test_bounds(void **state)
{
    struct ptx_module *m = parsed(text, PTX_HEADS);
    struct ptx_bounds b = ptx_entry_named(m, "first")->bounds;
    assert_int_equal(b.threads, 256);
    assert_false(b.exact);
    assert_int_equal(b.blocks, 3);
    assert_int_equal(b.registers, 40);
    b = ptx_entry_named(m, "second")->bounds;
    assert_int_equal(b.threads, 64);
    assert_true(b.exact);
    assert_int_equal(b.blocks, 0);
    assert_int_equal(b.registers, 0);
    ptx_free(&m);
}

/* What the parser does not know is an error only when it was asked for all of it. */
static void test_details(void **state)
{
    struct diags diags = {0};
    assert_null(ptx_parse(text, strlen(text), PTX_STRICT, &diags, (struct span){0}));
    assert_int_equal(diags.errors, 1);
    assert_string_equal(diags.first->text, "PTX line 21: expected a number before 'w'");
    struct ptx_module *m = ptx_parse(text, strlen(text), PTX_LENIENT, &diags, (struct span){0});
    assert_int_equal(diags.errors, 1);
    assert_false(ptx_entry_named(m, "first")->unread);
    assert_int_equal(ptx_entry_named(m, "first")->insts.n, 2);
    assert_true(ptx_entry_named(m, "second")->unread);
    assert_int_equal(ptx_entry_named(m, "second")->insts.n, 0);
    assert_int_equal(ptx_entry_named(m, "third")->insts.n, 1);
    assert_int_equal(m->header_end, 3);
    assert_int_equal(m->locs.n, 2);
    assert_int_equal(m->locs.at[1].line, 7);
    assert_int_equal(m->locs.at[1].ptx_line, 12);
    assert_string_equal(ptx_file_name(m, 2), "/home/u/a.cu");
    assert_string_equal(ptx_file_name(m, 4), "");
    ptx_free(&m);
    m = parsed(text, PTX_HEADS);
    assert_true(ptx_entry_named(m, "first")->has_body);
    assert_true(ptx_entry_named(m, "first")->unread);
    assert_true(ptx_entry_named(m, "third")->unread);
    ptx_free(&m);
    assert_null(parsed("no PTX at all", PTX_LENIENT));
    assert_null(parsed("", PTX_HEADS));
    m = parsed(HEADER ".entry cut(.param .u64 a) { { ret;", PTX_LENIENT);
    assert_true(ptx_entry_named(m, "cut")->unread);
    ptx_free(&m);
    diags_free(&diags);
}

/* Line 3 of "a.cu" moves to line 10 of "b.cu"; all else stays. */
static void move_third(void *user, struct ptx_place *place)
{
    if (place->line == 3 && !strcmp(place->file, "a.cu"))
        *place = (struct ptx_place){"b.cu", 10};
}

static void test_places(void **state)
{
    static const char before[] = ".loc 2 3 7\nadd.s32 %r1, %r1, 1;\n"
                                 "\t.loc\t1 3 5, function_name $L__info_string0, inlined_at 2 3 1\n"
                                 "\t.file\t1 \"/include/x.h\"\n.file 2 \"a.cu\"\n.loc 2 4 1",
                      after[] =
                          ".loc 1 10 7\nadd.s32 %r1, %r1, 1;\n"
                          "\t.loc\t2 3 5, function_name $L__info_string0, inlined_at 1 10 1\n"
                          "\t\n\n.loc 3 4 1\n"
                          "\t.file\t1 \"b.cu\"\n\t.file\t2 \"/include/x.h\"\n\t.file\t3 \"a.cu\"\n";
    struct buf out = {0};
    assert_true(ptx_map_places(str_of(before), move_third, NULL, &out));
    assert_string_equal(out.p, after);
    buf_free(&out);
    assert_false(ptx_map_places(str_of(".loc 2 3 7"), move_third, NULL, &out));
    buf_free(&out);
    assert_false(ptx_map_places(str_of(".file 1"), move_third, NULL, &out));
    buf_free(&out);
}

static void test_images(void **state)
{
    struct str t = ptx_image_text(text, sizeof text - 1);
    assert_ptr_equal(t.p, text);
    assert_int_equal(t.n, sizeof text - 1);
    char cubin[129] = "\177ELF";
    cubin[4] = 2; /* ELFCLASS64; no headers */
    size_t size;
    char *image = ptx_image_join(cubin, sizeof cubin, text, &size);
    t = ptx_image_text(image, size);
    assert_int_equal(t.n, sizeof text - 1);
    assert_string_equal(t.p, text);
    free(image);
    assert_null(ptx_image_text(cubin, sizeof cubin).p);
    assert_null(ptx_image_text("", 0).p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters), cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_details),    cmocka_unit_test(test_places),
        cmocka_unit_test(test_images),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
