/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA graphs built explicitly: creating, connecting, changing and listing nodes. Execution: builtin_cuda_graph.c. */
#include <string.h>

#include "eval/cuda/builtin_cuda.h"
#include "eval/cuda/cuda_graph.h"

static struct span span_of(const struct call_site *call, uint32_t arg)
{
    return builtin_call_of(call)->spans[arg];
}

BUILTIN(cudaGraphCreate)
{
    return graph_give(vm, call, at, 0, "cudaGraph_t", graph_new(vm));
}

/* ---- nodes ---- */

/* The node of the graph whose handle is at that address. NULL: a diag, or *out_code has the error. */
static struct graph_node *read_node(struct vm *vm, const struct graph *g, uint64_t addr,
                                    struct span at, int *out_code)
{
    const void *from = vm_memory(vm, addr, 8, VM_READ, at);
    uint64_t handle = 0;
    *out_code = cudaSuccess;
    if (!from)
        return NULL;
    memcpy(&handle, from, sizeof handle);
    struct graph_node *n = vm_handle_of(vm, "cudaGraphNode_t", handle);
    if (n && n->graph == g)
        return n;
    *out_code = cudaErrorInvalidValue;
    return NULL;
}

static bool waits_for(struct vm *vm, struct graph_node *n, uint64_t list, uint64_t count,
                      struct span at, int *out_code)
{
    for (uint64_t i = 0; i < count; i++) {
        struct graph_node *before = read_node(vm, n->graph, list + 8 * i, at, out_code);
        if (!before)
            return false;
        VEC_PUSH(&n->after, before);
    }
    return true;
}

/* Appends a copy of `made` to the graph. The arguments of the call: out node, graph, list of dependencies, their number.
 * */
static bool give_node(struct vm *vm, const struct call_site *call, union value *at,
                      const struct graph_node *made)
{
    struct graph *g = graph_of(vm, "cudaGraph_t", at[1].u, span_of(call, 1));
    if (!g)
        return false;
    uint64_t more = 1 + (made->child ? made->child->total : 0);
    if (at[3].u > g->nodes.n)
        return cuda_give(vm, at, cudaErrorInvalidValue);
    uint32_t depth = made->child ? made->child->depth + 1 : 0;
    if (g->total + more > GRAPH_MOST || depth > GRAPH_DEEPEST)
        return cuda_give(vm, at, cudaErrorMemoryAllocation);
    struct graph *child = made->child ? graph_copy(made->child) : NULL; /* it may be g itself */
    struct graph_node *n = graph_add(g, made->kind, call->at);
    n->fill = made->fill;
    memcpy(n->values, made->values, sizeof n->values);
    memcpy(n->box, made->box, sizeof n->box);
    n->function = made->function;
    if (made->kind == GRAPH_LAUNCH)
        graph_set_launch(n, &made->launch);
    if (child) {
        n->child = child;
        g->total += child->total;
        g->depth = depth > g->depth ? depth : g->depth;
    }
    int code = cudaSuccess;
    if (waits_for(vm, n, at[2].u, at[3].u, span_of(call, 2), &code))
        return graph_give(vm, call, at, 0, "cudaGraphNode_t", n);
    n->kind = GRAPH_EMPTY; /* no handle refers to it */
    return code && cuda_give(vm, at, code);
}

/* The launch that cudaKernelNodeParams describe. false: a diag, or *out_code. */
static bool read_launch(struct vm *vm, uint64_t addr, struct span at, struct cuda_launch *out,
                        uint64_t *out_function, int *out_code)
{
    struct graph_kernel_params p;
    const void *given = vm_memory(vm, addr, sizeof p, VM_READ, at);
    *out_code = cudaSuccess;
    if (!given)
        return false;
    memcpy(&p, given, sizeof p);
    struct device_dim g = p.grid, b = p.block;
    if (!g.x || !g.y || !g.z || !b.x || !b.y || !b.z || p.extra)
        *out_code = cudaErrorInvalidValue;
    if (*out_code || !cuda_launch_of(vm, p.kernel, g, b, p.args, at, out))
        return false;
    out->request.shared = p.shared;
    *out_function = p.kernel;
    return true;
}

