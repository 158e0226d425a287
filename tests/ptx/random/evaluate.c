/* SPDX-License-Identifier: Apache-2.0 */
/* A plain evaluator of PTX: a thread is a program counter and its registers, and runs until it must wait for others. Values are
 * computed from the ISA's words with the host's C, one at a time. Only what random programs use is here; the rest is refused by
 * name. Arithmetic is in scalar.c. */
#include "../reference/scalar.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 16, FUNCTIONS_MAX = 128, LOCAL_BYTES = 4096, STEPS_MAX = 1000000 };

enum wait { RUNS, AT_BARRIER, AT_WARP, ENDED };

enum what {
    DO_VALUE,
    DO_BRANCH,
    DO_TABLE,
    DO_RETURN,
    DO_EXIT,
    DO_CALL,
    DO_LOAD,
    DO_STORE,
    DO_ATOMIC,
    DO_MOVE,
    DO_ADDRESS,
    DO_FENCE, /* nothing, as it executes in order */
    WAIT_BLOCK,
    WAIT_WARP
};

/* An instruction with its words looked up, because every thread runs it. */
struct step {
    enum what what;
    enum ptx_space space;
    enum ptx_type type;
    uint32_t to; /* of a branch */
    struct form form;
};

struct steps {
    const struct ptx_func *f;
    struct step *at;
};

struct activation {
    const struct ptx_func *f;
    const struct step *steps;
    uint32_t at; /* instruction */
    uint64_t *regs;
    char *params; /* .param variables of the function and of its calls */
    uint32_t local_at;
};

struct thread {
    uint32_t id, lane;
    enum wait wait;
    struct activation stack[DEPTH_MAX];
    int depth;
    char *local;
    uint32_t local_top;
    uint64_t carry;
};

struct machine {
    const struct ptx_module *ptx;
    const struct ptx_func *kernel;
    const struct program *p;
    struct device_dim block;
    char params[64]; /* of the kernel */
    struct steps decoded[FUNCTIONS_MAX];
    size_t decoded_count;
    struct thread threads[THREADS_MAX];
    uint32_t thread_count;
    char shared[16384] __attribute__((aligned(64)));
    uint64_t steps;
    char *why;
    size_t cap;
    bool failed;
};

static bool refuse(struct machine *m, const struct ptx_inst *i, const char *why)
{
    if (!m->failed)
        snprintf(m->why, m->cap, "%s: %.*s", why, (int) i->text.n, i->text.p);
    m->failed = true;
    return false;
}

static bool mod(const struct ptx_inst *i, const char *name)
{
    for (uint32_t k = 1; k < i->mod_count; k++)
        if (str_eq(i->mods[k], name))
            return true;
    return false;
}

static struct activation *top(struct thread *t)
{
    return &t->stack[t->depth];
}

/* ---- variables ---- */

/* v NULL: the bytes of all of them. */
static uint32_t param_offset(const struct ptx_func *f, const struct ptx_var *v)
{
    uint32_t at = 0;
    for (int list = 0; list < 3; list++) {
        size_t n = list == 0 ? f->params.n : list == 1 ? f->returns.n : f->vars.n;
        struct ptx_var **vars = list == 0 ? f->params.at : list == 1 ? f->returns.at : f->vars.at;
        for (size_t k = 0; k < n; k++) {
            if (list == 2 && vars[k]->space != PTX_PARAM)
                continue;
            at = (at + vars[k]->align - 1) & ~(vars[k]->align - 1);
            if (vars[k] == v)
                return at;
            at += (uint32_t) vars[k]->size;
        }
    }
    return at;
}

/* The module's own shared variables, then those of the kernel. */
static uint32_t shared_offset(const struct machine *m, const struct ptx_var *v)
{
    uint32_t at = 0;
    for (int list = 0; list < 2; list++) {
        size_t n = list ? m->kernel->vars.n : m->ptx->vars.n;
        struct ptx_var **vars = list ? m->kernel->vars.at : m->ptx->vars.at;
        for (size_t k = 0; k < n; k++) {
            if (vars[k]->space != PTX_SHARED)
                continue;
            at = (at + 15) & ~15u;
            if (vars[k] == v)
                return at;
            at += (uint32_t) vars[k]->size;
        }
    }
    return at;
}

