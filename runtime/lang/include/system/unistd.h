/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX <unistd.h>. Calls that need no header of ours are always there. */
#include <getopt.h>
#include <fcntl.h>
#ifndef WARPCELL_UNISTD_H
#define WARPCELL_UNISTD_H
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#endif
