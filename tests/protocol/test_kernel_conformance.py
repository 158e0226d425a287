# SPDX-License-Identifier: Apache-2.0
"""A-1: jupyter_kernel_test on the installed kernel, over tcp and over ipc."""

import unittest

import jupyter_kernel_test
from jupyter_client import KernelManager


class Warpcell(jupyter_kernel_test.KernelTests):
    kernel_name = "warpcell"
    language_name = "cuda"
    file_extension = ".cu"
    code_hello_world = 'printf("hello, world\\n");'
    code_stderr = 'fprintf(stderr, "oops\\n");'
    code_generate_error = "undefined_name"
    code_execute_result = [{"code": "1 + 1", "result": "2"}, {"code": "6 * 7", "result": "42"}]
    code_history_pattern = "1 + 1*"
    supported_history_operations = ("tail", "range", "search")
    complete_code_samples = ["int x = 1;", "1 + 1", "__global__ void k(int *p) { p[0] = 1; }"]
    incomplete_code_samples = ["int f() {", "if (1) {", "printf("]
    invalid_code_samples = ["int x = ];"]
    completion_samples = [
        {"text": "cudaMemcpyAs", "matches": {"cudaMemcpyAsync"}},
        {"text": "%kern", "matches": {"kernels"}},
    ]
    code_display_data = [{"code": "device float A[4][4] = 1; show(A);", "mime": "image/png"}]
    code_inspect_sample = "printf"
    code_clear_output = "%clear"
    code_page_something = "printf?"


def start_over_ipc(cls):
    cls.km = KernelManager(kernel_name=cls.kernel_name, transport="ipc")
    cls.km.start_kernel()
    cls.kc = cls.km.client()
    cls.kc.start_channels()
    cls.kc.wait_for_ready(timeout=60)


class WarpcellOverIpc(Warpcell):
    @classmethod
    def setUpClass(cls):
        start_over_ipc(cls)


class Welcome(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "warpcell"
    support_iopub_welcome = True


class WelcomeOverIpc(Welcome):
    @classmethod
    def setUpClass(cls):
        cls.km = KernelManager(kernel_name=cls.kernel_name, transport="ipc")
        cls.km.start_kernel()
        cls.kc = cls.km.client()


if __name__ == "__main__":
    unittest.main()
