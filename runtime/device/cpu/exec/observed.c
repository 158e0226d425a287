/* SPDX-License-Identifier: Apache-2.0 */
/* The code of observed launches: a second instance of the masked ops, in which every op's function is `look`. It tells the observers what
 * is about to happen, then calls the masked op's own function with the copied op, so execution continues in the copy. An access is reported
 * when the next op begins, with the values it loaded; nothing else of the block runs in between. Read watch/observer.h first. */
#include "device/cpu/exec/observed.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/code/image_op.h"
#include "device/cpu/code/ops.h"
#include "device/cpu/exec/exec_device.h"

enum pending_access { PENDING_NONE, PENDING_ACCESS, PENDING_IMAGE };

static uint32_t vreg_word(const char *vregs, uint32_t at, uint32_t lane)
{
    return ((const uint32_t *) (vregs + at))[lane];
}

static struct observed_place place_of(const struct warp *w, const struct call_frame *f,
                                      const struct op *op, uint32_t mask)
{
    return (struct observed_place){.block = &w->block->observation->block,
                                   .code = f->code,
                                   .inst = &f->code->func->insts.at[op->inst],
                                   .op = op,
                                   .registers = f->vregs,
                                   .warp = w->id,
                                   .mask = mask,
                                   .depth = f->depth};
}

static struct observed_place place_here(const struct warp *w, const struct op *op)
{
    return place_of(w, w->frame, op, w->mask);
}

/* ---- memory ---- */

static void note_operands(struct block_observation *s, const struct op *op, const char *vregs)
{
    struct observed_access *a = &s->access;
    a->kind = op->d ? ACCESS_KIND_ATOMIC : ACCESS_KIND_REDUCTION;
    a->atom = (enum atom_kind) op->target;
    a->compares = op->target == ATOM_CAS;
    a->old = op->d ? vregs + op->d : NULL;
    memcpy(s->operands[0], vregs + op->b, (size_t) a->width * WARP_LANES);
    memcpy(s->operands[1], vregs + op->c, (size_t) a->width * WARP_LANES);
    a->values[0] = s->operands[0];
    a->values[1] = a->compares ? s->operands[1] : NULL;
}

static void note_access(const struct op *op, const char *vregs, const struct warp *w)
{
    const struct op_info *info = &op_infos[op->code];
    struct block_observation *s = w->block->observation;
    struct observed_access *a = &s->access;
    const uint32_t *list = op->more;
    s->pending = PENDING_ACCESS;
    *a = (struct observed_access){.place = place_here(w, op),
                                  .kind = info->kind == OP_KIND_LOAD ? ACCESS_KIND_LOAD
                                                                     : ACCESS_KIND_STORE,
                                  .space = (enum ptx_space) op->space,
                                  .addresses = s->addresses,
                                  .width = op_element_bytes(op),
                                  .count = op_elements(op)};
    a->ordering = observed_ordering_of(a->place.inst);
    for (uint32_t l = 0; l < WARP_LANES; l++) {
        uint64_t at = 0;
        memcpy(&at, vregs + op->a + (size_t) l * info->address, info->address);
        s->addresses[l] = at + (uint64_t) op->imm;
    }
    if (info->kind == OP_KIND_ATOMIC)
        note_operands(s, op, vregs);
    else if (!info->vector)
        a->values[0] = vregs + op->d;
    for (uint32_t k = 0; info->vector && k < op->count && k < OBSERVED_ELEMENTS; k++)
        a->values[k] = list[k] == UINT32_MAX ? NULL : vregs + list[k];
}

/* ---- textures and surfaces ---- */

static void note_image(const struct op *op, const char *vregs, const struct warp *w)
{
    struct block_observation *s = w->block->observation;
    const struct image_access *access = op->more;
    s->pending = PENDING_IMAGE;
    s->image = (struct observed_image){.place = place_here(w, op),
                                       .access = access,
                                       .handles = s->handles,
                                       .coords = (const uint32_t(*)[4]) s->coords};
    memcpy(s->handles, vregs + op->a, sizeof s->handles);
    for (uint32_t l = 0; l < WARP_LANES; l++)
        for (uint32_t k = 0; k < (uint32_t) access->dims + access->layered; k++)
            s->coords[l][k] = vreg_word(vregs, access->coords[k], l);
}

