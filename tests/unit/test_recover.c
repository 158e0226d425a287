/* SPDX-License-Identifier: Apache-2.0 */
/* The cuda device over the fake driver, which fails at each of its calls in turn. Whatever fails, the process goes on, the next
 * cell works, and each array is what it was or is named: as gone back to before the cell's launches, or as lost. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../fake_driver/control.h"
#include "base/space.h"
#include "device/cuda/cuda.h"
#include "device/device.h"
#include "device/device_image.h"
#include "device/device_open.h"
#include "device/device_pool.h"
#include "interrupted_wait.h"

enum { COUNT = 4, ELEMENTS = 5000, MOST_VALUES = 16 };

static const char ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry add(.param .u64 add_0, .param .u32 add_1, .param .u32 add_2)\n{\n"
    ".reg .b32 %r<6>; .reg .b64 %d<4>; .reg .pred %p;\n"
    "ld.param.u64 %d0, [add_0]; ld.param.u32 %r0, [add_1]; ld.param.u32 %r5, [add_2];\n"
    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r1, %r1, %r2, "
    "%r3;\n"
    "setp.ge.u32 %p, %r1, %r5; @%p ret;\n"
    "mul.wide.u32 %d1, %r1, 4; add.s64 %d1, %d0, %d1;\n"
    "ld.global.u32 %r4, [%d1]; add.s32 %r4, %r4, %r0; st.global.u32 [%d1], %r4; ret;\n}\n"
    ".visible .entry advance(.param .u64 advance_0, .param .u64 advance_1, .param .u32 advance_2, "
    ".param .u32 advance_3)\n{\n"
    ".reg .b32 %r<9>; .reg .b64 %d<2>; .reg .pred %p;\n"
    "ld.param.u64 %d0, [advance_0]; ld.param.u64 %d1, [advance_1]; ld.param.u32 %r0, [advance_2]; "
    "ld.param.u32 %r5, [advance_3];\n"
    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r1, %r1, %r2, "
    "%r3;\n"
    "setp.ge.u32 %p, %r1, %r5; @%p ret;\n"
    "tex.1d.v4.u32.s32 {%r4, %r6, %r7, %r8}, [%d0, {%r1}];\n"
    "add.s32 %r4, %r4, %r0; shl.b32 %r6, %r1, 2;\n"
    "sust.b.1d.b32.trap [%d1, {%r6}], {%r4}; ret;\n}\n"
    ".global .align 4 .u32 counter = 5;\n"
    ".visible .entry forever()\n{\nL: bra L;\n}\n";

static const char *const calls[] = {
#define CALL(need, since, name, params) #name,
#include "device/cuda/driver.def"
#undef CALL
};

enum { CALLS = sizeof calls / sizeof *calls };

struct array { /* all elements are equal */
    const char *name;
    uint64_t at;
    uint32_t value;
    uint32_t values[MOST_VALUES]; /* that it has had in this cell */
    int count;
    uint32_t before; /* the cell's first launch */
    bool lost, uncertain;
    uint64_t texture, surface; /* of the last one, which kernels reach in no other way; else 0 */
};

struct world {
    struct fake_driver_control *control;
    char path[64];
    struct space *host;
    uint32_t *buffer; /* of host */
    struct device *d;
    struct device_module *m;
    struct array arrays[COUNT];
    bool failed, launched; /* in this cell */
    struct device_fault fault;
    struct diags diags;
    struct interrupted_wait interrupt;
};

static const struct span nowhere;

/* ---- cells ---- */

static bool named(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = list; (p = strstr(p, name)); p++)
        if ((p == list || p[-1] == ' ') && (!p[n] || p[n] == ','))
            return true;
    return false;
}

static void begin(struct world *w)
{
    w->failed = w->launched = false;
    for (int i = 0; i < COUNT; i++) {
        w->arrays[i].values[0] = w->arrays[i].before = w->arrays[i].value;
        w->arrays[i].count = 1;
    }
}

