/* SPDX-License-Identifier: Apache-2.0 */
/* SSE intrinsics. */
#include <immintrin.h>
