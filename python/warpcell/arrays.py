# SPDX-License-Identifier: Apache-2.0
"""Values between Python and a session: NumPy arrays as device arrays and back, through files in memory."""

import os
import re

import numpy

from . import tables
from .declare import declaration
from .device_arrays import DeviceArray, memory_of
from .host_memory import HostMemory
from .session import WarpcellError

# The types of array elements on both sides; the first name of each is the one we write. A complex number is two floats.
TYPES = {"float32": ["float"], "float64": ["double"], "int32": ["int", "int32_t"], "uint32": ["unsigned int", "unsigned", "uint32_t"],
         "int64": ["long", "long long", "int64_t"], "uint64": ["unsigned long", "unsigned long long", "uint64_t", "size_t"],
         "int16": ["short", "int16_t"], "uint16": ["unsigned short", "uint16_t"], "int8": ["signed char", "char", "int8_t"],
         "uint8": ["unsigned char", "uint8_t"], "bool": ["bool"], "float16": ["half", "__half"], "complex64": ["float2"],
         "complex128": ["double2"]}
BY_C_NAME = {name: dtype for dtype, names in TYPES.items() for name in names}
MOST_AXES = 4
SIGNATURE = re.compile(r"^(?:(?:device|managed) )?(?P<type>[^\[]+?) (?P<axes>(?:\[[^\]]*\])*) ?(?P<name>\w+)$")
MEMBER = re.compile(r"^    (?P<type>[^\[]+?) ?(?P<axes>(?:\[\d+\])*) (?P<name>\w+);  // byte (?P<at>\d+)$")
IDENTIFIER = re.compile(r"^[A-Za-z_]\w*$")


def no_counterpart(name, what):
    return TypeError(f"'{name}' is {what}, which device arrays cannot hold")


def struct_text(name, type_name, dtype):
    """The struct of CUDA C with the fields of an aligned structured dtype."""
    lines = []
    for field in dtype.names:
        member = dtype.fields[field][0]
        base, shape = member.subdtype or (member, ())
        if not IDENTIFIER.match(field) or str(base) not in TYPES:
            raise no_counterpart(name, f"an array of structures with the field '{field}' of type {base}")
        lines.append(f"{TYPES[str(base)][0]} {field}{''.join(f'[{n}]' for n in shape)};")
    return f"struct {type_name} {{ {' '.join(lines)} }};"


def native(dtype):
    """The same type as C lays it out here: this machine's byte order, fields aligned."""
    if dtype.names is None:
        return dtype.newbyteorder("=")
    fields = []
    for field in dtype.names:
        base, shape = dtype.fields[field][0].subdtype or (dtype.fields[field][0], ())
        fields.append((field, base.newbyteorder("="), shape))
    return numpy.dtype(fields, align=True)


def put(session, name, value):
    """A Python value becomes the variable `name`."""
    if not isinstance(value, (numpy.ndarray, numpy.generic)) and hasattr(value, "__array__"):
        value = numpy.asarray(value)
    if getattr(value, "dtype", None) is None:
        session.quietly(declaration(name, value))
    elif value.ndim == 0 and value.dtype.names is None and value.dtype.kind != "c":
        session.quietly(declaration(name, value.item()))
    else:
        put_array(session, name, value if value.ndim else value.reshape(1))


def element_type(session, name, dtype, axes):
    """The type of the elements in CUDA C; a struct is declared first."""
    if axes > MOST_AXES:
        raise ValueError(f"'{name}' has {axes} axes; a device array has 1 to {MOST_AXES}")
    if dtype.names is not None:
        c_type = f"{name}_t"
        if session.structs.get(c_type) != dtype:
            session.quietly(struct_text(name, c_type, dtype))
            session.structs[c_type] = dtype
        return c_type
    if str(dtype) not in TYPES:
        raise no_counterpart(name, f"an array of {dtype}")
    return TYPES[str(dtype)][0]


def put_array(session, name, value):
    dtype = native(value.dtype)
    c_type = element_type(session, name, dtype, value.ndim)
    laid_out = numpy.ascontiguousarray(value.astype(dtype))
    path = os.path.join(session.folder.name, name)
    laid_out.tofile(path)
    axes = "".join(f"[{n}]" for n in value.shape)
    try:
        session.quietly(f'device {c_type} {name}{axes};\n__wc_load({name}, "{path}", {laid_out.nbytes});')
    finally:
        os.unlink(path)


def struct_dtype(session, name):
    """The NumPy type of a struct of the session; None: it is not a struct, or a member has no counterpart."""
    lines = session.inspect(name)
    if not lines or lines[0] != f"struct {name}":
        return None
    layout = {"names": [], "formats": [], "offsets": []}
    for line in lines:
        member = MEMBER.match(line)
        if member:
            layout["names"].append(member["name"])
            layout["formats"].append((BY_C_NAME.get(member["type"]), tuple(int(n) for n in re.findall(r"\d+", member["axes"]))))
            layout["offsets"].append(int(member["at"]))
        size = re.match(r"^(\d+) bytes?$", line)
        if size:
            layout["itemsize"] = int(size[1])
    if "itemsize" not in layout or not layout["names"] or any(base is None for base, _ in layout["formats"]):
        return None
    return numpy.dtype(layout)


