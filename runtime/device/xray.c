/* SPDX-License-Identifier: Apache-2.0 */
/* Figures derived from the counts of %xray. Next: display/xray/, which draws them. */
#include "device/xray.h"

uint64_t xray_excess(const struct xray_memory *m)
{
    uint64_t waiting = m->act == XRAY_ATOMIC ? m->lanes - m->addresses : 0;
    return m->sectors - m->ideal_sectors + m->passes - m->ideal_passes + waiting;
}

uint64_t xray_line_excess(const struct xray_line *l)
{
    uint64_t sum = 0;
    VEC_EACH (m, &l->memory)
        sum += xray_excess(m);
    return sum;
}
