/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the machine code of a function's regions (compilers.h): the guards, the loop over strips, and the mapping of the bytes as executable
 * memory. Read native_region.c first; next: native_regs.c, op_writer.c, x86/x86.c. */
#include "device/cpu/native/native_gen.h"

#if defined __x86_64__
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/check.h"
#include "device/cpu/exec/machine.h"

enum { RUN_MIN = 3, UNROLL_MAX = 250 };

struct native_maker {
    struct region_maker of;
    struct native_gen g;
    VEC(struct native_region) regions;
    VEC(uint32_t) at; /* offset of each region's code */
    VEC(struct native_access *) accesses;
};

/* ---- the first part: uniform and affine values, and guards ---- */

static void fail_if(struct native_gen *g, enum x86_cond cc)
{
    VEC_PUSH(&g->region->fails, x86_jump(&g->w.x, cc));
}

/* A stride: lane `lane` of an affine register less lane 0, which eax holds. */
static void check_stride(struct native_gen *g, int reg, struct stride s, uint8_t lane,
                         bool is_signed)
{
    struct x86 *x = &g->w.x;
    if (s.known == STRIDE_KNOWN && s.by < SMALL_STRIDE && s.by >= (is_signed ? -SMALL_STRIDE : 0))
        return;
    x86_v(x, X_PEXTRD, 16, reg, 0, RDX);
    x86_byte(x, lane);
    x86_r(x, ALU_SUB, false, RDX, RAX);
    if (is_signed)
        x86_r_i(x, ALU_ADD, false, RDX, SMALL_STRIDE);
    x86_r_i(x, ALU_CMP, false, RDX, is_signed ? 2 * SMALL_STRIDE : SMALL_STRIDE);
    fail_if(g, CC_AE);
}

/* Guards that a 32-bit affine value is small enough not to wrap in the warp (op_full_mask.c, small). Leaves lane 0 in eax. */
static void check_small(struct native_gen *g, int reg, uint32_t vreg, bool is_signed)
{
    struct x86 *x = &g->w.x;
    const struct vreg_facts *f = analysis_vreg(g->source->analysis, vreg);
    x86_v(x, X_MOVD, 16, reg, 0, RAX);
    if (is_signed) {
        x86_lea(x, RDX, (struct x86_mem){RAX, NO_GPR, 1, SMALL_BASE});
        x86_test_i(x, RDX, 1u << 31);
        fail_if(g, CC_NE);
    } else {
        x86_r_i(x, ALU_CMP, false, RAX, SMALL_BASE);
        fail_if(g, CC_AE);
    }
    check_stride(g, reg, f->x, 1, is_signed);
    if (g->source->shape == SHAPE_TILE)
        check_stride(g, reg, f->y, 2, is_signed);
}

static void write_value(struct native_gen *g, const struct native_inst *i)
{
    const struct native_op *how = &native_ops[i->op->code];
    struct region *r = g->region;
    bool takes = how->flags & TAKES_NANS;
    struct regs regs = {0};
    regs.a = takes ? regs_fetch(g, i->a) : regs_fetch_clean(g, i->a);
    if (i->b)
        regs.b = takes ? regs_fetch(g, i->b) : regs_fetch_clean(g, i->b);
    if (i->c)
        regs.c = takes ? regs_fetch(g, i->c) : regs_fetch_clean(g, i->c);
    if (g->affine && op_widens(i->op)) {
        bool second = i->b && analysis_vreg(g->source->analysis, i->op->a)->class == VREG_UNIFORM;
        uint32_t vreg = second ? i->op->b : i->op->a;
        if (analysis_vreg(g->source->analysis, vreg)->class == VREG_AFFINE)
            check_small(g, second ? regs.b : regs.a, vreg, op_widens_signed(i->op));
    }
    regs.d = regs_take(g, i->d);
    how->write(&g->w, i->op, how, regs);
    value_at(r, i->d)->dirty = how->flags & GIVES_NANS;
}