def describe(session, name):
    """("device" or "host", dtype, shape): shape None for a scalar, () for one axis of unknown extent"""
    line = (session.inspect(name) or [""])[0]
    match = SIGNATURE.match(line)
    if not match or match["name"] != name:
        raise NameError(f"the session has no variable '{name}'")
    c_type = match["type"].removeprefix("const ").strip()
    dtype = BY_C_NAME.get(c_type) or struct_dtype(session, c_type)
    if dtype is None:
        raise TypeError(f"'{name}' is '{line}', which has no counterpart in Python")
    axes = re.findall(r"\[([^\]]*)\]", match["axes"])
    if line.startswith(("device ", "managed ")):
        rank = axes[0].count(":")
        shape = session.quietly("", {str(i): f"shape({name}, {i})" for i in range(rank)})
        return "device", numpy.dtype(dtype), tuple(int(shape[str(i)]) for i in range(rank))
    if not axes:
        return "host", numpy.dtype(dtype), None
    return "host", numpy.dtype(dtype), tuple(int(n) for n in axes) if all(axes) else ()


def get(session, name):
    """The variable `name` as a Python number or a NumPy array."""
    kind, dtype, shape = describe(session, name)
    path = os.path.join(session.folder.name, name)
    save = "__wc_save" if kind == "device" else "__wc_save_host"
    where = name if shape is not None else f"&{name}"
    try:
        session.quietly(f'{save}({where}, "{path}", sizeof {name});')
        flat = numpy.fromfile(path, dtype=dtype)
    finally:
        if os.path.exists(path):
            os.unlink(path)
    if shape is None:
        return flat[0].item()
    return flat.reshape(shape or (len(flat),))


# ---- arrays in the device memory of both processes ----

def address_of(session, name):
    return int(session.quietly("", {"at": f"(long) (void *) {name}"})["at"])


def tidy(session):
    """Memory of this process that the session no longer has is not kept for it, nor the session's that this process no longer has."""
    for keeper in iter(lambda: session.unkept.pop() if session.unkept else None, None):
        session.quietly(f"int {keeper};")
    used = session.quietly("", {str(at): f"(int) __ipc_mapped({at})" for at, _ in session.shared}) if session.shared else {}
    session.shared = [(at, memory) for at, memory in session.shared if used[str(at)] == "1"]


def share(session, name, memory):
    """The variable `name` is in the device memory of this process. False: only a copy will do."""
    if isinstance(memory, DeviceArray) and memory.session is session:
        session.quietly(f"auto {name} = {memory.keeper}[:];")
        return True
    handle = memory.handle() if native(memory.dtype) == memory.dtype and memory.shape else None
    if handle is None:
        return False
    c_type = element_type(session, name, memory.dtype, len(memory.shape))
    extents = "".join(f", {n}" for n in memory.shape)
    try:
        session.quietly(f'auto {name} = __ipc_array(({c_type} *) 0, "{handle[0]}", {handle[1]}{extents});')
    except WarpcellError:
        if isinstance(memory, HostMemory):  # the session's device is a GPU
            return False
        raise
    session.shared.append((address_of(session, name), memory))
    return True


def is_shared(session, name, memory):
    """Whether the variable is that memory."""
    if isinstance(memory, DeviceArray) and memory.session is session:
        return address_of(session, name) == address_of(session, memory.keeper)
    return any(owner.address == memory.address and owner.shape == memory.shape and address_of(session, name) == at
               for at, owner in session.shared)


def get_shared(session, name):
    """The array `name` of the session as a DeviceArray, for which the session keeps it."""
    kind, dtype, shape = describe(session, name)
    if kind != "device" or 0 in shape:
        raise TypeError(f"'{name}' is not a device array with elements")
    session.kept += 1
    keeper = f"__wc_kept_{session.kept}"
    try:
        text = session.quietly(f"auto {keeper} = {name}[:]; __ipc_handle({name}, __wc_handle);", {"text": "__wc_handle"})["text"]
    except WarpcellError as error:
        raise TypeError(f"'{name}' cannot be shared with this process: it has gaps between its elements, or is on a GPU; copy it with -o") from error
    handle, offset = text.strip('"').split()
    return DeviceArray(session, keeper, handle, int(offset), dtype, shape)


# ---- the magic's variables ----

def put_in(session, name, value):
    if tables.is_table(value):
        tables.put(session, name, value)
        return
    memory = memory_of(value)
    if memory is None:
        put(session, name, value)
    elif not share(session, name, memory):
        put(session, name, memory.to_numpy())


def take_back(session, name, variables):
    """Into the array of another package that has the name in Python, if it has the shape; otherwise as a new value."""
    if tables.is_table_of(session, name):
        variables[name] = tables.get(session, name)
        return
    memory = memory_of(variables.get(name))
    if memory and is_shared(session, name, memory):
        return
    value = get(session, name)
    if memory and not memory.read_only and memory.shape == getattr(value, "shape", None):
        memory.assign(value)
    else:
        variables[name] = value
