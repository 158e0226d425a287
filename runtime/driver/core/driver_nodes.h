/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "driver/core/driver_state.h"

/* Graphs: nodes of work and what each depends on. Captures fill them from streams.
 * Ownership: a graph owns its nodes; an executable graph is a copy. Thread-safety: as CUDA's: a graph belongs to one thread at a time. */

struct cu_graph_node {
    struct driver_work work;
    struct cu_graph *graph;
    VEC(struct cu_graph_node *) needs;
    struct cu_graph_node *copy;           /* while its graph is copied */
    const struct cu_graph_node *original; /* that it is a copy of; NULL: of none */
    bool done;       /* while an order is made, or its dependents are looked for */
    void **pointers; /* to the parameters of a launch, once the program has asked for them */
    bool off;        /* of an executable graph: left out of its launches */
};

/* Memory that a graph allocates: at one address, from the making of its node until the last node that names it is freed. Then it ends with
 * it if it was freed before, in a graph or by a call; otherwise it is the program's. With the driver's lock held. */
struct graph_memory {
    uint64_t address;
    int users;
    bool freed;
};

struct cu_graph {
    enum handle_kind kind;
    VEC(struct cu_graph_node *) nodes;
    bool invalid;                    /* being captured, after a call that a capture forbids */
    VEC(struct cu_stream *) joining; /* streams that events have drawn into the capture */
};

struct cu_graph *driver_graph_new(void);
void driver_graph_free(struct cu_graph *g);
struct cu_graph *driver_graph_copy(const struct cu_graph *g);
void driver_node_free(struct cu_graph_node *n); /* not from its graph */
/* The work of a node that allocates, or frees what a node allocated; false or an error: there is no such memory. */
int driver_graph_allocate(size_t bytes, struct cu_pool *pool, struct driver_work *out);
bool driver_graph_release(uint64_t address, struct driver_work *out);
/* Parameters of a launch are copied. */
struct cu_graph_node *driver_graph_add(struct cu_graph *g, const struct driver_work *w,
                                       struct cu_graph_node *const *needs, size_t count);
