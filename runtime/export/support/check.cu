// Ends the program if a call of CUDA failed.
#define WARPCELL_CHECK(call)                                                                       \
    do {                                                                                           \
        cudaError_t status = (call);                                                               \
        if (status != cudaSuccess) {                                                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)
