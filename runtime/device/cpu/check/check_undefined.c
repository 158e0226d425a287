/* SPDX-License-Identifier: Apache-2.0 */
/* Undefined values in registers (check_undefined.h), as Valgrind's memcheck follows them. A register is known by the address of its
 * vector register, so moves that only rename need no step. Next: check_observer.c. */
#include "device/cpu/check/check_undefined.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/code/decoded.h"

struct undefined_origin {
    struct finding_of finding;
    bool reported;
};

struct undefined_register {
    const char *at; /* the vector register */
    uint32_t lanes;
    uint32_t padded,
        copied; /* of these lanes: see undefined_set; not computed with since it was loaded */
    uint32_t origins[WARP_LANES];
    uint8_t defined[WARP_LANES]; /* of padded lanes: bytes that were written, a bit each */
};

struct undefined_warp {
    VEC(struct undefined_register) registers;
    uint8_t *closely; /* the block's: 1 as long as there are such registers */
};

struct undefined_values {
    VEC(struct undefined_origin) origins;
    uint32_t *
        stored; /* by word of shared memory: the origin of what was stored there, and 1; NULL: nothing was */
    uint32_t warps;
    struct undefined_warp of[];
};

struct undefined_values *undefined_new(const struct observed_block *b)
{
    struct undefined_values *u = xcalloc(1, sizeof *u + b->warps * sizeof *u->of);
    u->warps = b->warps;
    for (uint32_t i = 0; i < b->warps; i++)
        u->of[i].closely = b->closely + i;
    return u;
}

void undefined_free(struct undefined_values **at)
{
    struct undefined_values *u = *at;
    for (uint32_t i = 0; i < u->warps; i++)
        VEC_FREE(&u->of[i].registers);
    VEC_FREE(&u->origins);
    free(u->stored);
    free(u);
    *at = NULL;
}

/* ---- registers ---- */

static const char *register_at(const struct observed_place *p, uint32_t reg)
{
    uint32_t at = reg < p->code->registers ? p->code->register_at[reg] : 0;
    return at ? p->registers + at : NULL;
}

static const char *operand_register(const struct observed_place *p, const struct ptx_operand *o)
{
    return o->kind == PTX_OPERAND_REG || (o->kind == PTX_OPERAND_MEMORY && o->has_reg)
               ? register_at(p, o->reg)
               : NULL;
}

static const char *element_register(const struct observed_place *p, uint32_t operand, uint32_t k)
{
    const struct ptx_operand *o = p->inst->operands + operand;
    if (operand >= p->inst->operand_count)
        return NULL;
    if (o->kind != PTX_OPERAND_LIST)
        return operand_register(p, o);
    return k < o->part_count ? operand_register(p, o->parts + k) : NULL;
}

static struct undefined_register *find(struct undefined_warp *w, const char *at)
{
    VEC_EACH (r, &w->registers)
        if (r->at == at && at)
            return r;
    return NULL;
}

/* A register's lanes change from `mask` on: those of `to` are undefined, as `from` (a copy) says. */
static void assign(struct undefined_warp *w, const char *at, uint32_t mask,
                   const struct undefined_register *from)
{
    struct undefined_register *r = find(w, at);
    uint32_t to = from->lanes & mask;
    if (!at || (!r && !to))
        return;
    if (!r) {
        VEC_PUSH(&w->registers, ((struct undefined_register){.at = at}));
        r = &VEC_LAST(&w->registers);
    }
    r->lanes = (r->lanes & ~mask) | to;
    r->padded = (r->padded & ~mask) | (from->padded & to);
    r->copied = (r->copied & ~mask) | (from->copied & to);
    for (uint32_t left = to; left; left &= left - 1) {
        r->origins[__builtin_ctz(left)] = from->origins[__builtin_ctz(left)];
        r->defined[__builtin_ctz(left)] = from->defined[__builtin_ctz(left)];
    }
    if (!r->lanes) {
        *r = VEC_LAST(&w->registers);
        w->registers.n--;
    }
    *w->closely = w->registers.n != 0;
}

