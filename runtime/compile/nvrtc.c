/* SPDX-License-Identifier: Apache-2.0 */
/* The NVRTC library: loading it, and running one compilation. Next: nvrtc_find.c (search path), nvrtc_log.c
 * (messages). */
#include "compile/nvrtc.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dynlib.h"
#include "ptx/ptx.h"
#include "ptx/ptx_image.h"

enum { OPTIONAL, REQUIRED };

enum { OLDEST = 12, COPIES_MOST = 4, NVRTC_CANCELLED = 6 /* NVRTC_ERROR_COMPILATION */ };

static void forget_place(struct nvrtc *n)
{
    VEC_EACH (dir, &n->includes)
        free(*dir);
    VEC_FREE(&n->includes);
    free(n->path);
    n->path = NULL;
}

/* The file's identity serves as its version, so that a cached kernel does not require loading NVRTC. */
static void set_place(struct nvrtc *n, const char *path)
{
    char *real = realpath(path, NULL);
    struct stat st = {0};
    forget_place(n);
    n->path = real ? real : xstrdup(path);
    stat(n->path, &st);
    snprintf(n->fingerprint, sizeof n->fingerprint, "%lld bytes of %lld.%09ld",
             (long long) st.st_size, (long long) st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
    nvrtc_find_includes(n);
}

static const char *asked_for(const char *wanted)
{
    const char *variable = getenv("WARPCELL_NVRTC");
    return wanted && *wanted ? wanted : variable && *variable ? variable : NULL;
}

bool nvrtc_locate(struct nvrtc *n, const char *wanted)
{
    struct nvrtc_paths paths = {0};
    struct buf looked = {0};
    const char *path = asked_for(wanted);
    if (n->path)
        return true;
    if (!path) {
        nvrtc_find(&paths, &looked);
        path = paths.found.n ? paths.found.at[0] : "";
    }
    bool is_file = *path == '/' && !access(path, R_OK);
    if (is_file)
        set_place(n, path);
    nvrtc_paths_free(&paths);
    buf_free(&looked);
    return is_file;
}

/* NVRTC opens its second library by name without a path. Most loaders find it in the same folder, but not all (not under
 * AddressSanitizer). A library that is already loaded is always found. */
static void load_builtins(const struct nvrtc *n)
{
    struct buf path = {0};
    const char *slash = strrchr(n->path, '/');
    buf_put(&path, n->path, slash ? (size_t) (slash - n->path) + 1 : 0);
    buf_printf(&path, "libnvrtc-builtins.so.%s", n->version);
    if (slash)
        dlopen(path.p, RTLD_NOW | RTLD_LOCAL);
    buf_free(&path);
}

static void *open_library(struct nvrtc *n, const char *path, struct buf *out_why)
{
    const struct dynlib_symbol symbols[] = {
#define SYMBOL(need, name, params) {"nvrtc" #name, (void **) &n->api.name, need},
#include "compile/nvrtc.def"
#undef SYMBOL
    };
    return dynlib_open(path, symbols, sizeof symbols / sizeof *symbols, out_why);
}

static bool try_open(struct nvrtc *n, const char *path, struct buf *out_why)
{
    int major = 0, minor = 0;
    n->handle = open_library(n, path, out_why);
    if (!n->handle)
        return false;
    if (n->api.Version(&major, &minor) || major < OLDEST) {
        buf_printf(out_why, "%s is NVRTC %d.%d; 12.0 or later is needed", path, major, minor);
        dynlib_close(&n->handle);
        return false;
    }
    snprintf(n->version, sizeof n->version, "%d.%d", major, minor);
    Dl_info info; /* a bare name does not tell where the headers are, but the loader knows */
    set_place(n, dladdr((void *) n->api.Version, &info) ? info.dli_fname : path);
    load_builtins(n);
    return true;
}

static void say_missing(struct diags *out, struct span at, struct str looked, struct str why)
{
    struct diag *d =
        diag_error(out, DIAG_SYSTEM, at, "kernels cannot be compiled: NVRTC was not found");
    diag_help(out, d,
              "install the CUDA toolkit, or `pip install nvidia-cuda-nvrtc` in the environment of "
              "Warpcell, "
              "or set WARPCELL_NVRTC to the path of libnvrtc.so.13");
    if (why.n)
        diag_note(out, d, (struct span){0}, "%.*s", (int) why.n, why.p);
    diag_note(out, d, (struct span){0}, "looked in %.*s", (int) looked.n, looked.p);
}

static bool load_given(struct nvrtc *n, const char *path, const char *where, struct diags *out,
                       struct span at)
{
    struct buf why = {0};
    bool loaded = try_open(n, path, &why);
    if (!loaded) {
        struct diag *d = diag_error(out, DIAG_SYSTEM, at,
                                    "cannot load NVRTC from '%s', which is set by %s", path, where);
        diag_note(out, d, (struct span){0}, "%s", why.p);
        diag_help(out, d,
                  "give the full path of libnvrtc.so.13 or libnvrtc.so.12, or unset it to search "
                  "for the library");
    }
    buf_free(&why);
    return loaded;
}

static bool load_found(struct nvrtc *n, struct diags *out, struct span at)
{
    struct nvrtc_paths paths = {0};
    struct buf looked = {0}, whys = {0};
    nvrtc_find(&paths, &looked);
    for (size_t i = 0; i < paths.found.n && !n->handle; i++) {
        struct buf why = {0};
        if (!try_open(n, paths.found.at[i], &why) && paths.found.at[i][0] == '/' && !whys.n)
            buf_puts(&whys, why.p); /* a library that exists and does not load is worth reporting */
        buf_free(&why);
    }
    if (!n->handle)
        say_missing(out, at, (struct str){looked.p, looked.n}, (struct str){whys.p, whys.n});
    nvrtc_paths_free(&paths);
    buf_free(&looked);
    buf_free(&whys);
    return n->handle;
}

bool nvrtc_load(struct nvrtc *n, const char *wanted, struct diags *out, struct span at)
{
    const char *path = asked_for(wanted);
    if (n->handle)
        return true;
    if (path)
        return load_given(n, path, path == wanted ? "--nvrtc" : "WARPCELL_NVRTC", out, at);
    return load_found(n, out, at);
}

static bool copy_file(const char *path, int to)
{
    struct stat s;
    int from = open(path, O_RDONLY | O_CLOEXEC);
    bool good = from >= 0 && !fstat(from, &s);
    for (off_t at = 0; good && at < s.st_size;)
        good = sendfile(to, from, &at, (size_t) (s.st_size - at)) > 0;
    if (from >= 0)
        close(from);
    return good;
}

/* The loader treats a different file as a different library, with its own variables. It stays open, so that the next one
 * gets another name. */
bool nvrtc_again(struct nvrtc *n)
{
    char path[32];
    struct buf why = {0};
    int file = n->copies < COPIES_MOST && n->path ? memfd_create("libnvrtc", MFD_CLOEXEC) : -1;
    void *copy = NULL;
    if (file >= 0 && copy_file(n->path, file)) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        copy = open_library(n, path, &why);
    }
    buf_free(&why);
    if (!copy) {
        if (file >= 0)
            close(file);
        return false;
    }
    n->handle = copy;
    n->copies++;
    return true;
}