static void find_elements(struct thread_block *b)
{
    struct block_observation *s = b->observation;
    const struct image_access *access = s->image.access;
    s->image.bytes = (uint32_t) access->size * access->count;
    s->image.addresses = s->addresses;
    for (uint32_t m = s->image.place.mask; m; m &= m - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(m);
        bool fault;
        const struct image_binding *i = image_of(&b->launch->exec->images, s->handles[l]);
        int32_t xyz[3] = {0};
        for (uint32_t k = 0; k < access->dims; k++)
            xyz[k] = (int32_t) s->coords[l][k + access->layered];
        char *p = i ? image_element(i, access, access->layered ? s->coords[l][0] : 0, xyz,
                                    s->image.bytes, &fault)
                    : NULL;
        s->addresses[l] = (uint64_t) (uintptr_t) p;
    }
}

/* Observers know the shared memory of the block: lanes that access another block's are left out. */
static bool leave_out_cluster(struct thread_block *b)
{
    struct observed_access *a = &b->observation->access;
    bool shared = a->space == PTX_SHARED;
    for (uint32_t m = a->place.mask; m && (shared || a->space == PTX_GENERIC); m &= m - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(m);
        uint64_t at = shared ? cluster_generic(b, a->addresses[l]) : a->addresses[l];
        const struct thread_block *of = cluster_owner(b, at);
        if (of && of != b)
            a->place.mask &= ~(1u << l);
    }
    return a->place.mask != 0;
}

static void tell_pending(struct thread_block *b)
{
    struct block_observation *s = b->observation;
    enum pending_access was = (enum pending_access) s->pending;
    s->pending = PENDING_NONE;
    if (was == PENDING_ACCESS) {
        if (b->cluster->size == 1 || leave_out_cluster(b))
            TELL(b, access, &s->access);
    } else if (was == PENDING_IMAGE) {
        enum image_what what = s->image.access->what;
        if (what == IMAGE_LOAD || what == IMAGE_STORE || what == IMAGE_REDUCE)
            find_elements(b);
        TELL(b, image, &s->image);
    }
}

/* ---- lanes that wait for each other ---- */

static void tell_barrier(const struct op *op, const char *vregs, const struct warp *w)
{
    uint32_t lane = (uint32_t) __builtin_ctz(w->mask);
    struct observed_barrier e = {.place = place_here(w, op),
                                 .kind = op->imm == 1 ? BARRIER_ARRIVE
                                         : op->target ? BARRIER_REDUCE
                                                      : BARRIER_SYNC,
                                 .number = vreg_word(vregs, op->a, lane),
                                 .expected = op->count ? vreg_word(vregs, op->b, lane) : 0};
    TELL(w->block, barrier_arrive, &e);
}

_Static_assert((int) OBSERVED_CLUSTER == (int) CLUSTER_BARRIER,
               "observers count the block's 16 barriers, too");

static void tell_cluster_barrier(const struct op *op, const struct warp *w)
{
    struct observed_barrier e = {
        .place = place_here(w, op), .kind = BARRIER_ARRIVE, .number = OBSERVED_CLUSTER};
    TELL(w->block, barrier_arrive, &e);
}

void observed_barrier_release(struct thread_block *b, uint32_t number, uint32_t threads)
{
    struct observed_release e = {&b->observation->block, number, threads};
    if (b->observation->pending)
        tell_pending(b);
    TELL(b, barrier_release, &e);
}

/* The lanes of a mask that name the same members as its first lane. */
static uint32_t same_members(const struct op *op, const char *vregs, uint32_t mask,
                             uint32_t *out_members)
{
    const uint32_t *members = (const uint32_t *) (vregs + op_members(op));
    uint32_t same = 0, differ = 0;
    *out_members = members[__builtin_ctz(mask)];
    for (uint32_t l = 0; l < WARP_LANES; l++)
        differ |= members[l] ^ *out_members;
    if (!differ)
        return mask;
    for (uint32_t l = 0; l < WARP_LANES; l++)
        same |= (uint32_t) (members[l] == *out_members) << l;
    return same & mask;
}

