/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "driver/core/driver_nodes.h"

/* What driver_graph.c has for driver_graph_params.c. Thread-safety: as driver_state.h. */

/* The node of the executable graph that was made from this one; NULL: none. */
struct cu_graph_node *driver_exec_node(const struct cu_graph_exec *exec,
                                       const struct cu_graph_node *node);
/* false: there is no such element size. */
bool driver_fill_work(const struct cu_fill_node *p, struct driver_work *out);
