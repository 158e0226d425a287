/* SPDX-License-Identifier: Apache-2.0 */
/* Compiles one kernel: emit.c writes its program, cache.c looks for the result, nvrtc.c compiles it, and
 * nvrtc_log.c turns messages into diags. */
#include "compile/compile.h"

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "compile/guarded.h"
#include "compile/nvrtc.h"
#include "compile/places.h"
#include "compile/precompiled.h"
#include "ptx/ptx.h"
#include "ptx/ptx_image.h"
#include "ptx/ptx_places.h"

enum {
    LOOK_NS = 10000000,
    GRACE_LOOKS = 5, /* after an interrupt NVRTC has 50 ms to end by itself */
    NVRTC_INTERNAL_ERROR = 11
};

struct compiler {
    char *wanted; /* path given by the user, or NULL */
    struct poll_hook *poll;
    const atomic_bool *interrupt; /* or NULL */
    bool left_behind;             /* a thread still compiles in the present copy of the library */
    struct nvrtc nvrtc;
    struct precompiled headers;
};

struct compiler *compiler_new(const char *nvrtc_path, struct poll_hook *poll,
                              const atomic_bool *interrupt)
{
    struct compiler *c = xcalloc(1, sizeof *c);
    c->wanted = nvrtc_path ? xstrdup(nvrtc_path) : NULL;
    c->poll = poll;
    c->interrupt = interrupt;
    return c;
}

void compiler_free(struct compiler **c)
{
    if (!*c)
        return;
    precompiled_free(&(*c)->headers);
    nvrtc_unload(&(*c)->nvrtc);
    free((*c)->wanted);
    free(*c);
    *c = NULL;
}

const char *compiler_version(struct compiler *c, const char **out_path)
{
    if (out_path)
        *out_path = c->nvrtc.path;
    return c->nvrtc.handle ? c->nvrtc.version : NULL;
}

bool compiler_load(struct compiler *c, struct diags *out, struct span at)
{
    return nvrtc_load(&c->nvrtc, c->wanted, out, at);
}

void compiled_free(struct compiled *c)
{
    free(c->image);
    free(c->lowered);
    free(c->source);
    *c = (struct compiled){0};
}

bool compiler_supports(struct compiler *c, int arch, int *out_low, int *out_high, bool *out_yes,
                       struct diags *out, struct span at)
{
    if (!compiler_load(c, out, at))
        return false;
    *out_yes = nvrtc_supports(&c->nvrtc, arch, out_low, out_high);
    return true;
}

int compiler_archs(struct compiler *c, int *archs, int room)
{
    const struct nvrtc_api *api = &c->nvrtc.api;
    int count = 0;
    if (!api->GetNumSupportedArchs || !api->GetSupportedArchs || api->GetNumSupportedArchs(&count))
        return 0;
    return count <= room && !api->GetSupportedArchs(archs) ? count : 0;
}

static bool arch_known(struct compiler *c, int arch, struct diags *out, struct span at)
{
    int low, high;
    if (nvrtc_supports(&c->nvrtc, arch, &low, &high))
        return true;
    struct diag *d =
        diag_error(out, DIAG_SYSTEM, at, "NVRTC %s cannot compile for compute capability %d.%d",
                   c->nvrtc.version, arch / 10, arch % 10);
    diag_note(out, d, (struct span){0}, "%s supports %d.%d to %d.%d", c->nvrtc.path, low / 10,
              low % 10, high / 10, high % 10);
    if (arch < low)
        diag_help(out, d,
                  "CUDA 13 dropped devices before 7.5: install a CUDA 12 toolkit, or "
                  "`pip install nvidia-cuda-nvrtc-cu12`, and name its library in WARPCELL_NVRTC");
    else
        diag_help(out, d,
                  "a newer NVRTC is needed: update the CUDA toolkit, or `pip install -U "
                  "nvidia-cuda-nvrtc`");
    return false;
}

