/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes of graphs that allocate and free memory (CUDA Driver API reference, 'Graph Management'). An allocation has one address for all launches
 * of its graph. Next: core/driver_nodes.h. */
#include <string.h>

#include "driver/core/driver_nodes.h"
#include "driver/driver_calls.h"

enum { GRAPH_MEMORY_LAST = 3 };

static bool is_memory_node(const struct cu_graph_node *n, enum work_kind kind)
{
    return n && n->work.kind == kind && n->work.memory;
}

EXPORT int cuGraphAddMemAllocNode(struct cu_graph_node **node, struct cu_graph *graph,
                                  struct cu_graph_node *const *needs, size_t count,
                                  struct cu_allocation_node *params)
{
    struct driver_work w;
    int e = driver_begin();
    if (e)
        return e;
    if (!node || !graph || graph->kind != HANDLE_GRAPH || !params || (count && !needs))
        return CU_INVALID_VALUE;
    e = driver_graph_allocate(params->bytes, NULL, &w);
    if (e)
        return e;
    params->address = w.rows.to;
    *node = driver_graph_add(graph, &w, needs, count);
    return CU_SUCCESS;
}

EXPORT int cuGraphAddMemFreeNode(struct cu_graph_node **node, struct cu_graph *graph,
                                 struct cu_graph_node *const *needs, size_t count, uint64_t address)
{
    struct driver_work w;
    int e = driver_begin();
    if (e)
        return e;
    if (!node || !graph || graph->kind != HANDLE_GRAPH || (count && !needs) ||
        !driver_graph_release(address, &w))
        return CU_INVALID_VALUE;
    *node = driver_graph_add(graph, &w, needs, count);
    return CU_SUCCESS;
}

EXPORT int cuGraphMemAllocNodeGetParams(struct cu_graph_node *node,
                                        struct cu_allocation_node *params)
{
    if (!is_memory_node(node, WORK_ALLOC))
        return CU_INVALID_VALUE;
    memset(params, 0, sizeof *params);
    params->props = (struct cu_pool_props){
        .type = 1, .location = {1, 0}
    };
    params->address = node->work.rows.to;
    driver_lock();
    const struct allocation *a = memory_find_locked(params->address);
    params->bytes = a ? a->size : 0;
    driver_unlock();
    return CU_SUCCESS;
}

EXPORT int cuGraphMemFreeNodeGetParams(struct cu_graph_node *node, uint64_t *address)
{
    if (!is_memory_node(node, WORK_FREE))
        return CU_INVALID_VALUE;
    *address = node->work.rows.to;
    return CU_SUCCESS;
}

/* ---- how much there is: CUgraphMem_attribute, used and reserved ---- */

EXPORT int cuDeviceGetGraphMemAttribute(int device, int attribute, void *value)
{
    if (device)
        return CU_INVALID_DEVICE;
    if (attribute < 0 || attribute > GRAPH_MEMORY_LAST || !value)
        return CU_INVALID_VALUE;
    driver_lock();
    *(uint64_t *) value = attribute % 2 ? driver_state.graph_high
                                        : driver_state.graph_bytes; /* high watermarks are odd */
    driver_unlock();
    return driver_initialized();
}

EXPORT int cuDeviceSetGraphMemAttribute(int device, int attribute, void *value)
{
    if (device)
        return CU_INVALID_DEVICE;
    if (attribute < 0 || attribute > GRAPH_MEMORY_LAST || attribute % 2 == 0 || !value ||
        *(uint64_t *) value)
        return CU_INVALID_VALUE; /* a high watermark can be set to 0 only */
    driver_lock();
    driver_state.graph_high = driver_state.graph_bytes;
    driver_unlock();
    return driver_initialized();
}

EXPORT int cuDeviceGraphMemTrim(int device)
{
    return device ? CU_INVALID_DEVICE : driver_initialized();
}
