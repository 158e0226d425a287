/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/vm/vm.h"

/* CUDA graphs: nodes and their dependencies. builtin_cuda_graph.c stores and launches them. Nodes come from
 * builtin_cuda_graph_node.c or, while a stream is captured, from the asynchronous calls. Graphs and nodes live as long as
 * the session; destroying one drops its handle. CUDA Runtime API 6.29. Thread-safety: the session's thread only. */

/* cudaGraphNodeType; copies have either form there. */
enum graph_kind {
    GRAPH_LAUNCH,
    GRAPH_COPY,
    GRAPH_FILL,
    GRAPH_HOST,
    GRAPH_CHILD,
    GRAPH_EMPTY,
    GRAPH_BOX,
};

struct graph_fill { /* cudaMemsetParams */
    uint64_t to, pitch;
    uint32_t value, element;
    uint64_t width, height; /* in elements, in rows */
};

struct graph_kernel_params { /* cudaKernelNodeParams */
    uint64_t kernel;
    struct device_dim grid, block;
    uint32_t shared;
    uint64_t args, extra;
};

struct graph_host_params { /* cudaHostNodeParams */
    uint64_t function, data;
};

struct graph_node {
    enum graph_kind kind;
    struct graph *graph;
    VEC(struct graph_node *) after;    /* its dependencies */
    const struct graph_node *original; /* in an instantiated graph: the copied node */
    struct launch_request launch;
    struct launch_arg *args; /* followed by their bytes */
    uint64_t function; /* the kernel as the program passed it; 0: a launch that was captured */
    struct graph_fill fill;
    union value values[4]; /* copy: to, from, bytes, kind; host: function, data */
    uint64_t box[20];      /* cudaMemcpy3DParms */
    struct graph *child;   /* a copy of its own */
    struct span at;
    unsigned char state;     /* scratch for sorting: 0 unvisited, 1 in progress, 2 done */
    struct graph_node *copy; /* scratch for copying */
};

struct graph {
    VEC(struct graph_node *) nodes;
    uint64_t total; /* nodes, including those of child graphs */
    uint32_t depth; /* nesting of child graphs; 0: it has none */
};

enum { GRAPH_MOST = 1 << 20, GRAPH_DEEPEST = 100 }; /* nodes of a graph; its depth */

struct graph *graph_new(struct vm *vm);
struct graph_node *graph_add(struct graph *g, enum graph_kind kind, struct span at);
/* Appends another graph's nodes to `g`, in an order in which they can run. `flat` replaces child graphs by their nodes.
 * false: the dependencies are cyclic. */
bool graph_append(struct graph *to, const struct graph *from, bool flat);
struct graph *graph_copy(const struct graph *from); /* owned by the caller */
/* The node's launch, with copies of its arguments. */
void graph_set_launch(struct graph_node *n, const struct launch_request *r);
struct graph_node *graph_node_of(struct vm *vm, uint64_t handle, struct span at); /* NULL: a diag */
struct graph *graph_of(struct vm *vm, const char *kind, uint64_t handle,
                       struct span at); /* NULL: a diag */
/* Stores the handle of a graph or a node at an argument. */
bool graph_give(struct vm *vm, const struct call_site *call, union value *at, uint32_t arg,
                const char *kind, void *p);

/* Records a call on a captured stream. Call these only while vm->capture is set. */
void graph_add_launch(struct vm *vm, const struct launch_request *r);
void graph_add_copy(struct vm *vm, const union value *at,
                    struct span where); /* to, from, bytes, kind */
void graph_add_fill(struct vm *vm, const union value *at, struct span where); /* to, byte, bytes */
void graph_add_host(struct vm *vm, uint64_t function, uint64_t data, struct span where);
void graphs_free(struct vm *vm);
