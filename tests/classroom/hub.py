# SPDX-License-Identifier: Apache-2.0
"""A JupyterHub of packaging/jupyterhub/local.py on free ports, and learners who use it as a browser does: forms, cookies, web sockets."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import uuid

import requests
import websocket
from paths import BIN, ROOT
from waiting import wait_until

PASSWORD = re.search(r"WARPCELL_CLASS_PASSWORD=(\S+) jupyterhub", (ROOT / "docs/classroom.md").read_text()).group(1)
LIMIT = 120  # seconds: only ends a run that has failed
ANSWER = 10  # seconds after which a web socket is taken to have no kernel

# A teacher's own settings on top of the recipe. What follows names free ports, the programs of this environment, and what a kernel needs to
# be found and to find NVRTC where the tests say so.
CONFIG = """
c = get_config()
load_subconfig("local.py", path={recipe!r})
c.JupyterHub.bind_url = "http://127.0.0.1:{ports[0]}"
c.JupyterHub.hub_port = {ports[1]}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{ports[2]}"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.Spawner.cmd = [{server!r}]
c.Spawner.environment.update({environment!r})
"""
PASSED_ON = ("JUPYTER_PATH", "WARPCELL_NVRTC", "WARPCELL_CACHE_DIR")


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for s in sockets:
            s.bind(("127.0.0.1", 0))
        return [s.getsockname()[1] for s in sockets]


class Hub:
    """The hub and its proxy as processes; close() ends them and the learners' servers."""

    def __init__(self, folder, environment=None):
        self.folder, ports = folder, free_ports(3)
        self.url = f"http://127.0.0.1:{ports[0]}"
        passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        config = folder / "jupyterhub_config.py"
        config.write_text(CONFIG.format(recipe=str(ROOT / "packaging/jupyterhub"), ports=ports, proxy=str(BIN / "configurable-http-proxy"),
                                        server=str(BIN / "jupyterhub-singleuser"), environment=passed_on | (environment or {})))
        env = os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}", "WARPCELL_CLASS_PASSWORD": PASSWORD, "WARPCELL_CLASS_FOLDER": str(folder / "class")}
        self.log = folder / "hub.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen([BIN / "jupyterhub", "-f", config], cwd=folder, env=env, stdout=log, stderr=log, start_new_session=True)
        assert wait_until(self.answers), self.log.read_text()

    def answers(self):
        assert self.process.poll() is None, self.log.read_text()
        with contextlib.suppress(requests.ConnectionError):
            return requests.get(f"{self.url}/hub/login", timeout=LIMIT).status_code == 200
        return False

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(LIMIT)


