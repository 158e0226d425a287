/* SPDX-License-Identifier: Apache-2.0 */
/* <stdio.h>: files and input. Output through printf and related functions: builtin_stdio.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "eval/library/builtin.h"
#include "eval/library/vm_file.h"

/* ---- files ---- */

static struct vm_file *file_new(struct vm *vm, int standard, FILE *file)
{
    struct vm_file *f = xcalloc(1, sizeof *f);
    *f = (struct vm_file){.standard = standard, .file = file, .pushed = -1};
    VEC_PUSH(&vm->files, f);
    return f;
}

struct vm_file *vm_standard_file(struct vm *vm, int which)
{
    VEC_EACH (f, &vm->files)
        if ((*f)->standard == which)
            return *f;
    return file_new(vm, which, NULL);
}

struct vm_file *vm_file_of(struct vm *vm, uint64_t handle, struct span at)
{
    struct vm_file *f = vm_handle_of(vm, "FILE", handle);
    if (f)
        return f;
    struct diag *d =
        vm_error(vm, DIAG_MEMORY, at, "this FILE * is %s", handle ? "not an open file" : "null");
    if (!handle)
        diag_help(vm->diags, d,
                  "fopen returns null if a file cannot be opened: check its result; perror prints "
                  "the reason");
    return NULL;
}

static void file_free(struct vm_file *f)
{
    if (f->file)
        fclose(f->file);
    free(f->line);
    free(f);
}

void vm_files_close(struct vm *vm)
{
    VEC_EACH (f, &vm->files)
        file_free(*f);
    VEC_FREE(&vm->files);
}

static bool next_line(struct vm *vm, struct vm_file *f)
{
    char *line = f->ended || !vm->hooks.input ? NULL : vm->hooks.input(vm->hooks.user, "");
    if (!line) {
        f->ended = !atomic_load(vm->interrupt); /* the next cell may read again */
        return false;
    }
    free(f->line);
    f->n = strlen(line);
    f->at = 0;
    f->line = xrealloc(line, f->n + 1);
    f->line[f->n++] = '\n';
    return true;
}

int vm_file_get(struct vm *vm, struct vm_file *f)
{
    int c = f->pushed;
    f->pushed = -1;
    if (c >= 0)
        return c;
    if (f->file)
        return getc(f->file);
    if (f->standard || (f->at == f->n && !next_line(vm, f)))
        return EOF;
    return (unsigned char) f->line[f->at++];
}

void vm_file_unget(struct vm_file *f, int c)
{
    if (c != EOF)
        f->pushed = c;
}

bool vm_file_put(struct vm *vm, struct vm_file *f, const char *text, size_t n)
{
    if (f->file)
        return fwrite(text, 1, n, f->file) == n;
    if (!f->standard)
        return false;
    if (n)
        vm_print(vm, f->standard, text, n);
    return true;
}

/* ---- calls ---- */

static struct span arg(const struct call_site *call, uint32_t i)
{
    return builtin_call_of(call)->spans[i];
}

BUILTIN(__stdio)
{
    at[0].u = vm_handle(vm, "FILE", vm_standard_file(vm, (int) (at[0].u % 3)));
    return at[0].u;
}

BUILTIN(__errno)
{
    if (!vm->errno_object) {
        vm->errno_object = vm_new_object(vm, sizeof(int), HOST_GLOBAL, "errno", call->at);
        if (!vm->errno_object)
            return false;
        memset((void *) (uintptr_t) vm->errno_object->start, 0, sizeof(int));
    }
    at[0].u = vm->errno_object->start;
    return true;
}

void vm_keep_errno(struct vm *vm, const struct call_site *call, int code)
{
    union value slot[1];
    if (builtin___errno(vm, call, slot))
        memcpy(slot[0].p, &code, sizeof code);
}