static int nvrtc_number(const struct compiler *c)
{
    int major = 0, minor = 0;
    return sscanf(c->nvrtc.version, "%d.%d", &major, &minor) == 2 ? major * 1000 + minor * 10 : 0;
}

/* Code that the driver is certain to accept: a cubin for exactly this GPU, from an NVRTC that is not of a newer
 * generation than the driver (CUDA Compatibility, 'minor version compatibility'). For a GPU newer than NVRTC: PTX, which the
 * driver compiles if it is at least as new. */
static bool target_fits(struct compiler *c, struct compile_target *t, struct diags *out,
                        struct span at)
{
    int low, high, made = nvrtc_number(c);
    bool known = nvrtc_supports(&c->nvrtc, t->arch, &low, &high);
    if (t->driver && t->driver / 1000 < made / 1000) {
        struct diag *d =
            diag_error(out, DIAG_SYSTEM, at,
                       "the GPU driver supports CUDA %d.%d, but the code from NVRTC %s is newer",
                       t->driver / 1000, t->driver % 1000 / 10, c->nvrtc.version);
        diag_help(out, d,
                  "update the NVIDIA driver, or `pip install nvidia-cuda-nvrtc-cu%d` and name its "
                  "library in WARPCELL_NVRTC; %%device cpu runs without the GPU",
                  t->driver / 1000);
        return false;
    }
    if (!known && t->cubin && t->arch > high && t->driver >= made) {
        t->arch = high;
        t->cubin = false;
    }
    return arch_known(c, t->arch, out, at);
}

/* The headers that the program includes. A file of the user's own may change while the program's text stays the same, so
 * a program that includes one is not cached. Cooperative groups include most of libcu++ unless a macro prevents it, which
 * makes compilation 20 times slower. */
struct includes {
    bool any, own, groups, cub, libcuxx;
};

static struct includes includes_of(const char *source)
{
    struct includes found = {0};
    for (const char *line = source; line;
         line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        const char *p = line + strspn(line, " \t");
        if (*p++ != '#')
            continue;
        p += strspn(p, " \t");
        if (strncmp(p, "include", 7))
            continue;
        p += 7 + strspn(p + 7, " \t");
        found.any = true;
        found.own |= *p != '<';
        found.groups |= !strncmp(p, "<cooperative_groups", 19);
        found.cub |= !strncmp(p, "<cub/", 5);
        found.libcuxx |= !strncmp(p, "<cuda/", 6);
    }
    return found;
}

static const char limit_groups[] = "-D_CG_LIMIT_INCLUDED_DEPENDENCIES";

/* Lists of types in libcu++, which CUB stands on, unfold this many at a time. Its own default is 16 with NVRTC, whose front end takes
 * twice as long for each one more: half a second, where 10, which it has with nvcc, takes 10 ms. */
static const char unroll_limit[] = "-D_CCCL_META_UNROLL_LIMIT=10";

/* A compilation in progress. */
struct compile_work {
    struct buf source, expression;
    struct places places;
    char *content; /* the source without its locations; NULL: its code depends on them */
    VEC(const char *) options;
    struct arena texts; /* of the options */
    struct nvrtc_job job;
    struct includes includes;
    bool unread;   /* a template that the host could not parse */
    bool launches; /* launches kernels from kernels */
};

static void work_free(struct compile_work *w)
{
    buf_free(&w->source);
    buf_free(&w->expression);
    places_free(&w->places);
    free(w->content);
    VEC_FREE(&w->options);
    arena_free(&w->texts);
}

static void make_key(char hex[65], const struct compiler *c, const struct compile_work *w)
{
    VEC(const char *) parts = {0};
    VEC_PUSH(&parts, c->nvrtc.fingerprint);
    VEC_PUSH(&parts, w->expression.p);
    VEC_PUSH(&parts, w->content ? w->content : w->source.p);
    VEC_EACH (option, &w->options)
        VEC_PUSH(&parts, *option);
    if (w->job.cubin)
        VEC_PUSH(&parts, "with its PTX behind it, without folders");
    cache_key(hex, parts.at, parts.n);
    VEC_FREE(&parts);
}

