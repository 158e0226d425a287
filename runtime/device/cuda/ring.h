/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/device_image.h"
#include "device/device_library.h"

/* The protocol between the cuda device (the client, in the session's process) and warpcell-gpu (the worker).
 *
 * One piece of shared memory, `struct shared`, holds two rings of messages, the marks, and the bounce buffer. Each ring has one
 * writer and one reader. A message is a `struct message` and what its operation needs (the structs below), a multiple of
 * 8 bytes, never wrapped around the ring's end: OP_PAD fills it up. `head` and `tail` count bytes and only grow; a
 * reader copies a message out before it looks at it. A reader that finds nothing says so in `asleep` and waits for a change
 * of `head` with a futex; a writer wakes it only then.
 *
 * Three more files are shared, as areas: the session's host memory, the shadow copies (keep) and managed memory. A place
 * in host memory is an area and an offset, so bytes are copied straight from where they are. Managed memory lies at the same
 * address in both processes.
 *
 * Neither side trusts the other's numbers: whatever does not fit ends the worker, or makes the client replace it. */

enum {
    RING_VERSION = 4,
    COMMAND_BYTES = 1 << 20,
    REPLY_BYTES = 1 << 18,
    BOUNCE_BYTES = 8 << 20,
    MESSAGE_MOST = 40 << 10, /* bytes of one message: a launch with the largest parameters fits */
    MARKS = 1024,
    STREAMS_MOST = MARKS - 1, /* stream n's mark is number n */
    KEEP_MARK = MARKS - 1,
    PIN_CHUNK = 1 << 20, /* host memory is pinned by this, in its area */
};

enum area { AREA_BOUNCE, AREA_HOST, AREA_KEEP, AREA_MANAGED, AREAS };

/* The worker's files: inherited at these numbers. Standard output is device printf, standard error device assert. */
enum { SHARED_FD = 3, HOST_FD, KEEP_FD, MANAGED_FD };

struct ring {
    _Alignas(64) _Atomic uint64_t head; /* bytes written */
    _Alignas(64) _Atomic uint64_t tail; /* bytes read */
    _Alignas(64) _Atomic uint32_t asleep;
    _Atomic uint32_t wake; /* the futex */
};

struct shared {
    uint32_t version;
    int32_t client; /* its process */
    struct ring command, reply;
    uint64_t managed_start, managed_size; /* written by the client before the worker starts */
    uint64_t host_size, keep_size;
    /* After a refused launch the worker drops launches and copies below this number. Written by the client when it hears of the refusal: what it had
     * queued by then may build on what the launch was to do. */
    _Atomic uint64_t resume;
    /* A launch's number, or that of a copy kept, when the device has done all before it in the stream. Written by the device
     * itself, so it is true whatever became of the context. */
    _Alignas(4096) _Atomic uint32_t marks[MARKS];
    _Alignas(4096) uint8_t command_bytes[COMMAND_BYTES];
    uint8_t reply_bytes[REPLY_BYTES];
    _Alignas(4096) uint8_t bounce[BOUNCE_BYTES];
};

/* What each operation's message holds is the struct named in the comment. `answered`: one OP_DONE follows. */
enum ring_op {
    OP_PAD,
    /* commands */
    OP_DEVICES, /* -; answered, one DONE a device (done.device), the last with `last` */
    OP_OPEN,    /* command_open; answered (done.device) */
    OP_QUIT,    /* -: the worker gives everything back and ends */
    OP_MAP,     /* command_range: memory behind these addresses, zero-filled; answered */
    OP_UNMAP,   /* command_range, as mapped */
    OP_SHARE,   /* command_range of managed memory: the device may use it; answered */
    OP_UNSHARE, /* command_range; answered */
    OP_FILL,    /* command_fill */
    OP_COPY,    /* command_copy, device to device, may overlap */
    OP_WRITE,   /* command_copy, host place to device; answered when done */
    OP_READ,    /* command_copy, device to host place; answered when done */
    OP_KEEP,    /* command_copy, device to host place, in order with the default stream */
    OP_KEPT,    /* command_mark: the mark, after the copies kept before */
    OP_UNPIN,   /* command_place: these pages of an area are given back; answered */
    OP_LOAD,    /* command_load: an image, from an area; answered (log in text) */
    OP_UNLOAD,  /* command_id */
    OP_KERNEL,  /* command_kernel; answered (done.kernel) */
    OP_SYMBOL,  /* command_symbol; answered (done.symbol) */
    OP_LAUNCH,  /* command_launch */
    OP_STREAM,  /* command_stream; answered */
    OP_SYNC,    /* command_id: a stream, or DEVICE_ALL_STREAMS; answered when it is idle */
    OP_QUERY,   /* the same; answered at once: status CU_NOT_READY if it is not */
    OP_SMI,     /* command_id: the device's ordinal; answered (done.smi) */
    OP_HEAP,    /* command_range: its size is what kernels may have by malloc; answered */
    OP_PICTURE, /* command_picture: a CUDA array's texels as the texture units want them; answered */
    OP_TEXELS,  /* command_texels: between such a picture and plain memory */
    OP_IMAGE,   /* command_image: a texture or surface; answered (done.image) */
    OP_LIBRARY, /* command_id: a device_library, loaded if need be; answered (done.library) */
    /* replies */
    OP_DONE,   /* reply_done */
    OP_TIMING, /* reply_timing: a launch has ended */
    OP_FAILED, /* reply_done: a command that is not answered has failed */
    OP_NOTE, /* reply_done: a library could not be used (done.library), and a kernel does its work */
    OPS
};

