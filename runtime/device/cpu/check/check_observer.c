/* SPDX-License-Identifier: Apache-2.0 */
/* The checker's hooks. Accesses go to check_race.c, or ahead of time to check_quick.c, what is read and stored to check_written.c and
 * check_undefined.c, findings to check_findings.c. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/check/check_impl.h"
#include "device/cpu/check/check_operations.h"
#include "device/cpu/check/check_parts.h"
#include "device/cpu/check/check_race.h"
#include "device/cpu/check/check_speculation.h"
#include "device/cpu/check/check_undefined.h"
#include "device/cpu/check/memory/word_users.h"
#include "device/cpu/code/decoded.h"
#include "device/cpu/code/ops.h"
#include "device/cpu/observe.h"
#include "device/cpu/observed_state.h"

const struct checked_code *checked_code_find(struct checked_block *b,
                                             const struct decoded_code *code)
{
    b->code = checked_code_in(b->launch->checker, code);
    return b->code;
}

uint32_t checked_number(struct checked_block *b, const struct observed_place *p)
{
    return checked_code_of(b, p->code)->first + p->op->inst;
}

uint32_t checked_access(struct checked_block *b, bool shared, uint32_t warp, uint32_t inst,
                        uint32_t memory, uint8_t kind, uint32_t clock)
{
    struct access_events *events = shared ? &b->shared_events : &b->launch->events;
    uint32_t at = (2 * memory + shared) * b->block->warps + warp, epoch = clocks_epoch(b->clocks);
    while (b->memos.n <= at)
        VEC_PUSH(&b->memos, ((struct event_memo){0}));
    struct event_memo *m = b->memos.at + at;
    if (m->serial != b->serial || m->epoch != epoch || m->clock != clock || m->kind != kind) {
        *m = (struct event_memo){b->serial, epoch, clock, (uint32_t) events->list.n, kind};
        VEC_PUSH(&events->list, ((struct access_event){(uint32_t) b->block->linear, epoch, clock,
                                                       inst, (uint16_t) warp, kind}));
    }
    return access_number(m->event, 0);
}

/* ---- launches and blocks ---- */

static const struct race_quick *quick_for(uint32_t vector_bytes)
{
#if defined __x86_64__ && !defined ENGINE_BASE_ONLY
    if (vector_bytes)
        return vector_bytes == 64 ? &race_quick_avx512 : &race_quick_avx2;
#else
    (void) vector_bytes;
#endif
    return &race_quick_base;
}

static void *launch_begin(struct observer *o, const struct observed_launch *l)
{
    struct checked_launch *s = xcalloc(1, sizeof *s);
    s->checker = (struct launch_checker *) o;
    s->launch = l;
    s->quick = quick_for(l->vector_bytes);
    s->volatiles = checked_stores_volatile(l->code->module);
    checked_accesses_begin(s);
    s->operation = operation_begin(s->checker->operations, l);
    s->kernel = checked_code_in(s->checker, l->code);
    pthread_mutex_lock(&s->checker->lock);
    s->checker->launches++;
    pthread_mutex_unlock(&s->checker->lock);
    return s;
}

static void forget_launch(struct checked_launch *s)
{
    if (s->operation)
        operation_end(s->checker->operations, s->operation, &s->shadow, &s->events,
                      published_any(s->published));
    s->operation = NULL;
    checked_accesses_end(s);
    speculation_end(s);
}

static void speculate(struct checked_launch *l, bool apart)
{
    if (!l->asked)
        l->speculation = speculation_begin(l, apart);
    l->asked = true;
}

/* What was queued before has run. */
static bool launch_apart(struct observer *o, void *state)
{
    struct checked_launch *l = state;
    bool apart = parts_possible(l);
    (void) o;
    speculate(l, apart);
    if (!l->speculation || !apart)
        return false;
    parts_begin(l);
    return true;
}

static bool all_ended(const struct checked_launch *l)
{
    const struct device_dim *grid = &l->launch->grid;
    return l->ended == (uint64_t) grid->x * grid->y * grid->z;
}

