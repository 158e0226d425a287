/* SPDX-License-Identifier: Apache-2.0 */
/* <stdio.h>: output goes to the session's streams, so it lands in the cell that printed it. */
#include <stdio.h>
#include <string.h>

#include "eval/builtin.h"

/* The descriptor behind a FILE *; -1 with a diag when it is none of stdout and stderr. */
static int descriptor(struct vm *vm, const struct site *site, uint64_t file, uint32_t arg)
{
    const char *which = vm_handle_of(vm, "FILE", file);
    if (which)
        return *which - '0';
    vm_error(vm, DIAG_MEMORY, call_of(site)->spans[arg], "this FILE * is %s", file ? "not an open stream" : "null");
    return -1;
}

static bool writable(struct vm *vm, const struct site *site, uint64_t file, uint32_t arg, int *fd)
{
    *fd = descriptor(vm, site, file, arg);
    if (*fd == 0)
        vm_error(vm, DIAG_RUNTIME, call_of(site)->spans[arg], "stdin cannot be written to");
    return *fd > 0;
}

BUILTIN(__stdio)
{
    static const char *const names[] = {"0", "1", "2"};
    at[0].u = vm_handle(vm, "FILE", (void *) (uintptr_t) names[at[0].u % 3]);
    return at[0].u;
}

BUILTIN(printf)
{
    struct buf text = {0};
    bool ok = vm_format(vm, call_of(site), at, 0, &text);
    if (ok && text.n)
        vm_print(vm, 1, text.p, text.n);
    at[0].i = (int) text.n;
    buf_free(&text);
    return ok;
}

BUILTIN(fprintf)
{
    struct buf text = {0};
    int fd;
    bool ok = writable(vm, site, at[0].u, 0, &fd) && vm_format(vm, call_of(site), at, 1, &text);
    if (ok && text.n)
        vm_print(vm, fd, text.p, text.n);
    at[0].i = (int) text.n;
    buf_free(&text);
    return ok;
}

/* Into memory: all of the text and its zero must fit. */
static bool format_into(struct vm *vm, const struct site *site, union value *at, uint32_t format_arg, size_t room)
{
    struct buf text = {0};
    bool ok = vm_format(vm, call_of(site), at, format_arg, &text);
    if (ok && room) {
        size_t n = text.n < room ? text.n : room - 1;
        char *to = vm_memory(vm, at[0].u, n + 1, VM_WRITE, call_of(site)->spans[0]);
        ok = to;
        if (to) {
            memcpy(to, text.p ? text.p : "", n);
            to[n] = 0;
        }
    }
    at[0].i = (int) text.n;
    buf_free(&text);
    return ok;
}

BUILTIN(sprintf)
{
    return format_into(vm, site, at, 1, SIZE_MAX);
}

BUILTIN(snprintf)
{
    return format_into(vm, site, at, 2, at[1].u);
}

BUILTIN(puts)
{
    size_t n;
    const char *s = vm_string(vm, at[0].u, call_of(site)->spans[0], &n);
    if (!s)
        return false;
    struct buf line = {0};
    buf_put(&line, s, n);
    buf_putc(&line, '\n');
    vm_print(vm, 1, line.p, line.n);
    buf_free(&line);
    at[0].i = 1;
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
    int fd;
    const char *s = vm_string(vm, at[0].u, call_of(site)->spans[0], &n);
    if (!s || !writable(vm, site, at[1].u, 1, &fd))
        return false;
    vm_print(vm, fd, s, n);
    at[0].i = 1;
    return true;
}

BUILTIN(fflush)
{
    at[0].i = 0;
    return true;
}
