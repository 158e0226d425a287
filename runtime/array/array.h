/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "array/part.h"
#include "device/device.h"

/* Device arrays: reference-counted, typed, strided views of reference-counted storage on a device. A slice is another view of the
 * same storage. The storage is freed with its last view.
 * Functions return NULL or false after recording a diag at `at`. Thread-safety: unsafe (the session's thread). */

enum dtype_kind {

#define DTYPE(kind, class, host, name, text, code, numpy) DTYPE_##kind,
#include "array/dtype.def"
    DTYPE_OTHER, /* structs: `size` bytes, opaque to the host */
};

enum dtype_class {
    DTYPE_TRUTH,
    DTYPE_SIGNED,
    DTYPE_UNSIGNED,
    DTYPE_REAL,
    DTYPE_HALF,
    DTYPE_BFLOAT
};

struct dtype {
    enum dtype_kind kind;
    uint32_t size; /* bytes */
    const char
        *name; /* in C: "float", "unsigned char", "struct body"; lives as long as the session */
};

/* What the table says of a kind. */
struct dtype_row {
    enum dtype_class class;
    uint32_t size;
    const char *name;       /* in C */
    const char *text;       /* in a kernel's text (compute/kernels/common.cu) */
    const char *numpy_code; /* of a .npy file, without the byte order; NULL: it has none */
};

enum { ARRAY_RANK_MAX = 4 };

struct array_storage {
    uint32_t refs;
    struct device *device;
    uint64_t address, bytes;
};

struct array {
    uint32_t refs;
    struct array_storage *storage;
    uint64_t offset; /* bytes from the storage's start to element 0 */
    struct dtype dtype;
    uint32_t rank; /* 1 to ARRAY_RANK_MAX */
    int64_t shape[ARRAY_RANK_MAX];
    int64_t stride[ARRAY_RANK_MAX]; /* elements, not bytes; may be negative */
    bool managed;
    struct array_part
        part; /* of an array across ranks: shape, stride and storage are those of this rank's rows */
};

struct array_subscript {
    bool slice;
    bool has_start, has_stop; /* of a slice */
    int64_t start, stop,
        step; /* an index uses only `start`. Negative values are errors; they do not count from the end as in Python */
    struct span at;
};

struct array *array_new(struct device *d, struct dtype dtype, uint32_t rank, const int64_t *shape,
                        struct diags *out, struct span at); /* zero-filled, row-major */
/* The same in managed memory, which the host can access in place. */
struct array *array_new_managed(struct device *d, struct dtype dtype, uint32_t rank,
                                const int64_t *shape, struct diags *out, struct span at);
/* A row-major array over an allocation of the device, which it owns from now on: it begins at its start. */
struct array *array_adopt(struct device *d, uint64_t address, uint64_t bytes, struct dtype dtype,
                          uint32_t rank, const int64_t *shape);
struct array *array_ref(struct array *a); /* returns a, with one more reference */
struct array *array_ref_view(
    const struct array *a); /* a new view of the same elements, which the caller may modify */
void array_unref(struct array **a); /* drops a reference and clears *a; *a may be NULL */
struct array *array_view(const struct array *a, const struct array_subscript *subscripts,
                         uint32_t count, struct diags *out, struct span at);
/* A new view of a member of all elements, which are structs. `offset` and the elements' size are multiples of the member's. */
struct array *array_member(const struct array *a, uint64_t offset, struct dtype member);
/* The device address of one element. `count` must equal the rank, and no subscript may be a slice. Across ranks: *out_here says whether the
 * element is in this rank. */
bool array_element(const struct array *a, const struct array_subscript *subscripts, uint32_t count,
                   struct diags *out, uint64_t *out_addr, bool *out_here);
uint64_t array_whole_bytes(const struct array *a); /* of all ranks together */

int64_t array_count(const struct array *a);                 /* elements; across ranks: here */
int64_t array_extent(const struct array *a, uint32_t axis); /* of all ranks together */
struct array *
array_local(const struct array *a); /* a new view of this rank's rows: an ordinary array */
/* A new view of rows of the first axis, counted here; an ordinary array. */
struct array *array_rows(const struct array *a, int64_t first, int64_t count);
uint64_t array_bytes(const struct array *a);   /* count * dtype.size */
bool array_contiguous(const struct array *a);  /* dense and row-major */
uint64_t array_address(const struct array *a); /* of element 0 */
void array_shape_print(struct buf *out,
                       const struct array *a); /* "[480, 640]": of all ranks together */

/* Copy all elements, in row-major order, between the array and host memory of array_bytes(a) bytes. They wait for earlier
 * launches. If one of those failed, they return DEVICE_FAULT with the details in `fault` (device.h). */
enum device_status array_read(const struct array *a, void *to, struct device_fault *fault);
enum device_status array_write(const struct array *a, const void *from, struct device_fault *fault);
/* Reads at most `count` elements in row-major order, starting at element `first`. For summaries. */
enum device_status array_peek(const struct array *a, int64_t first, int64_t count, void *to,
                              struct device_fault *fault);

enum device_status array_fill(const struct array *a, const void *element,
                              struct device_fault *fault);
/* Shapes and dtypes must be equal; the caller converts otherwise. The views may overlap. */
enum device_status array_copy(const struct array *to, const struct array *from,
                              struct device_fault *fault);

/* The functions on types are pure: safe from every thread. */
struct dtype dtype_of(enum dtype_kind kind);             /* with its name in C; not DTYPE_OTHER */
const struct dtype_row *dtype_row(enum dtype_kind kind); /* static; NULL: DTYPE_OTHER */
enum dtype_kind dtype_integer(uint32_t size, bool is_signed); /* of 1, 2, 4 or 8 bytes */
const char *dtype_text(struct dtype t); /* in a kernel's text; lives as long as t.name */
bool dtype_is_real(struct dtype t);     /* a floating type, half ones included */
double dtype_double(struct dtype t, const void *element); /* any arithmetic dtype */
/* The type of the parts of complex numbers: float of float2, double of double2. Others are returned as they are. */
struct dtype dtype_part(struct dtype t);
bool dtype_is_half(struct dtype t); /* half or bfloat16, which the host reads as float */
void dtype_store_half(struct dtype t, float v,
                      void *element); /* rounded to nearest, ties to even */
void dtype_print(
    struct buf *out, struct dtype t,
    const void *element); /* the shortest decimal text that reads back as the same value */
