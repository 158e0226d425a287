# SPDX-License-Identifier: Apache-2.0
"""The recipes of packaging/jupyterhub: each loads, and each of its settings is one that its classes have."""

import types
import warnings

import pytest
import yaml
from jupyterhub.app import JupyterHub
from paths import ROOT

RECIPES = ROOT / "packaging/jupyterhub"
SPAWNERS = {"local.py": "SimpleLocalProcessSpawner", "systemd.py": "SystemdSpawner", "docker.py": "DockerSpawner", "batch.py": "SlurmSpawner"}


def load(path):
    """The hub's configuration and the classes that it names."""
    hub = JupyterHub(config_file=str(path))
    hub.load_config_file(str(path))
    return hub.config, [JupyterHub, hub.spawner_class, hub.authenticator_class, hub.proxy_class]


@pytest.fixture(autouse=True)
def environment(monkeypatch, tmp_path):
    monkeypatch.setenv("WARPCELL_CLASS_PASSWORD", "threads-and-blocks")
    monkeypatch.setenv("WARPCELL_CLASS_FOLDER", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def unknown(config, classes):
    """The settings that no class has: 'Class.setting'."""
    traits = {of.__name__: of.class_traits(config=True) for leaf in classes for of in leaf.__mro__ if hasattr(of, "class_traits")}
    return [f"{name}.{key}" for name, section in config.items() for key in section if key not in traits.get(name, {})]


@pytest.mark.parametrize("name", SPAWNERS)
def test_each_setting_exists(name):
    config, classes = load(RECIPES / name)
    assert classes[1].__name__ == SPAWNERS[name]
    assert unknown(config, classes) == []


@pytest.mark.parametrize("name", SPAWNERS)
def test_each_value_is_accepted(name):
    config, classes = load(RECIPES / name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        spawner = classes[1](config=config, user=types.SimpleNamespace(name="ada", id=1))
        classes[2](config=config)
    assert "--MappingKernelManager.default_kernel_name=warpcell" in spawner.args
    assert spawner.default_url == "/lab" and spawner.environment["WARPCELL_MEMORY"] == "1024"


def test_a_setting_that_does_not_exist_is_found(tmp_path):
    (tmp_path / "config.py").write_text('c.Spawner.memory_limit = "2G"\nc.Spawnr.mem_limit = "2G"\n')
    assert unknown(*load(tmp_path / "config.py")) == ["Spawner.memory_limit", "Spawnr.mem_limit"]


def test_the_values_for_kubernetes_say_the_same_as_the_other_recipes():
    values = yaml.safe_load((RECIPES / "kubernetes.yaml").read_text())
    config, _ = load(RECIPES / "docker.py")
    learner = values["singleuser"]
    assert learner["memory"]["limit"] == config.DockerSpawner.mem_limit and learner["cpu"]["limit"] == config.DockerSpawner.cpu_limit
    assert learner["defaultUrl"] == config.Spawner.default_url and [learner["cmd"]] == config.DockerSpawner.cmd
    assert learner["storage"]["homeMountPath"] == config.DockerSpawner.notebook_dir
    manager = learner["extraFiles"]["kernels"]["data"]["MappingKernelManager"]
    assert {f"--MappingKernelManager.{key}={value}" for key, value in manager.items()} == set(config.Spawner.args)
