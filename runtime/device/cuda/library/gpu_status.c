/* SPDX-License-Identifier: Apache-2.0 */
/* What the statuses of the libraries mean to the user (the cublasStatus_t, cufftResult, cusolverStatus_t and cusparseStatus_t of their references), and
 * the workspaces that calls need. */
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "device/cuda/library/gpu_library_impl.h"

static const char full[] =
    "free arrays that are no longer needed, or let Warpcell's own kernels do "
    "it: %gpu libraries off",
                  start[] =
                      "nvidia-smi shows whether the driver is as new as the library and the GPU "
                      "has free memory; %gpu libraries off does without",
                  old[] =
                      "install a version of the library that knows this GPU; %gpu libraries off "
                      "does without",
                  once_more[] =
                      "run the cell again; if it fails again, %gpu libraries off does without";

static const struct {
    enum device_library library;
    int status;
    const char *name, *help;
} statuses[] = {
    {DEVICE_CUBLAS,   1,  "CUBLAS_STATUS_NOT_INITIALIZED",          start    },
    {DEVICE_CUBLAS,   3,  "CUBLAS_STATUS_ALLOC_FAILED",             full     },
    {DEVICE_CUBLAS,   7,  "CUBLAS_STATUS_INVALID_VALUE",            once_more},
    {DEVICE_CUBLAS,   8,  "CUBLAS_STATUS_ARCH_MISMATCH",            old      },
    {DEVICE_CUBLAS,   11, "CUBLAS_STATUS_MAPPING_ERROR",            once_more},
    {DEVICE_CUBLAS,   13, "CUBLAS_STATUS_EXECUTION_FAILED",         once_more},
    {DEVICE_CUBLAS,   14, "CUBLAS_STATUS_INTERNAL_ERROR",           once_more},
    {DEVICE_CUBLAS,   15, "CUBLAS_STATUS_NOT_SUPPORTED",            once_more},
    {DEVICE_CUFFT,    1,  "CUFFT_INVALID_PLAN",                     once_more},
    {DEVICE_CUFFT,    2,  "CUFFT_ALLOC_FAILED",                     full     },
    {DEVICE_CUFFT,    4,  "CUFFT_INVALID_VALUE",                    once_more},
    {DEVICE_CUFFT,    5,  "CUFFT_INTERNAL_ERROR",                   once_more},
    {DEVICE_CUFFT,    6,  "CUFFT_EXEC_FAILED",                      once_more},
    {DEVICE_CUFFT,    7,  "CUFFT_SETUP_FAILED",                     start    },
    {DEVICE_CUFFT,    8,  "CUFFT_INVALID_SIZE",                     once_more},
    {DEVICE_CUSOLVER, 1,  "CUSOLVER_STATUS_NOT_INITIALIZED",        start    },
    {DEVICE_CUSOLVER, 2,  "CUSOLVER_STATUS_ALLOC_FAILED",           full     },
    {DEVICE_CUSOLVER, 3,  "CUSOLVER_STATUS_INVALID_VALUE",          once_more},
    {DEVICE_CUSOLVER, 4,  "CUSOLVER_STATUS_ARCH_MISMATCH",          old      },
    {DEVICE_CUSOLVER, 6,  "CUSOLVER_STATUS_EXECUTION_FAILED",       once_more},
    {DEVICE_CUSOLVER, 7,  "CUSOLVER_STATUS_INTERNAL_ERROR",         once_more},
    {DEVICE_CUSPARSE, 1,  "CUSPARSE_STATUS_NOT_INITIALIZED",        start    },
    {DEVICE_CUSPARSE, 2,  "CUSPARSE_STATUS_ALLOC_FAILED",           full     },
    {DEVICE_CUSPARSE, 3,  "CUSPARSE_STATUS_INVALID_VALUE",          once_more},
    {DEVICE_CUSPARSE, 4,  "CUSPARSE_STATUS_ARCH_MISMATCH",          old      },
    {DEVICE_CUSPARSE, 6,  "CUSPARSE_STATUS_EXECUTION_FAILED",       once_more},
    {DEVICE_CUSPARSE, 7,  "CUSPARSE_STATUS_INTERNAL_ERROR",         once_more},
    {DEVICE_CUSPARSE, 11, "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", full     },
};

bool gpu_check(struct gpu_call *c, enum device_library which, int status, const char *name)
{
    if (!status)
        return true;
    const char *help = once_more;
    snprintf(c->call, sizeof c->call, "%s", name);
    snprintf(c->text, sizeof c->text, "status %d", status);
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].library == which && statuses[i].status == status) {
            snprintf(c->text, sizeof c->text, "%s", statuses[i].name);
            help = statuses[i].help;
        }
    snprintf(c->help, sizeof c->help, "%s", help);
    return false;
}

/* Only cuBLAS is asked for combinations of types that it may not have. */
bool gpu_declines(enum device_library which, int status)
{
    enum { CUBLAS_NOT_SUPPORTED = 15 };

    return which == DEVICE_CUBLAS && status == CUBLAS_NOT_SUPPORTED;
}

bool gpu_room(struct gpu_call *c, enum device_library which, size_t bytes, void **out)
{
    struct gpu_libraries *l = c->libraries;
    while (l->rooms.n <= c->stream_id)
        VEC_PUSH(&l->rooms, (struct gpu_room){0});
    struct gpu_room *room = &l->rooms.at[c->stream_id];
    if (room->size < bytes) {
        if (room->at)
            l->memory.free(room->at); /* it waits for the device (cuMemFree) */
        *room = (struct gpu_room){0};
        if (l->memory.alloc(&room->at, bytes)) {
            room->at = 0;
            snprintf(c->call, sizeof c->call, "%s", device_library_name(which));
            bool large = bytes >= 1 << 20;
            snprintf(c->text, sizeof c->text,
                     "the GPU has no memory left for the library's workspace of %.*f %s", large,
                     large ? (double) bytes / (1 << 20) : (double) bytes, large ? "MiB" : "bytes");
            snprintf(c->help, sizeof c->help, "%s", full);
            return false;
        }
        room->size = bytes;
    }
    *out = (void *) (uintptr_t) room->at;
    return true;
}