/* What is undefined of a register is also of `sum`, in lanes that are not yet. */
static void add(struct undefined_register *sum, const struct undefined_register *r, uint32_t mask)
{
    for (uint32_t left = r ? r->lanes & mask & ~sum->lanes : 0; left; left &= left - 1) {
        sum->origins[__builtin_ctz(left)] = r->origins[__builtin_ctz(left)];
        sum->defined[__builtin_ctz(left)] = r->defined[__builtin_ctz(left)];
    }
    if (!r)
        return;
    sum->lanes |= r->lanes & mask;
    sum->padded |= r->padded & mask;
    sum->copied |= r->copied & mask;
}

static void add_operand(struct undefined_warp *w, const struct observed_place *p, uint32_t operand,
                        uint32_t mask, struct undefined_register *sum)
{
    const struct ptx_operand *o = p->inst->operands + operand;
    if (operand >= p->inst->operand_count)
        return;
    if (o->kind != PTX_OPERAND_LIST)
        add(sum, find(w, operand_register(p, o)), mask);
    for (uint32_t k = 0; o->kind == PTX_OPERAND_LIST && k < o->part_count; k++)
        add(sum, find(w, operand_register(p, o->parts + k)), mask);
}

static void assign_operand(struct undefined_warp *w, const struct observed_place *p,
                           uint32_t operand, uint32_t mask, const struct undefined_register *from)
{
    const struct ptx_operand *o = p->inst->operands + operand;
    if (operand >= p->inst->operand_count)
        return;
    if (o->kind != PTX_OPERAND_LIST)
        assign(w, operand_register(p, o), mask, from);
    for (uint32_t k = 0; o->kind == PTX_OPERAND_LIST && k < o->part_count; k++)
        assign(w, operand_register(p, o->parts + k), mask, from);
}

/* ---- uses ---- */

static void report(struct undefined_values *u, uint32_t origin)
{
    struct undefined_origin *o = u->origins.at + origin;
    if (!o->reported)
        finding_add(&o->finding);
    o->reported = true;
}

static void report_lanes(struct undefined_values *u, const struct undefined_register *r)
{
    for (uint32_t left = r->lanes; left; left &= left - 1)
        report(u, r->origins[__builtin_ctz(left)]);
}

static void use(struct checked_block *b, const struct observed_place *p, uint32_t operand)
{
    struct undefined_register sum = {0};
    add_operand(&b->undefined->of[p->warp], p, operand, p->mask, &sum);
    report_lanes(b->undefined, &sum);
}

/* ---- instructions ---- */

enum follow_kind {
    FOLLOW_COMPUTE, /* the first operand from the others */
    FOLLOW_EXTRACT, /* the same, of a part of the bits: padding goes */
    FOLLOW_MOVE,
    FOLLOW_SELECT,
    FOLLOW_LOAD,
    FOLLOW_STORE,
    FOLLOW_ATOMIC,
    FOLLOW_REDUCTION,
    FOLLOW_NOTHING,
};

static enum follow_kind kind_of(const struct ptx_inst *i)
{
    static const struct {
        const char *name;
        enum follow_kind kind;
    } kinds[] = {
        {"mov",      FOLLOW_MOVE     },
        {"selp",     FOLLOW_SELECT   },
        {"ld",       FOLLOW_LOAD     },
        {"ldu",      FOLLOW_LOAD     },
        {"st",       FOLLOW_STORE    },
        {"atom",     FOLLOW_ATOMIC   },
        {"red",      FOLLOW_REDUCTION},
        {"and",      FOLLOW_EXTRACT  },
        {"or",       FOLLOW_EXTRACT  },
        {"lop3",     FOLLOW_EXTRACT  },
        {"bfe",      FOLLOW_EXTRACT  },
        {"bfi",      FOLLOW_EXTRACT  },
        {"shr",      FOLLOW_EXTRACT  },
        {"shf",      FOLLOW_EXTRACT  },
        {"prmt",     FOLLOW_EXTRACT  },
        {"cvt",      FOLLOW_EXTRACT  },
        {"shfl",     FOLLOW_NOTHING  }, /* undefined_exchange */
        {"vote",     FOLLOW_NOTHING  },
        {"match",    FOLLOW_NOTHING  },
        {"redux",    FOLLOW_NOTHING  },
        {"bra",      FOLLOW_NOTHING  },
        {"brx",      FOLLOW_NOTHING  },
        {"mbarrier", FOLLOW_NOTHING  },
        {"bar",      FOLLOW_NOTHING  },
        {"barrier",  FOLLOW_NOTHING  },
        {"call",     FOLLOW_NOTHING  },
        {"ret",      FOLLOW_NOTHING  },
        {"exit",     FOLLOW_NOTHING  },
        {"fence",    FOLLOW_NOTHING  },
        {"membar",   FOLLOW_NOTHING  },
    };

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (str_eq(i->mods[0], kinds[k].name))
            return kinds[k].kind;
    return FOLLOW_COMPUTE;
}

