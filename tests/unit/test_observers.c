/* SPDX-License-Identifier: Apache-2.0 */
/* Observers of launches (device/cpu/watch/observer.h): what each hook receives, with small kernels; several observers; many threads. */
#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "device/cpu/code/image_op.h"
#include "device/cpu/cpu.h"
#include "device/cpu/observe.h"
#include "device/cpu/watch/observer.h"
#include "device/device_open.h"

static const struct span nowhere;

/* ---- a recorder: a line for each event, by block ---- */

enum { BLOCKS = 64 };

struct recorder {
    struct observer observer;
    pthread_mutex_t lock;
    uint64_t base;           /* addresses are written relative to it */
    struct buf text[BLOCKS]; /* of each block of the last launch, from block_end */
    struct buf launches, memory;
    uint32_t begun, ended;
};

/* The state of a block. */
struct record {
    struct recorder *r;
    struct buf text;
    pthread_t thread;
    bool one_thread;
};

static void put_place(struct record *b, const char *what, const struct observed_place *p)
{
    b->one_thread &= pthread_equal(b->thread, pthread_self()) != 0;
    buf_printf(&b->text, "%s line %u warp %u mask %08x", what, p->inst->line, p->warp, p->mask);
}

static void *on_launch_begin(struct observer *o, const struct observed_launch *l)
{
    struct recorder *r = (struct recorder *) o;
    pthread_mutex_lock(&r->lock);
    buf_printf(&r->launches, "begin %s grid %u block %u depth %u\n", l->kernel, l->grid.x,
               l->block.x, l->depth);
    pthread_mutex_unlock(&r->lock);
    return (void *) (uintptr_t) l->kernel;
}

static void on_launch_end(struct observer *o, void *state)
{
    struct recorder *r = (struct recorder *) o;
    pthread_mutex_lock(&r->lock);
    buf_printf(&r->launches, "end %s\n", (const char *) state);
    pthread_mutex_unlock(&r->lock);
}

static void *on_block_begin(struct observer *o, void *launch_state, const struct observed_block *b)
{
    struct record *s = calloc(1, sizeof *s);
    assert_string_equal(launch_state, b->launch->kernel);
    s->r = (struct recorder *) o;
    s->thread = pthread_self();
    s->one_thread = true;
    buf_printf(&s->text, "block %u of %u threads, %u warps\n", b->id.x, b->threads, b->warps);
    return s;
}

static void on_block_end(struct observer *o, void *state, const struct observed_block *b,
                         enum observed_end end)
{
    struct record *s = state;
    buf_printf(&s->text, "end %s%s\n", end == BLOCK_ENDED ? "ended" : "faulted",
               s->one_thread ? "" : " SEVERAL THREADS");
    pthread_mutex_lock(&s->r->lock);
    s->r->begun++;
    s->r->ended++;
    s->r->text[b->linear % BLOCKS].n = 0;
    buf_put(&s->r->text[b->linear % BLOCKS], s->text.p, s->text.n);
    pthread_mutex_unlock(&s->r->lock);
    buf_free(&s->text);
    free(s);
}

static void on_instruction(struct observer *o, void *state, const struct observed_place *p)
{
    struct record *s = state;
    put_place(s, "instruction", p);
    buf_printf(&s->text, " %.*s\n", (int) p->inst->name.n, p->inst->name.p);
}

static void put_ordering(struct buf *to, struct observed_ordering o)
{
    static const char *const orders[] = {"weak", "relaxed", "acquire", "release", "acq_rel", "sc"};
    static const char *const scopes[] = {"", ".cta", ".cluster", ".gpu", ".sys"};
    buf_printf(to, " %s%s", orders[o.order], scopes[o.scope]);
}

static void on_access(struct observer *o, void *state, const struct observed_access *a)
{
    static const char *const kinds[] = {"load", "store", "atomic", "reduction"};
    static const char *const spaces[] = {
        [PTX_GENERIC] = "generic", [PTX_GLOBAL] = "global", [PTX_SHARED] = "shared",
        [PTX_LOCAL] = "local",     [PTX_CONST] = "const",   [PTX_PARAM] = "param"};
    struct record *s = state;
    uint64_t at;
    uint32_t lane = (uint32_t) __builtin_ctz(a->place.mask);
    put_place(s, kinds[a->kind], &a->place);
    enum ptx_space in = observed_space(a, lane, &at);
    buf_printf(&s->text, " %s", spaces[a->space]);
    if (in != a->space)
        buf_printf(&s->text, " in %s", spaces[in]);
    buf_printf(&s->text, " %u of %u bytes", a->count, a->width);
    put_ordering(&s->text, a->ordering);
    for (uint32_t l = lane; l < 32; l += 13) { /* some of the lanes */
        if (!(a->place.mask >> l & 1))
            continue;
        in = observed_space(a, l, &at);
        buf_printf(&s->text, " [%u] %" PRIu64 ":", l, in == PTX_GLOBAL ? at - s->r->base : at);
        for (uint32_t k = 0; k < a->count + a->compares; k++)
            buf_printf(&s->text, " %s%" PRIu64, a->values[k] ? "" : "-", observed_value(a, k, l));
        if (a->old)
            buf_printf(&s->text, " was %" PRIu64, observed_old_value(a, l));
    }
    buf_puts(&s->text, "\n");
}

