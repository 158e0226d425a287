/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "magic/magic_internal.h"
#include "magic/ranks/rank_socket.h"

/* Where the ranks of a job run. Thread-safety: the session's thread. */

struct rank_hosts {
    const char *hosts; /* "a,b:2" for the launcher; or NULL */
    const char *file;  /* its host file; or NULL */
};

/* Whether ranks may run on other machines: hosts are named, or Slurm has given the job several nodes. */
bool rank_hosts_elsewhere(const struct rank_hosts *h);
/* The address of this machine that these hosts reach: where to listen, and NULL in *out_local if that must be everywhere, because they use several
 * ways or their names are known to ssh alone. Buffers have RANK_ADDRESS characters. */
void rank_hosts_route(const struct rank_hosts *h, char *out_advertised, bool *out_everywhere);
