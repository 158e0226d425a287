/* SPDX-License-Identifier: Apache-2.0 */
/* Random programs on the engine and on the evaluator (random.h), many to a compilation, because NVRTC takes longer than both.
 *
 *   run_random [--count N] [--seed S] [--jobs N] [--registers reused] [--keep DIR] [--engine NAME]...
 *
 * --registers reused: they are written again once nobody reads them any more (reuse.c). --keep: where the CUDA text and PTX of a difference go. --engine: base, avx2 or avx512 (op_set.h); avx2-failed or avx512-failed, whose
 * machine code has the checks of every second op fail, which ones the seed says (struct vector_source). Each program runs on each engine that is named, on all if none is; those that
 * the processor does not have are left out. Exit status 77 (skipped) without NVRTC or without any of the engines, 1 if there was a
 * difference. Prints at the end how many programs were compared, and how many could not be. */
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/guarded.h"
#include "compile/nvrtc.h"
#include "device/cpu/cpu.h"
#include "device/device_open.h"
#include "random.h"

enum { BATCH = 100, SKIPPED = 77, PARTS = 6, ENGINES = 5 };

struct tally {
    uint64_t compared, refused, different, not_compiled;
    bool skipped;
};

static const struct kind {
    const char *name, *set;
    bool fail_checks;
} kinds[ENGINES] = {
    {"base",          "base",   false},
    {"avx2",          "avx2",   false},
    {"avx512",        "avx512", false},
    {"avx2-failed",   "avx2",   true },
    {"avx512-failed", "avx512", true },
};

/* One way to execute the programs; without a device it is left out. */
struct engine {
    const struct kind *kind;
    struct device *device;
    uint64_t buffers[PARTS];
    struct device_module *module; /* of the batch */
};

struct run {
    struct nvrtc nvrtc;
    struct engine engines[ENGINES];
    int engine_count;
    const char *keep;
    bool reuse;
    struct tally tally;
    int crashes; /* of NVRTC */
};

struct part {
    size_t at, size;
};

#define PART(field)                                                                                \
    {                                                                                              \
        offsetof(struct memory, field), sizeof((struct memory *) 0)->field                         \
    }

static const struct part parts[PARTS] = {PART(in),     PART(words),   PART(longs),
                                         PART(floats), PART(doubles), PART(bins)};

static void keep_text(const struct run *r, uint64_t seed, const char *extension, const char *text,
                      size_t n)
{
    char path[512];
    if (!r->keep)
        return;
    snprintf(path, sizeof path, "%s/random-%llu.%s", r->keep, (unsigned long long) seed, extension);
    FILE *f = fopen(path, "wb");
    if (f) {
        fwrite(text, 1, n, f);
        fclose(f);
    }
}

struct compiling {
    const struct nvrtc *nvrtc;
    const struct nvrtc_job *job;
    struct nvrtc_result *out;
    bool ok;
};

static void compile_there(void *user)
{
    struct compiling *c = user;
    c->ok = nvrtc_run(c->nvrtc, c->job, c->out);
}

/* NVRTC crashes on some texts: then *out is empty, and a fresh copy of it continues. */
static bool run_nvrtc(struct run *r, const struct nvrtc_job *job, struct nvrtc_result *out)
{
    struct compiling c = {&r->nvrtc, job, out, false};
    struct guarded *thread = guarded_start(compile_there, &c);
    if (!thread)
        return false;
    while (sem_wait(guarded_done(thread)))
        ;
    if (!guarded_end(&thread))
        return c.ok;
    *out = (struct nvrtc_result){0};
    r->crashes++;
    nvrtc_again(&r->nvrtc);
    return false;
}

/* The compiler makes different code of the same text, and less of it takes less time; where it does not know an option of
 * the fourth column, or crashes with it, the others do. */