static void on_branch(struct observer *o, void *state, const struct observed_branch *b)
{
    put_place(state, "branch", &b->place);
    buf_printf(&((struct record *) state)->text, " taken %08x\n", b->taken);
}

static void on_barrier(struct observer *o, void *state, const struct observed_barrier *b)
{
    static const char *const kinds[] = {"sync", "arrive", "reduce"};
    put_place(state, "barrier", &b->place);
    buf_printf(&((struct record *) state)->text, " %s %u of %u\n", kinds[b->kind], b->number,
               b->expected);
}

static void on_release(struct observer *o, void *state, const struct observed_release *b)
{
    buf_printf(&((struct record *) state)->text, "barrier %u released by %u threads\n", b->number,
               b->threads);
}

static void on_warp_arrive(struct observer *o, void *state, const struct observed_warp_barrier *b)
{
    put_place(state, "arrive", &b->place);
    buf_printf(&((struct record *) state)->text, " members %08x\n", b->members);
}

static void on_warp_release(struct observer *o, void *state, const struct observed_warp_barrier *b)
{
    put_place(state, "release", &b->place);
    buf_printf(&((struct record *) state)->text, " members %08x\n", b->members);
}

static void on_fence(struct observer *o, void *state, const struct observed_fence *f)
{
    put_place(state, "fence", &f->place);
    put_ordering(&((struct record *) state)->text, f->ordering);
    buf_puts(&((struct record *) state)->text, "\n");
}

static void on_image(struct observer *o, void *state, const struct observed_image *i)
{
    static const char *const whats[] = {"fetch", "gather", "load", "store", "reduce"};
    struct record *s = state;
    put_place(s, whats[i->access->what], &i->place);
    buf_printf(&s->text, " image %" PRIu64 " at", i->handles[0]);
    for (uint32_t k = 0; k < i->access->dims; k++)
        buf_printf(&s->text, " %u", i->coords[1][k]);
    if (i->addresses)
        buf_printf(&s->text, " %u bytes at %" PRIu64, i->bytes, i->addresses[1] - s->r->base);
    buf_puts(&s->text, "\n");
}

static void on_allocate(struct observer *o, const struct observed_allocation *a)
{
    static const char *const kinds[] = {"host", "managed", "module", "heap"};
    buf_printf(&((struct recorder *) o)->memory, "allocate %s %" PRIu64 " '%s'\n", kinds[a->kind],
               a->size, a->name ? a->name : "");
}

static void on_free(struct observer *o, uint64_t address)
{
    struct recorder *r = (struct recorder *) o;
    buf_printf(&r->memory, "free%s\n", address == r->base ? " the array" : "");
}

static void on_transfer(struct observer *o, const struct observed_transfer *t)
{
    static const char *const kinds[] = {"in", "out", "copy", "fill"};
    struct recorder *r = (struct recorder *) o;
    uint64_t at = t->kind == TRANSFER_FROM_DEVICE ? t->from : t->to;
    buf_printf(&r->memory, "%s %" PRIu64 " at %" PRIu64 "\n", kinds[t->kind], t->size,
               at - r->base);
}

static void recorder_open(struct recorder *r)
{
    *r = (struct recorder){
        .observer = {.launch_begin = on_launch_begin,
                     .launch_end = on_launch_end,
                     .block_begin = on_block_begin,
                     .block_end = on_block_end}
    };
    pthread_mutex_init(&r->lock, NULL);
}

static void recorder_close(struct recorder *r)
{
    for (int k = 0; k < BLOCKS; k++)
        buf_free(&r->text[k]);
    buf_free(&r->launches);
    buf_free(&r->memory);
    pthread_mutex_destroy(&r->lock);
}

static void check(struct buf *text, const char *expected)
{
    buf_put(text, "", 1);
    assert_string_equal(text->p, expected);
    text->n = 0;
}

/* ---- a device with a module and an array ---- */

#define HEAD ".version 8.0\n.target sm_75\n.address_size 64\n"

