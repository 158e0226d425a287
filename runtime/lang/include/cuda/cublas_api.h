/* SPDX-License-Identifier: Apache-2.0 */
/* What <cublas_v2.h> has is all there is. */
#include <cublas_v2.h>