/* The parts have stopped. Other operations may have come meanwhile, which are not compared with parts. */
static void end_parts(struct checked_launch *l)
{
    bool ended = all_ended(l) && !speculation_failed(l->speculation);
    if (ended && !operation_is_alone(l->checker->operations, l->operation))
        speculation_doubt(l);
    bool good = ended && !speculation_failed(l->speculation) && parts_agree(l);
    parts_end(l);
    if (good)
        forget_launch(l);
}

static bool launch_again(struct observer *o, void *state)
{
    struct checked_launch *l = state;
    (void) o;
    if (l->parts)
        end_parts(l);
    if (!speculation_failed(l->speculation))
        return false;
    checked_accesses_end(l);
    checked_accesses_begin(l);
    speculation_undo(l);
    l->narrow = false;
    l->ended = 0;
    return true;
}

static void launch_end(struct observer *o, void *state)
{
    struct checked_launch *l = state;
    parts_end(l);
    forget_launch(l);
    free(l);
}

static struct checked_block *block_new(const struct checked_launch *l,
                                       const struct observed_block *block)
{
    struct checked_block *b = xcalloc(1, sizeof *b);
    b->clocks = block_clocks_new(block, l->published);
    b->shared = shadow_new(l->checker->spares);
    b->shared_written = xcalloc(block->shared_size / 8 + 8, 1);
    b->shared_range = (struct written_range){0, block->shared_size, b->shared_written, 0, 0};
    return b;
}

static struct checked_block *block_again(struct checked_launch *l,
                                         const struct observed_block *block)
{
    struct checked_block *b = VEC_LAST(&l->spares);
    l->spares.n--;
    block_clocks_reset(b->clocks, block);
    if (b->shared_events.list.n)
        shadow_clear(b->shared);
    b->shared_events.list.n = 0;
    b->shared_before = NO_ACCESS;
    b->shared_range.full = 0;
    memset(b->shared_written, 0, block->shared_size / 8 + 8);
    b->arrived = 0;
    return b;
}

static void *block_begin(struct observer *o, void *launch_state, const struct observed_block *block)
{
    struct checked_launch *l = parts_mine(launch_state);
    speculate(l, false);
    struct checked_block *b = l->spares.n ? block_again(l, block) : block_new(l, block);
    b->launch = l;
    b->block = block;
    b->serial = ++l->blocks;
    b->others_before = access_number((uint32_t) l->events.list.n, 0) - 1;
    b->undefined = undefined_new(block);
    b->nans = l->checker->nans ? nan_watch_new() : NULL;
    memset(b->windows, 0, sizeof b->windows);
    b->shared_read_only = false;
    b->reads_follow = true;
    return b;
}

static void block_end(struct observer *o, void *state, const struct observed_block *block,
                      enum observed_end end)
{
    struct checked_block *b = state;
    struct checked_launch *l = b->launch, *whole = l->whole ? l->whole : l;
    undefined_free(&b->undefined);
    free(b->local_written);
    b->local_written = NULL;
    nan_watch_free(&b->nans);
    VEC_PUSH(&l->spares, b);
    whole->ended++;
    if (!whole->parts && all_ended(l) && !speculation_failed(l->speculation))
        forget_launch(l); /* launch_end may come much later */
}

static void see_fault(struct observer *o, void *state, const struct observed_fault *f)
{
    const struct checked_block *b = state;
    (void) o;
    (void) f;
    if (b->launch->whole)
        checked_doubt(b);
}

/* ---- accesses ---- */

unsigned char *checked_local(struct checked_block *b)
{
    uint64_t size = b->block->local_stride * WARP_LANES * b->block->warps;
    if (!b->local_written)
        b->local_written = xcalloc(size / 8 + 8, 1);
    return b->local_written;
}

