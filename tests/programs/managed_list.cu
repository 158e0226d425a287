// A linked list in managed memory: built by the host, walked by the device, read by the host again.
#include <cuda_runtime.h>
#include <stdio.h>

struct node {
    int key, depth;
    struct node *next;
};

__global__ void number(struct node *list, int *count)
{
    int depth = 0;
    for (struct node *n = list; n; n = n->next)
        n->depth = ++depth;
    *count = depth;
}

__device__ __managed__ int largest;

__global__ void find(const struct node *list)
{
    for (const struct node *n = list; n; n = n->next)
        if (n->key > largest)
            largest = n->key;
}

static struct node *push(struct node *list, int key)
{
    struct node *n;
    cudaMallocManaged(&n, sizeof(*n));
    n->key = key;
    n->depth = -1;
    n->next = list;
    return n;
}

int main()
{
    struct node *list = NULL;
    int *count;
    cudaMallocManaged(&count, sizeof(*count));
    for (int i = 0; i < 6; i++)
        list = push(list, i * 37 % 11);
    largest = -1;
    number<<<1, 1>>>(list, count);
    find<<<1, 1>>>(list);
    cudaDeviceSynchronize();
    printf("%d nodes, the largest key is %d\n", *count, largest);
    while (list) {
        struct node *next = list->next;
        printf("%d at %d\n", list->key, list->depth);
        cudaFree(list);
        list = next;
    }
    cudaFree(count);
    return 0;
}
