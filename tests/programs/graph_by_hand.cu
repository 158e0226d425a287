// Graphs whose nodes are added by hand: kernels, copies, fills, calls of the host, whole graphs; what waits for what is told later.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

__global__ void scale(float *p, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= by;
}

__global__ void add(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] += from[i];
}

static int rounds;

static void CUDART_CB count(void *data)
{
    rounds += *(int *) data;
}

int main()
{
    int n = 256, one = 1;
    float by = 2, *h, *a, *b;
    unsigned *words, word;
    cudaMallocHost((void **) &h, n * sizeof(float));
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMalloc(&words, n * sizeof(unsigned));
    for (int i = 0; i < n; i++)
        h[i] = (float) i;

    cudaGraph_t graph, outer, copy, pattern;
    cudaGraphExec_t ready, twice, again, unready;
    cudaGraphNode_t in, zero, scaled, added, host, wait, back, first, second;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemcpyNode1D(&in, graph, NULL, 0, a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemsetParams fill = {0};
    fill.dst = b;
    fill.elementSize = 4;
    fill.width = n;
    fill.height = 1;
    cudaGraphAddMemsetNode(&zero, graph, nullptr, 0, &fill);

    void *of_add[3] = {&b, &a, &n}, *of_scale[3] = {&a, &by, &n};
    cudaKernelNodeParams launch = {0};
    launch.func = (void *) add;
    launch.gridDim = dim3(1, 1, 1);
    launch.blockDim = dim3(n, 1, 1);
    launch.kernelParams = (void **) of_add;
    cudaGraphAddKernelNode(&added, graph, NULL, 0, &launch);
    launch.func = (void *) scale;
    launch.kernelParams = of_scale;
    std::vector<cudaGraphNode_t> after;
    after.push_back(in);
    cudaGraphAddKernelNode(&scaled, graph, after.data(), after.size(), &launch);
    cudaGraphNode_t from[] = {scaled, zero}, to[] = {added, added};
    cudaGraphAddDependencies(graph, from, to, 2);

    cudaHostNodeParams call = {0};
    call.fn = count;
    call.userData = &one;
    cudaGraphAddHostNode(&host, graph, &added, 1, &call);
    cudaGraphAddEmptyNode(&wait, graph, &host, 1);
    cudaMemcpy3DParms box = {0};
    box.srcPtr = make_cudaPitchedPtr(b, sizeof(float) * n, n, 1);
    box.dstPtr = make_cudaPitchedPtr(h, sizeof(float) * n, n, 1);
    box.extent = make_cudaExtent(sizeof(float) * n, 1, 1);
    box.kind = cudaMemcpyDeviceToHost;
    cudaGraphAddMemcpyNode(&back, graph, &wait, 1, &box);

    size_t nodes = 0, roots = 0;
    cudaGraphNodeType type;
    cudaGraphGetNodes(graph, NULL, &nodes);
    std::vector<cudaGraphNode_t> all(nodes);
    cudaGraphGetNodes(graph, all.data(), &nodes);
    cudaGraphGetRootNodes(graph, NULL, &roots);
    cudaGraphNodeGetType(all[1], &type);
    printf("%zu nodes, %zu roots, the second a fill: %d\n", nodes, roots, type == cudaGraphNodeTypeMemset);

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraphInstantiate(&ready, graph, NULL, NULL, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(ready, stream);
    cudaStreamSynchronize(stream);
    printf("%d rounds: %g %g\n", rounds, h[1], h[n - 1]);

    by = 10;
    cudaGraphExecKernelNodeSetParams(ready, scaled, &launch);
    cudaGraphLaunch(ready, stream);
    cudaStreamSynchronize(stream);
    printf("%d rounds: %g\n", rounds, h[1]);

    cudaGraphCreate(&outer, 0);
    cudaGraphAddChildGraphNode(&first, outer, NULL, 0, graph);
    cudaGraphAddChildGraphNode(&second, outer, &first, 1, graph);
    cudaGraphInstantiateWithFlags(&twice, outer, 0);
    h[1] = 1;
    cudaGraphLaunch(twice, 0);
    cudaDeviceSynchronize();
    printf("%d rounds: %g\n", rounds, h[1]);

    cudaGraphClone(&copy, graph);
    cudaGraphInstantiate(&again, copy, 0);
    cudaGraphNode_t last[] = {back}, begin[] = {in};
    cudaGraphAddDependencies(graph, last, begin, 1);
    printf("a circle: %s\n", cudaGetErrorName(cudaGraphInstantiate(&unready, graph, NULL, NULL, 0)));
    cudaGraphLaunch(again, stream);
    cudaStreamSynchronize(stream);
    printf("%d rounds: %g\n", rounds, h[1]);

    fill.value = 0x01020304;
    fill.dst = words;
    cudaGraphCreate(&pattern, 0);
    cudaGraphAddMemsetNode(&zero, pattern, 0, 0, &fill);
    printf("a node of another graph: %s\n", cudaGetErrorName(cudaGraphAddEmptyNode(&wait, pattern, &in, 1)));
    cudaGraphInstantiate(&unready, pattern);
    cudaGraphLaunch(unready, 0);
    cudaMemcpy(&word, words + 7, sizeof word, cudaMemcpyDeviceToHost);
    printf("%x\n", word);
    cudaGraphDestroy(graph);
    cudaGraphExecDestroy(ready);
    cudaFree(a);
    return 0;
}