struct fixture {
    struct device *d;
    struct device_module *m;
    struct diags diags;
    struct recorder r;
    uint64_t at; /* 4096 bytes, words 0, 1, 2... */
};

static void open_device(struct fixture *x)
{
    uint32_t words[1024];
    struct device_fault fault;
    memset(x, 0, sizeof *x);
    recorder_open(&x->r);
    x->d = cpu_device_open(NULL, 64 << 20, &x->diags);
    assert_non_null(x->d);
    for (uint32_t k = 0; k < 1024; k++)
        words[k] = k;
    assert_true(device_alloc(x->d, sizeof words, &x->diags, nowhere, &x->at));
    assert_int_equal(device_write(x->d, x->at, words, sizeof words, &fault), DEVICE_OK);
    x->r.base = x->at;
}

static void close_device(struct fixture *x)
{
    device_unload(x->d, &x->m);
    device_close(&x->d);
    diags_free(&x->diags);
    recorder_close(&x->r);
}

static void load(struct fixture *x, const char *text)
{
    x->m = device_load(x->d, text, strlen(text), &x->diags, nowhere);
    if (!x->m)
        print_error("%s\n", x->diags.last ? x->diags.last->text : "");
    assert_non_null(x->m);
}

static enum device_status launch(struct fixture *x, uint32_t grid, uint32_t block, uint64_t handle)
{
    struct params {
        uint64_t at, handle;
    } params = {x->at, handle};

    const struct device_kernel *k = device_kernel(x->m, "k");
    struct device_fault fault;
    assert_non_null(k);
    struct device_launch l = {
        .kernel = k,
        .grid = {grid,  1, 1},
        .block = {block, 1, 1},
        .params = &params,
        .params_size = device_kernel_info(k)->params_size
    };
    assert_true(device_launch(x->d, &l, &x->diags, nowhere));
    return device_sync(x->d, DEVICE_ALL_STREAMS, &fault);
}

/* Observes one launch of the kernel and compares what the recorder says of block 0. */
static void record(const char *ptx, uint32_t block, void (*choose)(struct observer *o),
                   const char *expected)
{
    struct fixture x;
    open_device(&x);
    load(&x, ptx);
    choose(&x.r.observer);
    assert_true(cpu_device_observe(x.d, &x.r.observer));
    assert_int_equal(launch(&x, 1, block, 0), DEVICE_OK);
    cpu_device_unobserve(x.d, &x.r.observer);
    check(&x.r.text[0], expected);
    close_device(&x);
}

/* ---- the tests ---- */

static const char memory_ptx[] =
    HEAD ".visible .entry k(.param .u64 p)\n{\n"
         ".reg .b32 %r<9>; .reg .b64 %d<9>; .reg .b16 %h<3>; .reg .pred %p<2>; .shared .align 8 "
         ".b8 s[512];\n"
         "ld.param.u64 %d0, [p];\n"
         "mov.u32 %r0, %tid.x; mul.wide.u32 %d1, %r0, 4; add.s64 %d2, %d0, %d1;\n"
         "ld.global.u32 %r1, [%d2+4];\n" /* 8 */
         "st.shared.u8 [s+3], %r0;\n"
         "mul.wide.u32 %d3, %r0, 8; add.s64 %d3, %d0, %d3;\n"
         "ld.global.v2.u32 {%r2, %r3}, [%d3+1024];\n" /* 11 */
         "atom.global.add.u32 %r1, [%d2], %r1;\n"
         "red.shared.add.u32 [s], 5;\n"
         "setp.eq.u32 %p0, %r0, 13;\n"
         "@%p0 atom.acquire.cta.global.cas.b32 %r4, [%d0+52], 27, 99;\n" /* 15 */
         "mov.u64 %d4, s; cvta.shared.u64 %d5, %d4;\n"
         "st.volatile.u16 [%d5+8], %h0;\n" /* 17: generic, in shared memory */
         "st.release.gpu.global.u64 [%d0], 7;\n"
         "ret;\n}\n";

static void choose_access(struct observer *o)
{
    o->access = on_access;
}

