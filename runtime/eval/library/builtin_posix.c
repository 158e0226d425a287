/* SPDX-License-Identifier: Apache-2.0 */
/* Files and folders by name: POSIX <sys/stat.h>, <unistd.h>, <dirent.h>. The headers' own text (lang/include/system) makes
 * structures of what these return. Streams: builtin_file.c. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "eval/library/builtin.h"
#include "eval/library/vm_file.h"

static const char *path_of(struct vm *vm, const struct call_site *call, const union value *at)
{
    size_t n;
    return vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
}

static void give_result(struct vm *vm, const struct call_site *call, union value *at, int result)
{
    if (result)
        vm_keep_errno(vm, call, errno);
    at[0].i = result;
}

/* int __file_status(const char *path, long out[8]): mode, size, times of access, change of contents and of status, device,
 * number, links */
static bool file_status(struct vm *vm, const struct call_site *call, union value *at,
                        int (*ask)(const char *path, struct stat *out))
{
    struct stat st;
    const char *path = path_of(vm, call, at);
    int64_t *out =
        path ? vm_memory(vm, at[1].u, 8 * sizeof *out, VM_WRITE, builtin_call_of(call)->spans[1])
             : NULL;
    if (!out)
        return false;
    int result = ask(path, &st);
    if (!result) {
        const int64_t fields[8] = {st.st_mode,          st.st_size,           st.st_atim.tv_sec,
                                   st.st_mtim.tv_sec,   st.st_ctim.tv_sec,    (int64_t) st.st_dev,
                                   (int64_t) st.st_ino, (int64_t) st.st_nlink};
        memcpy(out, fields, sizeof fields);
    }
    give_result(vm, call, at, result);
    return true;
}

BUILTIN(__file_status)
{
    return file_status(vm, call, at, stat);
}

BUILTIN(__link_status)
{
    return file_status(vm, call, at, lstat);
}

static int set_time(const char *path, long seconds)
{
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = seconds}};
    return utimensat(AT_FDCWD, path, times, 0);
}

/* int __file_change(int what, const char *path, const char *other, long n): <filesystem> says what is what. */
BUILTIN(__file_change)
{
    size_t n;
    const char *path = vm_string(vm, at[1].u, builtin_call_of(call)->spans[1], &n);
    const char *other = path ? vm_string(vm, at[2].u, builtin_call_of(call)->spans[2], &n) : NULL;
    int result = -1;
    if (!other)
        return false;
    switch (at[0].i) {
    case 0: result = chmod(path, (mode_t) at[3].i); break;
    case 1: result = symlink(path, other); break;
    case 2: result = link(path, other); break;
    case 3: result = truncate(path, at[3].i); break;
    case 4: result = chdir(path); break;
    case 5: result = set_time(path, at[3].i); break;
    default: errno = EINVAL;
    }
    give_result(vm, call, at, result);
    return true;
}

/* char *__file_text(int what, const char *path): where a symbolic link leads to, or the path without links. To be freed; null: errno. */
BUILTIN(__file_text)
{
    size_t n;
    const char *path = vm_string(vm, at[1].u, builtin_call_of(call)->spans[1], &n);
    char text[PATH_MAX + 1];
    if (!path)
        return false;
    ssize_t length = at[0].i ? (realpath(path, text) ? (ssize_t) strlen(text) : -1)
                             : readlink(path, text, PATH_MAX);
    at[0].u = 0;
    if (length < 0) {
        vm_keep_errno(vm, call, errno);
        return true;
    }
    text[length] = 0;
    struct object *o = vm_try_object(vm, (uint64_t) length + 1, HOST_HEAP, NULL, call->at);
    if (o)
        memcpy((void *) (uintptr_t) o->start, text, (size_t) length + 1);
    at[0].u = o ? o->start : 0;
    return true;
}

/* int __file_space(const char *path, unsigned long out[3]): bytes in all, free, free for users */
BUILTIN(__file_space)
{
    struct statvfs st;
    const char *path = path_of(vm, call, at);
    uint64_t *out =
        path ? vm_memory(vm, at[1].u, 3 * sizeof *out, VM_WRITE, builtin_call_of(call)->spans[1])
             : NULL;
    if (!out)
        return false;
    int result = statvfs(path, &st);
    if (!result) {
        out[0] = st.f_blocks * st.f_frsize;
        out[1] = st.f_bfree * st.f_frsize;
        out[2] = st.f_bavail * st.f_frsize;
    }
    give_result(vm, call, at, result);
    return true;
}

/* int __system_names(char *out): of uname(2) */
BUILTIN(__system_names)
{
    struct utsname names;
    void *out = vm_memory(vm, at[0].u, sizeof names, VM_WRITE, builtin_call_of(call)->spans[0]);
    if (!out)
        return false;
    int result = uname(&names);
    memcpy(out, &names, sizeof names);
    give_result(vm, call, at, result);
    return true;
}

