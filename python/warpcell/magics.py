# SPDX-License-Identifier: Apache-2.0
"""%load_ext warpcell: CUDA C cells in a Python notebook.

    %%warpcell -i a,b -o c
    device float c[1000];
    add<<<4, 256>>>(1000, a, b, c);

All such cells of a notebook share one session, a Warpcell kernel that is this process's child and is spoken to as any Jupyter
client does. Its output appears under the cell. NumPy arrays named with -i become device arrays of the same name, type and
shape; numbers, strings and lists become variables; -o takes variables back, arrays as NumPy arrays. Arrays travel through
files in memory (/dev/shm).
"""

import atexit
import os
import re
import sys
import tempfile

from IPython.core.magic import Magics as MagicsBase
from IPython.core.magic import line_cell_magic, line_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring
from IPython.display import clear_output, publish_display_data
from jupyter_client import KernelManager

from .declare import declaration
from .kernel import find_program

# The types of array elements on both sides; the first name of each is the one we write.
TYPES = {"float32": ["float"], "float64": ["double"], "int32": ["int", "int32_t"], "uint32": ["unsigned int", "unsigned", "uint32_t"],
         "int64": ["long", "long long", "int64_t"], "uint64": ["unsigned long", "unsigned long long", "uint64_t", "size_t"],
         "int16": ["short", "int16_t"], "uint16": ["unsigned short", "uint16_t"], "int8": ["signed char", "char", "int8_t"],
         "uint8": ["unsigned char", "uint8_t"], "bool": ["bool"], "float16": ["half", "__half"]}
BY_C_NAME = {name: dtype for dtype, names in TYPES.items() for name in names}
MOST_AXES = 4

HELPERS = """
static void __wc_load(void *to, const char *path, size_t n)
{ FILE *f = fopen(path, "rb"); char *p = (char *) malloc(n); assert(f && fread(p, 1, n, f) == n);
  fclose(f); cudaMemcpy(to, p, n, cudaMemcpyHostToDevice); free(p); }
static void __wc_save(const void *from, const char *path, size_t n)
{ FILE *f = fopen(path, "wb"); char *p = (char *) malloc(n); cudaMemcpy(p, from, n, cudaMemcpyDeviceToHost);
  assert(f && fwrite(p, 1, n, f) == n); fclose(f); free(p); }
static void __wc_save_host(const void *from, const char *path, size_t n)
{ FILE *f = fopen(path, "wb"); assert(f && fwrite(from, 1, n, f) == n); fclose(f); }
"""

SIGNATURE = re.compile(r"^(?:(?:device|managed) )?(?P<type>[^\[]+?) (?P<axes>(?:\[[^\]]*\])*) ?(?P<name>\w+)$")


class WarpcellError(Exception):
    """A cell failed. Shown as Warpcell reports it, with the place in the cell, and not with Python's own frames."""

    def __init__(self, name, text, traceback):
        super().__init__(f"{name}: {text}")
        self.traceback = list(traceback)

    def _render_traceback_(self, *_):
        return self.traceback