static uint32_t local_offset(const struct ptx_func *f, const struct ptx_var *v, uint32_t *out_size)
{
    uint32_t at = 0, found = 0;
    for (size_t k = 0; k < f->vars.n; k++) {
        if (f->vars.at[k]->space != PTX_LOCAL)
            continue;
        at = (at + 15) & ~15u;
        if (f->vars.at[k] == v)
            found = at;
        at += (uint32_t) f->vars.at[k]->size;
    }
    *out_size = (at + 15) & ~15u;
    return found;
}

/* ---- operands ---- */

static uint64_t special(struct machine *m, struct thread *t, const struct ptx_inst *i,
                        const char *name)
{
    static const char *const names[] = {"%tid.", "%ntid.", "%ctaid.", "%nctaid."};
    const struct device_dim *n = &m->p->block,
                            tid = {t->id % n->x, t->id / n->x % n->y, t->id / n->x / n->y};
    const struct device_dim *of[] = {&tid, n, &m->block, &m->p->grid};
    if (!strcmp(name, "%laneid"))
        return t->lane;
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        size_t length = strlen(names[k]);
        if (!strncmp(name, names[k], length))
            return name[length] == 'x' ? of[k]->x : name[length] == 'y' ? of[k]->y : of[k]->z;
    }
    refuse(m, i, "special register");
    return 0;
}

static uint64_t symbol(struct machine *m, struct thread *t, const struct ptx_inst *i,
                       const struct ptx_operand *o)
{
    const struct ptx_var *v = o->var ? o->var : ptx_var_named(m->ptx, o->name);
    uint32_t size;
    if (!v) {
        refuse(m, i, "symbol");
        return 0;
    }
    if (v->space == PTX_SHARED)
        return shared_offset(m, v) + (uint64_t) o->offset;
    if (v->space == PTX_LOCAL)
        return (uint64_t) (uintptr_t) (t->local + top(t)->local_at +
                                       local_offset(top(t)->f, v, &size)) +
               (uint64_t) o->offset;
    if (v->space == PTX_GLOBAL ||
        v->space == PTX_CONST) /* initialised tables: read where the parser keeps them */
        return (uint64_t) (uintptr_t) v->init.p + (uint64_t) o->offset;
    refuse(m, i, "symbol");
    return 0;
}

static uint64_t sign_of(enum ptx_type t)
{
    return t == PTX_F64                        ? (uint64_t) 1 << 63
           : t == PTX_F16X2 || t == PTX_BF16X2 ? 0x80008000
           : t == PTX_F32                      ? 1u << 31
                                               : 1u << 15;
}

static uint64_t operand(struct machine *m, struct thread *t, const struct ptx_inst *i,
                        const struct ptx_operand *o, enum ptx_type type)
{
    if (o->minus) {
        struct ptx_operand plain = *o;
        plain.minus = false;
        return operand(m, t, i, &plain, type) ^ sign_of(type);
    }
    switch (o->kind) {
    case PTX_OPERAND_REG: return o->negate ? !top(t)->regs[o->reg] : top(t)->regs[o->reg];
    case PTX_OPERAND_INT: return o->bits;
    case PTX_OPERAND_F32: return o->bits;
    case PTX_OPERAND_F64: return o->bits;
    case PTX_OPERAND_SPECIAL: return special(m, t, i, o->name);
    case PTX_OPERAND_SYMBOL: return symbol(m, t, i, o);
    default: refuse(m, i, "operand"); return 0;
    }
}

static void set(struct thread *t, const struct ptx_operand *o, uint64_t v)
{
    if (o->kind == PTX_OPERAND_REG) {
        uint32_t size = ptx_types[top(t)->f->regs.at[o->reg]].size;
        top(t)->regs[o->reg] = size == 0   ? v != 0
                               : size == 8 ? v
                                           : v & (((uint64_t) 1 << 8 * size) - 1);
    }
}

/* ---- memory ---- */

static char *address(struct machine *m, struct thread *t, const struct ptx_inst *i,
                     const struct ptx_operand *o, enum ptx_space space)
{
    const struct ptx_var *v = o->has_reg ? NULL
                              : o->var   ? o->var
                              : o->name  ? ptx_var_named(m->ptx, o->name)
                                         : NULL;
    if (space == PTX_PARAM && v) {
        uint32_t at = param_offset(top(t)->f, v);
        char *base = top(t)->f->is_entry && v->index < top(t)->f->params.n &&
                             top(t)->f->params.at[v->index] == v
                         ? m->params
                         : top(t)->params;
        return base + at + o->offset;
    }
    uint64_t at = o->has_reg ? top(t)->regs[o->reg] + (uint64_t) o->offset
                  : v        ? symbol(m, t, i, o)
                             : 0;
    if (space == PTX_SHARED)
        return m->shared + (at & 0x3fff);
    return (char *) (uintptr_t) at;
}

