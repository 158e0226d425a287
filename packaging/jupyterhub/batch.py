# SPDX-License-Identifier: Apache-2.0
# JupyterHub in front of a cluster: a learner's server is a job of Slurm, on a node with as many processors and as much memory as it asked for.
# Needs the package batchspawner (1.3), on the hub and on the nodes, and a hub that the nodes can reach.
import os

import batchspawner  # noqa: F401 -- it adds the address at which a job tells the hub its port

c = get_config()  # noqa: F821
load_subconfig("session.py", path=os.path.dirname(os.path.abspath(__file__)))  # noqa: F821

c.JupyterHub.authenticator_class = "pam"
c.PAMAuthenticator.allowed_groups = {"class"}

c.JupyterHub.hub_ip = "0.0.0.0"
c.JupyterHub.spawner_class = "batchspawner.SlurmSpawner"
c.Spawner.start_timeout = 300  # a job may wait for a node
c.SlurmSpawner.req_partition = "class"
c.SlurmSpawner.req_runtime = "4:00:00"
c.SlurmSpawner.req_memory = "2G"
c.SlurmSpawner.req_nprocs = "2"
# c.SlurmSpawner.req_gres = "gpu:1"  # a GPU, or a slice of one: gpu:1g.10gb:1
