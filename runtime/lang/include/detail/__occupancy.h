// names: cudaOccupancyMaxPotentialBlockSizeVariableSMem cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags cudaOccupancyMaxPotentialBlockSizeWithFlags cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags cudaOccupancyAvailableDynamicSMemPerBlock cudaOccupancyMaxPotentialClusterSize cudaOccupancyMaxActiveClusters
// SPDX-License-Identifier: Apache-2.0
// CUDA Runtime API 6.8 and 6.34 (C++): the calls of occupancy that are templates or follow from the others. Flags change nothing here.
inline cudaError_t __kernel_and_device(const void *kernel, cudaFuncAttributes *out_kernel, cudaDeviceProp *out_device) {
    int device = 0;
    cudaError_t failed = cudaFuncGetAttributes(out_kernel, kernel);
    if (!failed) failed = cudaGetDevice(&device);
    return failed ? failed : cudaGetDeviceProperties(out_device, device);
}
template <typename K> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *out, K kernel, int threads, size_t shared, unsigned flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(out, (const void *) kernel, threads, shared);
}
template <typename K> cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *out_blocks, int *out_threads, K kernel, size_t shared = 0, int limit = 0, unsigned flags = 0) {
    return cudaOccupancyMaxPotentialBlockSize(out_blocks, out_threads, (const void *) kernel, shared, limit);
}
// shared_of(threads): the dynamic shared memory of a block of that size.
template <typename K, typename F> cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *out_blocks, int *out_threads, K kernel, F shared_of, int limit = 0, unsigned flags = 0) {
    cudaFuncAttributes of;
    cudaDeviceProp p;
    int best = 0;
    if (!out_blocks || !out_threads) return cudaErrorInvalidValue;
    cudaError_t failed = __kernel_and_device((const void *) kernel, &of, &p);
    int most = limit > 0 && limit < of.maxThreadsPerBlock ? limit : of.maxThreadsPerBlock;
    *out_blocks = *out_threads = 0;
    for (int threads = most; threads > 0 && !failed; threads = threads % p.warpSize ? threads - threads % p.warpSize : threads - p.warpSize) {
        int blocks = 0;
        failed = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *) kernel, threads, (size_t) shared_of(threads));
        if (blocks * threads <= best) continue;
        best = blocks * threads;
        *out_threads = threads;
        *out_blocks = blocks * p.multiProcessorCount;
    }
    return failed;
}
template <typename K, typename F> cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *out_blocks, int *out_threads, K kernel, F shared_of, int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(out_blocks, out_threads, kernel, shared_of, limit);
}
// The dynamic shared memory of a block of which `blocks` fit on a multiprocessor.
template <typename K> cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *out, K kernel, int blocks, int threads) {
    cudaFuncAttributes of;
    cudaDeviceProp p;
    int fit = 0;
    if (!out || blocks <= 0) return cudaErrorInvalidValue;
    cudaError_t failed = __kernel_and_device((const void *) kernel, &of, &p);
    if (!failed) failed = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, (const void *) kernel, threads, 0);
    if (failed || fit < blocks) return failed ? failed : cudaErrorInvalidValue;
    size_t low = 0, high = p.sharedMemPerBlock - of.sharedSizeBytes;
    while (low < high) {
        size_t middle = low + (high - low + 1) / 2;
        failed = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, (const void *) kernel, threads, middle);
        if (failed || fit < blocks) high = middle - 1;
        else low = middle;
    }
    *out = low;
    return cudaSuccess;
}
// The largest cluster that a launch may have: 8 blocks are portable, and here every kernel is allowed 16 (CUDA C++ Programming Guide, 'Thread Block Clusters').
template <typename K> cudaError_t cudaOccupancyMaxPotentialClusterSize(int *out, K kernel, const cudaLaunchConfig_t *config) {
    cudaFuncAttributes of;
    if (!out || !config) return cudaErrorInvalidValue;
    cudaError_t failed = cudaFuncGetAttributes(&of, (const void *) kernel);
    if (!failed) *out = of.nonPortableClusterSizeAllowed ? 16 : 1;
    return failed;
}
// So many clusters of the kernel's size, or the launch's, have room on all multiprocessors; how a GPU groups those is not published.
template <typename K> cudaError_t cudaOccupancyMaxActiveClusters(int *out, K kernel, const cudaLaunchConfig_t *config) {
    cudaFuncAttributes of;
    cudaDeviceProp p;
    int blocks = 0;
    if (!out || !config) return cudaErrorInvalidValue;
    cudaError_t failed = __kernel_and_device((const void *) kernel, &of, &p);
    dim3 threads = config->blockDim;
    if (!failed) failed = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *) kernel, (int) (threads.x * threads.y * threads.z), config->dynamicSmemBytes);
    if (failed) return failed;
    int size = of.requiredClusterWidth * of.requiredClusterHeight * of.requiredClusterDepth;
    for (unsigned i = 0; i < config->numAttrs && !size; i++)
        if (config->attrs[i].id == cudaLaunchAttributeClusterDimension) {
            auto c = config->attrs[i].val.clusterDim;
            size = (int) (c.x * c.y * c.z);
        }
    if (size < 1 || size > (of.nonPortableClusterSizeAllowed ? 16 : 1)) return cudaErrorInvalidClusterSize;
    *out = blocks * p.multiProcessorCount / size;
    return cudaSuccess;
}
