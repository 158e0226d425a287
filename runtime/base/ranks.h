/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* What a launcher (mpirun, mpiexec, srun) tells its processes by environment variables, before MPI itself is initialised.
 * Thread-safety: safe, as long as nobody changes the environment. */

enum rank_launcher { LAUNCHER_NONE, LAUNCHER_OPEN_MPI, LAUNCHER_HYDRA, LAUNCHER_SLURM };

struct ranks {
    enum rank_launcher launcher; /* LAUNCHER_NONE: this process was started alone */
    int32_t rank, size;
    int32_t local_rank, local_size; /* among the ranks on this machine */
};

void ranks_read(struct ranks *out);

/* The processors that this process may keep busy: those it may run on, and no more than its share among the ranks of this
 * machine. At least 1. */
uint32_t ranks_processors(void);
