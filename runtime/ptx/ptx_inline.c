/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel with the functions that it calls in place of the calls, so that a device can execute it without frames of calls. NVRTC leaves calls of
 * functions that are long, such as the power of doubles, or that the program asks not to inline. It needs the parsed module.
 *
 * The body of a function is copied with registers, labels and local variables of its own for each call. Its parameters become the
 * .param variables of the call (PTX ISA 7.1), and those become registers where each access is to the same bytes as another or to bytes of its own.
 * Next: device/cpu/decode/decode.c. */
#include <string.h>

#include "ptx/ptx.h"

enum { INSTRUCTIONS_MOST = 6000, DEPTH_MOST = 16 };

/* ---- bodies in place of calls ---- */

struct inliner {
    struct ptx_module *m;
    struct ptx_func *to;
    const struct ptx_func *stack[DEPTH_MOST]; /* what is being copied */
    uint32_t depth, bodies;
};

/* Where names of a copied body lead. */
struct copied_names {
    const struct ptx_func *from;
    uint32_t first_reg, first_scope;
    struct ptx_var **vars;            /* of from->vars */
    const struct ptx_operand *params; /* the lists of the call; NULL: an entry has its own */
    const struct ptx_operand *results;
    const char *end; /* the label behind the body */
};

struct call {
    const struct ptx_operand *results, *args;
    const struct ptx_func *callee;
};

static bool list_fits(const struct ptx_operand *list, struct ptx_var *const *vars, size_t n)
{
    if ((list ? list->part_count : 0) != n)
        return false;
    for (size_t k = 0; k < n; k++)
        if (!list->parts[k].var || list->parts[k].var->space != PTX_PARAM ||
            list->parts[k].var->size != vars[k]->size)
            return false;
    return true;
}

static bool is_param_access(const struct ptx_inst *i)
{
    return i->mod_count > 1 && str_eq(i->mods[1], "param") && i->operand_count == 2 &&
           (str_eq(i->mods[0], "ld") || str_eq(i->mods[0], "st"));
}

/* The .param variable of an access; NULL: it accesses something else. */
static const struct ptx_var *param_of(const struct ptx_inst *i)
{
    if (!is_param_access(i))
        return NULL;
    const struct ptx_operand *o = &i->operands[str_eq(i->mods[0], "ld")];
    return o->kind == PTX_OPERAND_MEMORY && !o->has_reg ? o->var : NULL;
}

static bool is_own_param(const struct ptx_func *f, const struct ptx_var *v)
{
    bool own = false;
    for (size_t k = 0; v && k < f->params.n; k++)
        own |= f->params.at[k] == v;
    for (size_t k = 0; v && k < f->returns.n; k++)
        own |= f->returns.at[k] == v;
    return own;
}

/* Its stack is not of a fixed size, or it uses a parameter as something else than the source or target of a move. */
static bool stays_a_call(const struct ptx_func *f)
{
    VEC_EACH (i, &f->insts) {
        if (str_eq(i->mods[0], "alloca") || str_eq(i->mods[0], "stacksave"))
            return true;
        for (uint32_t k = 0; k < i->operand_count; k++)
            if (is_own_param(f, i->operands[k].var) && param_of(i) != i->operands[k].var)
                return true;
    }
    return false;
}

/* A direct call of a function of the module whose body may stand here. */
static bool find_call(const struct inliner *in, const struct ptx_inst *i, struct call *out)
{
    uint32_t k = 0;
    if (!str_eq(i->mods[0], "call") || i->guard || in->depth == DEPTH_MOST)
        return false;
    *out = (struct call){0};
    if (k < i->operand_count && i->operands[k].kind == PTX_OPERAND_LIST)
        out->results = &i->operands[k++];
    const struct ptx_operand *target = k < i->operand_count ? &i->operands[k++] : NULL;
    if (k < i->operand_count && i->operands[k].kind == PTX_OPERAND_LIST)
        out->args = &i->operands[k];
    if (!target || target->kind != PTX_OPERAND_SYMBOL || target->var)
        return false;
    const struct ptx_func *f = out->callee = ptx_func_named(in->m, target->name);
    if (!f || !f->has_body || f->is_entry || !f->insts.n ||
        in->to->insts.n + f->insts.n > INSTRUCTIONS_MOST)
        return false;
    for (uint32_t d = 0; d < in->depth; d++)
        if (in->stack[d] == f)
            return false;
    return list_fits(out->args, f->params.at, f->params.n) &&
           list_fits(out->results, f->returns.at, f->returns.n) && !stays_a_call(f);
}

