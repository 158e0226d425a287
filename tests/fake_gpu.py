# SPDX-License-Identifier: Apache-2.0
"""The environment of a session on the fake GPU of a build, with stand-ins for NVIDIA's libraries (tests/fake_libraries)."""
import pathlib

import paths

LIBRARIES = ("CUBLAS", "CUFFT", "CUSOLVER", "CUSPARSE")


def environment(fail=""):
    """fail: the calls that return a status, as tests/fake_libraries/fake_library.h says."""
    driver = pathlib.Path(paths.built("WARPCELL_FAKE_DRIVER_LIBRARY", "tests/fake_driver/libcuda-fake.so.1"))
    build = driver.parents[2]
    library = str(build / "tests/fake_libraries/libgpu-libraries-fake.so")
    return {"WARPCELL_CUDA": str(driver), "WARPCELL_GPU_WORKER": str(build / "runtime/warpcell-gpu"), "WARPCELL_FAKE_LIBRARY_FAIL": fail,
            "WARPCELL_NVML": str(driver.with_name("libnvidia-ml-fake.so.1"))} | {f"WARPCELL_{name}": library for name in LIBRARIES}
