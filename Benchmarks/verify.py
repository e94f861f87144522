#!/usr/bin/env python3
"""Checks that a built site says what the content says, whichever tool built it. It is the specification of the site.

    verify.py --content FOLDER --out FOLDER [--sample 400]

A site has, for each kind, /<kind>/<id>/index.html for every entry and lists of 100 entries, newest first; a home page,
a sitemap, an RSS feed of 50 items; and api/v1/ with all deals, clubs and ads, the current terms, and a file for each
deal and for each day of 2026 with its deals. JSON is compared value by value (a day's deals as a set), pages by their
title and by how often each construct of Markdown shows. Prints a summary as JSON; exit code 1 when something differs.
"""

import argparse
import html
import json
import os
import random
import re
import sys
from collections import Counter
from datetime import date, timedelta

KINDS = ["deals", "clubs", "ads", "terms"]
DEAL_FIELDS = [
    "id", "title", "category", "price", "address", "lat", "lon", "website", "image", "start", "end", "days_of_month"]
SHOWN = [
    "<h2", "<h3", "<li", "<table", "<blockquote", "<del>", "<code", "<img", 'type="checkbox"',
    "https://news.example.org"]


def read_value(text):
    if text[:1] in ('"', "["):
        return json.loads(text)
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"-?\d+\.\d+", text):
        return float(text)
    return text


def read_entry(kind, path):
    """Returns the fields by name, with the file's name, the page's path and the Markdown as `.name`, `.path`, `.body`."""
    with open(path, encoding="utf-8") as file:
        _, front_matter, body = file.read().split("---\n", 2)
    fields = dict(line.split(": ", 1) for line in front_matter.splitlines())
    name = os.path.basename(path).removesuffix(".md")
    return {
        **{field: read_value(text) for field, text in fields.items()},
        ".name": name,
        ".path": f"/{kind}/{name}/",
        ".body": body,
    }


def read_content(folder):
    """Returns the entries of each kind, newest first, and those of one date in the order of their names."""
    return {
        kind: sorted(
            (read_entry(kind, f"{folder}/{kind}/{name}") for name in sorted(os.listdir(f"{folder}/{kind}")) if name.endswith(".md")),
            key=lambda entry: entry["date"], reverse=True)
        for kind in KINDS
    }


def constructs(markdown):
    """Returns how often each of SHOWN must be in the HTML of a body."""
    found = Counter()
    for line in markdown.splitlines():
        if line.startswith("## "):
            found["<h2"] += 1
        elif line.startswith("### "):
            found["<h3"] += 1
        elif re.match(r"\s*(- |\d+\. )", line):
            found["<li"] += 1
        elif re.match(r"\|[:-]", line):
            found["<table"] += 1
        elif line.startswith("> "):
            found["<blockquote"] += 1
        found["<del>"] += len(re.findall(r"~~[^~]+~~", line))
        found["<code"] += len(re.findall(r"`[^`]+`", line))
        found["<img"] += line.count("![")
        found['type="checkbox"'] += len(re.findall(r"- \[[ x]\] ", line))
        found["https://news.example.org"] += 2 * line.count("https://news.example.org")  # as an address and as text
    return [found[construct] for construct in SHOWN]


def shown(text):
    return [text.count(construct) for construct in SHOWN]


def deal_object(deal):
    return {**{field: deal[field] for field in DEAL_FIELDS if field in deal}, "path": deal[".path"]}


