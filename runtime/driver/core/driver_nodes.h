/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "driver/core/driver_state.h"

/* Graphs: nodes of work and what each depends on. Captures fill them from streams.
 * Ownership: a graph owns its nodes; an executable graph is a copy. Thread-safety: as CUDA's: a graph belongs to one thread at a time. */

struct cu_graph_node {
    struct driver_work work;
    struct cu_graph *graph;
    VEC(struct cu_graph_node *) needs;
    struct cu_graph_node *copy; /* while its graph is copied */
    bool done;                  /* while an order is made */
};

struct cu_graph {
    enum handle_kind kind;
    VEC(struct cu_graph_node *) nodes;
};

struct cu_graph *driver_graph_new(void);
void driver_graph_free(struct cu_graph *g);
struct cu_graph *driver_graph_copy(const struct cu_graph *g);
void driver_node_free(struct cu_graph_node *n); /* not from its graph */
/* Parameters of a launch are copied. */
struct cu_graph_node *driver_graph_add(struct cu_graph *g, const struct driver_work *w,
                                       struct cu_graph_node *const *needs, size_t count);
