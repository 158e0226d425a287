/* SPDX-License-Identifier: Apache-2.0 */
/* What the nodes of graphs do, read and changed, in a graph and in an executable one (CUDA Driver API reference, 'Graph Management'). Next:
 * driver_graph.c. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "driver/driver_calls.h"
#include "driver/driver_graph.h"

static bool is_node(const struct cu_graph_node *n, enum work_kind kind)
{
    return n && n->work.kind == kind;
}

/* A node keeps its kind. */
static int put(struct cu_graph_node *n, const struct driver_work *w)
{
    if (!is_node(n, w->kind))
        return CU_INVALID_VALUE;
    n->work = *w;
    return CU_SUCCESS;
}

/* ---- launches ---- */

/* The pointers are the node's, and point to its own copy of each parameter. */
EXPORT int cuGraphKernelNodeGetParams_v2(struct cu_graph_node *node, struct cu_kernel_node *params)
{
    if (!is_node(node, WORK_LAUNCH) || !params)
        return CU_INVALID_VALUE;
    struct cu_function *f = node->work.launch.function;
    const struct device_kernel_info *info = device_kernel_info(f->kernel);
    const struct device_dim *g = &node->work.launch.grid, *b = &node->work.launch.block;
    free(node->pointers);
    node->pointers = xcalloc(info->param_count + 1, sizeof *node->pointers);
    for (uint32_t i = 0; i < info->param_count; i++)
        node->pointers[i] = node->work.launch.params + info->params[i].offset;
    *params = (struct cu_kernel_node){
        .function = f,
        .grid = {g->x, g->y, g->z},
        .block = {b->x, b->y, b->z},
        .shared = node->work.launch.shared,
        .params = node->pointers
    };
    return CU_SUCCESS;
}

/* ---- attributes of launches ---- */

EXPORT int cuGraphKernelNodeSetAttribute(struct cu_graph_node *node, int attribute,
                                         const union cu_launch_value *value)
{
    if (!value || !is_node(node, WORK_LAUNCH))
        return CU_INVALID_VALUE;
    launch_set_attribute(&node->work, attribute, value);
    return CU_SUCCESS;
}

EXPORT int cuGraphKernelNodeGetAttribute(struct cu_graph_node *node, int attribute,
                                         union cu_launch_value *value)
{
    if (!value || !is_node(node, WORK_LAUNCH))
        return CU_INVALID_VALUE;
    const struct device_dim *c = &node->work.launch.cluster;
    *value = (union cu_launch_value){0};
    if (attribute == CU_ATTRIBUTE_COOPERATIVE)
        value->cooperative = node->work.launch.cooperative;
    if (attribute == CU_ATTRIBUTE_CLUSTER) {
        value->cluster.x = c->x;
        value->cluster.y = c->y;
        value->cluster.z = c->z;
    }
    return CU_SUCCESS;
}

EXPORT int cuGraphKernelNodeCopyAttributes(struct cu_graph_node *to, struct cu_graph_node *from)
{
    if (!is_node(to, WORK_LAUNCH) || !is_node(from, WORK_LAUNCH))
        return CU_INVALID_VALUE;
    to->work.launch.cluster = from->work.launch.cluster;
    to->work.launch.cooperative = from->work.launch.cooperative;
    return CU_SUCCESS;
}

/* ---- copies ---- */

EXPORT int cuGraphMemcpyNodeSetParams(struct cu_graph_node *node, const struct cu_box_copy *params)
{
    struct driver_work w;
    int e = params ? copy_cube_work(params, &w) : CU_INVALID_VALUE;
    return e ? e : put(node, &w);
}

EXPORT int cuGraphExecMemcpyNodeSetParams(struct cu_graph_exec *exec, struct cu_graph_node *node,
                                          const struct cu_box_copy *params,
                                          struct cu_context *context)
{
    return cuGraphMemcpyNodeSetParams(driver_exec_node(exec, node), params);
}

/* ---- fills ---- */

EXPORT int cuGraphMemsetNodeSetParams(struct cu_graph_node *node, const struct cu_fill_node *params)
{
    struct driver_work w;
    return params && driver_fill_work(params, &w) ? put(node, &w) : CU_INVALID_VALUE;
}

EXPORT int cuGraphExecMemsetNodeSetParams(struct cu_graph_exec *exec, struct cu_graph_node *node,
                                          const struct cu_fill_node *params,
                                          struct cu_context *context)
{
    return cuGraphMemsetNodeSetParams(driver_exec_node(exec, node), params);
}