static void note_fault(struct world *w)
{
    w->failed = true;
    for (int i = 0; i < COUNT; i++) {
        struct array *a = w->arrays + i;
        if (named(w->fault.lost, a->name)) {
            a->lost = true;
        } else if (named(w->fault.went_back, a->name)) {
            a->value = a->before;
            a->uncertain = false;
        } else {
            a->uncertain = true; /* commands dropped after the fault had no effect */
        }
    }
}

static bool ok(struct world *w, enum device_status s)
{
    if (s == DEVICE_OK)
        return true;
    assert_true(w->fault.text[0] || w->fault.kernel[0] || s == DEVICE_INTERRUPTED);
    note_fault(w);
    return false;
}

static void becomes(struct array *a, uint32_t value)
{
    a->value = value;
    a->values[a->count++] = value;
    assert_true(a->count < MOST_VALUES);
}

static void write_array(struct world *w, struct array *a, uint32_t value, bool from_host_space)
{
    uint32_t own[ELEMENTS];
    uint32_t *from = from_host_space ? w->buffer : own;
    if (w->failed)
        return;
    for (int i = 0; i < ELEMENTS; i++)
        from[i] = value;
    if (!ok(w, device_write(w->d, a->at, from, sizeof own, &w->fault)))
        return;
    becomes(a, value);
    if (!w->launched)
        a->before = value;
    a->lost = false;
}

static void fill_array(struct world *w, struct array *a, uint32_t value)
{
    if (w->failed)
        return;
    assert_int_equal(device_fill(w->d, a->at, &value, 4, ELEMENTS, 0), DEVICE_OK);
    becomes(a, value);
    if (!w->launched)
        a->before = value;
}

/* Kernels reach this one by a texture and a surface. At the second try nothing fails any more. */
static bool set_up_images(struct world *w, struct array *a)
{
    struct device_image i = {.address = a->at,
                             .row_pitch = ELEMENTS * 4,
                             .slice_pitch = ELEMENTS * 4,
                             .width = ELEMENTS,
                             .channels = 1,
                             .bits = 32,
                             .kind = CHANNEL_UNSIGNED,
                             .array = true};
    struct device_sampler s = {0};
    for (int k = 0; k < 2 && !a->surface; k++) {
        if (a->texture)
            device_image_free(w->d, a->texture, false);
        a->texture = device_image_new(w->d, &i, &s);
        a->surface = a->texture ? device_image_new(w->d, &i, NULL) : 0;
    }
    return a->surface;
}

union params {
    struct {
        uint64_t at;
        uint32_t n, count;
    } add;

    struct {
        uint64_t texture, surface;
        uint32_t n, count;
    } advance;
};

static void add(struct world *w, struct array *a, uint32_t n)
{
    union params params = {
        .add = {a->at, n, ELEMENTS}
    };
    bool image = a->texture;
    if (image)
        params = (union params){
            .advance = {a->texture, a->surface, n, ELEMENTS}
        };
    if (w->failed)
        return;
    const struct device_kernel *k = device_kernel(w->m, image ? "advance" : "add");
    if (!k) {
        device_sync(w->d, DEVICE_ALL_STREAMS, &w->fault);
        note_fault(w);
        return;
    }
    struct device_launch l = {
        .kernel = k,
        .grid = {(ELEMENTS + 255) / 256, 1, 1},
        .block = {256,                    1, 1},
        .params = &params,
        .params_size = image ? sizeof params.advance : sizeof params.add,
        .tag = 7
    };
    assert_true(device_launch(w->d, &l, &w->diags, nowhere));
    w->launched = true;
    becomes(a, a->value + n);
}

static void sync_all(struct world *w)
{
    if (!w->failed && ok(w, device_sync(w->d, DEVICE_ALL_STREAMS, &w->fault)))
        device_settled(w->d);
    else if (w->failed && device_sync(w->d, DEVICE_ALL_STREAMS, &w->fault) == DEVICE_OK)
        device_settled(w->d);
}

