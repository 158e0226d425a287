# SPDX-License-Identifier: Apache-2.0
"""Reports about modules that a program loads itself: <cuda.h> and <nvrtc.h>. What they compute is in tests/cells/driver_api.cell."""
import os
import subprocess

HEAD = """#include <cuda.h>
#include <nvrtc.h>
#include <cstdio>
#define CHECK(call) do { CUresult r = (call); if (r) { const char *n; cuGetErrorName(r, &n); printf("%s\\n", n); return 1; } } while (0)
"""


def run(program, folder, text, *options, **variables):
    (folder / "driver.cu").write_text(HEAD + text)
    return subprocess.run([program, *options, "driver.cu"], cwd=folder, capture_output=True, text=True, timeout=120,
                          env=dict(os.environ, NO_COLOR="1", **variables))


FAULT = """
const char *source = "extern \\"C\\" __global__ void fill(float *x, int n)\\n{\\n    int i = threadIdx.x;\\n    x[i] = n;\\n}\\n";
int main()
{
    nvrtcProgram p;
    nvrtcCreateProgram(&p, source, "fill.cu", 0, NULL, NULL);
    nvrtcCompileProgram(p, 0, NULL);
    size_t size;
    nvrtcGetPTXSize(p, &size);
    char *ptx = new char[size];
    nvrtcGetPTX(p, ptx);
    nvrtcDestroyProgram(&p);
    CUdevice device; CUcontext context; CUmodule module; CUfunction fill; CUdeviceptr x;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuCtxCreate(&context, 0, device));
    CHECK(cuModuleLoadData(&module, ptx));
    CHECK(cuModuleGetFunction(&fill, module, "fill"));
    CHECK(cuMemAlloc(&x, 10 * sizeof(float)));
    int n = 10;
    void *args[] = {&x, &n};
    CHECK(cuLaunchKernel(fill, 1, 1, 1, 32, 1, 1, 0, NULL, args, NULL));
    CHECK(cuCtxSynchronize());
}
"""


def test_fault_names_both_texts(program, tmp_path):
    result = run(program, tmp_path, FAULT)
    assert result.returncode != 0
    assert result.stderr.startswith("device error: illegal address in 'fill': thread (10, 0, 0) of block (0, 0, 0) writes x[10], "
                                    "but x holds 10 elements of 4 bytes\n --> fill.cu:4:5\n")
    assert "4 |     x[i] = n;\n  |     ^^^^^^^^" in result.stderr
    line = (HEAD + FAULT).splitlines().index("    CHECK(cuLaunchKernel(fill, 1, 1, 1, 32, 1, 1, 0, NULL, args, NULL));") + 1
    assert f" --> driver.cu:{line}:5\n" in result.stderr


JIT_LOG = """
int main()
{
    char log[200];
    CUmodule module;
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *) sizeof log};
    cuInit(0);
    CUresult r = cuModuleLoadDataEx(&module, "this is no PTX", 2, options, values);
    printf("%d, %zu, %zu: %s\\n", r == CUDA_ERROR_INVALID_PTX, (size_t) values[1], strlen(log), log);
}
"""


def test_ptx_that_does_not_load(program, tmp_path):
    result = run(program, tmp_path, JIT_LOG)
    why = "PTX line 1: expected a function or variable before 'this'"
    assert result.stdout == f"1, {len(why)}, {len(why)}: {why}\n"
    assert result.stderr.startswith(f"warning: the module is not loaded: {why}\n  --> driver.cu:13:18\n")
    assert result.returncode == 0


def test_uninitialised_driver(program, tmp_path):
    result = run(program, tmp_path, "int main() { CUdeviceptr p; CHECK(cuMemAlloc(&p, 4)); }")
    assert (result.stdout, result.returncode) == ("CUDA_ERROR_NOT_INITIALIZED\n", 1)


def test_runtime_initialises_the_driver(program, tmp_path):
    result = run(program, tmp_path, "int main() { CUdeviceptr p; cudaFree(0); CHECK(cuMemAlloc(&p, 4)); CHECK(cuMemFree(p)); puts(\"ok\"); }")
    assert (result.stdout, result.stderr, result.returncode) == ("ok\n", "", 0)


def test_file_of_ptx(program, tmp_path):
    """A module that `nvcc -ptx` would have written, by its path."""
    (tmp_path / "one.ptx").write_text(".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry one(.param .u64 p)\n{\n"
                                      "    .reg .u64 %rd<3>;\n    .reg .u32 %r<2>;\n    ld.param.u64 %rd1, [p];\n"
                                      "    cvta.to.global.u64 %rd2, %rd1;\n    mov.u32 %r1, 1;\n    st.global.u32 [%rd2], %r1;\n    ret;\n}\n")
    result = run(program, tmp_path, """
int main()
{
    CUmodule module; CUfunction one; CUdeviceptr x; int v = 0;
    CHECK(cuInit(0));
    CHECK(cuModuleLoad(&module, "one.ptx"));
    CHECK(cuModuleGetFunction(&one, module, "one"));
    CHECK(cuMemAlloc(&x, 4));
    void *args[] = {&x};
    CHECK(cuLaunchKernel(one, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
    CHECK(cuMemcpyDtoH(&v, x, 4));
    printf("%d\\n", v);
}
""")
    assert (result.stdout, result.stderr, result.returncode) == ("1\n", "", 0)
