/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "compute/compute.h"

/* An Einstein sum. */

enum {
    EINSUM_OPERANDS_MAX = 4,
    EINSUM_TEXT = 32 /* four operands and a result of at most four letters, the signs, the end */
};

/* numpy.einsum. `subscripts` has the explicit form without spaces, as "ij,jk->ik", and is well-formed: lang/check/check_einsum.c has checked it. The
 * operands have one type, that of the result. A result without axes is an array of one element. The result may be a view of an operand. Axes of one element are as long as the others of their letter. Other extents that differ are a diag. */
struct array *compute_einsum(const struct job *j, const char *subscripts,
                             const struct array *const *operands, uint32_t count);
