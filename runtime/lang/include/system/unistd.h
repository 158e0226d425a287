/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX <unistd.h>. Calls that need no header of ours are always there. */
#include <getopt.h>
#include <fcntl.h>
#ifndef WARPCELL_UNISTD_H
#define WARPCELL_UNISTD_H
#define _POSIX_VERSION 200809L
#define _POSIX_THREADS 200809L
#define _POSIX_THREAD_ATTR_STACKSIZE 200809L
#define _POSIX_THREAD_PRIORITY_SCHEDULING 200809L
#define _POSIX_BARRIERS 200809L
#define _POSIX_READER_WRITER_LOCKS 200809L
#define _POSIX_SPIN_LOCKS 200809L
#define _POSIX_SEMAPHORES 200809L
#define _POSIX_TIMEOUTS 200809L
#define _POSIX_MONOTONIC_CLOCK 0
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#endif
