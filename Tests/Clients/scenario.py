"""Goes through a scenario with a client's store, and prints it with what happened.

    python3 scenario.py SCENARIO PUBLICATIONS PROGRAMS

PUBLICATIONS is a folder of publications. PROGRAMS is JSON: the commands that start the program with the plain client and
with the bundled one, and perhaps the file that says how wrong their clock is. In the scenario, lines that begin with '> ' are orders, and those after them the answers.
"""

import hashlib
import json
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime, timezone

from server import Server

VERSION = "api/v1/"
PATIENCE = 90


class Program:
    """A program with a store, and the answers and news that it prints."""

    def __init__(self, command, address, folder):
        self.process = subprocess.Popen(
            [*command, address, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines, self.told, self.failed, self.done = queue.Queue(), [], [], []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def next(self, patience=PATIENCE):
        line = self.lines.get(timeout=patience)
        if line is None:
            raise SystemExit(f"the program ended with {self.process.wait()}")
        if line.startswith("told "):
            self.told.append(line[len("told "):])
            return None
        if line.startswith("progress "):
            self.done.append(line[len("progress "):])
            return None
        if line.startswith("failed "):
            self.failed.append(line[len("failed "):])
            return None
        return line

    def ask(self, order):
        self.process.stdin.write(order + "\n")
        answers = []
        while (line := self.next()) != ".":
            answers += [line] if line is not None else []
        return answers

    def news(self, last, count=1):
        """Waits until the store told of a publication so many times, and returns all that it told since the last time."""
        while self.told.count(last) < count:
            self.next()
        news, self.told = self.told, []
        return news

    def end(self, kill=False):
        if kill:
            self.process.kill()
        self.process.stdin.close()
        self.process.wait(PATIENCE)


class Scenario:
    def __init__(self, publications, programs, work):
        self.publications, self.programs, self.work = pathlib.Path(publications), programs, pathlib.Path(work)
        self.derived = self.work / "derived"
        self.server = Server(self.named("A"))
        self.program, self.kept = None, None
        # A second program with the same folder.
        self.other = None
        self.timed = self.timed_server = None

    def named(self, name):
        place = self.derived / name
        return place if place.exists() else self.publications / name

    # The server

    def serve(self, name):
        self.server.order({"folder": str(self.named(name)), "files": None, "next": None, "faults": {}})

    def become(self, name):
        """Serves something else; what goes wrong goes on doing so."""
        self.server.order({"folder": str(self.named(name))})

    def replace(self, _, name):
        self.server.order({"next": str(self.named(name))})

    def mix(self, _, name):
        self.server.order({"files": str(self.named(name))})

    def deploy(self, name):
        """Serves what a host has in the middle of a deploy: the manifest of before, files of a later publication, and copies."""
        before = self.server.folder / VERSION
        folder = self.derived / f"Deploying-{name}"
        shutil.copytree(self.named(name), folder)
        (folder / VERSION / "sha256").mkdir()
        for file in json.loads((before / "manifest.json").read_text())["files"]:
            copy = f"sha256/{file['sha256']}{pathlib.PurePath(file['path']).suffix}"
            shutil.copy(before / file["path"], folder / VERSION / copy)
        self.mix("files-of", folder.name)

    def fault(self, pattern, *values):
        # It is one order, since what was on hold goes on at once.
        self.server.order({"faults": {} if pattern == "none" else self.faulty(pattern, values)})

    def also(self, pattern, *values):
        self.server.order({"faults": self.server.faults | self.faulty(pattern, values)})

    def faulty(self, pattern, values):
        return {VERSION + pattern: [int(value) if value.isdigit() else value for value in values]}

    def network(self, state):
        self.server.order({"listens": state == "on"})

    def derive(self, name, _, base, path, *json_words):
        """Makes a publication as nobody should, with right hashes: another file, or one that is missing."""
        folder = self.derived / name
        shutil.copytree(self.named(base), folder)
        manifest = json.loads((folder / VERSION / "manifest.json").read_text())
        if path == "nextChange":
            manifest["nextChange"] = json_words[0]
        elif path == "timeZone":
            manifest["timeZone"] = json_words[0]
        elif path == "revision":
            manifest["revision"] = int(json_words[0])
        elif json_words[0] == "size":
            next(file for file in manifest["files"] if file["path"] == path)["size"] = int(json_words[1])
        elif json_words == ("missing",):
            manifest["files"] = [file for file in manifest["files"] if file["path"] != path]
            (folder / VERSION / path).unlink()
        else:
            maker, json_words = (json_words[1], json_words[2:]) if json_words[0] == "by" else (None, json_words)
            data = " ".join(json_words).encode()
            if json_words[0] == "nested":
                depth = int(json_words[1])
                data = b"[" * depth + b"]" * depth
            (folder / VERSION / path).parent.mkdir(exist_ok=True)
            (folder / VERSION / path).write_bytes(data)
            listed = [file for file in manifest["files"] if file["path"] == path]
            if not listed:
                listed.append({"path": path, "revision": manifest["revision"]})
                manifest["files"] += listed
            listed[0].update(size=len(data), sha256=hashlib.sha256(data).hexdigest())
            if maker:
                listed[0]["endpoint"] = maker
        (folder / VERSION / "manifest.json").write_text(json.dumps(manifest))

    def requests(self, *limit):
        lines = self.told_requests(self.server.order({"clear": True}))
        # How many are on their way when the first one fails is up to the threads.
        return [f"{limit[1]} at most"] if limit and len(lines) <= int(limit[1]) else lines

    def told_requests(self, requests):
        lines, names = [], None
        for path, query, tag, status in requests:
            # Some clients of HTTP try again by themselves if a connection was dropped.
            if status == "drop":
                continue
            path = path.removeprefix(VERSION)
            if path.startswith("sha256/"):
                names = names or self.hashes()
                name = names.get(pathlib.PurePath(path).stem, "something else")
                lines.append(f"copy of {name}: {status}")
                continue
            known = " with its tag" if tag else ""
            usual = len("v=") + 16 if path != "manifest.json" else 0
            versioned = "" if len(query) == usual else " past caches" if query.startswith("v=") else " without a version"
            lines.append(f"{path}{known}{versioned}: {status}")
        # The files after a manifest are requested in any order.
        groups = []
        for line in lines:
            if line.startswith("manifest.json") or not groups:
                groups.append([])
            groups[-1].append(line)
        return [line for group in groups for line in group[:1] + sorted(group[1:])] or ["none"]

    def wait(self, *words):
        """Waits until a request of a path is on hold, until files are in the store's folder, or for some seconds."""
        if words[0] == "kept":
            files = json.loads((self.server.folder / VERSION / "manifest.json").read_text())["files"]
            missing = [self.kept / file["sha256"] for file in files if file["path"] in words]
            end = time.time() + PATIENCE
            while not all(file.exists() for file in missing):
                if time.time() > end:
                    return ["they were never kept"]
                time.sleep(0.01)
            return None
        if words[-1] == "seconds":
            return time.sleep(float(words[0]))
        with self.server.change:
            came = self.server.change.wait_for(
                lambda: any([request[0], request[3]] == [VERSION + words[0], "hold"] for request in self.server.requests), PATIENCE)
        return None if came else ["it was never requested"]

    # The program

    def use(self, kind, folder):
        if self.program:
            self.program.end()
        self.kind, self.kept = kind, self.work / folder
        self.restart()

    def restart(self):
        if self.program:
            self.program.end()
        self.program = Program(self.programs[self.kind], self.server.address + VERSION, str(self.kept))

    def kill(self):
        self.program.end(kill=True)
        self.program = None
        self.restart()

    def beside(self):
        self.other = Program(self.programs[self.kind], self.server.address + VERSION, str(self.kept))

    def second(self, *words):
        if words == ("end",):
            return self.other.end()
        return self.other.ask(" ".join(words))

    def told(self, *last):
        if last[-1] == "twice":
            return self.program.news(" ".join(last[:-1]), 2)
        return self.program.news(" ".join(last))

    def failures(self):
        """What the store told of failed updates since the last time."""
        failures, self.program.failed = self.program.failed, []
        return failures or ["none"]

    def progress(self):
        """What the store told first and last of the progress of updates since the last time."""
        done, self.program.done = self.program.done, []
        return [done[0], done[-1]] if done else ["none"]

    def clock(self, seconds):
        """Sets the clock of the programs, and of nobody else."""
        pathlib.Path(self.programs["clock"][0]).write_text(seconds)

    # The folder of the store

    def hashes(self):
        """The names of all files of all publications, by hash."""
        names = {}
        folders = sorted(self.publications.iterdir()) + (sorted(self.derived.iterdir()) if self.derived.exists() else [])
        for folder in folders:
            for file in json.loads((folder / VERSION / "manifest.json").read_text())["files"]:
                names.setdefault(file["sha256"], f"{file['path']} of {folder.name}")
        return names

    def folder(self):
        names = self.hashes()
        return sorted(names.get(file.name, "something else" if file.name != "publication" else file.name)
                      for file in self.kept.iterdir() if not file.name.startswith("uses")) or ["nothing"]

    def block(self):
        """Puts a file where the store's folder is, so that it can write nothing, as on a disk that is full."""
        if self.kept.exists():
            self.kept.rename(self.work / "aside")
        self.kept.write_text("")

    def unblock(self):
        self.kept.unlink()
        if (self.work / "aside").exists():
            (self.work / "aside").rename(self.kept)

    def damage(self, what, how):
        names = self.hashes()
        for file in self.kept.iterdir():
            if not file.name.startswith("uses") and (file.name == what or names.get(file.name, "").startswith(what + " ")):
                data = file.read_bytes()
                if how == "empty":
                    data = b""
                elif how == "half":
                    data = data[:len(data) // 2]
                elif how == "noise":
                    data = bytes(byte ^ 0x80 for byte in data)
                else:
                    # A digit is turned into another one wherever it stands for something.
                    old, new = how.encode().split(b"=")
                    assert old in data, data
                    data = data.replace(old, new)
                file.write_bytes(data)

    # The store that keeps itself updated beside all the rest, since that takes half a minute

    def keep(self, first, then, second):
        change = int(time.time()) + 3
        moment = datetime.fromtimestamp(change, timezone.utc).isoformat()
        self.derive("Timed", "from", first, "nextChange", moment)
        server = self.timed_server = Server(self.named("Timed"))
        self.timed = Program(self.programs[self.kind], server.address + VERSION, str(self.work / "timed"))
        self.timed.ask("open")
        self.timed.ask("keep")
        news = self.timed.news("Board 1")

        def publish():
            time.sleep(max(0, change - time.time()))
            server.order({"folder": str(self.named(second))})

        threading.Thread(target=publish, daemon=True).start()
        return news

    def kept_updated(self, *last):
        news = self.timed.news(" ".join(last))
        self.timed.ask("stop")
        requests = [line for line in self.told_requests(self.timed_server.order({})) if line.startswith("manifest")]
        self.timed.end()
        return news + requests

    def obey(self, order):
        name, *words = order.split(" ")
        own = {
            "serve": self.serve, "become": self.become, "then": self.replace, "with": self.mix, "deploy": self.deploy, "fault": self.fault, "also": self.also, "network": self.network,
            "derive": self.derive, "requests": self.requests, "wait": self.wait, "use": self.use,
            "restart": self.restart, "kill": self.kill, "beside": self.beside, "2": self.second,
            "told": self.told, "failures": self.failures, "progress": self.progress, "clock": self.clock, "folder": self.folder, "damage": self.damage,
            "block": self.block, "unblock": self.unblock,
            "keep-updated": self.keep, "kept-updated": self.kept_updated,
        }
        return (own[name](*words) or []) if name in own else self.program.ask(order)

    def run(self, text):
        for line in text.splitlines():
            if line.startswith("> "):
                print(line, *self.obey(line[2:]), sep="\n", flush=True)
            elif line == "" or line.startswith("#"):
                print(line)
        self.program.end()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as work:
        Scenario(sys.argv[2], json.loads(sys.argv[3]), work).run(pathlib.Path(sys.argv[1]).read_text())
