/* SPDX-License-Identifier: Apache-2.0 */
/* What NVIDIA's samples share: command lines, stop watches, comparisons, pictures. */
#if !defined COMMON_HELPER_FUNCTIONS_H_ && !defined HELPER_FUNCTIONS_H /* the guards of NVIDIA's, new and old: a program may bring its own */
#define COMMON_HELPER_FUNCTIONS_H_
#define HELPER_FUNCTIONS_H
#include "helper_image.h"
#include "helper_string.h"
#include "helper_timer.h"

#endif