/* char *__folder_names(const char *path): each name behind a byte that is its kind, and with its NUL; an empty one ends
 * them. To be freed. Null: the folder cannot be read. */
BUILTIN(__folder_names)
{
    const char *path = path_of(vm, call, at);
    struct buf b = {0};
    if (!path)
        return false;
    DIR *folder = opendir(path);
    if (!folder)
        vm_keep_errno(vm, call, errno);
    at[0].u = 0;
    if (!folder)
        return true;
    for (struct dirent *e; (e = readdir(folder));) {
        buf_putc(&b, (char) e->d_type);
        buf_put(&b, e->d_name, strlen(e->d_name) + 1);
    }
    closedir(folder);
    buf_put(&b, "\0", 2);
    struct object *o = vm_try_object(vm, b.n, HOST_HEAP, NULL, call->at);
    if (o)
        memcpy((void *) (uintptr_t) o->start, b.p, b.n);
    at[0].u = o ? o->start : 0;
    buf_free(&b);
    return true;
}

BUILTIN(access)
{
    const char *path = path_of(vm, call, at);
    if (path)
        give_result(vm, call, at, access(path, (int) at[1].i));
    return path;
}

BUILTIN(mkdir)
{
    const char *path = path_of(vm, call, at);
    if (path)
        give_result(vm, call, at, mkdir(path, (mode_t) at[1].u));
    return path;
}

BUILTIN(rmdir)
{
    const char *path = path_of(vm, call, at);
    if (path)
        give_result(vm, call, at, rmdir(path));
    return path;
}

BUILTIN(getcwd)
{
    char *out = vm_memory(vm, at[0].u, at[1].u, VM_WRITE, builtin_call_of(call)->spans[0]);
    if (!out)
        return false;
    if (!getcwd(out, at[1].u)) {
        vm_keep_errno(vm, call, errno);
        at[0].u = 0;
    }
    return true;
}

/* The line becomes a block of its own where the program's is too small. */
static bool store_line(struct vm *vm, const struct call_site *call, const union value *at,
                       const struct buf *line)
{
    const struct span *spans = builtin_call_of(call)->spans;
    uint64_t *text = vm_memory(vm, at[0].u, sizeof *text, VM_WRITE, spans[0]),
             *room = text ? vm_memory(vm, at[1].u, sizeof *room, VM_WRITE, spans[1]) : NULL;
    if (!room)
        return false;
    struct object *old = *text ? space_find(vm->host, *text) : NULL;
    bool live = old && old->state == OBJECT_LIVE && old->start == *text;
    if (!live || old->size < line->n + 1) {
        struct object *o =
            vm_new_object(vm, line->n < 119 ? 120 : line->n + 1, HOST_HEAP, NULL, call->at);
        if (!o)
            return false;
        if (live)
            space_free(vm->host, old);
        *text = o->start;
        *room = o->size;
    }
    char *to = vm_memory(vm, *text, line->n + 1, VM_WRITE, spans[0]);
    if (to) {
        memcpy(to, line->p, line->n);
        to[line->n] = 0;
    }
    return to;
}

BUILTIN(getline)
{
    struct vm_file *f = vm_file_of(vm, at[2].u, builtin_call_of(call)->spans[2]);
    struct buf line = {0};
    if (!f)
        return false;
    for (int c = 0; c != '\n' && (c = vm_file_get(vm, f)) != EOF;)
        buf_putc(&line, (char) c);
    bool good = !line.n || store_line(vm, call, at, &line);
    at[0].i = line.n ? (int64_t) line.n : -1;
    buf_free(&line);
    return good;
}

BUILTIN(freopen)
{
    struct vm_file *f = vm_file_of(vm, at[2].u, builtin_call_of(call)->spans[2]);
    FILE *file;
    if (!f || !vm_open_file(vm, call, at, &file))
        return false;
    if (f->file)
        fclose(f->file);
    f->file = file;
    f->pushed = -1;
    at[0].u = file ? at[2].u : 0;
    return true;
}

BUILTIN(tmpnam)
{
    char name[32];
    uint32_t number = 0;
    do {
        if (getrandom(&number, sizeof number, 0) < 0)
            number++;
        snprintf(name, sizeof name, "/tmp/file%08x", number);
    } while (!access(name, F_OK));
    if (at[0].u)
        return vm_store(vm, at[0].u, name, strlen(name) + 1, builtin_call_of(call)->spans[0]);
    at[0].u = vm_literal(vm, (struct str){name, strlen(name) + 1});
    return true;
}

/* What error() begins its messages with. A cell without arguments has no name of its own. */
BUILTIN(__program_name)
{
    const char *name = vm->arguments.count ? vm->arguments.at[0] : "cell";
    at[0].u = vm_literal(vm, (struct str){name, strlen(name) + 1});
    return at[0].u;
}
