#!/usr/bin/env python3
"""Times every tool of tools.json, and the floors, over one content tree.

    run.py --n 1000 10000 [--runs 5] [--tools kairan,hugo] [--no-rebuilds] [--no-floors]
    run.py --n 100 --tools kairan --runs 1 --no-floors --check

Times are of whole processes, from start to exit. Runs are interleaved: a round runs each tool and each floor once, in
an order that rotates, and ratios are taken within a round. Sites and outputs are on one file system in memory. A cold
build starts without output folder and cache, one over a publication without a cache. After the rounds of cold builds
come rounds of rebuilds: with nothing changed, then after a change to a body, then after one to a title, each beside a
cold build of the first tool.

What a tool builds is verified against the content, each rebuild must show the change, and the last one must be what a
cold build gives, byte for byte. With --check, run.py makes only these checks: it does not wait for a quiet machine and
keeps no results, and its exit code is 1 if a check fails.
"""

import argparse
import contextlib
import fcntl
import filecmp
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from datetime import date

from edits import Edits
from floors import PHASES, Floors
from generate import generate
from measuring import Patience
from table import table
from tools import HERE, Tool, memory_folder, read_tools

REBUILDS = ["nothing", "body", "title"]


def say(text):
    print(f"  {text}", file=sys.stderr, flush=True)


def rotated(jobs, number):
    return jobs[number % len(jobs):] + jobs[:number % len(jobs)]


def row(measurement):
    """Returns what is kept of a tool's run."""
    return {
        "seconds": measurement.wall,
        "cpu": measurement.user + measurement.system,
        "peak_mib": measurement.peak_mib,
        "is_noisy": measurement.is_noisy,
    }


def files_below(folder):
    for parent, _, names in os.walk(folder):
        for name in names:
            yield os.path.relpath(os.path.join(parent, name), folder)


def differences(one, other):
    """Returns the files that differ between two folders."""
    names, others = set(files_below(one)), set(files_below(other))
    _, different, unreadable = filecmp.cmpfiles(one, other, names & others, shallow=False)
    return sorted(names ^ others) + different + unreadable