/* Where the headers of the NVRTC that is located now are. */
static void add_headers(struct compile_work *w, const struct compiler *c)
{
    VEC_EACH (dir, &c->nvrtc.includes)
        VEC_PUSH(&w->options, arena_printf(&w->texts, "-I%s", *dir));
    VEC_PUSH(&w->options, unroll_limit);
}

/* Options and key, for the NVRTC that is located now. */
static void prepare(struct compile_work *w, const struct compiler *c, struct compile_target target,
                    char hash[65])
{
    w->options.n = 0;
    VEC_PUSH(&w->options,
             arena_printf(&w->texts, "--gpu-architecture=%s_%d%s", target.cubin ? "sm" : "compute",
                          target.arch, target.only ? "a" : ""));
    VEC_PUSH(&w->options, "--std=c++17");
    VEC_PUSH(&w->options, target.debug ? "--device-debug" : "-lineinfo");
    if (w->launches) /* calls the device runtime */
        VEC_PUSH(&w->options, "--relocatable-device-code=true");
    if (w->source.p && strstr(w->source.p, "int128"))
        VEC_PUSH(&w->options, "--device-int128");
    if (target.report)
        VEC_PUSH(&w->options, "--ptxas-options=-v");
    add_headers(w, c);
    if (w->includes.groups && !w->includes.libcuxx)
        VEC_PUSH(&w->options, limit_groups); /* remains the last one: see lift_limits */
    w->job = (struct nvrtc_job){.source = w->source.p,
                                .expression = w->expression.p,
                                .options = w->options.at,
                                .option_count = (int) w->options.n,
                                .cubin = target.cubin,
                                .short_ptx = w->includes.cub && !w->includes.libcuxx,
                                .checked_first = w->unread};
    make_key(hash, c, w);
}

struct working_folder {
    const struct sources *sources;
    const char *path;
};

static void without_folder(void *user, struct ptx_place *place)
{
    const struct working_folder *f = user;
    size_t n = strlen(f->path);
    if (n < 2 || strncmp(place->file, f->path, n) || place->file[n] != '/')
        return;
    if (!source_named(f->sources, place->file)) /* else it is a file's own full path */
        place->file += n + 1;
}

/* NVRTC prepends the working folder to every cell's name ("/home/u/In[3]"). Errors of the running kernel need the cell's
 * own name, and the cache must not depend on the folder. */
static void strip_folder(struct nvrtc_result *r, const struct sources *sources)
{
    struct str ptx = ptx_image_text(r->image, r->size);
    char *path = ptx.n ? getcwd(NULL, 0) : NULL;
    if (!path)
        return;
    struct working_folder folder = {sources, path};
    struct buf image = {0};
    buf_put(&image, r->image, (size_t) (ptx.p - r->image)); /* the image ends with its PTX */
    if (ptx_map_places(ptx, without_folder, &folder, &image)) {
        free(r->image);
        r->size = image.n;
        r->image = buf_take(&image);
    }
    buf_free(&image);
    free(path);
}

/* With its namespaces. A kernel that we generated has only its definition. */
static const char *full_name(const struct device_def *kernel)
{
    return kernel->kernel ? kernel->kernel->name : kernel->name;
}

