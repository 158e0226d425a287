# SPDX-License-Identifier: Apache-2.0
# JupyterHub with a container for each learner. Needs the package dockerspawner (14), a network and the image:
#   docker network create class
#   docker build -f packaging/Dockerfile -t warpcell . && docker build -f packaging/jupyterhub/Dockerfile -t warpcell-hub .
import os

c = get_config()  # noqa: F821
load_subconfig("session.py", path=os.path.dirname(os.path.abspath(__file__)))  # noqa: F821

c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ["WARPCELL_CLASS_PASSWORD"]
c.Authenticator.allow_all = True

c.JupyterHub.hub_ip = "0.0.0.0"  # the containers reach the hub over their network
c.JupyterHub.spawner_class = "docker"
c.DockerSpawner.image = "warpcell-hub"
c.DockerSpawner.cmd = ["jupyterhub-singleuser"]
c.DockerSpawner.network_name = "class"
c.DockerSpawner.use_internal_ip = True
c.DockerSpawner.remove = True  # the container; the volume with the learner's files stays
c.DockerSpawner.notebook_dir = "/home/learner/work"
c.DockerSpawner.volumes = {"class-{username}": "/home/learner/work"}
c.DockerSpawner.mem_limit = "2G"
c.DockerSpawner.cpu_limit = 2.0
c.DockerSpawner.extra_host_config = {"pids_limit": 512, "security_opt": ["no-new-privileges"]}
# With GPUs, and NVIDIA's container toolkit on the host:
#   c.DockerSpawner.extra_host_config["device_requests"] = [docker.types.DeviceRequest(count=1, capabilities=[["gpu"]])]