/* A register for the current instruction only. */
static int borrow(struct native_gen *g, uint32_t *out_id)
{
    *out_id = region_new_value(g->region, 4, FROM_OP, 0);
    return regs_take(g, *out_id);
}

static void give_back(struct native_gen *g, uint32_t id)
{
    if (id)
        regs_free(g->region, value_at(g->region, id));
}

/* The four corners of a warp: lane 0, the last of the first row, the first of the last row, lane 31. For a warp that is one row an affine
 * register has them. eax: lane 0. */
static int corners(struct native_gen *g, int reg, uint32_t *out_id)
{
    struct x86 *x = &g->w.x;
    if (g->source->shape != SHAPE_TILE)
        return reg;
    x86_v(x, X_PEXTRD, 16, reg, 0, RDX);
    x86_byte(x, 3);
    x86_v(x, X_PEXTRD, 16, reg, 0, R11);
    x86_byte(x, 2);
    x86_r(x, ALU_SUB, false, RDX, R11);
    x86_r(x, ALU_ADD, false, RDX, RAX);
    int d = borrow(g, out_id);
    x86_v(x, X_PINSRD, 16, d, reg, RDX);
    x86_byte(x, 1);
    return d;
}

static void put_truth(struct native_gen *g, int32_t at)
{
    x86_r_i(&g->w.x, ALU_AND, false, RAX, 1);
    x86_neg(&g->w.x, RAX);
    x86_store(&g->w.x, false, stack_at(at), RAX);
}

/* Guards that eax is 0 or 15. */
static void all_or_none(struct native_gen *g)
{
    x86_lea(&g->w.x, RDX, (struct x86_mem){RAX, NO_GPR, 1, 1});
    x86_test_i(&g->w.x, RDX, 14); /* 1 and 16 have none of these bits */
    fail_if(g, CC_NE);
}

static void compare_affine(struct native_gen *g, enum op_code code, struct regs regs)
{
    struct op op = {.code = (uint16_t) code};
    native_ops[code].write(&g->w, &op, &native_ops[code], regs);
    gen_bits(g, RAX, regs.d);
}

static void write_truth(struct native_gen *g, const struct native_inst *i)
{
    const struct analysis *x = g->source->analysis;
    enum op_code code = (enum op_code) i->op->code;
    uint32_t corner = NO_VALUE, result;
    struct regs regs = {.a = regs_fetch_clean(g, i->a), .b = regs_fetch_clean(g, i->b)};
    uint8_t class_a = analysis_vreg(x, i->op->a)->class,
            class_b = analysis_vreg(x, i->op->b)->class;
    if (class_a == VREG_AFFINE || class_b == VREG_AFFINE) {
        bool is_signed = op_infos[code].signed_a;
        int *affine = class_a == VREG_AFFINE ? &regs.a : &regs.b;
        check_small(g, *affine, class_a == VREG_AFFINE ? i->op->a : i->op->b, is_signed);
        *affine = corners(g, *affine, &corner);
    }
    regs.d = borrow(g, &result);
    if (class_a == VREG_UNIFORM && class_b == VREG_UNIFORM) {
        compare_affine(g, code, regs);
    } else if (code != OP_eq_32 && code != OP_ne_32) {
        compare_affine(g, code, regs);
        all_or_none(g);
    } else { /* equal in no lane if the difference has one sign in all of them */
        compare_affine(g, OP_lt_s32, regs);
        all_or_none(g);
        x86_r(&g->w.x, ALU_MOV, false, R11, RAX);
        compare_affine(g, OP_gt_s32, regs);
        all_or_none(g);
        x86_r(&g->w.x, ALU_OR, false, RAX, R11);
        if (code == OP_eq_32)
            x86_r_i(&g->w.x, ALU_ADD, false, RAX, 1);
    }
    put_truth(g, (int32_t) i->d);
    give_back(g, corner);
    give_back(g, result);
}