class Verification:
    def __init__(self, content, out):
        self.content, self.out = content, out
        self.checks = 0
        self.faults = []

    def check(self, is_right, what):
        self.checks += 1
        if not is_right:
            self.faults.append(what)

    def text(self, path):
        """Returns a file's text, or an empty text if there is no such file."""
        try:
            with open(os.path.join(self.out, path), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def json(self, path):
        try:
            return json.loads(self.text(path))
        except ValueError as error:
            return f"{path}: {error}"

    def check_all(self, sample):
        random_order = random.Random(7)
        for kind, entries in self.content.items():
            self.check_lists(kind, entries)
            for entry in entries:
                self.check(os.path.isfile(f"{self.out}{entry['.path']}index.html"), f"the page {entry['.path']}")
            for entry in random_order.sample(entries, min(sample, len(entries))):
                self.check_page(entry)
                if kind == "deals":
                    self.check_deal(entry)
        self.check_site_files()
        self.check_endpoints()
        self.check_days()

    def check_lists(self, kind, entries):
        for first in range(0, len(entries), 100):
            path = f"{kind}/page/{first // 100 + 1}/index.html" if first else f"{kind}/index.html"
            links = re.findall(rf'<li><a href="(/{kind}/[^"]+/)"', self.text(path))
            self.check(links == [entry[".path"] for entry in entries[first:first + 100]], f"the links of {path}")

    def check_page(self, entry):
        text = self.text(entry[".path"][1:] + "index.html")
        self.check(f"<h1>{entry['title']}</h1>" in html.unescape(text), f"the title of {entry['.path']}")
        article = text[text.find("</dl>"):text.find("</article>")]
        self.check(shown(article) == constructs(entry[".body"]), f"the body of {entry['.path']}")

    def check_deal(self, deal):
        path = f"api/v1/deals/{deal['.name']}.json"
        found = self.json(path)
        body = found.pop("html", "") if isinstance(found, dict) else ""
        self.check(found == deal_object(deal), f"the fields of {path}")
        self.check(shown(body) == constructs(deal[".body"]), f"the body of {path}")

    def check_site_files(self):
        total = sum(len(entries) for entries in self.content.values())
        self.check(self.text("index.html").count("<li><a href") >= min(20, total), "the home page's lists")
        sitemap = self.text("sitemap.xml")
        # One file holds at most 50,000 addresses; of a larger site, sitemap.xml lists the files.
        parts = re.findall(r"<sitemap>\s*<loc>[^<]*/([^</]+)</loc>", sitemap)
        pages = sum(self.text(part).count("<loc>") for part in parts or ["sitemap.xml"])
        self.check(pages > total, "the sitemap")
        self.check(self.text("index.xml").count("<item>") == min(50, total), "the feed")

    def check_endpoints(self):
        deals, clubs, ads, terms = (self.content[kind] for kind in KINDS)
        current = max(terms, key=lambda entry: [int(part) for part in entry["version"].split(".")])
        expected = {
            "deals": {"deals": [deal_object(deal) for deal in deals]},
            "clubs": {"clubs": [
                {"id": club["id"], "name": club["title"], "section": club["club_section"], "website": club["website"],
                 "path": club[".path"]} for club in clubs]},
            "ad_items": {"prItems": [
                {"id": ad["number"], "client": ad["client"], "image": ad["image"], "url": ad["website"],
                 "end": ad["end"]} for ad in ads]},
            "current_term_version": {
                "version": current["version"], "effective": current["effective"], "path": current[".path"]},
        }
        for name, value in expected.items():
            self.check(self.json(f"api/v1/{name}.json") == value, f"api/v1/{name}.json")
        folder = os.path.join(self.out, "api/v1/deals")
        names = set(os.listdir(folder)) if os.path.isdir(folder) else set()
        self.check(names == {f"{deal['.name']}.json" for deal in deals}, "which files are in api/v1/deals")

    def check_days(self):
        days = [date(2026, 1, 1) + timedelta(days=index) for index in range(365)]
        for day in days:
            path = f"api/v1/days/{day}.json"
            found = self.json(path)
            expected = {
                deal["id"]: {field: deal[field] for field in ("id", "title", "category")}
                for deal in self.content["deals"]
                if day.day in deal.get("days_of_month", [])
                or "start" in deal and deal["start"] <= str(day) <= deal["end"]
            }
            listed = found.get("deals", []) if isinstance(found, dict) else []
            is_right = isinstance(found, dict) and found.get("day") == str(day) and len(listed) == len(expected)
            self.check(is_right and all(deal == expected.get(deal["id"]) for deal in listed), path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--content", required=True, help="what generate.py made")
    parser.add_argument("--out", required=True, help="what a tool made of it")
    parser.add_argument("--sample", type=int, default=400, help="how many entries of each kind to look into")
    options = parser.parse_args()
    verification = Verification(read_content(options.content), options.out)
    verification.check_all(options.sample)
    faults = verification.faults
    print(json.dumps({"checks": verification.checks, "failed": len(faults), "first": faults[:12]}, ensure_ascii=False))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
