/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* A texture or surface instruction (PTX ISA 9.7.10, 9.7.11): what decode_image.c makes and op_image.c executes. Ownership: the arena of the
 * decoded module. Thread-safety: immutable. */

enum image_what { IMAGE_FETCH, IMAGE_GATHER, IMAGE_LOAD, IMAGE_STORE, IMAGE_REDUCE };

enum image_edge {
    EDGE_TRAP,
    EDGE_CLAMP,
    EDGE_ZERO
}; /* of a surface access that is out of bounds (9.7.11.1) */

enum image_query {
    QUERY_WIDTH,
    QUERY_HEIGHT,
    QUERY_DEPTH,
    QUERY_ARRAY_SIZE,
    QUERY_LEVELS,
    QUERY_SAMPLES,
    QUERY_CHANNEL_TYPE,
    QUERY_CHANNEL_ORDER,
    QUERY_NORMALIZED,
};

struct image_access {
    enum image_what what;
    uint8_t dims; /* 1 to 3: coordinates beside the layer */
    bool layered, cube, float_coords, float_result;
    uint8_t component; /* of a gather */
    uint8_t size;      /* bytes of a surface element's part */
    uint8_t count;     /* results; parts of a surface element */
    enum image_edge edge;
    uint32_t atom;       /* enum atom_kind of a reduction */
    bool is_wide;        /* of 64 bits */
    uint32_t coords[4];  /* vector registers: layer first, if there is one */
    uint32_t results[4]; /* vector registers; UINT32_MAX: a sink. Of a store: the values */
};