static const struct ptx_var *rename_var(const struct copied_names *n, const struct ptx_var *v)
{
    const struct ptx_func *f = n->from;
    if (!v || !n->params)
        return v;
    for (size_t k = 0; k < f->params.n; k++)
        if (f->params.at[k] == v)
            return n->params->parts[k].var;
    for (size_t k = 0; k < f->returns.n; k++)
        if (f->returns.at[k] == v)
            return n->results->parts[k].var;
    for (size_t k = 0; k < f->vars.n; k++)
        if (f->vars.at[k] == v)
            return n->vars[k];
    return v;
}

static struct ptx_operand *copy_operands(struct inliner *in, const struct copied_names *n,
                                         const struct ptx_operand *from, uint32_t count)
{
    struct ptx_operand *to = ARENA_ARRAY(&in->m->arena, struct ptx_operand, count + 1);
    for (uint32_t k = 0; k < count; k++) {
        to[k] = from[k];
        to[k].reg += n->first_reg;
        to[k].var = rename_var(n, from[k].var);
        if (from[k].part_count)
            to[k].parts = copy_operands(in, n, from[k].parts, from[k].part_count);
    }
    return to;
}

static struct ptx_inst copy_inst(struct inliner *in, const struct copied_names *n,
                                 const struct ptx_inst *from)
{
    struct ptx_inst i = *from;
    i.operands = copy_operands(in, n, from->operands, from->operand_count);
    i.scope += n->first_scope;
    i.guard += from->guard ? n->first_reg : 0;
    return i;
}

/* `ret` of a body that stands in place of a call. */
static void write_return(struct inliner *in, const struct copied_names *n,
                         const struct ptx_inst *ret)
{
    static const struct str branch = {"bra", 3};
    struct ptx_inst i = copy_inst(in, n, ret);
    i.name = i.mods[0] = branch;
    i.mod_count = 1;
    i.operands = ARENA_NEW(&in->m->arena, struct ptx_operand);
    i.operands->kind = PTX_OPERAND_SYMBOL;
    i.operands->name = n->end;
    i.operand_count = 1;
    VEC_PUSH(&in->to->insts, i);
}

static void copy_body(struct inliner *in, const struct copied_names *n);

/* Variables that each copy has for itself: those of the shared and global spaces are one for all. */
static struct ptx_var **copy_vars(struct inliner *in, const struct ptx_func *f)
{
    struct ptx_var **to = ARENA_ARRAY(&in->m->arena, struct ptx_var *, f->vars.n + 1);
    for (size_t k = 0; k < f->vars.n; k++) {
        const struct ptx_var *v = f->vars.at[k];
        to[k] = f->vars.at[k];
        if (v->space != PTX_PARAM && v->space != PTX_LOCAL)
            continue;
        to[k] = ARENA_NEW(&in->m->arena, struct ptx_var);
        *to[k] = *v;
        to[k]->index = (uint32_t) in->to->vars.n;
        VEC_PUSH(&in->to->vars, to[k]);
    }
    return to;
}

