/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <complex.h>
#include <stddef.h>
#include <stdint.h>

/* Stand-ins of NVIDIA's libraries for tests. A call waits for the device, whose memory is the host's (tests/fake_driver), and computes in double precision.
 *
 *     WARPCELL_FAKE_LIBRARY_FAIL=cublasGemmStridedBatchedEx:13@2,...   the function's second call returns 13 */

#define EXPORT __attribute__((visibility("default")))

/* 0, or the status that this call returns at once. */
int fake_enter(const char *name);
#define ENTER                                                                                      \
    do {                                                                                           \
        int failed = fake_enter(__func__);                                                         \
        if (failed)                                                                                \
            return failed;                                                                         \
    } while (0)

/* Numbers by cudaDataType: 0 float, 1 double, 2 half, 3 int8, 4 and 5 complex, 10 int, 14 bfloat16. Other types are CHECKed. */
double complex fake_get(const void *from, int64_t index, int type);
void fake_put(void *to, int64_t index, int type, double complex value);

/* A column-major matrix as double, rows x columns and dense; free() it. */
double *fake_matrix(const void *from, int rows, int columns, int ld, int single);
void fake_store(const double *from, void *to, int rows, int columns, int ld, int single);
