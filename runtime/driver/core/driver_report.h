/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/device.h"

/* What the library says: faults and findings as diagnostics on stderr at once, and for `warpcell cuda` a file with what ran. It is written at
 * each finding, now and then while the program waits, and at the end, since some programs end by _exit. WARPCELL_REPORT names the folder for that file (one a process); without it only faults are said.
 *
 * The file has a line for each thing, its fields separated by tabs, and tabs and newlines in a field written \t and \n:
 *     kernel   name  launches  nanoseconds  most nanoseconds of one launch
 *     finding  kind  kernel  file  line  caller's file  caller's line  message  rendered text
 *     refused  function  reason
 *
 * Thread-safety: the functions lock driver_state.lock where their comment does not say that it is held. */

struct launch_checker;
struct report_kernel;

struct report_kernel *report_kernel_named(const char *name); /* with the lock held */
void report_place(
    void); /* remembers the line of Python that makes this thread's next launch; without the lock */
uint32_t report_launched(struct report_kernel *k);               /* its tag; with the lock held */
void report_finished(void *user, const struct device_timing *t); /* with the lock held */
void report_fault(const struct device_fault *f);                 /* with the lock held */
void report_findings(struct launch_checker *c); /* with the lock held; nothing runs */
void report_refused_launch(struct report_kernel *k, const char *why); /* with the lock held */
/* A call that this library does not answer, or an image that does not load. Once each. */
void report_refusal(const char *function, const char *why);
void report_load_error(const char *why);
void report_write(void);           /* the file, anew; with the lock held */
void report_write_sometimes(void); /* if that was long ago; with the lock held */
