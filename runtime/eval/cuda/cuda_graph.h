/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/vm/vm.h"

/* CUDA graphs: nodes and what each waits for. builtin_cuda_graph.c keeps and launches them, builtin_cuda_graph_node.c makes them
 * by hand, the asynchronous calls while a stream is captured. Graphs and nodes live as long as the session; destroying one drops
 * its handle. CUDA Runtime API 6.29. Thread-safety: the session's thread only. */

/* cudaGraphNodeType; a copy of either form is a copy there. */
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

struct graph_node {
    enum graph_kind kind;
    struct graph *graph;
    VEC(struct graph_node *) after;    /* what it waits for */
    const struct graph_node *original; /* in an instantiated graph: the node that it was made of */
    struct launch_request launch;
    struct launch_arg *args; /* with their bytes behind them */
    struct graph_fill fill;
    union value values[4]; /* copy: to, from, bytes, kind; host: function, data */
    uint64_t box[20];      /* cudaMemcpy3DParms */
    struct graph *child;   /* a copy of its own */
    struct span at;
    unsigned char state;     /* scratch of an ordering: 0 not met, 1 under way, 2 done */
    struct graph_node *copy; /* scratch of a copy */
};

struct graph {
    VEC(struct graph_node *) nodes;
    uint64_t total; /* nodes, those of child graphs too */
    uint32_t depth; /* of child graphs in child graphs; 0: it has none */
};

enum { GRAPH_MOST = 1 << 20, GRAPH_DEEPEST = 100 }; /* nodes of a graph; its depth */

struct graph *graph_new(struct vm *vm);
struct graph_node *graph_add(struct graph *g, enum graph_kind kind, struct span at);
/* Puts nodes of another graph behind the own ones, in an order in which they can run; child graphs become their nodes if `flat`.
 * false: they wait for each other in a circle. */
bool graph_append(struct graph *to, const struct graph *from, bool flat);
struct graph *graph_copy(const struct graph *from); /* the caller's */
/* The node's launch, with copies of its arguments. */
void graph_set_launch(struct graph_node *n, const struct launch_request *r);
struct graph *graph_of(struct vm *vm, const char *kind, uint64_t handle,
                       struct span at); /* NULL: a diag */
/* The handle of a graph or a node is stored at an argument. */
bool graph_give(struct vm *vm, const struct call_site *call, union value *at, uint32_t arg,
                const char *kind, void *p);

/* What a captured stream writes down. Only to be called while vm->capture is set. */
void graph_add_launch(struct vm *vm, const struct launch_request *r);
void graph_add_copy(struct vm *vm, const union value *at,
                    struct span where); /* to, from, bytes, kind */
void graph_add_fill(struct vm *vm, const union value *at, struct span where); /* to, byte, bytes */
void graph_add_host(struct vm *vm, uint64_t function, uint64_t data, struct span where);
void graphs_free(struct vm *vm);
