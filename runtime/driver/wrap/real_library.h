/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

/* The library that a wrapper stands for. Thread-safety: safe. */

/* Loads the one that the auditor noted last for the prefix ("libnvrtc.so"), or else the one of the system. NULL: there is none. */
void *real_library_open(const char *prefix);
/* The first that is there of these paths, which are relative to the folder of the one that the auditor noted for `other`; or NULL. */
void *real_library_beside(const char *other, const char *const relative[], size_t count);
/* A function of it; `library` NULL gives NULL. */
void *real_function(void *library, const char *name);
