# SPDX-License-Identifier: Apache-2.0
"""The recipes for packages name what the build needs: conda's, Binder's and Debian's against meson.build and scripts/setup.sh."""

import re

import yaml
from paths import ROOT

MESON = (ROOT / "meson.build").read_text()
VERSION = re.search(r"version: '([^']+)'", MESON).group(1)
# Library of meson.build: the package of conda-forge, of Debian
LIBRARIES = {"libcrypto": ("openssl", "libssl-dev"), "libpng": ("libpng", "libpng-dev"), "zlib": ("zlib", "zlib1g-dev"),
             "libutf8proc": ("utf8proc", "libutf8proc-dev"), "libzmq": ("zeromq", "libzmq3-dev"), "jansson": ("jansson", "libjansson-dev"),
             "libedit": ("libedit", "libedit-dev")}


def setup_packages():
    listed = re.search(r'BUILD_PACKAGES="([^"]+)"', (ROOT / "scripts/setup.sh").read_text()).group(1)
    return set(listed.split()) - {"python3", "python3-venv"}


def lines_of(path):
    return {line for line in (ROOT / path).read_text().splitlines() if line and not line.startswith("#")}


def test_the_table_has_each_library_of_the_build():
    assert set(re.findall(r"dependency\('([^']+)'\)", MESON)) - {"dl", "threads"} == set(LIBRARIES)


def test_conda_s_recipe():
    recipe = yaml.safe_load((ROOT / "packaging/conda/recipe.yaml").read_text())
    assert recipe["context"]["version"] == VERSION
    assert set(recipe["requirements"]["host"]) == {conda for conda, _ in LIBRARIES.values()}


def test_debian_s_control_and_changelog():
    control = (ROOT / "packaging/debian/control").read_text()
    needed = re.search(r"^Build-Depends: (.*?)^\S", control, re.MULTILINE | re.DOTALL).group(1)
    assert {debian for _, debian in LIBRARIES.values()} <= {name.split()[0] for name in needed.replace("\n", " ").split(",")}
    assert (ROOT / "packaging/debian/changelog").read_text().startswith(f"warpcell ({VERSION}) ")


def test_binder_s_files():
    assert lines_of(".binder/apt.txt") == setup_packages()
    assert lines_of(".binder/requirements.txt") <= lines_of("scripts/requirements.txt")
    assert (ROOT / ".binder/postBuild").stat().st_mode & 0o111