/* The bits of the memory that a finding is about; *bit: of an address. NULL: of global memory. */
static unsigned char *block_bits(struct checked_block *b, const struct finding_of *f, uint64_t at,
                                 uint64_t *bit)
{
    *bit = f->space == PTX_LOCAL ? f->thread * b->block->local_stride + at : at;
    return f->space == PTX_SHARED  ? b->shared_written
           : f->space == PTX_LOCAL ? checked_local(b)
                                   : NULL;
}

/* Which of up to 32 bytes are written, a bit each. */
static uint32_t written_bytes(struct checked_block *b, const struct finding_of *f, uint64_t address,
                              uint32_t size)
{
    uint32_t found = 0;
    uint64_t at;
    const unsigned char *bits = block_bits(b, f, address, &at);
    if (!bits)
        return written_bits(b->launch->checker->written, address, size);
    for (uint32_t i = 0; i < size; i++)
        found |= (uint32_t) (bits[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return found;
}

/* What the bytes of a store are from now on: a bit each. */
static void mark_written(struct checked_block *b, const struct finding_of *f, uint32_t written)
{
    struct written *global = b->launch->checker->written;
    uint64_t at;
    unsigned char *bits = block_bits(b, f, f->address, &at);
    if (bits == b->shared_written && written != UINT32_MAX && f->address < b->shared_range.full)
        b->shared_range.full = f->address;
    if (!bits && written == UINT32_MAX) {
        written_mark(global, f->address, f->size);
        return;
    }
    for (uint32_t k = 0; k < f->size; k++) {
        unsigned char bit = (unsigned char) (1 << (at + k) % 8);
        bool is = written >> k & 1;
        if (!bits)
            (is ? written_mark : written_unmark)(global, f->address + k, 1);
        else if (is)
            bits[(at + k) / 8] |= bit;
        else
            bits[(at + k) / 8] &= (unsigned char) ~bit;
    }
}

/* A read of what nobody has written. An atomic uses it at once. Bytes next to written ones may be padding, which is copied along. */
static void check_read(struct checked_block *b, const struct observed_access *a,
                       const struct finding_of *f, uint32_t k, uint32_t lane)
{
    uint8_t class = checked_code_of(b, a->place.code)->classes[a->place.op->inst];
    uint64_t vector = a->count * a->width, /* a power of two */
        unit = a->count > 1        ? vector
               : class & INST_PART ? 8
                                   : 4,
             from = f->address & ~(unit - 1);
    uint32_t size = (uint32_t) (((f->address + f->size + unit - 1) & ~(unit - 1)) - from),
             around = written_bytes(b, f, from, size),
             all = f->size < 32 ? (1u << f->size) - 1 : UINT32_MAX,
             own = around >> (f->address - from) & all;
    if (own == all)
        return;
    bool exchange = a->kind == ACCESS_KIND_ATOMIC && a->atom == ATOM_EXCH;
    if (a->kind == ACCESS_KIND_LOAD || exchange) { /* the old value may be dropped */
        undefined_set(b, &a->place, 0, k, lane, f, around != 0, own);
    } else if (!own) {
        finding_add(f);
        mark_written(b, f, UINT32_MAX);
    }
}

static void check_store(struct checked_block *b, const struct observed_access *a,
                        const struct finding_of *f, uint32_t k, uint32_t lane)
{
    uint32_t defined =
        a->kind == ACCESS_KIND_STORE ? undefined_store(b, &a->place, 1, k, lane, f) : UINT32_MAX;
    mark_written(b, f, defined);
}

static void check_element(struct checked_block *b, const struct observed_access *a,
                          const struct access_element *e)
{
    if (a->kind != ACCESS_KIND_STORE)
        check_read(b, a, &e->finding, e->k, e->lane);
    if (a->kind != ACCESS_KIND_LOAD)
        check_store(b, a, &e->finding, e->k, e->lane);
}

static void check_access(struct observer *o, void *state, const struct observed_access *a)
{
    struct checked_block *b = state;
    const struct checked_code *code = checked_code_of(b, a->place.code);
    if ((code->classes[a->place.op->inst] & INST_CLASS) != INST_BEYOND)
        race_check(b, a, check_element);
}

static bool check_ahead(struct observer *o, void *state, const struct observed_ahead *a)
{
    struct checked_block *b = state;
    return b->launch->quick->look(b, a);
}

/* ---- before an instruction ---- */

bool checked_operand(const struct observed_place *p, uint32_t operand, uint32_t lane, uint64_t *out)
{
    const struct ptx_operand *o = p->inst->operands + operand;
    if (operand >= p->inst->operand_count)
        return false;
    if (o->kind == PTX_OPERAND_INT) {
        *out = o->bits;
        return true;
    }
    return o->kind == PTX_OPERAND_REG && observed_register(p, o->reg, lane, out);
}

static void check_operand(struct checked_block *b, const struct observed_place *p, bool division)
{
    static const char *const widths[] = {"16", "32", "64"};
    uint32_t bits = 0;
    struct str type = p->inst->mods[p->inst->mod_count - 1];
    for (int i = 0; i < 3; i++)
        if (type.n == 3 && !memcmp(type.p + 1, widths[i], 2))
            bits = 16u << i;
    for (uint32_t left = p->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left);
        uint64_t v;
        if (!checked_operand(p, 2, lane, &v) || (division ? v != 0 : v < bits))
            continue;
        struct finding_of f = {.kind = division ? CHECK_DIVISION : CHECK_SHIFT,
                               .block = b,
                               .size = bits / 8,
                               .thread = p->warp * WARP_LANES + lane,
                               .inst = checked_number(b, p),
                               .act = CHECK_EXECUTES};
        if (division)
            finding_add(&f);
        else
            undefined_set(b, p, 0, 0, lane, &f, false, 0);
    }
}

/* The value stored says which index of which dimension: compile/bounds.h. */
static void check_beyond(struct checked_block *b, const struct observed_place *p)
{
    uint64_t v;
    for (uint32_t left = p->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left);
        if (!checked_operand(p, 1, lane, &v))
            continue;
        finding_add(&(struct finding_of){.kind = CHECK_BOUNDS,
                                         .block = b,
                                         .size = (uint32_t) (v >> 32) & 0xfffffff,
                                         .mask = (uint32_t) (v >> 60),
                                         .index = (int32_t) (uint32_t) v,
                                         .thread = p->warp * WARP_LANES + lane,
                                         .inst = checked_number(b, p),
                                         .act = CHECK_EXECUTES});
    }
}