static uint64_t widened(uint64_t v, enum ptx_type t)
{
    uint32_t bits = 8 * ptx_types[t].size;
    if (bits == 64)
        return v;
    v &= ((uint64_t) 1 << bits) - 1;
    return ptx_types[t].kind == PTX_KIND_SIGNED && v >> (bits - 1)
               ? v | ~(((uint64_t) 1 << bits) - 1)
               : v;
}

static enum ptx_space space_of(const struct ptx_inst *i)
{
    return mod(i, "shared")                           ? PTX_SHARED
           : mod(i, "param") || mod(i, "param::func") ? PTX_PARAM
           : mod(i, "local")                          ? PTX_LOCAL
           : mod(i, "global")                         ? PTX_GLOBAL
           : mod(i, "const")                          ? PTX_CONST
                                                      : PTX_GENERIC;
}

static bool access_memory(struct machine *m, struct thread *t, const struct ptx_inst *i,
                          const struct step *s)
{
    enum ptx_type type = s->type;
    bool store = s->what == DO_STORE;
    const struct ptx_operand *data = &i->operands[store], *at = &i->operands[!store];
    uint32_t size = ptx_types[type].size, n = data->kind == PTX_OPERAND_LIST ? data->part_count : 1;
    char *p = address(m, t, i, at, s->space);
    for (uint32_t k = 0; k < n && !m->failed; k++) {
        const struct ptx_operand *o = data->kind == PTX_OPERAND_LIST ? &data->parts[k] : data;
        uint64_t v = 0;
        if (store) {
            v = operand(m, t, i, o, type);
            memcpy(p + (size_t) k * size, &v, size);
        } else {
            memcpy(&v, p + (size_t) k * size, size);
            set(t, o, widened(v, type));
        }
    }
    return !m->failed;
}

static bool atomic(struct machine *m, struct thread *t, const struct ptx_inst *i)
{
    static const char *const kinds[] = {"add", "and", "or",  "xor", "exch",
                                        "cas", "min", "max", "inc", "dec"};
    bool red = str_eq(i->mods[0], "red");
    const struct ptx_operand *o = i->operands + !red;
    enum ptx_type type = ptx_type_named(i->mods[i->mod_count - 1]);
    bool sign = ptx_types[type].kind == PTX_KIND_SIGNED;
    uint32_t size = ptx_types[type].size;
    char *p = address(m, t, i, &o[0], space_of(i));
    uint64_t old = 0, b = widened(operand(m, t, i, &o[1], type), type), r, c = 0;
    int kind = -1;
    if (ptx_types[type].kind == PTX_KIND_FLOAT || (size != 4 && size != 8))
        return refuse(m, i, "atomic");
    for (int k = 0; k < 10; k++)
        kind = mod(i, kinds[k]) ? k : kind;
    if (kind == 5)
        c = operand(m, t, i, &o[2], type);
    memcpy(&old, p, size);
    uint64_t x = widened(old, type);
    bool less = sign ? (int64_t) b < (int64_t) x : b < x;
    switch (kind) {
    case 0: r = x + b; break;
    case 1: r = x & b; break;
    case 2: r = x | b; break;
    case 3: r = x ^ b; break;
    case 4: r = b; break;
    case 5: r = x == b ? c : x; break;
    case 6: r = less ? b : x; break;
    case 7: r = less ? x : b; break;
    case 8: r = x >= b ? 0 : x + 1; break;
    case 9: r = x == 0 || x > b ? b : x - 1; break;
    default: return refuse(m, i, "atomic");
    }
    memcpy(p, &r, size);
    if (!red)
        set(t, &i->operands[0], old);
    return !m->failed;
}

/* ---- the words of instructions, once ---- */

