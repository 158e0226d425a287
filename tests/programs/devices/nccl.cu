// NCCL over the devices of one process: every call, in groups and in threads, in place and not, for every type.
#include <cstdio>
#include <nccl.h>
#include <thread>
#include <vector>

const int ranks = 4, n = 100;

#define CHECK(call)                                                                    \
    do {                                                                               \
        ncclResult_t got = call;                                                       \
        if (got != ncclSuccess)                                                        \
            printf("%s: %s, %s\n", #call, ncclGetErrorString(got), ncclGetLastError(0)); \
    } while (0)

static ncclComm_t comms[ranks];
static cudaStream_t streams[ranks];
static double *from[ranks], *to[ranks], host[ranks * n];

// Rank r's element i is 100 r + i.
static void fill()
{
    for (int r = 0; r < ranks; r++) {
        for (int i = 0; i < ranks * n; i++)
            host[i] = 100 * r + i;
        cudaMemcpy(from[r], host, sizeof host, cudaMemcpyHostToDevice);
        cudaMemset(to[r], 0, sizeof host);
    }
}

static void show(const char *what)
{
    printf("%s:", what);
    for (int r = 0; r < ranks; r++) {
        cudaMemcpy(host, to[r], sizeof host, cudaMemcpyDeviceToHost);
        printf(" [%g %g %g]", host[0], host[n - 1], host[ranks * n - 1]);
    }
    printf("\n");
    fill();
}

template <typename T> static double reduced(ncclDataType_t type, ncclRedOp_t op, bool in_place, T (*make)(float), float (*value)(T))
{
    T *x[ranks], h[3];
    double sum = 0;
    for (int r = 0; r < ranks; r++) {
        for (int i = 0; i < 3; i++)
            h[i] = make((float) (r + 1 + i));
        cudaSetDevice(r);
        cudaMalloc((void **) &x[r], 2 * sizeof h);
        cudaMemcpy(x[r], h, sizeof h, cudaMemcpyHostToDevice);
    }
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        CHECK(ncclAllReduce(x[r], in_place ? x[r] : x[r] + 3, 3, type, op, comms[r], streams[r]));
    CHECK(ncclGroupEnd());
    for (int r = 0; r < ranks; r++) {
        cudaMemcpy(h, in_place ? x[r] : x[r] + 3, sizeof h, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 3; i++)
            sum += value(h[i]);
        cudaFree(x[r]);
    }
    return sum / ranks;
}

template <typename T> static T plain(float v) { return (T) v; }
template <typename T> static float back(T v) { return (float) v; }
static __half half_of(float v) { return __float2half(v); }
static float of_half(__half v) { return __half2float(v); }
static __nv_bfloat16 bfloat_of(float v) { return __float2bfloat16(v); }
static float of_bfloat(__nv_bfloat16 v) { return __bfloat162float(v); }

static void reductions()
{
    const ncclRedOp_t ops[] = {ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg};
    for (ncclRedOp_t op : ops)
        printf("op %d: %g %g %g %g %g %g %g %g %g %g\n", op, reduced(ncclInt8, op, false, plain<signed char>, back<signed char>),
               reduced(ncclUint8, op, true, plain<unsigned char>, back<unsigned char>), reduced(ncclInt32, op, false, plain<int>, back<int>),
               reduced(ncclUint32, op, true, plain<unsigned>, back<unsigned>), reduced(ncclInt64, op, false, plain<long>, back<long>),
               reduced(ncclUint64, op, true, plain<unsigned long>, back<unsigned long>), reduced(ncclHalf, op, false, half_of, of_half),
               reduced(ncclFloat, op, true, plain<float>, back<float>), reduced(ncclDouble, op, false, plain<double>, back<double>),
               reduced(ncclBfloat16, op, true, bfloat_of, of_bfloat));
}

static int sums[ranks];

static void in_thread(ncclUniqueId id, int r)
{
    ncclComm_t comm;
    int *x, v = r + 1, count, rank, device;
    cudaSetDevice(ranks - 1 - r);
    CHECK(ncclCommInitRank(&comm, ranks, id, r));
    cudaMalloc(&x, 2 * sizeof v);
    cudaMemcpy(x, &v, sizeof v, cudaMemcpyHostToDevice);
    for (int k = 0; k < 3; k++)
        CHECK(ncclAllReduce(x, x, 1, ncclInt, ncclSum, comm, 0));
    cudaMemcpy(&sums[r], x, sizeof v, cudaMemcpyDeviceToHost);
    for (int k = 0; k < 20; k++) { // a ring of threads, without a collective that keeps them in step
        int got = 0, want = (r + ranks - 1) % ranks * 100 + k;
        v = r * 100 + k;
        cudaMemcpy(x, &v, sizeof v, cudaMemcpyHostToDevice);
        ncclGroupStart();
        CHECK(ncclSend(x, 1, ncclInt, (r + 1) % ranks, comm, 0));
        CHECK(ncclRecv(x + 1, 1, ncclInt, (r + ranks - 1) % ranks, comm, 0));
        CHECK(ncclGroupEnd());
        cudaMemcpy(&got, x + 1, sizeof got, cudaMemcpyDeviceToHost);
        if (got != want)
            printf("rank %d, turn %d: %d\n", r, k, got);
    }
    ncclCommCount(comm, &count);
    ncclCommUserRank(comm, &rank);
    ncclCommCuDevice(comm, &device);
    if (count != ranks || rank != r || device != ranks - 1 - r)
        printf("rank %d: %d %d %d\n", r, count, rank, device);
    cudaFree(x);
    CHECK(ncclCommDestroy(comm));
}

int main()
{
    int version, list[] = {0, 1, 1}, far[] = {0, 9}, now;
    ncclComm_t none[4];
    CHECK(ncclGetVersion(&version));
    printf("%d\n", version == NCCL_VERSION_CODE && version >= NCCL_VERSION(2, 8, 0));
    CHECK(ncclCommInitAll(none, 3, list));
    CHECK(ncclCommInitAll(none, 2, far));
    CHECK(ncclCommInitAll(comms, ranks, 0));
    for (int r = 0; r < ranks; r++) {
        cudaSetDevice(r);
        cudaStreamCreate(&streams[r]);
        cudaMalloc(&from[r], sizeof host);
        cudaMalloc(&to[r], sizeof host);
    }
    fill();
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        CHECK(ncclAllReduce(from[r], to[r], ranks * n, ncclDouble, ncclSum, comms[r], streams[r]));
    CHECK(ncclGroupEnd());
    show("AllReduce");
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        CHECK(ncclReduce(from[r], to[r], n, ncclDouble, ncclSum, 2, comms[r], streams[r]));
    CHECK(ncclGroupEnd());
    show("Reduce");
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        CHECK(ncclBroadcast(from[r], to[r], n, ncclDouble, 3, comms[r], streams[r]));
    CHECK(ncclGroupEnd());
    show("Broadcast");
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        CHECK(ncclAllGather(from[r], to[r], n, ncclDouble, comms[r], streams[r]));
    CHECK(ncclGroupEnd());
    show("AllGather");
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        CHECK(ncclReduceScatter(from[r], to[r], n, ncclDouble, ncclSum, comms[r], streams[r]));
    CHECK(ncclGroupEnd());
    show("ReduceScatter");

    // In place: a part of the buffer is the rank's own. Two collectives and nested groups.
    ncclGroupStart();
    for (int r = 0; r < ranks; r++) {
        ncclGroupStart();
        CHECK(ncclReduceScatter(from[r], from[r] + r * n, n, ncclDouble, ncclMax, comms[r], streams[r]));
        CHECK(ncclAllGather(from[r] + r * n, from[r], n, ncclDouble, comms[r], streams[r]));
        CHECK(ncclGroupEnd());
    }
    CHECK(ncclGroupEnd());
    for (int r = 0; r < ranks; r++)
        cudaMemcpy(to[r], from[r], sizeof host, cudaMemcpyDefault);
    show("in place");
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        CHECK(ncclBcast(to[r], n, ncclDouble, 0, comms[r], streams[r]));
    CHECK(ncclGroupEnd());

    // A ring: each rank sends to the next, two messages in order.
    ncclGroupStart();
    for (int r = 0; r < ranks; r++) {
        CHECK(ncclSend(from[r], n, ncclDouble, (r + 1) % ranks, comms[r], streams[r]));
        CHECK(ncclSend(from[r] + 7, n, ncclDouble, (r + 1) % ranks, comms[r], streams[r]));
        CHECK(ncclRecv(to[r], n, ncclDouble, (r + ranks - 1) % ranks, comms[r], streams[r]));
        CHECK(ncclRecv(to[r] + 3 * n, n, ncclDouble, (r + ranks - 1) % ranks, comms[r], streams[r]));
    }
    CHECK(ncclGroupEnd());
    show("ring");
    cudaGetDevice(&now);
    printf("current device %d\n", now);
    reductions();

    // Mistakes.
    CHECK(ncclAllReduce(from[0], to[0], n, (ncclDataType_t) 77, ncclSum, comms[0], 0));
    CHECK(ncclSend(from[0], n, ncclDouble, 9, comms[0], 0));
    CHECK(ncclBcast(from[0], n, ncclDouble, 0, 0, 0));
    CHECK(ncclGroupEnd());
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        ncclAllReduce(from[r], to[r], r ? n : n + 1, ncclDouble, ncclSum, comms[r], streams[r]);
    CHECK(ncclGroupEnd());
    ncclGroupStart();
    ncclSend(from[0], 3, ncclDouble, 1, comms[0], streams[0]);
    ncclRecv(to[1], 4, ncclDouble, 0, comms[1], streams[1]);
    CHECK(ncclGroupEnd());
    for (int r = 0; r < ranks; r++)
        CHECK(ncclCommDestroy(comms[r]));

    // Communicators of threads, and of one thread by a group.
    ncclUniqueId id;
    CHECK(ncclGetUniqueId(&id));
    std::vector<std::thread> all;
    for (int r = 0; r < ranks; r++)
        all.push_back(std::thread(in_thread, id, r));
    for (auto &t : all)
        t.join();
    printf("threads: %d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
    CHECK(ncclGetUniqueId(&id));
    ncclGroupStart();
    for (int r = 0; r < ranks; r++) {
        cudaSetDevice(r);
        CHECK(ncclCommInitRank(&comms[r], ranks, id, r));
    }
    CHECK(ncclGroupEnd());
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        CHECK(ncclAllReduce(from[r], to[r], n, ncclDouble, ncclAvg, comms[r], streams[r]));
    CHECK(ncclGroupEnd());
    show("by a group");
    // Parts of a communicator, and an operation that multiplies what each rank gives by its own number.
    ncclComm_t parts[ranks];
    ncclRedOp_t scaled[ranks];
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        CHECK(ncclCommSplit(comms[r], r == 3 ? NCCL_SPLIT_NOCOLOR : r % 2, -r, &parts[r], nullptr));
    CHECK(ncclGroupEnd());
    for (int r = 0; r < ranks; r++) {
        int rank = -1, count = -1;
        if (parts[r]) {
            ncclCommUserRank(parts[r], &rank);
            ncclCommCount(parts[r], &count);
        }
        printf("part of %d: rank %d of %d\n", r, rank, count);
        CHECK(ncclCommDestroy(parts[r]));
    }
    for (int r = 0; r < ranks; r++) {
        double own = r + 1;
        cudaSetDevice(r);
        CHECK(ncclRedOpCreatePreMulSum(&scaled[r], &own, ncclDouble, ncclScalarHostImmediate, comms[r]));
    }
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        ncclAllReduce(from[r], to[r], n, ncclDouble, scaled[r], comms[r], streams[r]);
    CHECK(ncclGroupEnd());
    show("scaled");
    CHECK(ncclRedOpDestroy(scaled[0], comms[0]));
    CHECK(ncclRedOpDestroy(scaled[0], comms[0]));
    for (int r = 0; r < ranks; r++)
        CHECK(ncclCommDestroy(comms[r]));
}