static void inline_call(struct inliner *in, const struct call *c)
{
    static const struct ptx_operand none = {.kind = PTX_OPERAND_LIST};
    struct ptx_func *to = in->to;
    struct copied_names n = {.from = c->callee,
                             .first_reg = (uint32_t) to->regs.n,
                             .first_scope = (uint32_t) to->scopes.n,
                             .vars = copy_vars(in, c->callee),
                             .params = c->args ? c->args : &none,
                             .results = c->results ? c->results : &none,
                             .end = arena_printf(&in->m->arena, "$end_of_call_%u", ++in->bodies)};
    VEC_EACH (r, &c->callee->regs)
        VEC_PUSH(&to->regs, *r);
    VEC_EACH (s, &c->callee->scopes)
        VEC_PUSH(&to->scopes, (struct ptx_scope){s->parent + n.first_scope});
    to->scopes.at[n.first_scope].parent = 0;
    copy_body(in, &n);
    VEC_PUSH(&to->labels, (struct ptx_label){
                              .name = n.end, .scope = n.first_scope, .at = (uint32_t) to->insts.n});
}

static void copy_body(struct inliner *in, const struct copied_names *n)
{
    const struct ptx_func *f = n->from;
    struct ptx_func *to = in->to;
    uint32_t *place = xcalloc(f->insts.n + 1, sizeof *place);
    in->stack[in->depth++] = f;
    for (size_t k = 0; k < f->insts.n; k++) {
        const struct ptx_inst *i = &f->insts.at[k];
        struct call c;
        place[k] = (uint32_t) to->insts.n;
        struct ptx_inst copy = copy_inst(in, n, i);
        if (find_call(in, &copy, &c))
            inline_call(in, &c);
        else if (n->end && str_eq(i->mods[0], "ret") && (i->guard || k + 1 < f->insts.n))
            write_return(in, n, i);
        else if (!n->end || !str_eq(i->mods[0], "ret"))
            VEC_PUSH(&to->insts, copy);
    }
    place[f->insts.n] = (uint32_t) to->insts.n;
    VEC_EACH (l, &f->labels) {
        struct ptx_label label = *l;
        label.scope += n->first_scope;
        label.at = place[l->at];
        VEC_PUSH(&to->labels, label);
    }
    in->depth--;
    free(place);
}

/* ---- .param variables as registers ---- */

struct param_slot {
    const struct ptx_var *var;
    int64_t offset;
    uint32_t size, reg;
};

struct param_slots {
    struct ptx_module *m;
    struct ptx_func *f;
    bool *fixed; /* by variable: it stays in memory */
    VEC(struct param_slot) list;
};

struct param_access {
    const struct ptx_var *var;
    int64_t offset;
    enum ptx_type type;
    const struct ptx_operand *values; /* registers and constants, the first at the offset */
    uint32_t count;
    bool store;
};

static bool read_access(const struct ptx_inst *i, struct param_access *a)
{
    if (!(a->var = param_of(i)))
        return false;
    a->store = str_eq(i->mods[0], "st");
    a->offset = i->operands[!a->store].offset;
    a->type = ptx_type_named(i->mods[i->mod_count - 1]);
    a->values = &i->operands[a->store];
    a->count = 1;
    if (a->values->kind == PTX_OPERAND_LIST) {
        a->count = a->values->part_count;
        a->values = a->values->parts;
    }
    return ptx_types[a->type].size != 0;
}

static bool is_own(const struct param_slots *s, const struct ptx_var *v)
{
    return v && v->space == PTX_PARAM && v->index < s->f->vars.n && s->f->vars.at[v->index] == v;
}

static struct param_slot *slot_at(const struct param_slots *s, const struct ptx_var *v,
                                  int64_t offset)
{
    VEC_EACH (l, &s->list)
        if (l->var == v && l->offset == offset)
            return l;
    return NULL;
}

static bool overlaps(const struct param_slots *s, const struct ptx_var *v, int64_t offset,
                     uint32_t size)
{
    VEC_EACH (l, &s->list)
        if (l->var == v && l->offset < offset + size && offset < l->offset + l->size)
            return true;
    return false;
}

static enum ptx_type bits_of(uint32_t size)
{
    return size == 8 ? PTX_B64 : size == 4 ? PTX_B32 : PTX_B16;
}