static enum what what_of(const struct ptx_inst *i)
{
    static const struct {
        const char *name;
        enum what what;
    } table[] = {
        {"bra",    DO_BRANCH },
        {"brx",    DO_TABLE  },
        {"ret",    DO_RETURN },
        {"exit",   DO_EXIT   },
        {"call",   DO_CALL   },
        {"ld",     DO_LOAD   },
        {"st",     DO_STORE  },
        {"atom",   DO_ATOMIC },
        {"red",    DO_ATOMIC },
        {"mov",    DO_MOVE   },
        {"cvta",   DO_ADDRESS},
        {"membar", DO_FENCE  },
        {"shfl",   WAIT_WARP },
        {"vote",   WAIT_WARP },
        {"match",  WAIT_WARP },
    };

    if (str_eq(i->mods[0], "bar") || str_eq(i->mods[0], "barrier"))
        return mod(i, "warp") ? WAIT_WARP : WAIT_BLOCK;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (str_eq(i->mods[0], table[k].name))
            return table[k].what;
    return DO_VALUE;
}

static const struct step *steps_of(struct machine *m, const struct ptx_func *f)
{
    for (size_t k = 0; k < m->decoded_count; k++)
        if (m->decoded[k].f == f)
            return m->decoded[k].at;
    if (m->decoded_count == FUNCTIONS_MAX)
        return NULL;
    struct step *list = calloc(f->insts.n + 1, sizeof *list);
    for (size_t k = 0; k < f->insts.n; k++) {
        const struct ptx_inst *i = &f->insts.at[k];
        list[k] = (struct step){.what = what_of(i),
                                .space = space_of(i),
                                .type = ptx_type_named(i->mods[i->mod_count - 1]),
                                .form = form_of(i)};
        const struct ptx_label *l =
            list[k].what == DO_BRANCH ? ptx_label_of(f, i->operands[0].name, i->scope) : NULL;
        list[k].to = l ? l->at : 0;
    }
    list[f->insts.n].what = DO_RETURN;
    m->decoded[m->decoded_count++] = (struct steps){f, list};
    return list;
}

/* ---- calls ---- */

static bool enter(struct machine *m, struct thread *t, const struct ptx_func *f,
                  const struct ptx_inst *i)
{
    const struct step *steps = steps_of(m, f);
    if (t->depth + 1 >= DEPTH_MAX || !steps)
        return refuse(m, i, "depth");
    uint32_t size, own = 0;
    local_offset(f, NULL, &size);
    if (t->depth >= 0)
        local_offset(top(t)->f, NULL, &own);
    uint32_t at = t->depth >= 0 ? top(t)->local_at + own : 0;
    if (at + size > LOCAL_BYTES)
        return refuse(m, i, "local memory");
    struct activation *a = &t->stack[++t->depth];
    *a = (struct activation){.f = f,
                             .steps = steps,
                             .regs = calloc(f->regs.n + 1, sizeof *a->regs),
                             .params = calloc(1, param_offset(f, NULL) + 8),
                             .local_at = at};
    return true;
}

static void leave(struct thread *t)
{
    free(top(t)->regs);
    free(top(t)->params);
    t->depth--;
}

static bool call(struct machine *m, struct thread *t, const struct ptx_inst *i)
{
    const struct ptx_operand *results =
                                 i->operands[0].kind == PTX_OPERAND_LIST ? &i->operands[0] : NULL,
                             *target = &i->operands[results != NULL];
    const struct ptx_operand *args = i->operand_count > (results ? 2u : 1u) ? target + 1 : NULL;
    const struct ptx_func *f =
        target->kind == PTX_OPERAND_SYMBOL ? ptx_func_named(m->ptx, target->name) : NULL;
    if (!f || !f->has_body)
        return refuse(m, i, "call");
    struct activation *from = top(t);
    if (!enter(m, t, f, i))
        return false;
    for (uint32_t k = 0; args && k < args->part_count; k++)
        memcpy(top(t)->params + param_offset(f, f->params.at[k]),
               from->params + param_offset(from->f, args->parts[k].var), f->params.at[k]->size);
    return true;
}

static void give_back(struct thread *t) /* the caller is already past its call */
{
    const struct activation *a = top(t), *to = a - 1;
    const struct ptx_inst *i = &to->f->insts.at[to->at - 1];
    for (uint32_t k = 0; i->operands[0].kind == PTX_OPERAND_LIST && k < i->operands[0].part_count;
         k++)
        memcpy(to->params + param_offset(to->f, i->operands[0].parts[k].var),
               a->params + param_offset(a->f, a->f->returns.at[k]), a->f->returns.at[k]->size);
    leave(t);
}

