/* SPDX-License-Identifier: Apache-2.0 */
/* Compiles a file's device code as nvcc sees it, whole and with NVRTC, and runs its kernels on the CPU engine:
 *
 *     whole FILE KERNEL...
 *
 * The n-th kernel is launched as KERNEL<<<1, 1>>>(unsigned *p, unsigned n); a line for each says what it left in *p. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "compile/nvrtc.h"
#include "device/cpu/cpu.h"
#include "device/device.h"
#include "device/device_open.h"

static bool run(struct device *d, const struct nvrtc *nvrtc, const char *text, const char *name,
                uint32_t number)
{
    static const char *const options[] = {"--gpu-architecture=compute_75", "-w", "--std=c++17"};
    struct diags diags = {0};
    struct nvrtc_result code = {0};
    struct device_fault fault;
    struct nvrtc_job job = {
        .source = text, .expression = name, .options = options, .option_count = 3};
    uint64_t p = 0;
    uint32_t value = 0;

    struct {
        uint64_t p;
        uint32_t number;
    } params = {0, number};

    if (!nvrtc_run(nvrtc, &job, &code)) {
        fprintf(stderr, "%s\n", code.log ? code.log : "NVRTC gives no reason");
        return false;
    }
    struct device_module *m =
        device_load(d, code.image, strlen(code.image), &diags, (struct span){0});
    bool ok = m && device_alloc(d, sizeof value, &diags, (struct span){0}, &p);
    params.p = p;
    struct device_launch launch = {
        .grid = {1, 1, 1},
          .block = {1, 1, 1},
          .params = &params, .params_size = 12
    };
    launch.kernel = m ? device_kernel(m, code.lowered) : NULL;
    ok = ok && launch.kernel && device_launch(d, &launch, &diags, (struct span){0}) &&
         device_sync(d, DEVICE_ALL_STREAMS, &fault) == DEVICE_OK &&
         device_read(d, &value, p, sizeof value, &fault) == DEVICE_OK;
    printf("%u\n", value);
    nvrtc_result_free(&code);
    diags_free(&diags);
    return ok;
}

int main(int argc, char **argv)
{
    struct diags diags = {0};
    struct nvrtc nvrtc = {0};
    struct buf text = {0};
    char bytes[4096];
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
    for (size_t n; f && (n = fread(bytes, 1, sizeof bytes, f));)
        buf_put(&text, bytes, n);
    struct device *d = cpu_device_open(NULL, 1 << 28, &diags);
    bool ok = f && d && nvrtc_load(&nvrtc, NULL, &diags, (struct span){0});
    for (int i = 2; ok && i < argc; i++)
        ok = run(d, &nvrtc, text.p, argv[i], (uint32_t) i - 1);
    if (f)
        fclose(f);
    device_close(&d);
    buf_free(&text);
    return !ok;
}