static void write_select(struct native_gen *g, const struct native_inst *i)
{
    struct x86 *x = &g->w.x;
    struct x86_mem at = i->c ? stack_at((int32_t) i->c - 1)
                             : (struct x86_mem){G_VREGS, NO_GPR, 1, (int32_t) i->op->c};
    int a = regs_fetch_clean(g, i->a), b = regs_fetch_clean(g, i->b), d = regs_take(g, i->d);
    if (!i->c) {
        x86_r_m(x, ALU_MOV, false, RAX, at);
        x86_r_i(x, ALU_ADD, false, RAX, 1);
        x86_r_i(x, ALU_CMP, false, RAX, 1);
        fail_if(g, CC_A);
    }
    x86_v_m(x, X_BROADCASTD, 16, 1, 0, at);
    gen_select(&g->w, value_at(g->region, i->d)->width, d, b, a, 1);
}

/* rax: the address in global memory, or the offset in shared memory. Guards that `span` bytes from there are in bounds: of the object in the
 * op's inline cache, or of the block's shared memory. */
static void check_span(struct native_gen *g, const struct op *op, bool shared, uint32_t span,
                       uint32_t align)
{
    struct x86 *x = &g->w.x;
    struct x86_mem cache = {G_CACHES, NO_GPR, 1,
                            (int32_t) (op->cache * sizeof(struct inline_cache))};
    struct x86_mem size = cache;
    size.disp += (int32_t) offsetof(struct inline_cache, size);
    if (shared)
        size = (struct x86_mem){G_BLOCK, NO_GPR, 1, offsetof(struct thread_block, shared_size)};
    x86_r(x, ALU_MOV, true, RDX, RAX);
    if (!shared) {
        cache.disp += (int32_t) offsetof(struct inline_cache, start);
        x86_r_m(x, ALU_SUB, true, RDX, cache);
    }
    x86_r_m(x, ALU_MOV, true, R11, size);
    x86_r_i(x, ALU_SUB, true, R11, (int32_t) span);
    fail_if(g, CC_B);
    x86_r(x, ALU_CMP, true, RDX, R11);
    fail_if(g, CC_A);
    x86_test_i(x, RAX, align - 1);
    fail_if(g, CC_NE);
    if (shared)
        x86_r_m(x, ALU_ADD, true, RAX,
                (struct x86_mem){G_BLOCK, NO_GPR, 1, offsetof(struct thread_block, shared)});
}

/* rax = lane `which` of an affine register that is an address, plus the op's offset. */
static void load_address(struct native_gen *g, const struct native_inst *i, uint32_t which)
{
    struct x86 *x = &g->w.x;
    struct native_value *v = value_at(g->region, i->a);
    bool wide = v->width == 8;
    if (which && v->from == FROM_OP)
        x86_r_m(x, ALU_MOV, wide, RAX, stack_at(v->temp + (int32_t) which * v->width));
    else if (v->from == FROM_VREG)
        x86_r_m(x, ALU_MOV, wide, RAX,
                (struct x86_mem){G_VREGS, NO_GPR, 1, (int32_t) (v->at + which * v->width)});
    else
        x86_v(x, wide ? X_MOVQ : X_MOVD, 16, regs_fetch(g, i->a), 0, RAX);
    if (fits_32(i->op->imm)) {
        if (i->op->imm)
            x86_r_i(x, ALU_ADD, wide, RAX, (int32_t) i->op->imm);
    } else {
        x86_mov_i64(x, RDX, (uint64_t) i->op->imm);
        x86_r(x, ALU_ADD, wide, RAX, RDX);
    }
}

static void write_address(struct native_gen *g, const struct native_inst *i)
{
    const struct memory_use *a = &g->region->accesses.at[i->access];
    bool shared = op_is_shared(i->op);
    uint32_t count = a->shape == PLACE_ONE && op_infos[i->op->code].vector ? i->op->count : 1;
    uint32_t span = a->size * (a->shape == PLACE_CONSECUTIVE ? WARP_LANES
                               : a->shape == PLACE_HALVES    ? WARP_LANES / 2
                                                             : count);
    bool two = a->shape == PLACE_HALVES || a->shape == PLACE_VALUES;
    for (uint32_t k = 0; k < (two ? 2 : 1); k++) {
        load_address(g, i, k ? 2 : 0);
        check_span(g, i->op, shared, span, a->size * count);
        if (k && a->shape == PLACE_HALVES) /* lanes count from 0 there, too */
            x86_r_i(&g->w.x, ALU_SUB, true, RAX, (int32_t) span);
        x86_store(&g->w.x, true, stack_at(a->temp + 8 * (int32_t) k), RAX);
    }
}

