# SPDX-License-Identifier: Apache-2.0
"""Arrays of other CUDA packages (Numba, CuPy, cuda.core, PyTorch) in a session and back: what has the CUDA Array Interface
(version 3, Numba's documentation), or gives a DLPack capsule (DLPack's specification, version 1.0). Those in device memory are reached through
the CUDA driver of this process, a GPU's or the one of `warpcell cuda`. That one's memory is mapped into the session (CUDA Driver API,
'cuIpc'), so both sides work on the same elements; from a GPU elements are copied. Arrays of the session are mapped into this process
(DeviceArray)."""

import ctypes

import numpy

from .host_memory import HostMemory, Memory, contiguous, file_handle, map_handle

CPU, CUDA, CUDA_HOST, CUDA_MANAGED = 1, 2, 3, 13  # DLDeviceType
VERSIONED_BYTES, READ_ONLY = 32, 1  # of DLManagedTensorVersioned: before its DLTensor, in the flags just before it
NO_CONTEXT = 201
KINDS = {0: "i", 1: "u", 2: "f", 5: "c", 6: "b"}  # DLDataTypeCode


class Tensor(ctypes.Structure):
    """DLTensor"""
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("axes", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64)]


class CudaMemory(Memory):
    """Memory of this process's CUDA driver."""

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

    def handle(self):
        """How another process maps it: (the handle of its allocation in hexadecimal, its first byte there). None: only a copy will do."""
        if 0 in self.shape or list(self.strides) != contiguous(self.shape, self.dtype.itemsize) or not ours():
            return None
        call("cuCtxSynchronize")
        base, size, handle = ctypes.c_uint64(), ctypes.c_size_t(), ctypes.create_string_buffer(64)
        call("cuMemGetAddressRange_v2", ctypes.byref(base), ctypes.byref(size), ctypes.c_uint64(self.address))
        try:
            call("cuIpcGetMemHandle", handle, base)
        except RuntimeError:  # not by cuMemAlloc: of a pool, managed, mapped
            return None
        return handle.raw.hex(), self.address - base.value


class DeviceArray(Memory):
    """An array of a session on the cpu device, mapped into this process: NumPy, and by DLPack other packages, read and write it where it is.
    Under `warpcell cuda` it is in the memory of this process's CUDA driver as well. The session keeps it under the name `keeper` until this
    object ends."""

    def __init__(self, session, keeper, handle, offset, dtype, shape):
        self.session, self.keeper, self.opened = session, keeper, 0
        if ours():
            address = ctypes.c_uint64()
            call("cuIpcOpenMemHandle_v2", ctypes.byref(address), Handle.from_buffer_copy(bytes.fromhex(handle)), ctypes.c_uint(0))
            self.opened = address.value
            super().__init__(None, self.opened + offset, dtype, shape)
            self.elements = self.view((ctypes.c_char * self.high).from_address(self.address))
        else:
            self.elements = map_handle(handle, offset, dtype, shape)
            super().__init__(None, self.elements.ctypes.data, dtype, shape)

    @property
    def __cuda_array_interface__(self):
        if not self.opened:
            raise AttributeError("this process's CUDA driver is not the one of `warpcell cuda`")
        return {"shape": self.shape, "typestr": self.dtype.str, "descr": self.dtype.descr, "data": (self.address, False), "strides": None,
                "version": 3}

    @property
    def __array_interface__(self):
        if self.opened:
            call("cuCtxSynchronize")
        return self.elements.__array_interface__

    def __array__(self, dtype=None, copy=None):
        return numpy.array(numpy.asarray(self), dtype=dtype, copy=copy)

    def __dlpack__(self, **options):
        return numpy.asarray(self).__dlpack__(**options)

    def __dlpack_device__(self):
        return CPU, 0

    def __len__(self):
        return self.shape[0]

    def __repr__(self):
        return f"DeviceArray({self.to_numpy()!r})"

    def __del__(self):
        if self.opened:
            ctypes.CDLL("libcuda.so.1").cuIpcCloseMemHandle(ctypes.c_uint64(self.opened))
        self.session.unkept.append(self.keeper)

    def to_numpy(self):
        return numpy.array(self)

    def assign(self, value):
        numpy.asarray(self)[...] = value

    def handle(self):
        return file_handle(self.address, self.address + self.high)


class Handle(ctypes.Structure):
    """CUipcMemHandle"""
    _fields_ = [("bytes", ctypes.c_char * 64)]


def ours():
    """Whether this process's CUDA driver is the one of `warpcell cuda`."""
    try:
        return hasattr(ctypes.CDLL("libcuda.so.1"), "warpcell_driver_set")
    except OSError:
        return False


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
    kind = value.__dlpack_device__()[0]
    if kind not in (CPU, CUDA, CUDA_HOST, CUDA_MANAGED):
        raise TypeError(f"an array on DLPack's device type {kind} cannot be passed to a session; copy it to the CPU first")
    on_host = kind in (CPU, CUDA_HOST)
    options = {} if on_host else {"stream": 1}
    try:
        capsule, name, before = value.__dlpack__(max_version=(1, 0), **options), b"dltensor_versioned", VERSIONED_BYTES
    except TypeError:  # of a package that does not know versions
        capsule, name, before = value.__dlpack__(**options), b"dltensor", 0
    if f'"{name.decode()}"' not in repr(capsule):
        name, before = b"dltensor", 0
    find = ctypes.pythonapi.PyCapsule_GetPointer
    find.restype, find.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    address = find(capsule, name)
    t = Tensor.from_address(address + before)  # the capsule's owner frees it with the capsule
    read_only = before and ctypes.c_uint64.from_address(address + before - 8).value & READ_ONLY
    if t.code not in KINDS or t.lanes != 1 or t.bits % 8:
        raise TypeError(f"elements of DLPack's type code {t.code} with {t.bits} bits have no counterpart in NumPy")
    dtype = numpy.dtype(f"{KINDS[t.code]}{t.bits // 8}")
    strides = [t.strides[k] * dtype.itemsize for k in range(t.axes)] if t.strides else None
    memory = (HostMemory if on_host else CudaMemory)(capsule, (t.data or 0) + t.offset, dtype, t.shape[:t.axes], strides)
    memory.read_only = bool(read_only)
    return memory


def memory_of(value):
    """The memory of an array of another package, or of a NumPy array that a session can map; None: it has none."""
    if isinstance(value, DeviceArray):
        return value
    about = getattr(value, "__cuda_array_interface__", None)
    if about is not None:
        dtype = about["typestr"] if about["typestr"][1] != "V" else about.get("descr") or getattr(value, "dtype", about["typestr"])
        return CudaMemory(value, about["data"][0], dtype, about["shape"], about.get("strides"))
    if isinstance(value, numpy.ndarray):
        memory = HostMemory(value, value.ctypes.data, value.dtype, value.shape, value.strides)
        return memory if value.flags.writeable and memory.handle() else None
    return from_dlpack(value) if hasattr(value, "__dlpack_device__") else None
