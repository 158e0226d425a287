/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter's side of the debugger of host code: the calls before statements, errors, switching it on and off. It needs gen_debug.c,
 * which places the calls. Next: host_values.c, debug/debug_host.c. */
#include "eval/debug/host_debug.h"

#include <stdlib.h>
#include <string.h>

struct line_call { /* before a statement */
    struct call_site call;
    struct debug_host_place place;
    const struct type *returns; /* of a place that leaves */
};

/* Statements are executed by the session's thread, and their code belongs to it: the place may be written to, as inline caches are. */
static struct debug_host_place *place_of(const struct call_site *s)
{
    return &((struct line_call *) (uintptr_t) s)->place;
}

/* What the function returns: a scalar in the slot, or an object whose address is there. */
static void note_result(struct host_debug *h, struct line_call *l, const union value *at)
{
    const struct type *t = l->returns;
    bool object = type_in_object(t);
    l->place.returned = (struct debug_variable){.in_slot = !object};
    if (!object && !type_is_scalar(t))
        return;
    l->place.returned.type = host_type(h, t);
    l->place.returned.address = object ? at->u : (uintptr_t) at;
}

static bool see_line(struct vm *vm, const struct call_site *s, union value *at)
{
    struct host_debug *h = vm->debug;
    struct line_call *l = (struct line_call *) (uintptr_t) s;
    if (!h || atomic_load(vm->interrupt))
        return true;
    if (l->returns)
        note_result(h, l, at);
    if (debugger_host_line(h->d, &l->place))
        return true;
    vm_error(vm, DIAG_INTERRUPT, s->at, "stopped by the user");
    return false;
}

static struct call_site *new_site(struct vm *vm, struct code *code, struct span at,
                                  const struct type *returns)
{
    const struct source *src = source_get(vm->sources, at.source);
    if (!src || src->kind == SOURCE_BUILTIN)
        return NULL;
    struct line_call *l = ARENA_NEW(&code->arena, struct line_call);
    l->call = (struct call_site){.run = see_line, .at = at};
    l->place.file = src->name;
    l->place.leaves = returns != NULL;
    l->returns = returns;
    bool braces = memchr(src->text.p + at.start, '{', at.end - at.start);
    l->place.own = (struct debug_host_lines){
        .line = source_place(src, at.start).line,
        .ends = braces || at.end <= at.start ? 0 : source_place(src, at.end - 1).line};
    return &l->call;
}

/* The code is complete: what each place is in it. */
static void compiled(struct vm *vm, struct code *code, const struct function *f)
{
    uint32_t n = 0;
    struct debug_host_lines *lines =
        ARENA_ARRAY(&code->arena, struct debug_host_lines, code->insns.n);
    const struct source *src = f ? source_get(vm->sources, f->symbol->at.source) : NULL;
    uint32_t begins = src ? source_place(src, f->symbol->at.start).line : 0;
    VEC_EACH (i, &code->insns) {
        const struct call_site *s = i->op == OP_HOST ? i->p : NULL;
        if (!s || s->run != see_line)
            continue;
        struct debug_host_place *p = place_of(s);
        p->function = f ? f->symbol->name : p->file;
        p->begins = begins;
        p->entry = !n; /* of a function without statements, where it ends */
        p->first = true;
        for (uint32_t k = 0; k < n; k++)
            p->first &= lines[k].line != p->own.line;
        p->lines = lines;
        lines[n++] = p->own;
    }
    VEC_EACH (i, &code->insns) {
        const struct call_site *s = i->op == OP_HOST ? i->p : NULL;
        if (s && s->run == see_line)
            place_of(s)->line_count = n;
    }
    code->heat = INT32_MAX; /* it stays in the interpreter */
}

/* An error, before anything is unwound. */
static void failed(struct vm *vm)
{
    struct host_debug *h = vm->debug;
    const struct diag *last = vm->diags->last;
    struct buf text = {0};
    if (!h || vm->exiting || vm->diags->errors <= h->told || !last || last->level != DIAG_ERROR ||
        last->kind == DIAG_INTERRUPT || atomic_load(vm->interrupt))
        return;
    h->told = vm->diags->errors;
    buf_printf(&text, "%s: %s", diag_kind_name(last->kind), last->text);
    debugger_host_failed(h->d, text.p, last->kind == DIAG_DEVICE);
    buf_free(&text);
}

const struct vm_stops host_stops = {.site = new_site, .compiled = compiled, .failed = failed};

/* ---- on and off ---- */

/* Functions are compiled again when they are next called. */
static void forget_code(struct vm *vm)
{
    for (struct code *c = vm->codes; c; c = c->next) {
        struct function *f = c->symbol ? c->symbol->function : NULL;
        if (!f || f->code != c)
            continue;
        VEC_PUSH(&vm->dead_code, c);
        f->code = NULL;
    }
}

void host_debug_set(struct vm *vm, struct debugger *d)
{
    struct host_debug *h = vm->debug;
    if (h ? h->d == d : !d)
        return;
    if (h) {
        debugger_set_host(h->d, NULL);
        host_types_forget(h);
        free(h);
        vm->debug = NULL;
    }
    if (d) {
        h = xcalloc(1, sizeof *h);
        h->vm = vm;
        h->d = d;
        h->calls = host_values;
        h->calls.user = h;
        vm->debug = h;
        debugger_set_host(d, &h->calls);
    }
    forget_code(vm);
}

void host_debug_begin(struct host_debug *h, const struct unit *u)
{
    if (h->runs++)
        return;
    h->told = h->vm->diags->errors;
    debugger_host_begin(h->d, u->main != NULL);
}

void host_debug_end(struct host_debug *h)
{
    pointer_map_free(&h->made); /* types of the unit may end with it */
    if (--h->runs)
        return;
    debugger_host_end(h->d);
    host_types_forget(h);
}
