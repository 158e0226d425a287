/* SPDX-License-Identifier: Apache-2.0 */
/* The benchmark on OpenCL's first CPU device. Kernels are $ENGINE_CL/<problem>.cl; buffers are the host's own. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "problems.h"

static cl_context context;
static cl_command_queue commands;
static cl_program program;
static cl_mem memory[BUFFERS];

static void must(cl_int result)
{
    if (result == CL_SUCCESS)
        return;
    fprintf(stderr, "OpenCL error %d\n", result);
    exit(1);
}

static void open_device(struct problem *p)
{
    cl_platform_id platform;
    cl_device_id device;
    char path[512], *text = calloc(1, 1 << 16);
    cl_int result;
    must(clGetPlatformIDs(1, &platform, NULL));
    must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL));
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
    must(result);
    commands = clCreateCommandQueue(context, device, 0, &result);
    must(result);
    snprintf(path, sizeof path, "%s/%s.cl", getenv("ENGINE_CL"), p->name);
    FILE *f = fopen(path, "r");
    if (!f || !fread(text, 1, (1 << 16) - 1, f))
        exit(1);
    fclose(f);
    program = clCreateProgramWithSource(context, 1, (const char **) &text, NULL, &result);
    must(result);
    must(clBuildProgram(program, 1, &device, NULL, NULL, NULL));
    for (int k = 0; k < p->buffers; k++) {
        memory[k] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                   p->buffer[k].count * 4, p->buffer[k].at, &result);
        must(result);
    }
    free(text);
}

static cl_kernel kernel_named(const char *name)
{
    static struct {
        const char *name;
        cl_kernel kernel;
    } known[4];

    for (int i = 0;; i++) {
        if (!known[i].name) {
            known[i].name = name;
            known[i].kernel = clCreateKernel(program, name, NULL);
        }
        if (!strcmp(known[i].name, name))
            return known[i].kernel;
    }
}

static void launch(const char *name, struct shape s, const struct argument *list, int n)
{
    cl_kernel k = kernel_named(name);
    for (int i = 0; i < n; i++) {
        if (list[i].type == 'b')
            must(clSetKernelArg(k, (cl_uint) i, sizeof(cl_mem), &memory[list[i].i]));
        else
            must(clSetKernelArg(k, (cl_uint) i, 4,
                                list[i].type == 'f' ? (const void *) &list[i].f : &list[i].i));
    }
    size_t global[2] = {(size_t) s.grid_x * (size_t) s.block_x,
                        (size_t) s.grid_y * (size_t) s.block_y},
           local[2] = {(size_t) s.block_x, (size_t) s.block_y};
    must(clEnqueueNDRangeKernel(commands, k, 2, NULL, global, local, 0, NULL, NULL));
}

static void queue(struct problem *p)
{
    issue(p, launch);
}

static void wait_all(void)
{
    must(clFinish(commands));
}

static void nothing(struct problem *p)
{
}

int main(int argc, char **argv)
{
    static const struct implementation pocl = {open_device, nothing, queue, wait_all, nothing};
    return drive(argc, argv, &pocl);
}