/* The addresses of the lanes of a memory operation. */
static uint64_t lane_address(const struct observed_place *p, uint32_t lane)
{
    uint64_t at = 0;
    uint32_t width = op_infos[p->op->code].address;
    memcpy(&at, p->registers + p->op->a + (size_t) lane * width, width);
    return at + (uint64_t) p->op->imm;
}

/* False: the launch is abandoned. */
static bool may_store(struct checked_block *b, const struct observed_place *p)
{
    const struct observed_block *o = b->block;
    uint32_t size = op_element_bytes(p->op) * op_elements(p->op);
    if (!b->launch->speculation || (p->op->space != PTX_GLOBAL && p->op->space != PTX_GENERIC))
        return true;
    for (uint32_t left = p->mask; left; left &= left - 1) {
        uint64_t at = lane_address(p, (uint32_t) __builtin_ctz(left));
        if (at - o->shared_at < o->shared_size ||
            at - o->local_at < o->local_stride * WARP_LANES * o->warps)
            continue;
        if (!speculation_store(b->launch, at, size)) {
            o->closely[p->warp] = true; /* full-mask code asks masked code */
            observed_abandon(o);
            return false;
        }
    }
    return true;
}

/* What a thread publishes must be known before the store is seen. */
static void publish(struct checked_block *b, const struct observed_place *p)
{
    struct observed_ordering ordering = observed_ordering_of(p->inst);
    bool releases = ordering.order == ORDER_RELEASE || ordering.order == ORDER_ACQ_REL ||
                    ordering.order == ORDER_SC;
    for (uint32_t left = p->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left), thread = p->warp * WARP_LANES + lane;
        uint64_t at = lane_address(p, lane);
        bool shared =
            p->op->space == PTX_SHARED || at - b->block->shared_at < b->block->shared_size;
        if (shared && p->op->space != PTX_SHARED)
            at -= b->block->shared_at;
        clocks_publish(b->clocks, thread, shared, at, releases ? ordering.scope : SCOPE_NONE);
    }
}

