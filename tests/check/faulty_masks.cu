// Member masks that leave out threads; the expected findings are in faulty_masks.out.
__global__ void mask_too_narrow(int *x)
{
    int t = threadIdx.x;
    if (t <= 16) // 17 lanes, but the mask names 16
        x[t] = __shfl_sync(0x0000ffff, t, 0);
}

__global__ void ballot_of_another_condition(int *x)
{
    int t = threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffff, x[t] == 0 && t < 8);
    if (t < 12)
        x[t] = __popc(mask) + __any_sync(mask, t > 2); // lanes 8 to 11 did not vote
}

__global__ void shifted_mask(int *x)
{
    int t = threadIdx.x;
    if (t >= 16) {
        __syncwarp(0x0000ffff); // the lanes are those of the upper half
        x[t] = t;
    }
}

__global__ void mask_of_even_lanes(int *x)
{
    int t = threadIdx.x;
    x[t] = __all_sync(0x55555555, t); // the odd lanes call it, too
}

__global__ void match_with_active_lanes(int *x)
{
    int t = threadIdx.x;
    if (t % 2 == 0 || t == 31)
        x[t] = __match_any_sync(0x55555555, t); // lane 31 is not one of the even lanes
}

int main()
{
    int *x;
    cudaMalloc(&x, 128 * sizeof *x);
    cudaMemset(x, 0, 128 * sizeof *x);
    mask_too_narrow<<<1, 32>>>(x);
    ballot_of_another_condition<<<1, 32>>>(x);
    shifted_mask<<<1, 32>>>(x);
    mask_of_even_lanes<<<1, 32>>>(x);
    match_with_active_lanes<<<1, 32>>>(x);
}
