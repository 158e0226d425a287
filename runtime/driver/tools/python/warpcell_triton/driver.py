# SPDX-License-Identifier: Apache-2.0
"""The driver that Triton uses where PyTorch is loaded and has no CUDA. The device of tensors is the CPU. A launch copies the storage of each
tensor among its arguments to the device, and back when the kernel has ended, so every access is checked against the tensor's storage."""

import copy
import sys
import time

from triton.backends.nvidia import driver as nvidia

from .device_memory import Storages


class Event:
    """As torch.cuda.Event; launches have ended when they return."""

    def __init__(self, enable_timing=False, **unused):
        self.at = None

    def record(self, stream=None):
        self.at = time.perf_counter()

    def elapsed_time(self, end):
        return max((end.at - self.at) * 1e3, 1e-6)

    def synchronize(self):
        pass

    wait = synchronize


class Interface:
    """What Triton's benchmarks use of torch.cuda."""

    Event = Event

    @staticmethod
    def synchronize(device=None):
        pass

    @staticmethod
    def current_device():
        return 0


class Pointer:
    """A tensor's elements on the device."""

    def __init__(self, address, tensor):
        self.address = address
        self.dtype = tensor.dtype

    def data_ptr(self):
        return self.address


def moved(argument, storages):
    """The argument as the kernel needs it: tensors of the CPU as pointers, also in tuples and tensor descriptors."""
    if isinstance(argument, tuple):
        return tuple(moved(a, storages) for a in argument)
    if hasattr(argument, "untyped_storage") and argument.device.type == "cpu":
        return Pointer(storages.address_of(argument), argument)
    if hasattr(argument, "block_shape") and hasattr(argument, "base"):
        descriptor = copy.copy(argument)
        descriptor.base = moved(argument.base, storages)
        return descriptor
    return argument


class Launcher(nvidia.CudaLauncher):
    def __call__(self, grid_x, grid_y, grid_z, stream, function, metadata, launch_metadata, enter, leave, *arguments):
        with Storages() as storages:
            arguments = moved(arguments, storages)
            super().__call__(grid_x, grid_y, grid_z, stream, function, metadata, launch_metadata, enter, leave, *arguments)


def run_once(kernel_call, *, quantiles=None, **unused):
    """The engine's times hardly vary, and autotuning tries many configurations: one run of each, after one that compiles."""
    kernel_call()
    start, end = Event(), Event()
    start.record()
    kernel_call()
    end.record()
    took = start.elapsed_time(end)
    return [took for _ in quantiles] if quantiles else took


class WarpcellDriver(nvidia.CudaDriver):
    def __init__(self):
        import torch

        self.utils = nvidia.CudaUtils()
        self.launcher_cls = Launcher
        self.get_device_capability = self.utils.get_device_capability
        self.get_current_device = lambda: 0
        self.set_current_device = lambda device: None
        self.get_current_stream = self.utils.get_default_stream
        properties = self.utils.get_device_properties  # torch.device("cpu") has no index
        self.utils.get_device_properties = lambda device: properties(device or 0)
        if not hasattr(torch.cpu, "set_stream"):  # PyTorch's streams of the CPU do nothing
            torch.cpu.set_stream = lambda stream: None

    @staticmethod
    def is_active():
        torch = sys.modules.get("torch")
        return torch is not None and not torch.cuda.is_available()

    def get_active_torch_device(self):
        import torch

        return torch.device("cpu")

    def get_device_interface(self):
        return Interface

    def get_benchmarker(self):
        return run_once

    def get_empty_cache_for_benchmark(self):
        import torch

        return torch.empty(1, dtype=torch.int)  # the processor's caches are no part of the engine
