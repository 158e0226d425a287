/* SPDX-License-Identifier: Apache-2.0 */
/* Reads what ran and what was found under `warpcell cuda`, and says it in a few lines. Next: cuda_files.c. */
#include "cuda_report.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 9, SHOWN = 8 };

/* ---- reading ---- */

static void *grown(void *at, size_t n, size_t size)
{
    void *p = n & (n - 1) ? at : realloc(at, (n ? 2 * n : 1) * size); /* room for n + 1 */
    if (!p)
        abort();
    return p;
}

static char *copy(const char *text)
{
    char *p = strdup(text);
    if (!p)
        abort();
    return p;
}

/* Splits at tabs, and turns \t, \n and \\ back. The number of fields. */
static int split(char *line, char *fields[FIELDS])
{
    int n = 0;
    char *to = line;
    fields[n++] = line;
    for (const char *p = line; *p && *p != '\n'; p++) {
        if (*p == '\t' && n < FIELDS) {
            *to++ = 0;
            fields[n++] = to;
        } else if (*p == '\\' && p[1]) {
            p++;
            *to++ = *p == 't' ? '\t' : *p == 'n' ? '\n' : *p;
        } else {
            *to++ = *p;
        }
    }
    *to = 0;
    return n;
}

static void add_kernel(struct cuda_report *r, char *const f[])
{
    uint64_t launches = strtoull(f[2], NULL, 10), ns = strtoull(f[3], NULL, 10),
             most = strtoull(f[4], NULL, 10);
    for (size_t i = 0; i < r->kernel_count; i++) {
        struct ran_kernel *k = &r->kernels[i];
        if (strcmp(k->name, f[1]))
            continue;
        k->launches += launches;
        k->ns += ns;
        k->most = most > k->most ? most : k->most;
        return;
    }
    r->kernels = grown(r->kernels, r->kernel_count, sizeof *r->kernels);
    r->kernels[r->kernel_count++] = (struct ran_kernel){copy(f[1]), launches, ns, most};
}

static void add_finding(struct cuda_report *r, char *const f[])
{
    r->findings = grown(r->findings, r->finding_count, sizeof *r->findings);
    r->findings[r->finding_count++] = (struct cuda_finding){.kind = copy(f[1]),
                                                            .kernel = copy(f[2]),
                                                            .file = copy(f[3]),
                                                            .line = strtoul(f[4], NULL, 10),
                                                            .caller_file = copy(f[5]),
                                                            .caller_line = strtoul(f[6], NULL, 10),
                                                            .message = copy(f[7]),
                                                            .shown = copy(f[8])};
}

static void add_line(struct cuda_report *r, char *line)
{
    char *f[FIELDS];
    int n = split(line, f);
    if (!strcmp(f[0], "kernel") && n == 5)
        add_kernel(r, f);
    else if (!strcmp(f[0], "finding") && n == FIELDS)
        add_finding(r, f);
    else if (!strcmp(f[0], "refused") && n == 3) {
        r->refusals = grown(r->refusals, r->refusal_count, sizeof *r->refusals);
        r->refusals[r->refusal_count++] = (struct cuda_refusal){copy(f[1]), copy(f[2])};
    }
}

static void read_file(struct cuda_report *r, const char *folder, const char *name)
{
    char path[4096], *line = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "re");
    while (f && getline(&line, &room, f) > 0)
        add_line(r, line);
    if (f)
        fclose(f);
    free(line);
}

static int slower(const void *a, const void *b)
{
    const struct ran_kernel *x = a, *y = b;
    return x->ns < y->ns ? 1 : x->ns > y->ns ? -1 : strcmp(x->name, y->name);
}

void cuda_report_read(struct cuda_report *r, const char *folder)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        size_t n = strlen(e->d_name);
        if (n > 4 && !strcmp(e->d_name + n - 4, ".txt"))
            read_file(r, folder, e->d_name);
    }
    if (d)
        closedir(d);
    if (r->kernel_count)
        qsort(r->kernels, r->kernel_count, sizeof *r->kernels, slower);
}

void cuda_report_free(struct cuda_report *r)
{
    for (size_t i = 0; i < r->kernel_count; i++)
        free(r->kernels[i].name);
    for (size_t i = 0; i < r->finding_count; i++) {
        struct cuda_finding *f = &r->findings[i];
        char *texts[] = {f->kind, f->kernel, f->file, f->caller_file, f->message, f->shown};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            free(texts[k]);
    }
    for (size_t i = 0; i < r->refusal_count; i++) {
        free(r->refusals[i].function);
        free(r->refusals[i].why);
    }
    free(r->kernels);
    free(r->findings);
    free(r->refusals);
    *r = (struct cuda_report){0};
}

/* ---- the summary ---- */

static void put_time(FILE *out, int width, uint64_t ns)
{
    if (ns < 1000000)
        fprintf(out, "%*.1f us", width, (double) ns / 1e3);
    else if (ns < 1000000000)
        fprintf(out, "%*.1f ms", width, (double) ns / 1e6);
    else
        fprintf(out, "%*.2f s ", width, (double) ns / 1e9);
}

static void put_plural(FILE *out, size_t n, const char *noun)
{
    fprintf(out, "%zu %s%s", n, noun, n == 1 ? "" : "s");
}

void cuda_report_summary(const struct cuda_report *r, FILE *out)
{
    uint64_t launches = 0, ns = 0;
    for (size_t i = 0; i < r->kernel_count; i++) {
        launches += r->kernels[i].launches;
        ns += r->kernels[i].ns;
    }
    fprintf(out, "warpcell: ");
    fprintf(out, "%llu launch%s of ", (unsigned long long) launches, launches == 1 ? "" : "es");
    put_plural(out, r->kernel_count, "kernel");
    fprintf(out, ", ");
    put_time(out, 1, ns);
    fprintf(out, " on the CPU engine; ");
    put_plural(out, r->finding_count, "finding");
    fputs("\n", out);
    for (size_t i = 0; i < r->kernel_count && i < SHOWN; i++) {
        const struct ran_kernel *k = &r->kernels[i];
        put_time(out, 9, k->ns);
        fprintf(out, "  %8llu x  %.100s\n", (unsigned long long) k->launches, k->name);
    }
    if (r->kernel_count > SHOWN)
        fprintf(out, "             and %zu more kernels\n", r->kernel_count - SHOWN);
}
