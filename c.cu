#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/std/atomic>
#include <curand_kernel.h>
#include <math.h>
#include <stdio.h>
__global__ void k(int*p){}