static void report(struct compiler *c, const struct sources *sources,
                   const struct device_def *kernel, bool ok, const char *log, struct diags *out)
{
    struct span end = kernel->at;
    int before = out->errors;
    struct diag *last = out->last;
    end.start = end.end > end.start ? end.end - 1 : end.start;
    nvrtc_log_read(log, sources, end, out);
    if (ok)
        return;
    diags_drop_warnings(out, last); /* they reappear once the errors are fixed */
    if (out->errors == before)
        diag_error(out, DIAG_COMPILE, kernel->at, "NVRTC %s cannot compile '%s': %s",
                   c->nvrtc.version, full_name(kernel), log && *log ? log : "no reason given");
    if (log && strstr(log, "open source file") && !c->nvrtc.includes.n && out->last &&
        !out->last->help)
        diag_help(out, out->last,
                  "the headers of CUDA are not beside %s: install the CUDA toolkit, or "
                  "`pip install nvidia-cuda-runtime nvidia-cuda-crt nvidia-cuda-cccl`",
                  c->nvrtc.path);
}

/* NVRTC runs on a thread of its own, so that the session can poll while it compiles, survives its crashes, and need not
 * wait for it after an interrupt: the thread has copies of all its inputs. */
struct compiling {
    struct nvrtc nvrtc;
    struct nvrtc_job job;
    struct nvrtc_result result;
    bool ok;
    atomic_bool cancel;
    atomic_int owners; /* the thread and the session */
};

static void compiling_drop(struct compiling *c)
{
    if (atomic_fetch_sub(&c->owners, 1) > 1)
        return;
    for (int i = 0; i < c->job.option_count; i++)
        free((char *) (uintptr_t) c->job.options[i]);
    free((const char **) (uintptr_t) c->job.options);
    free((char *) (uintptr_t) c->job.source);
    free((char *) (uintptr_t) c->job.expression);
    if (c->job.text)
        nvrtc_text_drop(c->job.text);
    nvrtc_result_free(&c->result);
    free(c);
}

static struct compiling *compiling_new(const struct nvrtc *nvrtc, const struct nvrtc_job *job)
{
    struct compiling *c = xcalloc(1, sizeof *c);
    const char **options = xcalloc((size_t) job->option_count + 1, sizeof *options);
    for (int i = 0; i < job->option_count; i++)
        options[i] = xstrdup(job->options[i]);
    c->nvrtc = (struct nvrtc){.api = nvrtc->api, .handle = nvrtc->handle};
    c->job = *job;
    c->job.source = job->source ? xstrdup(job->source) : NULL;
    c->job.expression = job->expression ? xstrdup(job->expression) : NULL;
    if (job->text)
        atomic_fetch_add(&job->text->owners, 1);
    c->job.options = options;
    c->job.cancel = &c->cancel;
    atomic_store(&c->owners, 2);
    return c;
}

static void compile_there(void *user)
{
    struct compiling *c = user;
    c->ok = nvrtc_run(&c->nvrtc, &c->job, &c->result);
    compiling_drop(c);
}

/* false: it was interrupted, and the compilation did not end within the grace period. */
static bool wait_polling(struct compiler *c, sem_t *done, const char *what, atomic_bool *cancel)
{
    struct progress p = {"compiling", what, 0, 0, clock_ns()};
    bool ended = false;
    for (int grace = GRACE_LOOKS; !ended && grace;) {
        struct timespec t = clock_timespec(clock_read(CLOCK_REALTIME) + LOOK_NS);
        ended = !sem_timedwait(done, &t);
        if (!ended)
            poll_now(c->poll, &p);
        if (!ended && c->interrupt && atomic_load(c->interrupt)) {
            atomic_store(cancel, true);
            grace--;
        }
    }
    poll_end(c->poll, &p);
    return ended;
}

