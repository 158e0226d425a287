/* SPDX-License-Identifier: Apache-2.0 */
/* Cold code, registers and the frame, and what vector code leaves to the interpreter: one op, as a rule since a check failed, whose function runs for the
 * lanes of the mask, so that machine code goes on behind it; or the rest of a warp. The values that it reads go to the frame first, in the form that it wants. Next:
 * simd_memory.c. */
#include "device/cpu/exec/machine.h"
#include "device/cpu/jit/simd_gen.h"

/* ---- jumps and cold code ---- */

void simd_goto(struct simd_gen *g, int cc, enum simd_label_kind label, uint32_t block)
{
    uint32_t jump = x86_jump(x86_of(g), (enum x86_cond) cc);
    VEC_PUSH(&g->fixes, (struct simd_fix){jump, block, (uint8_t) label});
}

uint32_t simd_cold(struct simd_gen *g, uint32_t op, simd_cold_fn *write)
{
    VEC_PUSH(&g->colds, (struct simd_cold){.write = write,
                                           .event = g->event,
                                           .op = op,
                                           .mask_at = g->mask_at,
                                           .full = g->full,
                                           .nested = g->in_cold,
                                           .second = g->second});
    return (uint32_t) g->colds.n - 1;
}

void simd_cold_if(struct simd_gen *g, uint32_t cold, int cc)
{
    struct simd_cold *c = &g->colds.at[cold];
    CHECK(c->count < COLD_JUMPS);
    c->from[c->count++] = x86_jump(x86_of(g), (enum x86_cond) cc);
}

void simd_cold_back(struct simd_gen *g, uint32_t cold)
{
    g->colds.at[cold].back = (uint32_t) x86_of(g)->code.n;
}

/* ---- registers and the frame ---- */

void simd_save(struct simd_gen *g)
{
    uint32_t count;
    if (!g->in_cold) /* which has begun with it */
        simd_save_gprs(g);
    const uint32_t *near = simd_units_near(g, g->event, &count);
    for (uint32_t n = 0; n < count; n++) {
        uint32_t i = near[n];
        const struct simd_unit *u = &g->k->units.at[i];
        const struct simd_value *v = simd_at(g->k, u->value);
        if (u->start < g->event && u->end >= g->event && !v->constant && u->reg != NO_REGISTER &&
            simd_region_writes(g, g->event, i))
            x86_v_m(x86_of(g), X_STORE, (int) simd_unit_size(g, v), u->reg, 0,
                    simd_home(g, v, i - v->unit));
    }
}

void simd_restore_gprs(struct simd_gen *g, uint32_t least_end, uint32_t event)
{
    for (uint32_t i = 0; i < g->gprs.n; i++) {
        const struct simd_unit *u = &g->gprs.at[i];
        const struct simd_value *v = simd_at(g->k, u->value);
        if (u->reg != NO_REGISTER && u->start <= g->event && u->end >= least_end &&
            simd_region_uses(g, event, (uint32_t) g->k->units.n + i))
            x86_r_m(x86_of(g), ALU_MOV, v->width == 8, (enum x86_gpr) u->reg,
                    simd_slot(g, v, i - v->gpr));
    }
}

/* Those that the region of an event uses. */
static void restore(struct simd_gen *g, uint32_t least_end, uint32_t event)
{
    uint32_t count;
    const uint32_t *near = simd_units_near(g, g->event, &count);
    for (uint32_t n = 0; n < count; n++) {
        uint32_t i = near[n];
        const struct simd_unit *u = &g->k->units.at[i];
        const struct simd_value *v = simd_at(g->k, u->value);
        if (u->start <= g->event && u->end >= least_end && u->reg != NO_REGISTER &&
            simd_region_uses(g, event, i))
            simd_load_home(g, v, i - v->unit, 0, (int) simd_unit_size(g, v), u->reg);
    }
    static const uint32_t second_half = 0xff00;
    if (g->k->avx512 && g->k->rows == VECTOR_ROWS_MAX)
        x86_kmov_load(x86_of(g), SECOND_HALF_MASK, 16,
                      simd_pool(g, &second_half, sizeof second_half));
    if (!g->in_cold) /* else where it goes back */
        simd_restore_gprs(g, least_end, event);
    simd_load_masks(g);
}

void simd_restore(struct simd_gen *g)
{
    restore(g, g->event + 1, g->event);
}

