# SPDX-License-Identifier: Apache-2.0
"""Kernels are compiled by Triton's own backend for CUDA, so this one supports no target. Triton asks for a class."""

from triton.backends.nvidia import compiler as nvidia


class WarpcellBackend(nvidia.CUDABackend):
    @staticmethod
    def supports_target(target):
        return False


del nvidia  # Triton takes the one class of this module