static void write_uniform(struct native_gen *g, const struct native_inst *i)
{
    const struct memory_use *a = &g->region->accesses.at[i->access];
    int d = regs_take(g, i->d);
    struct native_value *v = value_at(g->region, i->d);
    x86_r_m(&g->w.x, ALU_MOV, true, RAX, stack_at(a->temp));
    x86_v_m(&g->w.x, a->size == 8 ? X_BROADCASTQ : X_BROADCASTD, bytes_of(g, v), d, 0,
            (struct x86_mem){RAX, NO_GPR, 1, (int32_t) (i->extra * a->size)});
}

/* ---- the second part: strips ---- */

static struct x86_mem access_at(struct native_gen *g, const struct memory_use *a)
{
    struct x86_mem from = stack_at(a->temp);
    if (a->shape != PLACE_CONSECUTIVE) {
        from.index = G_HALF;
        from.scale = 1;
    }
    x86_r_m(&g->w.x, ALU_MOV, true, RAX, from);
    return a->shape == PLACE_VALUES ? (struct x86_mem){RAX, NO_GPR, 1, 0}
                                    : lanes_at(RAX, a->size, 0);
}

static void write_load(struct native_gen *g, const struct native_inst *i)
{
    const struct memory_use *a = &g->region->accesses.at[i->access];
    int d = regs_take(g, i->d);
    struct x86_mem at = access_at(g, a);
    enum x86_op op = a->shape != PLACE_VALUES ? X_MOVUPS
                     : a->size == 8           ? X_BROADCASTQ
                                              : X_BROADCASTD;
    x86_v_m(&g->w.x, op, g->w.lanes * (int) a->size, d, 0, at);
}

static void write_store(struct native_gen *g, const struct native_inst *i)
{
    const struct memory_use *a = &g->region->accesses.at[i->access];
    int b = regs_fetch_clean(g, i->b);
    struct x86_mem at = access_at(g, a);
    x86_v_m(&g->w.x, X_STORE, g->w.lanes * (int) a->size, b, 0, at);
}

static void store_vreg(struct native_gen *g, uint32_t id, uint32_t vreg)
{
    int reg = regs_fetch_clean(g, id);
    struct native_value *v = value_at(g->region, id);
    if (v->width) {
        x86_v_m(&g->w.x, X_STORE, bytes_of(g, v), reg, 0,
                lanes_at(G_VREGS, v->width, (int32_t) vreg));
        return;
    }
    gen_bits(g, RAX,
             reg); /* a predicate is gathered in the stack and goes to its register at the end */
    x86_shift_by(&g->w.x, true, RAX, RAX, G_BIT);
    x86_or_to(&g->w.x, stack_at((int32_t) v->at), RAX);
}

static void write_inst(struct native_gen *g, const struct native_inst *i)
{
    switch ((enum native_inst_kind) i->what) {
    case INST_VALUE: write_value(g, i); break;
    case INST_PREDICATE: write_truth(g, i); break;
    case INST_SELECT: write_select(g, i); break;
    case INST_UNIFORM: write_uniform(g, i); break;
    case INST_ADDRESS: write_address(g, i); break;
    case INST_LOAD: write_load(g, i); break;
    case INST_STORE: write_store(g, i); break;
    case INST_OUT: store_vreg(g, i->a, i->extra); break;
    }
}

