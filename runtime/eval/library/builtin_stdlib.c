/* SPDX-License-Identifier: Apache-2.0 */
/* <stdlib.h> and <assert.h>. Random numbers: builtin_random.c; sorting: builtin_sort.c. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/machine/shell.h"
#include "eval/library/builtin.h"
#include "eval/library/vm_file.h"
#include "eval/vm/vm_thread.h"

/* C11 7.22.3: null if there is no memory. */
static struct object *allocate_aligned(struct vm *vm, const struct call_site *call, union value *at,
                                       uint64_t n, uint64_t align)
{
    struct object *o = vm_try_aligned(vm, n, align, HOST_HEAP, NULL, call->at);
    at[0].u = o ? o->start : 0;
    return o;
}

static struct object *allocate(struct vm *vm, const struct call_site *call, union value *at,
                               uint64_t n)
{
    return allocate_aligned(vm, call, at, n, SPACE_GRANULE);
}

BUILTIN(malloc)
{
    struct object *o = allocate(vm, call, at, at[0].u);
    if (o)
        vm_watch(o);
    return true;
}

BUILTIN(calloc)
{
    uint64_t n;
    if (__builtin_mul_overflow(at[0].u, at[1].u, &n))
        n = UINT64_MAX;
    allocate(vm, call, at, n);
    return true;
}

/* at[0] elements of at[1] bytes, at a multiple of at[2] (C++17 8.3.4p11). NULL: std::bad_alloc is propagating. */
static struct object *new_objects(struct vm *vm, const struct call_site *call, union value *at)
{
    uint64_t n;
    if (__builtin_mul_overflow(at[0].u, at[1].u, &n))
        n = UINT64_MAX;
    struct object *o = allocate_aligned(vm, call, at, n, at[2].u);
    if (!o)
        vm_throw_bad_alloc(vm, n, call->at);
    return o;
}

BUILTIN(__new)
{
    return new_objects(vm, call, at);
}

BUILTIN(__new_raw)
{
    struct object *o = new_objects(vm, call, at);
    if (o)
        vm_watch(o);
    return o;
}

/* Memory that is missing is a null pointer here. */
BUILTIN(__new_nothrow)
{
    uint64_t n;
    if (__builtin_mul_overflow(at[0].u, at[1].u, &n))
        n = UINT64_MAX;
    struct object *o = allocate_aligned(vm, call, at, n, at[2].u);
    if (o)
        vm_watch(o);
    return true;
}

/* A new object's block is on the cleanup list while its constructor runs. The generator's depth does not count it. */
BUILTIN(__new_begins)
{
    struct object *o = space_find(vm->host, at[0].u);
    if (o && o->start == at[0].u)
        VEC_PUSH(&vm->cleanups, (struct cleanup){.object = o});
    return true;
}

/* Removes the entry from below the temporaries created since, so that the list matches the generator's depth again. */
BUILTIN(__new_ends)
{
    for (size_t i = vm->cleanups.n; i-- > 0;)
        if (vm->cleanups.at[i].object && vm->cleanups.at[i].object->start == at[0].u) {
            VEC_REMOVE(&vm->cleanups, i);
            break;
        }
    return true;
}

/* The live heap block that starts at addr, or NULL with a diag. */
static struct object *heap_block(struct vm *vm, const struct call_site *call, uint64_t addr)
{
    struct object *o = space_find(vm->host, addr);
    struct span arg = builtin_call_of(call)->spans[0];
    if (o && o->kind == HOST_HEAP && o->start == addr && o->state == OBJECT_LIVE)
        return o;
    struct diag *d;
    if (o && o->kind == HOST_HEAP && o->start == addr)
        d = vm_error(vm, DIAG_MEMORY, arg, "this block has already been freed");
    else if (o && o->kind == HOST_HEAP)
        d = vm_error(vm, DIAG_MEMORY, arg,
                     "this pointer is %" PRIu64
                     " bytes into a block; free takes what malloc returned",
                     addr - o->start);
    else if (!o && launcher_owner(vm->launcher, addr))
        d = vm_error(vm, DIAG_MEMORY, arg, "this is device memory: free it with cudaFree");
    else
        d = vm_error(vm, DIAG_MEMORY, arg, "this was not allocated with malloc");
    if (o && o->source)
        diag_note(vm->diags, d, (struct span){o->source, o->at, o->end}, "%s here",
                  o->kind == HOST_HEAP ? "allocated" : "declared");
    return NULL;
}