static bool compile(struct run *r, uint64_t batch, const char *text, struct nvrtc_result *out)
{
    static const char *const ways[][4] = {
        {"--gpu-architecture=compute_75", "-w", "--std=c++17", NULL                 },
        {"--gpu-architecture=compute_75", "-w", "--std=c++17", "--Ofast-compile=mid"},
        {"--gpu-architecture=compute_75", "-w", "--ftz=true",  "--Ofast-compile=min"},
        {"--gpu-architecture=compute_75", "-w", "--std=c++17", NULL                 },
        {"--gpu-architecture=compute_75", "-w", "--ftz=true",  "--fmad=false"       },
        {"--gpu-architecture=compute_75", "-w", "--std=c++17", NULL                 },
        {"--gpu-architecture=compute_75", "-w", "--std=c++17", "--device-debug"     },
    };

    const char *const *options = ways[batch % (sizeof ways / sizeof *ways)];
    struct nvrtc_job job = {
        .source = text, .expression = "k0", .options = options, .option_count = options[3] ? 4 : 3};
    if (run_nvrtc(r, &job, out))
        return true;
    nvrtc_result_free(out);
    job.option_count = 3;
    return run_nvrtc(r, &job, out);
}

static bool run_engine(const struct engine *e, const char *kernel, const struct program *p,
                       struct memory *mem, char *why, size_t cap)
{
    struct device_fault fault;
    struct diags diags = {0};
    char params[sizeof e->buffers + sizeof p->numbers];
    for (int k = 0; k < PARTS; k++)
        device_write(e->device, e->buffers[k], (char *) mem + parts[k].at, parts[k].size, &fault);
    struct device_launch l = {.kernel = device_kernel(e->module, kernel),
                              .grid = p->grid,
                              .block = p->block,
                              .params = params,
                              .params_size = sizeof params};
    memcpy(params, e->buffers, sizeof e->buffers);
    memcpy(params + sizeof e->buffers, p->numbers, sizeof p->numbers);
    if (!l.kernel || !device_launch(e->device, &l, &diags, (struct span){0})) {
        snprintf(why, cap, "no launch");
        return false;
    }
    if (device_sync(e->device, DEVICE_ALL_STREAMS, &fault) != DEVICE_OK) {
        snprintf(why, cap, "%s, PTX line %u: %s: %s", device_fault_name(fault.kind), fault.ptx_line,
                 fault.instruction, fault.text);
        return false;
    }
    for (int k = 0; k < PARTS; k++)
        device_read(e->device, (char *) mem + parts[k].at, e->buffers[k], parts[k].size, &fault);
    return true;
}

/* Doubles that are not numbers are the same whatever their bits: the ISA leaves them open. */
static void canonical(struct memory *m)
{
    static const double nan = __builtin_nan("");
    for (size_t k = 0; k < sizeof m->doubles / sizeof *m->doubles; k++)
        if (m->doubles[k] != m->doubles[k])
            m->doubles[k] = nan;
}

static bool same(struct memory *a, struct memory *b, char *why, size_t cap)
{
    static const char *const names[PARTS] = {"in", "words", "longs", "floats", "doubles", "bins"};
    static const uint32_t each[PARTS] = {4, 4, 8, 4, 8, 4},
                          of_thread[PARTS] = {1, WORDS, LONGS, FLOATS, DOUBLES, 1};
    canonical(a);
    canonical(b);
    for (int k = 0; k < PARTS; k++) {
        const char *x = (char *) a + parts[k].at, *y = (char *) b + parts[k].at;
        for (size_t at = 0; at < parts[k].size; at += each[k])
            if (memcmp(x + at, y + at, each[k])) {
                uint64_t got = 0, want = 0;
                memcpy(&got, x + at, each[k]);
                memcpy(&want, y + at, each[k]);
                snprintf(why, cap, "%s[%zu] of thread %zu is 0x%llx, not 0x%llx", names[k],
                         at / each[k] % of_thread[k], at / each[k] / of_thread[k],
                         (unsigned long long) got, (unsigned long long) want);
                return false;
            }
    }
    return true;
}