bool vm_open_file(struct vm *vm, const struct call_site *call, const union value *at,
                  FILE **out_file)
{
    size_t n;
    const char *path = vm_string(vm, at[0].u, arg(call, 0), &n),
               *mode = path ? vm_string(vm, at[1].u, arg(call, 1), &n) : NULL;
    if (!mode)
        return false;
    if (!*mode || !strchr("rwa", *mode)) {
        vm_error(vm, DIAG_RUNTIME, arg(call, 1),
                 "'%s' is not a file mode: a mode starts with r, w or a", mode);
        return false;
    }
    *out_file = fopen(path, mode);
    if (!*out_file)
        vm_keep_errno(vm, call, errno);
    return true;
}

BUILTIN(fopen)
{
    FILE *file;
    if (!vm_open_file(vm, call, at, &file))
        return false;
    if (!file) {
        at[0].u = 0;
        return true;
    }
    at[0].u = vm_handle(vm, "FILE", file_new(vm, -1, file));
    return at[0].u;
}

BUILTIN(fclose)
{
    struct vm_file *f = vm_file_of(vm, at[0].u, arg(call, 0));
    if (!f)
        return false;
    if (f->file) {
        vm_handle_drop(vm, at[0].u);
        for (size_t i = 0; i < vm->files.n; i++)
            if (vm->files.at[i] == f)
                vm->files.at[i] = vm->files.at[--vm->files.n];
        file_free(f);
    }
    at[0].i = 0;
    return true;
}

/* fread and fwrite: `count` items of `size` bytes, at at[0]; the file is at[3]. */
static void *items(struct vm *vm, const struct call_site *call, const union value *at,
                   enum vm_access how, uint64_t *out_bytes)
{
    if (__builtin_mul_overflow(at[1].u, at[2].u, out_bytes))
        *out_bytes = UINT64_MAX;
    return vm_memory(vm, at[0].u, *out_bytes, how, arg(call, 0));
}

BUILTIN(fread)
{
    uint64_t n, got = 0;
    struct vm_file *f = vm_file_of(vm, at[3].u, arg(call, 3));
    char *to = f ? items(vm, call, at, VM_WRITE, &n) : NULL;
    if (!to)
        return false;
    if (f->file && f->pushed < 0)
        got = fread(to, 1, n, f->file);
    else
        for (int c; got < n && (c = vm_file_get(vm, f)) != EOF; got++)
            to[got] = (char) c;
    at[0].u = at[1].u ? got / at[1].u : 0;
    return true;
}

BUILTIN(fwrite)
{
    uint64_t n;
    struct vm_file *f = vm_file_of(vm, at[3].u, arg(call, 3));
    const char *from = f ? items(vm, call, at, VM_READ, &n) : NULL;
    if (from)
        at[0].u = at[1].u && vm_file_put(vm, f, from, n) ? at[2].u : 0;
    return from;
}

BUILTIN(fgets)
{
    struct vm_file *f = vm_file_of(vm, at[2].u, arg(call, 2));
    struct buf line = {0};
    if (!f)
        return false;
    for (int c = 0; (int64_t) line.n + 1 < at[1].i && c != '\n';) {
        c = vm_file_get(vm, f);
        if (c == EOF)
            break;
        buf_putc(&line, (char) c);
    }
    char *to = line.n ? vm_memory(vm, at[0].u, line.n + 1, VM_WRITE, arg(call, 0)) : NULL;
    bool ok = to || !line.n;
    if (to) {
        memcpy(to, line.p, line.n);
        to[line.n] = 0;
    }
    at[0].p = to;
    buf_free(&line);
    return ok;
}

BUILTIN(fgetc)
{
    struct vm_file *f = vm_file_of(vm, at[0].u, arg(call, 0));
    at[0].i = f ? vm_file_get(vm, f) : 0;
    return f;
}

BUILTIN(getchar)
{
    at[0].i = vm_file_get(vm, vm_standard_file(vm, 0));
    return true;
}

BUILTIN(ungetc)
{
    struct vm_file *f = vm_file_of(vm, at[1].u, arg(call, 1));
    if (f)
        vm_file_unget(f, (int) at[0].i < 0 ? EOF : (unsigned char) at[0].i);
    return f;
}