BUILTIN(free)
{
    struct object *o = at[0].u ? heap_block(vm, call, at[0].u) : NULL;
    if (o)
        space_free(vm->host, o);
    return o || !at[0].u;
}

BUILTIN(realloc)
{
    uint64_t old = at[0].u, n = at[1].u;
    struct object *o = old ? heap_block(vm, call, old) : NULL;
    if (old && !o)
        return false;
    if (allocate(vm, call, at, n) && o) {
        memcpy(at[0].p, (void *) (uintptr_t) o->start, o->size < n ? o->size : n);
        space_free(vm->host, o);
    }
    return true;
}

BUILTIN(exit)
{
    vm->exiting = true;
    vm->exit_code = (int) (at[0].u & 0xff);
    return false;
}

BUILTIN(_Exit)
{
    vm->skip_destructors = vm->program;
    return builtin_exit(vm, call, at);
}

BUILTIN(atoi)
{
    size_t n;
    const char *s = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    at[0].i = s ? (int) strtol(s, NULL, 10) : 0;
    return s;
}

BUILTIN(atol)
{
    size_t n;
    const char *s = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    at[0].i = s ? strtol(s, NULL, 10) : 0;
    return s;
}

BUILTIN(atof)
{
    size_t n;
    const char *s = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    at[0].d = s ? strtod(s, NULL) : 0;
    return s;
}

/* strtol and related functions: the end of the number is stored too, unless the second argument is null. */
static bool store_end(struct vm *vm, const struct call_site *call, uint64_t to, const char *end)
{
    void *out =
        to ? vm_memory(vm, to, sizeof end, VM_WRITE, builtin_call_of(call)->spans[1]) : NULL;
    if (out)
        memcpy(out, &end, sizeof end);
    return out || !to;
}

/* After a conversion, before which errno was 0: ERANGE and EINVAL are the program's (C11 7.22.1). */
static void keep_range_error(struct vm *vm, const struct call_site *call)
{
    if (errno)
        vm_keep_errno(vm, call, errno);
}

BUILTIN(strtol)
{
    size_t n;
    char *end;
    const char *s = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    errno = 0;
    int64_t v = s ? strtol(s, &end, (int) at[2].i) : 0;
    keep_range_error(vm, call);
    bool ok = s && store_end(vm, call, at[1].u, end);
    at[0].i = v;
    return ok;
}

BUILTIN(strtoul)
{
    size_t n;
    char *end;
    const char *s = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    errno = 0;
    uint64_t v = s ? strtoul(s, &end, (int) at[2].i) : 0;
    keep_range_error(vm, call);
    bool ok = s && store_end(vm, call, at[1].u, end);
    at[0].u = v;
    return ok;
}

BUILTIN(strtod)
{
    size_t n;
    char *end;
    const char *s = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    errno = 0;
    double v = s ? strtod(s, &end) : 0;
    keep_range_error(vm, call);
    bool ok = s && store_end(vm, call, at[1].u, end);
    at[0].d = v;
    return ok;
}

BUILTIN(strtold)
{
    size_t n;
    char *end;
    const char *s = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    errno = 0;
    long double v = s ? strtold(s, &end) : 0;
    keep_range_error(vm, call);
    bool ok = s && store_end(vm, call, at[1].u, end) && vm_wide_store(vm, at[2].u, v, call->at);
    at[0] = at[2];
    return ok;
}

BUILTIN(strtof)
{
    size_t n;
    char *end;
    const char *s = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    errno = 0;
    float v = s ? strtof(s, &end) : 0;
    keep_range_error(vm, call);
    bool ok = s && store_end(vm, call, at[1].u, end);
    at[0].f = v;
    return ok;
}

BUILTIN(abort)
{
    vm_error(vm, DIAG_RUNTIME, call->at, "the program called abort()");
    vm_aborts(vm);
    return false;
}