static void compare(struct run *r, const struct ptx_module *ptx, int number,
                    const struct program *p, const char *text, const struct nvrtc_result *code)
{
    static struct memory filled, engine, plain;
    char kernel[16], why[512];
    snprintf(kernel, sizeof kernel, "k%d", number);
    fill_memory(p, &filled);
    plain = filled;
    if (!evaluate(ptx, kernel, p, &plain, why, sizeof why)) {
        r->tally.refused++;
        if (r->tally.refused < 20 || r->keep)
            printf("# seed %llu is not compared: %s\n", (unsigned long long) p->seed, why);
        return;
    }
    r->tally.compared++;
    bool differs = false;
    for (const struct engine *e = r->engines; e < r->engines + r->engine_count; e++) {
        engine = filled;
        ((struct cpu_device *) e->device)->fail_checks =
            e->kind->fail_checks ? 2 + (uint32_t) p->seed : 0;
        if (run_engine(e, kernel, p, &engine, why, sizeof why) &&
            same(&engine, &plain, why, sizeof why))
            continue;
        printf("not ok seed %llu, kernel %s, %s: %s\n", (unsigned long long) p->seed, kernel,
               e->kind->name, why);
        differs = true;
    }
    if (!differs)
        return;
    printf("# blocks of %u x %u x %u, grid %u x %u, p0 to p3 %d %d %d %d\n", p->block.x, p->block.y,
           p->block.z, p->grid.x, p->grid.y, p->numbers[0], p->numbers[1], p->numbers[2],
           p->numbers[3]);
    r->tally.different++;
    keep_text(r, p->seed, "cu", text, strlen(text));
    keep_text(r, p->seed, "ptx", code->image, strlen(code->image));
}

static bool load_module(struct run *r, const char *image, struct diags *diags)
{
    for (struct engine *e = r->engines; e < r->engines + r->engine_count; e++)
        if (!(e->module = device_load(e->device, image, strlen(image), diags, (struct span){0})))
            return false;
    return true;
}

static void unload_module(struct run *r)
{
    for (struct engine *e = r->engines; e < r->engines + r->engine_count; e++)
        if (e->module)
            device_unload(e->device, &e->module);
}

static void run_batch(struct run *r, uint64_t first, int count)
{
    struct program programs[BATCH];
    struct buf text = {0};
    struct nvrtc_result code = {0};
    struct diags diags = {0};
    generate_head(&text);
    for (int k = 0; k < count; k++)
        programs[k] = generate(first + (uint64_t) k, k, &text);
    buf_putc(&text, '\0');
    int crashes = r->crashes;
    bool compiled = compile(r, first / BATCH, text.p, &code);
    if (r->crashes > crashes)
        printf("# NVRTC crashes over the seeds from %llu%s\n", (unsigned long long) first,
               compiled ? ", but not without its last option" : "");
    if (!compiled && r->crashes > crashes + 1) {
        r->tally.refused += (uint64_t) count;
    } else if (!compiled) {
        printf("not ok seeds from %llu do not compile: %.600s\n", (unsigned long long) first,
               code.log ? code.log : "");
        r->tally.not_compiled += (uint64_t) count;
        keep_text(r, first, "cu", text.p, text.n - 1);
    } else {
        char *reused = r->reuse ? reuse_registers(code.image) : NULL;
        if (reused) {
            free(code.image);
            code.image = reused;
        }
        struct ptx_module *ptx =
            load_module(r, code.image, &diags)
                ? ptx_parse(code.image, strlen(code.image), PTX_STRICT, &diags, (struct span){0})
                : NULL;
        if (!ptx) {
            printf("not ok seeds from %llu: %s\n", (unsigned long long) first,
                   diags.first ? diags.first->text : "");
            r->tally.different += (uint64_t) count;
            keep_text(r, first, "ptx", code.image, strlen(code.image));
        }
        if (ptx)
            ptx_contract(ptx);
        for (int k = 0; k < count && ptx; k++)
            compare(r, ptx, k, &programs[k], text.p, &code);
        ptx_free(&ptx);
        unload_module(r);
    }
    nvrtc_result_free(&code);
    diags_free(&diags);
    buf_free(&text);
}

static bool open_engine(struct engine *e, struct diags *diags)
{
    struct device *device = cpu_device_open(NULL, 1 << 28, diags);
    struct cpu_device *d = (struct cpu_device *) device;
    if (!device)
        return false;
    if (!(d->exec.set = op_set_named(e->kind->set))) {
        device_close(&device);
        return false;
    }
    for (int k = 0; k < PARTS; k++)
        if (!device_alloc(device, parts[k].size, diags, (struct span){0}, &e->buffers[k]))
            return false;
    e->device = device;
    return true;
}

