/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA graphs. A graph is built explicitly (builtin_cuda_graph_node.c) or by stream capture, which records launches and
 * asynchronous copies instead of executing them. Instantiation sorts the nodes; a launch executes them in that order. */
#include <stdlib.h>
#include <string.h>

#include "eval/cuda/builtin_cuda.h"
#include "eval/cuda/cuda_graph.h"

/* ---- graphs and nodes ---- */

struct graph *graph_new(struct vm *vm)
{
    struct graph *g = xcalloc(1, sizeof *g);
    VEC_PUSH(&vm->graphs, g);
    return g;
}

static void graph_free(struct graph *g)
{
    VEC_EACH (n, &g->nodes) {
        if ((*n)->child)
            graph_free((*n)->child);
        VEC_FREE(&(*n)->after);
        free((*n)->args);
        free(*n);
    }
    VEC_FREE(&g->nodes);
    free(g);
}

void graphs_free(struct vm *vm)
{
    VEC_EACH (g, &vm->graphs)
        graph_free(*g);
    VEC_FREE(&vm->graphs);
}

struct graph_node *graph_add(struct graph *g, enum graph_kind kind, struct span at)
{
    struct graph_node *n = xcalloc(1, sizeof *n);
    n->kind = kind;
    n->graph = g;
    n->at = at;
    VEC_PUSH(&g->nodes, n);
    g->total++;
    return n;
}

/* The new node depends on all existing nodes: the order of a captured stream. */
static struct graph_node *add_last(struct graph *g, enum graph_kind kind, struct span at)
{
    struct graph_node *last = g->nodes.n ? VEC_LAST(&g->nodes) : NULL;
    struct graph_node *n = graph_add(g, kind, at);
    if (last)
        VEC_PUSH(&n->after, last);
    return n;
}

void graph_set_launch(struct graph_node *n, const struct launch_request *r)
{
    size_t size = (r->arg_count + 1) * sizeof *n->args, bytes = 0;
    for (uint32_t i = 0; i < r->arg_count; i++)
        bytes += r->args[i].size;
    struct launch_arg *args = xmalloc(size + bytes);
    char *to = (char *) args + size;
    for (uint32_t i = 0; i < r->arg_count; i++) {
        args[i] = r->args[i];
        memcpy(to, r->args[i].bytes, r->args[i].size);
        args[i].bytes = to;
        to += r->args[i].size;
    }
    free(n->args);
    n->launch = *r;
    n->launch.args = n->args = args;
    n->launch.out_code = NULL;
}

/* ---- order ---- */

struct visit {
    struct graph_node *node;
    size_t next; /* of its dependencies */
};

/* Appends the node's dependencies, then the node. Uses a list of visits instead of recursion: chains may be long. */
static bool in_order(struct graph_node *first, struct graph *out)
{
    VEC(struct visit) path = {0};
    bool good = true;
    if (first->state == 0)
        VEC_PUSH(&path, ((struct visit){first, 0}));
    while (path.n && good) {
        struct visit *v = &VEC_LAST(&path);
        v->node->state = 1;
        if (v->next == v->node->after.n) {
            v->node->state = 2;
            VEC_PUSH(&out->nodes, v->node);
            path.n--;
            continue;
        }
        struct graph_node *before = v->node->after.at[v->next++];
        good = before->state != 1;
        if (!before->state)
            VEC_PUSH(&path, ((struct visit){before, 0}));
    }
    VEC_FREE(&path);
    return good;
}

struct graph *graph_copy(const struct graph *from)
{
    struct graph *g = xcalloc(1, sizeof *g);
    graph_append(g, from, false);
    return g;
}

static void append_node(struct graph *to, struct graph_node *n, bool flat)
{
    if (flat && n->kind == GRAPH_CHILD) {
        graph_append(to, n->child, true);
        return;
    }
    struct graph_node *own = flat ? add_last(to, n->kind, n->at) : graph_add(to, n->kind, n->at);
    __typeof__(own->after) after = own->after;
    *own = *n;
    own->after = after;
    own->graph = to;
    own->original = n;
    own->args = NULL;
    n->copy = own;
    if (n->kind == GRAPH_LAUNCH)
        graph_set_launch(own, &n->launch);
    if (n->child) {
        own->child = graph_copy(n->child);
        to->total += own->child->total;
        to->depth = own->child->depth + 1 > to->depth ? own->child->depth + 1 : to->depth;
    }
}

bool graph_append(struct graph *to, const struct graph *from, bool flat)
{
    struct graph order = {0};
    bool good = true;
    VEC_EACH (n, &from->nodes)
        (*n)->state = 0;
    for (size_t i = 0; i < from->nodes.n && good; i++)
        good = in_order(from->nodes.at[i], &order);
    for (size_t i = 0; i < order.nodes.n && good; i++)
        append_node(to, order.nodes.at[i], flat);
    for (size_t i = 0; i < order.nodes.n && good && !flat; i++)
        VEC_EACH (before, &order.nodes.at[i]->after)
            VEC_PUSH(&order.nodes.at[i]->copy->after, (*before)->copy);
    VEC_FREE(&order.nodes);
    return good;
}

