/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cuda/driver_abi.h"

/* More of the CUDA Driver API's types, for those who implement it: our own declarations (CUDA Driver API reference, 'Data types used by
 * CUDA driver'). Thread-safety: plain data. */

struct cu_pool;
struct cu_graph;
struct cu_graph_node;
struct cu_graph_exec;
struct cu_link;

enum cu_stream_handle { CU_STREAM_NUMBER_LEGACY = 1, CU_STREAM_NUMBER_PER_THREAD = 2 };

enum { /* CUstream_flags, CUevent_flags, CUmemHostAlloc's flags, CUmemAttach_flags */
       CU_FLAG_STREAM_NON_BLOCKING = 1,
       CU_FLAG_EVENT_NO_TIMING = 2,
       CU_FLAG_EVENT_INTERPROCESS = 4,
};

struct cu_jit_options {
    unsigned count;
    const int *names;
    void *const *values;
};

enum cu_jit_option { /* CUjit_option */
                     CU_JIT_OPTION_MAX_REGISTERS = 0,
                     CU_JIT_OPTION_INFO_LOG = 3,
                     CU_JIT_OPTION_INFO_LOG_BYTES = 4,
                     CU_JIT_OPTION_ERROR_LOG = 5,
                     CU_JIT_OPTION_ERROR_LOG_BYTES = 6,
};

union cu_launch_value { /* CUlaunchAttributeValue */
    char bytes[64];
    int cooperative;

    struct {
        unsigned x, y, z;
    } cluster;
};

struct cu_launch_attribute { /* CUlaunchAttribute */
    int id;
    char pad[4];
    union cu_launch_value value;
};

enum { CU_ATTRIBUTE_COOPERATIVE = 2, CU_ATTRIBUTE_CLUSTER = 4 };

struct cu_launch_config { /* CUlaunchConfig */
    unsigned grid[3], block[3], shared;
    struct cu_stream *stream;
    struct cu_launch_attribute *attributes;
    unsigned count;
};

struct cu_rect { /* CUDA_MEMCPY2D */
    size_t from_x, from_y;
    int from_type;
    const void *from_host;
    uint64_t from_device;
    struct cu_array *from_array;
    size_t from_pitch, to_x, to_y;
    int to_type;
    void *to_host;
    uint64_t to_device;
    struct cu_array *to_array;
    size_t to_pitch, width, height;
};

struct cu_peer_box_copy { /* CUDA_MEMCPY3D_PEER */
    struct cu_box from;
    struct cu_box to;
    size_t width_bytes, height, depth;
};

enum { CU_MEMORY_TYPE_HOST = 1, CU_MEMORY_TYPE_UNIFIED = 4 };

enum { /* CUmemLocationType, from the host's on; CUmemAllocationType; CUmemAllocationHandleType */
       CU_LOCATION_HOST = 2,
       CU_LOCATION_HOST_NUMA_CURRENT = 4,
       CU_ALLOCATION_MANAGED = 2,
       CU_HANDLE_FILE = 1
};

struct cu_pool_props { /* CUmemPoolProps */
    int type, handle_types;
    struct cu_location location;
    void *windows_only;
    size_t max_size;
    unsigned short usage;
    unsigned char reserved[54];
};

struct cu_allocation_node { /* CUDA_MEM_ALLOC_NODE_PARAMS */
    struct cu_pool_props props;
    const struct cu_access *access;
    size_t access_count, bytes;
    uint64_t address; /* out */
};

struct cu_ipc_handle { /* CUipcMemHandle, CUipcEventHandle */
    char bytes[64];
};

struct cu_properties { /* CUdevprop */
    int max_threads, max_block[3], max_grid[3], shared, constant, warp, pitch, registers, clock,
        texture_align;
};

struct cu_kernel_node { /* CUDA_KERNEL_NODE_PARAMS, second version */
    struct cu_function *function;
    unsigned grid[3], block[3], shared;
    void **params, **extra;
    struct cu_function *kernel;
    struct cu_context *context;
};

struct cu_fill_node { /* CUDA_MEMSET_NODE_PARAMS */
    uint64_t to;
    size_t pitch;
    unsigned value, element;
    size_t width, height;
    struct cu_context *context;
};

struct cu_host_node { /* CUDA_HOST_NODE_PARAMS */
    void (*call)(void *user);
    void *user;
    unsigned mode;
};

struct cu_copy_node { /* CUDA_MEMCPY_NODE_PARAMS */
    int flags, reserved;
    struct cu_context *context;
    struct cu_box_copy copy;
};

struct cu_node { /* CUgraphNodeParams */
    int type, reserved[3];

    union {
        struct cu_kernel_node kernel;
        struct cu_copy_node copy;
        struct cu_fill_node fill;
        struct cu_host_node host;
        struct cu_graph *graph;
        struct cu_event *event;
        struct cu_allocation_node allocation;
        uint64_t address;
        int64_t size[29];
    };

    int64_t reserved_last;
};

struct cu_array_shape_2d { /* CUDA_ARRAY_DESCRIPTOR */
    size_t width, height;
    int format;
    unsigned channels;
};
