/* SPDX-License-Identifier: Apache-2.0 */
/* Findings: one for each kind and pair of lines, counted. Next: check_observer.c, which finds them. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/check/check_impl.h"
#include "device/cpu/code/decoded.h"

enum { FINDINGS_MOST = 1000 };

const struct ptx_inst *checked_inst(struct launch_checker *c, uint32_t number,
                                    const struct decoded_code **out_code)
{
    VEC_EACH (at, &c->codes) {
        const struct ptx_func *f = (*at)->code->func;
        if (number - (*at)->first < f->insts.n) {
            *out_code = (*at)->code;
            return f->insts.at + (number - (*at)->first);
        }
    }
    return NULL;
}

const char *checked_array(const struct ptx_inst *i)
{
    static const char prefix[] = "__warpcell_beyond_"; /* compile/bounds.c */
    const struct ptx_operand *to = i->operands;
    const char *name = !i->operand_count ? NULL : to->var ? to->var->name : to->name;
    return name && !strncmp(name, prefix, sizeof prefix - 1) ? name + sizeof prefix - 1 : NULL;
}

static struct device_dim dim_of(struct device_dim extent, uint64_t linear)
{
    uint64_t plane = (uint64_t) extent.x * extent.y;
    return (struct device_dim){(uint32_t) (linear % extent.x),
                               (uint32_t) (linear / extent.x % extent.y),
                               (uint32_t) (linear / plane)};
}

static struct check_party party_of(struct launch_checker *c, struct device_dim grid,
                                   struct device_dim shape, uint64_t block, uint32_t thread,
                                   uint32_t inst, enum check_act act)
{
    const struct decoded_code *code = NULL;
    const struct ptx_inst *i = checked_inst(c, inst, &code);
    const char *file = "";
    struct check_party p = {
        .act = act, .block = dim_of(grid, block), .thread = dim_of(shape, thread)};
    CHECK(i);
    p.ptx_line = i->line;
    ptx_user_place(code->module, i->loc, &file, &p.line, &p.column);
    p.file = intern_cstr(c->names, file);
    return p;
}

static struct check_party party(struct launch_checker *c, const struct observed_launch *l,
                                uint64_t block, uint32_t thread, uint32_t inst, enum check_act act)
{
    return party_of(c, l->grid, l->block, block, thread, inst, act);
}

static void name_variable(struct launch_checker *c, struct check_finding *f,
                          const struct decoded_code *kernel, const struct decoded_code *code)
{
    const struct ptx_var *v = observed_shared_variable(kernel, code, f->address, &f->variable_at);
    if (!v)
        return;
    f->variable = intern_cstr(c->names, v->name);
    f->variable_size = v->unsized ? 0 : v->size;
}

static bool same_line(const struct check_party *a, const struct check_party *b)
{
    return a->line == b->line && (a->line || a->ptx_line == b->ptx_line) && a->file == b->file;
}

/* The finding of these lines, in either order: a race is met from both sides. */
static struct check_finding *known(struct launch_checker *c, const struct check_finding *f)
{
    for (size_t i = c->reported; i < c->findings.n; i++) {
        struct check_finding *g = c->findings.at + i;
        bool ahead = same_line(&g->first, &f->first) && same_line(&g->second, &f->second),
             back = same_line(&g->first, &f->second) && same_line(&g->second, &f->first);
        if (g->kind == f->kind && g->kernel == f->kernel && g->space == f->space && (ahead || back))
            return g;
    }
    return NULL;
}

/* How far the threads of a race are apart: the remedy must do for the farthest. */
static int distance(const struct check_finding *f)
{
    bool blocks = memcmp(&f->first.block, &f->second.block, sizeof f->first.block) != 0;
    return blocks ? 2 : !f->same_warp;
}

/* Another pair of threads at the lines of a finding. */
static void count_pair(struct check_finding *f, const struct check_finding *pair)
{
    struct check_finding before = *f;
    f->count++;
    if (!f->first.ptx_line || distance(pair) <= distance(f))
        return;
    *f = *pair;
    f->count = before.count + 1;
    f->tag = before.tag;
    f->variable = before.variable;
    f->variable_at = before.variable_at;
    f->variable_size = before.variable_size;
}

static enum check_act act_of(const struct stamp *s)
{
    return s->kind & STAMP_ATOMIC  ? CHECK_UPDATES
           : s->kind & STAMP_WRITE ? CHECK_WRITES
                                   : CHECK_READS;
}

