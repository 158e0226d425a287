/* SPDX-License-Identifier: Apache-2.0 */
/* Reads forms.csv, makes modules of its kernels, runs them. See run_forms.c.
 *
 *     run_forms forms.csv [--set base|avx2|avx512] [--soft-ftz] [--fail-checks N] [--long] [--jobs N] [--device cuda] [--record FILE | --golden FILE] [FORM]
 *
 * --long: all 2^32 inputs of each approximate function and conversion of f32, where ./test takes one in 16,411.
 * --record writes what each form gave on this device, --golden compares with such a file of another device: of exact forms a digest
 * of all results, of the others whether they were as the ISA says. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"
#include "device/cpu/cpu.h"
#include "device/device_open.h"
#include "forms.h"

struct rows {
    VEC(struct row) at;
};

static void take_apart(struct row *r)
{
    r->inst = (struct ptx_inst){
        .name = {r->form, strlen(r->form)},
          .operands = r->operands
    };
    for (const char *s = r->form; r->inst.mod_count < PTX_MODS_MAX;) {
        size_t n = strcspn(s, ".");
        r->inst.mods[r->inst.mod_count++] = (struct str){s, n};
        if (!s[n])
            break;
        s += n + 1;
    }
    for (int k = 0; k < 3; k++)
        if (r->select[k][0])
            r->operands[k].select = (struct str){r->select[k] + 1, strlen(r->select[k]) - 1};
}

static bool read_rows(const char *path, struct rows *out)
{
    char line[256];
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    while (fgets(line, sizeof line, f)) {
        char form[96], bundle[16], isa[24], test[64] = "";
        if (*line == '#' ||
            sscanf(line, "%95[^,],%15[^,],%23[^,],%63[^\n]", form, bundle, isa, test) != 4 ||
            !strcmp(form, "form"))
            continue;
        struct row r = {.number = (int) out->at.n};
        snprintf(r.form, sizeof r.form, "%s", form);
        sscanf(test, "%31s %7s %7s %7s", r.test, r.select[0], r.select[1], r.select[2]);
        for (int k = 0; k < 3; k++)
            if (!strcmp(r.select[k], "-"))
                r.select[k][0] = '\0';
        VEC_PUSH(&out->at, r);
    }
    fclose(f);
    VEC_EACH (r, &out->at)
        take_apart(r); /* they stay where they are now */
    return true;
}

bool run_kernel(struct device *d, struct device_module *m, const struct row *r, void *data,
                size_t size, uint32_t grid, uint32_t block)
{
    struct device_fault fault;
    struct diags diags = {0};
    uint64_t address;
    char name[24];
    snprintf(name, sizeof name, "k%d", r->number);
    if (!device_alloc(d, size, &diags, (struct span){0}, &address))
        return false;
    device_write(d, address, data, size, &fault);
    struct device_launch l = {
        .kernel = device_kernel(m, name),
        .grid = {grid,  1, 1},
        .block = {block, 1, 1},
        .params = &address,
        .params_size = 8
    };
    bool ok = l.kernel && device_launch(d, &l, &diags, (struct span){0}) &&
              device_sync(d, DEVICE_ALL_STREAMS, &fault) == DEVICE_OK;
    if (ok)
        device_read(d, data, address, size, &fault);
    else
        printf("not ok %s: %s, PTX line %u: %s %s\n", r->form, device_fault_name(fault.kind),
               fault.ptx_line, fault.instruction, fault.text);
    device_free(d, address, &diags, (struct span){0});
    diags_free(&diags);
    return ok;
}

static bool is_memory(const struct row *r)
{
    return !strcmp(r->test, "load") || !strcmp(r->test, "store") || !strcmp(r->test, "atomic");
}

static bool is_image(const struct row *r)
{
    return !strcmp(r->test, "image");
}

static bool is_here(const struct row *r)
{
    return is_memory(r) || is_image(r) || !strcmp(r->test, "value") || !strcmp(r->test, "carry");
}

static bool put_kernel(struct buf *ptx, const struct row *r)
{
    return is_memory(r)  ? put_memory_kernel(ptx, r)
           : is_image(r) ? put_image_kernel(ptx, r)
                         : put_value_kernel(ptx, r);
}