static bool run_nvrtc(struct compiler *c, const struct nvrtc_job *job, const char *what,
                      struct nvrtc_result *r)
{
    if (c->left_behind) /* now rather than within the 100 ms of an interrupt: it copies 100 MB */
        nvrtc_again(&c->nvrtc);
    c->left_behind = false;
    struct compiling *work = compiling_new(&c->nvrtc, job);
    struct guarded *thread = c->poll ? guarded_start(compile_there, work) : NULL;
    if (!thread) /* no thread could be created, or nobody polls: compile on this thread */
        compile_there(work);
    bool ended = !thread || wait_polling(c, guarded_done(thread), what, &work->cancel);
    bool ok = false;
    int crash = 0;
    if (!ended) {
        guarded_abandon(&thread);
        c->left_behind = true; /* the library is locked while it compiles */
    } else if (thread && (crash = guarded_end(&thread))) {
        bool again = nvrtc_again(&c->nvrtc);
        struct buf log = {0};
        buf_printf(&log, "it crashed (%s) on an error in the code that it should have reported%s",
                   strsignal(crash), again ? "" : "; restart the session before the next kernel");
        *r = (struct nvrtc_result){.log = buf_take(&log), .code = NVRTC_INTERNAL_ERROR};
    } else {
        ok = work->ok;
        *r = work->result;
        work->result = (struct nvrtc_result){0};
    }
    compiling_drop(work);
    return ok;
}

static bool interrupted(const struct compiler *c)
{
    return c->interrupt && atomic_load(c->interrupt);
}

/* Replaces the PTX at the end of an image. */
static void put_ptx(struct nvrtc_result *r, struct str ptx, struct buf *text)
{
    size_t before = (size_t) (ptx.p - r->image);
    r->image = xrealloc(r->image, before + text->n + 1);
    memcpy(r->image + before, text->p, text->n + 1);
    r->size = before + text->n;
}

/* Replaces the locations in cached code whose definitions have moved since it was compiled. Code with warnings is
 * recompiled instead, since the warnings contain locations too. */
static bool read_cache(const struct compile_work *w, const char *hash, struct nvrtc_result *r)
{
    if (w->includes.own || !cache_read(hash, r))
        return false;
    char *now = places_write(&w->places);
    bool ok = !w->content || !strcmp(now, r->places);
    free(now);
    struct str ptx = ptx_image_text(r->image, r->size);
    struct buf text = {0};
    if (!ok && ptx.n && !(r->log && *r->log) && places_map(r->places, &w->places, ptx, &text)) {
        put_ptx(r, ptx, &text);
        ok = true;
    }
    buf_free(&text);
    if (!ok)
        nvrtc_result_free(r);
    return ok;
}

static void write_cache(const struct compile_work *w, const char *hash, struct nvrtc_result *r)
{
    if (w->includes.own)
        return;
    r->places = places_write(&w->places);
    cache_write(hash, r);
}

/* With precompiled headers, if there are any. Headers of the user may change, so they are none of them. */
static bool run_with_headers(struct compiler *c, const struct compile_work *w, const char *what,
                             struct nvrtc_result *r)
{
    if (w->includes.own)
        return run_nvrtc(c, &w->job, what, r);
    struct header_use use = precompiled_begin(&c->headers, &c->nvrtc, &w->job);
    struct nvrtc_job with = w->job;
    VEC(const char *) options = {0};
    for (int i = 0; i < w->job.option_count; i++)
        VEC_PUSH(&options, w->job.options[i]);
    for (int i = 0; i < 4 && use.options[i]; i++)
        VEC_PUSH(&options, use.options[i]);
    if (use.source)
        with.source = use.source;
    with.options = options.at;
    with.option_count = (int) options.n;
    bool ok = run_nvrtc(c, &with, what, r);
    VEC_FREE(&options);
    if (!precompiled_end(&c->headers, &use, &c->nvrtc, &w->job, ok, r->log))
        return ok;
    nvrtc_result_free(r);
    return run_nvrtc(c, &w->job, what, r);
}

/* Whether the program may have failed for want of headers that cooperative groups and CUB would have included, but for limits of ours. It
 * has none any more. */
static bool lift_limits(struct compile_work *w, const char *log)
{
    bool groups = w->options.at[w->options.n - 1] == limit_groups,
         ptx = w->job.short_ptx && log && strstr(log, "ptx");
    w->job.option_count -= groups;
    w->job.short_ptx &= !ptx;
    return groups || ptx;
}

