/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about a kernel from its PTX (launch/facts.c), and from ptxas and cubins (ptx/ptxas_report.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "launch/facts.h"
#include "ptx/ptxas_report.h"

static struct code_facts facts(const char *body)
{
    static char text[4096];
    struct code_facts f;
    strcpy(text, ".version 9.0\n.target sm_75\n.address_size 64\n.extern .func f(.param .b64 p);\n"
                 ".visible .entry kk(\n\t.param .u64 kk_param_0\n)\n{\n\t.reg .f32 %f<9>;\n"
                 "\t.reg .b64 %rd<9>;\n\tst.global.f32 \t[%rd1], %f1;\n}\n"
                 ".visible .entry k(\n\t.param .u64 k_param_0,\n\t.param .u64 k_param_1,\n"
                 "\t.param .f32 k_param_2,\n\t.param .u32 k_param_3,\n"
                 "\t.param .align 8 .b8 k_param_4[16]\n)\n{\n"
                 "\t.reg .f32 \t%f<9>;\n\t.reg .f64 %fd<9>;\n\t.reg .b32 %r<9>;\n"
                 "\t.reg .b64 %rd<13>;\n\t.reg .pred %p<9>;\n\t.loc\t1 1 0\n"
                 "\tld.param.u64 \t%rd1, [k_param_0];\n\tld.param.u64 \t%rd2, [k_param_1];\n"
                 "\tld.param.f32 \t%f1, [k_param_2];\n\tld.param.u32 \t%r1, [k_param_3];\n");
    strcat(strcat(text, body), "\tret;\n\n}\n");
    struct diags diags = {0};
    struct ptx_module *m = ptx_parse(text, strlen(text), PTX_STRICT, &diags, (struct span){0});
    if (!m)
        print_message("%s\n", diags.first->text);
    assert_non_null(m);
    facts_read(&f, ptx_entry_named(m, "k"));
    ptx_free(&m);
    diags_free(&diags);
    return f;
}

static void test_reads_and_writes(void **state)
{
    struct code_facts f =
        facts("\tcvta.to.global.u64 \t%rd3, %rd1;\n\tcvta.to.global.u64 \t%rd4, %rd2;\n"
              "\tmul.wide.s32 \t%rd5, %r1, 4;\n\tadd.s64 \t%rd6, %rd3, %rd5;\n"
              "\tld.global.nc.f32 \t%f2, [%rd6+8];\n\tfma.rn.f32 \t%f3, %f2, %f1, %f2;\n"
              "\t@%p1 st.global.f32 \t[%rd4], %f3;\n");
    assert_true(f.known);
    assert_int_equal(f.reads, 1);
    assert_int_equal(f.writes, 2);
    assert_false(f.doubles);
}

static void test_loops_carry_addresses(void **state)
{
    struct code_facts f =
        facts("$L__BB0_1:\n\tld.global.v2.f32 \t{%f4, %f5}, [%rd9];\n\tmov.u64 \t%rd9, %rd8;\n"
              "\tadd.s64 \t%rd8, %rd7, 4;\n\tmov.u64 \t%rd7, %rd2;\n\tbra.uni \t$L__BB0_1;\n");
    assert_true(f.known);
    assert_int_equal(f.reads, 2);
    assert_int_equal(f.writes, 0);
}

static void test_atomics_and_shared(void **state)
{
    struct code_facts f = facts(
        "\tatom.global.add.f32 \t%f3, [%rd1], 0f3F800000;\n\tred.global.add.u32 \t[%rd1], 1;\n"
        "\tst.shared.f32 \t[%r2], %f3;\n\tld.shared.f32 \t%f4, [%r2+4];\n");
    assert_true(f.known);
    assert_int_equal(f.reads, 1);
    assert_int_equal(f.writes, 1);
    f = facts("\tcp.async.ca.shared.global \t[%r2], [%rd2], 16;\n");
    assert_int_equal(f.reads, 2);
    assert_int_equal(f.writes, 0);
    f = facts("\tcp.async.bulk.global.shared::cta.bulk_group \t[%rd1], [%r2], 16;\n");
    assert_int_equal(f.reads, 0);
    assert_int_equal(f.writes, 1);
}

/* Pointers inside a struct that is passed by value, by name and by an address of the parameter. */
static void test_pointers_in_structs(void **state)
{
    struct code_facts f = facts("\tld.param.v2.u64 \t{%rd3, %rd4}, [k_param_4];\n"
                                "\tld.global.f32 \t%f2, [%rd3];\n"
                                "\tst.global.f32 \t[%rd4], %f2;\n");
    assert_true(f.known);
    assert_int_equal(f.reads, 16);
    assert_int_equal(f.writes, 16);
    f = facts("\tmov.b64 \t%rd5, k_param_4;\n\tadd.s64 \t%rd6, %rd5, 8;\n"
              "\tld.param.u64 \t%rd7, [%rd6];\n\tst.global.f32 \t[%rd7], %f1;\n");
    assert_true(f.known);
    assert_int_equal(f.writes, 16);
    assert_false(facts("\tmov.b64 \t%rd5, k_param_4;\n\tcvta.param.u64 \t%rd6, %rd5;\n").known);
}

static void test_what_cannot_be_followed(void **state)
{
    assert_false(facts("\tst.global.u64 \t[%rd1], %rd2;\n").known);
    assert_false(
        facts("\t{ // callseq 0, 0\n\t.param .b64 param0;\n\tst.param.b64 \t[param0+0], %rd1;\n"
              "\tcall.uni \n\tf, \n\t(\n\tparam0\n\t);\n\t} // callseq 0\n")
            .known);
    assert_false(facts("\tst.local.u64 \t[%rd9], %rd2;\n").known);
    assert_true(facts("\tst.local.u64 \t[%rd9], %rd12;\n").known);
    struct code_facts f;
    facts_read(&f, NULL);
    assert_false(f.known);
}

static void test_doubles(void **state)
{
    assert_true(
        facts("\tcvt.f64.f32 \t%fd1, %f1;\n\tmul.f64 \t%fd2, %fd1, 0d3FE0000000000000;\n").doubles);
    assert_false(facts("\tcvt.rn.f64.s64 \t%fd1, %rd9;\n"
                       "\tmul.f64 \t%fd2, %fd1, 0d3BF921FB54442D19;\n"
                       "\tcvt.rn.f32.f64 \t%f3, %fd2;\n")
                     .doubles);
    assert_false(
        facts("\tld.global.f64 \t%fd1, [%rd1];\n\tst.global.f64 \t[%rd2], %fd1;\n").doubles);
}

static void test_report_of_ptxas(void **state)
{
    static const char log[] =
        "ptxas info    : 0 bytes gmem\nptxas info    : Compiling entry function 'a' for 'sm_90'\n"
        "ptxas info    : Function properties for a\n"
        "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 10 registers, used 0 barriers, 376 bytes cmem[0]\n"
        "ptxas info    : Compiling entry function 'b' for 'sm_90'\n"
        "ptxas         .     48 bytes stack frame, 44 bytes spill stores, 52 bytes spill loads\n"
        "ptxas info    : Used 255 registers, used 1 barriers, 48 bytes cumulative stack size, 4096 "
        "bytes smem\n";
    struct code_resources r;
    assert_true(resources_read(&r, log, "b"));
    assert_int_equal(r.registers, 255);
    assert_int_equal(r.shared, 4096);
    assert_int_equal(r.stack, 48);
    assert_int_equal(r.spill_stores, 44);
    assert_int_equal(r.spill_loads, 52);
    assert_int_equal(r.barriers, 1);
    assert_true(resources_read(&r, log, "a"));
    assert_int_equal(r.registers, 10);
    assert_int_equal(r.shared, 0);
    assert_false(resources_read(&r, log, "c"));
    assert_false(resources_read(&r, NULL, "a"));
    assert_int_equal(resources_code_bytes("\177ELF", 4, "a"), 0);
    char damaged[128] = "\177ELF";
    memset(damaged + 4, 0xff, sizeof damaged - 4);
    assert_int_equal(resources_code_bytes(damaged, sizeof damaged, "a"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_and_writes),
        cmocka_unit_test(test_loops_carry_addresses),
        cmocka_unit_test(test_atomics_and_shared),
        cmocka_unit_test(test_pointers_in_structs),
        cmocka_unit_test(test_what_cannot_be_followed),
        cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_report_of_ptxas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