struct message {
    uint32_t size; /* of the whole message, a multiple of 8 */
    uint32_t op;
    uint64_t number; /* of the command; a reply has its command's */
};

struct command_open {
    struct message m;
    int32_t ordinal;
    uint32_t reserved;
    uint64_t start, size; /* the addresses arrays will have */
};

struct command_range {
    struct message m;
    uint64_t start, size;
};

struct command_fill {
    struct message m;
    uint64_t to, count; /* patterns */
    uint8_t pattern[16];
    uint32_t pattern_size, stream;
};

struct command_copy {
    struct message m;
    uint64_t device, other; /* an address; an address, or an offset in the area */
    uint64_t size;
    uint32_t area, stream;
};

struct command_place {
    struct message m;
    uint64_t offset, size;
    uint32_t area, reserved;
};

struct command_mark {
    struct message m;
    uint32_t mark, value;
};

struct command_load {
    struct message m;
    uint64_t offset, size;
    uint32_t area, id;
};

struct command_id {
    struct message m;
    uint32_t id, reserved;
};

enum { KERNEL_PARAMS_MOST = 1024 };

struct command_kernel {
    struct message m;
    uint32_t module, id;
    uint32_t param_count, params_size;
    char name[512];     /* cut names are not found, which is an error and no harm */
    uint16_t offsets[]; /* of the parameters */
};

struct command_symbol {
    struct message m;
    uint32_t module, reserved;
    char name[512];
};

struct command_launch {
    struct message m;
    uint32_t kernel, stream, tag, mark;
    struct device_dim grid, block;
    uint32_t shared_dynamic, cooperative;
    uint32_t params_size, own_kernel; /* own_kernel: no library does its work */
    uint8_t params[];
};

struct command_stream {
    struct message m;
    uint32_t id, make;
};

struct command_picture {
    struct message m;
    uint32_t id, make; /* make 0: gives it back */
    struct device_image image;
};

struct command_texels {
    struct message m;
    uint64_t address; /* of plain memory, in dense rows */
    uint32_t id, to_picture;
};

enum { NO_PICTURE = UINT32_MAX };

struct command_image {
    struct message m;
    uint64_t handle;        /* to give back; or the one it has to be again, 0: any */
    uint32_t make, picture; /* picture NO_PICTURE: of plain memory */
    uint32_t surface, reserved;
    struct device_image image;
    struct device_sampler sampler; /* of a texture */
};

struct worker_device { /* what device_props needs, and what decides how code is made */
    char name[DEVICE_NAME];
    int32_t ordinal, count, arch, driver;
    uint32_t warp_size, max_threads_per_block, max_block[3], max_grid[3];
    uint32_t multiprocessors, max_threads_per_multiprocessor, max_blocks_per_multiprocessor;
    uint32_t cooperative, registered_pointers, virtual_memory;
    uint64_t shared_per_block, shared_per_block_optin, total_memory, granularity;
};

struct worker_kernel {
    uint32_t registers, shared_static, local_bytes, max_threads;
};

struct reply_done {
    struct message m;
    uint32_t status; /* CUresult; 0: success */
    uint32_t last, tag, reserved;
    char call[48];   /* the driver's function that failed */
    char text[1024]; /* more about a failure */
    char help[200];  /* what to do about it, or "" */

    union {
        struct worker_device device;
        struct worker_kernel kernel;
        struct device_allocation symbol;
        struct device_smi smi;
        uint64_t image; /* its handle */
        struct device_library_info library;
    };
};

struct reply_timing {
    struct message m;
    uint32_t tag, reserved;
    uint64_t start, end; /* CLOCK_MONOTONIC nanoseconds, as near as the device can say */
};

/* One end of a ring in this process. */
struct ring_end {
    struct ring *ring;
    uint8_t *bytes;
    uint64_t size;
    _Alignas(8) uint8_t taken[MESSAGE_MOST]; /* the message read last */
};

/* Room for a message of `size` bytes; NULL: none now. The caller fills it, then ring_send. */
void *ring_room(struct ring_end *r, uint32_t size, uint32_t op, uint64_t number);
void ring_send(struct ring_end *r, const void *message);
/* The next message, valid until the next call; NULL: none. *broken: what is there is no message. */
const struct message *ring_take(struct ring_end *r, bool *broken);
void ring_wait(struct ring_end *r,
               uint64_t ns); /* for the reader: until something is there, or that long */