/* ---- branches ---- */

static bool jump(struct machine *m, struct thread *t, const struct ptx_inst *i, const char *name,
                 uint32_t scope)
{
    const struct ptx_label *l = ptx_label_of(top(t)->f, name, scope);
    if (!l)
        return refuse(m, i, "label");
    top(t)->at = l->at;
    return true;
}

static bool jump_table(struct machine *m, struct thread *t, const struct ptx_inst *i)
{
    const struct ptx_label *l = ptx_label_of(top(t)->f, i->operands[1].name, i->scope);
    uint64_t k = operand(m, t, i, &i->operands[0], PTX_U32) & UINT32_MAX;
    if (!l || k >= l->target_count)
        return refuse(m, i, "table");
    return jump(m, t, i, l->targets[k], l->scope);
}

/* ---- one instruction of one thread; what waits is done by those below ---- */

static bool moves(struct machine *m, struct thread *t, const struct ptx_inst *i, enum ptx_type type)
{
    const struct ptx_operand *d = &i->operands[0], *s = &i->operands[1];
    uint32_t size = ptx_types[type].size;
    if (d->kind == PTX_OPERAND_LIST) {
        uint64_t v = operand(m, t, i, s, type);
        uint32_t bits = 8 * size / d->part_count;
        for (uint32_t k = 0; k < d->part_count; k++)
            set(t, &d->parts[k], v >> k * bits);
    } else if (s->kind == PTX_OPERAND_LIST) {
        uint64_t v = 0;
        uint32_t bits = 8 * size / s->part_count;
        for (uint32_t k = 0; k < s->part_count; k++)
            v |= (operand(m, t, i, &s->parts[k], type) & (((uint64_t) 1 << bits) - 1)) << k * bits;
        set(t, d, v);
    } else {
        set(t, d, operand(m, t, i, s, type));
    }
    return !m->failed;
}

static bool addresses(struct machine *m, struct thread *t, const struct ptx_inst *i)
{
    uint64_t v = operand(m, t, i, &i->operands[1], PTX_U64),
             base = (uint64_t) (uintptr_t) m->shared;
    if (mod(i, "shared"))
        v = mod(i, "to") ? v - base : v + base;
    set(t, &i->operands[0], v);
    return !m->failed;
}

static bool values(struct machine *m, struct thread *t, const struct ptx_inst *i,
                   const struct form *form)
{
    uint64_t in[4] = {0}, out[2] = {0};
    if (i->operand_count < 1 || i->operand_count > 5)
        return refuse(m, i, "operands");
    for (uint32_t k = 1; k < i->operand_count; k++)
        in[k - 1] = operand(m, t, i, &i->operands[k], form->type);
    if (m->failed)
        return false;
    if (!scalar(form, in, &t->carry, out))
        return refuse(m, i, "instruction");
    const struct ptx_operand *d = &i->operands[0];
    if (d->kind == PTX_OPERAND_LIST) {
        set(t, &d->parts[0], out[0]);
        set(t, &d->parts[1], out[1]);
    } else {
        set(t, d, out[0]);
    }
    return true;
}

static void end(struct thread *t)
{
    while (t->depth >= 0)
        leave(t);
    t->wait = ENDED;
}

/* Runs until the thread ends or waits; a waiting one stays at its instruction. */
static bool run_thread(struct machine *m, struct thread *t)
{
    while (!m->failed) {
        struct activation *a = top(t);
        if (++m->steps > STEPS_MAX) {
            snprintf(m->why, m->cap, "it runs for too long");
            m->failed = true;
            break;
        }
        const struct ptx_inst *i = a->at < a->f->insts.n ? &a->f->insts.at[a->at] : NULL;
        if (i && i->guard && (a->regs[i->guard - 1] != 0) == i->guard_negate) {
            a->at++;
            continue;
        }
        const struct step *s = &a->steps[a->at];
        if (s->what >= WAIT_BLOCK) {
            t->wait = s->what == WAIT_WARP ? AT_WARP : AT_BARRIER;
            return true;
        }
        a->at++;
        switch (s->what) {
        case DO_BRANCH: a->at = s->to; break;
        case DO_TABLE: jump_table(m, t, i); break;
        case DO_RETURN:
            if (t->depth) {
                give_back(t);
                break;
            }
            end(t);
            return true;
        case DO_EXIT: end(t); return true;
        case DO_CALL: call(m, t, i); break;
        case DO_LOAD:
        case DO_STORE: access_memory(m, t, i, s); break;
        case DO_ATOMIC: atomic(m, t, i); break;
        case DO_MOVE: moves(m, t, i, s->type); break;
        case DO_ADDRESS: addresses(m, t, i); break;
        case DO_FENCE: break;
        default: values(m, t, i, &s->form);
        }
    }
    return false;
}

