/* SPDX-License-Identifier: Apache-2.0 */
/* MMX intrinsics. */
#include <immintrin.h>
