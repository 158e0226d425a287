/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "device/cuda/driver.h"
#include "device/cuda/library/gpu_library.h"
#include "device/cuda/ring.h"

/* Inside warpcell-gpu. worker_base.c (answers, checks, streams) is below the files that carry out commands: worker_open.c (devices and the
 * context), worker_memory.c, worker_code.c (modules, kernels), worker_launch.c and worker_image.c (textures and surfaces); worker.c, which takes
 * commands from the ring, is above them. Ownership: the process has one struct gpu_worker, which lives as long as it.
 * Thread-safety: one thread. */

enum { FLIGHTS = 512 };

struct flight { /* a launch that has not been seen to end */
    uint32_t tag;
    struct cu_event *start, *end;
};

struct worker_function {
    struct cu_function *function;
    const struct gpu_routine *routine;  /* that can do its work; NULL: none */
    uint32_t params_size, dynamic_most; /* dynamic shared memory that it may have without asking */
    VEC(uint16_t) offsets;
};

struct worker_picture {
    struct cu_array *array;
    struct cu_array_shape shape;
    uint64_t row_bytes, pitch, rows; /* of the plain memory: from row to row; rows of a slice */
};

struct gpu_worker {
    struct cu_api cu;
    struct nvml_api nvml;
    uint64_t
        refused; /* the number of a launch that was refused, which the client may not know; 0: none */
    bool loaded, dead; /* dead: the context is lost; every command is answered with `status` */
    int driver, device, ordinal;
    uint64_t granularity;
    struct shared *shared;
    struct ring_end in, out;
    char *area[AREAS];
    uint64_t area_size[AREAS];
    uint8_t *pinned[AREAS]; /* a flag for each chunk of an area */
    uint64_t pinned_bytes;
    struct cu_context *context;
    uint64_t marks;     /* their address on the device */
    bool writes_values; /* cuStreamWriteValue32 works here */
    struct cu_stream *streams[STREAMS_MOST];
    VEC(struct cu_module *) modules; /* number: id */
    VEC(struct worker_function *) functions;
    VEC(struct worker_picture *) pictures; /* number: id */
    struct flight flights[FLIGHTS];
    uint32_t flight_count;
    struct cu_event *anchor; /* at this time of the host */
    uint64_t anchor_ns;
    struct gpu_libraries *libraries; /* made with the context */
    uint64_t scratch, scratch_size;  /* device memory for copies that overlap */
    /* the command that is being carried out */
    uint64_t number;
    struct reply_done answer;
};

/* ---- worker_base.c ---- */

/* Calls the driver; false: the answer has the status and the function's name. */
#define DRIVER(w, function, ...) worker_check(w, (w)->cu.function(__VA_ARGS__), #function)
bool worker_check(struct gpu_worker *w, int status, const char *call);
bool worker_refuse(struct gpu_worker *w, int status, const char *text); /* false */
void worker_reply(struct gpu_worker *w, void *reply, uint32_t size, uint32_t op);
void *worker_place(struct gpu_worker *w, uint32_t area, uint64_t offset,
                   uint64_t size); /* NULL: outside */
struct cu_stream *worker_stream(struct gpu_worker *w, uint32_t id);
void worker_flush(void); /* what the driver has printed for kernels */

/* Each carries out one command; false: the answer says why not. */
#define HANDLER(name) bool worker_##name(struct gpu_worker *w, const struct message *m)
HANDLER(devices);
HANDLER(open);
HANDLER(smi);
HANDLER(heap);
HANDLER(map);
HANDLER(unmap);
HANDLER(share);
HANDLER(unshare);
HANDLER(fill);
HANDLER(copy);
HANDLER(write);
HANDLER(read);
HANDLER(keep);
HANDLER(kept);
HANDLER(unpin);
HANDLER(load);
HANDLER(unload);
HANDLER(kernel);
HANDLER(symbol);
HANDLER(launch);
HANDLER(stream_make);
HANDLER(sync);
HANDLER(query);
HANDLER(picture);
HANDLER(texels);
HANDLER(image);
HANDLER(library);

bool worker_mark(struct gpu_worker *w, uint32_t mark, uint32_t value, struct cu_stream *stream);
bool worker_harvest(
    struct gpu_worker *w); /* reports the launches that have ended; false: the context is lost */
void worker_close(struct gpu_worker *w);
