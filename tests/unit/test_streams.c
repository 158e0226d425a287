/* SPDX-License-Identifier: Apache-2.0 */
/* Streams of the cpu device: what may run at the same time does, what must follow does, with many host threads and with one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device/cpu/cpu.h"
#include "device/device_open.h"
#include "diag/diag.h"
#include "interrupted_wait.h"

/* meet: sets its own flag and waits for the other's. add: waits for nothing, adds to a word after some work. wait: for a flag.
 * copy: one word. bad: a fault. */
static const char ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry meet(.param .u64 meet_0, .param .u64 meet_1)\n{\n"
    ".reg .b32 %r<4>; .reg .b64 %d<4>; .reg .pred %p<2>;\n"
    "ld.param.u64 %d0, [meet_0]; ld.param.u64 %d1, [meet_1]; mov.u32 %r0, 1;\n"
    "st.volatile.global.u32 [%d0], %r0;\n"
    "L: ld.volatile.global.u32 %r1, [%d1]; setp.eq.s32 %p0, %r1, 0; @%p0 bra L; ret;\n}\n"
    ".visible .entry wait(.param .u64 wait_0)\n{\n"
    ".reg .b32 %r<4>; .reg .b64 %d<4>; .reg .pred %p<2>;\n"
    "ld.param.u64 %d1, [wait_0];\n"
    "L: ld.volatile.global.u32 %r1, [%d1]; setp.eq.s32 %p0, %r1, 0; @%p0 bra L; ret;\n}\n"
    ".visible .entry add(.param .u64 add_0, .param .u32 add_1, .param .u32 add_2)\n{\n"
    ".reg .b32 %r<6>; .reg .b64 %d<4>; .reg .pred %p<2>;\n"
    "ld.param.u64 %d0, [add_0]; ld.param.u32 %r0, [add_1]; ld.param.u32 %r1, [add_2];\n"
    "mov.u32 %r2, 0;\n"
    "L: add.s32 %r2, %r2, 1; setp.lt.u32 %p0, %r2, %r1; @%p0 bra L;\n"
    "ld.global.u32 %r3, [%d0]; add.s32 %r3, %r3, %r0; st.global.u32 [%d0], %r3; ret;\n}\n"
    ".visible .entry copy(.param .u64 copy_0, .param .u64 copy_1)\n{\n"
    ".reg .b32 %r<4>; .reg .b64 %d<4>;\n"
    "ld.param.u64 %d0, [copy_0]; ld.param.u64 %d1, [copy_1];\n"
    "ld.global.u32 %r0, [%d1]; st.global.u32 [%d0], %r0; ret;\n}\n"
    ".visible .entry bad()\n{\n"
    ".reg .b32 %r<2>; .reg .b64 %d<2>; mov.u64 %d0, 0; ld.global.u32 %r0, [%d0]; "
    "st.global.u32 [%d0], %r0; ret;\n}\n";

enum { SLOW = 300000 };

struct fixture {
    struct device *d;
    struct device_module *m;
    struct diags diags;
    struct device_fault fault;
    struct interrupted_wait interrupt;
    uint64_t words; /* 64 of them, 0 at first */
    int finished;
};

static const struct span nowhere;

static void on_finished(void *user, const struct device_timing *t)
{
    ((struct fixture *) user)->finished++;
    assert_true(t->end >= t->start);
}

static struct fixture *open_with(uint32_t threads)
{
    struct fixture *x = calloc(1, sizeof *x);
    struct device_events events = {.user = x, .finished = on_finished};
    interrupted_wait_open(&x->interrupt, &events);
    x->d = cpu_device_open(&events, 64 << 20, &x->diags);
    assert_non_null(x->d);
    if (threads) {
        struct cpu_device *d = (struct cpu_device *) x->d;
        pool_free(&d->pool);
        d->base.props.multiprocessors = threads;
        d->pool = pool_new(threads, &d->exec);
    }
    x->m = device_load(x->d, ptx, sizeof ptx - 1, &x->diags, nowhere);
    if (!x->m)
        print_error("%s\n", x->diags.last ? x->diags.last->text : "");
    assert_non_null(x->m);
    assert_true(device_alloc(x->d, 256, &x->diags, nowhere, &x->words));
    return x;
}

static int set_up(void **state)
{
    *state = open_with(0);
    return 0;
}

static int set_up_one(void **state)
{
    *state = open_with(1);
    return 0;
}

static int set_up_many(void **state)
{
    *state = open_with(7);
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *x = *state;
    device_unload(x->d, &x->m);
    device_close(&x->d);
    diags_free(&x->diags);
    free(x);
    return 0;
}

static void run(struct fixture *x, uint32_t stream, const char *kernel, const void *params,
                size_t n)
{
    struct device_launch l = {
        .kernel = device_kernel(x->m, kernel),
        .grid = {1, 1, 1},
        .block = {1, 1, 1},
        .params = params,
        .params_size = n,
        .stream = stream
    };
    assert_non_null(l.kernel);
    assert_true(device_launch(x->d, &l, &x->diags, nowhere));
}

struct add_params {
    uint64_t at;
    uint32_t n, work;
};

static void add(struct fixture *x, uint32_t stream, int word, uint32_t n, uint32_t work)
{
    run(x, stream, "add", &(struct add_params){x->words + 4 * (uint64_t) word, n, work}, 16);
}

static void copy(struct fixture *x, uint32_t stream, int to, int from)
{
    uint64_t p[] = {x->words + 4 * (uint64_t) to, x->words + 4 * (uint64_t) from};
    run(x, stream, "copy", p, sizeof p);
}

static uint32_t word(struct fixture *x, int k)
{
    uint32_t v = 0;
    assert_int_equal(device_read(x->d, &v, x->words + 4 * (uint64_t) k, 4, &x->fault), DEVICE_OK);
    return v;
}

static void sync_all(struct fixture *x)
{
    assert_int_equal(device_sync(x->d, DEVICE_ALL_STREAMS, &x->fault), DEVICE_OK);
}

/* ---- what runs at the same time ---- */

static void test_two_meet(void **state)
{
    struct fixture *x = *state;
    uint32_t a = device_stream_new(x->d), b = device_stream_new(x->d);
    uint64_t pa[] = {x->words, x->words + 4}, pb[] = {x->words + 4, x->words};
    for (int k = 0; k < 20; k++) {
        assert_int_equal(device_fill(x->d, x->words, "\0\0\0\0", 4, 2, 0), DEVICE_OK);
        run(x, a, "meet", pa, sizeof pa);
        run(x, b, "meet", pb, sizeof pb);
    }
    sync_all(x);
    assert_int_equal(x->finished, 40);
}

/* Five launches wait for what the sixth does. */
static void test_many_wait(void **state)
{
    struct fixture *x = *state;
    uint32_t last = device_stream_new(x->d);
    uint64_t flag = x->words;
    for (int k = 0; k < 5; k++)
        run(x, device_stream_new(x->d), "wait", &flag, 8);
    add(x, last, 0, 1, 10);
    sync_all(x);
    assert_int_equal(x->finished, 6);
}

static void test_apart(void **state)
{
    struct fixture *x = *state;
    uint32_t s = device_stream_new(x->d);
    assert_true(device_stream_separate(x->d, s));
    run(x, 0, "wait", &x->words, 8); /* an ordered stream would wait for it for ever */
    add(x, s, 0, 1, 10);
    sync_all(x);
    assert_int_equal(word(x, 0), 1);
}

/* ---- what must follow ---- */

static void test_order_in_stream(void **state)
{
    struct fixture *x = *state;
    uint32_t s[3];
    for (int k = 0; k < 3; k++)
        s[k] = device_stream_new(x->d);
    for (int i = 0; i < 200; i++)
        for (int k = 0; k < 3; k++) {
            add(x, s[k], k, 1, i % 7 == 0 ? 2000 : 1);
            copy(x, s[k], 10 + k, k);
        }
    sync_all(x);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(word(x, k), 200);
        assert_int_equal(word(x, 10 + k), 200);
    }
}