static void test_memory(void **state)
{
    record(memory_ptx, 32, choose_access,
           "block 0 of 32 threads, 1 warps\n"
           "load line 9 warp 0 mask ffffffff global 1 of 4 bytes weak [0] 4: 1 [13] 56: 14 [26] "
           "108: 27\n"
           "store line 10 warp 0 mask ffffffff shared 1 of 1 bytes weak [0] 3: 0 [13] 3: 13 [26] "
           "3: 26\n"
           "load line 12 warp 0 mask ffffffff global 2 of 4 bytes weak [0] 1024: 256 257 [13] "
           "1128: 282 283 [26] 1232: 308 309\n"
           "atomic line 13 warp 0 mask ffffffff global 1 of 4 bytes relaxed.gpu [0] 0: 1 was 0 "
           "[13] 52: 14 was 13 [26] 104: 27 was 26\n"
           "reduction line 14 warp 0 mask ffffffff shared 1 of 4 bytes relaxed.gpu [0] 0: 5 [13] "
           "0: 5 [26] 0: 5\n"
           "atomic line 16 warp 0 mask 00002000 global 1 of 4 bytes acquire.cta [13] 52: 27 99 was "
           "27\n"
           "store line 18 warp 0 mask ffffffff generic in shared 1 of 2 bytes relaxed.sys [0] 8: 0 "
           "[13] 8: 0 [26] 8: 0\n"
           "store line 19 warp 0 mask ffffffff global 1 of 8 bytes release.gpu [0] 0: 7 [13] 0: 7 "
           "[26] 0: 7\n"
           "end ended\n");
}

static void choose_flow(struct observer *o)
{
    o->instruction = on_instruction;
    o->branch = on_branch;
    o->barrier_arrive = on_barrier;
    o->barrier_release = on_release;
}

/* 40 threads: a warp and a quarter. Those above 36 leave before the second barrier. */
static const char flow_ptx[] = HEAD ".visible .entry k(.param .u64 p)\n{\n"
                                    ".reg .b32 %r<9>; .reg .pred %p<2>;\n"
                                    "mov.u32 %r0, %tid.x;\n"
                                    "setp.lt.u32 %p0, %r0, 7;\n"
                                    "@%p0 bra L;\n" /* 9 */
                                    "add.u32 %r1, %r0, 1;\n"
                                    "L: @%p0 mul.lo.u32 %r1, %r0, 3;\n"
                                    "bar.sync 0;\n"
                                    "setp.gt.u32 %p1, %r0, 36;\n"
                                    "@%p1 exit;\n" /* 14: jumped over where it does not hold */
                                    "bar.arrive 1, 64;\n"
                                    "barrier.red.popc.u32 %r2, 2, %p0;\n"
                                    "bar.sync 3;\n"
                                    "ret;\n}\n";

static void test_flow(void **state)
{
    record(flow_ptx, 40, choose_flow,
           "block 0 of 40 threads, 2 warps\n"
           "instruction line 8 warp 0 mask ffffffff setp.lt.u32\n"
           "instruction line 9 warp 0 mask ffffffff bra\n"
           "branch line 9 warp 0 mask ffffffff taken 0000007f\n"
           "instruction line 10 warp 0 mask ffffff80 add.u32\n"
           "instruction line 11 warp 0 mask 0000007f mul.lo.u32\n"
           "instruction line 12 warp 0 mask ffffffff bar.sync\n"
           "barrier line 12 warp 0 mask ffffffff sync 0 of 0\n"
           "instruction line 8 warp 1 mask 000000ff setp.lt.u32\n"
           "instruction line 9 warp 1 mask 000000ff bra\n"
           "branch line 9 warp 1 mask 000000ff taken 00000000\n"
           "instruction line 10 warp 1 mask 000000ff add.u32\n"
           "instruction line 12 warp 1 mask 000000ff bar.sync\n"
           "barrier line 12 warp 1 mask 000000ff sync 0 of 0\n"
           "barrier 0 released by 40 threads\n"
           "instruction line 13 warp 1 mask 000000ff setp.gt.u32\n"
           "instruction line 14 warp 1 mask 000000e0 exit\n"
           "instruction line 15 warp 1 mask 0000001f bar.arrive\n"
           "barrier line 15 warp 1 mask 0000001f arrive 1 of 64\n"
           "instruction line 16 warp 1 mask 0000001f barrier.red.popc.u32\n"
           "barrier line 16 warp 1 mask 0000001f reduce 2 of 0\n"
           "instruction line 13 warp 0 mask ffffffff setp.gt.u32\n"
           "instruction line 15 warp 0 mask ffffffff bar.arrive\n"
           "barrier line 15 warp 0 mask ffffffff arrive 1 of 64\n"
           "instruction line 16 warp 0 mask ffffffff barrier.red.popc.u32\n"
           "barrier line 16 warp 0 mask ffffffff reduce 2 of 0\n"
           "barrier 2 released by 37 threads\n"
           "instruction line 17 warp 0 mask ffffffff bar.sync\n"
           "barrier line 17 warp 0 mask ffffffff sync 3 of 0\n"
           "instruction line 17 warp 1 mask 0000001f bar.sync\n"
           "barrier line 17 warp 1 mask 0000001f sync 3 of 0\n"
           "barrier 3 released by 37 threads\n"
           "instruction line 18 warp 1 mask 0000001f ret\n"
           "instruction line 18 warp 0 mask ffffffff ret\n"
           "end ended\n");
}

