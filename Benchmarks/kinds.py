#!/usr/bin/env python3
"""Times rebuilds of each kind of site beside a cold build of the same site.

    kinds.py [--n 10000] [--runs 7] [--kinds plain,trash]

A figure is elapsed seconds, the median of the rounds. A round times, for each kind, a cold build and each rebuild
once, so that all kinds are measured under the same conditions. A ratio is the median of those within the rounds; the one in brackets
compares processor seconds, user and system, which depend less on what else the machine does. Every kind is the site of
`kairan/` with one thing added:

    plain      nothing
    locales    three languages, with a text of each deal in all of them
    trash      one entry in the trash
    warning    one entry with a warning
    preview    one entry that only the preview shows
    current    an API whose version is current
    days       an API that lists the days of each deal's schedule in three formats
"""

import argparse
import os
import statistics
import tempfile

from edits import Edits
from generate import generate
from tools import Tool, memory_folder, read_tools

ADDED = "---\nid: {id}\nnumber: 999999\ntitle: More\ndate: 2026-01-01T09:00\nclient: More\nimage: https://more.example/i\n" \
        "website: https://more.example/\nstart: 2026-01-01\nend: 2026-12-31\n{line}---\nMore.\n"


def write(site, path, text):
    os.makedirs(os.path.dirname(f"{site}/{path}"), exist_ok=True)
    with open(f"{site}/{path}", "w", encoding="utf-8") as file:
        file.write(text)


def read(site, path):
    with open(f"{site}/{path}", encoding="utf-8") as file:
        return file.read()


def insert(site, line):
    """Adds to each deal the line that `line` makes of the deal's number."""
    for number, name in enumerate(sorted(os.listdir(f"{site}/content/deals"))):
        if name.endswith(".md"):
            path = f"content/deals/{name}"
            write(site, path, read(site, path).replace("\ndate:", f"\n{line(number)}\ndate:", 1))


def declare(site, field):
    path = "content/deals/_collection.yml"
    write(site, path, read(site, path).replace("body:", f"  {field}\nbody:"))


def locales(site):
    names = "locales:\n  ja: 日本語\n  en: English\n  ko: 한국어\n"
    write(site, "content/site.yml", read(site, "content/site.yml").replace("language: ja\n", names))
    declare(site, "summary: { text: { localized: true } }")
    insert(site, lambda number: f"summary: {{ ja: 要約 {number}, en: Summary {number}, ko: 요약 {number} }}")
    write(site, "templates/{locale}/api/summaries.json.yml", "data: { each: deals, sort: id, value: summary }\n")


def days(site):
    declare(site, "open: schedule")
    insert(site, lambda number: "open: " + ["{ weekly: [sat, sun] }", "{ monthly: [5, 15] }", "daily"][number % 3])
    listed = "{ occurrences: open, from: this month, until: this month + 3 months, as: [dd, EEEE, yyyyMMdd] }"
    write(site, "templates/api/v1/open.json.yml", f"data: {{ each: deals, sort: id, value: {{ id: id, days: {listed} }} }}\n")


def warning(site):
    names = sorted(os.listdir(f"{site}/content/clubs"))
    path = f"content/clubs/{[name for name in names if name.endswith('.md')][0]}"
    write(site, path, read(site, path) + "\n<b>Raw</b>\n")


KINDS = {
    "plain": lambda site: None,
    "locales": locales,
    "trash": lambda site: write(site, "content/ads/zz-more.md", ADDED.format(id="zz-more", line="deleted: 2026-03-01\n")),
    "warning": warning,
    "preview": lambda site: write(site, "content/ads/zz-more.md", ADDED.format(id="zz-more", line="channel: preview\n")),
    "current": lambda site: write(site, "templates/api/v1/_version.yml", "status: current\n"),
    "days": days,
}
REBUILDS = ["nothing", "body", "title"]


class Site:
    """The site of one kind. Cold builds have a site and an output folder of their own."""

    def __init__(self, kind, content, folder):
        self.again, self.cold = [
            Tool("kairan", read_tools(["kairan"])["kairan"], content, f"{folder}/{kind}/{name}") for name in ["again", "cold"]]
        for tool in [self.again, self.cold]:
            KINDS[kind](tool.stage)
        self.edits = Edits(self.again.kind_folder("deals").removesuffix("/deals"))
        self.out, self.cold_out = f"{folder}/{kind}/again/out", f"{folder}/{kind}/cold/out"
        self.again.clean(self.out)
        # Neither of these is timed. The second notes stamps that the following builds can trust.
        for _ in range(2):
            self.again.build(self.out)

    def time_builds(self, number):
        """Returns the builds of a round, by their names."""
        self.cold.clean(self.cold_out)
        builds = {"cold": self.cold.build(self.cold_out)}
        for build in REBUILDS:
            getattr(self.edits, build)(self.again, f"changed-{build}-{number}")
            builds[build] = self.again.build(self.out)
            if build != "nothing":
                self.again.build(self.out)
        return builds


def elapsed(run):
    return run.wall


def processor(run):
    return run.user + run.system


def ratio(rounds, build, figure):
    return f"1/{statistics.median(figure(builds['cold']) / figure(builds[build]) for builds in rounds):.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=10_000, help="how many entries")
    parser.add_argument("--runs", type=int, default=7, help="how many rounds")
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=list(KINDS), help="by default all")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=memory_folder(), prefix="kinds-") as folder:
        generate(options.n, f"{folder}/content")
        sites = {kind: Site(kind, f"{folder}/content", folder) for kind in options.kinds}
        builds = {kind: [] for kind in sites}
        for number in range(options.runs):
            for kind, site in list(sites.items())[:: -1 if number % 2 else 1]:
                builds[kind].append(site.time_builds(number))
    print("| kind of site | cold | " + " | ".join(f"{build} changed" for build in REBUILDS) + " |")
    print("| --- | ---: " + "| ---: " * len(REBUILDS) + "|")
    for kind, rounds in builds.items():
        seconds = {build: statistics.median(elapsed(builds[build]) for builds in rounds) for build in rounds[0]}
        cells = [f"{seconds[build]:.3f} s = {ratio(rounds, build, elapsed)} ({ratio(rounds, build, processor)})"
                 for build in REBUILDS]
        print(f"| {kind} | {seconds['cold']:.2f} s | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
