/* SPDX-License-Identifier: Apache-2.0 */
/* Capture and graphs of the driver library, through its entry points. argv[1] is the library. Next: test_driver.c. */
#include "driver/core/driver_types.h"
#include "driver_fixture.h"

static void test_capture(void **state)
{
    const struct fixture *f = *state;
    void *s, *graph, *exec;
    size_t nodes = 0;
    uint64_t p = allocate(256);
    OK(FN(int, "cuStreamCreate", void **, unsigned)(&s, 0));
    OK(FN(int, "cuStreamBeginCapture", void *, int)(s, 0));
    fill(p, 1, 64, s);
    OK(launch(f->add, p, 64, 2, 1, s));
    OK(launch(f->add, p, 64, 3, 1, s));
    OK(FN(int, "cuStreamEndCapture", void *, void **)(s, &graph));
    expect_all(p, 0, 64); /* nothing has run */
    OK(FN(int, "cuGraphGetNodes", void *, void **, size_t *)(graph, NULL, &nodes));
    assert_int_equal(nodes, 3);
    OK(FN(int, "cuGraphInstantiateWithFlags", void **, void *, uint64_t)(&exec, graph, 0));
    OK(FN(int, "cuGraphDestroy", void *)(graph));
    for (int i = 0; i < 3; i++)
        OK(FN(int, "cuGraphLaunch", void *, void *)(exec, s));
    OK(FN(int, "cuStreamSynchronize", void *)(s));
    expect_all(p, 6, 64);
    OK(FN(int, "cuGraphExecDestroy", void *)(exec));
    OK(FN(int, "cuStreamDestroy", void *)(s));
    release(p);
}

/* A graph that allocates, works and frees: its memory is at one address each time, and ends with the graph. */
static void test_memory_of_graphs(void **state)
{
    const struct fixture *f = *state;
    void *s, *graph, *exec;
    uint64_t p = allocate(256), inside = 0;
    OK(FN(int, "cuStreamCreate", void **, unsigned)(&s, 0));
    OK(FN(int, "cuStreamBeginCapture", void *, int)(s, 0));
    assert_int_equal(FN(int, "cuMemFreeAsync", uint64_t, void *)(p, s), 1); /* not the graph's */
    OK(FN(int, "cuMemAllocAsync", uint64_t *, size_t, void *)(&inside, 256, s));
    fill(inside, 7, 64, s);
    OK(launch(f->add, inside, 64, 2, 1, s));
    OK(FN(int, "cuMemcpyDtoDAsync", uint64_t, uint64_t, size_t, void *)(p, inside, 256, s));
    OK(FN(int, "cuMemFreeAsync", uint64_t, void *)(inside, s));
    OK(FN(int, "cuStreamEndCapture", void *, void **)(s, &graph));
    OK(FN(int, "cuGraphInstantiateWithFlags", void **, void *, uint64_t)(&exec, graph, 0));
    OK(FN(int, "cuGraphDestroy", void *)(graph));
    for (int i = 0; i < 3; i++) {
        fill(p, 0, 64, s);
        OK(FN(int, "cuGraphLaunch", void *, void *)(exec, s));
        OK(FN(int, "cuStreamSynchronize", void *)(s));
        expect_all(p, 9, 64);
    }
    OK(FN(int, "cuGraphExecDestroy", void *)(exec));
    assert_int_equal(FN(int, "cuMemFree", uint64_t)(inside), 1); /* it is gone */
    OK(FN(int, "cuStreamDestroy", void *)(s));
    release(p);
}

