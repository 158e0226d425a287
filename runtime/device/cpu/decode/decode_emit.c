/* SPDX-License-Identifier: Apache-2.0 */
/* What all decode_*.c files use: errors with the place of the instruction, questions about its modifiers, and emission of ops.
 * Next: decode_frame.c. */
#include "device/cpu/decode/decoder.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- errors ---- */

bool decode_error(struct decoder *d, const char *format, ...)
{
    char text[200];
    va_list ap;
    if (d->failed)
        return false;
    d->failed = true;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    int n = d->inst->name.n > 60 ? 60 : (int) d->inst->name.n;
    struct diag *e = diag_error(d->out, DIAG_COMPILE, d->at, "PTX line %u: '%.*s': %s",
                                d->inst->line, n, d->inst->name.p, text);
    int shown = d->inst->text.n > 200 ? 200 : (int) d->inst->text.n;
    diag_note(d->out, e, (struct span){0}, "in '%s': %.*s", d->f->name, shown, d->inst->text.p);
    const char *file;
    uint32_t line, column;
    if (ptx_user_place(d->m->ptx, d->inst->loc, &file, &line, &column))
        diag_note(d->out, e, (struct span){0}, "it comes from line %u of '%s'", line, file);
    return false;
}

static const struct {
    const char *prefix, *what;
} unsupported[] = {

#define UNSUPPORTED(prefix, what) {prefix, what},
#include "device/cpu/decode/mnemonics.def"
#undef UNSUPPORTED
};

bool decode_unknown(struct decoder *d)
{
    for (size_t k = 0; k < sizeof unsupported / sizeof *unsupported; k++) {
        size_t n = strlen(unsupported[k].prefix);
        if (d->inst->name.n >= n && !memcmp(d->inst->name.p, unsupported[k].prefix, n))
            return decode_error(d, "%s: not supported by the cpu device yet", unsupported[k].what);
    }
    return decode_error(d, "this instruction is not supported by the cpu device");
}

/* ---- the current instruction ---- */

enum ptx_type decode_last_type(const struct ptx_inst *i)
{
    return ptx_type_named(i->mods[i->mod_count - 1]);
}

bool decode_want_operands(struct decoder *d, uint32_t n)
{
    return d->inst->operand_count == n ||
           decode_error(d, "takes %u operands, not %u", n, d->inst->operand_count);
}

enum op_code decode_find_op(const struct decoder *d, const char *format, ...)
{
    char key[64];
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(key, sizeof key, format, ap);
    va_end(ap);
    return n > 0 && n < (int) sizeof key ? op_index_find(d->index, key) : OP_NONE;
}

/* ---- ops ---- */

struct op *decode_emit(struct decoder *d, enum op_code code)
{
    struct op op = {.code = (uint16_t) code, .inst = (uint32_t) (d->inst - d->f->insts.at)};
    op.run[0] = d->set->run[code][0];
    op.run[1] = d->set->run[code][1];
    VEC_PUSH(&d->ops, op);
    return &VEC_LAST(&d->ops);
}

struct op *decode_emit_op(struct decoder *d, enum op_code code, uint32_t to, uint32_t a, uint32_t b,
                          uint32_t c)
{
    struct op *op = decode_emit(d, code);
    op->d = to;
    op->a = a;
    op->b = b;
    op->c = c;
    return op;
}

void decode_set_fp_mode(struct decoder *d, uint32_t mode)
{
    if (d->fp_mode == mode)
        return;
    decode_emit(d, OP_fp_mode)->imm = mode;
    d->fp_mode = mode;
}