class Learner:
    """A browser in which somebody logs in, starts a server and opens a notebook."""

    def __init__(self, hub, name):
        self.hub, self.name, self.web = hub, name, requests.Session()

    def token(self, path):
        """The token against cross-site requests, which the pages' scripts send with each request that changes something."""
        return next(cookie.value for cookie in self.web.cookies if cookie.name == "_xsrf" and cookie.path == path)

    def log_in(self, password=PASSWORD):
        self.web.get(f"{self.hub.url}/hub/login", timeout=LIMIT).raise_for_status()
        return self.web.post(f"{self.hub.url}/hub/login", params={"next": "/hub/home"}, timeout=LIMIT,
                             data={"username": self.name, "password": password, "_xsrf": self.token("/hub/")})

    def start_server(self):
        """As the page 'Start My Server': it waits for the last line of the progress, then opens JupyterLab."""
        self.web.get(f"{self.hub.url}/hub/spawn", timeout=LIMIT).raise_for_status()
        progress = self.web.get(f"{self.hub.url}/hub/api/users/{self.name}/server/progress", params={"_xsrf": self.token("/hub/")}, stream=True,
                                headers={"Accept": "text/event-stream"}, timeout=LIMIT)
        for line in progress.iter_lines():
            event = json.loads(line[5:]) if line.startswith(b"data:") else {}
            assert not event.get("failed"), event
            if event.get("ready"):
                break
        page = self.web.get(f"{self.hub.url}/user/{self.name}/lab", timeout=LIMIT)
        assert page.status_code == 200 and page.url.endswith("/lab"), page.url

    def api(self, method, path, of=None, **more):
        headers = {"X-XSRFToken": self.token(f"/user/{self.name}/")}
        return self.web.request(method, f"{self.hub.url}/user/{of or self.name}/api/{path}", headers=headers, timeout=LIMIT, **more)

    def start_kernel(self, folder=""):
        started = self.api("POST", "kernels", json={"name": "warpcell", "path": folder})
        assert started.status_code == 201, started.text
        self.kernel = started.json()["id"]
        self.connect()

    def end_kernel(self):
        self.channels.close()
        assert self.api("DELETE", f"kernels/{self.kernel}").status_code == 204

    def connect(self):
        """The kernel's channels, as JupyterLab opens them: one web socket, messages as JSON."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.web.cookies if f"/user/{self.name}/".startswith(cookie.path))
        address = self.hub.url.replace("http", "ws") + f"/user/{self.name}/api/kernels/{self.kernel}/channels?session_id={uuid.uuid4().hex}"
        self.channels = websocket.create_connection(address, cookie=cookies, timeout=LIMIT, origin=self.hub.url)

    def begin(self, code):
        """Sends a cell and returns its number for end()."""
        header = {"msg_id": uuid.uuid4().hex, "msg_type": "execute_request", "session": uuid.uuid4().hex, "username": self.name, "version": "5.3"}
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False, "stop_on_error": True}
        self.channels.send(json.dumps({"channel": "shell", "header": header, "parent_header": {}, "metadata": {}, "content": content, "buffers": []}))
        return header["msg_id"]

    def messages(self):
        while True:
            yield json.loads(self.channels.recv())

    def wait_for_text(self, cell, text):
        """Reads the messages until the cell has printed the text."""
        printed = ""
        for message in self.messages():
            if message["parent_header"].get("msg_id") == cell and message["msg_type"] == "stream":
                printed += message["content"]["text"]
                if text in printed:
                    return

    def end(self, cell):
        """(text that the cell printed or displayed, name of its error or None), when it has ended."""
        text, error = "", None
        for message in self.messages():
            kind, content = message["msg_type"], message["content"]
            if message["parent_header"].get("msg_id") != cell:
                continue
            if kind == "stream" and content["name"] == "stdout":
                text += content["text"]
            elif kind in ("execute_result", "display_data"):
                text += content["data"]["text/plain"]
            elif kind == "error":
                error = content["ename"]
            elif kind == "status" and content["execution_state"] == "idle":
                return text, error

    def run(self, code):
        return self.end(self.begin(code))

    def interrupt(self):
        assert self.api("POST", f"kernels/{self.kernel}/interrupt").status_code == 204

    def wait_for_restart(self):
        """Until the server has started the kernel that died anew, and the kernel answers. It has other ports now, which the server uses for a new web
        socket only; so JupyterLab opens one, too. The server says that it restarts a kernel before the new ports are known: a socket opened too
        early stays with the old ones and is opened again."""
        for message in self.messages():
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "restarting":
                break
        assert wait_until(self.reconnect)

    def reconnect(self):
        """Whether the kernel answers on a new web socket."""
        self.channels.close()
        self.connect()
        self.channels.settimeout(ANSWER)
        try:
            answered = self.run("") == ("", None)
        except websocket.WebSocketTimeoutException:
            return False
        self.channels.settimeout(LIMIT)
        return answered

    def stop_server(self):
        ended = self.web.delete(f"{self.hub.url}/hub/api/users/{self.name}/server", headers={"X-XSRFToken": self.token("/hub/")}, timeout=LIMIT)
        assert ended.status_code in (202, 204), ended.text
