/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What the processes of `warpcell cuda` left in their folder (runtime/driver/report.h has the form): kernels, findings, refusals.
 * Ownership: report_free frees everything. Thread-safety: one thread. */

struct ran_kernel {
    char *name;
    uint64_t launches, ns, most;
};

struct cuda_finding {
    char *kind, *kernel, *file, *caller_file, *message, *shown;
    unsigned long line, caller_line;
};

struct cuda_refusal {
    char *function, *why;
};

struct cuda_report {
    struct ran_kernel *kernels;
    struct cuda_finding *findings;
    struct cuda_refusal *refusals;
    size_t kernel_count, finding_count, refusal_count;
};

/* Reads all files of the folder; those of one kernel in several processes are added up. Slowest kernels first. */
void cuda_report_read(struct cuda_report *r, const char *folder);
void cuda_report_free(struct cuda_report *r);
void cuda_report_summary(const struct cuda_report *r, FILE *out);
/* false: the file cannot be written. */
bool cuda_report_junit(const struct cuda_report *r, const char *path, const char *command);
bool cuda_report_sarif(const struct cuda_report *r, const char *path);
