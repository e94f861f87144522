#!/usr/bin/env python3
"""Times cold builds of the common site with one more feature, at several sizes, beside the site without it.

    features.py [--sizes 1000,10000,50000] [--runs 3] [--features days,points]
    features.py --preview [--sizes 10000] [--runs 20] [--features days,points]

Each feature of feature_sites.py stands on the site of `kairan/`, with N entries of the common content. No moment is pinned
in site.yml, so each build also looks for the next change, as on a live site. Times are processor seconds, user and
system, medians of the rounds. These ratios are of one run:

    to plain   the time, divided by that of the plain site with as many entries and bytes of output
    next       the share of the elapsed time that went into looking for the next change, in cold builds and after edits
    per entry  the time per entry at the largest size, divided by that at the smallest; 1.0 is linear

`edit` is the time of a build after an edit of one body, and `phone` the number of bytes that an app or reader loads to
use the feature once. The program ends with an error if a site is not what its row says.

A cold build finds pictures that are sized already, but nothing else of an earlier build. A history of publications is
committed with all sources and outputs, as authors do it; with 10,000 entries this takes git 9 s. A cold build then knows
of them only from git.

With `--preview`, serve.mjs saves an entry of each site while a browser shows its page. The table has the medians of the
times until the page hears of it and is painted.
"""

import argparse
import glob
import os
import re
import shutil
import statistics
import subprocess
import tempfile

from edits import Edits
from feature_sites import FEATURES, Outputs
from generate import generate
from kinds import read, write
from tools import HERE, Tool, find_kairan, memory_folder, read_tools

# The moment of all builds, 2026-04-01T09:00 in Tokyo. A moment in site.yml would have no next change.
ENVIRONMENT = {"SOURCE_DATE_EPOCH": "1775001600"}


def phone_bytes(out, patterns):
    size = 0
    for pattern in patterns:
        paths = glob.glob(f"{out}/{pattern.removeprefix('largest ')}")
        if not paths:
            raise SystemExit(f"no output {pattern}")
        size += max(map(os.path.getsize, paths))
    return size


def output_bytes(out):
    return sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(out) for name in names)


def staged(name, n, content, folder):
    """Makes the site of a feature. Returns the tool that builds it, the folder for outputs, and the edits."""
    specification = {**read_tools(["kairan"])["kairan"], "environment": ENVIRONMENT}
    tool = Tool("kairan", specification, content, f"{folder}/{name}")
    settings = read(tool.stage, "content/site.yml")
    write(tool.stage, "content/site.yml", re.sub("^moment: .*\n", "", settings, flags=re.MULTILINE))
    FEATURES[name].make(tool.stage, n)
    out, edits = f"{tool.stage}/public", Edits(f"{tool.stage}/content")
    publish(tool, out, edits, FEATURES[name].publications)
    return tool, out, edits


def publish(tool, out, edits, count):
    """Commits that many publications, each after an edit of a title."""
    # Git must use neither the repository of a hook that runs this nor anybody's settings.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    def git(*words):
        author = ["-c", "user.name=Kairan", "-c", "user.email=kairan@example.com"]
        subprocess.run(["git", "-C", tool.stage, "-c", "gc.auto=0", *author, *words], check=True, env=environment)
    if count:
        git("init", "--quiet")
        write(tool.stage, ".gitignore", ".kairan/\n.*.kairan-*\n")
    for number in range(count):
        edits.title(tool, f"publication-{number}")
        tool.build(out)
        git("add", "--all")
        git("commit", "--quiet", "--message", f"Publication {number}")


def clean(tool, out):
    """Leaves nothing for the next build to start from but the sized pictures and what git has."""
    shutil.rmtree(out, ignore_errors=True)
    for path in glob.glob(f"{tool.stage}/.kairan/*"):
        if os.path.basename(path) != "pictures":
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)


def check(name, out, n):
    """Ends the program if a site is not what its row says."""
    for thing, (wanted, found) in FEATURES[name].has(Outputs(out, n)).items():
        if found != wanted:
            raise SystemExit(f"the site '{name}' has {found} {thing}, but must have {wanted}")


def search_seconds(tool):
    """Returns how long after the other files of .kairan/, which a publication leaves, the search wrote its result."""
    times = {entry.name: entry.stat().st_mtime for entry in os.scandir(f"{tool.stage}/.kairan") if entry.is_file()}
    return times.pop("next") - max(times.values())