/* ---- capture ---- */

void graph_add_launch(struct vm *vm, const struct launch_request *r)
{
    graph_set_launch(add_last(vm->capture, GRAPH_LAUNCH, r->at), r);
}

void graph_add_copy(struct vm *vm, const union value *at, struct span where)
{
    memcpy(add_last(vm->capture, GRAPH_COPY, where)->values, at, 4 * sizeof *at);
}

void graph_add_fill(struct vm *vm, const union value *at, struct span where)
{
    add_last(vm->capture, GRAPH_FILL, where)->fill =
        (struct graph_fill){at[0].u, 0, (uint8_t) at[1].u, 1, at[2].u, 1};
}

void graph_add_host(struct vm *vm, uint64_t function, uint64_t data, struct span where)
{
    struct graph_node *n = add_last(vm->capture, GRAPH_HOST, where);
    n->values[0].u = function;
    n->values[1].u = data;
}

struct graph *graph_of(struct vm *vm, const char *kind, uint64_t handle, struct span at)
{
    struct graph *g = vm_handle_of(vm, kind, handle);
    if (!g)
        diag_help(vm->diags, vm_error(vm, DIAG_MEMORY, at, "this is no %s", kind),
                  "cudaGraphCreate and cudaStreamEndCapture return a cudaGraph_t, "
                  "cudaGraphInstantiate a cudaGraphExec_t");
    return g;
}

bool graph_give(struct vm *vm, const struct call_site *call, union value *at, uint32_t arg,
                const char *kind, void *p)
{
    uint64_t handle = vm_handle(vm, kind, p);
    return vm_store(vm, at[arg].u, &handle, sizeof handle, builtin_call_of(call)->spans[arg]) &&
           cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaStreamBeginCapture)
{
    if (vm->capture)
        return cuda_give(vm, at, cudaErrorStreamCaptureUnmatched);
    vm->capture = graph_new(vm);
    return cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaStreamEndCapture)
{
    struct graph *g = vm->capture;
    vm->capture = NULL;
    return g ? graph_give(vm, call, at, 1, "cudaGraph_t", g)
             : cuda_give(vm, at, cudaErrorStreamCaptureUnmatched);
}

BUILTIN(cudaStreamIsCapturing)
{
    int status = vm->capture != NULL;
    return vm_store(vm, at[1].u, &status, sizeof status, builtin_call_of(call)->spans[1]) &&
           cuda_give(vm, at, cudaSuccess);
}

/* ---- launching ---- */

enum { CHECKED_MOST = 100 }; /* nodes of a graph whose dependencies %check knows */

BUILTIN(cudaGraphInstantiate)
{
    struct graph *g = graph_of(vm, "cudaGraph_t", at[1].u, builtin_call_of(call)->spans[1]);
    if (!g)
        return false;
    struct graph *ready = graph_new(vm);
    return graph_append(ready, g, true) ? graph_give(vm, call, at, 0, "cudaGraphExec_t", ready)
                                        : cuda_give(vm, at, cudaErrorInvalidValue);
}

static bool fill_rows(struct vm *vm, const struct graph_node *n, uint32_t stream)
{
    const struct graph_fill *f = &n->fill;
    const atomic_bool *stop = vm->interrupt; /* the VM checks it again after the call */
    for (uint64_t row = 0; row < f->height && f->width && !atomic_load(stop); row++)
        if (!cuda_fill(vm, f->to + row * f->pitch, &f->value, f->element, f->width, stream, n->at))
            return false;
    return true;
}

static bool make(struct vm *vm, const struct call_site *call, const struct graph_node *n,
                 uint64_t stream)
{
    struct launch_request r = n->launch;
    struct span spans[4] = {n->at, n->at, n->at, n->at};
    struct builtin_call copy = {.call = *call, .spans = spans, .count = 4};
    union value values[4], unused;
    memcpy(values, n->values, sizeof values);
    r.stream = stream;
    switch (n->kind) {
    case GRAPH_LAUNCH: return launch_run(vm->launcher, &r, vm->diags);
    case GRAPH_COPY: return builtin_cudaMemcpy(vm, &copy.call, values);
    case GRAPH_BOX: return cuda_copy_box(vm, &copy.call, values, n->box);
    case GRAPH_FILL: return fill_rows(vm, n, (uint32_t) stream);
    case GRAPH_HOST:
        return launch_sync(vm->launcher, vm->diags, call->at) &&
               vm_call(vm, values[0].u, values + 1, 1, &unused, call->at);
    default: return true; /* empty; a child's nodes replace it */
    }
}

/* Whether the nodes are those of one graph: their dependencies are those of the originals then. */
static bool is_flat(const struct graph *g)
{
    for (size_t i = 0; i < g->nodes.n; i++)
        if (!g->nodes.at[i]->original ||
            g->nodes.at[i]->original->graph != g->nodes.at[0]->original->graph)
            return false;
    return true;
}

