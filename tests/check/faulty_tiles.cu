// Tiles, stencils and transposes with one mistake each; the expected findings are in faulty_tiles.out.
enum { N = 64, TILE = 8 };

__global__ void matmul_without_first_barrier(const float *a, const float *b, float *c)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    float sum = 0;
    for (int k = 0; k < N; k += TILE) {
        as[y][x] = a[row * N + k + x] + row;
        bs[y][x] = b[(k + y) * N + col] + col;
        for (int i = 0; i < TILE; i++) // the tiles may not be complete
            sum += as[y][i] * bs[i][x];
        __syncthreads();
    }
    c[row * N + col] = sum;
}

__global__ void matmul_without_second_barrier(const float *a, const float *b, float *c)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    float sum = 0;
    for (int k = 0; k < N; k += TILE) {
        as[y][x] = a[row * N + k + x] + k + x;
        bs[y][x] = b[(k + y) * N + col] + k + y;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += as[y][i] * bs[i][x]; // the next round overwrites what slow warps still read
    }
    c[row * N + col] = sum;
}

__global__ void matmul_syncwarp(const float *a, float *c)
{
    __shared__ float as[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    as[x][y] = a[y * N + x] + x;
    __syncwarp(); // the tile is filled by two warps
    float sum = 0;
    for (int i = 0; i < TILE; i++)
        sum += as[i][x];
    c[y * N + x] = sum;
}

__global__ void transpose_in_place(float *m)
{
    int x = threadIdx.x, y = threadIdx.y;
    float v = m[y * TILE + x];
    m[x * TILE + y] = v; // others have not read it yet
}

__global__ void transpose_through_tile(const float *in, float *out)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * TILE + x];
    out[y * TILE + x] = tile[x][y]; // no barrier
}

__global__ void rows_overlap(const float *in, float *out)
{
    int row = threadIdx.x;
    for (int c = 0; c <= 8; c++) // <= reaches into the next row
        out[row * 8 + c] = in[row * 8 + c] + row;
}

__global__ void prefetch_into_used_buffer(const float *in, float *out)
{
    __shared__ float buffer[2][32];
    int t = threadIdx.x;
    buffer[0][t] = in[t];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        if (k < 3)
            buffer[(k + 1) % 2][t] = in[(k + 1) * 32 + t] + k;
        sum += buffer[k % 2][31 - t]; // no barrier: the prefetch of a fast thread overtakes
    }
    out[t] = sum;
}

int main()
{
    float *a, *b, *c;
    int *x;
    unsigned char *bytes;
    cudaMalloc(&a, N * N * sizeof *a), cudaMemset(a, 0, N * N * sizeof *a);
    cudaMalloc(&b, N * N * sizeof *b), cudaMemset(b, 0, N * N * sizeof *b);
    cudaMalloc(&c, N * N * sizeof *c), cudaMemset(c, 0, N * N * sizeof *c);
    cudaMalloc(&bytes, 64), cudaMemset(bytes, 0, 64);
    int falling[128];
    for (int i = 0; i < 128; i++)
        falling[i] = 128 - i;
    cudaMalloc(&x, sizeof falling), cudaMemcpy(x, falling, sizeof falling, cudaMemcpyHostToDevice);
    dim3 tile(TILE, TILE), grid(2, 2);
    matmul_without_first_barrier<<<grid, tile>>>(a, b, c);
    matmul_without_second_barrier<<<grid, tile>>>(a, b, c);
    matmul_syncwarp<<<1, tile>>>(a, c);
    transpose_in_place<<<1, tile>>>(c);
    transpose_through_tile<<<1, tile>>>(a, c);
    cudaMemcpy(x, falling, sizeof falling, cudaMemcpyHostToDevice);
    rows_overlap<<<1, 8>>>(a, c);
    prefetch_into_used_buffer<<<1, 32>>>(a, c);
}
