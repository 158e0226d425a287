/* SPDX-License-Identifier: Apache-2.0 */
/* all of x86's intrinsics. */
#include <immintrin.h>