static struct device_module *load_rows(struct device *d, const struct row *rows, size_t count,
                                       bool quiet)
{
    struct buf ptx = {0};
    struct diags diags = {0};
    bool ok = true;
    buf_puts(
        &ptx,
        ".version 9.0\n.target sm_90\n.address_size 64\n.const .align 16 .b8 table[64] = {1, 130, "
        "3, 4, 5, 6, 7, 200, 9, 10, 11, 12, 13, 14, 15, 244, 17, 18, 19, 20, 21, 22, 23, 24, "
        "25, 26, 27, 28, 29, 30, 31, 128, 0, 0, 128, 63, 0, 0, 0, 64, 255, 255, 255, 255, 1, 2, 3, "
        "4, 5, 6, 7, 8};\n");
    for (size_t i = 0; i < count; i++)
        if (is_here(rows + i) && !put_kernel(&ptx, rows + i)) {
            printf("not ok %s: there is no such test\n", rows[i].form);
            ok = false;
        }
    struct device_module *m = ok ? device_load(d, ptx.p, ptx.n, &diags, (struct span){0}) : NULL;
    if (ok && !m && !quiet)
        printf("not ok %s: %s\n", rows->form, diags.first ? diags.first->text : "");
    diags_free(&diags);
    buf_free(&ptx);
    return m;
}

enum {
    SKIPPED = 77,
    SAMPLE = 16411,
    GROUP = 64
}; /* of 2^32 inputs, one in so many: a prime; rows of a module */

struct plan {
    struct device *d;
    bool all_inputs;
    const char *only;
    FILE *record;
    struct buf golden;
    int wrong, count, compared;
};

static int run_row(const struct plan *p, struct device_module *m, const struct row *r,
                   uint64_t *out_digest)
{
    int n = run_all_inputs(p->d, m, r, p->all_inputs ? 1 : SAMPLE);
    *out_digest = 0;
    if (p->all_inputs)
        return n;
    return n + (is_memory(r)  ? run_memory(p->d, m, r)
                : is_image(r) ? run_image(p->d, m, r)
                              : run_value(p->d, m, r, out_digest));
}

/* "form,digest,verdict" as the other device had it. */
static bool is_golden(struct plan *p, const char *line)
{
    char key[160];
    size_t n = strcspn(line, ",") + 1;
    snprintf(key, sizeof key, "\n%.*s", (int) n, line);
    const char *there = strstr(p->golden.p, key);
    size_t length = there ? strcspn(++there, "\n") : 0;
    if (!there || !memcmp(there + length - 7, "not run", 7))
        return true; /* that device has not run it */
    p->compared++;
    if (strlen(line) == length && !memcmp(line, there, length))
        return true;
    printf("not ok here:  %s\n       golden: %.*s\n", line, (int) length, there);
    return false;
}

/* A row that a device cannot even load (an older GPU, a form that it lacks) is reported, and recorded as not run. */
static void run_one(struct plan *p, struct device_module *m, const struct row *r)
{
    uint64_t digest = 0;
    char line[160], selectors[32] = "";
    if (!is_here(r) || (p->only && strcmp(p->only, r->form)))
        return;
    int n = m ? run_row(p, m, r, &digest) : 1;
    if (r->select[0][0] || r->select[1][0] || r->select[2][0])
        snprintf(selectors, sizeof selectors, " %s %s %s", r->select[0], r->select[1],
                 r->select[2]);
    snprintf(line, sizeof line, "%s%s,%016llx,%s", r->form, selectors, (unsigned long long) digest,
             !m  ? "not run"
             : n ? "wrong"
                 : "right");
    if (p->record)
        fprintf(p->record, "%s\n", line);
    bool golden = !p->golden.n || is_golden(p, line);
    p->wrong += n != 0 || !golden;
    p->count++;
}

static bool is_wanted(const struct plan *p, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_here(rows + i) && (!p->only || !strcmp(p->only, rows[i].form)))
            return true;
    return false;
}

static void run_group(struct plan *p, const struct row *rows, size_t count)
{
    if (!is_wanted(p, rows, count))
        return;
    struct device_module *all = load_rows(p->d, rows, count, count > 1);
    for (size_t i = 0; i < count; i++) {
        struct device_module *m = all || count == 1 ? all : load_rows(p->d, rows + i, 1, false);
        run_one(p, m, rows + i);
        if (m && !all)
            device_unload(p->d, &m);
    }
    if (all)
        device_unload(p->d, &all);
}

static bool read_golden(struct buf *out, const char *path)
{
    char bytes[4096];
    FILE *f = fopen(path, "r");
    for (size_t n; f && (n = fread(bytes, 1, sizeof bytes, f));)
        buf_put(out, bytes, n);
    if (f)
        fclose(f);
    buf_putc(out, 0);
    return f && out->n > 1;
}

static struct device *open_device(bool cuda, struct diags *diags)
{
    struct cuda_options options = {.keep_limit = 0};
    return cuda ? cuda_device_open(&options, NULL, diags) : cpu_device_open(NULL, 1 << 28, diags);
}