BUILTIN(fputc)
{
    struct vm_file *f = vm_file_of(vm, at[1].u, arg(call, 1));
    char c = (char) at[0].i;
    if (f)
        at[0].i = vm_file_put(vm, f, &c, 1) ? (unsigned char) c : EOF;
    return f;
}

BUILTIN(fflush)
{
    struct vm_file *f = at[0].u ? vm_file_of(vm, at[0].u, arg(call, 0)) : NULL;
    bool ok = f || !at[0].u;
    if (f && f->file)
        fflush(f->file);
    at[0].i = 0;
    return ok;
}

BUILTIN(feof)
{
    struct vm_file *f = vm_file_of(vm, at[0].u, arg(call, 0));
    if (f)
        at[0].i = f->file ? feof(f->file) != 0 && f->pushed < 0 : f->ended;
    return f;
}

BUILTIN(ferror)
{
    struct vm_file *f = vm_file_of(vm, at[0].u, arg(call, 0));
    if (f)
        at[0].i = f->file && ferror(f->file);
    return f;
}

BUILTIN(fseek)
{
    struct vm_file *f = vm_file_of(vm, at[0].u, arg(call, 0));
    if (!f)
        return false;
    f->pushed = -1;
    at[0].i = f->file ? fseek(f->file, at[1].i, (int) at[2].i) : -1;
    return true;
}

BUILTIN(ftell)
{
    struct vm_file *f = vm_file_of(vm, at[0].u, arg(call, 0));
    if (f)
        at[0].i = f->file ? ftell(f->file) - (f->pushed >= 0) : -1;
    return f;
}

BUILTIN(rewind)
{
    struct vm_file *f = vm_file_of(vm, at[0].u, arg(call, 0));
    if (!f)
        return false;
    f->pushed = -1;
    if (f->file)
        rewind(f->file);
    return true;
}

BUILTIN(remove)
{
    size_t n;
    const char *path = vm_string(vm, at[0].u, arg(call, 0), &n);
    if (!path)
        return false;
    at[0].i = remove(path);
    if (at[0].i)
        vm_keep_errno(vm, call, errno);
    return true;
}

BUILTIN(rename)
{
    size_t n;
    const char *from = vm_string(vm, at[0].u, arg(call, 0), &n),
               *to = from ? vm_string(vm, at[1].u, arg(call, 1), &n) : NULL;
    if (!to)
        return false;
    at[0].i = rename(from, to);
    if (at[0].i)
        vm_keep_errno(vm, call, errno);
    return true;
}

BUILTIN(strerror)
{
    const char *text = strerror((int) at[0].i);
    at[0].u = vm_literal(vm, (struct str){text, strlen(text) + 1});
    return at[0].u;
}

BUILTIN(perror)
{
    size_t n = 0;
    const char *s = at[0].u ? vm_string(vm, at[0].u, arg(call, 0), &n) : "";
    union value slot[1];
    if (!s || !builtin___errno(vm, call, slot))
        return false;
    struct buf line = {0};
    buf_printf(&line, "%s%s%s\n", s, *s ? ": " : "", strerror(*(int *) slot[0].p));
    vm_print(vm, 2, line.p, line.n);
    buf_free(&line);
    return true;
}

/* The session does the buffering. */
BUILTIN(setvbuf)
{
    at[0].i = 0;
    return true;
}

static bool scan(struct vm *vm, const struct call_site *call, union value *at, uint32_t format_arg,
                 struct scan_input *in)
{
    int count;
    bool ok = vm_scan(vm, builtin_call_of(call), at, format_arg, in, &count);
    at[0].i = count;
    return ok;
}

BUILTIN(scanf)
{
    return scan(vm, call, at, 0, &(struct scan_input){.file = vm_standard_file(vm, 0)});
}

BUILTIN(fscanf)
{
    struct vm_file *f = vm_file_of(vm, at[0].u, arg(call, 0));
    return f && scan(vm, call, at, 1, &(struct scan_input){.file = f});
}

BUILTIN(sscanf)
{
    size_t n;
    const char *s = vm_string(vm, at[0].u, arg(call, 0), &n);
    return s && scan(vm, call, at, 1, &(struct scan_input){.text = s});
}