/* False: skipped. */
static bool open_run(struct run *r)
{
    struct diags diags = {0};
    int open = 0;
    bool ok = nvrtc_load(&r->nvrtc, NULL, &diags, (struct span){0});
    for (int k = 0; k < r->engine_count && ok; k++)
        if (open_engine(&r->engines[k], &diags))
            r->engines[open++] = r->engines[k];
    r->engine_count = open;
    diags_free(&diags);
    return ok && open;
}

/* Every jobs-th batch from the job's own on. */
static struct tally run_job(struct run *r, uint64_t seed, uint64_t count, uint64_t job,
                            uint64_t jobs)
{
    for (uint64_t done = job * BATCH, k = 1; done < count; done += jobs * BATCH, k++) {
        run_batch(r, seed + done, (int) (count - done < BATCH ? count - done : BATCH));
        if (k % 20 == 0) {
            printf("# %llu compared, %llu different, %llu refused\n",
                   (unsigned long long) r->tally.compared, (unsigned long long) r->tally.different,
                   (unsigned long long) r->tally.refused);
            fflush(stdout);
        }
    }
    for (int k = 0; k < r->engine_count; k++)
        device_close(&r->engines[k].device);
    nvrtc_unload(&r->nvrtc);
    return r->tally;
}

/* Each job is a process, as NVRTC compiles one program at a time in each. A job that ends badly counts as a difference. */
static struct tally run_jobs(struct run *r, uint64_t seed, uint64_t count, uint64_t jobs)
{
    struct tally all = {0};
    int ends[2];
    fflush(stdout);
    if (pipe(ends))
        return (struct tally){.different = 1};
    for (uint64_t k = 0; k < jobs; k++) {
        pid_t child = fork();
        if (child == 0) {
            struct tally t = {.skipped = true};
            if (open_run(r))
                t = run_job(r, seed, count, k, jobs);
            fflush(stdout);
            _exit(write(ends[1], &t, sizeof t) != sizeof t);
        }
    }
    close(ends[1]);
    uint64_t heard = 0;
    for (struct tally t; heard < jobs && read(ends[0], &t, sizeof t) == sizeof t; heard++) {
        all.compared += t.compared;
        all.refused += t.refused;
        all.different += t.different;
        all.not_compiled += t.not_compiled;
        all.skipped |= t.skipped;
    }
    all.different += jobs - heard;
    close(ends[0]);
    while (wait(NULL) > 0)
        ;
    return all;
}

static void add_engine(struct run *r, const char *name)
{
    for (const struct kind *k = kinds; k < kinds + ENGINES; k++)
        if ((!name || !strcmp(k->name, name)) && r->engine_count < ENGINES)
            r->engines[r->engine_count++].kind = k;
}

int main(int argc, char **argv)
{
    struct run r = {0};
    uint64_t count = 200, seed = 1, jobs = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--count"))
            count = strtoull(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--seed"))
            seed = strtoull(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--jobs"))
            jobs = strtoull(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--registers"))
            r.reuse = !strcmp(argv[i + 1], "reused");
        else if (!strcmp(argv[i], "--keep"))
            r.keep = argv[i + 1];
        else if (!strcmp(argv[i], "--engine"))
            add_engine(&r, argv[i + 1]);
    }
    if (!r.engine_count)
        add_engine(&r, NULL);
    struct tally t = run_jobs(&r, seed, count, jobs ? jobs : 1);
    if (t.skipped) {
        printf("skipped: no NVRTC, or no processor for it\n");
        return SKIPPED;
    }
    printf("%llu programs compared, %llu different; %llu not compared, %llu not compiled\n",
           (unsigned long long) t.compared, (unsigned long long) t.different,
           (unsigned long long) t.refused, (unsigned long long) t.not_compiled);
    return t.different || t.not_compiled || t.refused * 20 > t.compared;
}