void simd_restore_behind(struct simd_gen *g)
{
    restore(g, g->event + 1, g->event + 1);
}

void simd_restore_at_edge(struct simd_gen *g)
{
    restore(g, g->event, g->event);
}

/* ---- values as the interpreter has them ---- */

static void prepare_scalar(struct simd_gen *g, const struct simd_value *v)
{
    uint32_t units = WARP_LANES * v->width / simd_unit_bytes(g);
    int lanes = g->base.lanes;
    g->base.lanes = (int) simd_unit_bytes(g) / v->width;
    for (uint32_t i = 0; i < units; i++) {
        simd_expand(g, v, v->width == 8 ? i / 2 : i, v->width == 8 ? i % 2 : 0, OPERAND_REGISTER);
        x86_v_m(x86_of(g), X_STORE, (int) simd_unit_bytes(g), OPERAND_REGISTER, 0,
                simd_home(g, v, i));
    }
    g->base.lanes = lanes;
}

static void prepare_vector(struct simd_gen *g, const struct simd_value *v)
{
    uint32_t units = WARP_LANES * v->width / simd_unit_size(g, v);
    int bytes = (int) simd_unit_size(g, v);
    g->base.lanes = (int) g->k->strip;
    for (uint32_t i = 0; i < units; i++) {
        uint32_t unit = i % v->units;
        int reg = simd_unit_register(g, v, unit);
        if (v->units == units && !v->dirty && reg == NO_REGISTER)
            continue;
        if (reg == NO_REGISTER)
            x86_v_m(x86_of(g), X_MOVUPS, bytes, reg = OPERAND_REGISTER, 0, simd_home(g, v, unit));
        if (v->dirty)
            gen_canon(&g->base, reg);
        x86_v_m(x86_of(g), X_STORE, bytes, reg, 0, simd_home(g, v, i));
    }
}

static struct gen_index index_of(const struct simd_gen *g, const struct simd_value *v)
{
    return (struct gen_index){.at = simd_home(g, v, 0),
                              .base = vreg_at(simd_at(g->k, v->base - 1)->vreg),
                              .scale = v->scale,
                              .is_unsigned = v->is_unsigned};
}

static void prepare_value(struct simd_gen *g, const struct simd_value *v)
{
    if (v->class == SIMD_SCALAR)
        prepare_scalar(g, v);
    else if (simd_in_registers(v))
        prepare_vector(g, v);
    if (simd_is_index(v))
        gen_addresses(&g->base, index_of(g, v));
}

/* What a function has read as addresses: simd_restore wants the indices, unless the result is there now. */
static void take_indices(struct simd_gen *g, uint32_t op)
{
    uint32_t v = simd_operand(g->k, op, 0, false);
    if (v != NO_VALUE && simd_is_index(simd_at(g->k, v)) && !simd_writes_place(g->k, op, v))
        gen_indices(&g->base, index_of(g, simd_at(g->k, v)));
}

void simd_prepare_operands(struct simd_gen *g, uint32_t op)
{
    const struct simd_use *u = simd_uses(g->k, op);
    for (uint32_t i = 0; i < g->k->ops[op].count; i++) {
        const struct simd_value *v = simd_at(g->k, u[i].value);
        if ((!v->constant || v->in_block) && !u[i].writes)
            prepare_value(g, v);
    }
}

/* ---- leaving ---- */

void simd_jump_to_leave(struct simd_gen *g, uint32_t op, bool waits)
{
    struct x86 *x = x86_of(g);
    x86_r_i(x, ALU_MOV, false, RSI, (int32_t) op);
    uint32_t exit = g->k->blocks[g->k->cfg->block_of[op]].exit;
    if (g->full) {
        x86_r_i(x, ALU_MOV, false, RDX, (int32_t) g->k->lanes);
    } else {
        if (waits)
            x86_r_i(x, ALU_MOV, false, RDX, 0);
        else
            x86_r_m(x, ALU_MOV, false, RDX, stack_at(STACK_MASK));
        x86_r_i(x, ALU_MOV, false, R8,
                (int32_t) (exit == NO_BLOCK ? 0 : g->k->cfg->blocks[exit].first));
    }
    simd_goto(g, CC_ALWAYS, LABEL_LEAVE, 0);
}