static void choose_warp(struct observer *o)
{
    o->instruction = on_instruction;
    o->warp_arrive = on_warp_arrive;
    o->warp_release = on_warp_release;
    o->fence = on_fence;
}

static void choose_vote(struct observer *o)
{
    o->warp_arrive = on_warp_arrive;
    o->warp_release = on_warp_release;
}

/* Two groups of lanes reach one shuffle at different times, then different bar.warp.sync. */
static const char warp_ptx[] = HEAD ".visible .entry k(.param .u64 p)\n{\n"
                                    ".reg .b32 %r<9>; .reg .pred %p<2>;\n"
                                    "mov.u32 %r0, %laneid; setp.lt.u32 %p0, %r0, 8;\n"
                                    "@%p0 bra L;\n"
                                    "fence.acq_rel.cta;\n" /* 9 */
                                    "membar.gl;\n"
                                    "bra M;\n"
                                    "L: fence.sc.sys;\n"
                                    "M: shfl.sync.idx.b32 %r1, %r0, 0, 31, 0xffffffff;\n"
                                    "@%p0 bra N;\n"
                                    "bar.warp.sync 0xffffffff;\n" /* 15 */
                                    "bra O;\n"
                                    "N: bar.warp.sync 0xffffffff;\n"
                                    "O: ret;\n}\n";

/* Two groups of lanes call a function one after the other, so each has a frame of its own until they meet at the vote. */
static const char frames_ptx[] =
    HEAD ".func f()\n{\n"
         ".reg .b32 %v; .reg .pred %q; setp.ne.u32 %q, 0, 1; vote.sync.ballot.b32 %v, %q, "
         "0xffffffff;\n" /* 6 */
         "ret;\n}\n"
         ".visible .entry k(.param .u64 p)\n{\n"
         ".reg .b32 %r<9>; .reg .pred %p<3>;\n"
         "mov.u32 %r0, %laneid; shr.u32 %r1, %r0, 4; mov.u32 %r2, 0;\n"
         "L: setp.ne.u32 %p0, %r1, %r2; @%p0 bra N;\n" /* the lower lanes go first */
         "call.uni f;\n"
         "N: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 2; @%p1 bra L;\n"
         "ret;\n}\n";

static void test_warp(void **state)
{
    record(warp_ptx, 32, choose_warp,
           "block 0 of 32 threads, 1 warps\n"
           "instruction line 7 warp 0 mask ffffffff setp.lt.u32\n"
           "instruction line 8 warp 0 mask ffffffff bra\n"
           "instruction line 9 warp 0 mask ffffff00 fence.acq_rel.cta\n"
           "fence line 9 warp 0 mask ffffff00 acq_rel.cta\n"
           "instruction line 10 warp 0 mask ffffff00 membar.gl\n"
           "fence line 10 warp 0 mask ffffff00 sc.gpu\n"
           "instruction line 11 warp 0 mask ffffff00 bra\n"
           "instruction line 12 warp 0 mask 000000ff fence.sc.sys\n"
           "fence line 12 warp 0 mask 000000ff sc.sys\n"
           "instruction line 13 warp 0 mask ffffffff shfl.sync.idx.b32\n"
           "arrive line 13 warp 0 mask ffffffff members ffffffff\n"
           "release line 13 warp 0 mask ffffffff members ffffffff\n"
           "instruction line 14 warp 0 mask ffffffff bra\n"
           "instruction line 15 warp 0 mask ffffff00 bar.warp.sync\n"
           "arrive line 15 warp 0 mask ffffff00 members ffffffff\n"
           "instruction line 17 warp 0 mask 000000ff bar.warp.sync\n"
           "arrive line 17 warp 0 mask 000000ff members ffffffff\n"
           "release line 17 warp 0 mask ffffffff members ffffffff\n"
           "instruction line 16 warp 0 mask ffffff00 bra\n"
           "instruction line 18 warp 0 mask ffffffff ret\n"
           "end ended\n");
    record(frames_ptx, 32, choose_vote,
           "block 0 of 32 threads, 1 warps\n"
           "arrive line 6 warp 0 mask 0000ffff members ffffffff\n"
           "arrive line 6 warp 0 mask ffff0000 members ffffffff\n"
           "release line 6 warp 0 mask ffffffff members ffffffff\n"
           "end ended\n");
}

/* ---- textures and surfaces ---- */

