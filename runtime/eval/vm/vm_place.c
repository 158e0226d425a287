/* SPDX-License-Identifier: Apache-2.0 */
/* Where the program is, for messages: in user code, never in a header of ours. */
#include <stdarg.h>

#include "eval/vm/vm.h"

static bool is_ours(const struct vm *vm, struct span at)
{
    const struct source *src = source_get(vm->sources, at.source);
    return !src || src->kind == SOURCE_BUILTIN;
}

static bool is_library(const struct frame *f)
{
    const struct symbol *s = f->code->symbol;
    return s && s->function && s->function->library;
}

/* The innermost frame of user code, and the location there: an error in one of our headers is reported at the call. */
static size_t frame_shown(const struct vm *vm, const frame_vec *frames, struct span *out_at)
{
    for (size_t n = frames->n; n-- > 0;) {
        const struct frame *f = frames->at + n;
        if (n && is_library(f))
            continue;
        *out_at = code_place(f->code, f->pc);
        if (!n || !is_ours(vm, *out_at))
            return n;
    }
    return 0;
}

struct span vm_place_in(const struct vm *vm, const frame_vec *frames)
{
    struct span at = {0};
    frame_shown(vm, frames, &at);
    return at;
}

struct span vm_place(const struct vm *vm)
{
    return vm_place_in(vm, &vm->frames);
}

bool vm_in_header(const struct vm *vm)
{
    const struct frame *f = &VEC_LAST(&vm->frames);
    return is_ours(vm, code_place(f->code, f->pc));
}

struct span vm_place_for(const struct vm *vm, struct span at)
{
    return is_ours(vm, at) ? vm_place(vm) : at;
}

struct span vm_place_outside(const struct vm *vm, struct span at)
{
    const struct source *src = source_get(vm->sources, at.source);
    return src && source_is_header(src) ? vm_place(vm) : at;
}

/* A diag at `at`, with a note for each of the innermost calls. */
struct diag *vm_error(struct vm *vm, enum diag_kind kind, struct span at, const char *format, ...)
{
    va_list ap;
    struct buf text = {0};
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    struct span shown_at = {0};
    size_t innermost = frame_shown(vm, &vm->frames, &shown_at);
    struct diag *d =
        diag_error(vm->diags, kind, at.source && !is_ours(vm, at) ? at : shown_at, "%s", text.p);
    buf_free(&text);

    enum { SHOWN = 3 };

    int shown = 0;
    for (size_t n = vm->frames.n ? innermost + 1 : 0; n-- > 1 && shown < SHOWN;) {
        const struct frame *caller = vm->frames.at + n - 1, *callee = vm->frames.at + n;
        if (is_ours(vm, code_place(caller->code, caller->pc)) || !callee->code->symbol)
            continue;
        shown++;
        diag_note(vm->diags, d, code_place(caller->code, caller->pc), "in '%s', called here",
                  callee->code->symbol->name);
    }
    return d;
}

bool vm_fault(struct vm *vm, enum device_status status, const struct device_fault *f,
              struct span at)
{
    return launch_status(vm->launcher, status, f, vm->diags, at);
}
