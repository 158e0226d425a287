/* SPDX-License-Identifier: Apache-2.0 */
/* What NVIDIA's samples share: command lines, stop watches, comparisons, pictures. */
#ifndef COMMON_HELPER_FUNCTIONS_H_
#define COMMON_HELPER_FUNCTIONS_H_
#include "helper_image.h"
#include "helper_string.h"
#include "helper_timer.h"

#endif
