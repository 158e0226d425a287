/* SPDX-License-Identifier: Apache-2.0 */
/* The names and texts of CUDA's error codes: cuda_errors.def as an array. Next: cuda_errors.def. */
#include "device/cuda_errors.h"

#include <stddef.h>

struct error_row {
    int code;
    const char *name, *text;
};

static const struct error_row rows[] = {
#define E(code, name, text) {code, #name, text},
#include "device/cuda_errors.def"
};

static const struct error_row *row_of(long long code)
{
    const struct error_row *unknown = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].code == code)
            return &rows[i];
        if (rows[i].code == cudaErrorUnknown)
            unknown = &rows[i];
    }
    return unknown;
}

const char *cuda_error_name(long long code)
{
    return row_of(code)->name;
}

const char *cuda_error_text(long long code)
{
    return row_of(code)->text;
}