/* Lanes that wait execute the op again, and so do all lanes if they name different members. */
static void tell_warp_barrier(const struct op *op, const char *vregs, struct warp *w,
                              uint32_t fresh)
{
    uint32_t *told = &w->block->observation->told[w->id], lanes = 0;
    struct observed_warp_barrier e = {.members = 0};
    for (uint32_t left = w->mask; left; left &= ~lanes) {
        lanes = same_members(op, vregs, left, &e.members);
        e.place = place_of(w, w->frame, op, lanes & fresh);
        if (lanes & fresh)
            TELL(w->block, warp_arrive, &e);
    }
    if (lanes != w->mask || e.members & w->alive & ~w->mask) {
        *told |= w->mask;
        return;
    }
    *told &= ~w->mask;
    e.place.mask = w->mask;
    TELL(w->block, warp_release, &e);
}

void observed_warp_release(struct warp *w, const struct op *op, const struct call_frame *f,
                           uint32_t members, uint32_t mask)
{
    struct observed_warp_barrier e = {place_of(w, f, op, mask), members};
    w->block->observation->told[w->id] &= ~mask;
    TELL(w->block, warp_release, &e);
}

/* ---- branches ---- */

static bool is_branch(const struct decoded_code *code, const struct op *op)
{
    return str_eq(code->func->insts.at[op->inst].mods[0], "bra");
}

static void tell_branch(const struct op *op, const char *vregs, const struct warp *w)
{
    uint32_t p = vreg_word(vregs, op->a, 0);
    struct observed_branch e = {place_here(w, op), (op->count ? ~p : p) & w->mask};
    if (is_branch(w->frame->code,
                  op)) /* otherwise a guard that branches around a longer instruction */
        TELL(w->block, branch, &e);
}

/* Lanes whose target differs from the first one's execute the op again. */
static uint32_t same_choice(const struct op *op, const char *vregs, struct warp *w, uint32_t bytes)
{
    uint32_t first = (uint32_t) __builtin_ctz(w->mask), same = 0;
    for (uint32_t l = 0; l < WARP_LANES; l++)
        same |= (uint32_t) !memcmp(vregs + op->a + bytes * l, vregs + op->a + bytes * first, bytes)
                << l;
    same &= w->mask;
    uint32_t *told = &w->block->observation->told[w->id];
    *told = (*told | w->mask) & ~same;
    return same;
}

static void tell_choice(const struct op *op, const char *vregs, struct warp *w)
{
    struct observed_branch e = {place_here(w, op), same_choice(op, vregs, w, 4)};
    TELL(w->block, branch, &e);
}

/* ---- every op ---- */

static void tell_fence(const struct op *op, const struct warp *w)
{
    struct observed_fence e = {.place = place_here(w, op)};
    e.ordering = observed_ordering_of(e.place.inst);
    TELL(w->block, fence, &e);
}

static void tell_op(const struct op *op, const char *vregs, struct warp *w, uint32_t fresh)
{
    switch ((enum op_kind) op_infos[op->code].kind) {
    case OP_KIND_LOAD:
    case OP_KIND_STORE:
    case OP_KIND_ATOMIC: note_access(op, vregs, w); break;
    case OP_KIND_IMAGE: note_image(op, vregs, w); break;
    case OP_KIND_FENCE: tell_fence(op, w); break;
    case OP_KIND_BRANCH: tell_branch(op, vregs, w); break;
    case OP_KIND_TABLE: tell_choice(op, vregs, w); break;
    case OP_KIND_CALL_INDIRECT: same_choice(op, vregs, w, 8); break;
    case OP_KIND_BARRIER: tell_barrier(op, vregs, w); break;
    case OP_KIND_SLEEP:
        if (op->code == OP_cluster_barrier && op->imm)
            tell_cluster_barrier(op, w);
        break;
    case OP_KIND_WARP_SYNC: tell_warp_barrier(op, vregs, w, fresh); break;
    default: break;
    }
}