static void test_default_stream(void **state)
{
    struct fixture *x = *state;
    uint32_t a = device_stream_new(x->d), b = device_stream_new(x->d);
    for (uint32_t i = 1; i <= 20; i++) {
        add(x, a, 0, 1, SLOW / 20);
        add(x, 0, 1, 1, SLOW / 40);
        copy(x, 0, 2, 0); /* after a's */
        copy(x, b, 3, 1); /* after the default stream's */
        copy(x, b, 4, 2);
        assert_int_equal(device_sync(x->d, b, &x->fault), DEVICE_OK);
        uint32_t now[5];
        memcpy(now, (void *) (uintptr_t) x->words, sizeof now); /* nothing else waits */
        assert_int_equal(now[3], i);
        assert_int_equal(now[4], i);
    }
}

static void test_marks(void **state)
{
    struct fixture *x = *state;
    uint32_t a = device_stream_new(x->d), b = device_stream_new(x->d);
    for (uint32_t i = 1; i <= 20; i++) {
        add(x, a, 0, 1, SLOW / 20);
        uint64_t mark = device_mark(x->d, a);
        run(x, a, "wait", &(uint64_t){x->words + 4 * (20 + i)},
            8); /* not before the mark: b does it */
        assert_int_equal(device_stream_wait(x->d, b, a, mark, &x->fault), DEVICE_OK);
        copy(x, b, 1, 0);
        add(x, b, (int) (20 + i), 1, 1);
    }
    sync_all(x);
    assert_int_equal(word(x, 0), 20);
    assert_int_equal(word(x, 1), 20);
}