/* Only a program that fails is compiled twice. */
static bool run(struct compiler *c, const struct sources *sources, struct compile_work *w,
                const char *what, struct compiled *result, struct nvrtc_result *r)
{
    uint64_t start = clock_ns();
    bool ok = run_with_headers(c, w, what, r);
    if (!ok && !interrupted(c) && lift_limits(w, r->log)) {
        nvrtc_result_free(r);
        ok = run_with_headers(c, w, what, r);
    }
    result->seconds = (double) (clock_ns() - start) * 1e-9;
    if (ok)
        strip_folder(r, sources);
    if (ok)
        write_cache(w, result->hash, r);
    return ok;
}

/* From the cache, or from NVRTC, which is loaded only in that case. false: `r` may hold a log; `out` has the errors. */
static bool obtain(struct compiler *c, const struct sources *sources,
                   const struct device_def *kernel, struct compile_work *w,
                   struct compile_target target, struct diags *out, struct compiled *result,
                   struct nvrtc_result *r)
{
    bool headers_missing = w->includes.any && !c->nvrtc.includes.n;
    if (nvrtc_locate(&c->nvrtc, c->wanted) && !headers_missing) {
        prepare(w, c, target, result->hash);
        result->from_cache = read_cache(w, result->hash, r);
    }
    if (result->from_cache) {
        report(c, sources, kernel, true, r->log, out);
        return true;
    }
    struct compile_target fit = target;
    if (!compiler_load(c, out, kernel->at) || !target_fits(c, &fit, out, kernel->at))
        return false;
    if (w->includes.any)
        nvrtc_unpack_headers(&c->nvrtc);
    prepare(w, c, fit, result->hash);
    if (headers_missing || fit.arch != target.arch)
        result->from_cache = read_cache(w, result->hash, r);
    bool ok = result->from_cache || run(c, sources, w, full_name(kernel), result, r);
    if (!ok && interrupted(c)) {
        diag_error(out, DIAG_INTERRUPT, kernel->at, "stopped by the user while '%s' was compiled",
                   full_name(kernel));
        return false;
    }
    report(c, sources, kernel, ok, r->log, out);
    return ok;
}

bool compile_kernel(struct compiler *c, const struct sources *sources,
                    const struct device_program *program, const struct device_def *kernel,
                    const char *template_args, struct compile_target target, struct diags *out,
                    struct compiled *result)
{
    struct compile_work w = {0};
    struct nvrtc_result r = {0};
    *result = (struct compiled){0};
    w.launches = emit_program(&w.source, &w.places, sources, program, kernel, template_args);
    w.content = places_matter(w.source.p) ? NULL : places_without(&w.places, w.source.p);
    buf_puts(&w.expression, kernel->cast ? kernel->cast : "");
    buf_puts(&w.expression, full_name(kernel));
    if (template_args)
        buf_printf(&w.expression, "<%s>", template_args);
    w.unread = template_args && kernel->kernel && !kernel->kernel->pattern;
    w.includes = includes_of(w.source.p);
    bool ok = obtain(c, sources, kernel, &w, target, out, result, &r);
    if (ok) {
        result->image = r.image;
        result->size = r.size;
        result->lowered = r.lowered;
        result->source = buf_take(&w.source);
        if (target.report && resources_read(&result->resources, r.log, result->lowered))
            result->resources.code_bytes =
                resources_code_bytes(result->image, result->size, result->lowered);
        r.image = r.lowered = NULL;
    }
    nvrtc_result_free(&r);
    work_free(&w);
    return ok;
}

/* ---- texts of the program's own (nvrtcCreateProgram) ---- */

struct compiler_text {
    struct nvrtc_text *text;
    struct nvrtc_result result;
    bool compiled; /* with or without success */
};

