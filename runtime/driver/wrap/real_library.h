/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The library that a wrapper stands for. Thread-safety: safe. */

/* Loads the one that the auditor noted last for the prefix ("libnvrtc.so"), or else the one of the system. NULL: there is none. */
void *real_library_open(const char *prefix);
/* A function of it; `library` NULL gives NULL. */
void *real_function(void *library, const char *name);