/* An event stands for all that its stream waited for, and for nothing when the capture has ended. */
static void test_an_event_of_several_streams(void **state)
{
    void *s, *others[2], *graph, *events[3], *nodes[8], *needs[8];
    size_t count = 8;
    uint64_t p = allocate(512);
    OK(FN(int, "cuStreamCreate", void **, unsigned)(&s, 1));
    for (int i = 0; i < 3; i++)
        OK(FN(int, "cuEventCreate", void **, unsigned)(&events[i], 2));
    OK(FN(int, "cuStreamBeginCapture", void *, int)(s, 0));
    OK(FN(int, "cuEventRecord", void *, void *)(events[0], s));
    for (int i = 0; i < 2; i++) {
        OK(FN(int, "cuStreamCreate", void **, unsigned)(&others[i], 1));
        OK(FN(int, "cuStreamWaitEvent", void *, void *, unsigned)(others[i], events[0], 0));
        fill(p + 256 * (unsigned) i, 1, 64, others[i]);
    }
    OK(FN(int, "cuEventRecord", void *, void *)(events[1], others[1]));
    OK(FN(int, "cuStreamWaitEvent", void *, void *, unsigned)(others[0], events[1], 0));
    OK(FN(int, "cuEventRecord", void *, void *)(events[2], others[0]));
    OK(FN(int, "cuStreamWaitEvent", void *, void *, unsigned)(s, events[2], 0));
    fill(p, 2, 64, s);
    OK(FN(int, "cuStreamEndCapture", void *, void **)(s, &graph));
    OK(FN(int, "cuGraphGetNodes", void *, void **, size_t *)(graph, nodes, &count));
    assert_int_equal(count, 3);
    count = 8;
    OK(FN(int, "cuGraphNodeGetDependencies", void *, void **, void *, size_t *)(nodes[2], needs,
                                                                                NULL, &count));
    assert_int_equal(count, 2);
    assert_int_equal(FN(int, "cuStreamWaitEvent", void *, void *, unsigned)(s, events[2], 0), 907);
    OK(FN(int, "cuGraphDestroy", void *)(graph));
    OK(FN(int, "cuStreamBeginCapture", void *, int)(s, 0)); /* destroyed in the middle of it */
    OK(FN(int, "cuStreamDestroy", void *)(s));
    for (int i = 0; i < 2; i++)
        OK(FN(int, "cuStreamDestroy", void *)(others[i]));
    for (int i = 0; i < 3; i++)
        OK(FN(int, "cuEventDestroy", void *)(events[i]));
    release(p);
}

struct fill_node {
    uint64_t to;
    size_t pitch;
    unsigned value, element;
    size_t width, height;
};

struct host_node {
    void (*call)(void *user);
    void *user;
};

/* An executable graph is changed, and its nodes are switched off; the graph that it was made from is as it was. */
static void test_nodes_are_changed(void **state)
{
    uint64_t p = allocate(64 * 4);
    int calls[2] = {0};
    struct fill_node filling = {.to = p, .value = 3, .element = 4, .width = 64, .height = 1},
                     other = filling, read = {0};
    struct host_node counting = {count_up, &calls[0]}, counting_other = {count_up, &calls[1]}, seen;
    void *graph, *exec, *fill_it, *count, *recording, *one, *two, *which;
    unsigned enabled;
    OK(FN(int, "cuEventCreate", void **, unsigned)(&one, 0));
    OK(FN(int, "cuEventCreate", void **, unsigned)(&two, 0));
    OK(FN(int, "cuGraphCreate", void **, unsigned)(&graph, 0));
    OK(FN(int, "cuGraphAddMemsetNode", void **, void *, void **, size_t, void *,
          void *)(&fill_it, graph, NULL, 0, &filling, NULL));
    OK(FN(int, "cuGraphAddHostNode", void **, void *, void **, size_t,
          void *)(&count, graph, &fill_it, 1, &counting));
    OK(FN(int, "cuGraphAddEventRecordNode", void **, void *, void **, size_t,
          void *)(&recording, graph, &count, 1, one));
    OK(FN(int, "cuGraphInstantiateWithFlags", void **, void *, uint64_t)(&exec, graph, 0));

    other.value = 4;
    OK(FN(int, "cuGraphExecMemsetNodeSetParams", void *, void *, void *, void *)(exec, fill_it,
                                                                                 &other, NULL));
    OK(FN(int, "cuGraphExecHostNodeSetParams", void *, void *, void *)(exec, count,
                                                                       &counting_other));
    OK(FN(int, "cuGraphExecEventRecordNodeSetEvent", void *, void *, void *)(exec, recording, two));
    OK(FN(int, "cuGraphLaunch", void *, void *)(exec, NULL));
    OK(synchronize());
    expect_all(p, 4, 64);
    assert_true(calls[0] == 0 && calls[1] == 1);
    OK(FN(int, "cuEventQuery", void *)(two));

    OK(FN(int, "cuGraphMemsetNodeGetParams", void *, void *)(fill_it, &read));
    assert_true(read.to == p && read.value == 3 && read.element == 4 && read.width == 64 &&
                read.height == 1);
    OK(FN(int, "cuGraphHostNodeGetParams", void *, void *)(count, &seen));
    assert_true(seen.call == count_up && seen.user == &calls[0]);
    OK(FN(int, "cuGraphEventRecordNodeGetEvent", void *, void **)(recording, &which));
    assert_ptr_equal(which, one);
    assert_int_equal(FN(int, "cuGraphExecMemsetNodeSetParams", void *, void *, void *,
                        void *)(exec, count, &other, NULL),
                     1);

    OK(FN(int, "cuGraphNodeSetEnabled", void *, void *, unsigned)(exec, fill_it, 0));
    OK(FN(int, "cuGraphNodeGetEnabled", void *, void *, unsigned *)(exec, fill_it, &enabled));
    assert_int_equal(enabled, 0);
    fill(p, 9, 64, NULL);
    OK(FN(int, "cuGraphLaunch", void *, void *)(exec, NULL));
    expect_all(p, 9, 64);
    assert_int_equal(calls[1], 2);
    assert_int_equal(FN(int, "cuGraphNodeSetEnabled", void *, void *, unsigned)(exec, count, 0),
                     1); /* host functions stay */
    OK(FN(int, "cuGraphExecDestroy", void *)(exec));
    OK(FN(int, "cuGraphDestroy", void *)(graph));
    OK(FN(int, "cuEventDestroy", void *)(one));
    OK(FN(int, "cuEventDestroy", void *)(two));
    release(p);
}

