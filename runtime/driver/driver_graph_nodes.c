/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes of any type by one call (CUDA Driver API reference, 'Graph Management': cuGraphAddNode), and what a node was made from. Each call goes to
 * that of its type. Next: driver_graph.c, driver_graph_params.c. */
#include "driver/core/driver_report.h"
#include "driver/driver_calls.h"
#include "driver/driver_graph.h"

enum { /* CUgraphNodeType */
       NODE_KERNEL,
       NODE_COPY,
       NODE_FILL,
       NODE_HOST,
       NODE_GRAPH,
       NODE_EMPTY,
       NODE_WAIT,
       NODE_RECORD,
       NODE_ALLOC = 10,
       NODE_FREE
};

static int refuse(const char *function, int type)
{
    report_refusal(function, "nodes of this type are not supported");
    return type < 0 ? CU_INVALID_VALUE : cudaErrorNotSupported;
}

EXPORT int cuGraphAddNode(struct cu_graph_node **node, struct cu_graph *graph,
                          struct cu_graph_node *const *needs, size_t count, struct cu_node *p)
{
    if (!p)
        return CU_INVALID_VALUE;
    switch (p->type) {
    case NODE_KERNEL: return cuGraphAddKernelNode_v2(node, graph, needs, count, &p->kernel);
    case NODE_COPY:
        return cuGraphAddMemcpyNode(node, graph, needs, count, &p->copy.copy, p->copy.context);
    case NODE_FILL:
        return cuGraphAddMemsetNode(node, graph, needs, count, &p->fill, p->fill.context);
    case NODE_HOST: return cuGraphAddHostNode(node, graph, needs, count, &p->host);
    case NODE_GRAPH: return cuGraphAddChildGraphNode(node, graph, needs, count, p->graph);
    case NODE_EMPTY: return cuGraphAddEmptyNode(node, graph, needs, count);
    case NODE_WAIT: return cuGraphAddEventWaitNode(node, graph, needs, count, p->event);
    case NODE_RECORD: return cuGraphAddEventRecordNode(node, graph, needs, count, p->event);
    case NODE_ALLOC: return cuGraphAddMemAllocNode(node, graph, needs, count, &p->allocation);
    case NODE_FREE: return cuGraphAddMemFreeNode(node, graph, needs, count, p->address);
    default: return refuse("cuGraphAddNode", p->type);
    }
}

/* The data of edges is for kernels that start before another has ended; here they never do. */
EXPORT int cuGraphAddNode_v2(struct cu_graph_node **node, struct cu_graph *graph,
                             struct cu_graph_node *const *needs, const void *data, size_t count,
                             struct cu_node *p)
{
    return cuGraphAddNode(node, graph, needs, count, p);
}

EXPORT int cuGraphNodeSetParams(struct cu_graph_node *node, struct cu_node *p)
{
    if (!p)
        return CU_INVALID_VALUE;
    switch (p->type) {
    case NODE_KERNEL: return cuGraphKernelNodeSetParams_v2(node, &p->kernel);
    case NODE_COPY: return cuGraphMemcpyNodeSetParams(node, &p->copy.copy);
    case NODE_FILL: return cuGraphMemsetNodeSetParams(node, &p->fill);
    case NODE_HOST: return cuGraphHostNodeSetParams(node, &p->host);
    case NODE_WAIT: return cuGraphEventWaitNodeSetEvent(node, p->event);
    case NODE_RECORD: return cuGraphEventRecordNodeSetEvent(node, p->event);
    default: return refuse("cuGraphNodeSetParams", p->type);
    }
}

EXPORT int cuGraphExecNodeSetParams(struct cu_graph_exec *exec, struct cu_graph_node *node,
                                    struct cu_node *p)
{
    return cuGraphNodeSetParams(driver_exec_node(exec, node), p);
}

EXPORT int cuGraphNodeFindInClone(struct cu_graph_node **node, struct cu_graph_node *original,
                                  struct cu_graph *clone)
{
    if (!node || !original || !clone || clone->kind != HANDLE_GRAPH)
        return CU_INVALID_VALUE;
    VEC_EACH (n, &clone->nodes)
        if ((*n)->original == original) {
            *node = *n;
            return CU_SUCCESS;
        }
    return CU_INVALID_VALUE;
}