BUILTIN(cudaGraphAddKernelNode)
{
    struct graph_node n = {.kind = GRAPH_LAUNCH};
    struct cuda_launch l;
    int code;
    if (!read_launch(vm, at[4].u, span_of(call, 4), &l, &n.function, &code))
        return code && cuda_give(vm, at, code);
    n.launch = l.request;
    return give_node(vm, call, at, &n);
}

/* The arguments after the four that all nodes have: to, from, bytes, kind. */
BUILTIN(cudaGraphAddMemcpyNode1D)
{
    struct graph_node n = {.kind = GRAPH_COPY};
    memcpy(n.values, at + 4, sizeof n.values);
    return give_node(vm, call, at, &n);
}

BUILTIN(cudaGraphAddMemcpyNode)
{
    struct graph_node n = {.kind = GRAPH_BOX};
    const void *given = vm_memory(vm, at[4].u, sizeof n.box, VM_READ, span_of(call, 4));
    if (!given)
        return false;
    memcpy(n.box, given, sizeof n.box);
    return give_node(vm, call, at, &n);
}

static bool read_fill(struct vm *vm, uint64_t addr, struct span at, struct graph_fill *out,
                      int *out_code)
{
    const void *given = vm_memory(vm, addr, sizeof *out, VM_READ, at);
    *out_code = cudaSuccess;
    if (!given)
        return false;
    memcpy(out, given, sizeof *out);
    if (out->element != 1 && out->element != 2 && out->element != 4)
        *out_code = cudaErrorInvalidValue;
    return !*out_code;
}

BUILTIN(cudaGraphAddMemsetNode)
{
    struct graph_node n = {.kind = GRAPH_FILL};
    int code;
    if (!read_fill(vm, at[4].u, span_of(call, 4), &n.fill, &code))
        return code && cuda_give(vm, at, code);
    return give_node(vm, call, at, &n);
}

static bool read_host(struct vm *vm, uint64_t addr, struct span at, union value *out)
{
    struct graph_host_params p;
    const void *given = vm_memory(vm, addr, sizeof p, VM_READ, at);
    if (!given)
        return false;
    memcpy(&p, given, sizeof p);
    out[0].u = p.function;
    out[1].u = p.data;
    return true;
}

BUILTIN(cudaGraphAddHostNode)
{
    struct graph_node n = {.kind = GRAPH_HOST};
    return read_host(vm, at[4].u, span_of(call, 4), n.values) && give_node(vm, call, at, &n);
}

BUILTIN(cudaGraphAddEmptyNode)
{
    return give_node(vm, call, at, &(struct graph_node){.kind = GRAPH_EMPTY});
}

BUILTIN(cudaGraphAddChildGraphNode)
{
    struct graph_node n = {.kind = GRAPH_CHILD};
    n.child = graph_of(vm, "cudaGraph_t", at[4].u, span_of(call, 4));
    return n.child && give_node(vm, call, at, &n);
}

/* The arguments: graph, from nodes, to nodes, edge data (some forms), number. */
BUILTIN(cudaGraphAddDependencies)
{
    struct graph *g = graph_of(vm, "cudaGraph_t", at[0].u, span_of(call, 0));
    uint64_t from = at[1].u, to = at[2].u, count = at[builtin_call_of(call)->count - 1].u;
    for (uint64_t i = 0; g && i < count; i++) {
        int code;
        struct graph_node *before = read_node(vm, g, from + 8 * i, span_of(call, 1), &code);
        struct graph_node *after =
            before ? read_node(vm, g, to + 8 * i, span_of(call, 2), &code) : NULL;
        if (!after)
            return code && cuda_give(vm, at, code);
        VEC_PUSH(&after->after, before);
    }
    return g && cuda_give(vm, at, cudaSuccess);
}

/* ---- changes ---- */