static void write_part(struct native_gen *g, int part)
{
    struct region *r = g->region;
    memset(r->regs, 0, sizeof r->regs);
    for (uint32_t k = 0; k < r->values.n; k++)
        r->values.at[k].reg = NONE;
    r->part = (uint8_t) part;
    for (uint32_t k = 0; k < r->insts[part].n; k++) {
        const struct native_inst *i = &r->insts[part].at[k];
        bool defines = i->d && i->what != INST_PREDICATE;
        r->position = k;
        r->pinned = 0;
        write_inst(g, i);
        if (defines && !part && value_at(r, i->d)->keep) {
            regs_fetch_clean(g, i->d);
            regs_save(g, value_at(r, i->d));
        }
        if (defines && part && value_at(r, i->d)->out)
            store_vreg(g, i->d, value_at(r, i->d)->vreg);
        regs_pass(r, i->a);
        regs_pass(r, i->b);
        regs_pass(r, i->c * (i->what != INST_SELECT));
        regs_pass(r, defines ? i->d : 0);
    }
}

/* Affine registers that are live: written when no guard can fail any more. */
static void commit_affine(struct native_maker *m, struct region *r)
{
    struct native_gen *g = &m->g;
    r->position = UINT32_MAX;
    for (uint32_t k = 0; k < r->values.n; k++) {
        if (!r->values.at[k].out || r->values.at[k].from != FROM_OP ||
            m->of.vregs[m->of.s->analysis->vreg_of[r->values.at[k].vreg / 4] - 1].value[0] != k)
            continue;
        r->pinned = 0;
        int reg = regs_fetch_clean(g, k);
        struct native_value *v = value_at(r, k);
        x86_v_m(
            &g->w.x, X_STORE, bytes_of(g, v), reg, 0,
            (struct x86_mem){G_VREGS, NO_GPR, 1, (int32_t) affine_offset(m->of.s->code, v->vreg)});
        regs_free(r, v);
    }
}

/* Predicates are written last, since every strip reads the old ones. */
static void commit_predicates(struct native_maker *m, struct region *r)
{
    for (uint32_t k = 0; k < r->vregs.n; k++) {
        uint32_t index = r->vregs.at[k];
        struct vreg_state *s = &m->of.vregs[index];
        const struct vreg_facts *f = &m->of.s->analysis->vregs[index];
        if (f->width || !region_vreg_is_live(&m->of, index) || (!s->defined[0] && !s->defined[1]))
            continue;
        int32_t at = s->defined[1] ? (int32_t) value_at(r, s->value[1])->at : s->truth;
        x86_r_m(&m->g.w.x, ALU_MOV, false, RAX, stack_at(at));
        x86_store(&m->g.w.x, false, (struct x86_mem){G_VREGS, NO_GPR, 1, (int32_t) f->at}, RAX);
        s->defined[0] = s->defined[1] = false; /* a vector register may be listed twice */
    }
}

/* The second part for one strip; `again`: restore the values first, for a further strip. */
static void write_strip(struct native_gen *g, bool again)
{
    struct region *r = g->region;
    struct x86 *x = &g->w.x;
    size_t count = r->values.n, bytes = count * sizeof *r->values.at;
    struct native_value *before = xmalloc(bytes);
    memcpy(before, r->values.at, bytes);
    if (r->halves) {
        x86_r(x, ALU_MOV, false, G_HALF, G_BIT);
        x86_shift(x, false, false, G_HALF, 4);
        x86_shift(x, true, false, G_HALF, 3);
    }
    write_part(g, 1);
    x86_r_i(x, ALU_ADD, false, G_LANE, 4 * g->w.lanes);
    x86_r_i(x, ALU_ADD, false, G_BIT, g->w.lanes);
    if (again) {
        memcpy(r->values.at, before, bytes);
        r->values.n = count;
    }
    free(before);
}

/* Strip after strip, unrolled unless that gets long: the processor prefetches a load well only if its addresses, at one place of the code, have
 * one stride. */
