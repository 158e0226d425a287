/* SPDX-License-Identifier: Apache-2.0 */
/* Special registers (PTX ISA 10). Those that are constant while a block runs are set with the frame; clocks are read by an op.
 * Next: decode_operand.c; exec/block.c, which sets them. */
#include "device/cpu/decode/decoder.h"

#include <stdio.h>
#include <string.h>

enum special decode_special_named(const char *name)
{
    static const struct {
        const char *name;
        enum special which;
    } table[] = {
        {"%tid.x",                      SPECIAL_TID_X           },
        {"%tid.y",                      SPECIAL_TID_Y           },
        {"%tid.z",                      SPECIAL_TID_Z           },
        {"%ntid.x",                     SPECIAL_NTID_X          },
        {"%ntid.y",                     SPECIAL_NTID_Y          },
        {"%ntid.z",                     SPECIAL_NTID_Z          },
        {"%ctaid.x",                    SPECIAL_CTAID_X         },
        {"%ctaid.y",                    SPECIAL_CTAID_Y         },
        {"%ctaid.z",                    SPECIAL_CTAID_Z         },
        {"%nctaid.x",                   SPECIAL_NCTAID_X        },
        {"%nctaid.y",                   SPECIAL_NCTAID_Y        },
        {"%nctaid.z",                   SPECIAL_NCTAID_Z        },
        {"%laneid",                     SPECIAL_LANEID          },
        {"%warpid",                     SPECIAL_WARPID          },
        {"%nwarpid",                    SPECIAL_NWARPID         },
        {"%smid",                       SPECIAL_SMID            },
        {"%nsmid",                      SPECIAL_NSMID           },
        {"%gridid",                     SPECIAL_GRIDID          },
        {"%lanemask_eq",                SPECIAL_LANEMASK_EQ     },
        {"%lanemask_le",                SPECIAL_LANEMASK_LE     },
        {"%lanemask_lt",                SPECIAL_LANEMASK_LT     },
        {"%lanemask_ge",                SPECIAL_LANEMASK_GE     },
        {"%lanemask_gt",                SPECIAL_LANEMASK_GT     },
        {"%dynamic_smem_size",          SPECIAL_DYNAMIC_SMEM    },
        {"%total_smem_size",            SPECIAL_TOTAL_SMEM      },
        {"%envreg1",                    SPECIAL_ENVREG1         },
        {"%envreg2",                    SPECIAL_ENVREG2         },
        {"%aggr_smem_size",             SPECIAL_TOTAL_SMEM      },
        {"%reserved_smem_offset_begin", SPECIAL_ZERO            },
        {"%reserved_smem_offset_end",   SPECIAL_ZERO            },
        {"%reserved_smem_offset_cap",   SPECIAL_ZERO            },
        {"%cluster_nctaid.x",           SPECIAL_CLUSTER_X       },
        {"%cluster_nctaid.y",           SPECIAL_CLUSTER_Y       },
        {"%cluster_nctaid.z",           SPECIAL_CLUSTER_Z       },
        {"%is_explicit_cluster",        SPECIAL_CLUSTER_EXPLICIT},
        {"%clock",                      SPECIAL_CLOCK           },
        {"%clock_hi",                   SPECIAL_CLOCK_HI        },
        {"%clock64",                    SPECIAL_CLOCK64         },
        {"%globaltimer",                SPECIAL_GLOBALTIMER     },
        {"%globaltimer_lo",             SPECIAL_GLOBALTIMER_LO  },
        {"%globaltimer_hi",             SPECIAL_GLOBALTIMER_HI  },
    };

    static const struct {
        const char *prefix;
        enum special which;
    } families[] = {
        {"%envreg", SPECIAL_ZERO},
        {"%pm",     SPECIAL_ZERO},
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(name, table[i].name))
            return table[i].which;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strncmp(name, families[i].prefix, strlen(families[i].prefix)))
            return families[i].which;
    return SPECIALS;
}

