# SPDX-License-Identifier: Apache-2.0
"""Arrays of other CUDA packages (Numba, CuPy, cuda.core, PyTorch) in a session and back: what has the CUDA Array Interface
(version 3, Numba's documentation), or gives a DLPack capsule (DLPack's specification, version 0.8's DLManagedTensor). They are reached through
the CUDA driver of this process, a GPU's or the one of `warpcell cuda`. That one's memory is mapped into the session (CUDA Driver API,
'cuIpc'), so both sides work on the same elements; from a GPU elements are copied."""

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
    """An array of a session, mapped into this process's device memory: other packages read and write it where it is. The session keeps
    it under the name `keeper` until this object ends."""

    def __init__(self, session, keeper, handle, offset, dtype, shape):
        self.session, self.keeper = session, keeper
        address = ctypes.c_uint64()
        call("cuIpcOpenMemHandle_v2", ctypes.byref(address), Handle.from_buffer_copy(bytes.fromhex(handle)), ctypes.c_uint(0))
        self.mapped = address.value
        super().__init__(None, self.mapped + offset, dtype, shape)

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.shape, "typestr": self.dtype.str, "descr": self.dtype.descr, "data": (self.address, False), "strides": None,
                "version": 3}

    def __array__(self, dtype=None, copy=None):
        return self.to_numpy() if dtype is None else self.to_numpy().astype(dtype)

    def __repr__(self):
        return f"DeviceArray({self.to_numpy()!r})"

    def __del__(self):
        if getattr(self, "mapped", 0):
            ctypes.CDLL("libcuda.so.1").cuIpcCloseMemHandle(ctypes.c_uint64(self.mapped))
            self.session.unkept.append(self.keeper)


class Handle(ctypes.Structure):
    """CUipcMemHandle"""
    _fields_ = [("bytes", ctypes.c_char * 64)]


def ours():
    """Whether this process's CUDA driver is the one of `warpcell cuda`."""
    try:
        return hasattr(ctypes.CDLL("libcuda.so.1"), "warpcell_driver_set")
    except OSError:
        return False


def require_driver():
    if not ours():
        raise RuntimeError("arrays of a session cannot be mapped by this process's CUDA driver: start Jupyter by `warpcell cuda -- jupyter lab`, "
                           "or copy them with -o")


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
        dtype = about["typestr"] if about["typestr"][1] != "V" else about.get("descr") or getattr(value, "dtype", about["typestr"])
        return Memory(value, about["data"][0], dtype, about["shape"], about.get("strides"))
    if isinstance(value, numpy.ndarray) or not hasattr(value, "__dlpack_device__"):
        return None
    return from_dlpack(value)