static void check_instruction(struct observer *o, void *state, const struct observed_place *p)
{
    struct checked_block *b = state;
    enum op_kind kind = (enum op_kind) op_infos[p->op->code].kind;
    bool stores = kind == OP_KIND_STORE || kind == OP_KIND_ATOMIC;
    if (stores && !may_store(b, p))
        return;
    if (b->block->closely[p->warp])
        undefined_follow(b, p);
    if (b->nans)
        nan_look(b, p);
    uint32_t class = checked_code_of(b, p->code)->classes[p->op->inst] & INST_CLASS;
    switch ((enum inst_class) class) {
    case INST_CLASS:
    case INST_VOLATILE:
    case INST_PART:
    case INST_REMEMBERED:
    case INST_PLAIN:
    case INST_READS_FOLLOW:
    case INST_CAS_READ: break;
    case INST_DIVISION: check_operand(b, p, true); break;
    case INST_SHIFT: check_operand(b, p, false); break;
    case INST_RELEASING:
    case INST_ATOMIC: publish(b, p); break;
    case INST_BEYOND: check_beyond(b, p); return;
    }
    if (stores)
        race_before(b, p);
}

/* ---- synchronisation ---- */

/* What the threads of a cluster have done before its barrier is known after it in all its blocks: as if each published it there, and learned it
 * from there. Nothing else is at this address. */
enum { CLUSTER_ADDRESS = 8 };

static void publish_to_cluster(struct checked_block *b, const struct observed_place *p)
{
    for (uint32_t left = p->mask; left; left &= left - 1) {
        uint32_t thread = p->warp * WARP_LANES + (uint32_t) __builtin_ctz(left);
        clocks_fence(b->clocks, thread, SCOPE_GPU);
        clocks_publish(b->clocks, thread, false, CLUSTER_ADDRESS, SCOPE_GPU);
    }
}

static void barrier_arrive(struct observer *o, void *state, const struct observed_barrier *e)
{
    struct checked_block *b = state;
    const struct observed_place *p = &e->place;
    bool part = e->expected && e->expected < b->block->threads;
    if (b->arrived && p->op == b->arrived_place.op && p->mask == UINT32_MAX && !e->number &&
        !e->expected) { /* a whole warp, where others wait */
        b->arrived += WARP_LANES;
        return;
    }
    clocks_barrier_arrive(b->clocks, e->number, p->warp, p->mask, part, e->kind != BARRIER_ARRIVE);
    if (e->number == OBSERVED_CLUSTER)
        publish_to_cluster(b, p);
    if (e->number || part)
        return;
    uint32_t inst = checked_number(b, p),
             thread = p->warp * WARP_LANES + (uint32_t) __builtin_ctz(p->mask);
    if (checked_code_of(b, p->code)->classes[p->op->inst] != INST_READS_FOLLOW)
        b->reads_follow = false;
    if (b->arrived && b->arrived_inst != inst) {
        struct stamp first = {.block = (uint32_t) b->block->linear,
                              .thread =
                                  (uint16_t) (b->arrived_place.warp * WARP_LANES +
                                              (uint32_t) __builtin_ctz(b->arrived_place.mask)),
                              .inst = b->arrived_inst};
        finding_add(&(struct finding_of){.kind = CHECK_BARRIER,
                                         .block = b,
                                         .before = &first,
                                         .thread = thread,
                                         .inst = inst,
                                         .act = CHECK_EXECUTES});
    }
    if (!b->arrived) {
        b->arrived_inst = inst;
        b->arrived_place = *p;
    }
    b->arrived += (uint32_t) __builtin_popcount(p->mask);
}

