/* SPDX-License-Identifier: Apache-2.0 */
/* Clusters of blocks through the driver library, on a device of compute capability 9.0 (WARPCELL_ARCH). */
#include "driver_fixture.h"

static const char rank_ptx[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry rank(.param .u64 p)\n{\n"
    " .reg .b32 %r<5>; .reg .b64 %rd<3>;\n"
    " ld.param.u64 %rd1, [p]; mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, "
    "%rd1, %rd2;\n"
    " mov.u32 %r2, %cluster_ctarank; mov.u32 %r3, %cluster_nctarank; mad.lo.u32 %r4, %r3, 100, "
    "%r2;\n"
    " st.global.u32 [%rd1], %r4; ret;\n}\n"
    ".visible .entry pairs(.param .u64 p) .reqnctapercluster 2\n{\n ret;\n}\n";

enum {
    INVALID = 1,
    NOT_PERMITTED = 800,
    INVALID_CLUSTER = 912,
    ATTRIBUTE_COOPERATIVE = 2,
    ATTRIBUTE_CLUSTER = 4,
    WIDTH = 11,
    HEIGHT,
    DEPTH,
    LARGE,
    BLOCKS = 16
};

union value {
    char bytes[64];
    int cooperative;
    unsigned cluster[3];
};

struct attribute {
    int id;
    char pad[4];
    union value value;
};

struct config {
    unsigned grid[3], block[3], shared;
    void *stream;
    struct attribute *attributes;
    unsigned count;
};

struct kernels {
    void *module, *rank, *pairs;
    uint64_t out;
};

static struct kernels open_kernels(void)
{
    struct kernels k;
    OK(FN(int, "cuModuleLoadData", void **, const void *)(&k.module, rank_ptx));
    OK(FN(int, "cuModuleGetFunction", void **, void *, const char *)(&k.rank, k.module, "rank"));
    OK(FN(int, "cuModuleGetFunction", void **, void *, const char *)(&k.pairs, k.module, "pairs"));
    k.out = allocate(BLOCKS * sizeof(unsigned));
    return k;
}

static void close_kernels(struct kernels *k)
{
    release(k->out);
    OK(FN(int, "cuModuleUnload", void *)(k->module));
}

static struct attribute cluster_of(unsigned x, unsigned y, unsigned z)
{
    return (struct attribute){.id = ATTRIBUTE_CLUSTER, .value = {.cluster = {x, y, z}}};
}

static int start(const struct kernels *k, unsigned blocks, struct attribute a, void *stream)
{
    uint64_t out = k->out;
    void *params[] = {&out};
    struct config c = {
        {blocks, 1, 1},
        {1,      1, 1},
        0, stream, &a, 1
    };
    return FN(int, "cuLaunchKernelEx", const struct config *, void *, void **,
              void **)(&c, k->rank, params, NULL);
}

static int start_plain(const struct kernels *k, unsigned blocks)
{
    uint64_t out = k->out;
    void *params[] = {&out};
    return FN(int, "cuLaunchKernel", void *, unsigned, unsigned, unsigned, unsigned, unsigned,
              unsigned, unsigned, void *, void **,
              void **)(k->rank, blocks, 1, 1, 1, 1, 1, 0, NULL, params, NULL);
}

/* Each block has written the size of its cluster and its rank there. */
static void expect_clusters(const struct kernels *k, unsigned blocks, unsigned size)
{
    unsigned got[BLOCKS];
    OK(synchronize());
    OK(FN(int, "cuMemcpyDtoH", void *, uint64_t, size_t)(got, k->out, sizeof got));
    for (unsigned i = 0; i < blocks; i++)
        assert_int_equal(got[i], size * 100 + i % size);
}

static int set(void *f, int attribute, int value)
{
    return FN(int, "cuFuncSetAttribute", void *, int, int)(f, attribute, value);
}

static int get(void *f, int attribute)
{
    int value = -1;
    OK(FN(int, "cuFuncGetAttribute", int *, int, void *)(&value, attribute, f));
    return value;
}

static void test_launches(void **state)
{
    struct kernels k = open_kernels();
    OK(start(&k, 8, cluster_of(4, 1, 1), NULL));
    expect_clusters(&k, 8, 4);
    OK(start(&k, 8, cluster_of(1, 1, 1), NULL));
    expect_clusters(&k, 8, 1);
    assert_int_equal(start(&k, 6, cluster_of(4, 1, 1), NULL), INVALID_CLUSTER);
    assert_int_equal(start(&k, 8, cluster_of(4, 0, 1), NULL), INVALID_CLUSTER);
    assert_int_equal(start(&k, 16, cluster_of(16, 1, 1), NULL), INVALID_CLUSTER);
    OK(set(k.rank, LARGE, 1));
    assert_int_equal(get(k.rank, LARGE), 1);
    OK(start(&k, 16, cluster_of(16, 1, 1), NULL));
    expect_clusters(&k, 16, 16);
    close_kernels(&k);
}

/* A function's own clusters are those of launches that name none. */
static void test_attributes_of_functions(void **state)
{
    struct kernels k = open_kernels();
    OK(set(k.rank, WIDTH, 2));
    assert_int_equal(start_plain(&k, 8), INVALID_CLUSTER); /* 2 x 0 x 0 */
    OK(set(k.rank, HEIGHT, 1));
    OK(set(k.rank, DEPTH, 1));
    assert_int_equal(get(k.rank, WIDTH), 2);
    OK(start_plain(&k, 8));
    expect_clusters(&k, 8, 2);
    OK(start(&k, 8, cluster_of(4, 1, 1), NULL));
    expect_clusters(&k, 8, 4);
    assert_int_equal(set(k.rank, WIDTH, -1), INVALID);
    assert_int_equal(get(k.pairs, WIDTH), 2);
    assert_int_equal(get(k.pairs, HEIGHT), 1);
    assert_int_equal(set(k.pairs, WIDTH, 4), NOT_PERMITTED);
    close_kernels(&k);
}

static void test_occupancy(void **state)
{
    struct kernels k = open_kernels();
    struct attribute a = cluster_of(4, 1, 1);
    struct config c = {
        {16,  1, 1},
        {128, 1, 1},
        0, NULL, &a, 1
    };
    int size = 0, clusters = 0, single = 0;
    int (*most)(int *, void *, const struct config *) =
        FN(int, "cuOccupancyMaxActiveClusters", int *, void *, const struct config *);
    OK(FN(int, "cuOccupancyMaxPotentialClusterSize", int *, void *,
          const struct config *)(&size, k.rank, &c));
    assert_int_equal(size, 8);
    OK(most(&clusters, k.rank, &c));
    c.count = 0;
    OK(most(&single, k.rank, &c));
    assert_true(clusters > 0);
    assert_int_equal(clusters, single / 4);
    c.block[0] = 0;
    assert_int_equal(most(&single, k.rank, &c), INVALID);
    close_kernels(&k);
}

/* A captured launch has its clusters; they can be changed, and copied to another node. */
static void test_nodes_of_graphs(void **state)
{
    struct kernels k = open_kernels();
    void *stream, *graph, *execs[2], *nodes[2];
    size_t count = 2;
    union value v;
    OK(FN(int, "cuStreamCreate", void **, unsigned)(&stream, 1));
    OK(FN(int, "cuStreamBeginCapture", void *, int)(stream, 0));
    OK(start(&k, 8, cluster_of(4, 1, 1), stream));
    OK(start(&k, 8, cluster_of(2, 1, 1), stream));
    OK(FN(int, "cuStreamEndCapture", void *, void **)(stream, &graph));
    OK(FN(int, "cuGraphGetNodes", void *, void **, size_t *)(graph, nodes, &count));
    assert_int_equal(count, 2);
    int (*get_value)(void *, int, union value *) =
        FN(int, "cuGraphKernelNodeGetAttribute", void *, int, union value *);
    OK(get_value(nodes[0], ATTRIBUTE_CLUSTER, &v));
    assert_int_equal(v.cluster[0], 4);
    OK(get_value(nodes[0], ATTRIBUTE_COOPERATIVE, &v));
    assert_int_equal(v.cooperative, 0);
    OK(FN(int, "cuGraphInstantiateWithFlags", void **, void *, uint64_t)(&execs[0], graph, 0));
    OK(FN(int, "cuGraphLaunch", void *, void *)(execs[0], NULL));
    expect_clusters(&k, 8, 2); /* of the second */
    OK(FN(int, "cuGraphKernelNodeCopyAttributes", void *, void *)(nodes[1], nodes[0]));
    OK(get_value(nodes[1], ATTRIBUTE_CLUSTER, &v));
    assert_int_equal(v.cluster[0], 4);
    v = (union value){
        .cluster = {8, 1, 1}
    };
    OK(FN(int, "cuGraphKernelNodeSetAttribute", void *, int,
          const union value *)(nodes[1], ATTRIBUTE_CLUSTER, &v));
    OK(FN(int, "cuGraphInstantiateWithFlags", void **, void *, uint64_t)(&execs[1], graph, 0));
    OK(FN(int, "cuGraphLaunch", void *, void *)(execs[1], NULL));
    expect_clusters(&k, 8, 8);
    OK(FN(int, "cuGraphExecDestroy", void *)(execs[0]));
    OK(FN(int, "cuGraphExecDestroy", void *)(execs[1]));
    OK(FN(int, "cuGraphDestroy", void *)(graph));
    OK(FN(int, "cuStreamDestroy", void *)(stream));
    close_kernels(&k);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_launches),
        cmocka_unit_test(test_attributes_of_functions),
        cmocka_unit_test(test_occupancy),
        cmocka_unit_test(test_nodes_of_graphs),
    };
    return library_open(argc, argv) ? cmocka_run_group_tests(tests, set_up, NULL) : 1;
}