/* ---- waiting together ---- */

static const struct ptx_inst *stands_at(struct thread *t)
{
    return &top(t)->f->insts.at[top(t)->at];
}

static bool barrier(struct machine *m)
{
    uint32_t trues = 0, count = 0;
    for (uint32_t k = 0; k < m->thread_count; k++) {
        struct thread *t = &m->threads[k];
        if (t->wait != AT_BARRIER)
            continue;
        const struct ptx_inst *i = stands_at(t);
        count++;
        if (mod(i, "red"))
            trues += operand(m, t, i, &i->operands[i->operand_count - 1], PTX_PRED) != 0;
    }
    for (uint32_t k = 0; k < m->thread_count; k++) {
        struct thread *t = &m->threads[k];
        if (t->wait != AT_BARRIER)
            continue;
        const struct ptx_inst *i = stands_at(t);
        if (mod(i, "red"))
            set(t, &i->operands[0],
                mod(i, "popc")  ? trues
                : mod(i, "and") ? trues == count
                                : trues != 0);
        top(t)->at++;
        t->wait = RUNS;
    }
    return !m->failed;
}

static uint32_t member_mask(struct machine *m, struct thread *t)
{
    const struct ptx_inst *i = stands_at(t);
    return (uint32_t) operand(m, t, i, &i->operands[i->operand_count - 1], PTX_B32);
}

static void shuffle(struct machine *m, struct thread *warp, uint32_t l, const uint64_t *values_of,
                    const struct ptx_inst *i)
{
    struct thread *t = &warp[l];
    uint32_t b = (uint32_t) operand(m, t, i, &i->operands[2], PTX_B32) & 31,
             c = (uint32_t) operand(m, t, i, &i->operands[3], PTX_B32);
    uint32_t clamp = c & 31, segment = c >> 8 & 31, most = (l & segment) | (clamp & ~segment),
             least = l & segment;
    int from = mod(i, "up")     ? (int) l - (int) b
               : mod(i, "down") ? (int) (l + b)
               : mod(i, "bfly") ? (int) (l ^ b)
                                : (int) (least | (b & ~segment));
    bool ok = mod(i, "up") ? from >= (int) most : from <= (int) most;
    uint64_t v = values_of[ok ? from & 31 : (int) l];
    const struct ptx_operand *d = &i->operands[0];
    set(t, d->kind == PTX_OPERAND_LIST ? &d->parts[0] : d, v);
    if (d->kind == PTX_OPERAND_LIST)
        set(t, &d->parts[1], ok);
}

static void vote(struct machine *m, struct thread *warp, uint32_t members, const struct ptx_inst *i,
                 const uint64_t *values_of)
{
    uint32_t yes = 0;
    for (uint32_t l = 0; l < 32; l++)
        if (members >> l & 1)
            yes |= (uint32_t) (values_of[l] != 0) << l;
    for (uint32_t l = 0; l < 32; l++)
        if (members >> l & 1)
            set(&warp[l], &i->operands[0],
                mod(i, "ballot") ? yes
                : mod(i, "all")  ? yes == members
                : mod(i, "any")  ? yes != 0
                                 : yes == 0 || yes == members);
}

static void match(struct machine *m, struct thread *warp, uint32_t members,
                  const struct ptx_inst *i, const uint64_t *values_of)
{
    for (uint32_t l = 0; l < 32; l++) {
        uint32_t same = 0;
        for (uint32_t k = 0; k < 32; k++)
            same |= (uint32_t) (members >> k & 1 && values_of[k] == values_of[l]) << k;
        if (members >> l & 1)
            set(&warp[l], &i->operands[0], same);
    }
}

