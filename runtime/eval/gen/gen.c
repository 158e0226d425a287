/* SPDX-License-Identifier: Apache-2.0 */
/* Generates bytecode from the typed tree: functions and cells. Next: gen_stmt.c, gen_expr.c. */
#include "eval/gen/gen.h"

#include <stdlib.h>

#include "base/check.h"

/* Aggregates, and parameters whose address is taken, get objects. The arguments are copied there. */
static void gen_params(struct gen *g, const struct function *f)
{
    uint32_t hidden = type_in_object(f->type->base); /* slot 0: the address for the result */
    uint32_t count =
        f->type->param_count + f->type->variadic; /* the last: its variable arguments */
    gen_slots(g, hidden + count);
    g->code->params = g->top;
    for (uint32_t i = 0; i < count; i++) {
        const struct symbol *p = f->params[i];
        uint32_t argument = hidden + i;
        gen_local_put(g, p, argument);
        bool aggregate = type_in_object(p->type);
        if ((!gen_local_in_memory(g, p) && !aggregate) ||
            type_is_owned(p->type)) /* the caller created an object for it */
            continue;
        uint32_t slot = gen_slots(g, 1);
        gen_local_put(g, p, slot);
        struct object_desc *desc = ARENA_NEW(&g->code->arena, struct object_desc);
        *desc = (struct object_desc){.size = p->type->size,
                                     .align = p->type->align,
                                     .depth = g->depth,
                                     .name = p->name,
                                     .symbol = p,
                                     .at = p->at};
        gen_emit_p(g, p->at, OP_OBJECT, slot, 0, desc);
        g->depth++;
        if (aggregate)
            gen_emit_k(g, p->at, OP_COPY, slot, argument, (int64_t) p->type->size);
        else
            gen_store(g, (struct lvalue){.kind = PLACE_ADDRESS, .slot = slot}, p->type, p->at,
                      argument);
    }
}

struct code *gen_code(struct vm *vm, const struct function *function, const struct stmt *body,
                      struct diags *out)
{
    struct code *code = xcalloc(1, sizeof *code);
    code->symbol = function ? function->symbol : NULL;
    code->heat = vm->rooms.jit.heat;
    struct gen g = {.vm = vm,
                    .code = code,
                    .diags = out,
                    .function = function,
                    .body = body,
                    .stops = vm->debug && !(function && function->library),
                    .value = gen_expr,
                    .stmt = gen_statement};
    int errors = out->errors;
    if (!function || !function->library)
        gen_first(&g, body);
    if (function)
        gen_params(&g, function);
    gen_stmt(&g, body);
    bool void_result = !function || function->type->base->kind == TYPE_VOID;
    bool is_main = function && str_eq(str_of(function->symbol->name), "main");
    struct span end = {body->at.source, body->at.end ? body->at.end - 1 : 0, body->at.end};
    if (is_main) { /* C11 5.1.2.2.3: reaching the } of main returns 0 */
        uint32_t zero = gen_slots(&g, 1);
        gen_emit_k(&g, end, OP_CONST, zero, 0, 0);
        gen_emit(&g, end, OP_RETURN, zero, 0, 0);
    }
    gen_emit(&g, end, !function ? OP_END : void_result ? OP_RETURN : OP_MISSING, 0, 0, 0);
    code_number_lines(code);
    if (g.stops)
        vm->rooms.stops->compiled(vm, code, function);
    VEC_EACH (l, &g.labels)
        VEC_FREE(&l->jumps);
    VEC_FREE(&g.labels);
    pointer_map_free(&g.locals);
    pointer_map_free(&g.cases);
    if (code->slots > UINT16_MAX - 64) {
        struct diag *d = diag_error(
            out, DIAG_RUNTIME, body->at,
            "this code is too large: it needs %u variables and temporaries at once", code->slots);
        diag_help(out, d, "split it into functions");
    }
    if (out->errors != errors)
        code_free(&code);
    return code;
}
