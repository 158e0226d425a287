/* SPDX-License-Identifier: Apache-2.0 */
/* Small functions of the program that compute an object of scalars, or a scalar, from the members of others:
 *
 *     vec3 operator+(vec3 a, vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
 *
 * In `v = v + p * t` no object is made for p * t: its members are in slots. Before anything is read or stored, PROBE instructions see whether
 * all objects are there. If not, the same code is executed as for any function, with its calls, so that errors have their places. So what
 * is evaluated before may be evaluated twice, and has no effects. Next: gen_pure.c, gen_object.c. */
#include "eval/gen/gen.h"

enum { DEPTH = 8 };

/* A parameter whose members are in slots. */
struct spread {
    const struct spread *outer;
    const struct symbol *param;
    const uint32_t *slots; /* by member */
};

/* ---- which calls ---- */

/* What an argument denotes: the lvalue, or the value of a temporary. */
static const struct expr *denoted(const struct expr *arg)
{
    const struct expr *e = gen_pointer(arg);
    if (e->kind == EXPR_DECAY && e->left->kind == EXPR_AGGREGATE && e->left->init_count == 1)
        return e->left->inits[0].value;
    return e->kind == EXPR_ADDRESS ? e->left : e;
}

/* Whether an expression has effects or makes temporaries, so that it cannot be evaluated twice. */
static bool has_effects(void *context, const struct expr *e)
{
    struct gen *g = context;
    if (e->type->is_volatile)
        return true;
    if (e->kind == EXPR_CALL && type_is_scalar(e->type) && gen_spread_result(g, e))
        return false; /* its arguments have none */
    const struct expr *body = e->kind == EXPR_CALL ? gen_inlined(g, e) : NULL;
    if (body ? has_effects(g, body) : !gen_only_reads(e))
        return true;
    return expr_any_operand(e, has_effects, g);
}

/* Whether an argument for a parameter of class type is an object that is there already, or a value that is computed in slots. */
static bool is_known(struct gen *g, const struct symbol *param, const struct expr *arg)
{
    const struct expr *d = denoted(arg);
    if (d->kind == EXPR_CALL && type_plain(d->type)->kind == TYPE_STRUCT)
        return type_plain(d->type) == gen_class_of(param) && gen_spread_result(g, d);
    return !has_effects(g, arg);
}

/* Whether the arguments can be evaluated twice. */
static bool fits(struct gen *g, const struct expr *call, const struct function *f)
{
    for (uint32_t i = 0; i < call->arg_count; i++) {
        const struct symbol *p = f->params[i];
        if (gen_class_of(p) ? !is_known(g, p, call->args[i]) : has_effects(g, call->args[i]))
            return false;
    }
    return true;
}

const struct expr *gen_spread_result(struct gen *g, const struct expr *e)
{
    if (e->kind != EXPR_CALL || g->plainly || g->inlined + g->spread_depth >= DEPTH)
        return NULL;
    bool object = gen_members_of(e->type) != NULL;
    if (!object && (!type_is_scalar(e->type) || type_is_wide(e->type)))
        return NULL;
    const struct expr *result = gen_member_result(g, e);
    g->spread_depth++;
    bool good = result && fits(g, e, e->symbol->function);
    g->spread_depth--;
    return good ? result : NULL;
}

/* ---- members in slots ---- */

static const struct spread *spread_of(const struct gen *g, const struct expr *e)
{
    const struct expr *v = e->kind == EXPR_DEREF ? e->left : e;
    const struct spread *s = v->kind == EXPR_VARIABLE ? g->spread : NULL;
    while (s && s->param != v->symbol)
        s = s->outer;
    return s;
}

static uint32_t number_of(const struct type *t, uint64_t offset)
{
    uint32_t k = 0;
    while (k + 1 < t->field_count && t->fields[k].offset != offset)
        k++;
    return k;
}

bool gen_spread_member(struct gen *g, const struct expr *e, int64_t want, uint32_t *out)
{
    const struct spread *s = e->kind == EXPR_MEMBER && g->spread ? spread_of(g, e->left) : NULL;
    if (!s)
        return false;
    uint32_t k = number_of(gen_class_of(s->param), e->field->offset);
    *out = gen_result(g, e->at, s->slots[k], want);
    return true;
}

static void probe(struct gen *g, struct span at, enum opcode op, uint32_t address,
                  const struct type *t, struct jumps *slow)
{
    uint32_t jump = gen_emit_jump(g, at, op, 0, address, (uint32_t) t->size, 0);
    VEC_PUSH(&slow->at, jump);
}

static void call_members(struct gen *g, const struct expr *e, uint32_t to, struct jumps *slow);

/* What a parameter denotes: a scalar in *slot, an object at the address in *slot, or (true) members in slots. */
static bool bind(struct gen *g, const struct symbol *param, const struct expr *arg, uint32_t *slot,
                 uint32_t *members, struct jumps *slow)
{
    const struct type *t = gen_class_of(param);
    const struct expr *d = denoted(arg);
    bool same = t && type_plain(d->type) == t; /* and no derived class */
    const struct spread *s = same ? spread_of(g, d) : NULL;
    bool call = same && d->kind == EXPR_CALL;
    uint32_t first = call ? gen_slots(g, t->field_count) : 0;
    for (uint32_t k = 0; t && k < t->field_count && (s || call); k++)
        members[k] = s ? s->slots[k] : first + k;
    if (call)
        call_members(g, d, first, slow);
    if (s || call)
        return true;
    *slot = gen_slots(g, 1);
    gen_value(g, arg, *slot);
    if (t)
        probe(g, arg->at, OP_PROBE_READ, *slot, t, slow);
    return false;
}

