# SPDX-License-Identifier: Apache-2.0
"""The Debian package: built, looked at by lintian, installed into a Debian of its own, used, and purged. As root, with debootstrap and the network;
./test --packages. WARPCELL_DEB names a package that is built already."""

import os
import pathlib
import shutil
import subprocess

import pytest
from paths import ROOT

MIRROR = "http://deb.debian.org/debian"
NOT_OURS = {"var/lib/dpkg", "var/log", "var/cache", "var/lib/apt", "proc", "dev", "tmp"}  # what dpkg and apt keep for themselves


def output_of(*command, **more):
    ended = subprocess.run(command, capture_output=True, text=True, **more)
    assert ended.returncode == 0, f"{command}\n{ended.stdout[-2000:]}\n{ended.stderr[-4000:]}"
    return ended.stdout


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    if "WARPCELL_DEB" in os.environ:
        return pathlib.Path(os.environ["WARPCELL_DEB"])
    folder = tmp_path_factory.mktemp("deb")
    output_of(ROOT / "scripts/deb.sh", folder)
    return next(path for path in folder.glob("warpcell_*.deb"))


@pytest.fixture(scope="module")
def debian(tmp_path_factory):
    """run(COMMAND ...): its output in a fresh Debian 12 with Jupyter's client. run.root: the folder."""
    root = tmp_path_factory.mktemp("debian") / "root"
    output_of("debootstrap", "--variant=minbase", "bookworm", root, MIRROR)

    def run(*command):
        return output_of("chroot", root, "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "DEBIAN_FRONTEND=noninteractive", *command)

    run.root = root
    yield run
    shutil.rmtree(root)


def files(root):
    found = set()
    for folder, folders, names in os.walk(root):
        below = os.path.relpath(folder, root)
        folders[:] = [name for name in folders if os.path.normpath(f"{below}/{name}") not in NOT_OURS]
        found |= {os.path.normpath(f"{below}/{name}") for name in [*folders, *names]}
    return found


def field(package, name):
    return output_of("dpkg-deb", "--field", package, name).strip()


def test_lintian_finds_no_errors_and_no_warnings(package):
    ended = subprocess.run(["lintian", "--allow-root", package], capture_output=True, text=True)
    assert ended.stdout == "", ended.stdout


def test_its_version_is_the_tree_s(package):
    assert f"version: '{field(package, 'Version')}'," in (ROOT / "meson.build").read_text()


def test_it_depends_on_the_libraries_that_its_programs_load(package):
    depends = field(package, "Depends")
    assert all(f"{library} " in depends for library in ("libc6", "libedit2", "libjansson4", "libzmq5", "libpng16-16", "libssl3", "zlib1g")), depends


def test_it_is_installed_and_works_and_goes(package, debian):
    shutil.copy(package, debian.root / "tmp/warpcell.deb")
    dependencies = output_of("dpkg-deb", "--field", package, "Depends").strip()
    debian("apt-get", "-qq", "install", "-y", "--no-install-recommends", "jupyter-client")
    debian("apt-get", "-qq", "satisfy", "-y", "--no-install-recommends", dependencies)
    assert "warpcell" not in debian("jupyter", "kernelspec", "list")  # it makes a folder of its own, too
    before = files(debian.root)

    debian("dpkg", "--install", "/tmp/warpcell.deb")
    assert debian("warpcell", "-e", "1 + 1") == "2\n"
    assert debian("warpcell-kernel", "--version").startswith("warpcell-kernel ")
    assert "  warpcell    /usr/share/jupyter/kernels/warpcell\n" in debian("jupyter", "kernelspec", "list")
    assert len(files(debian.root) - before) > 30

    debian("dpkg", "--purge", "warpcell")
    assert files(debian.root) - before == set()
