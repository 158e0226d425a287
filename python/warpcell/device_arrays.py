# SPDX-License-Identifier: Apache-2.0
"""Arrays of other CUDA packages (Numba, CuPy, cuda.core, PyTorch) as NumPy arrays and back: what has the CUDA Array Interface
(version 3, Numba's documentation), or gives a DLPack capsule (DLPack's specification, version 0.8's DLManagedTensor). Copies go through
the CUDA driver of this process, a GPU's or the one of `warpcell cuda`."""

import ctypes

import numpy

CPU, CUDA, CUDA_HOST, CUDA_MANAGED = 1, 2, 3, 13  # DLDeviceType
NO_CONTEXT = 201
KINDS = {0: "i", 1: "u", 2: "f", 5: "c", 6: "b"}  # DLDataTypeCode


class Tensor(ctypes.Structure):
    """DLTensor"""
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("axes", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64)]


class Memory:
    """Device memory with a shape: bytes from `low` to `high` around `address`."""

    def __init__(self, owner, address, dtype, shape, strides=None):
        self.owner, self.address, self.dtype, self.shape = owner, address, numpy.dtype(dtype), tuple(shape)
        self.strides = tuple(strides) if strides is not None else numpy.empty(self.shape, self.dtype).strides if 0 in self.shape else \
            contiguous(self.shape, self.dtype.itemsize)
        reach = [(n - 1) * s for n, s in zip(self.shape, self.strides)]
        self.low = sum(min(r, 0) for r in reach)
        self.high = sum(max(r, 0) for r in reach) + self.dtype.itemsize
        if 0 in self.shape:
            self.low = self.high = 0

    def view(self, flat):
        """The elements in a copy of the bytes."""
        return numpy.ndarray(self.shape, self.dtype, flat, -self.low, self.strides)

    def read(self):
        flat = numpy.empty(self.high - self.low, numpy.uint8)
        if flat.size:
            call("cuMemcpyDtoH_v2", flat.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(self.address + self.low), ctypes.c_size_t(flat.size))
        return flat

    def to_numpy(self):
        return self.view(self.read()).copy()

    def assign(self, value):
        """Element by element; what lies between the elements keeps its values."""
        flat = self.read()
        self.view(flat)[...] = value
        if flat.size:
            call("cuMemcpyHtoD_v2", ctypes.c_uint64(self.address + self.low), flat.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(flat.size))


def contiguous(shape, size):
    strides = []
    for n in reversed(shape):
        strides.insert(0, size)
        size *= n
    return strides


def call(name, *arguments):
    driver = ctypes.CDLL("libcuda.so.1")
    result = getattr(driver, name)(*arguments)
    if result == NO_CONTEXT:
        context = ctypes.c_void_p()
        driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
        driver.cuCtxSetCurrent(context)
        result = getattr(driver, name)(*arguments)
    if result:
        text = ctypes.c_char_p()
        driver.cuGetErrorName(result, ctypes.byref(text))
        raise RuntimeError(f"{name}: {(text.value or b'error %d' % result).decode()}")


def from_dlpack(value):
    """None: it is not in device memory."""
    if value.__dlpack_device__()[0] not in (CUDA, CUDA_MANAGED):
        return None
    capsule = value.__dlpack__(stream=1)
    address = ctypes.pythonapi.PyCapsule_GetPointer
    address.restype, address.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    t = Tensor.from_address(address(capsule, b"dltensor"))  # the capsule's owner frees it with the capsule
    dtype = numpy.dtype(f"{KINDS.get(t.code, 'V')}{t.bits // 8 * t.lanes}")
    strides = [t.strides[k] * dtype.itemsize for k in range(t.axes)] if t.strides else None
    return Memory(capsule, (t.data or 0) + t.offset, dtype, t.shape[:t.axes], strides)


def memory_of(value):
    """The device memory of an array of another package; None: it has none."""
    about = getattr(value, "__cuda_array_interface__", None)
    if about is not None:
        return Memory(value, about["data"][0], about["descr"] if about["typestr"][1] == "V" else about["typestr"], about["shape"],
                      about.get("strides"))
    if isinstance(value, numpy.ndarray) or not hasattr(value, "__dlpack_device__"):
        return None
    return from_dlpack(value)
