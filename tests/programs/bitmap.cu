// A picture as the programs of "CUDA by Example" make it: the rows of the bitmap go up, those of what is shown go down.
#include "../common/book.h"
#include "../common/cpu_bitmap.h"
#include <array>

const int SIDE = 64;

struct data {
    unsigned char *dev_bitmap;
};

__global__ void kernel(unsigned char *ptr)
{
    int x = threadIdx.x, y = blockIdx.x, offset = x + y * blockDim.x;
    ptr[offset * 4 + 0] = x * 4;
    ptr[offset * 4 + 1] = y * 4;
    ptr[offset * 4 + 2] = 7;
    ptr[offset * 4 + 3] = 0;
}

void done(void *block)
{
    printf("freed\n");
    HANDLE_ERROR(cudaFree(((data *) block)->dev_bitmap));
}

int main()
{
    data block;
    CPUBitmap bitmap(SIDE, SIDE, &block);
    std::array corners = {0, SIDE - 1, SIDE * SIDE - 1};
    HANDLE_ERROR(cudaMalloc((void **) &block.dev_bitmap, bitmap.image_size()));
    kernel<<<SIDE, SIDE>>>(block.dev_bitmap);
    HANDLE_ERROR(cudaMemcpy(bitmap.get_ptr(), block.dev_bitmap, bitmap.image_size(), cudaMemcpyDeviceToHost));
    for (int corner : corners)
        printf("%d %d\n", bitmap.get_ptr()[corner * 4], bitmap.get_ptr()[corner * 4 + 1]);
    bitmap.display_and_exit(done);
    printf("never\n");
}