static uint32_t true_lanes(const struct observed_place *p, uint32_t operand)
{
    uint32_t lanes = 0;
    for (uint32_t left = p->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left);
        uint64_t v = 0;
        if (checked_operand(p, operand, lane, &v) && v)
            lanes |= 1u << lane;
    }
    return p->inst->operands[operand].negate ? p->mask & ~lanes : lanes;
}

/* selp d, a, b, c: only the operand that is chosen counts, and the choice. */
static void follow_select(struct undefined_warp *w, const struct observed_place *p)
{
    struct undefined_register sum = {0};
    uint32_t chosen = p->inst->operand_count > 3 ? true_lanes(p, 3) : p->mask;
    add_operand(w, p, 1, chosen, &sum);
    add_operand(w, p, 2, p->mask & ~chosen, &sum);
    add_operand(w, p, 3, p->mask, &sum);
    assign_operand(w, p, 0, p->mask, &sum);
}

static void follow_compute(struct undefined_warp *w, const struct observed_place *p,
                           enum follow_kind kind)
{
    struct undefined_register sum = {0};
    bool parts = p->inst->operand_count && p->inst->operands[0].kind == PTX_OPERAND_LIST;
    for (uint32_t k = 1; k < p->inst->operand_count; k++)
        add_operand(w, p, k, p->mask, &sum);
    if (kind == FOLLOW_EXTRACT || (kind == FOLLOW_MOVE && parts))
        sum.lanes &= ~sum.padded;
    if (kind != FOLLOW_MOVE)
        sum.padded = sum.copied = 0;
    assign_operand(w, p, 0, p->mask, &sum);
}

void undefined_follow(struct checked_block *b, const struct observed_place *p)
{
    struct undefined_warp *w = &b->undefined->of[p->warp];
    const struct undefined_register none = {0};
    if (p->inst->guard) {
        struct undefined_register sum = {0};
        add(&sum, find(w, register_at(p, p->inst->guard - 1)), p->mask);
        report_lanes(b->undefined, &sum);
    }
    enum follow_kind kind = kind_of(p->inst);
    switch (kind) {
    case FOLLOW_NOTHING: break;
    case FOLLOW_SELECT: follow_select(w, p); break;
    case FOLLOW_LOAD:
        use(b, p, 1);
        assign_operand(w, p, 0, p->mask, &none);
        break;
    case FOLLOW_STORE: use(b, p, 0); break;
    case FOLLOW_ATOMIC:
        for (uint32_t k = 1; k < p->inst->operand_count; k++)
            use(b, p, k);
        assign_operand(w, p, 0, p->mask, &none);
        break;
    case FOLLOW_REDUCTION:
        for (uint32_t k = 0; k < p->inst->operand_count; k++)
            use(b, p, k);
        break;
    case FOLLOW_COMPUTE:
    case FOLLOW_EXTRACT:
    case FOLLOW_MOVE: follow_compute(w, p, kind); break;
    }
}

/* ---- lanes that exchange values ---- */

/* The lane that a lane reads (PTX ISA, shfl.sync); false: it is out of range, and the lane keeps its own value. */
static bool shuffle_source(const struct observed_place *p, uint32_t lane, uint32_t *out_source)
{
    struct str mode = p->inst->mods[2];
    uint64_t b = 0, c = 0;
    if (!checked_operand(p, 2, lane, &b) || !checked_operand(p, 3, lane, &c))
        return false;
    int by = (int) (b & 31), clamp = (int) (c & 31), segment = (int) (c >> 8 & 31), l = (int) lane,
        least = l & segment, most = least | (clamp & ~segment);
    int source = str_eq(mode, "up")     ? l - by
                 : str_eq(mode, "down") ? l + by
                 : str_eq(mode, "bfly") ? l ^ by
                                        : least | (by & ~segment);
    *out_source = (uint32_t) source;
    return str_eq(mode, "up") ? source >= most : source <= most;
}