static void barrier_release(struct observer *o, void *state, const struct observed_release *r)
{
    struct checked_block *b = state;
    if (clocks_barrier_release(b->clocks, r->number)) {
        b->shared_read_only = b->reads_follow;
        *b->block->shared_settled =
            b->reads_follow && written_up_to(&b->shared_range, b->block->shared_size);
        b->reads_follow = true;
        b->shared_before = access_number((uint32_t) b->shared_events.list.n, 0) - 1;
    }
    for (uint32_t t = 0; r->number == OBSERVED_CLUSTER && t < b->block->threads; t++)
        clocks_learn(b->clocks, t, false, CLUSTER_ADDRESS);
    if (r->number || !b->arrived)
        return;
    if (b->arrived < b->block->threads) {
        uint32_t thread =
            b->arrived_place.warp * WARP_LANES + (uint32_t) __builtin_ctz(b->arrived_place.mask);
        finding_add(&(struct finding_of){.kind = CHECK_BARRIER,
                                         .block = b,
                                         .size = b->block->threads - b->arrived,
                                         .thread = thread,
                                         .inst = b->arrived_inst,
                                         .act = CHECK_EXECUTES});
    }
    b->arrived = 0;
}

static bool is_bar_warp(const struct observed_warp_barrier *e)
{
    return str_eq(e->place.inst->mods[0], "bar") || str_eq(e->place.inst->mods[0], "barrier");
}

/* Each thread that executes a warp operation must name itself (CUDA C++ Programming Guide, warp intrinsics). */
static void check_members(struct checked_block *b, const struct observed_warp_barrier *e)
{
    for (uint32_t left = e->place.mask & ~e->members; left; left &= left - 1)
        finding_add(&(struct finding_of){.kind = CHECK_MASK,
                                         .block = b,
                                         .mask = e->members,
                                         .thread = e->place.warp * WARP_LANES +
                                                   (uint32_t) __builtin_ctz(left),
                                         .inst = checked_number(b, &e->place),
                                         .act = CHECK_EXECUTES});
}

/* Shuffles and votes exchange values; they do not order memory (CUDA C++ Programming Guide, warp intrinsics). */
static void warp_arrive(struct observer *o, void *state, const struct observed_warp_barrier *e)
{
    struct checked_block *b = state;
    check_members(b, e);
    if (!is_bar_warp(e))
        return;
    clocks_warp_arrive(b->clocks, e->place.warp, e->place.mask, e->members);
}

static void warp_release(struct observer *o, void *state, const struct observed_warp_barrier *e)
{
    struct checked_block *b = state;
    if (is_bar_warp(e))
        clocks_warp_release(b->clocks, e->place.warp, e->place.mask, e->members);
    else
        undefined_exchange(b, e);
}

static void fence(struct observer *o, void *state, const struct observed_fence *f)
{
    struct checked_block *b = state;
    for (uint32_t left = f->place.mask; left; left &= left - 1)
        clocks_fence(b->clocks, f->place.warp * WARP_LANES + (uint32_t) __builtin_ctz(left),
                     f->ordering.scope);
}

/* ---- memory ---- */

static struct written *written_of(struct observer *o)
{
    return ((struct launch_checker *) o)->written;
}

static void allocated(struct observer *o, const struct observed_allocation *a)
{
    operations_allocated(((struct launch_checker *) o)->operations, a->address, a->size);
    if (a->kind == ALLOCATION_HOST || a->kind == ALLOCATION_HEAP)
        written_allocated(written_of(o), a->address, a->size);
}

static void released(struct observer *o, uint64_t address)
{
    written_released(written_of(o), address);
}

