/* SPDX-License-Identifier: Apache-2.0 */
/* Special registers (PTX ISA 10). Those that are constant while a block runs are set with the frame; clocks are read by an op.
 * Next: decode_operand.c; exec/block.c, which sets them. */
#include "device/cpu/decode/decoder.h"

#include <string.h>

enum special decode_special_named(const char *name)
{
    static const struct {
        const char *name;
        enum special which;
    } table[] = {
        {"%tid.x",                      SPECIAL_TID_X         },
        {"%tid.y",                      SPECIAL_TID_Y         },
        {"%tid.z",                      SPECIAL_TID_Z         },
        {"%ntid.x",                     SPECIAL_NTID_X        },
        {"%ntid.y",                     SPECIAL_NTID_Y        },
        {"%ntid.z",                     SPECIAL_NTID_Z        },
        {"%ctaid.x",                    SPECIAL_CTAID_X       },
        {"%ctaid.y",                    SPECIAL_CTAID_Y       },
        {"%ctaid.z",                    SPECIAL_CTAID_Z       },
        {"%nctaid.x",                   SPECIAL_NCTAID_X      },
        {"%nctaid.y",                   SPECIAL_NCTAID_Y      },
        {"%nctaid.z",                   SPECIAL_NCTAID_Z      },
        {"%laneid",                     SPECIAL_LANEID        },
        {"%warpid",                     SPECIAL_WARPID        },
        {"%nwarpid",                    SPECIAL_NWARPID       },
        {"%smid",                       SPECIAL_SMID          },
        {"%nsmid",                      SPECIAL_NSMID         },
        {"%gridid",                     SPECIAL_GRIDID        },
        {"%lanemask_eq",                SPECIAL_LANEMASK_EQ   },
        {"%lanemask_le",                SPECIAL_LANEMASK_LE   },
        {"%lanemask_lt",                SPECIAL_LANEMASK_LT   },
        {"%lanemask_ge",                SPECIAL_LANEMASK_GE   },
        {"%lanemask_gt",                SPECIAL_LANEMASK_GT   },
        {"%dynamic_smem_size",          SPECIAL_DYNAMIC_SMEM  },
        {"%total_smem_size",            SPECIAL_TOTAL_SMEM    },
        {"%envreg1",                    SPECIAL_ENVREG1       },
        {"%envreg2",                    SPECIAL_ENVREG2       },
        {"%aggr_smem_size",             SPECIAL_TOTAL_SMEM    },
        {"%reserved_smem_offset_begin", SPECIAL_ZERO          },
        {"%reserved_smem_offset_end",   SPECIAL_ZERO          },
        {"%reserved_smem_offset_cap",   SPECIAL_ZERO          },
        {"%clock",                      SPECIAL_CLOCK         },
        {"%clock_hi",                   SPECIAL_CLOCK_HI      },
        {"%clock64",                    SPECIAL_CLOCK64       },
        {"%globaltimer",                SPECIAL_GLOBALTIMER   },
        {"%globaltimer_lo",             SPECIAL_GLOBALTIMER_LO},
        {"%globaltimer_hi",             SPECIAL_GLOBALTIMER_HI},
    };

    static const struct {
        const char *prefix;
        enum special which;
    } families[] = {
        {"%envreg",              SPECIAL_ZERO},
        {"%pm",                  SPECIAL_ZERO},
        {"%is_explicit_cluster", SPECIAL_ZERO},
        {"%clusterid.",          SPECIAL_ZERO},
        {"%cluster_ctaid.",      SPECIAL_ZERO},
        {"%cluster_ctarank",     SPECIAL_ZERO},
        {"%nclusterid.",         SPECIAL_ONE },
        {"%cluster_nctaid.",     SPECIAL_ONE },
        {"%cluster_nctarank",    SPECIAL_ONE },
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

uint32_t decode_special_vreg(struct decoder *d, const char *name, uint32_t width)
{
    enum special s = decode_special_named(name);
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