static bool is_number(enum ptx_type t)
{
    return ptx_types[t].kind == PTX_KIND_SIGNED || ptx_types[t].kind == PTX_KIND_UNSIGNED ||
           ptx_types[t].kind == PTX_KIND_BITS;
}

/* A load may read the lower part of a number that was stored: `char` is passed as 32 bits. */
static void note_element(struct param_slots *s, const struct param_access *a, int64_t offset)
{
    uint32_t size = ptx_types[a->type].size;
    const struct param_slot *l = slot_at(s, a->var, offset);
    bool lower = l && !a->store && a->count == 1 && size < l->size && is_number(a->type);
    if (l && (l->size == size || lower))
        return;
    if (overlaps(s, a->var, offset, size) || size > 8) {
        s->fixed[a->var->index] = true;
        return;
    }
    VEC_PUSH(&s->list, (struct param_slot){a->var, offset, size, (uint32_t) s->f->regs.n});
    VEC_PUSH(&s->f->regs, bits_of(size));
}

/* Whatever is no access to it as a whole keeps a variable in memory. */
static void note_other_uses(struct param_slots *s, const struct ptx_inst *i,
                            const struct ptx_operand *list, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        if (is_own(s, list[k].var) && list[k].var != param_of(i))
            s->fixed[list[k].var->index] = true;
        note_other_uses(s, i, list[k].parts, list[k].part_count);
    }
}

static void note_access(struct param_slots *s, const struct ptx_inst *i, bool stores)
{
    struct param_access a;
    if (!read_access(i, &a)) {
        s->fixed[param_of(i)->index] = true;
        return;
    }
    for (uint32_t e = 0; a.store == stores && e < a.count; e++)
        note_element(s, &a, a.offset + e * ptx_types[a.type].size);
}

/* What is stored first: loads may read less. */
static void find_slots(struct param_slots *s)
{
    VEC_EACH (i, &s->f->insts)
        note_other_uses(s, i, i->operands, i->operand_count);
    for (int loads = 0; loads < 2; loads++)
        VEC_EACH (i, &s->f->insts)
            if (is_own(s, param_of(i)))
                note_access(s, i, !loads);
}

static void set_mods(struct param_slots *s, struct ptx_inst *i, const char *name, const char *first,
                     const char *second)
{
    const char *all[] = {name, first, second};
    i->mod_count = 0;
    for (uint32_t k = 0; k < 3 && all[k]; k++)
        i->mods[i->mod_count++] = str_of(all[k]);
    i->name = str_of(second ? arena_printf(&s->m->arena, "%s.%s.%s", name, first, second)
                            : arena_printf(&s->m->arena, "%s.%s", name, first));
}

static const char *number_type(struct param_slots *s, bool is_signed, uint32_t size)
{
    return arena_printf(&s->m->arena, "%c%u", is_signed ? 's' : 'u', 8 * size);
}

/* The move that an element of an access becomes; its text stays. */
static struct ptx_inst move_element(struct param_slots *s, const struct ptx_inst *from,
                                    const struct param_access *a, uint32_t element)
{
    uint32_t size = ptx_types[a->type].size;
    const struct param_slot *l = slot_at(s, a->var, a->offset + element * size);
    const struct ptx_operand *value = &a->values[element];
    struct ptx_operand reg = {.kind = PTX_OPERAND_REG, .reg = l->reg};
    struct ptx_inst i = *from;
    i.operands = ARENA_ARRAY(&s->m->arena, struct ptx_operand, 3);
    i.operands[0] = a->store ? reg : *value;
    i.operands[1] = a->store ? *value : reg;
    bool is_signed = ptx_types[a->type].kind == PTX_KIND_SIGNED;
    uint32_t slot_size = l->size < 2 ? 2 : l->size,
             reg_size = value->kind == PTX_OPERAND_REG ? ptx_types[s->f->regs.at[value->reg]].size
                                                       : slot_size;
    if (a->store && reg_size != slot_size)
        set_mods(s, &i, "cvt", number_type(s, false, slot_size), number_type(s, false, reg_size));
    else if (!a->store && reg_size > size)
        set_mods(s, &i, "cvt", number_type(s, is_signed, reg_size),
                 number_type(s, is_signed, size));
    else if (!a->store && size < slot_size)
        set_mods(s, &i, "cvt", number_type(s, false, size), number_type(s, false, slot_size));
    else if (value->kind == PTX_OPERAND_F32 || value->kind == PTX_OPERAND_F64)
        set_mods(s, &i, "mov", size == 8 ? "f64" : "f32", NULL);
    else
        set_mods(s, &i, "mov", ptx_types[bits_of(size)].name, NULL);
    return i;
}

