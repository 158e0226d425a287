# SPDX-License-Identifier: Apache-2.0
"""How much of the CUDA code under a folder the cpu device takes.

    coverage.py [--build DIR] [--arch N] [--include DIR]... [-v] FOLDER...

Every .cu file is compiled to PTX, with NVRTC or, where NVRTC cannot take the file (host headers), with `nvcc -ptx`
if there is one; the engine then loads the PTX (load_ptx). It prints the modules that the engine refused, with its message,
then how often each opcode was the reason, and the share that was accepted. Files that no compiler takes do not count.
"""
import argparse
import collections
import ctypes
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def find_nvrtc():
    named = os.environ.get("WARPCELL_NVRTC")
    wheels = [p for d in sys.path for p in glob.glob(os.path.join(d, "nvidia/*/lib/libnvrtc.so*"))]
    for path in [named, *wheels, *glob.glob("/usr/local/cuda*/lib64/libnvrtc.so*"), "libnvrtc.so"]:
        if not path or "builtins" in path:
            continue
        try:
            return ctypes.CDLL(path)
        except OSError:
            continue
    return None


class Nvrtc:
    def __init__(self):
        self.lib = find_nvrtc()

    def ptx(self, text, name, options):
        """PTX of CUDA text, or None."""
        if not self.lib:
            return None
        program, size = ctypes.c_void_p(), ctypes.c_size_t()
        self.lib.nvrtcCreateProgram(ctypes.byref(program), text, name.encode(), 0, None, None)
        list_type = ctypes.c_char_p * len(options)
        status = self.lib.nvrtcCompileProgram(program, len(options), list_type(*[o.encode() for o in options]))
        ptx = None
        if status == 0 and self.lib.nvrtcGetPTXSize(program, ctypes.byref(size)) == 0:
            out = ctypes.create_string_buffer(size.value)
            self.lib.nvrtcGetPTX(program, out)
            ptx = out.value
        self.lib.nvrtcDestroyProgram(ctypes.byref(program))
        return ptx


def include_dirs(path, extra):
    """The file's own folder, those above it that hold headers, and the toolkit's."""
    dirs, at = list(extra), os.path.dirname(os.path.abspath(path))
    for _ in range(4):
        dirs += [d for d in (at, *(os.path.join(at, n) for n in ("include", "inc", "common", "Common", "common/inc")))
                 if os.path.isdir(d)]
        at = os.path.dirname(at)
    return dirs + glob.glob("/usr/local/cuda/include")


def compile_file(path, args, nvrtc, out):
    with open(path, "rb") as f:
        text = f.read()
    includes = [f"-I{d}" for d in include_dirs(path, args.include)]
    options = [f"--gpu-architecture=compute_{args.arch}", "-default-device", "-std=c++17", *includes]
    ptx = nvrtc.ptx(text, path, options) if b".entry" not in text else None
    if ptx is not None and b".entry" in ptx:
        with open(out, "wb") as f:
            f.write(ptx)
        return True
    if not shutil.which("nvcc"):
        return False
    command = ["nvcc", "-ptx", f"-arch=sm_{args.arch}", "-std=c++17", "-w", *includes, path, "-o", out]
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=180, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def has_code(ptx):
    with open(ptx, "rb") as f:
        return b".entry" in f.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--arch", type=int, default=75)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--keep", help="folder for the PTX; what is there already is not compiled again")
    parser.add_argument("-v", action="store_true", help="name the files that did not compile, too")
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    loader = os.path.join(args.build, "tests/ptx/load_ptx")
    files = sorted(f for d in args.folders for f in glob.glob(os.path.join(d, "**/*.cu"), recursive=True))
    keep = args.keep or tempfile.mkdtemp(prefix="ptxcov")
    os.makedirs(keep, exist_ok=True)
    nvrtc, accepted, refused, not_compiled = Nvrtc(), 0, [], 0
    for path in files:
        ptx = os.path.join(keep, re.sub(r"[^A-Za-z0-9.]", "_", os.path.abspath(path)) + f".{args.arch}.ptx")
        if not os.path.exists(ptx) and not compile_file(path, args, nvrtc, ptx):
            open(ptx, "wb").close()
        if not os.path.getsize(ptx):
            not_compiled += 1
            if args.v:
                print(f"does not compile: {path}")
        elif has_code(ptx):
            said = subprocess.run([loader, ptx], capture_output=True, text=True, check=False).stdout
            if said.startswith("ok "):
                accepted += 1
            else:
                refused.append((path, said.partition(".ptx: ")[2].strip() or "the loader crashed"))
    for path, why in refused:
        print(f"{path}: {why}")
    reasons = collections.Counter((re.search(r"'([^']*)'", why) or [None, why])[1] for _, why in refused)
    for reason, n in reasons.most_common():
        print(f"{n:5} {reason}")
    total = accepted + len(refused)
    print(f"{accepted} of {total} modules accepted ({100 * accepted / max(total, 1):.1f} %); "
          f"{len(files)} files, {not_compiled} of them compile nowhere, {len(files) - total - not_compiled} have no kernel")
    return 0


if __name__ == "__main__":
    sys.exit(main())
