# SPDX-License-Identifier: Apache-2.0
"""A client of `warpcell --dap` and `warpcell --lsp`: messages over pipes, framed by the base protocol of both."""

import json
import subprocess
import threading

LIMIT_S = 120


class EditorProcess:
    def __init__(self, program, mode, cwd, *options):
        self.process = subprocess.Popen([program, mode, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=cwd)
        self.limit = threading.Timer(LIMIT_S, self.process.kill)  # a reply that never comes ends the test
        self.limit.daemon = True
        self.limit.start()

    def write(self, text):
        self.process.stdin.write(f"Content-Length: {len(text.encode())}\r\n\r\n{text}".encode())
        self.process.stdin.flush()

    def read_message(self):
        header = self.process.stdout.readline()
        assert header.startswith(b"Content-Length: "), (header, self.process.stderr.read())
        assert self.process.stdout.readline() == b"\r\n"
        return json.loads(self.process.stdout.read(int(header.split()[1])))