static inline const struct op *look(const struct op *op, char *vregs, struct warp *w, bool begins)
{
    const struct decoded_code *code = w->frame->code;
    struct thread_block *b = w->block;
    uint32_t fresh = w->mask & ~b->observation->told[w->id];
    if (b->observation->pending)
        tell_pending(b);
    if (begins && fresh) {
        struct observed_place p = place_of(w, w->frame, op, fresh);
        TELL(b, instruction, &p);
        if (b->observation->abandoned) {
            w->leave = LEAVE_STOPPED;
            return NULL;
        }
    }
    tell_op(op, vregs, w, fresh);
    return code->ops[op - code->watched].run[w->part](op, vregs, w);
}

/* The first op of an instruction, and its further ops. */
static const struct op *look_first(const struct op *op, char *vregs, struct warp *w)
{
    return look(op, vregs, w, true);
}

static const struct op *look_part(const struct op *op, char *vregs, struct warp *w)
{
    return look(op, vregs, w, false);
}

/* ---- observers that settle accesses ahead ---- */

static bool is_quiet(const struct warp *w)
{
    return w->block->closely && !w->block->closely[w->id];
}

static const struct op *run_own(const struct op *op, char *vregs, struct warp *w)
{
    const struct decoded_code *code = w->frame->code;
    return code->ops[op - code->watched].run[w->part](op, vregs, w);
}

/* What such observers want to see only when they look closely. */
static inline const struct op *look_quiet(const struct op *op, char *vregs, struct warp *w,
                                          bool begins)
{
    if (w->block->observation->pending)
        tell_pending(w->block);
    return is_quiet(w) ? run_own(op, vregs, w) : look(op, vregs, w, begins);
}

static const struct op *look_quiet_first(const struct op *op, char *vregs, struct warp *w)
{
    return look_quiet(op, vregs, w, true);
}

static const struct op *look_quiet_part(const struct op *op, char *vregs, struct warp *w)
{
    return look_quiet(op, vregs, w, false);
}

static inline const struct op *look_memory(const struct op *op, char *vregs, struct warp *w,
                                           bool begins)
{
    if (w->block->observation->pending)
        tell_pending(w->block);
    return is_quiet(w) && observed_ahead(w, op, vregs) ? run_own(op, vregs, w)
                                                       : look(op, vregs, w, begins);
}

static const struct op *look_memory_first(const struct op *op, char *vregs, struct warp *w)
{
    return look_memory(op, vregs, w, true);
}

static const struct op *look_memory_part(const struct op *op, char *vregs, struct warp *w)
{
    return look_memory(op, vregs, w, false);
}

bool observed_settles(const struct watchers *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (!w->at[i]->access_ahead)
            return false;
    return true;
}

uint8_t *observation_closely(const struct thread_block *b)
{
    return b->observation && observed_settles(b->launch->watchers) ? b->observation->closely : NULL;
}

/* ---- full-mask code: an op is settled ahead, or the warp leaves for masked code ---- */

static const struct op *leave(const struct op *op, char *vregs, struct warp *w)
{
    return w->block->full_mask->leave(op, vregs, w);
}

static const struct op *full_own(const struct op *op, char *vregs, struct warp *w)
{
    const struct full_mask *l = w->block->full_mask;
    return l->own[op - l->ops](op, vregs, w);
}

static const struct op *masked_of(const struct op *op, const struct warp *w)
{
    const struct full_mask *l = w->block->full_mask;
    return l->code->ops + l->masked_at[op - l->ops];
}

/* All lanes exchange values, and all name all lanes: nobody is in doubt about it. */
static bool is_simple_exchange(const struct op *op, const char *vregs, const struct warp *w)
{
    uint32_t members;
    return op_infos[op->code].kind == OP_KIND_WARP_SYNC && op->code != OP_bar_warp &&
           w->mask == MASK_ALL && !w->block->observation->told[w->id] &&
           same_members(op, vregs, MASK_ALL, &members) == MASK_ALL && members == MASK_ALL;
}