static void write_strips(struct native_maker *m, struct region *r)
{
    struct native_gen *g = &m->g;
    struct x86 *x = &g->w.x;
    g->affine = false;
    g->w.lanes = r->wide ? (x->evex ? 8 : 4) : (x->evex ? 16 : 8);
    for (uint32_t k = 0; k < r->values.n; k++)
        if (r->values.at[k].out && !r->values.at[k].width)
            x86_store_i(x, stack_at((int32_t) r->values.at[k].at), 0);
    x86_r_i(x, ALU_MOV, false, G_LANE, 0);
    x86_r_i(x, ALU_MOV, false, G_BIT, 0);
    uint32_t top = (uint32_t) x->code.n;
    int copies = r->insts[1].n > UNROLL_MAX ? 1 : WARP_LANES / g->w.lanes;
    for (int k = 0; k < copies; k++)
        write_strip(g, k + 1 < copies);
    if (copies > 1)
        return;
    x86_r_i(x, ALU_CMP, false, G_BIT, WARP_LANES);
    x86_jump_back(x, CC_B, top);
}

static struct native_access *list_accesses(const struct region *r)
{
    struct native_access *list = xcalloc(r->accesses.n, sizeof *list);
    for (uint32_t k = 0; k < r->accesses.n; k++) {
        const struct memory_use *a = &r->accesses.at[k];
        list[k] = (struct native_access){.op = a->op,
                                         .shape = a->shape,
                                         .size = (uint8_t) op_element_bytes(a->op),
                                         .count = (uint8_t) op_elements(a->op),
                                         .store = op_is_plain_store(a->op),
                                         .shared = op_is_shared(a->op),
                                         .at = a->temp};
    }
    return list;
}

/* All values of the first part go to the stack: a function keeps no vector register. */
static void save_all(struct native_gen *g)
{
    struct region *r = g->region;
    for (uint32_t k = SCRATCH; k < VECTOR_REGISTERS; k++) {
        struct native_value *v = r->regs[k] ? value_at(r, r->regs[k]) : NULL;
        if (v && v->from == FROM_OP && !v->keep && (v->use || v->out))
            regs_save(g, v);
        if (v)
            regs_free(r, v);
    }
}

static void load_bases(struct native_gen *g)
{
    x86_r_m(&g->w.x, ALU_MOV, true, G_BLOCK,
            (struct x86_mem){G_WARP, NO_GPR, 1, offsetof(struct warp, block)});
    x86_r_m(&g->w.x, ALU_MOV, true, G_CACHES,
            (struct x86_mem){G_WARP, NO_GPR, 1, offsetof(struct warp, caches)});
}

/* Observers may want the region interpreted. */
static void call_ahead(struct native_maker *m, struct region *r)
{
    struct native_gen *g = &m->g;
    struct x86 *x = &g->w.x;
    int32_t vregs = region_new_temp(r, 8), warp = region_new_temp(r, 8);
    struct native_access *list = list_accesses(r);
    VEC_PUSH(&m->accesses, list);
    save_all(g);
    x86_store(x, true, stack_at(vregs), G_VREGS);
    x86_store(x, true, stack_at(warp), G_WARP);
    x86_r(x, ALU_MOV, true, RDI, G_WARP);
    x86_mov_i64(x, RSI, (uint64_t) (uintptr_t) list);
    x86_r_i(x, ALU_MOV, false, RDX, (int32_t) r->accesses.n);
    x86_lea(x, RCX, stack_at(0));
    x86_vzeroupper(x);
    x86_mov_i64(x, RAX, (uint64_t) (uintptr_t) m->of.s->ahead);
    x86_call_r(x, RAX);
    x86_r_m(x, ALU_MOV, true, G_VREGS, stack_at(vregs));
    x86_r_m(x, ALU_MOV, true, G_WARP, stack_at(warp));
    load_bases(g);
    x86_test_i(x, RAX, 1);
    fail_if(g, CC_E);
}