static void test_copies(void **state)
{
    struct fixture *x = *state;
    uint32_t a = device_stream_new(x->d);
    for (int i = 0; i < 30; i++) {
        add(x, a, 0, 1, 3000);
        assert_int_equal(device_copy(x->d, x->words + 4, x->words, 4, a), DEVICE_OK);
        assert_int_equal(device_copy(x->d, x->words + 8, x->words + 4, 4, 0), DEVICE_OK);
    }
    assert_int_equal(word(x, 2), 30);
    assert_int_equal(word(x, 1), 30);
}

/* ---- ends ---- */

static void test_fault_ends_others(void **state)
{
    struct fixture *x = *state;
    uint32_t a = device_stream_new(x->d), b = device_stream_new(x->d);
    run(x, a, "wait", &x->words, 8); /* for ever */
    add(x, a, 5, 1, 1);
    run(x, b, "bad", NULL, 0);
    assert_int_equal(device_sync(x->d, DEVICE_ALL_STREAMS, &x->fault), DEVICE_FAULT);
    assert_int_equal(x->fault.kind, FAULT_ILLEGAL_ADDRESS);
    assert_int_equal(word(x, 5), 0);
    assert_true(device_idle(x->d, DEVICE_ALL_STREAMS));
    assert_int_equal(x->finished, 0);
}

static void test_interrupt(void **state)
{
    struct fixture *x = *state;
    for (int k = 0; k < 4; k++)
        run(x, device_stream_new(x->d), "wait", &x->words, 8);
    assert_int_equal(interrupted_wait_sync(&x->interrupt, x->d, &x->fault), DEVICE_INTERRUPTED);
    assert_true(device_idle(x->d, DEVICE_ALL_STREAMS));
    add(x, 0, 3, 1, 1);
    assert_int_equal(word(x, 3), 1);
}

/* More launches than the queue holds, and than are kept for reuse. */
static void test_many(void **state)
{
    struct fixture *x = *state;
    uint32_t a = device_stream_new(x->d);
    for (int i = 0; i < 20000; i++)
        add(x, i % 5 ? a : 0, 0, 1, 1);
    assert_int_equal(word(x, 0), 20000);
    assert_int_equal(x->finished, 20000);
}

/* Arguments, grids and memory change from launch to launch while block memory is kept. */
static void test_changes(void **state)
{
    struct fixture *x = *state;
    for (uint32_t i = 1; i <= 50; i++) {
        uint64_t p;
        assert_true(device_alloc(x->d, 256, &x->diags, nowhere, &p));
        run(x, 0, "add", &(struct add_params){p, i, 1}, 16);
        uint32_t v = 0;
        assert_int_equal(device_read(x->d, &v, p, 4, &x->fault), DEVICE_OK);
        assert_int_equal(v, i);
        assert_true(device_free(x->d, p, &x->diags, nowhere));
        run(x, 0, "add", &(struct add_params){p, i, 1},
            16); /* freed: met before by the same code */
        assert_int_equal(device_sync(x->d, DEVICE_ALL_STREAMS, &x->fault), DEVICE_FAULT);
        assert_int_equal(x->fault.kind, FAULT_ILLEGAL_ADDRESS);
    }
}

#define TEST(f)                                                                                    \
    cmocka_unit_test_setup_teardown(f, set_up, tear_down),                                         \
        cmocka_unit_test_setup_teardown(f, set_up_one, tear_down),                                 \
        cmocka_unit_test_setup_teardown(f, set_up_many, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_two_meet),       TEST(test_many_wait),
        TEST(test_apart),          TEST(test_order_in_stream),
        TEST(test_default_stream), TEST(test_marks),
        TEST(test_copies),         TEST(test_fault_ends_others),
        TEST(test_interrupt),      TEST(test_many),
        TEST(test_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