void nvrtc_unload(struct nvrtc *n)
{
    forget_place(n); /* the library stays loaded: unloading would not free its memory */
    *n = (struct nvrtc){0};
}

void nvrtc_unpack_headers(struct nvrtc *n)
{
    struct buf dir = {0};
    const char *why;
    if (n->includes.n || !n->api.InstallBundledHeaders || !cache_folder(&dir)) {
        buf_free(&dir);
        return;
    }
    buf_printf(&dir, "/headers-%s", n->version);
    if (!n->api.InstallBundledHeaders(dir.p, 0, &why)) {
        VEC_PUSH(&n->includes, xstrdup(dir.p));
        buf_puts(&dir, "/cccl");
        VEC_PUSH(&n->includes, xstrdup(dir.p));
    }
    buf_free(&dir);
}

bool nvrtc_supports(const struct nvrtc *n, int arch, int *out_low, int *out_high)
{
    int count = 0;
    bool found = false;
    *out_low = *out_high = 0;
    if (!n->api.GetNumSupportedArchs || !n->api.GetSupportedArchs ||
        n->api.GetNumSupportedArchs(&count) || count <= 0)
        return true;
    int *archs = xcalloc((size_t) count, sizeof *archs);
    if (n->api.GetSupportedArchs(archs)) {
        free(archs);
        return true;
    }
    for (int i = 0; i < count; i++) {
        found |= archs[i] == arch;
        *out_low = *out_low && *out_low < archs[i] ? *out_low : archs[i];
        *out_high = *out_high > archs[i] ? *out_high : archs[i];
    }
    free(archs);
    return found;
}

