# SPDX-License-Identifier: Apache-2.0
"""A Triton backend for PyTorch without CUDA: kernels run on Warpcell's engine, tensors are PyTorch's of the CPU. Triton finds it by the
entry point of the folder beside this one, which `warpcell cuda` puts on PYTHONPATH. Next: driver.py."""
