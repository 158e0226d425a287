// The index of the largest element of each column: a counter of 64 bits whose lower half is kept where an element is larger, before the
// counter is increased.
#include <cstdio>

__global__ void argmax(const float *__restrict__ s, const float *__restrict__ names, int columns, int rows, float *__restrict__ out)
{
    int v = threadIdx.x, best = 0;
    float top = -2.0f;
    for (int d = 0; d < rows; ++d) {
        float c = s[static_cast<size_t>(d) * columns + v];
        if (c > top) {
            top = c;
            best = d;
        }
    }
    out[v] = names[best];
}

int main()
{
    const int columns = 64, most = 23;
    float *s, *names, *out;
    cudaMallocManaged(&s, columns * most * sizeof(float));
    cudaMallocManaged(&names, most * sizeof(float));
    cudaMallocManaged(&out, columns * sizeof(float));
    for (int i = 0; i < most; i++)
        names[i] = 100 + i;
    int wrong = 0, sum = 0;
    for (int rows = 1; rows <= most; rows++) {
        for (int i = 0; i < columns * rows; i++)
            s[i] = (i * 7919 + rows * 31) % 1009 / 1009.0f;
        argmax<<<1, columns>>>(s, names, columns, rows, out);
        cudaDeviceSynchronize();
        for (int v = 0; v < columns; v++) {
            int best = 0;
            for (int d = 1; d < rows; d++)
                if (s[d * columns + v] > s[best * columns + v])
                    best = d;
            wrong += out[v] != names[best];
            sum += best;
        }
    }
    printf("%d wrong, %d\n", wrong, sum);
}
