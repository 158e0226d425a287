/* SPDX-License-Identifier: Apache-2.0 */
/* <stdio.h>: output. stdout and stderr belong to the session, so text appears in the cell that printed it. Files and
 * input: builtin_file.c. */
#include <stdio.h>
#include <string.h>

#include "eval/library/builtin.h"
#include "eval/library/vm_file.h"

struct vm_file *vm_file_writable(struct vm *vm, const struct call_site *call, uint64_t file,
                                 uint32_t arg)
{
    struct vm_file *f = vm_file_of(vm, file, builtin_call_of(call)->spans[arg]);
    if (!f || f->standard)
        return f;
    vm_error(vm, DIAG_RUNTIME, builtin_call_of(call)->spans[arg], "stdin cannot be written to");
    return NULL;
}

BUILTIN(printf)
{
    struct buf text = {0};
    bool ok = vm_format(vm, builtin_call_of(call), at, 0, &text);
    if (ok && text.n)
        vm_print(vm, 1, text.p, text.n);
    at[0].i = (int) text.n;
    buf_free(&text);
    return ok;
}

BUILTIN(fprintf)
{
    struct buf text = {0};
    struct vm_file *f = vm_file_writable(vm, call, at[0].u, 0);
    bool ok = f && vm_format(vm, builtin_call_of(call), at, 1, &text);
    at[0].i = ok && vm_file_put(vm, f, text.p, text.n) ? (int) text.n : -1;
    buf_free(&text);
    return ok;
}

bool vm_format_store(struct vm *vm, uint64_t address, size_t room, const struct buf *text,
                     struct span at)
{
    if (!room)
        return true;
    size_t n = text->n < room ? text->n : room - 1;
    char *to = vm_memory(vm, address, n + 1, VM_WRITE, at);
    if (to) {
        memcpy(to, text->p ? text->p : "", n);
        to[n] = 0;
    }
    return to;
}

static bool format_into(struct vm *vm, const struct call_site *call, union value *at,
                        uint32_t format_arg, size_t room)
{
    enum { KEPT = 1 << 16 }; /* bytes */

    struct buf *text = &vm->formatted;
    text->n = 0;
    bool ok = vm_format(vm, builtin_call_of(call), at, format_arg, text) &&
              vm_format_store(vm, at[0].u, room, text, builtin_call_of(call)->spans[0]);
    at[0].i = (int) text->n;
    if (text->cap > KEPT)
        buf_free(text);
    return ok;
}

BUILTIN(sprintf)
{
    return format_into(vm, call, at, 1, SIZE_MAX);
}

BUILTIN(snprintf)
{
    return format_into(vm, call, at, 2, at[1].u);
}

BUILTIN(puts)
{
    size_t n;
    const char *s = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    if (!s)
        return false;
    struct buf line = {0};
    buf_put(&line, s, n);
    buf_putc(&line, '\n');
    vm_print(vm, 1, line.p, line.n);
    at[0].i = (int) line.n; /* as glibc */
    buf_free(&line);
    return true;
}

BUILTIN(putchar)
{
    char c = (char) at[0].i;
    vm_print(vm, 1, &c, 1);
    at[0].i = (unsigned char) c;
    return true;
}

BUILTIN(fputs)
{
    size_t n;
    const char *s = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    struct vm_file *f = s ? vm_file_writable(vm, call, at[1].u, 1) : NULL;
    if (!f)
        return false;
    at[0].i = vm_file_put(vm, f, s, n) ? 1 : -1;
    return true;
}
