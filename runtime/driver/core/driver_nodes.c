/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes of graphs: made, copied and freed. Next: driver_work.c, which runs them. */
#include "driver/core/driver_nodes.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

struct cu_graph *driver_graph_new(void)
{
    struct cu_graph *g = xcalloc(1, sizeof *g);
    g->kind = HANDLE_GRAPH;
    return g;
}

/* ---- memory ---- */

int driver_graph_allocate(size_t bytes, struct cu_pool *pool, struct driver_work *out)
{
    uint64_t address;
    int e = memory_new(bytes, ALLOCATED_DEVICE, 0, pool, &address);
    if (e)
        return e;
    struct graph_memory *m = xcalloc(1, sizeof *m);
    m->address = address;
    driver_lock();
    memory_find_locked(address)->graph = m;
    driver_state.graph_bytes += bytes;
    if (driver_state.graph_bytes > driver_state.graph_high)
        driver_state.graph_high = driver_state.graph_bytes;
    driver_unlock();
    *out = (struct driver_work){.kind = WORK_ALLOC, .rows = {.to = address}, .memory = m};
    return CU_SUCCESS;
}

bool driver_graph_release(uint64_t address, struct driver_work *out)
{
    driver_lock();
    struct allocation *a = memory_find_locked(address);
    struct graph_memory *m = a && a->start == address ? a->graph : NULL;
    if (m)
        m->freed = true;
    driver_unlock();
    *out = (struct driver_work){.kind = WORK_FREE, .rows = {.to = address}, .memory = m};
    return m != NULL;
}

static void memory_leave(struct graph_memory *m)
{
    driver_lock();
    bool last = --m->users == 0;
    struct allocation *a = last ? memory_find_locked(m->address) : NULL;
    if (a && a->graph == m) {
        a->graph = NULL;
        driver_state.graph_bytes -= a->size;
    }
    driver_unlock();
    if (!last)
        return;
    if (m->freed)
        memory_end(m->address, ALLOCATED_DEVICE);
    free(m);
}

/* ---- nodes ---- */

void driver_node_free(struct cu_graph_node *n)
{
    if (n->work.memory)
        memory_leave(n->work.memory);
    free(n->work.launch.params);
    free(n->pointers);
    if (n->work.graph)
        driver_graph_free(n->work.graph);
    VEC_FREE(&n->needs);
    free(n);
}

void driver_graph_free(struct cu_graph *g)
{
    VEC_EACH (n, &g->nodes)
        driver_node_free(*n);
    VEC_FREE(&g->nodes);
    VEC_FREE(&g->joining);
    g->kind = 0;
    free(g);
}

static char *params_copy(const struct driver_work *w)
{
    if (w->kind != WORK_LAUNCH)
        return NULL;
    size_t n = device_kernel_info(w->launch.function->kernel)->params_size;
    char *to = xmalloc(n + 1);
    memcpy(to, w->launch.params, n);
    return to;
}

struct cu_graph_node *driver_graph_add(struct cu_graph *g, const struct driver_work *w,
                                       struct cu_graph_node *const *needs, size_t count)
{
    struct cu_graph_node *n = xcalloc(1, sizeof *n);
    n->work = *w;
    n->work.launch.params = params_copy(w);
    n->graph = g;
    if (w->memory) {
        driver_lock();
        w->memory->users++;
        driver_unlock();
    }
    for (size_t i = 0; i < count; i++)
        VEC_PUSH(&n->needs, needs[i]);
    VEC_PUSH(&g->nodes, n);
    return n;
}

struct cu_graph *driver_graph_copy(const struct cu_graph *g)
{
    struct cu_graph *to = driver_graph_new();
    VEC_EACH (n, &g->nodes) {
        (*n)->copy = driver_graph_add(to, &(*n)->work, NULL, 0);
        (*n)->copy->original = *n;
        if ((*n)->work.graph)
            (*n)->copy->work.graph = driver_graph_copy((*n)->work.graph);
    }
    VEC_EACH (n, &g->nodes)
        VEC_EACH (need, &(*n)->needs)
            VEC_PUSH(&(*n)->copy->needs, (*need)->copy);
    return to;
}