/* The lanes that wait with the first one for each other, if all of them are here. */
static bool warp_step(struct machine *m, struct thread *warp, uint32_t lanes, uint32_t first)
{
    const struct ptx_inst *i = stands_at(&warp[first]);
    uint32_t members = member_mask(m, &warp[first]), alive = 0;
    uint64_t values_of[32] = {0};
    for (uint32_t l = 0; l < lanes; l++)
        alive |= (uint32_t) (warp[l].wait != ENDED) << l;
    members &= alive;
    for (uint32_t l = 0; l < 32; l++) {
        if (!(members >> l & 1))
            continue;
        struct thread *t = &warp[l];
        if (t->wait != AT_WARP ||
            (stands_at(t) != i && !(mod(i, "warp") && mod(stands_at(t), "warp"))) ||
            (member_mask(m, t) & alive) != members)
            return false;
        if (!mod(i, "warp"))
            values_of[l] = operand(m, t, i, &i->operands[1], PTX_NONE);
    }
    if (str_eq(i->mods[0], "vote"))
        vote(m, warp, members, i, values_of);
    else if (str_eq(i->mods[0], "match"))
        match(m, warp, members, i, values_of);
    else if (str_eq(i->mods[0], "shfl"))
        for (uint32_t l = 0; l < 32; l++)
            if (members >> l & 1)
                shuffle(m, warp, l, values_of, i);
    for (uint32_t l = 0; l < 32; l++)
        if (members >> l & 1) {
            top(&warp[l])->at++;
            warp[l].wait = RUNS;
        }
    return true;
}

static bool run_block(struct machine *m)
{
    for (;;) {
        bool ran = false, alive = false, at_barrier = true;
        for (uint32_t k = 0; k < m->thread_count && !m->failed; k++)
            if (m->threads[k].wait == RUNS) {
                run_thread(m, &m->threads[k]);
                ran = true;
            }
        for (uint32_t k = 0; k < m->thread_count && !m->failed; k++) {
            uint32_t warp = k & ~31u,
                     lanes = m->thread_count - warp < 32 ? m->thread_count - warp : 32;
            if (m->threads[k].wait == AT_WARP)
                ran |= warp_step(m, m->threads + warp, lanes, k & 31);
        }
        if (m->failed)
            return false;
        for (uint32_t k = 0; k < m->thread_count; k++) {
            alive |= m->threads[k].wait != ENDED;
            at_barrier &= m->threads[k].wait == AT_BARRIER || m->threads[k].wait == ENDED;
        }
        if (!alive)
            return true;
        if (at_barrier)
            barrier(m);
        else if (!ran) {
            snprintf(m->why, m->cap, "threads wait for each other");
            m->failed = true;
            return false;
        }
    }
}

static void drop_threads(struct machine *m)
{
    for (uint32_t k = 0; k < m->thread_count; k++) {
        while (m->threads[k].depth >= 0 && m->threads[k].wait != ENDED)
            leave(&m->threads[k]);
        free(m->threads[k].local);
    }
}

static bool begin_block(struct machine *m, const struct ptx_func *f)
{
    memset(m->shared, 0, sizeof m->shared);
    for (uint32_t k = 0; k < m->thread_count; k++) {
        m->threads[k] =
            (struct thread){.id = k, .lane = k & 31, .depth = -1, .local = calloc(1, LOCAL_BYTES)};
        static const struct ptx_inst none = {0};
        if (!enter(m, &m->threads[k], f, &none))
            return false;
    }
    return true;
}

bool evaluate(const struct ptx_module *ptx, const char *kernel, const struct program *p,
              struct memory *mem, char *why, size_t cap)
{
    struct machine *m = calloc(1, sizeof *m);
    const struct ptx_func *f = ptx_func_named(ptx, kernel);
    const void *args[6] = {mem->in, mem->words, mem->longs, mem->floats, mem->doubles, mem->bins};
    *m = (struct machine){.ptx = ptx,
                          .kernel = f,
                          .p = p,
                          .why = why,
                          .cap = cap,
                          .thread_count = p->block.x * p->block.y * p->block.z};
    memcpy(m->params, args, sizeof args);
    memcpy(m->params + sizeof args, p->numbers, sizeof p->numbers);
    bool ok = f != NULL;
    for (uint32_t b = 0; b < p->grid.x * p->grid.y && ok; b++) {
        m->block = (struct device_dim){b % p->grid.x, b / p->grid.x, 0};
        ok = begin_block(m, f) && run_block(m);
        drop_threads(m);
    }
    for (size_t k = 0; k < m->decoded_count; k++)
        free(m->decoded[k].at);
    free(m);
    return ok;
}