static void test_memory_nodes(void **state)
{
    struct {
        char props[88];
        const void *access;
        size_t access_count, bytes;
        uint64_t address;
    } made = {.bytes = 512}, asked = {.bytes = 0};

    void *graph, *node, *end;
    uint64_t freed = 0;
    OK(FN(int, "cuGraphCreate", void **, unsigned)(&graph, 0));
    OK(FN(int, "cuGraphAddMemAllocNode", void **, void *, void **, size_t, void *)(&node, graph,
                                                                                   NULL, 0, &made));
    OK(FN(int, "cuGraphAddMemFreeNode", void **, void *, void **, size_t,
          uint64_t)(&end, graph, &node, 1, made.address));
    OK(FN(int, "cuGraphMemAllocNodeGetParams", void *, void *)(node, &asked));
    assert_true(asked.address == made.address && asked.bytes == 512);
    uint64_t used = 0;
    OK(FN(int, "cuDeviceGetGraphMemAttribute", int, int, void *)(0, 0, &used));
    assert_int_equal(used, 512);
    OK(FN(int, "cuGraphMemFreeNodeGetParams", void *, uint64_t *)(end, &freed));
    assert_true(freed == made.address);
    assert_int_equal(FN(int, "cuGraphMemFreeNodeGetParams", void *, uint64_t *)(node, &freed), 1);
    OK(FN(int, "cuGraphDestroy", void *)(graph));
}

/* Calls that a capture forbids end it with an error (CUDA Programming Guide, 'Invalidation'). */
static void test_a_capture_is_invalidated(void **state)
{
    void *s, *graph = &s, *event;
    int status;
    uint64_t p = allocate(256);
    OK(FN(int, "cuStreamCreate", void **, unsigned)(&s, 0));
    OK(FN(int, "cuEventCreate", void **, unsigned)(&event, 0));
    OK(FN(int, "cuStreamBeginCapture", void *, int)(s, 0));
    fill(p, 1, 64, s);
    OK(FN(int, "cuEventRecord", void *, void *)(event, s));
    assert_int_equal(FN(int, "cuEventQuery", void *)(event), 907);
    OK(FN(int, "cuStreamIsCapturing", void *, int *)(s, &status));
    assert_int_equal(status, 1);
    assert_int_equal(FN(int, "cuStreamSynchronize", void *)(s), 900);
    OK(FN(int, "cuStreamIsCapturing", void *, int *)(s, &status));
    assert_int_equal(status, 2);
    assert_int_equal(FN(int, "cuMemsetD32Async", uint64_t, unsigned, size_t, void *)(p, 2, 64, s),
                     901);
    assert_int_equal(FN(int, "cuStreamEndCapture", void *, void **)(s, &graph), 901);
    assert_null(graph);
    fill(p, 3, 64, s); /* as before the capture */
    OK(FN(int, "cuStreamSynchronize", void *)(s));
    expect_all(p, 3, 64);
    OK(FN(int, "cuEventDestroy", void *)(event));
    OK(FN(int, "cuStreamDestroy", void *)(s));
    release(p);
}

