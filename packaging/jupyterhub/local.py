# SPDX-License-Identifier: Apache-2.0
# JupyterHub on one machine without root and without accounts: all learners run as the account that starts the hub, each in a folder of its
# own. It is for trying a course out and for a class that trusts each other; systemd.py separates accounts. Start it with
#   WARPCELL_CLASS_PASSWORD=... jupyterhub -f packaging/jupyterhub/local.py
import os
import pathlib

c = get_config()  # noqa: F821
load_subconfig("session.py", path=os.path.dirname(os.path.abspath(__file__)))  # noqa: F821

folder = pathlib.Path(os.environ.get("WARPCELL_CLASS_FOLDER", "class")).absolute()  # homes, the hub's database and cookie secret
folder.mkdir(mode=0o700, parents=True, exist_ok=True)
c.JupyterHub.db_url = f"sqlite:///{folder}/jupyterhub.sqlite"
c.JupyterHub.cookie_secret_file = f"{folder}/cookie_secret"
c.ConfigurableHTTPProxy.pid_file = f"{folder}/proxy.pid"

# Everyone who knows the password of the class is let in under the name that they give.
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ["WARPCELL_CLASS_PASSWORD"]
c.Authenticator.allow_all = True

c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = f"{folder}/home/{{username}}"
if os.geteuid() == 0:  # in a container
    c.Spawner.args = [*c.Spawner.args, "--allow-root"]
