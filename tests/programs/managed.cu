// Managed memory: a linked list of structs that host and device both walk.
#include <stdio.h>
#include <stdlib.h>

struct Node {
    int value;
    struct Node *next;
};

__managed__ int visits = 0;

__global__ void walk(struct Node *head, int *sum)
{
    int s = 0;
    for (struct Node *n = head; n != NULL; n = n->next) {
        s += n->value;
        n->value *= 2;
        visits++;
    }
    *sum = s;
}

int main(void)
{
    struct Node *head = NULL;
    int *sum;
    cudaMallocManaged(&sum, sizeof(int));
    for (int i = 1; i <= 10; i++) {
        struct Node *n;
        cudaMallocManaged((void **) &n, sizeof *n);
        n->value = i * i;
        n->next = head;
        head = n;
    }
    walk<<<1, 1>>>(head, sum);
    cudaDeviceSynchronize();
    printf("sum %d, first now %d, %d visits\n", *sum, head->value, visits);
    while (head) {
        struct Node *next = head->next;
        cudaFree(head);
        head = next;
    }
    cudaFree(sum);
    return 0;
}