/* The members of the result of a function whose parameters are bound, or the scalar, into slots from `to` on. */
static void result_members(struct gen *g, const struct expr *e, uint32_t to, struct jumps *slow)
{
    const struct type *t = gen_members_of(e->type);
    if (e->kind == EXPR_CALL && t) {
        call_members(g, e, to, slow);
    } else if (e->kind == EXPR_CONSTRUCT) {
        gen_construct_members(g, e, to, t);
    } else if (!t) {
        gen_value(g, e, to);
    } else {
        for (uint32_t k = 0; k < t->field_count; k++)
            gen_emit_k(g, e->at, OP_CONST, to + k, 0, 0);
        for (uint32_t i = 0; i < e->init_count; i++)
            gen_value(g, e->inits[i].value, to + number_of(t, e->inits[i].offset));
    }
}

static void call_members(struct gen *g, const struct expr *e, uint32_t to, struct jumps *slow)
{
    const struct function *f = e->symbol->function;
    const struct spread *outer = g->spread, *last = outer;
    uint32_t n = f->type->param_count, slots[GEN_MEMBER_PARAMS] = {0}, before[GEN_MEMBER_PARAMS],
             members[GEN_MEMBER_PARAMS][GEN_MEMBERS];
    struct spread bound[GEN_MEMBER_PARAMS];
    for (uint32_t i = 0; i < n; i++) {
        bound[i] = (struct spread){NULL, NULL, members[i]};
        if (bind(g, f->params[i], e->args[i], slots + i, members[i], slow))
            bound[i].param = f->params[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        before[i] = gen_local_slot(g, f->params[i]);
        gen_local_put(g, f->params[i], slots[i]);
        bound[i].outer = last;
        last = bound[i].param ? bound + i : last;
    }
    g->spread = last;
    struct span at = g->inline_at;
    if (!g->inlined++)
        g->inline_at = e->at;
    result_members(g, gen_only_result(f), to, slow);
    g->inlined--;
    g->inline_at = at;
    g->spread = outer;
    for (uint32_t i = 0; i < n; i++)
        gen_local_put(g, f->params[i], before[i]);
}

/* ---- where they are used ---- */

/* Behind the fast code: jumps over the other one, which begins here. Returns the jump. */
static uint32_t begin_plainly(struct gen *g, const struct expr *e, struct jumps *slow)
{
    uint32_t past = gen_emit_jump(g, e->at, OP_JUMP, 0, 0, 0, 0);
    gen_patch_all(g, slow, gen_here(g));
    g->plainly = true;
    return past;
}

static void end_plainly(struct gen *g, const struct expr *e, uint32_t depth, uint32_t past)
{
    g->plainly = false;
    gen_emit_release(g, e->at, depth); /* its temporaries, which nobody can see */
    g->depth = depth;
    gen_patch(g, past, gen_here(g));
}

static void store_members(struct gen *g, const struct expr *e, uint32_t first, uint32_t address,
                          struct jumps *slow)
{
    const struct type *t = gen_members_of(e->type);
    probe(g, e->at, OP_PROBE_WRITE, address, t, slow);
    for (uint32_t k = 0; k < t->field_count; k++) {
        struct lvalue p = {
            .kind = PLACE_ADDRESS, .slot = address, .offset = (uint16_t) t->fields[k].offset};
        gen_store(g, p, t->fields[k].type, e->at, first + k);
    }
}

bool gen_spread_into(struct gen *g, const struct expr *e, uint32_t to)
{
    struct jumps slow = {0};
    uint32_t top = g->top, depth = g->depth;
    if (!gen_members_of(e->type) || !gen_spread_result(g, e))
        return false;
    uint32_t first = gen_slots(g, gen_members_of(e->type)->field_count);
    call_members(g, e, first, &slow);
    store_members(g, e, first, to, &slow);
    uint32_t past = begin_plainly(g, e, &slow);
    gen_into(g, e, to);
    end_plainly(g, e, depth, past);
    g->top = top;
    return true;
}

bool gen_spread_assign(struct gen *g, const struct expr *e)
{
    struct jumps slow = {0};
    const struct expr *right = e->right;
    uint32_t top = g->top, depth = g->depth;
    bool temporaries = g->temporaries;
    if (!gen_members_of(e->type) || !gen_spread_result(g, right) || has_effects(g, e->left) ||
        !e->left->lvalue)
        return false;
    uint32_t first = gen_slots(g, gen_members_of(right->type)->field_count), to = gen_slots(g, 1);
    call_members(g, right, first, &slow);
    gen_address(g, e->left, to);
    store_members(g, right, first, to, &slow);
    uint32_t past = begin_plainly(g, e, &slow);
    gen_value(g, e, -1);
    end_plainly(g, e, depth, past);
    g->temporaries = temporaries;
    g->top = top;
    return true;
}

bool gen_spread_scalar(struct gen *g, const struct expr *e, int64_t want, uint32_t *out)
{
    struct jumps slow = {0};
    uint32_t depth = g->depth;
    bool temporaries = g->temporaries;
    if (!type_is_scalar(e->type) || !gen_spread_result(g, e))
        return false;
    *out = gen_result_slot(g, want);
    uint32_t top = g->top, value = gen_slots(g, 1);
    call_members(g, e, value, &slow);
    gen_emit(g, e->at, OP_MOVE, *out, value, 0);
    uint32_t past = begin_plainly(g, e, &slow);
    gen_value(g, e, *out);
    end_plainly(g, e, depth, past);
    g->temporaries = temporaries;
    g->top = top;
    return true;
}