void finding_add(const struct finding_of *f)
{
    struct launch_checker *c = f->block->launch->checker;
    if (f->block->launch->whole) { /* which pair is found first depends on the threads */
        checked_doubt(f->block);
        return;
    }
    const struct observed_launch *l = f->block->launch->launch;
    uint64_t block = f->block->block->linear;
    const struct decoded_code *code = NULL;
    pthread_mutex_lock(&c->lock);
    struct check_finding new = {
        .kind = f->kind,
        .tag = l->tag,
        .kernel = intern_cstr(c->names, l->kernel),
        .space = f->space,
        .address = f->address,
        .size = f->size,
        .mask = f->mask,
        .index = f->index,
        .second = party(c, l, block, f->thread, f->inst, f->act),
        .count = 1,
    };
    if (f->before) {
        const struct stamp *s = f->before;
        new.first = party(c, l, s->block, s->thread, s->inst,
                          f->kind == CHECK_BARRIER ? CHECK_EXECUTES : act_of(s));
        new.same_warp =
            s->block == (uint32_t) block && s->thread / WARP_LANES == f->thread / WARP_LANES;
    }
    struct check_finding *same = known(c, &new);
    if (same) {
        count_pair(same, &new);
    } else if (c->findings.n < FINDINGS_MOST) {
        checked_inst(c, f->inst, &code);
        if (f->space == PTX_SHARED)
            name_variable(c, &new, l->code, code);
        if (f->kind == CHECK_BOUNDS)
            new.variable = intern_cstr(c->names, checked_array(checked_inst(c, f->inst, &code)));
        VEC_PUSH(&c->findings, new);
        if (c->found)
            c->found(c->found_user, &new);
    }
    pthread_mutex_unlock(&c->lock);
}

void checker_on_finding(struct launch_checker *c,
                        void (*found)(void *user, const struct check_finding *f), void *user)
{
    pthread_mutex_lock(&c->lock);
    c->found = found;
    c->found_user = user;
    pthread_mutex_unlock(&c->lock);
}

const char *checked_name(struct launch_checker *c, const char *name)
{
    pthread_mutex_lock(&c->lock);
    const char *kept = intern_cstr(c->names, name);
    pthread_mutex_unlock(&c->lock);
    return kept;
}

void finding_party(struct launch_checker *c, struct check_party *out,
                   const struct access_events *events, uint32_t number, struct device_dim grid,
                   struct device_dim block, uint32_t *out_size)
{
    struct stamp s = access_stamp(events, number);
    const struct decoded_code *code;
    pthread_mutex_lock(&c->lock);
    *out = party_of(c, grid, block, s.block, s.thread, s.inst, out->act);
    const struct ptx_inst *i = checked_inst(c, s.inst, &code);
    struct str type = i->mods[i->mod_count - 1]; /* "f32" */
    uint64_t bits = 0;
    for (size_t k = 1; k < type.n && type.p[k] >= '0' && type.p[k] <= '9'; k++)
        bits = 10 * bits + (uint64_t) (type.p[k] - '0');
    if (bits >= 8)
        *out_size = (uint32_t) (bits / 8);
    pthread_mutex_unlock(&c->lock);
}

static bool same_side(const struct check_finding *f, const struct check_finding *g, int side)
{
    const struct check_side *a = f->sides + side, *b = g->sides + side;
    return same_line(side ? &f->second : &f->first, side ? &g->second : &g->first) &&
           a->kind == b->kind && a->kernel == b->kernel && a->at.source == b->at.source &&
           a->at.start == b->at.start;
}

void finding_add_ordered(struct launch_checker *c, const struct check_finding *f)
{
    struct check_finding *same = NULL;
    pthread_mutex_lock(&c->lock);
    for (size_t i = c->reported; i < c->findings.n && !same; i++) {
        struct check_finding *g = c->findings.at + i;
        if (g->kind == CHECK_ORDER && same_side(f, g, 0) && same_side(f, g, 1))
            same = g;
    }
    if (same) { /* of the lowest address */
        uint64_t count = same->count + 1;
        if (f->address < same->address)
            *same = *f;
        same->count = count;
    } else if (c->findings.n < FINDINGS_MOST) {
        VEC_PUSH(&c->findings, *f);
    }
    pthread_mutex_unlock(&c->lock);
}

static int worst_first(const void *a, const void *b)
{
    const struct check_finding *f = a, *g = b;
    if (f->kind != g->kind)
        return (int) f->kind - (int) g->kind;
    if (f->count != g->count)
        return f->count < g->count ? 1 : -1;
    return (f->second.line > g->second.line) - (f->second.line < g->second.line);
}

const struct check_finding *checker_findings(struct launch_checker *c, size_t *out_count)
{
    struct check_finding *fresh = c->findings.at + c->reported;
    *out_count = c->findings.n - c->reported;
    if (*out_count)
        qsort(fresh, *out_count, sizeof *fresh, worst_first);
    return fresh;
}

void checker_reported(struct launch_checker *c)
{
    c->reported = c->findings.n;
}

uint64_t checker_mistakes(const struct launch_checker *c)
{
    return c->findings.n;
}
