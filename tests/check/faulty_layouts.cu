// Threads that meet in parts of a word, a struct or a vector; the expected findings are in faulty_layouts.out.
__global__ void shorts_as_ints(short *x)
{
    int *wide = (int *) x;
    if (threadIdx.x < 16)
        wide[threadIdx.x] = threadIdx.x + 1;
    else
        x[threadIdx.x] = 7; // element 16 is in word 8
}

__global__ void bytes_and_words(unsigned char *x)
{
    if (threadIdx.x == 0)
        *(unsigned *) x = 0x01020304;
    else if (threadIdx.x == 1)
        x[2] = 9;
}

__global__ void vector_store_overlaps(float *x)
{
    if (threadIdx.x == 0)
        ((float4 *) x)[0] = make_float4(1, 2, 3, 4);
    else
        x[3] = 5; // the w of the vector
}

__global__ void double_of_two_floats(float *x)
{
    if (threadIdx.x == 0)
        *(double *) x = 1.5;
    else
        x[1] = 2;
}

struct flags {
    unsigned a : 4, b : 4;
};

__global__ void bit_fields_of_one_word(flags *f)
{
    if (threadIdx.x == 0)
        f->a = 3;
    else
        f->b = 5; // reads and writes the whole word
}

__global__ void bits_of_one_word(unsigned *mask)
{
    mask[threadIdx.x / 32] |= 1u << threadIdx.x % 32;
}

union either {
    int i;
    float f;
};

__global__ void both_members_of_a_union(either *u)
{
    if (threadIdx.x == 0)
        u->i = 1;
    else
        u->f = 2;
}

struct pixel {
    unsigned char r, g, b;
};

__global__ void next_pixel(pixel *p)
{
    p[threadIdx.x].r = p[threadIdx.x + 1].r + 1;
}

__global__ void complex_swap(float2 *z)
{
    int t = threadIdx.x;
    float2 v = z[t ^ 1];
    z[t] = make_float2(v.y + t, v.x); // z[t ^ 1] may be new already
}

__global__ void column_of_structs(int *m)
{
    struct row {
        int at[4];
    } *rows = (row *) m;
    rows[threadIdx.x].at[3] = threadIdx.x;
    m[threadIdx.x * 3] = 1; // a pitch of 3 instead of 4
}

__global__ void halves_of_a_long(unsigned *x)
{
    unsigned long long *wide = (unsigned long long *) x;
    if (threadIdx.x < 2)
        wide[threadIdx.x] = 0x100000002ull * threadIdx.x;
    else
        x[threadIdx.x - 1] = 6; // words 1 and 2
}

struct node {
    int value;
    node *next;
};

__global__ void push_front(node *nodes, node **head)
{
    node *n = nodes + threadIdx.x;
    n->value = threadIdx.x;
    n->next = *head;
    *head = n;
}

int main()
{
    int *x;
    node *nodes;
    cudaMalloc(&x, 1024), cudaMemset(x, 0, 1024);
    cudaMalloc(&nodes, 32 * sizeof *nodes), cudaMemset(nodes, 0, 32 * sizeof *nodes);
    shorts_as_ints<<<1, 18>>>((short *) x);
    bytes_and_words<<<1, 2>>>((unsigned char *) x);
    vector_store_overlaps<<<1, 2>>>((float *) x);
    double_of_two_floats<<<1, 2>>>((float *) x);
    bit_fields_of_one_word<<<1, 2>>>((flags *) x);
    bits_of_one_word<<<1, 2>>>((unsigned *) x);
    both_members_of_a_union<<<1, 2>>>((either *) x);
    next_pixel<<<1, 2>>>((pixel *) x);
    complex_swap<<<1, 2>>>((float2 *) x);
    column_of_structs<<<1, 4>>>(x);
    halves_of_a_long<<<1, 4>>>((unsigned *) x);
    push_front<<<1, 2>>>(nodes, (node **) x);
}