static char *log_of(const struct nvrtc *n, void *program)
{
    size_t size = 0;
    if (n->api.GetProgramLogSize(program, &size) || size <= 1)
        return NULL;
    char *log = xcalloc(1, size + 1);
    n->api.GetProgramLog(program, log);
    return log;
}

/* From malloc, NUL-terminated; NULL: none. */
static char *take(int (*size_of)(void *, size_t *), int (*get)(void *, char *), void *program,
                  size_t *out_size)
{
    if (size_of(program, out_size) || !*out_size)
        return NULL;
    char *bytes = xcalloc(1, *out_size + 1);
    if (!get(program, bytes))
        return bytes;
    free(bytes);
    return NULL;
}

/* PTX; or a cubin followed by its PTX (ptx/ptx_image.h). */
static bool take_image(const struct nvrtc *n, void *program, bool cubin,
                       struct nvrtc_result *result)
{
    size_t size, ptx_size;
    char *ptx = take(n->api.GetPTXSize, n->api.GetPTX, program, &ptx_size);
    if (ptx && !cubin) {
        result->image = ptx;
        result->size = strlen(ptx);
        return true;
    }
    char *code = cubin ? take(n->api.GetCUBINSize, n->api.GetCUBIN, program, &size) : NULL;
    if (code)
        result->image = ptx_image_join(code, size, ptx ? ptx : "", &result->size);
    free(code);
    free(ptx);
    return result->image != NULL;
}

/* The entry whose C++ name is `name`: the same if extern "C", else mangled, "_Z4normPf" (Itanium C++ ABI 5.1). */
static char *entry_named(const char *ptx, const char *name)
{
    char mangled[256], *found = NULL;
    snprintf(mangled, sizeof mangled, "_Z%zu%s", strlen(name), name);
    struct ptx_module *m = ptx_parse(ptx, strlen(ptx), PTX_HEADS, NULL, (struct span){0});
    for (size_t i = 0; m && i < m->funcs.n && !found; i++) {
        const struct ptx_func *f = m->funcs.at[i];
        if (f->is_entry && (!strcmp(f->name, name) || !strncmp(f->name, mangled, strlen(mangled))))
            found = xstrdup(f->name);
    }
    ptx_free(&m);
    return found;
}

static bool lower(const struct nvrtc *n, void *program, const struct nvrtc_job *job,
                  bool by_expression, struct nvrtc_result *result)
{
    const char *lowered = NULL;
    size_t size = 0;
    if (by_expression) {
        if (n->api.GetLoweredName(program, job->expression, &lowered))
            return false;
        result->lowered = xstrdup(lowered);
        return true;
    }
    if (n->api.GetPTXSize(program, &size))
        return false;
    char *ptx = xcalloc(1, size + 1);
    if (!n->api.GetPTX(program, ptx))
        result->lowered = entry_named(ptx, job->expression);
    free(ptx);
    return result->lowered;
}

static int wants_cancel(void *cancel, void *unused)
{
    return atomic_load((const atomic_bool *) cancel);
}

static bool cancelled(const struct nvrtc_job *job)
{
    return job->cancel && atomic_load(job->cancel);
}

static bool compile_program(const struct nvrtc *n, void *program, const struct nvrtc_job *job,
                            int *out_code)
{
    if (job->cancel && n->api.SetFlowCallback)
        n->api.SetFlowCallback(program, wants_cancel, (void *) (uintptr_t) job->cancel);
    *out_code = cancelled(job) ? NVRTC_CANCELLED
                               : n->api.CompileProgram(program, job->option_count, job->options);
    return !*out_code;
}

#ifdef __GLIBC__
/* By this old name of getc, which nobody else uses, NVRTC reads headers. In a process with threads libc's own locks the file for each
 * character, which takes a tenth of the time of CUB's headers; NVRTC's files are not shared. */
__attribute__((visibility("default"))) int _IO_getc(FILE *file);

int _IO_getc(FILE *file)
{
    return getc_unlocked(file);
}
#endif