static const char image_ptx[] =
    HEAD ".visible .entry k(.param .u64 p, .param .u64 h)\n{\n"
         ".reg .b32 %r<9>; .reg .b64 %d<3>; .reg .f32 %f<5>;\n"
         "ld.param.u64 %d0, [h]; mov.u32 %r0, %tid.x; mul.lo.u32 %r1, %r0, 4; mov.u32 %r2, 1;\n"
         "suld.b.2d.b32.trap %r0, [%d0, {%r1, %r2}];\n" /* 8 */
         "add.u32 %r0, %r0, 5;\n"
         "sust.b.2d.b32.trap [%d0, {%r1, %r2}], %r0;\n"
         "ret;\n}\n";

static void test_images(void **state)
{
    struct fixture x;
    open_device(&x);
    load(&x, image_ptx);
    struct device_image image = {.address = x.at,
                                 .row_pitch = 128,
                                 .slice_pitch = 512,
                                 .width = 32,
                                 .height = 4,
                                 .channels = 1,
                                 .bits = 32,
                                 .kind = CHANNEL_UNSIGNED};
    uint64_t handle = device_image_new(x.d, &image, NULL);
    x.r.observer.image = on_image;
    assert_true(cpu_device_observe(x.d, &x.r.observer));
    assert_int_equal(launch(&x, 1, 32, handle), DEVICE_OK);
    check(&x.r.text[0], "block 0 of 32 threads, 1 warps\n"
                        "load line 8 warp 0 mask ffffffff image 1 at 4 1 4 bytes at 132\n"
                        "store line 10 warp 0 mask ffffffff image 1 at 4 1 4 bytes at 132\n"
                        "end ended\n");
    close_device(&x);
}

/* ---- memory of the device ---- */

static const char heap_ptx[] = HEAD
    ".global .u32 table[4];\n"
    ".extern .func (.param .b64 r) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n"
    ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %d<3>;\n"
    "{ .param .b64 n; .param .b64 r; st.param.b64 [n], 100; call.uni (r), malloc, (n); "
    "ld.param.b64 %d0, [r]; }\n"
    "{ .param .b64 q; st.param.b64 [q], %d0; call.uni free, (q); }\n"
    "ret;\n}\n";

static void test_allocations(void **state)
{
    struct fixture x;
    uint32_t words[8];
    struct device_fault fault;
    uint64_t other;
    open_device(&x);
    x.r.observer.allocate = on_allocate;
    x.r.observer.release = on_free;
    x.r.observer.transfer = on_transfer;
    assert_true(cpu_device_observe(x.d, &x.r.observer));
    load(&x, heap_ptx);
    assert_true(device_alloc(x.d, 48, &x.diags, nowhere, &other));
    assert_int_equal(device_write(x.d, x.at + 8, words, 32, &fault), DEVICE_OK);
    assert_int_equal(device_read(x.d, words, x.at + 16, 4, &fault), DEVICE_OK);
    assert_int_equal(device_copy(x.d, x.at + 64, x.at, 16, 0), DEVICE_OK);
    assert_int_equal(launch(&x, 1, 1, 0), DEVICE_OK);
    assert_true(device_free(x.d, other, &x.diags, nowhere));
    assert_true(device_free(x.d, x.at, &x.diags, nowhere));
    device_unload(x.d, &x.m);
    check(&x.r.memory, "allocate module 16 'table'\n"
                       "allocate host 48 ''\n"
                       "in 32 at 8\n"
                       "out 4 at 16\n"
                       "copy 16 at 64\n"
                       "allocate heap 100 ''\n"
                       "free\n"
                       "free\n"
                       "free the array\n"
                       "free\n");
    close_device(&x);
}

/* ---- grids that kernels launch ---- */

static const char child_ptx[] = HEAD
    ".extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2 (.param .b64 a, .param .align 4 "
    ".b8 b[12], "
    ".param .align 4 .b8 c[12], .param .b32 d);\n"
    ".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2 (.param .b64 a, .param .b64 b);\n"
    ".visible .entry leaf(.param .u64 q)\n{\nret;\n}\n"
    ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %d<4>; .reg .b32 %r<4>;\n"
    "mov.u64 %d0, leaf; mov.u64 %d2, 0;\n"
    "{ .param .b64 a; .param .align 4 .b8 b[12]; .param .align 4 .b8 c[12]; .param .b32 d; .param "
    ".b64 r;\n"
    "st.param.b64 [a], %d0; st.param.b32 [b], 2; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1;\n"
    "st.param.b32 [c], 64; st.param.b32 [c+4], 1; st.param.b32 [c+8], 1; st.param.b32 [d], 0;\n"
    "call.uni (r), __cudaCDP2GetParameterBufferV2, (a, b, c, d); ld.param.b64 %d1, [r]; }\n"
    "st.global.u64 [%d1], 0;\n"
    "{ .param .b64 a; .param .b64 b; .param .b32 r; st.param.b64 [a], %d1; st.param.b64 [b], %d2;\n"
    "call.uni (r), __cudaCDP2LaunchDeviceV2, (a, b); ld.param.b32 %r0, [r]; }\n" /* 19 */
    "ret;\n}\n";

