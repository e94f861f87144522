"""Serves a publication on loopback, and misbehaves as it is told.

    python3 server.py FOLDER [PATH]

serves FOLDER below PATH (default /board/), prints its address and the address to which orders are posted as JSON, one a
line, and ends with its input. An order is an object with some of these members:

    "folder": F     serve this publication
    "next": F       serve this one from the next manifest on, after that manifest was sent: it is replaced meanwhile
    "files": F      only the manifest is of the publication, and all else is of this one; null for no such folder
    "faults": {P: [NAME, VALUE]}
                    what goes wrong at paths below the folder that fit a pattern such as "api/*"; {} for nothing.
                    The first pattern that fits counts.
    "listens": B    whether anybody listens at the address
    "clear": true   forget all requests

The answer is a list of all requests: [path, query, If-None-Match or null, status or the name of a fault]. Faults are:

    html            a page with status 200
    redirect        a redirect to such a page, as the network of a hotel does
    status N        that status
    busy N          status 429, with N as Retry-After
    busy-until N    the same, with the date in N seconds
    cut             half of the file, and the connection ends too early
    noise           as many bytes, but other ones
    short           half of the file, as if that were all
    drop            the connection ends without an answer
    endless         a body without an end
    long N          a body of N bytes
    nested          a hundred thousand arrays in each other
    slow S          the right answer, S seconds later
    hold            no answer until the fault is another one or gone, and then that of the moment
    untagged        the right answer without an ETag
"""

import hashlib
import http.server
import json
import pathlib
import socket
import sys
import threading
import time
from email.utils import formatdate
from fnmatch import fnmatch
from mimetypes import guess_type
from urllib.parse import unquote, urlsplit

PAGE = b"<!DOCTYPE html>\n<title>Welcome</title>\n<p>Please accept our terms to use this network.\n"


class Server:
    def __init__(self, folder, path="/board/"):
        self.path, self.change = path, threading.Condition()
        self.folder, self.next, self.files, self.faults, self.requests = pathlib.Path(folder), None, None, {}, []
        self.port = 0
        self.listener = None
        self.listen(True)
        self.address = f"http://127.0.0.1:{self.port}{path}"

    def listen(self, listens):
        if self.listener and not listens:
            self.listener.shutdown()
            self.listener.server_close()
            self.listener = None
        elif listens and not self.listener:
            self.listener = start(type("Handler", (PublicHandler,), {"server_of": self}), self.port)
            self.port = self.listener.server_address[1]

    def order(self, order):
        """Carries out an order, and returns the requests so far."""
        with self.change:
            for name in ["folder", "next", "files"]:
                if name in order:
                    setattr(self, name, order[name] and pathlib.Path(order[name]))
            self.faults = order.get("faults", self.faults)
            requests = list(self.requests)
            if order.get("clear"):
                self.requests.clear()
            self.change.notify_all()
        if "listens" in order:
            self.listen(order["listens"])
        return requests

    def fault(self, path):
        return next((fault for pattern, fault in self.faults.items() if fnmatch(path, pattern)), None)

    def take(self, path, query, tag):
        """Waits while the path is on hold, and returns what goes wrong with it, and the file's bytes, if it has any."""
        with self.change:
            request = [path, query, tag, 200]
            self.requests.append(request)
            while (fault := self.fault(path)) == ["hold"]:
                request[3] = "hold"
                self.change.notify_all()
                self.change.wait()
            is_manifest = path.endswith("manifest.json")
            folder = self.files if self.files and not is_manifest else self.folder
            file = folder / path
            data = file.read_bytes() if file.is_file() else None
            if is_manifest and self.next and not fault:
                self.folder, self.next = self.next, None
            return request, fault or [""], data


def start(handler, port=0):
    class Listener(http.server.ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, request, client_address):
            pass  # Whoever asked has gone.

    listener = Listener(("127.0.0.1", port), handler)
    threading.Thread(target=listener.serve_forever, args=[0.01], daemon=True).start()
    return listener


class PublicHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_of = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        server = self.server_of
        url = urlsplit(self.path)
        if not server.listener:
            return self.drop()
        if not url.path.startswith(server.path):
            return self.answer(200, PAGE, "text/html")
        path = unquote(url.path[len(server.path):])
        tag = self.headers["If-None-Match"]
        request, (fault, *values), data = server.take(path, url.query, tag)
        # A cache that has kept another page under the usual address, with the first letters of the hash, and nowhere else.
        if fault == "cached":
            fault = "html" if len(url.query) == len("v=") + 16 else ""
        known = data is not None and '"' + hashlib.sha256(data).hexdigest()[:16] + '"'
        if fault in ["", "slow", "untagged"]:
            request[3] = 404 if data is None else 304 if tag == known and fault != "untagged" else 200
        elif fault in ["status", "busy", "busy-until"]:
            request[3] = values[0] if fault == "status" else 429
        else:
            request[3] = fault
        if fault == "slow":
            time.sleep(values[0])
        if fault == "html":
            self.answer(200, PAGE, "text/html")
        elif fault == "redirect":
            self.answer(302, b"", "text/html", {"Location": "/welcome"})
        elif fault == "drop":
            self.drop()
        elif fault in ["endless", "long"]:
            self.go_on(values[0] if values else None)
        elif fault == "nested":
            self.answer(200, b"[" * 100_000 + b"]" * 100_000, "application/json")
        elif fault == "busy":
            self.answer(429, b"Slow down.", "text/plain", {"Retry-After": str(values[0])})
        elif fault == "busy-until":
            date = formatdate(time.time() + values[0], usegmt=True)
            self.answer(429, b"Slow down.", "text/plain", {"Retry-After": date})
        elif request[3] == 304:
            self.send_response(304)
            self.send_header("ETag", known)
            self.end_headers()
        elif fault == "noise":
            self.answer(200, bytes(byte ^ 1 for byte in data), "application/json", {"ETag": '"noise"'})
        elif fault == "short":
            self.answer(200, data[:len(data) // 2], "application/json", {"ETag": '"short"'})
        elif fault == "cut":
            self.answer(200, data[:len(data) // 2], "application/json", {"ETag": '"cut"'}, size=len(data))
            self.drop()
        elif request[3] == 200:
            kind = guess_type(path)[0] or "application/octet-stream"
            self.answer(200, data, kind, {} if fault == "untagged" else {"ETag": known})
        else:
            self.answer(request[3], PAGE, "text/html")

    def answer(self, status, data, kind, headers={}, size=None):
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Access-Control-Allow-Origin": "*", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data) if size is None else size))
        self.end_headers()
        self.wfile.write(data)

    def go_on(self, size):
        """Sends so many bytes, as fast as a good network; without a number as many as somebody reads.

        Foundation on Linux leaves a transfer only when the socket is empty for a moment, which that of a faster
        sender on the same machine may never be."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        if size is None:
            self.close_connection = True
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(size))
        self.end_headers()
        part = b" " * 65536
        sent = 0
        while size is None or sent < size:
            part = part if size is None else part[:size - sent]
            self.wfile.write(part)
            sent += len(part)
            time.sleep(0.001)

    def drop(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)


def control(server):
    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_POST(self):
            order = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            data = json.dumps(server.order(order)).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    return f"http://127.0.0.1:{start(Handler).server_address[1]}/control"


if __name__ == "__main__":
    served = Server(*sys.argv[1:3])
    print(served.address, control(served), sep="\n", flush=True)
    sys.stdin.read()