static void write_moves(struct param_slots *s)
{
    struct ptx_func *f = s->f;
    uint32_t *place = xcalloc(f->insts.n + 1, sizeof *place);
    __typeof__(f->insts) to = {0};
    struct param_access a;
    for (size_t k = 0; k < f->insts.n; k++) {
        const struct ptx_inst *i = &f->insts.at[k];
        const struct ptx_var *v = param_of(i);
        place[k] = (uint32_t) to.n;
        if (!is_own(s, v) || s->fixed[v->index] || !read_access(i, &a)) {
            VEC_PUSH(&to, *i);
            continue;
        }
        for (uint32_t e = 0; e < a.count; e++)
            if (a.values[e].kind != PTX_OPERAND_SINK)
                VEC_PUSH(&to, move_element(s, i, &a, e));
    }
    place[f->insts.n] = (uint32_t) to.n;
    VEC_EACH (l, &f->labels)
        l->at = place[l->at];
    VEC_FREE(&f->insts);
    memcpy(&f->insts, &to, sizeof to);
    free(place);
}

/* ---- the copy ---- */

#define KEEP(m, v)                                                                                 \
    do {                                                                                           \
        void *kept = arena_alloc(&(m)->arena, ((v)->n + 1) * sizeof *(v)->at);                     \
        if ((v)->n)                                                                                \
            memcpy(kept, (v)->at, (v)->n * sizeof *(v)->at);                                       \
        free((v)->at);                                                                             \
        (v)->at = kept;                                                                            \
        (v)->cap = 0;                                                                              \
    } while (0)

/* Most kernels call nothing, and are not copied. */
static bool has_call(struct ptx_module *m, const struct ptx_func *entry)
{
    struct ptx_func none = {0};
    const struct inliner in = {.m = m, .to = &none};
    struct call c;
    VEC_EACH (i, &entry->insts)
        if (find_call(&in, i, &c))
            return true;
    return false;
}

struct ptx_func *ptx_inlined(struct ptx_module *m, const struct ptx_func *entry)
{
    if (!has_call(m, entry))
        return NULL;
    struct ptx_func *to = ARENA_NEW(&m->arena, struct ptx_func);
    *to = *entry;
    struct inliner in = {.m = m, .to = to};
    struct copied_names own = {.from = entry};
    memset(&to->vars, 0, sizeof to->vars);
    memset(&to->regs, 0, sizeof to->regs);
    memset(&to->insts, 0, sizeof to->insts);
    memset(&to->labels, 0, sizeof to->labels);
    memset(&to->scopes, 0, sizeof to->scopes);
    VEC_EACH (v, &entry->vars)
        VEC_PUSH(&to->vars, *v);
    VEC_EACH (r, &entry->regs)
        VEC_PUSH(&to->regs, *r);
    VEC_EACH (s, &entry->scopes)
        VEC_PUSH(&to->scopes, *s);
    copy_body(&in, &own);
    struct param_slots s = {.m = m, .f = to, .fixed = xcalloc(to->vars.n + 1, sizeof(bool))};
    if (in.bodies) {
        find_slots(&s);
        write_moves(&s);
    }
    free(s.fixed);
    VEC_FREE(&s.list);
    KEEP(m, &to->vars);
    KEEP(m, &to->regs);
    KEEP(m, &to->insts);
    KEEP(m, &to->labels);
    KEEP(m, &to->scopes);
    return in.bodies ? to : NULL;
}