static void on_child(struct observer *o, void *state, const struct observed_child *c)
{
    put_place(state, "launch", &c->place);
    buf_printf(&((struct record *) state)->text, " lane %u '%s' grid %u block %u\n", c->lane,
               c->kernel, c->grid.x, c->block.x);
}

static void *keep_parent(struct observer *o, void *launch_state, const struct observed_block *b)
{
    return b->launch->depth ? calloc(1, sizeof(struct record)) : on_block_begin(o, launch_state, b);
}

static void end_parent(struct observer *o, void *state, const struct observed_block *b,
                       enum observed_end end)
{
    if (b->launch->depth)
        free(state);
    else
        on_block_end(o, state, b, end);
}

static void test_children(void **state)
{
    struct fixture x;
    open_device(&x);
    load(&x, child_ptx);
    x.r.observer.child = on_child;
    x.r.observer.block_begin = keep_parent;
    x.r.observer.block_end = end_parent;
    assert_true(cpu_device_observe(x.d, &x.r.observer));
    assert_int_equal(launch(&x, 1, 1, 0), DEVICE_OK);
    check(&x.r.text[0], "block 0 of 1 threads, 1 warps\n"
                        "launch line 20 warp 0 mask 00000001 lane 0 'leaf' grid 2 block 64\n"
                        "end ended\n");
    check(&x.r.launches, "begin k grid 1 block 1 depth 0\n"
                         "begin leaf grid 2 block 64 depth 1\n"
                         "end leaf\n"
                         "end k\n");
    close_device(&x);
}

/* ---- several observers, several threads, and none ---- */

static const char loop_ptx[] =
    HEAD ".visible .entry k(.param .u64 p)\n{\n"
         ".reg .b32 %r<4>; .reg .b64 %d<3>; .reg .pred %p<2>;\n"
         "ld.param.u64 %d0, [p]; mov.u32 %r0, %ctaid.x; mov.u32 %r1, 0;\n"
         "L: red.global.add.u32 [%d0], 1; bar.sync 0;\n"
         "add.u32 %r1, %r1, 1; setp.lt.u32 %p0, %r1, 20; @%p0 bra L;\n"
         "ret;\n}\n";

/* Each block has a state of its own, which one thread alone uses; all of them are merged. */
static void test_threads(void **state)
{
    struct fixture x;
    struct recorder second;
    char text[512];
    open_device(&x);
    recorder_open(&second);
    load(&x, loop_ptx);
    x.r.observer.branch = on_branch;
    second.observer.barrier_release = on_release;
    assert_true(cpu_device_observe(x.d, &x.r.observer));
    assert_true(cpu_device_observe(x.d, &second.observer));
    assert_int_equal(launch(&x, BLOCKS, 32, 0), DEVICE_OK);
    assert_int_equal(x.r.ended, BLOCKS);
    assert_int_equal(second.ended, BLOCKS);
    for (uint32_t b = 0; b < BLOCKS; b++) {
        struct buf branches = {0}, releases = {0};
        snprintf(text, sizeof text, "block %u of 32 threads, 1 warps\n", b);
        buf_puts(&branches, text);
        buf_puts(&releases, text);
        for (int k = 0; k < 20; k++) {
            buf_printf(&branches, "branch line 9 warp 0 mask ffffffff taken %s\n",
                       k < 19 ? "ffffffff" : "00000000");
            buf_puts(&releases, "barrier 0 released by 32 threads\n");
        }
        buf_put(&branches, "end ended\n", 11);
        buf_put(&releases, "end ended\n", 11);
        check(&x.r.text[b], branches.p);
        check(&second.text[b], releases.p);
        buf_free(&branches);
        buf_free(&releases);
    }
    check(&x.r.launches, "begin k grid 64 block 32 depth 0\nend k\n");
    cpu_device_unobserve(x.d, &x.r.observer); /* the other one continues */
    assert_int_equal(launch(&x, 1, 32, 0), DEVICE_OK);
    assert_int_equal(x.r.ended, BLOCKS);
    assert_int_equal(second.ended, BLOCKS + 1);
    recorder_close(&second);
    close_device(&x);
}