struct compiler_text *compiler_text_new(const char *source, const char *name)
{
    struct compiler_text *t = xcalloc(1, sizeof *t);
    t->text = xcalloc(1, sizeof *t->text);
    t->text->source = xstrdup(source);
    t->text->name = xstrdup(name);
    atomic_store(&t->text->owners, 1);
    return t;
}

void compiler_text_free(struct compiler_text **at)
{
    struct compiler_text *t = *at;
    *at = NULL;
    nvrtc_text_drop(t->text);
    nvrtc_result_free(&t->result);
    free(t);
}

void compiler_text_header(struct compiler_text *t, const char *text, const char *name)
{
    VEC_PUSH(&t->text->headers, xstrdup(text));
    VEC_PUSH(&t->text->header_names, xstrdup(name));
}

bool compiler_text_expression(struct compiler_text *t, const char *expression)
{
    if (!t->compiled)
        VEC_PUSH(&t->text->expressions, xstrdup(expression));
    return !t->compiled;
}

/* Machine code is made of PTX, when it is loaded: --gpu-architecture=sm_75 is compute_75. */
static const char *text_option(struct compile_work *w, const char *option, bool *after_arch)
{
    const char *sm = strstr(option, "sm_");
    bool names = !strncmp(option, "-arch", 5) || !strncmp(option, "--gpu-architecture", 18),
         given = *after_arch || names;
    *after_arch = names && !strchr(option, '=');
    return given && sm
               ? arena_printf(&w->texts, "%.*scompute_%s", (int) (sm - option), option, sm + 3)
               : option;
}

static bool is_one_of(const char *option, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(option, *list))
            return true;
    return false;
}

/* The caller's options; then locations for faults, and the folders of CUDA's headers. */
static void text_options(struct compile_work *w, const struct compiler *c,
                         const char *const *options, int count)
{
    static const char *const locating[] = {"-lineinfo", "--generate-line-info", "-G",
                                           "--device-debug", NULL};
    bool located = false, after_arch = false;
    for (int i = 0; i < count; i++) {
        located |= is_one_of(options[i], locating);
        VEC_PUSH(&w->options, text_option(w, options[i], &after_arch));
    }
    if (!located)
        VEC_PUSH(&w->options, "-lineinfo");
    add_headers(w, c);
}

bool compiler_text_compile(struct compiler *c, const struct sources *sources,
                           struct compiler_text *t, const char *const *options, int count,
                           struct diags *out, struct span at)
{
    struct compile_work w = {0};
    if (!compiler_load(c, out, at))
        return false;
    if (strstr(t->text->source, "#include"))
        nvrtc_unpack_headers(&c->nvrtc);
    text_options(&w, c, options, count);
    w.job = (struct nvrtc_job){
        .text = t->text, .options = w.options.at, .option_count = (int) w.options.n};
    nvrtc_result_free(&t->result);
    t->compiled = true;
    bool ok = run_nvrtc(c, &w.job, t->text->name, &t->result);
    if (ok)
        strip_folder(&t->result, sources);
    work_free(&w);
    if (!ok && interrupted(c))
        diag_error(out, DIAG_INTERRUPT, at, "stopped by the user while '%s' was compiled",
                   t->text->name);
    return ok || !interrupted(c);
}

int compiler_text_code(const struct compiler_text *t)
{
    return t->result.code;
}

struct str compiler_text_ptx(const struct compiler_text *t)
{
    return (struct str){t->result.image, t->result.size};
}

const char *compiler_text_log(const struct compiler_text *t)
{
    return t->result.log ? t->result.log : "";
}

const char *compiler_text_lowered(const struct compiler_text *t, const char *expression)
{
    for (size_t i = 0; i < t->result.text_lowered.n; i++)
        if (!strcmp(t->text->expressions.at[i], expression))
            return t->result.text_lowered.at[i];
    return NULL;
}

bool compiler_text_compiled(const struct compiler_text *t)
{
    return t->compiled;
}
