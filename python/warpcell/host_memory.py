# SPDX-License-Identifier: Apache-2.0
"""Memory of this process that a session maps, and a session's that this process maps. Both are files in memory, which the other process
opens by their number in /proc: what `empty` makes, multiprocessing's shared memory, PyTorch's `share_memory_()`."""

import ctypes
import mmap
import os
import struct

import numpy

PAGE = 4096
HANDLE = struct.Struct("=8sqqQQQQ8x")  # struct ipc_content of runtime/device/cpu/ipc_memory.c
MAGIC = b"WCIPC02\0"
IN_MEMORY = ("/memfd:", "/dev/shm/")  # a file on a disk could be cut off, and the session with it


def contiguous(shape, size):
    strides = []
    for n in reversed(shape):
        strides.insert(0, size)
        size *= n
    return strides


class Memory:
    """Memory with a shape: bytes from `low` to `high` around `address`. `owner` keeps it."""

    read_only = False

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
        """The elements in the bytes from `low` on."""
        return numpy.ndarray(self.shape, self.dtype, flat, -self.low, self.strides)


class HostMemory(Memory):
    def to_numpy(self):
        return self.view((ctypes.c_char * (self.high - self.low)).from_address(self.address + self.low))

    def assign(self, value):
        self.to_numpy()[...] = value

    def handle(self):
        """How a session maps it: (the handle in hexadecimal, the first byte there). None: only a copy will do."""
        if 0 in self.shape or self.read_only or list(self.strides) != contiguous(self.shape, self.dtype.itemsize):
            return None
        return file_handle(self.address, self.address + self.high)


def descriptor(device, inode):
    """A file descriptor of this process for the file."""
    for number in os.listdir("/proc/self/fd"):
        try:
            about = os.stat(int(number))
        except OSError:  # that of the listing itself
            continue
        if about.st_ino == inode and f"{os.major(about.st_dev):02x}:{os.minor(about.st_dev):02x}" == device:
            return int(number)
    return None


def file_handle(low, high):
    """The handle of bytes in a writable, shared mapping of a file in memory, and 0. None: they are in no such mapping."""
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        for line in maps:
            span, rights, first, device, inode, *path = line.split(maxsplit=5)
            start, end = (int(number, 16) for number in span.split("-"))
            if not start <= low < end:
                continue
            fd = descriptor(device, int(inode)) if rights == "rw-s" and high <= end and path[0].startswith(IN_MEMORY) else None
            if fd is None:
                return None
            at = int(first, 16) + low - start
            return HANDLE.pack(MAGIC, os.getpid(), fd, int(inode), at % PAGE, high - low, at // PAGE * PAGE).hex(), 0
    return None


def map_handle(handle, offset, dtype, shape):
    """A session's array as a NumPy array of this process."""
    magic, pid, number, inode, inside, size, first = HANDLE.unpack(bytes.fromhex(handle))
    if magic != MAGIC:
        raise RuntimeError("the session's array is not in the cpu device's memory; copy it with -o")
    fd = os.open(f"/proc/{pid}/fd/{number}", os.O_RDWR)
    try:
        if os.fstat(fd).st_ino != inode:
            raise RuntimeError("the session has freed this array")
        return numpy.ndarray(shape, dtype, mmap.mmap(fd, inside + size, offset=first), inside + offset)
    finally:
        os.close(fd)


def empty(shape, dtype=float):
    """A NumPy array of zeros that `%%warpcell -i` passes without a copy: the session works on the same elements."""
    dtype = numpy.dtype(dtype)
    shape = tuple(shape) if numpy.iterable(shape) else (shape,)
    n = dtype.itemsize
    for extent in shape:
        n *= extent
    if n == 0:
        return numpy.empty(shape, dtype)
    fd = os.memfd_create("warpcell", os.MFD_CLOEXEC)
    try:
        os.ftruncate(fd, n)
        return numpy.ndarray(shape, dtype, mmap.mmap(fd, n))
    finally:
        os.close(fd)
