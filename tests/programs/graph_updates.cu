// What cudaGraphExecUpdate says of an update, in the form of CUDA 11 and of CUDA 12; attributes of kernels.
#include <cstdio>
__managed__ int other = 2;
__global__ void add(int *p, int n) { *p += n; }
cudaGraph_t graph_of(int *p, int n, int nodes, bool clears)
{
    cudaGraph_t g;
    cudaGraphCreate(&g, 0);
    cudaGraphNode_t last, next;
    for (int i = 0; i < nodes; i++) {
        void *arguments[] = {&p, &n};
        cudaKernelNodeParams k = {};
        k.func = (void *) add;
        k.gridDim = k.blockDim = dim3(1);
        k.kernelParams = arguments;
        cudaMemsetParams m = {p, 0, 0, 4, 1, 1};
        if (clears)
            cudaGraphAddMemsetNode(&next, g, i ? &last : nullptr, i ? 1 : 0, &m);
        else
            cudaGraphAddKernelNode(&next, g, i ? &last : nullptr, i ? 1 : 0, &k);
        last = next;
    }
    return g;
}
int main()
{
    cudaGraph_t first = graph_of(&other, 3, 1, false), second = graph_of(&other, 10, 1, false), longer = graph_of(&other, 1, 2, false),
                cleared = graph_of(&other, 1, 1, true);
    cudaGraphExec_t ready;
    cudaGraphInstantiate(&ready, first, nullptr, nullptr, 0);
    cudaGraphLaunch(ready, 0);
    cudaDeviceSynchronize();
    printf("%d\n", other);
    cudaGraphNode_t node;
    cudaGraphExecUpdateResult result;
    int status = cudaGraphExecUpdate(ready, second, &node, &result);
    printf("%d %d\n", status, result == cudaGraphExecUpdateSuccess);
    cudaGraphLaunch(ready, 0);
    cudaDeviceSynchronize();
    printf("%d\n", other);
    status = cudaGraphExecUpdate(ready, longer, nullptr, &result);
    printf("%d %d\n", status == cudaErrorGraphExecUpdateFailure, result == cudaGraphExecUpdateErrorTopologyChanged);
    cudaGraphExecUpdateResultInfo info;
    status = cudaGraphExecUpdate(ready, cleared, &info);
    printf("%d %d\n", status == cudaErrorGraphExecUpdateFailure, info.result == cudaGraphExecUpdateErrorNodeTypeChanged);
    status = cudaGraphExecUpdate(ready, first, &info);
    printf("%d %d\n", status, info.result);
    printf("%d %d\n", cudaFuncSetAttribute(add, cudaFuncAttributeNonPortableClusterSizeAllowed, 1), cudaFuncAttributeNonPortableClusterSizeAllowed);
}
