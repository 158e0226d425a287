/* SPDX-License-Identifier: Apache-2.0 */
/* Reads forms.csv, makes one module of all its kernels, runs them. See run_forms.c. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/vec.h"
#include "device/cpu/cpu.h"
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

static struct device_module *load_rows(struct device *d, const struct rows *rows)
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
    VEC_EACH (r, &rows->at)
        if (is_here(r) && !(is_memory(r)  ? put_memory_kernel(&ptx, r)
                            : is_image(r) ? put_image_kernel(&ptx, r)
                                          : put_value_kernel(&ptx, r))) {
            printf("not ok %s: there is no such test\n", r->form);
            ok = false;
        }
    struct device_module *m = ok ? device_load(d, ptx.p, ptx.n, &diags, (struct span){0}) : NULL;
    if (ok && !m)
        printf("not ok %s\n", diags.first ? diags.first->text : "");
    diags_free(&diags);
    buf_free(&ptx);
    return m;
}

static int run_row(struct device *d, struct device_module *m, const struct row *r)
{
    return is_memory(r)  ? run_memory(d, m, r)
           : is_image(r) ? run_image(d, m, r)
                         : run_value(d, m, r);
}

enum { SAMPLE = 16411 }; /* of the 2^32 inputs of a function, one in so many: a prime */

struct options {
    const char *only;
    bool base, soft_ftz, all_inputs;
    int jobs;
};

struct counts {
    int run, wrong;
};

/* Every jobs-th row from the job's own on. */
static struct counts run_rows(const struct rows *rows, const struct options *o, int job)
{
    struct counts c = {0};
    struct diags diags = {0};
    struct device *d = cpu_device_open(NULL, 1 << 28, &diags);
    if (!d)
        return (struct counts){.wrong = 1};
    if (o->base)
        ((struct cpu_device *) d)->set = &op_set_base;
    ((struct cpu_device *) d)->soft_ftz |= o->soft_ftz;
    struct device_module *m = load_rows(d, rows);
    c.wrong += !m;
    VEC_EACH (r, &rows->at) {
        if (!m || !is_here(r) || (o->only && strcmp(o->only, r->form)) ||
            r->number % o->jobs != job)
            continue;
        int n = run_all_inputs(d, m, r, o->all_inputs ? 1 : SAMPLE);
        if (!o->all_inputs)
            n += run_row(d, m, r);
        c.wrong += n != 0;
        c.run++;
    }
    if (m)
        device_unload(d, &m);
    device_close(&d);
    return c;
}

static struct counts run_jobs(const struct rows *rows, const struct options *o)
{
    struct counts all = {0};
    int ends[2], heard = 0;
    if (pipe(ends))
        return (struct counts){.wrong = 1};
    fflush(stdout);
    for (int k = 0; k < o->jobs; k++)
        if (fork() == 0) {
            struct counts c = run_rows(rows, o, k);
            fflush(stdout);
            _exit(write(ends[1], &c, sizeof c) != sizeof c);
        }
    close(ends[1]);
    for (struct counts c; heard < o->jobs && read(ends[0], &c, sizeof c) == sizeof c; heard++) {
        all.run += c.run;
        all.wrong += c.wrong;
    }
    close(ends[0]);
    while (wait(NULL) > 0)
        ;
    all.wrong += o->jobs - heard; /* it ended badly */
    return all;
}

int main(int argc, char **argv)
{
    struct rows rows = {0};
    struct options o = {.jobs = 1};
    for (int i = 2; i < argc; i++) {
        if (!strcmp(argv[i], "--base"))
            o.base = true;
        else if (!strcmp(argv[i], "--soft-ftz"))
            o.soft_ftz = true;
        else if (!strcmp(argv[i], "--long"))
            o.all_inputs = true;
        else if (!strcmp(argv[i], "--jobs") && i + 1 < argc)
            o.jobs = atoi(argv[++i]);
        else
            o.only = argv[i];
    }
    if (argc < 2 || o.jobs < 1 || !read_rows(argv[1], &rows)) {
        fprintf(stderr, "usage: run_forms forms.csv [--base] [--soft-ftz] [--long] [--jobs N] "
                        "[form]\n");
        return 2;
    }
    struct counts c = o.jobs == 1 ? run_rows(&rows, &o, 0) : run_jobs(&rows, &o);
    printf("%d forms run, %d of them wrong\n", c.run, c.wrong);
    VEC_FREE(&rows.at);
    return c.wrong != 0;
}