class Comparison:
    """Compares all tools over one content tree."""

    def __init__(self, n, options, work, outputs):
        self.n, self.options, self.work, self.outputs = n, options, work, outputs
        self.faults = []
        self.patience = Patience(0 if options.check else 240)
        self.content = f"{work}/content-{n}"
        self.result = {"n": n, "runs": options.runs, "content": generate(n, self.content), "tools": {}, "floors": {}}
        self.tools = [
            Tool(name, specification, self.content, f"{outputs}/sites")
            for name, specification in read_tools(options.tools).items()
        ]
        for tool in self.tools:
            self.result["tools"][tool.name] = {
                "version": tool.version(), "builds": {build: [] for build in ["cold", "over", *REBUILDS]}}

    def fault(self, text):
        self.faults.append(text)
        say(text)

    def out(self, tool):
        return os.path.join(self.outputs, tool.name)

    def settle(self):
        """Flushes what earlier runs wrote, and waits until the machine is quiet."""
        os.sync()
        self.patience.wait()

    def keep(self, tool, build, measurement):
        self.result["tools"][tool.name]["builds"][build].append(row(measurement))

    def run(self):
        for tool in self.tools:
            self.verify(tool)
        self.cold_rounds()
        if not self.options.no_rebuilds:
            self.rebuild_rounds()

    def verify(self, tool):
        """Verifies the first build of a tool, which is not timed. verify.py is a process of its own because a child's
        peak of memory counts from what its parent had when the child was started."""
        tool.clean(self.out(tool))
        tool.build(self.out(tool))
        command = [sys.executable, f"{HERE}/verify.py", "--content", self.content, "--out", self.out(tool)]
        checked = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        sizes = [os.path.getsize(os.path.join(self.out(tool), path)) for path in files_below(self.out(tool))]
        verified = json.loads(checked.stdout or '{"checks": 0, "failed": 1}')
        self.result["tools"][tool.name] |= {"files": len(sizes), "bytes": sum(sizes), "verified": verified}
        say(f"{tool.name}: {len(sizes):,} files, {sum(sizes) / 1e6:.1f} MB; {verified['failed']} of "
            f"{verified['checks']:,} checks failed")
        if verified["failed"]:
            self.fault(f"{tool.name}: verify.py complains about {', '.join(verified.get('first', []))}")

    def cold_rounds(self):
        jobs = [(build, tool) for tool in self.tools for build in (self.cold, self.over)]
        if not self.options.no_floors:
            reference, out = f"{self.outputs}/reference", f"{self.outputs}/floor"
            shutil.copytree(self.out(self.tools[0]), reference)
            floors = Floors(self.work, self.content, reference, out)
            jobs += [(self.floor, (floors, phase, workers)) for phase, workers in floors.names()]
        for number in range(self.options.runs):
            for job, subject in rotated(jobs, number):
                job(subject)
            say(f"cold round {number + 1}: " + self.last_times("cold"))

    def cold(self, tool):
        tool.clean(self.out(tool))
        self.settle()
        self.keep(tool, "cold", tool.build(self.out(tool)))

    def over(self, tool):
        """Builds without a cache over a publication that contracts are compared with, which shows the gate's cost."""
        tool.forget()
        self.settle()
        self.keep(tool, "over", tool.build(self.out(tool)))

    def floor(self, subject):
        floors, phase, workers = subject
        shutil.rmtree(floors.out, ignore_errors=True)
        self.settle()
        self.result["floors"].setdefault(f"{phase} {workers}", []).append(floors.run(phase, workers))

    def rebuild_rounds(self):
        edits = Edits(self.content)
        for tool in self.tools:
            tool.clean(self.out(tool))
            tool.build(self.out(tool))
        first = self.tools[0]
        beside = Tool(first.name, first.specification, self.content, f"{self.outputs}/beside")
        out = f"{self.outputs}/cold"
        self.result["beside"] = {build: [] for build in REBUILDS}
        for number in range(self.options.runs):
            for build in REBUILDS:
                # The cold builds of the table were minutes ago, and the machine may be faster or slower by now.
                beside.clean(out)
                self.settle()
                self.result["beside"][build].append(row(beside.build(out)))
                for tool in rotated(self.tools, number):
                    mark = f"changed-{build}-{number}"
                    shows = getattr(edits, build)(tool, mark)
                    self.settle()
                    self.keep(tool, build, tool.build(self.out(tool)))
                    self.check_shown(tool, shows, mark)
                say(f"round {number + 1}, {build} changed: " + self.last_times(build))
        for tool in self.tools:
            self.check_clean_build(tool)

    def check_shown(self, tool, paths, mark):
        for path in paths:
            with open(os.path.join(self.out(tool), path), encoding="utf-8") as file:
                if mark not in file.read():
                    self.fault(f"{tool.name}: {path} is stale: it does not show {mark}")

    def check_clean_build(self, tool):
        rebuilt = f"{self.outputs}/rebuilt"
        os.rename(self.out(tool), rebuilt)
        tool.clean(self.out(tool))
        tool.build(self.out(tool))
        # Files that count publications cannot be as a first publication makes them.
        different = set(differences(rebuilt, self.out(tool))) - set(tool.specification.get("counts", []))
        if different:
            self.fault(f"{tool.name}: after rebuilds {len(different)} files are not those of a cold build: "
                       + ", ".join(sorted(different)[:12]))
        shutil.rmtree(rebuilt)

    def last_times(self, build):
        builds = {name: tool["builds"][build][-1]["seconds"] for name, tool in self.result["tools"].items()}
        return ", ".join(f"{name} {seconds:.2f} s" for name, seconds in builds.items())


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(": ", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{os.cpu_count()} cores ({models[0] if models else platform.machine()}), Linux {platform.release()}"


def commit():
    command = ["git", "-C", HERE, "describe", "--always", "--dirty"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def report(result):
    """Prints the table, and keeps every run in results/."""
    result |= {"date": str(date.today()), "machine": machine(), "commit": commit()}
    os.makedirs(f"{HERE}/results", exist_ok=True)
    with open(f"{HERE}/results/{result['n']}.json", "w", encoding="utf-8") as file:
        json.dump(result, file, ensure_ascii=False, indent=1)
    print(f"\n### {result['n']:,} entries, {result['runs']} round{'s' * (result['runs'] > 1)}\n")
    versions = ", ".join(f"{name} {tool['version']}" for name, tool in result["tools"].items())
    print(f"{result['date']}; {result['machine']}; commit {result['commit']}; {versions}\n")
    print(table(result, PHASES), flush=True)


@contextlib.contextmanager
def work_folder(options):
    """Yields the folder for content and sites. Only one run at a time may measure."""
    if options.check:
        with tempfile.TemporaryDirectory() as folder:
            yield folder
        return
    os.makedirs(options.work, exist_ok=True)
    with open(f"{options.work}/lock", "w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit("another run.py is measuring")
        yield os.path.abspath(options.work)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--n", type=int, nargs="+", default=[1000], metavar="N", help="how many entries; several give several tables")
    parser.add_argument("--runs", type=int, default=5, help="how many rounds")
    parser.add_argument(
        "--tools", type=lambda text: text.split(","), help="by default those of tools.json that are not optional")
    parser.add_argument("--no-rebuilds", action="store_true", help="cold builds only")
    parser.add_argument("--no-floors", action="store_true", help="tools only, without the floors in C")
    parser.add_argument("--check", action="store_true", help="check what is built rather than measure")
    parser.add_argument("--work", default=f"{HERE}/../.build/bench", help="where content and sites are put")
    return parser.parse_args()


def main():
    options = read_options()
    faults = []
    with work_folder(options) as work:
        for n in options.n:
            with tempfile.TemporaryDirectory(dir=memory_folder(), prefix="bench-") as outputs:
                comparison = Comparison(n, options, work, outputs)
                comparison.run()
            faults += comparison.faults
            if not options.check:
                report(comparison.result)
    if options.check:
        summary = f"{len(faults)} faults" if faults else "the outputs are right, and no rebuild is stale"
        print(f"benchmarks: {summary}")
        sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