class Session:
    """The child kernel and our client of it."""

    def __init__(self):
        program = find_program()
        if program is None:
            raise RuntimeError("the program warpcell-kernel is not installed; reinstall the package warpcell")
        self.folder = tempfile.TemporaryDirectory(prefix="warpcell-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.manager = KernelManager()
        self.manager._kernel_spec = _spec(program)
        self.manager.start_kernel(env={k: v for k, v in os.environ.items() if k != "JPY_SESSION_NAME"})
        self.client = self.manager.client()
        self.client.start_channels()
        try:
            self.client.wait_for_ready(timeout=60)
            self.quietly(HELPERS)
        except BaseException:
            self.close()
            raise

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)
        self.folder.cleanup()

    def alive(self):
        return self.manager.is_alive()

    def run(self, code):
        """Runs a cell with its output in ours."""
        reply = self._execute(code, output_hook=self._show, allow_stdin=True)
        for payload in reply.get("payload", []):
            if payload.get("source") == "page":
                print(payload["data"]["text/plain"])

    def quietly(self, code, expressions=None):
        """Runs code of ours; gives the texts of the expressions."""
        reply = self._execute(code, silent=True, store_history=False, user_expressions=expressions or {},
                              output_hook=lambda message: None)
        values = reply.get("user_expressions", {})
        for name, value in values.items():
            if value["status"] != "ok":
                raise WarpcellError(value["ename"], value["evalue"], value["traceback"])
        return {name: value["data"]["text/plain"] for name, value in values.items()}

    def _execute(self, code, **more):
        while True:
            try:
                reply = self.client.execute_interactive(code, **more)["content"]
                break
            except KeyboardInterrupt:
                self.manager.interrupt_kernel()
                raise
            except RuntimeError:
                if self.alive():
                    raise
                raise RuntimeError("the Warpcell session has ended; the next cell starts another") from None
        if reply["status"] == "error":
            raise WarpcellError(reply["ename"], reply["evalue"], reply["traceback"])
        return reply

    @staticmethod
    def _show(message):
        content, kind = message["content"], message["header"]["msg_type"]
        if kind == "stream":
            (sys.stdout if content["name"] == "stdout" else sys.stderr).write(content["text"])
        elif kind in ("display_data", "execute_result", "update_display_data"):
            publish_display_data(content["data"], content["metadata"], transient=content.get("transient") or {},
                                 update=kind == "update_display_data")
        elif kind == "clear_output":
            clear_output(wait=content["wait"])

    # ---- values ----

    def put(self, name, value):
        """A Python value becomes the variable `name`."""
        dtype = getattr(value, "dtype", None)
        if dtype is None:
            self.quietly(declaration(name, value))
        elif getattr(value, "ndim", 0) == 0:
            self.quietly(declaration(name, value.item()))
        else:
            self._put_array(name, value, str(dtype))

    def _put_array(self, name, value, dtype):
        import numpy

        if dtype not in TYPES:
            raise TypeError(f"'{name}' is an array of {dtype}, which device arrays cannot hold")
        if value.ndim > MOST_AXES or not value.size:
            raise ValueError(f"'{name}' has shape {value.shape}; a device array has 1 to {MOST_AXES} axes, none of them empty")
        path = os.path.join(self.folder.name, name)
        numpy.ascontiguousarray(value).tofile(path)
        axes = "".join(f"[{n}]" for n in value.shape)
        try:
            self.quietly(f'device {TYPES[dtype][0]} {name}{axes};\n__wc_load({name}, "{path}", {value.nbytes});')
        finally:
            os.unlink(path)

    def get(self, name):
        """The variable `name` as a Python number or a NumPy array."""
        import numpy

        kind, dtype, axes = self._describe(name)
        path = os.path.join(self.folder.name, name)
        save = "__wc_save" if kind == "device" else "__wc_save_host"
        where = name if axes is not None else f"&{name}"
        try:
            self.quietly(f'{save}({where}, "{path}", sizeof {name});')
            flat = numpy.fromfile(path, dtype=dtype)
        finally:
            if os.path.exists(path):
                os.unlink(path)
        if axes is None:
            return flat[0].item()
        return flat.reshape(axes or (len(flat),))

    def _describe(self, name):
        """("device" or "host", dtype, shape): shape None for a scalar, () for one axis of unknown extent"""
        self.client.allow_stdin = False
        content = self.client.inspect(name, len(name), reply=True, timeout=60)["content"]
        text = content["data"].get("text/plain", "") if content["found"] else ""
        line = text.split("\n")[0]
        match = SIGNATURE.match(line)
        if not match or match["name"] != name:
            raise NameError(f"the session has no variable '{name}'")
        dtype = BY_C_NAME.get(match["type"].removeprefix("const ").strip())
        if dtype is None:
            raise TypeError(f"'{name}' is '{line}', which has no counterpart in Python")
        axes = re.findall(r"\[([^\]]*)\]", match["axes"])
        if line.startswith(("device ", "managed ")):
            rank = axes[0].count(":")
            shape = self.quietly("", {str(i): f"shape({name}, {i})" for i in range(rank)})
            return "device", dtype, tuple(int(shape[str(i)]) for i in range(rank))
        if not axes:
            return "host", dtype, None
        return "host", dtype, tuple(int(n) for n in axes) if all(axes) else ()


def _spec(program):
    from jupyter_client.kernelspec import KernelSpec

    return KernelSpec(argv=[program, "-f", "{connection_file}"], display_name="Warpcell", language="cuda",
                      interrupt_mode="message")


_session = None


def open_session():
    global _session
    if _session is not None and not _session.alive():
        close_session()
    if _session is None:
        _session = Session()
    return _session


def close_session():
    global _session
    if _session is not None:
        session, _session = _session, None
        session.close()


atexit.register(close_session)


def _names(text):
    return [name.strip() for name in (text or "").split(",") if name.strip()]


@magics_class
class Magics(MagicsBase):
    @magic_arguments()
    @argument("-i", "--input", help="names of Python values to pass in, separated by commas")
    @argument("-o", "--output", help="names of Warpcell's variables to take back")
    @argument("code", nargs="*", help="as a line magic: the code")
    @line_cell_magic
    def warpcell(self, line, cell=None):
        """Runs CUDA C in the notebook's Warpcell session."""
        if cell is None:
            open_session().run(line)
            return
        arguments = parse_argstring(self.warpcell, line)
        session = open_session()
        for name in _names(arguments.input):
            if name not in self.shell.user_ns:
                raise NameError(f"there is no Python variable '{name}'")
            session.put(name, self.shell.user_ns[name])
        session.run(cell)
        for name in _names(arguments.output):
            self.shell.user_ns[name] = session.get(name)

    @line_magic
    def warpcell_restart(self, line):
        """Ends the session; the next %%warpcell cell starts a fresh one."""
        close_session()