/* All elements are equal, and what the model says. */
static void verify(struct world *w, struct array *a)
{
    uint32_t got[ELEMENTS];
    enum device_status s = device_read(w->d, got, a->at, sizeof got, &w->fault);
    if (a->lost) {
        assert_int_equal(s, DEVICE_FAULT);
        assert_non_null(strstr(w->fault.text, a->name));
        return;
    }
    if (!ok(w, s))
        return;
    for (int i = 1; i < ELEMENTS; i++)
        assert_int_equal(got[i], got[0]);
    bool known = got[0] == a->value;
    for (int i = 0; a->uncertain && i < a->count; i++)
        known |= got[0] == a->values[i];
    if (!known)
        print_error("%s is %u, but %u is right\n", a->name, got[0], a->value);
    assert_true(known);
    a->value = got[0];
    a->uncertain = false;
}

static void verify_all(struct world *w)
{
    for (int i = 0; i < COUNT && !w->failed; i++)
        verify(w, w->arrays + i);
}

/* ---- the program whose calls fail ---- */

static bool set_up_arrays(struct world *w)
{
    static const char *const names[COUNT] = {"alpha", "beta", "gamma", "delta"};
    for (int i = 0; i < COUNT; i++) {
        struct array *a = w->arrays + i;
        *a = (struct array){.name = names[i]};
        if (!device_alloc(w->d, ELEMENTS * 4, &w->diags, nowhere, &a->at))
            return false;
        device_name(w->d, a->at, a->name);
    }
    bool ok = set_up_images(w, w->arrays + COUNT - 1);
    device_settled(w->d); /* the cell that made them has ended */
    return ok;
}

/* An array of a pool comes and goes between launches. */
static void use_pool(struct world *w, uint32_t value)
{
    uint32_t got[16];
    uint64_t at;
    struct diags unheard = {0};
    device_pool_set(w->d, 0, UINT64_MAX);
    if (!w->failed && device_pool_alloc(w->d, 0, sizeof got, 0, &unheard, nowhere, &at)) {
        device_fill(w->d, at, &value, 4, 16, 0);
        if (ok(w, device_read(w->d, got, at, sizeof got, &w->fault)))
            assert_int_equal(got[15], value);
        device_pool_free(w->d, at, 0, &unheard, nowhere);
    }
    diags_free(&unheard);
}

static void first_cell(struct world *w)
{
    begin(w);
    write_array(w, w->arrays, 100, false);
    fill_array(w, w->arrays + 1, 200);
    add(w, w->arrays, 1);
    use_pool(w, 11);
    add(w, w->arrays + 2, 5);
    fill_array(w, w->arrays + 3, 40);
    add(w, w->arrays + 3, 7);
    sync_all(w);
}

/* The user has read which arrays are lost, and sets them. */
static void set_lost(struct world *w)
{
    for (int i = 0; i < COUNT; i++)
        if (w->arrays[i].lost)
            write_array(w, w->arrays + i, 1000, false);
}

/* An image that comes and goes. */
static void free_image(struct world *w)
{
    struct diags unheard = {0};
    struct device_image i = {.row_pitch = 64, .slice_pitch = 64, .width = 16, .channels = 1};
    struct device_sampler s = {0};
    i.bits = 32;
    i.array = true;
    if (device_alloc(w->d, 64, &unheard, nowhere, &i.address)) {
        uint64_t texture = device_image_new(w->d, &i, &s),
                 surface = device_image_new(w->d, &i, NULL);
        assert_true(!texture || device_image_free(w->d, texture, false));
        assert_true(!surface || device_image_free(w->d, surface, true));
        device_free(w->d, i.address, &unheard, nowhere);
    }
    diags_free(&unheard);
}

/* The calls that nothing else here makes, so that each of the driver's calls is made: streams, managed memory, variables, overlapping
 * copies, wide fills, cooperative launches. Checks only that nothing breaks, and that results reported as good are right. */