class Builds:
    """Some builds of one kind. File times often advance in steps of 4 ms, so the share of searches is one of sums."""

    def __init__(self):
        self.runs, self.searches = [], []

    def add(self, tool, out):
        self.runs.append(tool.build(out))
        self.searches.append(search_seconds(tool))

    @property
    def seconds(self):
        return statistics.median(run.user + run.system for run in self.runs)

    @property
    def share_of_search(self):
        return sum(self.searches) / sum(run.wall for run in self.runs)


def measured(name, n, content, folder, runs):
    """Returns cold builds, builds after an edit of a body, and sizes of the outputs, by name."""
    tool, out, edits = staged(name, n, content, folder)
    tool.build(out)
    cold, edit = Builds(), Builds()
    for _ in range(runs):
        clean(tool, out)
        cold.add(tool, out)
    check(name, out, n)
    result = {"cold": cold, "edit": edit, "bytes": output_bytes(out), "phone": phone_bytes(out, FEATURES[name].phone)}
    # The first publication after a cold build makes the spare tree, so its time is not that of an edit.
    for number in range(runs + 1):
        edits.body(tool, f"changed-{number}")
        edit.add(tool, out) if number else tool.build(out)
    shutil.rmtree(tool.stage)
    return result


def previewed(name, n, content, folder, rounds):
    """Returns medians in milliseconds by the moment until which serve.mjs measures."""
    tool, _, edits = staged(name, n, content, folder)
    page = f"deals/{edits.name.removesuffix('.md')}/"
    command = ["node", f"{HERE}/serve.mjs", find_kairan(), tool.stage, f"content/deals/{edits.name}", page, str(rounds)]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, **ENVIRONMENT}).stdout
    shutil.rmtree(tool.stage)
    return dict(re.findall(r"^save to (.+): median (\d+) ms", output, re.MULTILINE))


def print_row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def print_head(cells):
    print_row(cells)
    print_row(["---", *["---:"] * (len(cells) - 1)])


def print_builds(features, sizes, runs, content, folder):
    print_head(["feature", *(cell for n in sizes for cell in [f"{n:,}", "to plain", "edit", "next"]), "per entry", "memory", "phone"])
    plain = {}
    for name in ["plain", *(name for name in features if name != "plain")]:
        cells, found = [name], []
        for n in sizes:
            figures = measured(name, n, content(n), folder, runs)
            plain.setdefault(n, figures)
            cold, edit = figures["cold"], figures["edit"]
            reference = plain[n]["cold"].seconds * max(1, figures["bytes"] / plain[n]["bytes"])
            found.append(figures)
            cells += [f"{cold.seconds:.2f} s", f"{cold.seconds / reference:.1f}", f"{edit.seconds:.2f} s"]
            cells.append(f"{cold.share_of_search:.0%}, {edit.share_of_search:.0%}")
        growth = cold.seconds / sizes[-1] / (found[0]["cold"].seconds / sizes[0])
        memory = statistics.median(run.peak_mib for run in cold.runs)
        print_row([*cells, f"{growth:.2f}", f"{memory:.0f} MiB", f"{figures['phone'] / 1024:.0f} KiB"])


def print_previews(features, sizes, rounds, content, folder):
    ends = ["news", "paint"]
    print_head(["feature", *(f"{n:,}: {end}" for n in sizes for end in ends)])
    for name in features:
        cells = [name]
        for n in sizes:
            times = previewed(name, n, content(n), folder, rounds)
            cells += [f"{times[end]} ms" for end in ends]
        print_row(cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preview", action="store_true", help="time the preview and not builds")
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], help="1000,10000,50000, or 10000 for previews")
    parser.add_argument("--runs", type=int, help="how many rounds, by default 3, or 20 for previews")
    parser.add_argument("--features", type=lambda text: text.split(","), default=list(FEATURES), help="by default all")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=memory_folder(), prefix="features-") as folder:
        def content(n):
            path = f"{folder}/content-{n}"
            if not os.path.exists(path):
                generate(n, path)
            return path
        if options.preview:
            print_previews(options.features, options.sizes or [10000], options.runs or 20, content, folder)
        else:
            print_builds(options.features, options.sizes or [1000, 10000, 50000], options.runs or 3, content, folder)


if __name__ == "__main__":
    main()