EXPORT int cuGraphMemsetNodeGetParams(struct cu_graph_node *node, struct cu_fill_node *params)
{
    if (!is_node(node, WORK_FILL) || !params)
        return CU_INVALID_VALUE;
    const struct work_rows *r = &node->work.rows;
    struct cu_fill_node now = {.to = r->to,
                               .pitch = r->height > 1 ? r->to_pitch : 0,
                               .element = r->pattern_size,
                               .width = r->width / r->pattern_size,
                               .height = r->height};
    memcpy(&now.value, r->pattern, r->pattern_size);
    memcpy(params, &now, offsetof(struct cu_fill_node, context)); /* the caller's has no context */
    return CU_SUCCESS;
}

/* ---- host functions ---- */

EXPORT int cuGraphHostNodeSetParams(struct cu_graph_node *node, const struct cu_host_node *params)
{
    if (!params || !params->call)
        return CU_INVALID_VALUE;
    return put(node, &(struct driver_work){
                         .kind = WORK_HOST, .host = {params->call, params->user}
    });
}

EXPORT int cuGraphExecHostNodeSetParams(struct cu_graph_exec *exec, struct cu_graph_node *node,
                                        const struct cu_host_node *params)
{
    return cuGraphHostNodeSetParams(driver_exec_node(exec, node), params);
}

EXPORT int cuGraphHostNodeGetParams(struct cu_graph_node *node, struct cu_host_node *params)
{
    if (!is_node(node, WORK_HOST) || !params)
        return CU_INVALID_VALUE;
    params->call = node->work.host.call;
    params->user = node->work.host.user;
    return CU_SUCCESS;
}

/* ---- events ---- */

static int set_event(struct cu_graph_node *n, enum work_kind kind, struct cu_event *event)
{
    if (!event || event->kind != HANDLE_EVENT)
        return CU_INVALID_VALUE;
    return put(n, &(struct driver_work){.kind = kind, .event = event});
}

static int get_event(const struct cu_graph_node *n, enum work_kind kind, struct cu_event **out)
{
    if (!is_node(n, kind) || !out)
        return CU_INVALID_VALUE;
    *out = n->work.event;
    return CU_SUCCESS;
}

EXPORT int cuGraphEventRecordNodeGetEvent(struct cu_graph_node *node, struct cu_event **event)
{
    return get_event(node, WORK_RECORD, event);
}

EXPORT int cuGraphEventRecordNodeSetEvent(struct cu_graph_node *node, struct cu_event *event)
{
    return set_event(node, WORK_RECORD, event);
}

EXPORT int cuGraphEventWaitNodeGetEvent(struct cu_graph_node *node, struct cu_event **event)
{
    return get_event(node, WORK_WAIT, event);
}

EXPORT int cuGraphEventWaitNodeSetEvent(struct cu_graph_node *node, struct cu_event *event)
{
    return set_event(node, WORK_WAIT, event);
}

EXPORT int cuGraphExecEventRecordNodeSetEvent(struct cu_graph_exec *exec,
                                              struct cu_graph_node *node, struct cu_event *event)
{
    return set_event(driver_exec_node(exec, node), WORK_RECORD, event);
}

EXPORT int cuGraphExecEventWaitNodeSetEvent(struct cu_graph_exec *exec, struct cu_graph_node *node,
                                            struct cu_event *event)
{
    return set_event(driver_exec_node(exec, node), WORK_WAIT, event);
}

/* ---- others ---- */

EXPORT int cuGraphChildGraphNodeGetGraph(struct cu_graph_node *node, struct cu_graph **graph)
{
    if (!is_node(node, WORK_GRAPH) || !graph)
        return CU_INVALID_VALUE;
    *graph = node->work.graph;
    return CU_SUCCESS;
}

static bool may_be_off(const struct cu_graph_node *n)
{
    return is_node(n, WORK_LAUNCH) || is_node(n, WORK_COPY) || is_node(n, WORK_FILL);
}

EXPORT int cuGraphNodeSetEnabled(struct cu_graph_exec *exec, struct cu_graph_node *node,
                                 unsigned enabled)
{
    struct cu_graph_node *n = driver_exec_node(exec, node);
    if (!may_be_off(n))
        return CU_INVALID_VALUE;
    n->off = !enabled;
    return CU_SUCCESS;
}

EXPORT int cuGraphNodeGetEnabled(struct cu_graph_exec *exec, struct cu_graph_node *node,
                                 unsigned *enabled)
{
    const struct cu_graph_node *n = driver_exec_node(exec, node);
    if (!may_be_off(n) || !enabled)
        return CU_INVALID_VALUE;
    *enabled = !n->off;
    return CU_SUCCESS;
}
