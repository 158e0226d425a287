/* SPDX-License-Identifier: Apache-2.0 */
/* What a program asks of CUDA graphs and their nodes: lists of nodes and edges, types, parameters. CUDA Runtime API 6.29. */
#include <string.h>

#include "eval/cuda/builtin_cuda.h"
#include "eval/cuda/cuda_graph.h"

static struct span span_of(const struct call_site *call, uint32_t arg)
{
    return builtin_call_of(call)->spans[arg];
}

BUILTIN(cudaGraphNodeGetType)
{
    const struct graph_node *n = graph_node_of(vm, at[0].u, span_of(call, 0));
    int type = !n ? 0 : n->kind == GRAPH_BOX ? GRAPH_COPY : (int) n->kind;
    return n && vm_store(vm, at[1].u, &type, sizeof type, span_of(call, 1)) &&
           cuda_give(vm, at, cudaSuccess);
}

/* ---- lists ---- */

/* Lists of the program that are filled side by side: nodes, or both ends of edges. */
struct graph_listing {
    uint64_t to[2],
        count_at; /* their addresses, 0: not wanted; and of the number: room in, length out */
    struct span spans[2], count_span;
    uint64_t room, count;
};

static bool listing_begins(struct vm *vm, struct graph_listing *l)
{
    const void *given = vm_memory(vm, l->count_at, 8, VM_READ, l->count_span);
    if (given)
        memcpy(&l->room, given, sizeof l->room);
    return given;
}

static bool listing_add(struct vm *vm, struct graph_listing *l, struct graph_node *const *nodes)
{
    uint64_t i = l->count++;
    for (int k = 0; k < 2; k++) {
        if (!l->to[k] || i >= l->room)
            continue;
        uint64_t handle = vm_handle(vm, "cudaGraphNode_t", nodes[k]);
        if (!vm_store(vm, l->to[k] + 8 * i, &handle, sizeof handle, l->spans[k]))
            return false;
    }
    return true;
}

static bool listing_ends(struct vm *vm, union value *at, const struct graph_listing *l)
{
    uint64_t count = l->to[0] && l->room < l->count ? l->room : l->count;
    return vm_store(vm, l->count_at, &count, sizeof count, l->count_span) &&
           cuda_give(vm, at, cudaSuccess);
}

/* The arguments: a graph or node, out nodes (may be null), capacity in and number of nodes out. */
static struct graph_listing nodes_listing(const struct call_site *call, const union value *at)
{
    return (struct graph_listing){.to = {at[1].u},
                                  .spans = {span_of(call, 1)},
                                  .count_at = at[2].u,
                                  .count_span = span_of(call, 2)};
}

static bool list_nodes(struct vm *vm, const struct call_site *call, union value *at, bool roots)
{
    struct graph *g = graph_of(vm, "cudaGraph_t", at[0].u, span_of(call, 0));
    struct graph_listing l = nodes_listing(call, at);
    if (!g || !listing_begins(vm, &l))
        return false;
    for (size_t i = 0; i < g->nodes.n; i++)
        if (!(roots && g->nodes.at[i]->after.n) &&
            !listing_add(vm, &l, (struct graph_node *[]){g->nodes.at[i], NULL}))
            return false;
    return listing_ends(vm, at, &l);
}

BUILTIN(cudaGraphGetNodes)
{
    return list_nodes(vm, call, at, false);
}

BUILTIN(cudaGraphGetRootNodes)
{
    return list_nodes(vm, call, at, true);
}

BUILTIN(cudaGraphNodeGetDependencies)
{
    struct graph_node *n = graph_node_of(vm, at[0].u, span_of(call, 0));
    struct graph_listing l = nodes_listing(call, at);
    if (!n || !listing_begins(vm, &l))
        return false;
    for (size_t i = 0; i < n->after.n; i++)
        if (!listing_add(vm, &l, (struct graph_node *[]){n->after.at[i], NULL}))
            return false;
    return listing_ends(vm, at, &l);
}

/* Adds the edges of the graph, or only those from a node. */
static bool list_edges(struct vm *vm, const struct graph *g, const struct graph_node *from,
                       struct graph_listing *l, bool ends_only)
{
    for (size_t i = 0; i < g->nodes.n; i++) {
        struct graph_node *n = g->nodes.at[i];
        for (size_t k = 0; k < n->after.n; k++) {
            struct graph_node *before = n->after.at[k];
            struct graph_node *pair[] = {ends_only ? n : before, n};
            if ((!from || before == from) && !listing_add(vm, l, pair))
                return false;
        }
    }
    return true;
}

BUILTIN(cudaGraphNodeGetDependentNodes)
{
    struct graph_node *n = graph_node_of(vm, at[0].u, span_of(call, 0));
    struct graph_listing l = nodes_listing(call, at);
    return n && listing_begins(vm, &l) && list_edges(vm, n->graph, n, &l, true) &&
           listing_ends(vm, at, &l);
}

