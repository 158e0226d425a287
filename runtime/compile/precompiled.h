/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "compile/nvrtc.h"

/* Headers that the kernels of a session include again and again, CUB's for example. If a kernel's headers took long, a child of the session
 * has NVRTC write what it makes of them to a file, and kernels that begin with the same directives read the file once it is there
 * ("Precompiled Headers" in NVRTC's manual, 12.8). It holds memory as it is in this process and its children, so it is of no use to another
 * one, and goes with the session.
 *
 * Thread-safety: unsafe. */
struct header_set;

struct precompiled {
    VEC(struct header_set) sets;
    char *folder;  /* NULL: not needed so far */
    pid_t owner;   /* of the folder: a child of the session leaves it alone */
    void *handle;  /* the library whose memory the files hold */
    bool has_heap; /* the library has taken memory for its heap */
};

/* What a compilation adds to its options, and whose headers it has. */
struct header_use {
    int set;        /* -1: none */
    uint64_t begun; /* ns */
    char *options[4],
        *source; /* of the program without #line among its first directives; NULL: none */
};

/* For a program in text form with its other options. precompiled_end releases it. */
struct header_use precompiled_begin(struct precompiled *p, const struct nvrtc *n,
                                    const struct nvrtc_job *job);
/* With what precompiled_begin had. True: the file could not be used, and the program is to be compiled without it. */
bool precompiled_end(struct precompiled *p, struct header_use *use, const struct nvrtc *n,
                     const struct nvrtc_job *job, bool compiled, const char *log);
/* Removes the files, and ends what writes one. */
void precompiled_free(struct precompiled *p);
