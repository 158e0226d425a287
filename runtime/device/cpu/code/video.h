/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* op.more of OP_video: a video instruction (9.7.18) is one operation on 1, 2 or 4 parts of two words. Ownership: the arena of the decoded
 * module. Thread-safety: immutable. */

enum video_kind {
    VIDEO_ADD,
    VIDEO_SUB,
    VIDEO_AVERAGE,
    VIDEO_ABSDIFF,
    VIDEO_MIN,
    VIDEO_MAX,
    VIDEO_SHL,
    VIDEO_SHR,
    VIDEO_MAD,
    VIDEO_SET
};

enum video_compare { VIDEO_EQ, VIDEO_NE, VIDEO_LT, VIDEO_LE, VIDEO_GT, VIDEO_GE };

enum video_second {
    SECOND_NONE,
    SECOND_ADD,
    SECOND_MIN,
    SECOND_MAX
}; /* the second operation, with operand c */

struct video_part { /* the bits of b:a, 64 of them, that an element is */
    uint8_t at[4], bits;
    bool is_signed;
};

struct video_operands {
    enum video_kind kind;
    enum video_compare compare;
    enum video_second second;
    uint8_t count; /* elements: 1, 2, 4 */
    struct video_part a, b;
    bool signed_result, saturate, wrap; /* wrap: of a shift; otherwise it is clamped */
    uint8_t mask;                       /* SIMD: elements that are written, or accumulated */
    uint8_t to_at, to_bits; /* scalar: where the result goes in c; 32 bits: everywhere */
    bool negate_product, negate_c, plus_one; /* vmad */
    uint8_t scale;
};
