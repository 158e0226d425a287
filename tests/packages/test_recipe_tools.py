# SPDX-License-Identifier: Apache-2.0
"""The recipes as their tools read them. ./test --packages installs the tools."""

import subprocess
import sys

import rattler_build
from paths import ROOT
from test_recipes_agree import VERSION, setup_packages


def test_rattler_build_renders_conda_s_recipe():
    recipe = rattler_build.Stage0Recipe.from_file(str(ROOT / "packaging/conda/recipe.yaml"))
    variants = rattler_build.VariantConfig.from_file(str(ROOT / "packaging/conda/variants.yaml"))
    rendered, = recipe.render(variants)
    made = rendered.recipe.to_dict()
    assert made["package"] == {"name": "warpcell", "version": VERSION} and "gcc_linux-64" in made["requirements"]["build"]


def test_repo2docker_takes_binder_s_files():
    ended = subprocess.run([sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(ROOT)], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    dockerfile = ended.stdout + ended.stderr
    assert "RUN ./.binder/postBuild" in dockerfile and '-r ".binder/requirements.txt"' in dockerfile
    assert all(package in dockerfile for package in setup_packages())
