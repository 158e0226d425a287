/* SPDX-License-Identifier: Apache-2.0 */
/* The variables of Open MPI's mpirun, of Hydra (MPICH's mpiexec) and of Slurm. */
#include "base/ranks.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/machine/machine_limits.h"

static const struct {
    enum rank_launcher launcher;
    const char *rank, *size, *local_rank, *local_size;
} launchers[] = {
    {LAUNCHER_OPEN_MPI, "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
     "OMPI_COMM_WORLD_LOCAL_RANK",                                                         "OMPI_COMM_WORLD_LOCAL_SIZE"},
    {LAUNCHER_HYDRA,    "PMI_RANK",             "PMI_SIZE",             "MPI_LOCALRANKID", "MPI_LOCALNRANKS"           },
    {LAUNCHER_SLURM,    "SLURM_PROCID",         "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID",
     "SLURM_STEP_TASKS_PER_NODE"                                                                                       },
};

/* A variable's number; SLURM_STEP_TASKS_PER_NODE may go on behind it, as in "4(x2)". */
static bool number(const char *name, int32_t *out)
{
    const char *text = getenv(name);
    char *end;
    long v = text ? strtol(text, &end, 10) : 0;
    if (!text || end == text || v < 0 || v > INT32_MAX)
        return false;
    *out = (int32_t) v;
    return true;
}

void ranks_read(struct ranks *out)
{
    *out = (struct ranks){.size = 1, .local_size = 1};
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
        struct ranks r = {.launcher = launchers[i].launcher, .local_size = 1};
        if (!number(launchers[i].rank, &r.rank) || !number(launchers[i].size, &r.size) ||
            r.size < 1 || r.rank >= r.size)
            continue;
        number(launchers[i].local_rank, &r.local_rank);
        number(launchers[i].local_size, &r.local_size);
        r.local_size = r.local_size < 1 ? 1 : r.local_size > r.size ? r.size : r.local_size;
        *out = r;
        return;
    }
}

uint32_t ranks_processors(void)
{
    struct ranks r;
    long all = sysconf(_SC_NPROCESSORS_ONLN);
    ranks_read(&r);
    uint32_t mine = machine_processors(), share = (uint32_t) (all < 1 ? 1 : all / r.local_size);
    share = share < mine ? share : mine;
    return share < 1 ? 1 : share;
}
