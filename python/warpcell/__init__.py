# SPDX-License-Identifier: Apache-2.0
"""CUDA C in notebook cells. The programs are native; this package only starts them."""
