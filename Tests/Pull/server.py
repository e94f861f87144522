"""Serves a folder as sources are served, and misbehaves where a file NAME.rule says so.

    python3 server.py FOLDER

It prints the port. A rule is JSON: "status", "headers", "wait" (seconds before the answer), "cut" (bytes that are sent
of a longer answer), "endless" (true), "broken" (true: the connection closes without an answer). Each file has an ETag,
and one that is asked for by its own gives 304. FOLDER/log has a line of JSON for each request. The server ends with its
folder.
"""

import hashlib
import http.server
import json
import os
import sys
import threading
import time

folder = sys.argv[1]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path.lstrip("/").replace("/", "_").replace("?", "_")
        with open(os.path.join(folder, "log"), "a") as log:
            log.write(json.dumps({"path": self.path, **dict(self.headers)}) + "\n")
        place = os.path.join(folder, name)
        rule = json.load(open(place + ".rule")) if os.path.exists(place + ".rule") else {}
        time.sleep(rule.get("wait", 0))
        if rule.get("broken"):
            return
        body = open(place, "rb").read() if os.path.exists(place) else b"nothing here"
        tag = '"%s"' % hashlib.sha1(body).hexdigest()
        status = rule.get("status", 200 if os.path.exists(place) else 404)
        if status == 200 and self.headers.get("If-None-Match") == tag:
            status, body = 304, b""
        self.send_response(status)
        headers = {"ETag": tag, **rule.get("headers", {})}
        for header, value in headers.items():
            self.send_header(header, value)
        if rule.get("endless"):
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b"x," * 32768)
            except OSError:
                return
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: rule.get("cut", len(body))])

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True


def end_with_folder():
    while os.path.isdir(folder):
        time.sleep(1)
    os._exit(0)


threading.Thread(target=end_with_folder, daemon=True).start()
server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
