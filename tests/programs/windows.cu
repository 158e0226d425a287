#include <stdio.h>
#include <thrust\device_vector.h>

// As an editor on Windows saves it: a byte order mark, CRLF, a backslash in a path.
__global__ auto twice(float *x, int n) -> void
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

int main()
{
    thrust::device_vector<float> v(8, 1.5f);
    twice<<<1, 8>>>(thrust::raw_pointer_cast(&v[0]), 8);
    thrust::device_ptr<float> last = &v[7];
    v[7] = *last + 1;
    for (int i = 6; i < 8; i++)
        printf("%g\n", (float) v[i]);
}