struct graph_node *graph_node_of(struct vm *vm, uint64_t handle, struct span at)
{
    struct graph_node *n = vm_handle_of(vm, "cudaGraphNode_t", handle);
    if (!n)
        diag_help(vm->diags, vm_error(vm, DIAG_MEMORY, at, "this is not a cudaGraphNode_t"),
                  "cudaGraphAddKernelNode and similar functions return one");
    return n;
}

/* The node itself, or its counterpart in an instantiated graph (argument 0). NULL: a diag, or *out_code. */
static struct graph_node *to_change(struct vm *vm, const struct call_site *call,
                                    const union value *at, bool instantiated, enum graph_kind kind,
                                    int *out_code)
{
    struct graph_node *n = graph_node_of(vm, at[instantiated].u, span_of(call, instantiated));
    struct graph *g =
        n && instantiated ? graph_of(vm, "cudaGraphExec_t", at[0].u, span_of(call, 0)) : NULL;
    *out_code = n && (!instantiated || g) ? cudaErrorInvalidValue : cudaSuccess;
    if (!n || n->kind != kind || !instantiated)
        return n && n->kind == kind ? n : NULL;
    for (size_t i = 0; g && i < g->nodes.n; i++)
        if (g->nodes.at[i]->original == n)
            return g->nodes.at[i];
    return NULL;
}

static bool set_launch(struct vm *vm, const struct call_site *call, union value *at,
                       bool instantiated)
{
    int code;
    struct graph_node *n = to_change(vm, call, at, instantiated, GRAPH_LAUNCH, &code);
    struct cuda_launch l;
    uint64_t function;
    if (!n || !read_launch(vm, at[1 + instantiated].u, span_of(call, 1 + instantiated), &l,
                           &function, &code))
        return code && cuda_give(vm, at, code);
    graph_set_launch(n, &l.request);
    n->function = function;
    return cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaGraphKernelNodeSetParams)
{
    return set_launch(vm, call, at, false);
}

BUILTIN(cudaGraphExecKernelNodeSetParams)
{
    return set_launch(vm, call, at, true);
}

/* The arguments: instantiated graph, node, to, from, bytes, kind. */
BUILTIN(cudaGraphExecMemcpyNodeSetParams1D)
{
    int code;
    struct graph_node *n = to_change(vm, call, at, true, GRAPH_COPY, &code);
    if (!n)
        return code && cuda_give(vm, at, code);
    memcpy(n->values, at + 2, sizeof n->values);
    return cuda_give(vm, at, cudaSuccess);
}

static bool set_fill(struct vm *vm, const struct call_site *call, union value *at,
                     bool instantiated)
{
    int code;
    struct graph_node *n = to_change(vm, call, at, instantiated, GRAPH_FILL, &code);
    struct graph_fill fill;
    uint32_t arg = 1 + instantiated;
    if (!n || !read_fill(vm, at[arg].u, span_of(call, arg), &fill, &code))
        return code && cuda_give(vm, at, code);
    n->fill = fill;
    return cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaGraphMemsetNodeSetParams)
{
    return set_fill(vm, call, at, false);
}

BUILTIN(cudaGraphExecMemsetNodeSetParams)
{
    return set_fill(vm, call, at, true);
}

static bool set_host(struct vm *vm, const struct call_site *call, union value *at,
                     bool instantiated)
{
    int code;
    struct graph_node *n = to_change(vm, call, at, instantiated, GRAPH_HOST, &code);
    uint32_t arg = 1 + instantiated;
    if (!n)
        return code && cuda_give(vm, at, code);
    return read_host(vm, at[arg].u, span_of(call, arg), n->values) &&
           cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaGraphHostNodeSetParams)
{
    return set_host(vm, call, at, false);
}

BUILTIN(cudaGraphExecHostNodeSetParams)
{
    return set_host(vm, call, at, true);
}

BUILTIN(cudaGraphClone)
{
    struct graph *g = graph_of(vm, "cudaGraph_t", at[1].u, span_of(call, 1));
    struct graph *copy = g ? graph_new(vm) : NULL;
    if (!copy)
        return false;
    return graph_append(copy, g, false) ? graph_give(vm, call, at, 0, "cudaGraph_t", copy)
                                        : cuda_give(vm, at, cudaErrorInvalidValue);
}