static void transferred(struct observer *o, const struct observed_transfer *t)
{
    if (t->kind == TRANSFER_TO_DEVICE || t->kind == TRANSFER_FROM_DEVICE)
        operations_implicit_copy(((struct launch_checker *) o)->operations);
    if (t->kind == TRANSFER_ON_DEVICE)
        written_copy(written_of(o), t->to, t->from, t->size);
    else if (t->kind != TRANSFER_FROM_DEVICE)
        written_mark(written_of(o), t->to, t->size);
}

/* ---- the checker ---- */

struct launch_checker *checker_start(struct device *d, const struct check_options *o)
{
    struct launch_checker *c = xcalloc(1, sizeof *c);
    c->observer = (struct observer){.in_order = true,
                                    .seed = o->seed,
                                    .launch_begin = launch_begin,
                                    .launch_end = launch_end,
                                    .apart = launch_apart,
                                    .again = launch_again,
                                    .fault = see_fault,
                                    .block_begin = block_begin,
                                    .block_end = block_end,
                                    .instruction = check_instruction,
                                    .access = check_access,
                                    .access_ahead = check_ahead,
                                    .barrier_arrive = barrier_arrive,
                                    .barrier_release = barrier_release,
                                    .warp_arrive = warp_arrive,
                                    .warp_release = warp_release,
                                    .fence = fence,
                                    .allocate = allocated,
                                    .release = released,
                                    .transfer = transferred};
    pthread_mutex_init(&c->lock, NULL);
    c->nans = o->nans;
    if (o->nans) /* every instruction counts */
        c->observer.access_ahead = NULL;
    c->names = intern_new();
    c->written = written_new();
    c->spares = spare_blocks_new();
    c->operations = operations_new(c);
    c->device = d;
    if (!cpu_device_observe(d, &c->observer)) {
        c->device = NULL;
        checker_stop(&c);
        return NULL;
    }
    cpu_device_hold(d, o->holds);
    return c;
}

void checker_stop(struct launch_checker **at)
{
    struct launch_checker *c = *at;
    if (!c)
        return;
    if (c->device) {
        cpu_device_hold(c->device, false);
        cpu_device_unobserve(c->device, &c->observer);
    }
    VEC_EACH (code, &c->codes) {
        free((*code)->classes);
        free((*code)->memories);
        free(*code);
    }
    VEC_FREE(&c->codes);
    VEC_FREE(&c->findings);
    intern_free(&c->names);
    written_free(&c->written);
    operations_free(&c->operations);
    spare_blocks_free(&c->spares);
    pthread_mutex_destroy(&c->lock);
    free(c);
    *at = NULL;
}

uint64_t checker_launches(const struct launch_checker *c)
{
    return c->launches;
}

/* ---- the order of launches and copies ---- */

void checker_queue_launch(struct launch_checker *c, uint32_t stream, struct span at)
{
    operations_queue_launch(c->operations, stream, at);
}

void checker_transfer(struct launch_checker *c, const struct check_transfer *t)
{
    operations_transfer(c->operations, t);
}

void checker_stream_apart(struct launch_checker *c, uint32_t stream)
{
    operations_apart(c->operations, stream);
}

void checker_waited(struct launch_checker *c, uint32_t stream)
{
    operations_wait(c->operations, stream);
}

uint32_t checker_mark(struct launch_checker *c, uint32_t stream)
{
    return operations_mark(c->operations, stream);
}

void checker_stream_waits(struct launch_checker *c, uint32_t stream, uint32_t mark)
{
    operations_stream_waits(c->operations, stream, mark);
}

void checker_host_waits(struct launch_checker *c, uint32_t mark)
{
    operations_host_waits(c->operations, mark);
}

void checker_managed(struct launch_checker *c, uint64_t address, uint64_t size)
{
    operations_managed(c->operations, address, size);
}

void checker_host_access(struct launch_checker *c, const struct check_host_access *a)
{
    operations_host_access(c->operations, a);
}

bool checker_pending(struct launch_checker *c)
{
    return operations_pending(c->operations);
}
