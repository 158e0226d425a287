# SPDX-License-Identifier: Apache-2.0
# JupyterHub: what a learner's server and its kernels get, whatever starts them. The other files load this one; docs/classroom.md explains it.
c = get_config()  # noqa: F821

# Limits of a session. What must hold against intent is for the spawner or the system to enforce.
c.Spawner.environment = {
    "WARPCELL_CPU_THREADS": "2",
    "WARPCELL_MEMORY": "1024",  # MiB, on the host and on the cpu device each
    "WARPCELL_CELL_TIMEOUT": "600",  # seconds
    "WARPCELL_CACHE_SIZE": "64",  # MiB
    "WARPCELL_CACHE_SHARED": "/srv/warpcell/cache",  # the lessons' kernels, compiled; it need not exist
    # "WARPCELL_METRICS": "/var/lib/prometheus/warpcell",  # a file of counters of each kernel, for node_exporter
}
c.Spawner.args = [
    "--MappingKernelManager.default_kernel_name=warpcell",
    # A kernel that has done nothing for an hour ends, and with it its memory. The notebook stays.
    "--MappingKernelManager.cull_idle_timeout=3600",
    "--MappingKernelManager.cull_interval=300",
    "--MappingKernelManager.cull_connected=True",
]
c.Spawner.default_url = "/lab"
c.Spawner.start_timeout = 120  # when a class begins, all servers start at once
c.Spawner.http_timeout = 120
c.JupyterHub.concurrent_spawn_limit = 10
c.JupyterHub.init_spawners_timeout = 60