/* Whether align is one that memory can have; 0: it is not a power of two, or too large. */
static uint64_t alignment_for(uint64_t align)
{
    enum { LARGEST = 1 << 30 };

    bool good = align && !(align & (align - 1)) && align <= LARGEST;
    return !good ? 0 : align < SPACE_GRANULE ? SPACE_GRANULE : align;
}

BUILTIN(aligned_alloc)
{
    uint64_t align = alignment_for(at[0].u);
    struct object *o = align ? allocate_aligned(vm, call, at, at[1].u, align) : NULL;
    if (o)
        vm_watch(o);
    else
        at[0].u = 0;
    return true;
}

BUILTIN(posix_memalign)
{
    uint64_t align = at[1].u % sizeof(void *) ? 0 : alignment_for(at[1].u), size = at[2].u;
    void *out = vm_memory(vm, at[0].u, sizeof(void *), VM_WRITE, builtin_call_of(call)->spans[0]);
    if (!out)
        return false;
    struct object *o = align ? allocate_aligned(vm, call, at, size, align) : NULL;
    if (o) {
        vm_watch(o);
        memcpy(out, &o->start, sizeof o->start);
    }
    at[0].i = o ? 0 : align ? ENOMEM : EINVAL;
    return true;
}

BUILTIN(setenv)
{
    size_t n;
    const char *name = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n),
               *value = name ? vm_string(vm, at[1].u, builtin_call_of(call)->spans[1], &n) : NULL;
    if (value)
        at[0].i = setenv(name, value, at[2].i != 0);
    return value;
}

BUILTIN(getenv)
{
    size_t n;
    const char *s = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    if (!s)
        return false;
    const char *value = getenv(s);
    at[0].u = value ? vm_literal(vm, (struct str){value, strlen(value) + 1}) : 0;
    return true;
}

/* ---- system ---- */

/* Prints what a command has written; false: nothing is there. */
static bool forward_output(struct vm *vm, const int pipes[2])
{
    char bytes[4096];
    bool found = false;
    struct pollfd fds[2] = {
        {.fd = pipes[0], .events = POLLIN},
        {.fd = pipes[1], .events = POLLIN}
    };
    if (poll(fds, 2, 0) <= 0)
        return false;
    for (int i = 0; i < 2; i++) {
        ssize_t n = fds[i].revents & POLLIN ? read(pipes[i], bytes, sizeof bytes) : 0;
        if (n > 0)
            vm_print(vm, i + 1, bytes, (size_t) n);
        found |= n > 0;
    }
    return found;
}

/* The command's status. Other threads run meanwhile; an interrupt ends the command. */
static int wait_for_command(struct vm *vm, pid_t child, const int pipes[2], struct span at)
{
    enum { ROUND_NS = 1000000 };

    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        bool goes_on = !atomic_load_explicit(vm->interrupt, memory_order_relaxed) &&
                       vm_thread_wait(vm, clock_ns() + ROUND_NS, at);
        if (!goes_on) {
            kill(-child, SIGTERM);
            waitpid(child, &status, 0);
            break;
        }
        while (forward_output(vm, pipes))
            ;
    }
    while (forward_output(vm, pipes))
        ;
    return status;
}

BUILTIN(system)
{
    size_t n;
    const char *line = at[0].u ? vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n) : "";
    bool asks = !at[0].u;
    int out[2], err[2];
    at[0].i = asks ? 1 : -1;
    if (!line || asks || pipe2(out, O_CLOEXEC))
        return line;
    if (!pipe2(err, O_CLOEXEC)) {
        pid_t child;
        int failed = shell_start(line, out, err, &child);
        close(out[1]);
        close(err[1]);
        if (!failed)
            at[0].i = wait_for_command(vm, child, (int[]){out[0], err[0]}, call->at);
        close(err[0]);
    } else {
        close(out[1]);
    }
    close(out[0]);
    return true;
}

BUILTIN(__assert)
{
    size_t n;
    const char *text = at[0].i ? "" : vm_string(vm, at[1].u, call->at, &n);
    if (!at[0].i && text) {
        vm_error(vm, DIAG_RUNTIME, call->at, "assertion failed: %s", text);
        vm_aborts(vm); /* C11 7.2.1.1p2 */
    }
    return at[0].i;
}