static const struct op *full_plain(const struct op *op, char *vregs, struct warp *w)
{
    struct thread_block *b = w->block;
    if (b->observation->pending)
        tell_pending(b);
    if (is_quiet(w) && is_simple_exchange(op, vregs, w))
        return full_own(op, vregs, w);
    if (op_infos[op->code].kind == OP_KIND_BARRIER && is_quiet(w)) {
        tell_barrier(op, vregs, w);
        return full_own(op, vregs, w);
    }
    struct observed_place p = place_here(w, op);
    if (op_infos[op->code].kind == OP_KIND_ATOMIC && is_quiet(w) &&
        observed_ahead(w, masked_of(op, w), vregs))
        return full_own(op, vregs, w);
    p.mask &= ~b->observation->told[w->id];
    if (p.mask)
        TELL(b, instruction, &p);
    if (!is_quiet(w))
        return leave(op, vregs, w);
    tell_op(op, vregs, w, p.mask);
    return full_own(op, vregs, w);
}

static const struct op *full_memory(const struct op *op, char *vregs, struct warp *w)
{
    if (w->block->observation->pending)
        tell_pending(w->block);
    return is_quiet(w) && observed_ahead(w, masked_of(op, w), vregs) ? full_own(op, vregs, w)
                                                                     : leave(op, vregs, w);
}

static const struct op *full_affine_memory(const struct op *op, char *vregs, struct warp *w)
{
    if (w->block->observation->pending)
        tell_pending(w->block);
    return is_quiet(w) && observed_ahead_affine(w, masked_of(op, w), op, vregs)
               ? full_own(op, vregs, w)
               : leave(op, vregs, w);
}

/* The second operand of a division or a shift, in an affine register. */
static const struct op *full_affine_partial(const struct op *op, char *vregs, struct warp *w)
{
    const struct op *masked = masked_of(op, w);
    uint32_t width = op_infos[op->code].size_b, bits = 8u * op_infos[op->code].size_a;
    uint64_t s[4] = {0};
    bool divides = false;
    for (uint32_t k = 0; k < 4; k++)
        memcpy(s + k, vregs + op->b + (size_t) k * width, width);
    if (masked->inst < w->frame->code->func->insts.n) {
        struct str name = w->frame->code->func->insts.at[masked->inst].mods[0];
        divides = str_eq(name, "div") || str_eq(name, "rem");
    }
    bool uniform = s[0] == s[1] && s[0] == s[2] && s[0] == s[3];
    return uniform && (divides ? s[0] != 0 : s[0] < bits) ? full_own(op, vregs, w)
                                                          : leave(op, vregs, w);
}

const struct full_mask_watch observed_full_mask = {.plain = full_plain,
                                                   .memory = full_memory,
                                                   .affine_memory = full_affine_memory,
                                                   .affine_partial = full_affine_partial,
                                                   .ahead = observed_native_ahead};

/* Markers that the decoder puts around instructions. */
static bool is_ours(const struct decoded_code *code, const struct op *op)
{
    enum op_kind kind = (enum op_kind) op_infos[op->code].kind;
    return kind == OP_KIND_MARK || op->code == OP_fp_mode ||
           (kind == OP_KIND_BRANCH && !is_branch(code, op));
}

static bool is_plain_memory(const struct op *op)
{
    return op_is_plain_load(op) || op_is_plain_store(op);
}

/* Ops of which observers that settle accesses ahead hear nothing as a rule. */
static bool is_quiet_op(const struct decoded_code *code, const struct op *op)
{
    switch ((enum op_kind) op_infos[op->code].kind) {
    case OP_KIND_VALUE:
    case OP_KIND_WORK: return !op_is_partial(code, op);
    case OP_KIND_LOAD:
    case OP_KIND_STORE:
        return is_plain_memory(op) && (op->space == PTX_PARAM || op->space == PTX_CONST);
    case OP_KIND_JUMP:
    case OP_KIND_BRANCH:
    case OP_KIND_MARK: return true;
    default: return false;
    }
}