/* NVRTC has no headers of the host. With CUB_STDERR, CUB includes one of them for the host's part of a function. */
static void *program_of(const struct nvrtc *n, const struct nvrtc_job *job)
{
    static const char *const texts[] = {"", "#pragma once\n"
                                            "#include <cuda/__ptx/instructions/get_sreg.h>\n"},
                             *const names[] = {"cstdio", "cuda/ptx"};
    void *program = NULL;
    bool failed = n->api.CreateProgram(&program, job->source, "warpcell", job->short_ptx ? 2 : 1,
                                       texts, names);
    return failed ? NULL : program;
}

static bool run_once(const struct nvrtc *n, const struct nvrtc_job *job, bool by_expression,
                     struct nvrtc_result *result)
{
    void *program = program_of(n, job);
    *result = (struct nvrtc_result){0};
    if (!program)
        return false;
    bool ok = (!by_expression || !n->api.AddNameExpression(program, job->expression)) &&
              compile_program(n, program, job, &result->code);
    result->log = log_of(n, program);
    ok = ok && lower(n, program, job, by_expression, result) &&
         take_image(n, program, job->cubin, result);
    n->api.DestroyProgram(&program);
    return ok;
}

bool nvrtc_compiles(const struct nvrtc *n, const struct nvrtc_job *job, struct nvrtc_result *result)
{
    void *program = program_of(n, job);
    *result = (struct nvrtc_result){0};
    if (!program)
        return false;
    bool ok = compile_program(n, program, job, &result->code);
    result->log = log_of(n, program);
    n->api.DestroyProgram(&program);
    return ok;
}

void nvrtc_text_drop(struct nvrtc_text *t)
{
    if (atomic_fetch_sub(&t->owners, 1) > 1)
        return;
    VEC_EACH (text, &t->headers)
        free(*text);
    VEC_EACH (name, &t->header_names)
        free(*name);
    VEC_EACH (expression, &t->expressions)
        free(*expression);
    VEC_FREE(&t->headers);
    VEC_FREE(&t->header_names);
    VEC_FREE(&t->expressions);
    free(t->source);
    free(t->name);
    free(t);
}

static void take_names(const struct nvrtc *n, void *program, const struct nvrtc_text *t,
                       struct nvrtc_result *result)
{
    VEC_EACH (expression, &t->expressions) {
        const char *lowered = NULL;
        if (result->code || n->api.GetLoweredName(program, *expression, &lowered))
            lowered = NULL;
        VEC_PUSH(&result->text_lowered, lowered ? xstrdup(lowered) : NULL);
    }
}

static bool run_text(const struct nvrtc *n, const struct nvrtc_job *job,
                     struct nvrtc_result *result)
{
    const struct nvrtc_text *t = job->text;
    void *program = NULL;
    *result = (struct nvrtc_result){0};
    result->code = n->api.CreateProgram(&program, t->source, t->name, (int) t->headers.n,
                                        (const char *const *) t->headers.at,
                                        (const char *const *) t->header_names.at);
    if (result->code)
        return false;
    for (size_t i = 0; i < t->expressions.n && !result->code; i++)
        result->code = n->api.AddNameExpression(program, t->expressions.at[i]);
    if (!result->code)
        compile_program(n, program, job, &result->code);
    result->log = log_of(n, program);
    take_names(n, program, t, result);
    if (!result->code)
        take_image(n, program, false, result);
    n->api.DestroyProgram(&program);
    return !result->code;
}

/* A name expression keeps a static kernel alive and instantiates a template, but it is ambiguous if CUDA has a function
 * of the same name ("norm"). Then the kernel is found by its mangled name. */
bool nvrtc_run(const struct nvrtc *n, const struct nvrtc_job *job, struct nvrtc_result *result)
{
    if (job->text)
        return run_text(n, job, result);
    if (job->checked_first) {
        if (!nvrtc_compiles(n, job, result))
            return false;
        nvrtc_result_free(result);
    }
    if (run_once(n, job, true, result))
        return true;
    if (strchr(job->expression, '<') || !result->log || !strstr(result->log, "__nv_name_map"))
        return false;
    nvrtc_result_free(result);
    return run_once(n, job, false, result);
}

void nvrtc_result_free(struct nvrtc_result *r)
{
    free(r->image);
    free(r->lowered);
    free(r->log);
    free(r->places);
    VEC_EACH (name, &r->text_lowered)
        free(*name);
    VEC_FREE(&r->text_lowered);
    *r = (struct nvrtc_result){0};
}
