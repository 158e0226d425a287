/* SPDX-License-Identifier: Apache-2.0 */
/* Metrics of a kernel in a file. Prometheus' exposition formats, 'Text format details'; node_exporter, 'Textfile Collector': a file is
 * renamed into place, and its name ends in .prom. */
#include "messages/metrics.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "messages/process_usage.h"
#include "wire/must.h"

enum { NAME_MOST = 64 };

struct metrics {
    char *path, *fresh; /* of the file, and what is renamed to it */
    char user[NAME_MOST];
    uint64_t cells[WC_EXIT + 1]; /* by status */
    double seconds;
};

static const char *const results[] = {
    [WC_OK] = "ok", [WC_ERROR] = "error", [WC_INTERRUPTED] = "interrupted", [WC_EXIT] = "exit"};

/* JupyterHub's name of the user, or the system's, in letters that a file's name and a label may have. */
static void find_user(char out[NAME_MOST])
{
    const char *hub = getenv("JUPYTERHUB_USER"), *login = getenv("USER");
    snprintf(out, NAME_MOST, "%s", hub && *hub ? hub : login && *login ? login : "unknown");
    for (char *p = out; *p; p++)
        if (!isalnum((unsigned char) *p) && !strchr("-_.@", *p))
            *p = '_';
}

struct metrics *metrics_new(void)
{
    const char *folder = getenv("WARPCELL_METRICS");
    char path[PATH_MAX];
    if (!folder || !*folder)
        return NULL;
    struct metrics *m = must(calloc(1, sizeof *m));
    find_user(m->user);
    snprintf(path, sizeof path, "%s/warpcell-%s-%d.prom", folder, m->user, (int) getpid());
    m->path = must(strdup(path));
    snprintf(path, sizeof path, "%s/.warpcell-%s-%d", folder, m->user, (int) getpid());
    m->fresh = must(strdup(path));
    return m;
}

void metrics_free(struct metrics **at)
{
    struct metrics *m = *at;
    *at = NULL;
    if (!m)
        return;
    unlink(m->path);
    free(m->path);
    free(m->fresh);
    free(m);
}

/* The lines that begin a metric. */
static void describe(FILE *f, const char *name, const char *type, const char *help)
{
    fprintf(f, "# HELP warpcell_%s %s\n# TYPE warpcell_%s %s\n", name, help, name, type);
}

static void put(FILE *f, const struct metrics *m, const char *name, const char *type,
                const char *help, double value)
{
    describe(f, name, type, help);
    fprintf(f, "warpcell_%s{user=\"%s\",pid=\"%d\"} %.15g\n", name, m->user, (int) getpid(), value);
}

static void write_all(FILE *f, const struct metrics *m, const struct wc_counters *c)
{
    describe(f, "cells_total", "counter", "Cells that have ended, by how.");
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        fprintf(f, "warpcell_cells_total{user=\"%s\",pid=\"%d\",result=\"%s\"} %" PRIu64 "\n",
                m->user, (int) getpid(), results[i], m->cells[i]);
    put(f, m, "cell_seconds_total", "counter", "Time in which cells ran.", m->seconds);
    put(f, m, "launches_total", "counter", "Kernels that have been launched.",
        (double) c->launches);
    put(f, m, "device_seconds_total", "counter", "Time in which the device ran kernels.",
        c->device_seconds);
    put(f, m, "device_memory_bytes", "gauge", "Memory of the device in use.",
        (double) c->device_memory);
    put(f, m, "process_cpu_seconds_total", "counter", "Processor time of the kernel.",
        processor_seconds());
    put(f, m, "process_resident_memory_bytes", "gauge", "Resident memory of the kernel.",
        (double) resident_bytes());
}

void metrics_cell(struct metrics *m, struct wc_session *s, enum wc_status status, double seconds)
{
    struct wc_counters counters;
    if (!m)
        return;
    m->cells[status]++;
    m->seconds += seconds;
    FILE *f = fopen(m->fresh, "we");
    if (!f)
        return; /* no room, or no permission: the lesson matters more */
    wc_counters(s, &counters);
    write_all(f, m, &counters);
    bool whole = !ferror(f);
    whole = !fclose(f) && whole;
    if (!whole || rename(m->fresh, m->path))
        unlink(m->fresh);
}
