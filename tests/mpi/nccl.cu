// NCCL over MPI: one rank in each process, in another order than MPI's, and a communicator of two.
#include <cstdio>
#include <mpi.h>
#include <nccl.h>

const int n = 8;
static int rank, size, world;
static float *from, *to, host[64];
static ncclComm_t comm;

static void fill()
{
    for (int i = 0; i < 64; i++)
        host[i] = 100 * rank + i;
    cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(to, 0, sizeof host);
}

// What each rank of NCCL has, in its order, printed by rank 0 of MPI.
static void show(const char *what, ncclResult_t result)
{
    float mine[3], all[3 * 8], sorted[3 * 8];
    int place = rank, places[8];
    cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
    mine[0] = host[0];
    mine[1] = host[n - 1];
    mine[2] = host[size * n - 1];
    MPI_Gather(mine, 3, MPI_FLOAT, all, 3, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Gather(&place, 1, MPI_INT, places, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!world) {
        for (int r = 0; r < size; r++)
            for (int i = 0; i < 3; i++)
                sorted[3 * places[r] + i] = all[3 * r + i];
        printf("%s: %s", what, ncclGetErrorString(result));
        for (int r = 0; r < size; r++)
            printf(" [%g %g %g]", sorted[3 * r], sorted[3 * r + 1], sorted[3 * r + 2]);
        printf("\n");
    }
    fill();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rank = size - 1 - world;
    ncclUniqueId id;
    if (world == 1)
        ncclGetUniqueId(&id);
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 1, MPI_COMM_WORLD);
    ncclResult_t result = ncclCommInitRank(&comm, size, id, rank);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&from, sizeof host);
    cudaMalloc(&to, sizeof host);
    fill();
    show("InitRank", result);
    show("AllReduce", ncclAllReduce(from, to, n, ncclFloat, ncclSum, comm, s));
    show("average", ncclAllReduce(from, to, n, ncclFloat, ncclAvg, comm, s));
    show("Reduce", ncclReduce(from, to, n, ncclFloat, ncclMax, 2, comm, s));
    show("Broadcast", ncclBroadcast(from, to, n, ncclFloat, 3, comm, s));
    show("AllGather", ncclAllGather(from, to, n, ncclFloat, comm, s));
    show("ReduceScatter", ncclReduceScatter(from, to, n, ncclFloat, ncclSum, comm, s));
    ncclGroupStart();
    ncclSend(from, n, ncclFloat, (rank + 1) % size, comm, s);
    ncclRecv(to, n, ncclFloat, (rank + size - 1) % size, comm, s);
    ncclAllReduce(from + n, to + (size - 1) * n, n, ncclFloat, ncclMin, comm, s);
    show("group", ncclGroupEnd());

    __half h = __float2half(rank + 0.5f), *x;
    cudaMalloc(&x, sizeof h);
    cudaMemcpy(x, &h, sizeof h, cudaMemcpyHostToDevice);
    ncclAllReduce(x, x, 1, ncclHalf, ncclProd, comm, s);
    cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost);
    if (!world)
        printf("half: %g\n", __half2float(h));

    float own = rank + 1;
    ncclRedOp_t scaled;
    ncclRedOpCreatePreMulSum(&scaled, &own, ncclFloat, ncclScalarHostImmediate, comm);
    show("PreMulSum", ncclAllReduce(from, to, n, ncclFloat, scaled, comm, s));
    ncclRedOpDestroy(scaled, comm);
    if (!world)
        printf("destroyed: %s\n", ncclGetErrorString(ncclAllReduce(from, to, n, ncclFloat, scaled, comm, s)));

    ncclComm_t part;
    ncclCommSplit(comm, rank == 3 ? NCCL_SPLIT_NOCOLOR : rank % 2, -rank, &part, nullptr);
    if (part)
        show("Split", ncclAllGather(from, to, n, ncclFloat, part, s));
    else
        show("Split", ncclSuccess);
    if (part)
        ncclCommDestroy(part);

    cudaGraph_t graph; // each launch adds what the ranks have
    cudaGraphExec_t ready;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    ncclResult_t captured = ncclAllReduce(from, from, n, ncclFloat, ncclSum, comm, s);
    ncclGroupStart();
    ncclSend(from, n, ncclFloat, (rank + 1) % size, comm, s);
    ncclRecv(to, n, ncclFloat, (rank + size - 1) % size, comm, s);
    ncclGroupEnd();
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&ready, graph, 0);
    show("captured", captured);
    cudaGraphLaunch(ready, s);
    cudaGraphLaunch(ready, s);
    cudaStreamSynchronize(s);
    show("graph", ncclSuccess);
    ncclCommDestroy(comm);

    if (world == 2)
        ncclGetUniqueId(&id);
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 2, MPI_COMM_WORLD);
    int two[3] = {0};
    if (world >= 2) {
        int v = 10 * world, *y;
        cudaMalloc(&y, sizeof v);
        cudaMemcpy(y, &v, sizeof v, cudaMemcpyHostToDevice);
        ncclCommInitRank(&comm, 2, id, world - 2);
        ncclAllReduce(y, y, 1, ncclInt, ncclSum, comm, s);
        cudaMemcpy(two, y, sizeof v, cudaMemcpyDeviceToHost);
        ncclCommUserRank(comm, two + 1);
        ncclCommCount(comm, two + 2);
        ncclCommDestroy(comm);
    }
    MPI_Bcast(two, 3, MPI_INT, 2, MPI_COMM_WORLD);
    if (!world)
        printf("two: %d, rank %d of %d\n", two[0], two[1], two[2]);
    MPI_Finalize();
}
