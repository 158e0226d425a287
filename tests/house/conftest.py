# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys

HOUSE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HOUSE), str(HOUSE.parent)]
