# SPDX-License-Identifier: Apache-2.0
"""The plugin of Triton that `warpcell cuda` offers, with stand-ins for Triton and PyTorch, which the tests do not install: as Triton does, they
find the plugin by its entry point, and its launcher gives their launcher pointers for tensors."""

import sys
import textwrap

TRITON = {
    "__init__.py": "",
    "backends/__init__.py": "",
    "backends/nvidia/__init__.py": "",
    "backends/nvidia/compiler.py": "class CUDABackend:\n    pass\n",
    "backends/nvidia/driver.py": """\
        import ctypes
        cuda = ctypes.CDLL("libcuda.so.1")


        class CudaUtils:
            def get_device_capability(self, device): return 7, 5
            def get_default_stream(self, device): return 0
            def get_device_properties(self, device): return {"device": device}


        class CudaLauncher:
            def __call__(self, x, y, z, stream, function, metadata, launch_metadata, enter, leave, *arguments):
                pointers = [a.data_ptr() if hasattr(a, "data_ptr") else a for a in arguments[0]]
                values = [ctypes.c_uint64(p) for p in pointers]
                params = (ctypes.c_void_p * len(values))(*(ctypes.addressof(v) for v in values))
                assert cuda.cuLaunchKernel(function, x, y, z, 1, 1, 1, 0, None, params, None) == 0


        class CudaDriver:
            pass
        """,
}

TORCH = """\
    import ctypes, types
    cuda = types.SimpleNamespace(is_available=lambda: False)
    cpu = types.SimpleNamespace()
    int = "int"
    device = lambda name: types.SimpleNamespace(type=name)
    empty = lambda n, dtype: [0] * n


    class Tensor:
        def __init__(self, numbers, first=0):
            self.numbers, self.first = numbers, first
            self.device, self.dtype = device("cpu"), "int32"

        def data_ptr(self):
            return ctypes.addressof(self.numbers) + 4 * self.first

        def untyped_storage(self):
            whole = ctypes.addressof(self.numbers)
            return types.SimpleNamespace(data_ptr=lambda: whole, nbytes=lambda: ctypes.sizeof(self.numbers))
    """

PROGRAM = """\
    import ctypes, importlib, importlib.metadata
    import torch

    points = [p for p in importlib.metadata.entry_points().select(group="triton.backends") if p.name == "warpcell"]
    assert len(points) == 1
    compiler, driver = (importlib.import_module(f"{points[0].value}.{part}") for part in ("compiler", "driver"))
    assert [v for v in vars(compiler).values() if isinstance(v, type)] == [compiler.WarpcellBackend]
    print(compiler.WarpcellBackend.supports_target("cuda"), driver.WarpcellDriver.is_active())
    active = driver.WarpcellDriver()
    print(active.get_active_torch_device().type, active.utils.get_device_properties(None))

    cuda = ctypes.CDLL("libcuda.so.1")
    context, module, function = (ctypes.c_void_p() for _ in range(3))
    cuda.cuInit(0)
    cuda.cuCtxCreate_v2(ctypes.byref(context), 0, 0)
    ptx = b'''.version 8.0\\n.target sm_75\\n.address_size 64\\n.visible .entry k(.param .u64 a, .param .u64 b) { .reg .b64 %rd<3>; .reg .b32 %r<2>;
    ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.global.u32 %r1, [%rd1]; add.u32 %r1, %r1, 1; st.global.u32 [%rd2], %r1; ret; }'''
    cuda.cuModuleLoadData(ctypes.byref(module), ptx)
    cuda.cuModuleGetFunction(ctypes.byref(function), module, b"k")

    numbers = (ctypes.c_uint32 * 4)(10, 20, 30, 40)
    launch = lambda *arguments: active.launcher_cls()(1, 1, 1, 0, function, None, None, None, None, arguments)
    launch(torch.Tensor(numbers, 1), torch.Tensor(numbers, 3))  # two views of one storage
    print(list(numbers))
    print(active.get_benchmarker()(lambda: launch(torch.Tensor(numbers), torch.Tensor(numbers))) > 0, list(numbers))
    try:
        launch(torch.Tensor(numbers), torch.Tensor(numbers, 4))
    except RuntimeError as e:
        print(e)
    """


def test_kernels_reach_tensors_of_the_cpu(run, tmp_path):
    for name, text in TRITON.items():
        path = tmp_path / "triton" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
    (tmp_path / "torch.py").write_text(textwrap.dedent(TORCH))
    (tmp_path / "program.py").write_text(textwrap.dedent(PROGRAM))
    ended = run("cuda", "-q", sys.executable, "program.py", cwd=tmp_path)
    assert ended.stdout == """\
False True
cpu {'device': 0}
[10, 20, 30, 21]
True [12, 20, 30, 21]
the kernel: CUDA_ERROR_ILLEGAL_ADDRESS
"""
    assert "writes element 4 of an unnamed allocation, which holds 4 elements of 4 bytes" in ended.stderr
    assert ended.returncode == 1
