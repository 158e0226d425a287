/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs (CUDA Driver API reference, 'Graph Management'). An executable graph runs its nodes one after the other, in an order that keeps their
 * dependencies, in the stream it is launched in. Next: capture.c. */
#include "driver/core/driver_nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/core/driver_report.h"
#include "driver/driver_calls.h"
#include "driver/driver_graph.h"

struct cu_graph_exec {
    enum handle_kind kind;
    struct cu_graph *graph; /* its own copy */
    VEC(struct cu_graph_node *) order;
    VEC(struct cu_graph_node *)
    originals; /* of the graph it was made from, in the order of `graph` */
};

static bool valid(const struct cu_graph *g)
{
    return g && g->kind == HANDLE_GRAPH;
}

static bool valid_exec(const struct cu_graph_exec *e)
{
    return e && e->kind == HANDLE_GRAPH_EXEC;
}

/* ---- making ---- */

static int add(struct cu_graph_node **out, struct cu_graph *g, struct cu_graph_node *const *needs,
               size_t count, const struct driver_work *w)
{
    if (!valid(g) || !out || (count && !needs))
        return CU_INVALID_VALUE;
    *out = driver_graph_add(g, w, needs, count);
    return CU_SUCCESS;
}

EXPORT int cuGraphCreate(struct cu_graph **graph, unsigned flags)
{
    int e = driver_begin();
    if (!e)
        *graph = driver_graph_new();
    return e;
}

EXPORT int cuGraphDestroy(struct cu_graph *graph)
{
    if (!valid(graph))
        return CU_INVALID_VALUE;
    driver_graph_free(graph);
    return CU_SUCCESS;
}

EXPORT int cuGraphClone(struct cu_graph **clone, struct cu_graph *graph)
{
    if (!valid(graph))
        return CU_INVALID_VALUE;
    *clone = driver_graph_copy(graph);
    return CU_SUCCESS;
}

