/* SPDX-License-Identifier: Apache-2.0 */
/* The calls themselves are always there. */
#include <getopt.h>
