// Indices beyond an array that is a member of a struct, but within the struct or the allocation; the expected findings are in faulty_members.out.
struct particle {
    float position[3], velocity[3];
    int id;
};

__global__ void one_coordinate_too_many(particle *p)
{
    for (int k = 0; k <= 3; k++) // velocity[0]
        p[threadIdx.x].position[k] += 1;
}

struct grid {
    int n;
    float cell[4][4];
    __device__ float at(int x, int y) const { return cell[y][x]; }
};

__global__ void over_the_edge(grid g, float *out)
{
    out[threadIdx.x] = g.at(threadIdx.x + 1, 0);
}

template <typename T, int N> class vec {
public:
    T v[N];
    __device__ T sum() const
    {
        T s = 0;
        for (int k = 1; k <= N; k++)
            s += v[k];
        return s;
    }
};

__global__ void from_one(const vec<int, 4> *a, int *out)
{
    out[threadIdx.x] = a[threadIdx.x].sum();
}

struct histogram {
    int bins[16], total;
};

__global__ void bin_of_one(const float *x, histogram *h)
{
    atomicAdd(&h->bins[(int) (x[threadIdx.x] * 16)], 1); // 1.0 has a bin of its own: total
}

struct node {
    int children[8], parent;
};

__global__ void before_the_first(node *nodes, int *out)
{
    const node &n = nodes[threadIdx.x + 1];
    int k = 0;
    while (k < 8 && n.children[k])
        k++;
    out[threadIdx.x] = n.children[k - 1]; // no children: the node before
}

int main()
{
    particle *p;
    float *x, h[32];
    vec<int, 4> *v;
    histogram *b;
    node *n;
    int *out;
    cudaMalloc(&p, 32 * sizeof *p), cudaMalloc(&x, 32 * sizeof *x), cudaMalloc(&v, 33 * sizeof *v), cudaMalloc(&b, sizeof *b);
    cudaMalloc(&n, 34 * sizeof *n), cudaMalloc(&out, 32 * sizeof *out);
    cudaMemset(p, 0, 32 * sizeof *p), cudaMemset(v, 0, 33 * sizeof *v), cudaMemset(b, 0, sizeof *b), cudaMemset(n, 0, 34 * sizeof *n);
    for (int i = 0; i < 32; i++)
        h[i] = i / 31.0f;
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    grid g = {4, {{1, 2, 3, 4}}};
    one_coordinate_too_many<<<1, 32>>>(p);
    over_the_edge<<<1, 4>>>(g, x);
    from_one<<<1, 32>>>(v, out);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    bin_of_one<<<1, 32>>>(x, b);
    before_the_first<<<1, 32>>>(n, out);
    cudaFree(p), cudaFree(x), cudaFree(v), cudaFree(b), cudaFree(n), cudaFree(out);
}