static void use_the_rest(struct world *w)
{
    static const uint8_t wide[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    struct device_smi smi;
    struct diags unheard = {0};
    uint8_t got[64];
    uint64_t plain = 0, managed = 0, at, size;
    uint32_t stream = device_stream_new(w->d), value;
    device_set_heap(w->d, 1 << 20);
    bool there = device_alloc(w->d, 64, &unheard, nowhere, &plain) &&
                 device_alloc_managed(w->d, 64, &unheard, nowhere, &managed);
    if (there) {
        device_fill(w->d, managed, wide, 2, 32, stream);
        device_fill(w->d, plain, wide, 16, 4, 0);
        device_copy(w->d, plain + 1, plain, 63, 0);
        bool well = device_read(w->d, got, plain, 64, &w->fault) == DEVICE_OK;
        if (well)
            assert_true(got[0] == 1 && got[1] == 1 && got[2] == 2 && got[63] == 15);
        device_copy(w->d, plain, managed, 64, stream);
        if (device_read(w->d, got, plain, 64, &w->fault) == DEVICE_OK && well)
            assert_true(got[0] == 1 && got[1] == 2 && got[62] == 1 && got[63] == 2);
    }
    if (device_symbol(w->m, "counter", &at, &size) &&
        device_read(w->d, &value, at, size, &w->fault) == DEVICE_OK)
        assert_int_equal(value, 5);
    const struct device_kernel *k = device_kernel(w->m, "add");
    union params params = {
        .add = {plain, 0, 0}
    };
    struct device_launch l = {
        .kernel = k,
        .grid = {1,  1, 1},
        .block = {32, 1, 1},
        .shared_dynamic = 60 << 10,
        .params = &params,
        .params_size = sizeof params.add,
        .cooperative = true,
        .stream = stream
    };
    if (k && there)
        device_launch(w->d, &l, &unheard, nowhere);
    device_idle(w->d, stream);
    device_sync(w->d, stream, &w->fault);
    device_stream_free(w->d, stream);
    if (plain)
        device_free(w->d, plain, &unheard, nowhere);
    if (managed)
        device_free(w->d, managed, &unheard, nowhere);
    free_image(w);
    device_smi(w->d, &smi);
    diags_free(&unheard);
}

static void second_cell(struct world *w)
{
    begin(w);
    set_lost(w);
    write_array(w, w->arrays + 1, 300, true);
    add(w, w->arrays + 1, 2);
    add(w, w->arrays + 3, 2);
    use_pool(w, 12);
    add(w, w->arrays, 1);
    if (!w->failed) {
        verify(w, w->arrays + 1);
        add(w, w->arrays + 2, 1);
    }
    sync_all(w);
}

/* Reports all faults, and reads back the arrays that dropped commands would have changed. */
static void settle_untold(struct world *w)
{
    while (device_sync(w->d, DEVICE_ALL_STREAMS, &w->fault) != DEVICE_OK)
        note_fault(w);
    w->failed = false;
    for (int i = 0; i < COUNT; i++)
        if (w->arrays[i].uncertain)
            verify(w, w->arrays + i);
}

/* After one failure nothing fails any more: every array can be read, written and given to kernels. */
static bool last_cell(struct world *w)
{
    settle_untold(w);
    begin(w);
    for (int i = 0; i < COUNT; i++) {
        struct array *a = w->arrays + i;
        verify(w, a);
        if (a->lost)
            write_array(w, a, 1000, false);
        add(w, a, 3);
    }
    sync_all(w);
    verify_all(w);
    return !w->failed;
}

static bool open_device(struct world *w)
{
    struct device_events events = {0};
    interrupted_wait_open(&w->interrupt, &events);
    struct cuda_options options = {.keep_limit = 64 << 20, .host = w->host};
    w->d = cuda_device_open(&options, &events, &w->diags);
    return w->d;
}

static void run_program(struct world *w)
{
    w->diags = (struct diags){0};
    w->m = open_device(w) ? device_load(w->d, ptx, sizeof ptx - 1, &w->diags, nowhere) : NULL;
    if (w->m && set_up_arrays(w)) {
        first_cell(w);
        settle_untold(w);
        second_cell(w);
        settle_untold(w);
        begin(w);
        device_settled(w->d);
        use_the_rest(w);
        settle_untold(w);
        begin(w);
        struct diags unheard = {0};
        device_park(w->d, &unheard, nowhere);
        diags_free(&unheard);
        if (!last_cell(w)) /* the failure came that late */
            assert_true(last_cell(w));
    } else {
        assert_true(w->diags.errors); /* there is no GPU, and a reason is given */
    }
    if (w->m) {
        device_unload(w->d, &w->m);
        device_sync(w->d, DEVICE_ALL_STREAMS, &w->fault); /* it completed before the worker ended */
    }
    device_close(&w->d);
    diags_free(&w->diags);
}

/* ---- failures ---- */

/* These the program cannot reach, or they cannot fail. */
static bool is_exempt(const char *name)
{
    static const char *const list[] = {
        "cuGetErrorString", /* it makes no call of the device */
        "cuMemAddressFree", /* only when another address was given than was asked for */
        "cuMemFree_v2",     /* only when scratch memory has to grow */
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (!strcmp(list[i], name))
            return true;
    return false;
}

/* By name, whatever the order in which a busy machine makes them. */
static void test_every_call_fails(void **state)
{
    struct world *w = *state;
    bool coarse = getenv("WARPCELL_FAKE_DRIVER_GRANULARITY") &&
                  strtoul(getenv("WARPCELL_FAKE_DRIVER_GRANULARITY"), NULL, 0) > 1 << 16;
    w->control->fail_at = 0;
    for (int i = 0; i < CALLS; i++) {
        w->control->action = 719;
        w->control->failed[0] = 0;
        snprintf(w->control->fail_name, sizeof w->control->fail_name, "%s", calls[i]);
        w->fault = (struct device_fault){0};
        run_program(w);
        w->control->fail_name[0] = 0;
        bool failed = !strcmp(w->control->failed, calls[i]);
        if (!strcmp(calls[i], "cuMemUnmap") && coarse)
            continue; /* small arrays share memory there */
        if (failed == is_exempt(calls[i]))
            fail_msg("%s was %smade to fail", calls[i], failed ? "" : "not ");
    }
}

/* A worker with sanitizers takes seven times as long: there one call in five fails, in the build without them each. */
#ifdef __SANITIZE_ADDRESS__
enum { EACH = 5 };
#else
enum { EACH = 1 };
#endif

static void fail_everywhere(struct world *w, uint32_t action, uint64_t step)
{
    for (uint64_t at = 1;; at += step) {
        w->control->calls = 0;
        w->control->fail_at = at;
        w->control->action = action;
        w->control->failed[0] = 0;
        w->fault = (struct device_fault){0};
        run_program(w);
        if (!w->control->failed[0])
            return; /* the program makes fewer calls */
    }
}

static void test_without_failure(void **state)
{
    struct world *w = *state;
    w->control->fail_at = 0;
    run_program(w);
    assert_int_equal(w->arrays[0].value, 105);
    assert_int_equal(w->arrays[1].value, 305);
    assert_int_equal(w->arrays[2].value, 9);
    assert_int_equal(w->arrays[3].value, 52);
}

static void test_error_that_stays(void **state)
{
    fail_everywhere(*state, 719, EACH);
}

static void test_error_that_passes(void **state)
{
    fail_everywhere(*state, 1, EACH);
}

static void test_no_memory(void **state)
{
    fail_everywhere(*state, 2, EACH);
}

static void test_worker_killed(void **state)
{
    fail_everywhere(*state, FAKE_KILL, EACH);
}

static void test_worker_hangs(void **state)
{
    struct world *w = *state;
    struct device_fault f;
    w->control->fail_at = 0;
    assert_true(open_device(w));
    w->m = device_load(w->d, ptx, sizeof ptx - 1, &w->diags, nowhere);
    assert_true(w->m && set_up_arrays(w));
    for (int i = 0; i < 8; i++) {
        w->control->action = FAKE_HANG;
        w->control->fail_at = w->control->calls + 1;
        uint32_t value;
        /* for the command that hangs alone: on a slow machine others take longer */
        setenv("WARPCELL_GPU_TIMEOUT", "0.3", 1);
        enum device_status s = device_read(w->d, &value, w->arrays[0].at, 4, &f);
        unsetenv("WARPCELL_GPU_TIMEOUT");
        assert_int_equal(s, DEVICE_FAULT);
        assert_non_null(strstr(f.text, "did not answer"));
        assert_int_equal(device_read(w->d, &value, w->arrays[0].at, 4, &f), DEVICE_OK);
        assert_int_equal(value, 0);
    }
    device_unload(w->d, &w->m);
    device_close(&w->d);
}

/* Where streams cannot write values, marks are fills. */
static void test_worker_stopped(void **state)
{
    struct world *w = *state;
    w->control->fail_at = 0;
    assert_true(open_device(w));
    w->m = device_load(w->d, ptx, sizeof ptx - 1, &w->diags, nowhere);
    assert_true(w->m && set_up_arrays(w));
    first_cell(w);
    pid_t pid = cuda(w->d)->worker.pid;
    for (int i = 0; i < 2; i++) {
        siginfo_t info;
        uint32_t value;
        kill(pid, SIGSTOP);
        assert_int_equal(waitid(P_PID, (id_t) pid, &info, WSTOPPED | WNOWAIT), 0);
        assert_int_equal(device_read(w->d, &value, w->arrays[0].at, 4, &w->fault), DEVICE_OK);
        assert_int_equal(value, w->arrays[0].value);
    }
    assert_int_equal(cuda(w->d)->worker.pid, pid);
    assert_true(last_cell(w));
    device_unload(w->d, &w->m);
    device_close(&w->d);
}

static void test_without_values(void **state)
{
    struct world *w = *state;
    w->control->no_values = 1;
    w->control->fail_at = 0;
    run_program(w);
    fail_everywhere(w, 719, 3 * EACH);
    w->control->no_values = 0;
}

/* A driver that does not reserve all addresses gets fewer. */
static void test_fewer_addresses(void **state)
{
    struct world *w = *state;
    w->control->reserves = (uint64_t) 600 << 30;
    w->control->fail_at = 0;
    run_program(w);
    assert_int_equal(w->arrays[0].value, 105);
    w->control->reserves = 0;
}

/* A driver that gives other handles than before: the launch that has the old one is refused with a reason, and a new one works. */
static void test_other_handles(void **state)
{
    struct world *w = *state;
    struct array *delta = w->arrays + COUNT - 1;
    w->control->fail_at = 0;
    assert_true(open_device(w));
    w->m = device_load(w->d, ptx, sizeof ptx - 1, &w->diags, nowhere);
    assert_true(w->m && set_up_arrays(w));
    first_cell(w);
    assert_int_equal(device_sync(w->d, DEVICE_ALL_STREAMS, &w->fault), DEVICE_OK); /* all is kept */
    w->control->far_handles = 1;
    w->control->action = 700;
    w->control->fail_at = w->control->calls + 1;
    assert_int_equal(device_sync(w->d, DEVICE_ALL_STREAMS, &w->fault), DEVICE_FAULT);
    assert_string_equal(w->fault.lost, "");
    begin(w);
    add(w, delta, 1);
    assert_int_equal(device_sync(w->d, DEVICE_ALL_STREAMS, &w->fault), DEVICE_FAULT);
    assert_int_equal(w->fault.kind, FAULT_LOST);
    assert_string_equal(w->fault.kernel, "advance");
    assert_non_null(strstr(w->fault.text, "make it again"));
    assert_true(device_image_free(w->d, delta->texture, false) &&
                device_image_free(w->d, delta->surface, true));
    delta->texture = delta->surface = 0;
    delta->value = delta->before;
    assert_true(set_up_images(w, delta));
    w->control->far_handles = 0;
    assert_true(last_cell(w));
    assert_int_equal(delta->value, 50);
    device_unload(w->d, &w->m);
    device_close(&w->d);
}

static void test_interrupt_keeps_arrays(void **state)
{
    struct world *w = *state;
    w->control->fail_at = 0;
    assert_true(open_device(w));
    w->m = device_load(w->d, ptx, sizeof ptx - 1, &w->diags, nowhere);
    assert_true(w->m && set_up_arrays(w));
    first_cell(w);
    begin(w);
    struct device_launch l = {
        .kernel = device_kernel(w->m, "forever"), .grid = {1,  1, 1},
              .block = {32, 1, 1},
              .tag = 9
    };
    assert_true(device_launch(w->d, &l, &w->diags, nowhere));
    assert_int_equal(interrupted_wait_sync(&w->interrupt, w->d, &w->fault), DEVICE_INTERRUPTED);
    assert_int_equal(w->fault.tag, 9);
    assert_string_equal(w->fault.kernel, "forever");
    assert_string_equal(w->fault.lost, "");
    assert_true(device_parked(w->d));
    note_fault(w);
    assert_true(last_cell(w));
    assert_int_equal(w->arrays[0].value, 104);
    device_unload(w->d, &w->m);
    device_close(&w->d);
}

/* Over the limit nothing is kept, and what is not kept is named and cannot be read by mistake. */
static void test_beyond_the_limit(void **state)
{
    struct world *w = *state;
    struct cuda_options options = {.keep_limit = 1000};
    w->control->fail_at = 0;
    w->d = cuda_device_open(&options, NULL, &w->diags);
    w->m = device_load(w->d, ptx, sizeof ptx - 1, &w->diags, nowhere);
    assert_true(w->m && set_up_arrays(w));
    first_cell(w);
    w->control->action = 700;
    w->control->fail_at = w->control->calls + 1;
    assert_int_equal(device_sync(w->d, DEVICE_ALL_STREAMS, &w->fault), DEVICE_FAULT);
    assert_string_equal(w->fault.lost, "alpha, gamma, delta");
    note_fault(w);
    w->arrays[1].uncertain = false; /* a fill needs no copy */
    assert_false(w->arrays[1].lost);
    assert_true(last_cell(w));
    device_unload(w->d, &w->m);
    device_close(&w->d);
}

/* ---- a worker that sends nonsense ---- */

static void test_broken_ring(void **state)
{
    struct world *w = *state;
    uint32_t seed = 1;
    w->control->fail_at = 0;
    assert_true(open_device(w));
    w->m = device_load(w->d, ptx, sizeof ptx - 1, &w->diags, nowhere);
    assert_true(w->m && set_up_arrays(w));
    setenv("WARPCELL_GPU_TIMEOUT", "0.2", 1);
    for (int round = 0; round < 60; round++) {
        uint32_t value;
        settle_untold(w);
        device_read(w->d, &value, w->arrays[0].at, 4, &w->fault);
        struct shared *s = cuda(w->d)->worker.shared;
        for (int k = 0; s && k < 1 + round % 5; k++) {
            seed = seed * 1664525 + 1013904223;
            uint64_t head = s->reply.head;
            uint8_t *bytes = s->reply_bytes + ((head + (seed >> 8) % 64) & (REPLY_BYTES - 1));
            *bytes = (uint8_t) (seed >> 16);
            if (round % 3 == 0)
                atomic_store(&s->reply.head, head + ((seed >> 5) & 0xfff));
            if (round % 7 == 6)
                atomic_store(&s->reply.tail, seed);
        }
        for (int i = 0; i < 2; i++)
            device_read(w->d, &value, w->arrays[0].at, 4, &w->fault);
    }
    unsetenv("WARPCELL_GPU_TIMEOUT");
    settle_untold(w);
    uint32_t value = 1;
    assert_int_equal(device_read(w->d, &value, w->arrays[0].at, 4, &w->fault), DEVICE_OK);
    assert_int_equal(value, 0);
    device_unload(w->d, &w->m);
    device_close(&w->d);
}

/* ---- what may be wrong from the start ---- */

static void expect_no_device(struct world *w, const char *text)
{
    w->diags = (struct diags){0};
    assert_false(open_device(w));
    if (!strstr(w->diags.last->text, text))
        print_error("%s\n", w->diags.last->text);
    assert_non_null(strstr(w->diags.last->text, text));
    assert_non_null(w->diags.last->help);
    diags_free(&w->diags);
}

static void test_no_device(void **state)
{
    struct world *w = *state;
    char *library = strdup(getenv("WARPCELL_CUDA"));
    w->control->fail_at = 0;
    w->control->devices = 1;
    expect_no_device(w, "the NVIDIA driver finds no GPU");
    setenv("CUDA_VISIBLE_DEVICES", "7", 1);
    expect_no_device(w, "CUDA_VISIBLE_DEVICES is '7', which hides all GPUs");
    unsetenv("CUDA_VISIBLE_DEVICES");
    w->control->devices = 0;
    setenv("WARPCELL_CUDA", "/nowhere/libcuda.so.1", 1);
    expect_no_device(w, "the NVIDIA driver's library cannot be loaded: /nowhere/libcuda.so.1");
    setenv("WARPCELL_CUDA", getenv("WARPCELL_NVML"), 1);
    expect_no_device(w, "the NVIDIA driver is too old: it lacks cuInit (CUDA 2.0)");
    setenv("WARPCELL_CUDA", library, 1);
    free(library);
    char *worker = strdup(getenv("WARPCELL_GPU_WORKER"));
    setenv("WARPCELL_GPU_WORKER", "/nowhere/warpcell-gpu", 1);
    w->diags = (struct diags){0};
    assert_false(open_device(w));
    assert_non_null(strstr(w->diags.last->text, "the program warpcell-gpu is not beside Warpcell"));
    diags_free(&w->diags);
    setenv("WARPCELL_GPU_WORKER", worker, 1);
    free(worker);
}

static void test_smi(void **state)
{
    struct world *w = *state;
    struct device_smi smi = {0};
    w->control->fail_at = 0;
    assert_true(open_device(w));
    assert_true(device_smi(w->d, &smi));
    assert_string_equal(smi.driver, "580.12.34");
    assert_string_equal(smi.throttle, "power cap, software thermal");
    assert_int_equal(smi.temperature, 41);
    assert_int_equal(smi.fan, -1);
    assert_int_equal(smi.process_count, 1);
    assert_string_equal(smi.processes[0].name, "warpcell-gpu");
    assert_true(device_parked(w->d)); /* reading the figures needs no context */
    device_close(&w->d);
}

static void test_parks_by_itself(void **state)
{
    struct world *w = *state;
    struct cuda_options options = {.keep_limit = 64 << 20, .park_after = 1};
    w->control->fail_at = 0;
    w->d = cuda_device_open(&options, NULL, &w->diags);
    w->m = device_load(w->d, ptx, sizeof ptx - 1, &w->diags, nowhere);
    assert_true(w->m && set_up_arrays(w));
    first_cell(w);
    assert_false(device_parked(w->d));
    for (int i = 0; i < 600 && !device_parked(w->d); i++)
        usleep(10000); // time is the subject: how often the device is looked at
    assert_true(device_parked(w->d));
    assert_int_equal(cuda(w->d)->worker.pid, 0);
    assert_true(last_cell(w));
    assert_int_equal(w->arrays[0].value, 104);
    device_unload(w->d, &w->m);
    device_close(&w->d);
}

/* ---- ---- */

static int set_up(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    snprintf(w->path, sizeof w->path, "/tmp/warpcell-fake-XXXXXX");
    int fd = mkstemp(w->path);
    if (fd < 0 || ftruncate(fd, sizeof *w->control))
        return -1;
    w->control = mmap(NULL, sizeof *w->control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    setenv("WARPCELL_FAKE_DRIVER", w->path, 1);
    w->host = space_new_with(&(struct space_options){.range = 64 << 20, .shared = true});
    w->buffer = (uint32_t *) (uintptr_t) space_alloc(w->host, ELEMENTS * 4, 16)->start;
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    unlink(w->path);
    munmap(w->control, sizeof *w->control);
    space_free_all(&w->host);
    diags_free(&w->diags);
    free(w);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_failure),
        cmocka_unit_test(test_no_device),
        cmocka_unit_test(test_smi),
        cmocka_unit_test(test_interrupt_keeps_arrays),
        cmocka_unit_test(test_beyond_the_limit),
        cmocka_unit_test(test_parks_by_itself),
        cmocka_unit_test(test_fewer_addresses),
        cmocka_unit_test(test_other_handles),
        cmocka_unit_test(test_worker_hangs),
        cmocka_unit_test(test_worker_stopped),
        cmocka_unit_test(test_broken_ring),
        cmocka_unit_test(test_error_that_stays),
        cmocka_unit_test(test_error_that_passes),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_worker_killed),
        cmocka_unit_test(test_without_values),
        cmocka_unit_test(test_every_call_fails),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
