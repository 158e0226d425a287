// A store to places that differ from lane to lane, of which one lane runs: also where the others' places lie before the array.
#include <cstdio>

const int n = 64;
__device__ int place[n], table[n];

__global__ void store()
{
    int i = threadIdx.x, at = place[i];
    if (at >= 0)
        table[at] = i;
}

int main()
{
    static int places[n], found[n];
    int lost = 0;
    for (int lane = 0; lane < n; lane++)
        for (int to = 0; to < n; to++) {
            for (int i = 0; i < n; i++)
                places[i] = found[i] = -1;
            cudaMemcpyToSymbol(table, found, sizeof found);
            places[lane] = to;
            cudaMemcpyToSymbol(place, places, sizeof places);
            store<<<1, n>>>();
            cudaMemcpyFromSymbol(found, table, sizeof found);
            lost += found[to] != lane;
        }
    printf("%d stores are lost\n", lost);
    return 0;
}
