/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA graphs made by stream capture: while a stream is captured, launches and asynchronous copies are written down instead of
 * made, and cudaGraphLaunch makes them in that order. A graph lives as long as the session; destroying one drops its handle. */
#include <stdlib.h>
#include <string.h>

#include "eval/builtin_cuda.h"
#include "eval/graph.h"

enum node_kind { NODE_LAUNCH, NODE_COPY, NODE_FILL, NODE_HOST };

struct node {
    enum node_kind kind;
    struct launch_request launch;
    struct launch_arg *args; /* with their bytes behind them */
    union value
        values[4]; /* copy: to, from, bytes, kind; fill: to, byte, bytes; host: function, data */
    struct span at;
};

struct graph {
    VEC(struct node) nodes;
};

enum { CAPTURE_UNMATCHED = 903 };

void graphs_free(struct vm *vm)
{
    VEC_EACH (g, &vm->graphs) {
        VEC_EACH (n, &(*g)->nodes)
            free(n->args);
        VEC_FREE(&(*g)->nodes);
        free(*g);
    }
    VEC_FREE(&vm->graphs);
}

void graph_add_launch(struct vm *vm, const struct launch_request *r)
{
    struct node n = {.kind = NODE_LAUNCH, .launch = *r, .at = r->at};
    size_t size = (r->arg_count + 1) * sizeof *n.args, bytes = 0;
    for (uint32_t i = 0; i < r->arg_count; i++)
        bytes += r->args[i].size;
    n.args = xmalloc(size + bytes);
    char *to = (char *) n.args + size;
    for (uint32_t i = 0; i < r->arg_count; i++) {
        n.args[i] = r->args[i];
        memcpy(to, r->args[i].bytes, r->args[i].size);
        n.args[i].bytes = to;
        to += r->args[i].size;
    }
    n.launch.args = n.args;
    n.launch.out_code = NULL;
    VEC_PUSH(&vm->capture->nodes, n);
}

static void add(struct vm *vm, enum node_kind kind, const union value *values, uint32_t count,
                struct span at)
{
    struct node n = {.kind = kind, .at = at};
    memcpy(n.values, values, count * sizeof *values);
    VEC_PUSH(&vm->capture->nodes, n);
}

void graph_add_copy(struct vm *vm, const union value *at, struct span where)
{
    add(vm, NODE_COPY, at, 4, where);
}

void graph_add_fill(struct vm *vm, const union value *at, struct span where)
{
    add(vm, NODE_FILL, at, 3, where);
}

void graph_add_host(struct vm *vm, uint64_t function, uint64_t data, struct span where)
{
    union value values[2] = {{.u = function}, {.u = data}};
    add(vm, NODE_HOST, values, 2, where);
}

static struct graph *graph_of(struct vm *vm, const char *kind, uint64_t handle, struct span at)
{
    struct graph *g = vm_handle_of(vm, kind, handle);
    if (!g)
        diag_help(vm->diags, vm_error(vm, DIAG_MEMORY, at, "this is no %s", kind),
                  "cudaStreamEndCapture gives a cudaGraph_t, cudaGraphInstantiate a "
                  "cudaGraphExec_t");
    return g;
}

static bool give_handle(struct vm *vm, const struct site *site, union value *at, uint32_t arg,
                        const char *kind, struct graph *g)
{
    uint64_t handle = vm_handle(vm, kind, g);
    return vm_store(vm, at[arg].u, &handle, sizeof handle, call_of(site)->spans[arg]) &&
           cuda_give(vm, at, CUDA_SUCCESS);
}

BUILTIN(cudaStreamBeginCapture)
{
    if (vm->capture)
        return cuda_give(vm, at, CAPTURE_UNMATCHED);
    vm->capture = xcalloc(1, sizeof *vm->capture);
    VEC_PUSH(&vm->graphs, vm->capture);
    return cuda_give(vm, at, CUDA_SUCCESS);
}

BUILTIN(cudaStreamEndCapture)
{
    struct graph *g = vm->capture;
    vm->capture = NULL;
    return g ? give_handle(vm, site, at, 1, "cudaGraph_t", g)
             : cuda_give(vm, at, CAPTURE_UNMATCHED);
}

BUILTIN(cudaStreamIsCapturing)
{
    int status = vm->capture != NULL;
    return vm_store(vm, at[1].u, &status, sizeof status, call_of(site)->spans[1]) &&
           cuda_give(vm, at, CUDA_SUCCESS);
}

BUILTIN(cudaGraphInstantiate)
{
    struct graph *g = graph_of(vm, "cudaGraph_t", at[1].u, call_of(site)->spans[1]);
    return g && give_handle(vm, site, at, 0, "cudaGraphExec_t", g);
}

/* The arguments: graph, out nodes (may be null), out count. */
BUILTIN(cudaGraphGetNodes)
{
    struct graph *g = graph_of(vm, "cudaGraph_t", at[0].u, call_of(site)->spans[0]);
    uint64_t count = g ? g->nodes.n : 0;
    return g && vm_store(vm, at[2].u, &count, sizeof count, call_of(site)->spans[2]) &&
           cuda_give(vm, at, CUDA_SUCCESS);
}

static bool make(struct vm *vm, const struct site *site, const struct node *n, uint64_t stream)
{
    struct launch_request r = n->launch;
    struct span spans[4] = {n->at, n->at, n->at, n->at};
    struct call_site call = {.site = *site, .spans = spans, .count = 4};
    union value values[4], unused;
    memcpy(values, n->values, sizeof values);
    r.stream = stream;
    switch (n->kind) {
    case NODE_LAUNCH: return launch_run(vm->launcher, &r, vm->diags);
    case NODE_COPY: return builtin_cudaMemcpy(vm, &call.site, values);
    case NODE_FILL: return builtin_cudaMemset(vm, &call.site, values);
    default:
        return launch_sync(vm->launcher, vm->diags, site->at) &&
               vm_call(vm, values[0].u, values + 1, 1, &unused, site->at);
    }
}

BUILTIN(cudaGraphLaunch)
{
    struct graph *g = graph_of(vm, "cudaGraphExec_t", at[0].u, call_of(site)->spans[0]);
    uint64_t stream = at[1].u;
    for (size_t i = 0; g && i < g->nodes.n; i++) {
        struct node n =
            g->nodes.at[i]; /* a function of the host may capture another graph meanwhile */
        if (!make(vm, site, &n, stream))
            return false;
    }
    return g && cuda_give(vm, at, CUDA_SUCCESS);
}

BUILTIN(cudaGraphDestroy)
{
    if (!graph_of(vm, "cudaGraph_t", at[0].u, call_of(site)->spans[0]))
        return false;
    vm_handle_drop(vm, at[0].u);
    return cuda_give(vm, at, CUDA_SUCCESS);
}

BUILTIN(cudaGraphExecDestroy)
{
    if (!graph_of(vm, "cudaGraphExec_t", at[0].u, call_of(site)->spans[0]))
        return false;
    vm_handle_drop(vm, at[0].u);
    return cuda_give(vm, at, CUDA_SUCCESS);
}
