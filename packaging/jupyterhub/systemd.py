# SPDX-License-Identifier: Apache-2.0
# JupyterHub on one machine whose learners have accounts: a systemd unit each, with a share of the processors and a limit on memory that
# the system enforces. The hub runs as root. Needs the package jupyterhub-systemdspawner (1.0) and systemd with cgroups v2.
import os

c = get_config()  # noqa: F821
load_subconfig("session.py", path=os.path.dirname(os.path.abspath(__file__)))  # noqa: F821

c.JupyterHub.authenticator_class = "pam"
c.PAMAuthenticator.allowed_groups = {"class"}  # the Unix group of the learners

c.JupyterHub.spawner_class = "systemd"
c.SystemdSpawner.mem_limit = "2G"
c.SystemdSpawner.cpu_limit = 2.0
c.SystemdSpawner.isolate_tmp = True
c.SystemdSpawner.disable_user_sudo = True
# MIG and MPS divide a GPU; see docs/classroom.md. Without a GPU:
c.SystemdSpawner.isolate_devices = True
c.SystemdSpawner.slice = "class"  # `systemctl set-property class.slice CPUQuota=800%` limits all learners together
c.SystemdSpawner.unit_extra_properties = {"TasksMax": "512", "MemorySwapMax": "0"}