static void write_run(struct native_maker *m, struct region *r)
{
    struct native_gen *g = &m->g;
    struct x86 *x = &g->w.x;
    g->region = r;
    g->affine = true;
    g->w.lanes = AFFINE_LANES;
    VEC_PUSH(&m->at, (uint32_t) x->code.n);
    uint32_t entered = x86_enter(x);
    load_bases(g);
    if (r->across) {
        x86_r_m(x, ALU_MOV, false, RAX,
                (struct x86_mem){G_BLOCK, NO_GPR, 1, offsetof(struct thread_block, across)});
        x86_r_i(x, ALU_CMP, false, RAX, 16);
        fail_if(g, CC_NE);
    }
    write_part(g, 0);
    if (m->of.s->ahead && r->accesses.n)
        call_ahead(m, r);
    commit_affine(m, r);
    if (r->insts[1].n)
        write_strips(m, r);
    commit_predicates(m, r);
    x86_leave(x, 1);
    for (size_t k = 0; k < r->fails.n; k++)
        x86_land(x, r->fails.at[k]);
    x86_leave(x, 0);
    x86_set_frame(x, entered, (uint32_t) (r->stack + 127) & ~63u);
}

/* ---- regions ---- */

/* Compiles the region that begins at op k, if it is worth it. Returns where the next one may begin. */
static uint32_t try_region(struct native_maker *m, uint32_t k, uint32_t block_end)
{
    struct region r;
    region_collect(&m->of, &r, k, block_end);
    uint32_t end = r.end;
    if (r.insts[0].n + r.insts[1].n >= RUN_MIN) {
        VEC_PUSH(&m->regions, (struct native_region){.first = k, .end = end});
        write_run(m, &r);
    }
    region_free(&m->of, &r);
    return end > k ? end : k + 1;
}

static bool map_code(struct native *n, struct native_maker *m)
{
    n->size = (m->g.w.x.code.n + 4095) & ~(size_t) 4095;
    n->code = mmap(NULL, n->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (n->code == MAP_FAILED)
        return false;
    memcpy(n->code, m->g.w.x.code.at, m->g.w.x.code.n);
    if (mprotect(n->code, n->size, PROT_READ | PROT_EXEC)) {
        munmap(n->code, n->size);
        return false;
    }
    for (size_t k = 0; k < m->regions.n; k++) {
        void *at = (char *) n->code + m->at.at[k];
        memcpy(&m->regions.at[k].fn, &at, sizeof at);
    }
    return true;
}

static struct native *native_new(const struct native_source *s)
{
    struct native_maker m = {
        .of = {.s = s,      .avx512 = s->vector_bytes == 64},
        .g = {.source = s, .w.constant = regs_constant    }
    };
    const struct analysis *x = s->analysis;
    m.g.w.x.evex = m.of.avx512;
    m.of.vregs = xcalloc(x->vreg_count + 1, sizeof *m.of.vregs);
    m.of.live = xcalloc(x->words + 1, sizeof *m.of.live);
    for (uint32_t b = 0; b < x->cfg->count; b++)
        for (uint32_t k = x->cfg->blocks[b].first; k < x->cfg->blocks[b].end;)
            k = try_region(&m, k, x->cfg->blocks[b].end);
    struct native *n = xcalloc(1, sizeof *n);
    if (!m.regions.n || !map_code(n, &m)) {
        VEC_FREE(&m.regions);
        VEC_EACH (list, &m.accesses)
            free(*list);
        VEC_FREE(&m.accesses);
        free(n);
        n = NULL;
    } else {
        n->regions = m.regions.at;
        n->count = (uint32_t) m.regions.n;
        n->accesses = m.accesses.at;
        n->access_lists = (uint32_t) m.accesses.n;
    }
    VEC_FREE(&m.at);
    VEC_FREE(&m.g.w.x.code);
    free(m.of.vregs);
    free(m.of.live);
    return n;
}

static void native_free(struct native **at)
{
    struct native *n = *at;
    if (!n)
        return;
    munmap(n->code, n->size);
    for (uint32_t k = 0; k < n->access_lists; k++)
        free(n->accesses[k]);
    free(n->accesses);
    free(n->regions);
    free(n);
    *at = NULL;
}
#else
static struct native *native_new(const struct native_source *source)
{
    (void) source;
    return NULL;
}

static void native_free(struct native **n)
{
    *n = NULL;
}
#endif

const struct native_compiler native_compiler = {native_new, native_free};
