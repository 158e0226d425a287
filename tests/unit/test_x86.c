/* SPDX-License-Identifier: Apache-2.0 */
/* The scalar instructions of the x86-64 encoder: each is executed, with registers of both halves as operands. The vector instructions
 * are tested through the engine's machine code (tests/ptx). */
#include "x86/x86.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* after what it needs */
#include <cmocka.h>

#if defined __x86_64__

typedef uint64_t function(uint64_t a, uint64_t b, void *memory);

/* Executes the code, whose result is in rax. The memory lies in front of the first instruction, and is the third argument too. */
static uint64_t execute(struct x86 *x, uint64_t a, uint64_t b, const void *memory, size_t n)
{
    enum { DATA = 4096, SIZE = 2 * DATA };

    x86_ret(x);
    char *p =
        mmap(NULL, SIZE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(p, MAP_FAILED);
    if (n)
        memcpy(p + DATA - 64, memory, n);
    memcpy(p + DATA, x->code.at, x->code.n);
    function *f;
    void *start = p + DATA;
    memcpy(&f, &start, sizeof f);
    uint64_t result = f(a, b, p + DATA - 64);
    munmap(p, SIZE);
    VEC_FREE(&x->code);
    *x = (struct x86){0};
    return result;
}

static const enum x86_gpr low_and_high[] = {RCX, RSI, R8, R9};

static void test_extensions(void **state)
{
    struct x86 x = {0};

    static const struct {
        enum x86_extend how;
        uint64_t of, expected;
    } cases[] = {
        {EXTEND_U8,  0x1ff,       0xff                },
        {EXTEND_I8,  0x180,       (uint64_t) -128     },
        {EXTEND_U16, 0x1fffe,     0xfffe              },
        {EXTEND_I16, 0x18000,     (uint64_t) -32768   },
        {EXTEND_I32, 0x180000000, (uint64_t) INT32_MIN}
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (size_t r = 0; r < 4; r++) {
            x86_r(&x, ALU_MOV, true, low_and_high[r], RDI);
            x86_extend(&x, cases[k].how, low_and_high[r], low_and_high[r]);
            x86_r(&x, ALU_MOV, true, RAX, low_and_high[r]);
            assert_int_equal(execute(&x, cases[k].of, 0, NULL, 0), cases[k].expected);
            x86_extend_m(&x, cases[k].how, low_and_high[r],
                         (struct x86_mem){CODE_START, NO_GPR, 1, -56});
            x86_r(&x, ALU_MOV, true, RAX, low_and_high[r]);
            uint64_t words[2] = {0, cases[k].of};
            assert_int_equal(execute(&x, 0, 0, words, sizeof words), cases[k].expected);
        }
}

static void test_stores(void **state)
{
    struct x86 x = {0};
    uint64_t words[2] = {UINT64_MAX, 0x1122334455667788};
    struct x86_mem first = {RDX, NO_GPR, 1, 0}, second = {CODE_START, NO_GPR, 1, -56};
    x86_r(&x, ALU_XOR, false, RDI, RDI);
    x86_store_8(&x, first, RDI);
    x86_r_m(&x, ALU_MOV, true, RAX, first);
    assert_int_equal(execute(&x, 5, 0, words, sizeof words), UINT64_MAX << 8);
    x86_store_16(&x, first, RSI);
    x86_r_m(&x, ALU_MOV, true, RAX, first);
    assert_int_equal(execute(&x, 0, 0x12345, words, sizeof words), 0xffffffffffff2345);
    x86_store_i64(&x, second, -2);
    x86_r_m(&x, ALU_MOV, true, RAX, second);
    assert_int_equal(execute(&x, 0, 0, words, sizeof words), (uint64_t) -2);
    x86_count_down(&x, second);
    x86_r_m(&x, ALU_MOV, true, RAX, second);
    assert_int_equal(execute(&x, 0, 0, words, sizeof words), 0x1122334455667787);
}

static uint64_t compare(struct x86 *x, enum x86_cond cc, const uint64_t *word)
{
    x86_set(x, cc, R9);
    x86_r(x, ALU_MOV, true, RAX, R9);
    return execute(x, 0, 0, word, word ? 8 : 0);
}

static void test_comparisons(void **state)
{
    struct x86 x = {0};
    uint64_t word = 0xffffffff00000007;
    struct x86_mem at = {CODE_START, NO_GPR, 1, -64};
    x86_compare_m_i(&x, false, at, 7);
    assert_int_equal(compare(&x, CC_E, &word), 1);
    x86_compare_m_i(&x, true, at, 7);
    assert_int_equal(compare(&x, CC_L, &word), 1);
    x86_compare_m_i(&x, true, at, 7);
    assert_int_equal(compare(&x, CC_B, &word), 0);
    x86_compare_m_i8(&x, at, 7);
    assert_int_equal(compare(&x, CC_NE, &word), 0);
    x86_r_i(&x, ALU_MOV, true, R10, -1);
    x86_test(&x, true, R10, R10);
    assert_int_equal(compare(&x, CC_S, NULL), 1);
}

static void test_arithmetic(void **state)
{
    struct x86 x = {0};
    x86_r(&x, ALU_MOV, true, R11, RDI);
    x86_imul(&x, true, R11, RSI);
    x86_imul_i(&x, false, RAX, R11, -3);
    assert_int_equal(execute(&x, 5, 7, NULL, 0), (uint32_t) -105);
    x86_r(&x, ALU_MOV, true, RAX, RDI);
    x86_push(&x, RSI);
    x86_imul_m(&x, true, RAX, (struct x86_mem){RSP, NO_GPR, 1, 0});
    x86_pop(&x, RSI);
    assert_int_equal(execute(&x, (uint64_t) -100, 1 << 30, NULL, 0), (uint64_t) -100 << 30);
    x86_r(&x, ALU_MOV, true, RAX, RDI);
    x86_sign_to_rdx(&x, true);
    x86_unary(&x, UNARY_IDIV, true, RSI);
    assert_int_equal(execute(&x, (uint64_t) -100, 7, NULL, 0), (uint64_t) -14);
    x86_r(&x, ALU_MOV, true, RAX, RDI);
    x86_r(&x, ALU_XOR, false, RDX, RDX);
    x86_unary(&x, UNARY_DIV, false, RSI);
    x86_r(&x, ALU_MOV, true, RAX, RDX);
    assert_int_equal(execute(&x, 100, 7, NULL, 0), 2);
    x86_unary(&x, UNARY_NOT, true, RDI);
    x86_unary(&x, UNARY_NEG, true, RDI);
    x86_r(&x, ALU_MOV, true, RAX, RDI);
    assert_int_equal(execute(&x, 41, 0, NULL, 0), 42);
}

static void test_shifts(void **state)
{
    struct x86 x = {0};
    x86_r(&x, ALU_MOV, true, R8, RDI);
    x86_r(&x, ALU_MOV, true, RCX, RSI);
    x86_shift_cl(&x, SHIFT_RIGHT_SIGNED, true, R8);
    x86_shift_i(&x, SHIFT_LEFT, true, R8, 4);
    x86_r(&x, ALU_MOV, true, RAX, R8);
    assert_int_equal(execute(&x, (uint64_t) -1024, 3 + 64, NULL, 0), (uint64_t) -2048);
    x86_r(&x, ALU_MOV, true, RAX, RDI);
    x86_shift_i(&x, SHIFT_RIGHT, false, RAX, 4);
    assert_int_equal(execute(&x, 0xffffffff80000000, 0, NULL, 0), 0x08000000);
}

static void test_calls(void **state)
{
    struct x86 x = {0};
    uint32_t past = x86_jump(&x, CC_ALWAYS), callee = (uint32_t) x.code.n;
    x86_lea(&x, RAX, (struct x86_mem){RDI, RSI, 8, 1});
    x86_ret(&x);
    x86_land(&x, past);
    x86_push(&x, R12);
    x86_r_i(&x, ALU_MOV, true, R12, 100);
    x86_call(&x, callee);
    x86_r(&x, ALU_ADD, true, RAX, R12);
    x86_pop(&x, R12);
    assert_int_equal(execute(&x, 5, 2, NULL, 0), 122);
}

static void test_reals(void **state)
{
    struct x86 x = {0};
    double numbers[3] = {6, 1.5, 0.0 / 0.0}, sum = 6.0 / 1.5 + (6.0 - 1.5) * 1.5;
    struct x86_mem a = {RDX, NO_GPR, 1, 0}, b = {CODE_START, NO_GPR, 1, -56},
                   nan = {RDX, NO_GPR, 1, 16};
    uint64_t bits;
    x86_v_m(&x, X_LOADSD, 16, 2, 0, a);
    x86_v_m(&x, X_LOADSD, 16, 13, 0, b);
    x86_v(&x, X_DIVSD, 16, 14, 2, 13);
    x86_v_m(&x, X_SUBSD, 16, 2, 2, b);
    x86_v(&x, X_MULSD, 16, 2, 2, 13);
    x86_v(&x, X_ADDSD, 16, 14, 14, 2);
    x86_v(&x, X_MOVQ, 16, 14, 0, RAX);
    memcpy(&bits, &sum, 8);
    assert_int_equal(execute(&x, 0, 0, numbers, sizeof numbers), bits);

    x86_v(&x, X_XORPS, 16, 9, 9, 9);
    x86_v(&x, X_CVTSQ2SD, 16, 9, 9, RDI);
    x86_v(&x, X_CVTSD2SS, 16, 9, 9, 9);
    x86_v(&x, X_CVTSS2SD, 16, 9, 9, 9);
    x86_v_m(&x, X_STORESD, 16, 9, 0, a);
    x86_v(&x, X_CVTTSD2SQ, 16, RAX, 0, 9);
    assert_int_equal(execute(&x, (uint64_t) -16777217, 0, numbers, sizeof numbers),
                     (uint64_t) -16777216);

    x86_v_m(&x, X_LOADSD, 16, 8, 0, nan);
    x86_v(&x, X_CVTTSD2SQ, 16, RAX, 0, 8);
    assert_int_equal(execute(&x, 0, 0, numbers, sizeof numbers), (uint64_t) INT64_MIN);

    x86_v_m(&x, X_LOADSD, 16, 8, 0, nan);
    x86_v_m(&x, X_UCOMISD, 16, 8, 0, a);
    x86_set(&x, CC_P, RAX);
    x86_set(&x, CC_A, RCX);
    x86_shift_i(&x, SHIFT_LEFT, false, RCX, 1);
    x86_r(&x, ALU_OR, false, RAX, RCX);
    assert_int_equal(execute(&x, 0, 0, numbers, sizeof numbers), 1);
}

/* What fills the bytes up to a multiple does nothing. */
static void test_alignment(void **state)
{
    struct x86 x = {0};
    for (uint8_t n = 0; n < 32; n++) {
        x86_r_i(&x, ALU_ADD, true, RDI, 1);
        x86_byte(&x, 0x90);
        for (uint8_t k = 0; k < n; k++)
            x86_byte(&x, 0x90);
        x86_align(&x, 32);
        assert_int_equal(x.code.n % 32, 0);
    }
    x86_r(&x, ALU_MOV, true, RAX, RDI);
    assert_int_equal(execute(&x, 10, 0, "", 0), 42);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_extensions),  cmocka_unit_test(test_stores),
        cmocka_unit_test(test_comparisons), cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_shifts),      cmocka_unit_test(test_calls),
        cmocka_unit_test(test_reals),       cmocka_unit_test(test_alignment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 77; /* skipped */
}

#endif
