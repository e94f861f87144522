"""Runs the floors: what reading, parsing and writing cost when nothing else is done. See floor/floor.c."""

import json
import os
import subprocess

from measuring import measure
from tools import HERE

PHASES = ["read", "front-matter", "markdown", "write"]
WORKERS = [1, 2]


class Floors:
    def __init__(self, folder, content, reference, out):
        """`reference` is a built site, whose folders and files `write` writes again into `out`."""
        self.program = os.path.join(folder, "floor")
        self.content, self.reference, self.out = content, reference, out
        subprocess.run(["make", "--silent", "-C", os.path.join(HERE, "floor"), f"BUILD={folder}"], check=True)

    def names(self):
        """Returns the phase and the number of workers of every floor."""
        return [("stat", 1)] + [(phase, workers) for phase in PHASES for workers in WORKERS]

    def run(self, phase, workers):
        """Runs a floor, and returns the seconds that the program itself measured for the phase alone."""
        folders = [self.reference, self.out] if phase == "write" else [self.content]
        if phase == "stat":
            folders = [self.reference]
        measurement = measure([self.program, phase, str(workers), *folders])
        return {"seconds": json.loads(measurement.output)["seconds"], "is_noisy": measurement.is_noisy}