/* The arguments: graph, out nodes before and after (may be null), number of edges. */
BUILTIN(cudaGraphGetEdges)
{
    struct graph *g = graph_of(vm, "cudaGraph_t", at[0].u, span_of(call, 0));
    struct graph_listing l = {
        .to = {at[1].u,       at[2].u},
        .spans = { span_of(call, 1),      span_of(call, 2)},
        .count_at = at[3].u,
        .count_span = span_of(call, 3)
    };
    return g && listing_begins(vm, &l) && list_edges(vm, g, NULL, &l, false) &&
           listing_ends(vm, at, &l);
}

/* ---- parameters ---- */

/* The node, which must be of that kind, or of the other one. NULL: a diag, or *out_code. */
static struct graph_node *node_with(struct vm *vm, const struct call_site *call,
                                    const union value *at, enum graph_kind kind,
                                    enum graph_kind other, int *out_code)
{
    struct graph_node *n = graph_node_of(vm, at[0].u, span_of(call, 0));
    *out_code = n ? cudaErrorInvalidValue : cudaSuccess;
    return n && (n->kind == kind || n->kind == other) ? n : NULL;
}

static bool give_params(struct vm *vm, const struct call_site *call, union value *at,
                        const void *params, size_t size)
{
    return vm_store(vm, at[1].u, params, size, span_of(call, 1)) && cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaGraphMemsetNodeGetParams)
{
    int code;
    const struct graph_node *n = node_with(vm, call, at, GRAPH_FILL, GRAPH_FILL, &code);
    return n ? give_params(vm, call, at, &n->fill, sizeof n->fill)
             : code && cuda_give(vm, at, code);
}

BUILTIN(cudaGraphHostNodeGetParams)
{
    int code;
    const struct graph_node *n = node_with(vm, call, at, GRAPH_HOST, GRAPH_HOST, &code);
    if (!n)
        return code && cuda_give(vm, at, code);
    struct graph_host_params p = {n->values[0].u, n->values[1].u};
    return give_params(vm, call, at, &p, sizeof p);
}

/* A copy of bytes is a box of one row: cudaMemcpy3DParms. */
BUILTIN(cudaGraphMemcpyNodeGetParams)
{
    enum { FROM = 4, TO = 12, EXTENT = 16, KIND = 19 }; /* words */

    int code;
    const struct graph_node *n = node_with(vm, call, at, GRAPH_COPY, GRAPH_BOX, &code);
    if (!n)
        return code && cuda_give(vm, at, code);
    uint64_t box[20] = {0}, bytes = n->values[2].u;
    const uint64_t to[] = {n->values[0].u, bytes, bytes, 1},
                   from[] = {n->values[1].u, bytes, bytes, 1}, extent[] = {bytes, 1, 1};
    memcpy(box + FROM, from, sizeof from);
    memcpy(box + TO, to, sizeof to);
    memcpy(box + EXTENT, extent, sizeof extent);
    box[KIND] = n->values[3].u;
    return give_params(vm, call, at, n->kind == GRAPH_BOX ? n->box : box, sizeof box);
}

/* The kernel as the program names it. A launch that was captured is that of a kernel with this name. */
static uint64_t function_of(struct vm *vm, const struct graph_node *n)
{
    const char *name = n->launch.kernel->name;
    struct symbol *s = n->function ? NULL : lang_find(vm->lang, name, strlen(name));
    bool found = s && s->kind == SYMBOL_KERNEL && s->kernel == n->launch.kernel;
    return found ? vm_handle(vm, "function", s) : n->function;
}

/* kernelParams points to copies of the arguments, which live as long as the session. */
BUILTIN(cudaGraphKernelNodeGetParams)
{
    int code;
    const struct graph_node *n = node_with(vm, call, at, GRAPH_LAUNCH, GRAPH_LAUNCH, &code);
    if (!n)
        return code && cuda_give(vm, at, code);
    const struct launch_request *r = &n->launch;
    uint64_t size = 8 * (uint64_t) r->arg_count, place = size;
    for (uint32_t i = 0; i < r->arg_count; i++)
        size += (r->args[i].size + 15) / 16 * 16;
    struct object *o = vm_new_object(vm, size + 16, HOST_GLOBAL, "parameters of a node", call->at);
    if (!o)
        return false;
    place = (place + 15) / 16 * 16;
    memset((void *) (uintptr_t) o->start, 0, size + 16);
    for (uint32_t i = 0; i < r->arg_count; i++) {
        uint64_t address = o->start + place;
        memcpy((void *) (uintptr_t) (o->start + 8 * (uint64_t) i), &address, 8);
        memcpy((void *) (uintptr_t) address, r->args[i].bytes, r->args[i].size);
        place += (r->args[i].size + 15) / 16 * 16;
    }
    struct graph_kernel_params p = {.kernel = function_of(vm, n),
                                    .grid = r->grid,
                                    .block = r->block,
                                    .shared = (uint32_t) r->shared,
                                    .args = o->start};
    return give_params(vm, call, at, &p, sizeof p);
}
