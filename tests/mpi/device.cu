/* SPDX-License-Identifier: Apache-2.0 */
// Device pointers, as an MPI that is aware of CUDA takes them.
#include <cuda_runtime.h>

#include "say.h"

enum { N = 1000 };

__global__ void fill(float *x, int rank)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        x[i] = rank + i * 0.5f;
}

__global__ void add(float *y, const float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        y[i] += x[i];
}

int main(int argc, char **argv)
{
    int rank, size;
    float *x, *y, *sum, last[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    cudaMalloc((void **) &x, N * sizeof *x);
    cudaMalloc((void **) &y, N * sizeof *y);
    cudaMallocManaged((void **) &sum, N * sizeof *sum);
    fill<<<4, 256>>>(x, rank);
    MPI_Sendrecv(x, N, MPI_FLOAT, (rank + 1) % size, 0, y, N, MPI_FLOAT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    cudaMemcpy(last, y + N - 2, sizeof last, cudaMemcpyDeviceToHost);
    say("neighbour's %g %g", last[0], last[1]);
    add<<<4, 256>>>(y, x);
    MPI_Allreduce(y, sum, N, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    cudaDeviceSynchronize();
    say("sum %g %g", sum[0], sum[N - 1]);
    MPI_Request r[2];
    MPI_Irecv(y, N, MPI_FLOAT, (rank + 1) % size, 1, MPI_COMM_WORLD, r);
    MPI_Isend(sum, N, MPI_FLOAT, (rank + size - 1) % size, 1, MPI_COMM_WORLD, r + 1);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Bcast(x, N, MPI_FLOAT, size - 1, MPI_COMM_WORLD);
    add<<<4, 256>>>(y, x);
    cudaMemcpy(last, y, sizeof *last, cudaMemcpyDeviceToHost);
    say("last %g", last[0]);
    MPI_Datatype column;
    MPI_Type_vector(N / 10, 1, 10, MPI_FLOAT, &column);
    MPI_Type_commit(&column);
    cudaMemset(y, 0, N * sizeof *y);
    if (rank == 0)
        MPI_Send(x, 1, column, size - 1, 2, MPI_COMM_WORLD);
    if (rank == size - 1)
        MPI_Recv(y, 1, column, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    cudaMemcpy(last, y + 990, sizeof last, cudaMemcpyDeviceToHost);
    say("column %g %g", last[0], last[1]);
    MPI_Finalize();
    return 0;
}
