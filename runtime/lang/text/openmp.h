/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

/* OpenMP's directives, as statements: openmp.c. Thread-safety: as the preprocessor. */

struct preprocessor;
struct directive_line;

bool openmp_applies(const struct preprocessor *pp); /* whether #pragma omp means something here */
void openmp_directive(struct preprocessor *pp, const struct directive_line *l);
/* At the end of the text: replaces every directive by statements. */
void openmp_rewrite(struct preprocessor *pp);