/* Values of this block alone that are still read. vector_leave knows the others (struct vector_home). */
static void prepare_locals(struct simd_gen *g, uint32_t op)
{
    const struct simd_kernel *k = g->k;
    for (uint32_t n = k->cfg->blocks[k->cfg->block_of[op]].first; n < op; n++) {
        const struct simd_use *u = simd_uses(k, n);
        for (uint32_t i = 0; i < k->ops[n].count; i++) {
            const struct simd_value *v = simd_at(k, u[i].value);
            if (u[i].writes && !v->global && v->last_op >= op)
                prepare_value(g, v);
        }
    }
}

void simd_leave(struct simd_gen *g, uint32_t op)
{
    simd_save(g);
    prepare_locals(g, op);
    simd_jump_to_leave(g, op, false);
}

static void cold_leave(struct simd_gen *g, const struct simd_cold *c)
{
    g->fused = simd_find_fused(g->k, g->k->cfg->block_of[c->op]);
    simd_compare_fused(g, c->op);
    simd_leave(g, c->op);
}

void simd_leave_if(struct simd_gen *g, uint32_t op, int cc)
{
    simd_cold_if(g, simd_cold(g, op, cold_leave), cc);
}

/* Lanes disagree where the code trusts that they do not. */
void simd_cold_doubt(struct simd_gen *g, const struct simd_cold *c)
{
    x86_store_i(x86_of(g),
                (struct x86_mem){G_BLOCK, NO_GPR, 1, offsetof(struct thread_block, doubted)}, 1);
    simd_leave(g, c->op);
}

void simd_check_trust(struct simd_gen *g, uint32_t op)
{
    uint32_t cold = simd_cold(g, op, simd_cold_doubt);
    x86_test(x86_of(g), false, RAX, RAX);
    uint32_t none = x86_jump(x86_of(g), CC_E);
    x86_test(x86_of(g), false, RDX, RDX);
    simd_cold_if(g, cold, CC_NE);
    x86_land(x86_of(g), none);
}

/* ---- calls of the interpreter's functions ---- */

static void cold_call_failed(struct simd_gen *g, const struct simd_cold *c)
{
    struct x86 *x = x86_of(g);
    x86_r_i(x, ALU_CMP, false, RAX, VECTOR_CALL_STOPS);
    simd_goto(g, CC_E, LABEL_STOPPED, 0);
    simd_jump_to_leave(g, c->op, false);
}

void simd_call_function(struct simd_gen *g, uint32_t op)
{
    struct x86 *x = x86_of(g);
    x86_mov_i64(x, RDI, (uint64_t) (uintptr_t) &g->calls[2 * (size_t) op]);
    x86_r(x, ALU_MOV, true, RSI, G_WARP);
    if (!simd_may_part(g))
        x86_r_i(x, ALU_MOV, false, RDX, (int32_t) g->k->lanes);
    else
        x86_r_m(x, ALU_MOV, false, RDX, stack_at(g->mask_at));
    x86_mov_i64(x, RAX, (uint64_t) (uintptr_t) vector_call);
    x86_vzeroupper(x);
    x86_call_r(x, RAX);
    x86_r_i(x, ALU_CMP, false, RAX, VECTOR_CALL_GOES_ON);
    simd_cold_if(g, simd_cold(g, op, cold_call_failed), CC_NE);
}

void simd_cold_call(struct simd_gen *g, const struct simd_cold *c)
{
    simd_call_op(g, c->op);
}

/* The processor's floating-point mode, as op_fp_mode sets it. */
void simd_set_mode(struct simd_gen *g, int64_t mode)
{
    enum { EXCEPTIONS_MASKED = 0x1f80, FLUSH_AND_DAZ = 0x8040 };

    static const uint32_t rounding[4] = {0, 0x6000, 0x2000, 0x4000};
    uint32_t bits = EXCEPTIONS_MASKED | rounding[mode & 3] | (mode & 4 ? FLUSH_AND_DAZ : 0);
    x86_set_mxcsr(x86_of(g), simd_pool(g, &bits, sizeof bits));
}

void simd_call_op(struct simd_gen *g, uint32_t op)
{
    simd_save(g);
    simd_prepare_operands(g, op);
    bool all_here =
        g->full && g->mask_at == STACK_MASK && simd_members_are_all(g->k, simd_op_at(g, op));
    if (op_infos[simd_op_at(g, op)->code].kind == OP_KIND_WARP_SYNC && !all_here)
        prepare_locals(g, op); /* it may leave, and then no register has its value */
    simd_call_function(g, op);
    take_indices(g, op);
    simd_restore(g);
}
