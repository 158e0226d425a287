/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs of "CUDA by Example" include: the check of errors, and blocks of random data. */
#ifndef WARPCELL_BOOK_H
#define WARPCELL_BOOK_H
#include <stdio.h>
#include <stdlib.h>

#define HANDLE_ERROR(call) __book_check((call), __FILE__, __LINE__)
#define HANDLE_NULL(pointer)                                                  \
    do {                                                                      \
        if (!(pointer)) {                                                     \
            printf("Host memory failed in %s at line %d\n", __FILE__, __LINE__); \
            exit(EXIT_FAILURE);                                               \
        }                                                                     \
    } while (0)

static inline void __book_check(cudaError_t error, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    printf("%s in %s at line %d\n", cudaGetErrorString(error), file, line);
    exit(EXIT_FAILURE);
}

/* size: in bytes; the caller frees */
static inline void *big_random_block(int size)
{
    unsigned char *block = (unsigned char *) malloc(size);
    HANDLE_NULL(block);
    for (int i = 0; i < size; i++)
        block[i] = rand();
    return block;
}

/* size: in ints; the caller frees */
static inline int *big_random_block_int(int size)
{
    int *block = (int *) malloc(size * sizeof(int));
    HANDLE_NULL(block);
    for (int i = 0; i < size; i++)
        block[i] = rand();
    return block;
}

#ifdef __cplusplus
template <typename T> void swap(T &a, T &b)
{
    T t = a;
    a = b;
    b = t;
}
#endif

#endif