static op_fn *look_of(const struct decoded_code *code, const struct op *op, bool begins)
{
    if (is_quiet_op(code, op))
        return begins ? look_quiet_first : look_quiet_part;
    if (is_plain_memory(op) || (begins && op_infos[op->code].kind == OP_KIND_ATOMIC))
        return begins ? look_memory_first : look_memory_part;
    return begins ? look_first : look_part;
}

/* Ops before the access of a memory instruction, such as one that makes a 64-bit address one of shared memory. The observers hear of the
 * instruction when its address is known. */
static bool prepares_access(const struct decoded_code *code, uint32_t k)
{
    enum op_kind kind = (enum op_kind) op_infos[code->ops[k].code].kind;
    if (kind != OP_KIND_VALUE && kind != OP_KIND_WORK)
        return false;
    for (uint32_t n = k + 1; n < code->op_count && code->ops[n].inst == code->ops[k].inst; n++) {
        enum op_kind later = (enum op_kind) op_infos[code->ops[n].code].kind;
        if (later == OP_KIND_LOAD || later == OP_KIND_STORE || later == OP_KIND_ATOMIC)
            return true;
    }
    return false;
}

void observed_code(struct decoded_code *code, struct arena *arena)
{
    uint32_t told = UINT32_MAX;
    if (code->watched)
        return;
    struct op *copy = ARENA_ARRAY(arena, struct op, code->op_count + 1);
    memcpy(copy, code->ops, code->op_count * sizeof *code->ops);
    for (uint32_t k = 0; k < code->op_count; k++) {
        bool begins = copy[k].inst != told && !is_ours(code, &copy[k]) && !prepares_access(code, k);
        told = begins ? copy[k].inst : told;
        copy[k].run[0] = copy[k].run[1] = look_of(code, &copy[k], begins);
    }
    code->watched = copy;
}

/* ---- blocks ---- */

struct block_observation *observation_new(struct thread_block *b)
{
    struct block_observation *s = xcalloc(1, sizeof *s);
    s->running = b;
    s->block = (struct observed_block){.threads = b->threads,
                                       .warps = b->warp_count,
                                       .shared_at = (uint64_t) (uintptr_t) b->shared,
                                       .shared_size = block_shared_room(b),
                                       .local_at = (uint64_t) (uintptr_t) b->local,
                                       .local_stride = b->local_stride};
    return s;
}

void observation_free(struct block_observation **o)
{
    free(*o);
    *o = NULL;
}

void observed_block_begin(struct thread_block *b)
{
    struct block_observation *s = b->observation;
    s->block.launch = &b->launch->watchers->launch;
    s->block.id = b->id;
    s->block.linear = b->linear;
    s->block.closely = s->closely;
    s->block.shared_settled = &s->shared_settled;
    s->pending = PENDING_NONE;
    s->begun = true;
    s->abandoned = s->shared_settled = false;
    memset(s->told, 0, sizeof s->told);
    memset(s->closely, 0, sizeof s->closely);
    watchers_block_begin(b->launch->watchers, &s->block, s->states);
}

void observed_block_end(struct thread_block *b, enum observed_end end)
{
    struct block_observation *s = b->observation;
    if (!s->begun)
        return;
    if (end == BLOCK_ENDED)
        tell_pending(b);
    s->begun = false;
    TELL(b, block_end, &s->block, end);
}

void observed_fault(const struct warp *w, const struct op *op, uint32_t mask,
                    const struct device_fault *fault)
{
    struct observed_fault e = {place_of(w, w->frame, op, mask), fault};
    TELL(w->block, fault, &e);
}

void observed_child_launch(struct warp *w, const struct op *op, uint32_t lane,
                           const struct child *c)
{
    struct observed_child e = {.place = place_here(w, op),
                               .lane = lane,
                               .kernel = c->code->name,
                               .grid = c->grid,
                               .block = c->block};
    TELL(w->block, child, &e);
}
