# SPDX-License-Identifier: Apache-2.0
"""Copies of tensors' storages in memory of the device, by the driver API. A storage is copied once, whatever views of it there are."""

import ctypes

cuda = ctypes.CDLL("libcuda.so.1")


def check(status, call):
    if status:
        name = ctypes.c_char_p()
        cuda.cuGetErrorName(status, ctypes.byref(name))
        raise RuntimeError(f"{call}: {(name.value or b'unknown error').decode()}")


class Storages:
    """Used as a context: the copies go back at the end of the block, if nothing failed, and are freed."""

    def __init__(self):
        self.copies = {}  # host address: device address, storage

    def __enter__(self):
        return self

    def address_of(self, tensor):
        storage = tensor.untyped_storage()
        if not storage.nbytes():
            return 0
        host = storage.data_ptr()
        if host not in self.copies:
            device = ctypes.c_uint64()
            size = ctypes.c_size_t(storage.nbytes())
            check(cuda.cuMemAlloc_v2(ctypes.byref(device), size), "cuMemAlloc")
            self.copies[host] = device, storage
            check(cuda.cuMemcpyHtoD_v2(device, ctypes.c_void_p(host), size), "cuMemcpyHtoD")
        return self.copies[host][0].value + tensor.data_ptr() - host

    def __exit__(self, kind, error, trace):
        status = 0
        for host, (device, storage) in self.copies.items():
            if kind is None and not status:
                status = cuda.cuMemcpyDtoH_v2(ctypes.c_void_p(host), device, ctypes.c_size_t(storage.nbytes()))
            cuda.cuMemFree_v2(device)
        check(status, "the kernel")
