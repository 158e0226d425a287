/* SPDX-License-Identifier: Apache-2.0 */
/* Which kernels are executed in batches, and the memory of their registers: a linear scan over ops in order, as control only goes forward. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/batch/batch_impl.h"

bool batch_knows(const char *ptx_name)
{
    static const char *const begins[] = {"_ZN8warpcell8map_eachI", "_ZN8warpcell12stencil_eachE"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(ptx_name, begins[i], strlen(begins[i])))
            return true;
    return false;
}

/* batch_run.c finds the rest. */
static bool is_simple_code(const struct decoded_code *code)
{
    enum {
        VALUES_MOST = 24, /* with many values, or many of 64 bits, vector code is faster: */
        WIDE_MOST = 16    /* it keeps them in registers */
    };

    bool stores = false;
    uint32_t values = 0, wide = 0;
    for (uint32_t k = 0; k < code->op_count; k++) {
        uint8_t kind = op_infos[code->ops[k].code].kind;
        values += kind == OP_KIND_VALUE;
        wide += kind == OP_KIND_VALUE && op_infos[code->ops[k].code].size_d == 8;
        if (kind == OP_KIND_ATOMIC || kind == OP_KIND_BARRIER || kind == OP_KIND_BARRIER_RESULT ||
            kind == OP_KIND_IMAGE)
            return false;
        stores |= kind == OP_KIND_STORE;
    }
    return stores && values <= VALUES_MOST && wide <= WIDE_MOST;
}

static uint32_t number_of(struct batch_plan *p, uint32_t vreg)
{
    uint32_t *at = &p->number[vreg / 4];
    if (!*at)
        *at = ++p->register_count;
    return *at;
}

struct slot_scan {
    struct batch_plan *plan;
    uint32_t *free;
    uint32_t free_count;
};

static void use(struct slot_scan *s, uint32_t vreg, uint32_t op)
{
    if (vreg)
        s->plan->registers[number_of(s->plan, vreg)].last_use = op;
}

static void scan_uses(struct slot_scan *s)
{
    const struct decoded_code *code = s->plan->code;
    for (uint32_t k = 0; k < code->op_count; k++) {
        const struct op *op = &code->ops[k];
        use(s, op->a, k);
        use(s, op->b, k);
        use(s, op->c, k);
        use(s, op->d, k); /* a store reads it */
    }
}

static bool defines(const struct op *op)
{
    uint8_t kind = op_infos[op->code].kind;
    return op->d && (kind == OP_KIND_VALUE || kind == OP_KIND_LOAD);
}

/* A slot begins where its register is first written, and is free behind the last use of it. */
static void give_slots(struct slot_scan *s)
{
    struct batch_plan *p = s->plan;
    uint32_t *ends = xcalloc(p->register_count + 1, sizeof *ends), live = 0;
    for (uint32_t k = 0; k < p->code->op_count; k++) {
        const struct op *op = &p->code->ops[k];
        if (defines(op)) {
            uint32_t n = number_of(p, op->d);
            if (p->registers[n].slot == BATCH_NONE) {
                p->registers[n].slot = s->free_count ? s->free[--s->free_count] : p->slot_count++;
                ends[live++] = n;
            }
        }
        for (uint32_t i = 0; i < live; i++)
            if (p->registers[ends[i]].last_use <= k) {
                s->free[s->free_count++] = p->registers[ends[i]].slot;
                ends[i--] = ends[--live];
            }
    }
    free(ends);
}

static uint8_t selected_size(const struct op *op)
{
    return op->code == OP_selp_16 ? 2 : op->code == OP_selp_32 ? 4 : op->code == OP_selp_64 ? 8 : 0;
}

/* A selection has a predicate as its third operand, logic has nothing else. */
static void describe(struct batch_plan *p, const struct op *op, struct batch_op *o)
{
    const struct op_info *info = &op_infos[op->code];
    const uint32_t vregs[3] = {op->a, op->b, op->c};
    uint8_t selected = selected_size(op);
    bool custom = info->form == FORM_CUSTOM;
    o->run = p->set->run[op->code];
    o->result = op->d ? number_of(p, op->d) : 0;
    o->result_size = custom ? selected : info->form == FORM_COMPARE ? 0 : info->size_d;
    o->size[0] = custom ? selected : info->size_a;
    o->size[1] = custom ? selected : info->form == FORM_COMPARE ? info->size_a : info->size_b;
    o->size[2] = custom ? 0 : info->size_c;
    o->count = selected || info->form == FORM_TERNARY                                           ? 3
               : info->form == FORM_UNARY || op->code == OP_pred_not || op->code == OP_pred_mov ? 1
                                                                                                : 2;
    for (uint32_t i = 0; i < o->count; i++)
        o->operand[i] = vregs[i] ? number_of(p, vregs[i]) : 0;
}

struct batch_plan *batch_plan_new(const struct decoded_code *code, const struct batch_set *set)
{
    if (!set || !is_simple_code(code))
        return NULL;
    struct batch_plan *p = xcalloc(1, sizeof *p);
    p->code = code;
    p->set = set;
    p->number = xcalloc(code->frame_size / 4 + 1, sizeof *p->number);
    p->registers =
        xcalloc(4 * (size_t) code->op_count + code->constant_count + 2, sizeof *p->registers);
    for (uint32_t k = 0; k < 4 * code->op_count + code->constant_count + 2; k++)
        p->registers[k].slot = BATCH_NONE;
    struct slot_scan s = {.plan = p};
    scan_uses(&s);
    for (uint32_t k = 0; k < code->constant_count; k++) { /* %tid may need its lanes */
        uint32_t n = number_of(p, code->constants[k].vreg);
        if (code->constants[k].kind == CONSTANT_SPECIAL)
            p->registers[n].slot = p->slot_count++;
    }
    s.free = xcalloc(p->register_count + 1, sizeof *s.free);
    give_slots(&s);
    free(s.free);
    p->ops = xcalloc(code->op_count + 1, sizeof *p->ops);
    for (uint32_t k = 0; k < code->op_count; k++)
        describe(p, &code->ops[k], &p->ops[k]);
    return p;
}

void batch_plan_free(struct batch_plan **p)
{
    if (!*p)
        return;
    free((*p)->number);
    free((*p)->ops);
    free((*p)->registers);
    free(*p);
    *p = NULL;
}

struct batch *batch_new(const struct batch_plan *p)
{
    struct batch *b = aligned_alloc(64, (sizeof *b + 63) & ~(size_t) 63);
    CHECK(b);
    *b = (struct batch){.plan = p};
    b->values = xcalloc(p->register_count + 1, sizeof *b->values);
    b->slots = aligned_alloc(64, (size_t) (p->slot_count + 1) * BATCH_SLOT);
    b->groups_at = aligned_alloc(64, (size_t) (p->register_count + 1) * BATCH_GROUP);
    CHECK(b->values && b->slots && b->groups_at);
    for (uint32_t n = 0; n <= p->register_count; n++)
        b->values[n].group = b->groups_at + (size_t) n * BATCH_GROUP;
    return b;
}

void batch_free(struct batch **b)
{
    if (!*b)
        return;
    free((*b)->values);
    free((*b)->slots);
    free((*b)->groups_at);
    free(*b);
    *b = NULL;
}

const struct batch_plan *batch_plan_of(const struct batch *b)
{
    return b->plan;
}