/* Tells the checker after which nodes node k comes: those before it in the list may be. */
static void order_node(struct vm *vm, const struct graph *g, size_t k, uint32_t begin)
{
    const struct graph_node *n = g->nodes.at[k];
    bool flat = is_flat(g);
    launch_node_begins(vm->launcher, (uint32_t) k, begin);
    if (!flat && k)
        launch_node_after(vm->launcher, (uint32_t) k - 1);
    for (size_t i = 0; flat && i < k; i++)
        VEC_EACH (before, &n->original->after)
            if (*before == g->nodes.at[i]->original)
                launch_node_after(vm->launcher, (uint32_t) i);
}

static bool make_all(struct vm *vm, const struct call_site *call, const struct graph *g,
                     uint64_t stream)
{
    uint32_t begin = launch_mark(vm->launcher, (uint32_t) stream), count = (uint32_t) g->nodes.n;
    bool good = true, checked = launcher_checking(vm->launcher) && count <= CHECKED_MOST;
    for (uint32_t k = 0; k < count && good; k++) {
        if (checked)
            order_node(vm, g, k, begin);
        good = make(vm, call, g->nodes.at[k], stream);
    }
    if (checked)
        launch_nodes_end(vm->launcher, count, (uint32_t) stream);
    return good;
}

BUILTIN(cudaGraphLaunch)
{
    struct graph *g = graph_of(vm, "cudaGraphExec_t", at[0].u, builtin_call_of(call)->spans[0]);
    uint64_t stream = at[1].u;
    if (g && vm->capture && vm->capture->total + g->total > GRAPH_MOST)
        return cuda_give(vm, at, cudaErrorMemoryAllocation);
    if (g && vm->capture)
        return graph_append(vm->capture, g, true) && cuda_give(vm, at, cudaSuccess);
    struct device *current = launcher_opened(vm->launcher),
                  *on = launcher_stream_device(vm->launcher, (uint32_t) stream);
    if (current && !on)
        return cuda_give(vm, at, cudaErrorInvalidResourceHandle);
    launcher_set_current(vm->launcher, on);
    bool ok = g && make_all(vm, call, g, stream);
    launcher_set_current(vm->launcher, current);
    return ok && cuda_give(vm, at, cudaSuccess);
}

/* cudaGraphExecUpdateResult */
enum { UPDATED = 0, TOPOLOGY_CHANGED = 2, NODE_TYPE_CHANGED = 3 };

/* How an update went: to a result and a node before CUDA 12, to a struct of both since. Which node it was is not told. */
static bool give_update(struct vm *vm, const struct call_site *call, union value *at, int result)
{
    const struct builtin_call *b = builtin_call_of(call);

    struct {
        int result;
        uint64_t node, from;
    } info = {.result = result};

    bool apart = b->count == 4, good = true;
    if (apart && at[2].u)
        good = vm_store(vm, at[2].u, &info.node, sizeof info.node, b->spans[2]);
    if (apart && at[3].u)
        good = good && vm_store(vm, at[3].u, &result, sizeof result, b->spans[3]);
    if (!apart && at[2].u)
        good = vm_store(vm, at[2].u, &info, sizeof info, b->spans[2]);
    return good &&
           cuda_give(vm, at, result == UPDATED ? cudaSuccess : cudaErrorGraphExecUpdateFailure);
}

/* The arguments: instantiated graph, graph, and where to store how it went. */
BUILTIN(cudaGraphExecUpdate)
{
    struct graph *ready = graph_of(vm, "cudaGraphExec_t", at[0].u, builtin_call_of(call)->spans[0]);
    struct graph *g =
        ready ? graph_of(vm, "cudaGraph_t", at[1].u, builtin_call_of(call)->spans[1]) : NULL;
    if (!g)
        return false;
    struct graph *made = graph_new(vm);
    if (!graph_append(made, g, true) || made->nodes.n != ready->nodes.n)
        return give_update(vm, call, at, TOPOLOGY_CHANGED);
    for (size_t i = 0; i < made->nodes.n; i++)
        if (made->nodes.at[i]->kind != ready->nodes.at[i]->kind)
            return give_update(vm, call, at, NODE_TYPE_CHANGED);
    struct graph old = *ready;
    *ready = *made;
    *made = old;
    return give_update(vm, call, at, UPDATED);
}

/* ---- destruction ---- */

static void drop_nodes(struct vm *vm, const struct graph *g)
{
    size_t kept = 0;
    for (size_t i = 0; i < vm->handles.n; i++) {
        struct object *o = vm->handles.at[i];
        const struct graph_node *n = vm_handle_of(vm, "cudaGraphNode_t", o->start);
        if (n && n->graph == g)
            space_free(vm->host, o);
        else
            vm->handles.at[kept++] = o;
    }
    vm->handles.n = kept;
}

BUILTIN(cudaGraphDestroy)
{
    struct graph *g = graph_of(vm, "cudaGraph_t", at[0].u, builtin_call_of(call)->spans[0]);
    if (!g)
        return false;
    drop_nodes(vm, g);
    vm_handle_drop(vm, at[0].u);
    return cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaGraphExecDestroy)
{
    if (!graph_of(vm, "cudaGraphExec_t", at[0].u, builtin_call_of(call)->spans[0]))
        return false;
    vm_handle_drop(vm, at[0].u);
    return cuda_give(vm, at, cudaSuccess);
}