/* The shapes of accesses that are told ahead; nobody wants to look closer. */
static bool on_ahead(struct observer *o, void *state, const struct observed_ahead *a)
{
    static const char *const shapes[] = {"row", "halves", "two", "one", "lanes"};
    struct record *s = state;
    uint64_t at = a->shape == AHEAD_LANES ? a->addresses[__builtin_ctz(a->mask)] : a->at[0];
    buf_printf(&s->text, "%s %s warp %u mask %08x %u of %u bytes at %" PRIu64 "\n",
               a->atomic  ? "atomic"
               : a->store ? "store"
                          : "load",
               shapes[a->shape], a->warp, a->mask, a->count, a->size, at - s->r->base);
    return true;
}

/* A full warp reads a row and one word, and writes a row; the second warp has one lane. */
static void test_accesses_ahead(void **state)
{
    static const char ptx[] =
        HEAD ".visible .entry k(.param .u64 p)\n{\n"
             ".reg .b64 %d<4>; .reg .b32 %r<5>;\n"
             "ld.param.u64 %d0, [p];\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %d1, %r0, 4;\n"
             "add.s64 %d2, %d0, %d1;\nld.global.u32 %r1, [%d2];\nld.global.u32 %r2, [%d0+8];\n"
             "add.s32 %r3, %r1, %r2;\nst.global.u32 [%d2+256], %r3;\nret;\n}\n";
    struct fixture x;
    uint32_t out[33];
    struct device_fault fault;
    open_device(&x);
    load(&x, ptx);
    x.r.observer.access_ahead = on_ahead;
    assert_true(cpu_device_observe(x.d, &x.r.observer));
    assert_int_equal(launch(&x, 1, 33, 0), DEVICE_OK);
    check(&x.r.text[0], "block 0 of 33 threads, 2 warps\n"
                        "load row warp 0 mask ffffffff 1 of 4 bytes at 0\n"
                        "load one warp 0 mask ffffffff 1 of 4 bytes at 8\n"
                        "store row warp 0 mask ffffffff 1 of 4 bytes at 256\n"
                        "load lanes warp 1 mask 00000001 1 of 4 bytes at 128\n"
                        "load lanes warp 1 mask 00000001 1 of 4 bytes at 8\n"
                        "store lanes warp 1 mask 00000001 1 of 4 bytes at 384\n"
                        "end ended\n");
    assert_int_equal(device_read(x.d, out, x.at + 256, sizeof out, &fault), DEVICE_OK);
    for (uint32_t k = 0; k < 33; k++)
        assert_int_equal(out[k], k + 2);
    cpu_device_unobserve(x.d, &x.r.observer);
    close_device(&x);
}

static void test_fault_ends_blocks(void **state)
{
    struct fixture x;
    open_device(&x);
    load(&x, HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %d<2>; mov.u64 %d0, 64;\n"
                  "st.global.u32 [%d0], 1;\nret;\n}\n");
    x.r.observer.instruction = on_instruction;
    x.r.observer.access = on_access;
    assert_true(cpu_device_observe(x.d, &x.r.observer));
    assert_int_equal(launch(&x, 1, 1, 0), DEVICE_FAULT);
    check(&x.r.text[0], "block 0 of 1 threads, 1 warps\n"
                        "instruction line 7 warp 0 mask 00000001 st.global.u32\n"
                        "end faulted\n");
    close_device(&x);
}

/* Without observers the launch has full-mask code, and the function no second instance. */
static void test_unwatched(void **state)
{
    struct fixture x;
    open_device(&x);
    load(&x, loop_ptx);
    assert_int_equal(launch(&x, 1, 32, 0), DEVICE_OK);
    const struct cpu_kernel *k = (const struct cpu_kernel *) device_kernel(x.m, "k");
    assert_null(k->code->watched);
    assert_non_null(k->full_mask[SHAPE_LINE]);
    close_device(&x);
}

static void test_places(void **state)
{
    struct fixture x;
    struct observer many[OBSERVERS_MAX] = {{0}};
    open_device(&x);
    for (int i = 0; i < OBSERVERS_MAX; i++)
        assert_int_equal(cpu_device_observe(x.d, &many[i]), i < OBSERVERS_MAX - 1);
    close_device(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),         cmocka_unit_test(test_flow),
        cmocka_unit_test(test_warp),           cmocka_unit_test(test_images),
        cmocka_unit_test(test_allocations),    cmocka_unit_test(test_children),
        cmocka_unit_test(test_threads),        cmocka_unit_test(test_fault_ends_blocks),
        cmocka_unit_test(test_unwatched),      cmocka_unit_test(test_places),
        cmocka_unit_test(test_accesses_ahead),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