uint32_t decode_special_width(enum special s)
{
    return s == SPECIAL_CLOCK64 || s == SPECIAL_GLOBALTIMER || s == SPECIAL_GRIDID ? 8 : 4;
}

/* ---- clusters: from %ctaid and %nctaid, which every launch has, and the extents of a cluster ---- */

/* "%ctaid.x" of "%ctaid." and x */
static uint32_t of_axis(struct decoder *d, const char *family, int axis)
{
    char name[24];
    snprintf(name, sizeof name, "%s%c", family, "xyz"[axis]);
    return decode_special_vreg(d, name, 4);
}

static uint32_t two(struct decoder *d, enum op_code code, uint32_t a, uint32_t b)
{
    uint32_t to = decode_temp_vreg(d, 4);
    decode_emit_op(d, code, to, a, b, 0);
    return to;
}

static uint32_t place_in_cluster(struct decoder *d, int axis)
{
    return two(d, OP_rem_u32, of_axis(d, "%ctaid.", axis), of_axis(d, "%cluster_nctaid.", axis));
}

/* x first: 10, %cluster_ctarank */
static uint32_t rank_in_cluster(struct decoder *d)
{
    uint32_t rank = place_in_cluster(d, 2);
    for (int axis = 1; axis >= 0; axis--) {
        rank = two(d, OP_mul_32, rank, of_axis(d, "%cluster_nctaid.", axis));
        rank = two(d, OP_add_32, rank, place_in_cluster(d, axis));
    }
    return rank;
}

/* 0: the name is none of these. */
static uint32_t cluster_vreg(struct decoder *d, const char *name)
{
    size_t n = strlen(name);
    int axis = n ? name[n - 1] - 'x' : -1;
    if (!strcmp(name, "%cluster_ctarank"))
        return rank_in_cluster(d);
    if (!strcmp(name, "%cluster_nctarank"))
        return two(d, OP_mul_32, of_axis(d, "%cluster_nctaid.", 2),
                   two(d, OP_mul_32, of_axis(d, "%cluster_nctaid.", 1),
                       of_axis(d, "%cluster_nctaid.", 0)));
    if (axis < 0 || axis > 2)
        return 0;
    if (!strncmp(name, "%cluster_ctaid.", n - 1))
        return place_in_cluster(d, axis);
    bool number = !strncmp(name, "%nclusterid.", n - 1);
    if (!number && strncmp(name, "%clusterid.", n - 1) != 0)
        return 0;
    return two(d, OP_div_u32, of_axis(d, number ? "%nctaid." : "%ctaid.", axis),
               of_axis(d, "%cluster_nctaid.", axis));
}

uint32_t decode_special_vreg(struct decoder *d, const char *name, uint32_t width)
{
    enum special s = decode_special_named(name);
    uint32_t derived = s == SPECIALS && width == 4 ? cluster_vreg(d, name) : 0;
    if (derived)
        return derived;
    if (s == SPECIALS) {
        decode_error(d, "special register '%s' is not supported", name);
        return 0;
    }
    uint32_t own = decode_special_width(s), vreg;
    if (s >= SPECIAL_CLOCK) {
        vreg = decode_temp_vreg(d, own);
        struct op *op = decode_emit_op(d, OP_mov_special, vreg, 0, 0, 0);
        op->imm = s;
        op->count = (uint8_t) own;
    } else {
        vreg = decode_constant_vreg(d, CONSTANT_SPECIAL, own, s);
    }
    if (own == width)
        return vreg;
    uint32_t to =
        decode_temp_vreg(d, width); /* %tid had 16 bits until PTX 2.0, and mov may read it as 64 */
    if (own < width)
        decode_widen(d, to, width, vreg, own, false);
    else
        decode_emit_op(d, decode_cut_op(own, width), to, vreg, 0, 0);
    return to;
}