static int kernel_work(const struct cu_kernel_node *k, struct driver_work *w)
{
    struct cu_function *f = k->function ? k->function : k->kernel;
    *w = (struct driver_work){
        .kind = WORK_LAUNCH,
        .launch = {.function = f,
                   .grid = {k->grid[0], k->grid[1], k->grid[2]},
                   .block = {k->block[0], k->block[1], k->block[2]},
                   .shared = k->shared}
    };
    if (!f || f->kind != HANDLE_FUNCTION)
        return CU_INVALID_VALUE;
    w->launch.params = xcalloc(1, device_kernel_info(f->kernel)->params_size + 1);
    return launch_gather(f, k->params, k->extra, w->launch.params) ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuGraphAddKernelNode_v2(struct cu_graph_node **node, struct cu_graph *graph,
                                   struct cu_graph_node *const *needs, size_t count,
                                   const struct cu_kernel_node *params)
{
    struct driver_work w;
    int e = kernel_work(params, &w);
    e = e ? e : add(node, graph, needs, count, &w);
    free(w.launch.params);
    return e;
}

EXPORT int cuGraphAddMemcpyNode(struct cu_graph_node **node, struct cu_graph *graph,
                                struct cu_graph_node *const *needs, size_t count,
                                const struct cu_box_copy *params, struct cu_context *context)
{
    struct driver_work w;
    int e = copy_cube_work(params, &w);
    return e ? e : add(node, graph, needs, count, &w);
}

bool driver_fill_work(const struct cu_fill_node *p, struct driver_work *out)
{
    if (p->element != 1 && p->element != 2 && p->element != 4)
        return false;
    *out = (struct driver_work){
        .kind = WORK_FILL,
        .rows = {.to = p->to,
                 .width = p->width * p->element,
                 .height = p->height ? p->height : 1,
                 .depth = 1,
                 .to_pitch = p->pitch ? p->pitch : p->width * p->element,
                 .pattern_size = p->element}
    };
    memcpy(out->rows.pattern, &p->value, sizeof p->value);
    return true;
}

EXPORT int cuGraphAddMemsetNode(struct cu_graph_node **node, struct cu_graph *graph,
                                struct cu_graph_node *const *needs, size_t count,
                                const struct cu_fill_node *params, struct cu_context *context)
{
    struct driver_work w;
    return params && driver_fill_work(params, &w) ? add(node, graph, needs, count, &w)
                                                  : CU_INVALID_VALUE;
}

EXPORT int cuGraphAddHostNode(struct cu_graph_node **node, struct cu_graph *graph,
                              struct cu_graph_node *const *needs, size_t count,
                              const struct cu_host_node *params)
{
    return add(node, graph, needs, count,
               &(struct driver_work){
                   .kind = WORK_HOST, .host = {params->call, params->user}
    });
}

EXPORT int cuGraphAddEmptyNode(struct cu_graph_node **node, struct cu_graph *graph,
                               struct cu_graph_node *const *needs, size_t count)
{
    return add(node, graph, needs, count, &(struct driver_work){.kind = WORK_EMPTY});
}

EXPORT int cuGraphAddEventRecordNode(struct cu_graph_node **node, struct cu_graph *graph,
                                     struct cu_graph_node *const *needs, size_t count,
                                     struct cu_event *event)
{
    return add(node, graph, needs, count,
               &(struct driver_work){.kind = WORK_RECORD, .event = event});
}

EXPORT int cuGraphAddEventWaitNode(struct cu_graph_node **node, struct cu_graph *graph,
                                   struct cu_graph_node *const *needs, size_t count,
                                   struct cu_event *event)
{
    return add(node, graph, needs, count, &(struct driver_work){.kind = WORK_WAIT, .event = event});
}

EXPORT int cuGraphAddChildGraphNode(struct cu_graph_node **node, struct cu_graph *graph,
                                    struct cu_graph_node *const *needs, size_t count,
                                    struct cu_graph *child)
{
    if (!valid(child))
        return CU_INVALID_VALUE;
    return add(node, graph, needs, count,
               &(struct driver_work){.kind = WORK_GRAPH, .graph = driver_graph_copy(child)});
}

/* ---- edges ---- */

EXPORT int cuGraphAddDependencies(struct cu_graph *graph, struct cu_graph_node *const *from,
                                  struct cu_graph_node *const *to, size_t count)
{
    if (!valid(graph))
        return CU_INVALID_VALUE;
    for (size_t i = 0; i < count; i++)
        VEC_PUSH(&to[i]->needs, from[i]);
    return CU_SUCCESS;
}

EXPORT int cuGraphAddDependencies_v2(struct cu_graph *graph, struct cu_graph_node *const *from,
                                     struct cu_graph_node *const *to, const void *data,
                                     size_t count)
{
    return cuGraphAddDependencies(graph, from, to, count);
}

static void drop_need(struct cu_graph_node *n, const struct cu_graph_node *need)
{
    for (size_t i = n->needs.n; i-- > 0;)
        if (n->needs.at[i] == need)
            VEC_REMOVE(&n->needs, i);
}

EXPORT int cuGraphRemoveDependencies(struct cu_graph *graph, struct cu_graph_node *const *from,
                                     struct cu_graph_node *const *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        drop_need(to[i], from[i]);
    return valid(graph) ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuGraphDestroyNode(struct cu_graph_node *node)
{
    struct cu_graph *g = node ? node->graph : NULL;
    if (!g)
        return CU_INVALID_VALUE;
    for (size_t i = g->nodes.n; i-- > 0;) {
        drop_need(g->nodes.at[i], node);
        if (g->nodes.at[i] == node)
            VEC_REMOVE(&g->nodes, i);
    }
    driver_node_free(node);
    return CU_SUCCESS;
}

/* Copies at most *count to `out`, if there is one, and says how many there are.
 */
struct node_list {
    struct cu_graph_node **out;
    size_t room, n;
};

static void list_put(struct node_list *l, struct cu_graph_node *n)
{
    if (l->out && l->n < l->room)
        l->out[l->n] = n;
    l->n++;
}

EXPORT int cuGraphGetNodes(struct cu_graph *graph, struct cu_graph_node **nodes, size_t *count)
{
    struct node_list l = {nodes, *count, 0};
    if (!valid(graph))
        return CU_INVALID_VALUE;
    VEC_EACH (n, &graph->nodes)
        list_put(&l, *n);
    *count = l.n;
    return CU_SUCCESS;
}

EXPORT int cuGraphGetRootNodes(struct cu_graph *graph, struct cu_graph_node **nodes, size_t *count)
{
    struct node_list l = {nodes, *count, 0};
    if (!valid(graph))
        return CU_INVALID_VALUE;
    VEC_EACH (n, &graph->nodes)
        if (!(*n)->needs.n)
            list_put(&l, *n);
    *count = l.n;
    return CU_SUCCESS;
}

EXPORT int cuGraphGetEdges(struct cu_graph *graph, struct cu_graph_node **from,
                           struct cu_graph_node **to, size_t *count)
{
    struct node_list a = {from, *count, 0}, b = {to, *count, 0};
    if (!valid(graph))
        return CU_INVALID_VALUE;
    VEC_EACH (n, &graph->nodes)
        VEC_EACH (need, &(*n)->needs) {
            list_put(&a, *need);
            list_put(&b, *n);
        }
    *count = a.n;
    return CU_SUCCESS;
}

EXPORT int cuGraphNodeGetDependencies(struct cu_graph_node *node, struct cu_graph_node **needs,
                                      size_t *count)
{
    struct node_list l = {needs, *count, 0};
    VEC_EACH (need, &node->needs)
        list_put(&l, *need);
    *count = l.n;
    return CU_SUCCESS;
}

EXPORT int cuGraphNodeGetType(struct cu_graph_node *node, int *type)
{
    static const int types[] = {
        [WORK_LAUNCH] = 0, [WORK_COPY] = 1, [WORK_FILL] = 2,   [WORK_HOST] = 3,   [WORK_GRAPH] = 4,
        [WORK_EMPTY] = 5,  [WORK_WAIT] = 6, [WORK_RECORD] = 7, [WORK_ALLOC] = 10, [WORK_FREE] = 11};
    if (!node)
        return CU_INVALID_VALUE;
    *type = types[node->work.kind];
    return CU_SUCCESS;
}

EXPORT int cuGraphKernelNodeSetParams_v2(struct cu_graph_node *node,
                                         const struct cu_kernel_node *params)
{
    struct driver_work w;
    int e = node && node->work.kind == WORK_LAUNCH ? kernel_work(params, &w) : CU_INVALID_VALUE;
    if (e)
        return e;
    free(node->work.launch.params);
    w.launch.cluster = node->work.launch.cluster; /* attributes stay */
    w.launch.cooperative = node->work.launch.cooperative;
    node->work = w;
    return CU_SUCCESS;
}

/* ---- edges with data, of CUDA 12.3 and later: all data are zero ---- */

EXPORT int cuGraphGetEdges_v2(struct cu_graph *graph, struct cu_graph_node **from,
                              struct cu_graph_node **to, void *data, size_t *count)
{
    return cuGraphGetEdges(graph, from, to, count);
}

EXPORT int cuGraphNodeGetDependencies_v2(struct cu_graph_node *node, struct cu_graph_node **needs,
                                         void *data, size_t *count)
{
    return cuGraphNodeGetDependencies(node, needs, count);
}

EXPORT int cuGraphNodeGetDependentNodes(struct cu_graph_node *node, struct cu_graph_node **nodes,
                                        size_t *count)
{
    struct node_list l = {nodes, *count, 0};
    VEC_EACH (n, &node->graph->nodes)
        VEC_EACH (need, &(*n)->needs)
            if (*need == node)
                list_put(&l, *n);
    *count = l.n;
    return CU_SUCCESS;
}

EXPORT int cuGraphNodeGetDependentNodes_v2(struct cu_graph_node *node, struct cu_graph_node **nodes,
                                           void *data, size_t *count)
{
    return cuGraphNodeGetDependentNodes(node, nodes, count);
}

EXPORT int cuGraphRemoveDependencies_v2(struct cu_graph *graph, struct cu_graph_node *const *from,
                                        struct cu_graph_node *const *to, const void *data,
                                        size_t count)
{
    return cuGraphRemoveDependencies(graph, from, to, count);
}

/* ---- objects of the program that graphs keep alive: they live until the
 * process ends ---- */

EXPORT int cuUserObjectCreate(void **object, void *user, void (*destroy)(void *user),
                              unsigned users, unsigned flags)
{
    *object = user ? user : object;
    return driver_begin();
}

EXPORT int cuUserObjectRetain(void *object, unsigned count)
{
    return driver_begin();
}

EXPORT int cuUserObjectRelease(void *object, unsigned count)
{
    return driver_begin();
}

EXPORT int cuGraphRetainUserObject(struct cu_graph *graph, void *object, unsigned count,
                                   unsigned flags)
{
    return valid(graph) ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuGraphReleaseUserObject(struct cu_graph *graph, void *object, unsigned count)
{
    return valid(graph) ? CU_SUCCESS : CU_INVALID_VALUE;
}

/* ---- running ---- */

static bool ready(const struct cu_graph_node *n)
{
    VEC_EACH (need, &n->needs)
        if (!(*need)->done)
            return false;
    return true;
}

/* Nodes in an order that keeps their dependencies; false: there is a cycle. */
static bool make_order(struct cu_graph_exec *x)
{
    bool found = true;
    x->order.n = 0;
    while (found) {
        found = false;
        VEC_EACH (n, &x->graph->nodes) {
            if ((*n)->done || !ready(*n))
                continue;
            (*n)->done = found = true;
            VEC_PUSH(&x->order, *n);
        }
    }
    return x->order.n == x->graph->nodes.n;
}

static int instantiate(struct cu_graph_exec **out, struct cu_graph *graph)
{
    if (!valid(graph) || !out)
        return CU_INVALID_VALUE;
    struct cu_graph_exec *x = xcalloc(1, sizeof *x);
    x->kind = HANDLE_GRAPH_EXEC;
    x->graph = driver_graph_copy(graph);
    VEC_EACH (n, &graph->nodes)
        VEC_PUSH(&x->originals, *n);
    if (!make_order(x)) {
        cuGraphExecDestroy(x);
        return CU_INVALID_VALUE;
    }
    *out = x;
    return CU_SUCCESS;
}

EXPORT int cuGraphInstantiateWithFlags(struct cu_graph_exec **exec, struct cu_graph *graph,
                                       uint64_t flags)
{
    return instantiate(exec, graph);
}

EXPORT int cuGraphInstantiate_v2(struct cu_graph_exec **exec, struct cu_graph *graph,
                                 struct cu_graph_node **error, char *log, size_t room)
{
    if (log && room)
        *log = '\0';
    return instantiate(exec, graph);
}

struct cu_instantiate { /* CUDA_GRAPH_INSTANTIATE_PARAMS */
    uint64_t flags;
    struct cu_stream *upload;
    struct cu_graph_node *error;
    int result;
};

EXPORT int cuGraphInstantiateWithParams(struct cu_graph_exec **exec, struct cu_graph *graph,
                                        void *params)
{
    struct cu_instantiate *p = params;
    int e = instantiate(exec, graph);
    p->result = e ? 1 : 0;
    p->error = NULL;
    return e;
}

EXPORT int cuGraphExecDestroy(struct cu_graph_exec *exec)
{
    if (!valid_exec(exec))
        return CU_INVALID_VALUE;
    driver_graph_free(exec->graph);
    VEC_FREE(&exec->order);
    VEC_FREE(&exec->originals);
    exec->kind = 0;
    free(exec);
    return CU_SUCCESS;
}

static int run_order(struct cu_graph_node *const *order, size_t count, struct cu_stream *s);

static int run_child(const struct cu_graph *g, struct cu_stream *s)
{
    struct cu_graph_exec x = {.graph = driver_graph_copy(g)};
    int e = make_order(&x) ? run_order(x.order.at, x.order.n, s) : CU_INVALID_VALUE;
    driver_graph_free(x.graph);
    VEC_FREE(&x.order);
    return e;
}

static int run_order(struct cu_graph_node *const *order, size_t count, struct cu_stream *s)
{
    int e = CU_SUCCESS;
    for (size_t i = 0; i < count && !e; i++) {
        const struct driver_work *w = &order[i]->work;
        if (order[i]->off)
            continue;
        e = w->kind == WORK_GRAPH ? run_child(w->graph, s) : work_submit(s, w);
    }
    return e;
}

EXPORT int cuGraphLaunch(struct cu_graph_exec *exec, struct cu_stream *stream)
{
    int e = driver_begin();
    struct cu_stream *s = e ? NULL : stream_of(stream);
    if (e)
        return e;
    if (!valid_exec(exec) || !s)
        return CU_INVALID_VALUE;
    report_place();
    return run_order(exec->order.at, exec->order.n, s);
}

EXPORT int cuGraphUpload(struct cu_graph_exec *exec, struct cu_stream *stream)
{
    return valid_exec(exec) ? CU_SUCCESS : CU_INVALID_VALUE;
}

struct cu_graph_node *driver_exec_node(const struct cu_graph_exec *exec,
                                       const struct cu_graph_node *node)
{
    for (size_t i = 0; valid_exec(exec) && i < exec->originals.n; i++)
        if (exec->originals.at[i] == node)
            return exec->graph->nodes.at[i];
    return NULL;
}

EXPORT int cuGraphExecKernelNodeSetParams_v2(struct cu_graph_exec *exec, struct cu_graph_node *node,
                                             const struct cu_kernel_node *params)
{
    return cuGraphKernelNodeSetParams_v2(driver_exec_node(exec, node), params);
}

struct cu_update_result { /* CUgraphExecUpdateResultInfo */
    int result;
    struct cu_graph_node *node, *from;
};

/* The new graph takes the old one's place if it has the same kinds of nodes in the same order. */
EXPORT int cuGraphExecUpdate_v2(struct cu_graph_exec *exec, struct cu_graph *graph, void *result)
{
    enum { UPDATE_OK = 0, UPDATE_TOPOLOGY = 2 };

    struct cu_update_result *r = result;
    if (!valid_exec(exec) || !valid(graph))
        return CU_INVALID_VALUE;
    bool same = exec->graph->nodes.n == graph->nodes.n;
    for (size_t i = 0; same && i < graph->nodes.n; i++)
        same = graph->nodes.at[i]->work.kind == exec->graph->nodes.at[i]->work.kind;
    *r = (struct cu_update_result){same ? UPDATE_OK : UPDATE_TOPOLOGY, NULL, NULL};
    if (!same)
        return cudaErrorGraphExecUpdateFailure;
    driver_graph_free(exec->graph);
    exec->graph = driver_graph_copy(graph);
    return make_order(exec) ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuGraphDebugDotPrint(struct cu_graph *graph, const char *path, unsigned flags)
{
    FILE *f = valid(graph) ? fopen(path, "w") : NULL;
    if (!f)
        return CU_INVALID_VALUE;
    fputs("digraph dot {\n", f);
    VEC_EACH (n, &graph->nodes) {
        fprintf(f, "  n%p [label=\"%s\"];\n", (void *) *n,
                (*n)->work.kind == WORK_LAUNCH
                    ? device_kernel_info((*n)->work.launch.function->kernel)->name
                    : "");
        VEC_EACH (need, &(*n)->needs)
            fprintf(f, "  n%p -> n%p;\n", (void *) *need, (void *) *n);
    }
    fputs("}\n", f);
    fclose(f);
    return CU_SUCCESS;
}
