// Products of bytes with .satfinite, in both of the places where ptxas takes it; engines of <random> that skip numbers.
#include <cstdio>
#include <random>

__global__ void products(int *out, int start)
{
    unsigned a = 0x7f7f7f7f, b = 0x7f7f7f7f;
    int d[3][4];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            d[i][k] = start;
    asm("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %4}, {%5}, {%0, %1, %2, %3};"
        : "+r"(d[0][0]), "+r"(d[0][1]), "+r"(d[0][2]), "+r"(d[0][3]) : "r"(a), "r"(b));
    asm("mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32.satfinite {%0, %1, %2, %3}, {%4, %4}, {%5}, {%0, %1, %2, %3};"
        : "+r"(d[1][0]), "+r"(d[1][1]), "+r"(d[1][2]), "+r"(d[1][3]) : "r"(a), "r"(b));
    asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %4}, {%5}, {%0, %1, %2, %3};"
        : "+r"(d[2][0]), "+r"(d[2][1]), "+r"(d[2][2]), "+r"(d[2][3]) : "r"(a), "r"(b));
    if (threadIdx.x == 5)
        for (int i = 0; i < 3; i++)
            out[i] = d[i][i];
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 3 * sizeof *out);
    for (int start : {100, 2147483000}) {
        products<<<1, 32>>>(out, start);
        cudaDeviceSynchronize();
        printf("%d %d %d\n", out[0], out[1], out[2]);
    }
    std::minstd_rand near(7), far(7);
    std::mt19937_64 here(7), there(7);
    for (int i = 0; i < 1000; i++)
        near(), here();
    far.discard(1000);
    there.discard(1000);
    printf("%d %d\n", near() == far(), here() == there());
    return 0;
}