static void write_head(FILE *f, const struct device *d)
{
    char date[32];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%F", gmtime(&now));
    const struct device_props *p = device_props(d);
    fprintf(f,
            "# %s, sm_%d, driver for CUDA %d.%d, %s: form, digest of all results (0: the ISA "
            "leaves last bits open, or "
            "memory), as the ISA says or not\n",
            p->name, p->arch, p->driver / 1000, p->driver % 1000 / 10, date);
}

struct choice {
    bool soft_ftz, cuda;
    uint32_t fail_checks; /* of struct vector_source */
    const char *set, *record, *golden;
    uint32_t jobs; /* processes that share the forms; 0 or 1: one */
};

static bool read_arguments(int argc, char **argv, struct choice *c, struct plan *p)
{
    for (int i = 2; i < argc; i++) {
        const char *next = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(argv[i], "--set") && next)
            c->set = argv[++i];
        else if (!strcmp(argv[i], "--soft-ftz"))
            c->soft_ftz = true;
        else if (!strcmp(argv[i], "--fail-checks") && next)
            c->fail_checks = (uint32_t) atoi(argv[++i]);
        else if (!strcmp(argv[i], "--long"))
            p->all_inputs = true;
        else if (!strcmp(argv[i], "--device") && next)
            c->cuda = !strcmp(argv[++i], "cuda");
        else if (!strcmp(argv[i], "--record") && next)
            c->record = argv[++i];
        else if (!strcmp(argv[i], "--golden") && next)
            c->golden = argv[++i];
        else if (!strcmp(argv[i], "--jobs") && next)
            c->jobs = (uint32_t) atoi(argv[++i]);
        else if (*argv[i] != '-')
            p->only = argv[i];
        else
            return false;
    }
    return argc > 1 && (c->jobs <= 1 || (!c->record && !c->golden));
}

static bool open_files(struct plan *p, const struct choice *c)
{
    p->record = c->record ? fopen(c->record, "w") : NULL;
    if (p->record)
        write_head(p->record, p->d);
    return (!c->record || p->record) && (!c->golden || read_golden(&p->golden, c->golden));
}

enum end { END_RIGHT, END_WRONG, END_USAGE };

/* Every jobs-th group of rows from the job's own on. */
static int run_share(const struct choice *c, struct plan *p, const struct rows *rows, uint32_t job)
{
    struct diags diags = {0};
    if (!(p->d = open_device(c->cuda, &diags)) || !open_files(p, c)) {
        fprintf(stderr, "%s\n", diags.last ? diags.last->text : "a file cannot be opened");
        return END_USAGE;
    }
    if (c->set && !(((struct cpu_device *) p->d)->exec.set = op_set_named(c->set)))
        return SKIPPED;
    if (!c->cuda) {
        ((struct cpu_device *) p->d)->fail_checks = c->fail_checks;
        ((struct cpu_device *) p->d)->soft_ftz = c->soft_ftz;
    }
    uint32_t jobs = c->jobs > 1 ? c->jobs : 1;
    for (size_t i = job * GROUP; i < rows->at.n; i += (size_t) jobs * GROUP)
        run_group(p, rows->at.at + i, rows->at.n - i < GROUP ? rows->at.n - i : GROUP);
    printf("%d forms run, %d of them wrong\n", p->count, p->wrong);
    if (c->golden)
        printf("%d compared with %s\n", p->compared, c->golden);
    if (p->record)
        fclose(p->record);
    buf_free(&p->golden);
    device_close(&p->d);
    return p->wrong || (!p->count && jobs == 1) || (c->golden && !p->compared) ? END_WRONG
                                                                               : END_RIGHT;
}

static int run_jobs(const struct choice *c, struct plan *p, const struct rows *rows)
{
    int worst = END_RIGHT;
    fflush(stdout);
    for (uint32_t k = 0; k < c->jobs; k++)
        if (fork() == 0) {
            int end = run_share(c, p, rows, k);
            fflush(stdout);
            _exit(end);
        }
    for (int status; wait(&status) > 0;)
        if (!WIFEXITED(status) || WEXITSTATUS(status) > worst)
            worst = WIFEXITED(status) ? WEXITSTATUS(status) : END_WRONG;
    return worst;
}

int main(int argc, char **argv)
{
    struct rows rows = {0};
    struct plan p = {0};
    struct choice c = {0};
    if (!read_arguments(argc, argv, &c, &p) || !read_rows(argv[1], &rows)) {
        fprintf(stderr, "the first lines of forms_main.c say how to use it\n");
        return END_USAGE;
    }
    int end = c.jobs > 1 ? run_jobs(&c, &p, &rows) : run_share(&c, &p, &rows, 0);
    VEC_FREE(&rows.at);
    return end;
}