/* Work of a stream that an event has drawn into the capture must come before the end of it. */
static void test_a_capture_is_joined(void **state)
{
    void *s, *other, *graph, *fork, *join;
    uint64_t p = allocate(256);
    OK(FN(int, "cuStreamCreate", void **, unsigned)(&s, 1));
    OK(FN(int, "cuStreamCreate", void **, unsigned)(&other, 1));
    OK(FN(int, "cuEventCreate", void **, unsigned)(&fork, 2));
    OK(FN(int, "cuEventCreate", void **, unsigned)(&join, 2));
    for (int joined = 0; joined < 2; joined++) {
        OK(FN(int, "cuStreamBeginCapture", void *, int)(s, 0));
        OK(FN(int, "cuEventRecord", void *, void *)(fork, s));
        OK(FN(int, "cuStreamWaitEvent", void *, void *, unsigned)(other, fork, 0));
        fill(p, 1, 64, other);
        if (joined) {
            OK(FN(int, "cuEventRecord", void *, void *)(join, other));
            OK(FN(int, "cuStreamWaitEvent", void *, void *, unsigned)(s, join, 0));
        }
        assert_int_equal(FN(int, "cuStreamEndCapture", void *, void **)(s, &graph),
                         joined ? 0 : 904);
    }
    OK(FN(int, "cuGraphDestroy", void *)(graph));
    fill(p, 5, 64, other); /* that capture has ended for it, too */
    OK(FN(int, "cuStreamSynchronize", void *)(other));
    expect_all(p, 5, 64);
    OK(FN(int, "cuStreamDestroy", void *)(other));
    OK(FN(int, "cuStreamDestroy", void *)(s));
    OK(FN(int, "cuEventDestroy", void *)(fork));
    OK(FN(int, "cuEventDestroy", void *)(join));
    release(p);
}

static void run_graph(void *exec)
{
    OK(FN(int, "cuGraphLaunch", void *, void *)(exec, NULL));
    OK(synchronize());
}

/* Nodes by the call for every type, changed in the executable graph, read back and found in a copy. */
static void test_nodes_of_any_type(void **state)
{
    const struct fixture *f = *state;
    uint64_t p = allocate(256);
    unsigned n = 64, k = 5;
    void *values[] = {&p, &n, &k}, *graph, *clone, *exec, *filling, *adding, *found, *itself;
    struct cu_node a =
                       {
                           .type = 2,
                           .fill = {.to = p, .value = 3, .element = 4, .width = 64, .height = 1}
    },
                   b = {.type = 0,
                        .kernel = {.function = f->add,
                                   .grid = {1, 1, 1},
                                   .block = {64, 1, 1},
                                   .params = values}},
                   conditional = {.type = 13};
    struct cu_kernel_node read;
    OK(FN(int, "cuGraphCreate", void **, unsigned)(&graph, 0));
    OK(FN(int, "cuGraphAddNode", void **, void *, void **, const void *, size_t,
          void *)(&filling, graph, NULL, NULL, 0, &a));
    OK(FN(int, "cuGraphAddNode", void **, void *, void **, const void *, size_t,
          void *)(&adding, graph, &filling, NULL, 1, &b));
    assert_int_equal(FN(int, "cuGraphAddNode", void **, void *, void **, const void *, size_t,
                        void *)(&found, graph, NULL, NULL, 0, &conditional),
                     801);
    OK(FN(int, "cuGraphInstantiateWithFlags", void **, void *, uint64_t)(&exec, graph, 0));
    run_graph(exec);
    expect_all(p, 8, 64);
    a.fill.value = 10;
    OK(FN(int, "cuGraphExecNodeSetParams", void *, void *, void *)(exec, filling, &a));
    run_graph(exec);
    expect_all(p, 15, 64);
    OK(FN(int, "cuGraphKernelNodeGetParams", void *, void *)(adding, &read));
    assert_true(read.function == f->add && read.block[0] == 64 &&
                *(unsigned *) read.params[2] == 5);
    OK(FN(int, "cuGraphClone", void **, void *)(&clone, graph));
    OK(FN(int, "cuGraphNodeFindInClone", void **, void *, void *)(&found, adding, clone));
    OK(FN(int, "cuGraphKernelNodeGetParams", void *, void *)(found, &read));
    assert_true(*(unsigned *) read.params[2] == 5);
    assert_int_equal(
        FN(int, "cuGraphNodeFindInClone", void **, void *, void *)(&itself, found, graph), 1);
    OK(FN(int, "cuGraphDestroy", void *)(clone));
    OK(FN(int, "cuGraphExecDestroy", void *)(exec));
    OK(FN(int, "cuGraphDestroy", void *)(graph));
    release(p);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capture),
        cmocka_unit_test(test_a_capture_is_invalidated),
        cmocka_unit_test(test_a_capture_is_joined),
        cmocka_unit_test(test_an_event_of_several_streams),
        cmocka_unit_test(test_memory_of_graphs),
        cmocka_unit_test(test_memory_nodes),
        cmocka_unit_test(test_nodes_are_changed),
        cmocka_unit_test(test_nodes_of_any_type),
    };
    if (!library_open(argc, argv))
        return 1;
    return cmocka_run_group_tests(tests, set_up, NULL);
}
