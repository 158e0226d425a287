// Fetches of whole warps beside a model on the host: element types, address modes, filters, coordinates that are far outside or no numbers.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

enum { W = 7, H = 5, N = 1000 };

__global__ void fetch(cudaTextureObject_t t, const float2 *at, float4 *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N && i % 11) out[i] = tex2D<float4>(t, at[i].x, at[i].y);
}
__global__ void fetch_line(cudaTextureObject_t t, float *out) {
    int i = threadIdx.x;
    out[i] = tex1Dfetch<float>(t, i - 3);
}

static int wrapped(long i, int n, int mode) {
    if (mode == cudaAddressModeClamp) return i < 0 ? 0 : i >= n ? n - 1 : (int) i;
    if (mode == cudaAddressModeBorder) return i < 0 || i >= n ? -1 : (int) i;
    long period = mode == cudaAddressModeMirror ? 2 * n : n, m = ((i % period) + period) % period;
    return (int) (m < n ? m : 2 * n - 1 - m);
}
static float texel(const float texels[H][W][4], long x, long y, int c, int mode) {
    int i = wrapped(x, W, mode), j = wrapped(y, H, mode);
    return i < 0 || j < 0 ? 0 : texels[j][i][c];
}
static float model(const float texels[H][W][4], float2 at, int c, int mode, bool linear, bool normalized) {
    float x = normalized ? at.x * W : at.x, y = normalized ? at.y * H : at.y;
    if (!normalized && mode >= cudaAddressModeWrap && mode != cudaAddressModeBorder) mode = cudaAddressModeClamp;
    if (mode == cudaAddressModeWrap && !normalized) mode = cudaAddressModeClamp;
    if (!linear) return texel(texels, x == x ? (long) floorf(x) : 0, y == y ? (long) floorf(y) : 0, c, mode);
    x -= 0.5f, y -= 0.5f;
    long i = (long) floorf(x), j = (long) floorf(y);
    float a = floorf((x - i) * 256 + 0.5f) / 256, b = floorf((y - j) * 256 + 0.5f) / 256;
    return (1 - a) * (1 - b) * texel(texels, i, j, c, mode) + a * (1 - b) * texel(texels, i + 1, j, c, mode) +
           (1 - a) * b * texel(texels, i, j + 1, c, mode) + a * b * texel(texels, i + 1, j + 1, c, mode);
}

template <typename E, int channels, int bits, cudaChannelFormatKind kind> static int compare(bool unit) {
    static float texels[H][W][4];
    E data[H][W][channels];
    for (int j = 0; j < H; j++)
        for (int i = 0; i < W; i++)
            for (int c = 0; c < 4; c++) {
                E v = kind == cudaChannelFormatKindFloat ? (E) (rand() % 1000 * 0.25) : (E) rand();
                float most = (float) ((1u << (bits - (kind == cudaChannelFormatKindSigned))) - 1);
                if (c < channels) data[j][i][c] = v;
                texels[j][i][c] = c < channels ? unit ? fmaxf((float) v / most, -1.0f) : (float) v : c == 3;
            }
    cudaChannelFormatDesc desc = {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0, kind};
    cudaArray_t array;
    cudaMallocArray(&array, &desc, W, H);
    cudaMemcpy2DToArray(array, 0, 0, data, sizeof data[0], sizeof data[0], H, cudaMemcpyHostToDevice);
    float2 *at;
    float4 *out;
    cudaMallocManaged(&at, N * sizeof *at);
    cudaMallocManaged(&out, N * sizeof *out);
    int wrong = 0;
    for (int how = 0; how < 16; how++) {
        bool linear = how & 1, normalized = how & 2;
        int mode = how >> 2;
        for (int i = 0; i < N; i++) {
            float scale = normalized ? 1.0f : W;
            at[i] = make_float2((rand() % 4096 / 1024.0f - 1.5f) * scale, (rand() % 4096 / 1024.0f - 1.5f) * scale);
            if (i % 100 == 7 && !linear) at[i].x = i % 200 == 7 ? NAN : 3e7f;
        }
        cudaResourceDesc what = {};
        what.resType = cudaResourceTypeArray;
        what.res.array.array = array;
        cudaTextureDesc rules = {};
        rules.addressMode[0] = rules.addressMode[1] = (cudaTextureAddressMode) mode;
        rules.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
        rules.readMode = unit ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
        rules.normalizedCoords = normalized;
        cudaTextureObject_t t;
        cudaCreateTextureObject(&t, &what, &rules, NULL);
        fetch<<<(N + 127) / 128, 128>>>(t, at, out);
        cudaDeviceSynchronize();
        for (int i = 0; i < N; i++)
            for (int c = 0; c < 4 && i % 11; c++)
                wrong += !(fabsf((&out[i].x)[c] - model(texels, at[i], c, mode, linear, normalized)) <= 1e-5f * (kind == cudaChannelFormatKindFloat ? 250 : 1));
        cudaDestroyTextureObject(t);
    }
    cudaFreeArray(array);
    cudaFree(at);
    cudaFree(out);
    return wrong;
}

int main() {
    printf("%d ", compare<float, 4, 32, cudaChannelFormatKindFloat>(false));
    printf("%d ", compare<float, 1, 32, cudaChannelFormatKindFloat>(false));
    printf("%d ", compare<unsigned char, 4, 8, cudaChannelFormatKindUnsigned>(true));
    printf("%d ", compare<signed char, 2, 8, cudaChannelFormatKindSigned>(true));
    printf("%d ", compare<unsigned short, 1, 16, cudaChannelFormatKindUnsigned>(true));
    printf("%d\n", compare<short, 2, 16, cudaChannelFormatKindSigned>(true));
    float *line, *out;
    cudaMallocManaged(&line, 20 * sizeof *line);
    cudaMallocManaged(&out, 32 * sizeof *out);
    for (int i = 0; i < 20; i++) line[i] = i + 1;
    cudaResourceDesc what = {};
    what.resType = cudaResourceTypeLinear;
    what.res.linear.devPtr = line;
    what.res.linear.desc = cudaCreateChannelDesc<float>();
    what.res.linear.sizeInBytes = 20 * sizeof *line;
    cudaTextureDesc rules = {};
    cudaTextureObject_t t;
    cudaCreateTextureObject(&t, &what, &rules, NULL);
    fetch_line<<<1, 32>>>(t, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) printf("%g%c", out[i], i < 31 ? ' ' : '\n');
    return 0;
}