static void exchange_shuffle(struct checked_block *b, const struct observed_place *p)
{
    struct undefined_warp *w = &b->undefined->of[p->warp];
    struct undefined_register value = {0}, result = {0};
    add_operand(w, p, 1, p->mask, &value);
    for (uint32_t left = p->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left), source = lane;
        if (!shuffle_source(p, lane, &source))
            source = lane;
        if (p->mask >> source & 1) {
            result.lanes |= (value.lanes >> source & 1) << lane;
            result.origins[lane] = value.origins[source];
            continue;
        }
        result.lanes |= 1u << lane;
        result.origins[lane] = (uint32_t) b->undefined->origins.n;
        VEC_PUSH(&b->undefined->origins, ((struct undefined_origin){
                                             .finding = {.kind = CHECK_INACTIVE,
                                                         .block = b,
                                                         .mask = source,
                                                         .thread = p->warp * WARP_LANES + lane,
                                                         .inst = checked_number(b, p),
                                                         .act = CHECK_EXECUTES}
        }));
    }
    const char *to = element_register(p, 0, 0);
    assign(w, to, p->mask, &result);
}

void undefined_exchange(struct checked_block *b, const struct observed_warp_barrier *e)
{
    const struct observed_place *p = &e->place;
    struct undefined_warp *w = &b->undefined->of[p->warp];
    if (!w->registers.n && p->mask == UINT32_MAX) /* nothing is undefined, and no lane is missing */
        return;
    if (str_eq(p->inst->mods[0], "shfl")) {
        exchange_shuffle(b, p);
        return;
    }
    if (!w->registers.n)
        return;
    struct undefined_register sum = {0};
    for (uint32_t k = 1; k < p->inst->operand_count; k++)
        add_operand(w, p, k, p->mask, &sum);
    if (sum.lanes) { /* what one lane gives reaches all */
        uint32_t origin = sum.origins[__builtin_ctz(sum.lanes)];
        sum.lanes = p->mask;
        for (uint32_t l = 0; l < WARP_LANES; l++)
            sum.origins[l] = origin;
    }
    sum.padded = sum.copied = 0;
    assign_operand(w, p, 0, p->mask, &sum);
}

/* ---- for the observer ---- */

/* An undefined value that was kept in shared memory still has its first origin. */
static uint32_t origin_of(struct undefined_values *u, const struct finding_of *f)
{
    bool loads = f->kind == CHECK_UNWRITTEN && f->space == PTX_SHARED;
    if (loads && u->stored && u->stored[f->address / 4])
        return u->stored[f->address / 4] - 1;
    VEC_PUSH(&u->origins, ((struct undefined_origin){.finding = *f}));
    return (uint32_t) u->origins.n - 1;
}

void undefined_set(struct checked_block *b, const struct observed_place *p, uint32_t operand,
                   uint32_t k, uint32_t lane, const struct finding_of *f, bool padded,
                   uint32_t defined)
{
    struct undefined_register one = {.lanes = 1u << lane, .copied = 1u << lane};
    const char *at = element_register(p, operand, k);
    if (!at)
        return;
    one.padded = padded ? one.lanes : 0;
    one.origins[lane] = origin_of(b->undefined, f);
    one.defined[lane] = (uint8_t) defined;
    assign(&b->undefined->of[p->warp], at, one.lanes, &one);
}

uint32_t undefined_store(struct checked_block *b, const struct observed_place *p, uint32_t operand,
                         uint32_t k, uint32_t lane, const struct finding_of *f)
{
    struct undefined_values *u = b->undefined;
    struct undefined_warp *w = &u->of[p->warp];
    const struct undefined_register *r =
        w->registers.n ? find(w, element_register(p, operand, k)) : NULL;
    if (!r || !(r->lanes >> lane & 1))
        return UINT32_MAX;
    bool copied = (r->copied & r->padded) >> lane & 1;
    if (f->space == PTX_SHARED) {
        if (!u->stored)
            u->stored = xcalloc(b->block->shared_size / 4 + 1, sizeof *u->stored);
        u->stored[f->address / 4] = r->origins[lane] + 1;
    }
    if (copied)
        return r->defined[lane];
    if (f->space == PTX_SHARED || f->space == PTX_LOCAL)
        return 0;
    report(u, r->origins[lane]);
    return UINT32_MAX;
}
