#!/usr/bin/env python3
"""Times cold builds of the common site with one more feature, at several sizes, beside the site without it.

    features.py [--sizes 1000,10000,50000] [--runs 3] [--features days,points]

Each feature stands on the site of `kairan/`, with N entries of the common content. Figures are processor seconds, user
and system, medians of the rounds. The two ratios are of one run:

    per entry  the time per entry at the largest size, divided by that at the smallest; 1.0 is linear
    to plain   the time, divided by that of the plain site with as many entries and bytes of output

`phone` is the number of bytes that an app or reader loads to use the feature once.
"""

import argparse
import glob
import os
import shutil
import statistics
import struct
import tempfile
import zlib

from edits import Edits
from generate import counts, generate
from kinds import days, declare, insert, locales, read, write
from tools import Tool, memory_folder, read_tools


def add(site, path, fields, text=""):
    write(site, path, "---\n" + "".join(f"{key}: {value}\n" for key, value in fields.items()) + f"---\n{text}\n")


def moved(number):
    """A position in a city of a million people, the same for each number."""
    return f"{43 + number * 7919 % 20011 / 1e5:.5f}, {141.2 + number * 104729 % 20021 / 1e5:.5f}"


def scheduled(site, n):
    days(site)
    write(
        site, "templates/api/v1/open/{day}.json.yml",
        "for: days\ndata: { day: day, open: { each: deals, where: { open: { on: $day } }, value: id } }\n")


def points(site, n):
    declare(site, "place: point")
    insert(site, lambda number: f"place: {moved(number)}")
    write(site, "templates/api/v1/deals.geojson.yml", "geojson: deals\ngeometry: place\nproperties: { title: title }\n")
    write(
        site, "templates/api/v1/near/{cell}.json.yml",
        "nearest: deals\nat: place\ncount: 10\nvalue: { title: title, latitude: place.latitude, longitude: place.longitude }\n")
    write(
        site, "templates/map/index.html.mustache",
        "---\ntitle: Map\nlayout: base\ndata:\n  map: { map: deals, at: place, label: title, category: category, title: Deals }\n"
        "---\n{{{map}}}\n")


def png(number):
    """A picture of 96 × 64 pixels, each of another colour."""
    colour = bytes([number % 256, number // 256 % 256, number // 65536 % 256])
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    head = struct.pack(">IIBBBBB", 96, 64, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress((b"\0" + colour * 96) * 64)) + chunk(b"IEND", b"")


def pictures(site, n):
    """A fifth of the deals have a picture of their own, in two sizes."""
    declare(site, "photo: { image?: { widths: [48, 96] } }")
    os.makedirs(f"{site}/content/deals/photos")
    def line(number):
        if number % 5:
            return f"# {number}"
        with open(f"{site}/content/deals/photos/{number}.png", "wb") as file:
            file.write(png(number))
        return f"photo: photos/{number}.png"
    insert(site, line)
    write(
        site, "templates/api/v1/photos.json.yml",
        "data: { each: deals, where: { photo: { exists: true } }, value: { id: id, url: photo.url, sizes: photo.sizes } }\n")


def pairs(site, n):
    declare(site, "area: text")
    declare(site, "tags: { list: text }")
    insert(site, lambda number: f"area: area-{number * 7 % 40}\ntags: [tag-{number % 12}, tag-{number % 29 + 12}]")
    page = "layout: base\n---\n{{#entries}}<p><a href=\"{{page.path}}\">{{title}}</a></p>{{/entries}}\n"
    write(site, "templates/areas/{area}/index.html.mustache", f"---\nfor: {{ each: deals, by: area, sort: title }}\ntitle: '{{value}}'\n{page}")
    write(site, "templates/tags/{tags}/index.html.mustache", f"---\nfor: {{ each: deals, by: tags, sort: title }}\ntitle: '{{value}}'\n{page}")
    write(
        site, "templates/areas/{area}/{tags}/index.html.mustache",
        f"---\nfor: {{ each: deals, by: [area, tags], sort: title }}\ntitle: '{{area}}, {{tags}}'\n{page}")
    write(
        site, "templates/api/v1/areas/{area}/{tags}.json.yml",
        "for: { each: deals, by: [area, tags], sort: title }\ndata: { area: area, tag: tags, deals: { each: entries, value: id } }\n")


def search(site, n):
    write(
        site, "templates/search/{part}.json.yml",
        "search:\n"
        "  - { each: deals, title: title, summary: address, label: '{category}', text: [title, address, body.text] }\n"
        "  - { each: clubs, title: title, text: [title, body.text] }\n")


def contracts(site, n):
    """Thirty lists of a version that is promised, each with a thirtieth of the deals."""
    write(site, "templates/api/v1/_version.yml", "status: current\n")
    declare(site, "lot: integer")
    insert(site, lambda number: f"lot: {number % 30}")
    for lot in range(30):
        write(
            site, f"templates/api/v1/lots/lot-{lot}.json.yml",
            f"data: {{ each: deals, where: {{ lot: {lot} }}, sort: -date, value: {{ id: id, title: title, price: price }} }}\n")


def trash(site, n):
    for number in range(n // 10):
        add(
            site, f"content/clubs/gone-{number:06d}.md",
            {"title": f"Gone {number}", "date": "2026-01-01T09:00", "club_section": "music", "website": "https://gone.example/",
             "deleted": "2026-03-01"}, "It is over.")


def agreements(site, n):
    path = "content/terms/_collection.yml"
    write(site, path, "agreement: { version: version, from: effective }\n" + read(site, path).replace("version: version\n", "version: { version: { unique: true } }\n", 1))


def shops(site, n):
    """A shop for every ten deals, a ward for every ten shops, a city for every ten wards."""
    def collection(name, entry, field, count):
        write(site, f"content/{name}/_collection.yml", f"entry: {entry}\nfields:\n  name: text\n{field}")
        rows = [f"{entry}-{number},{entry.title()} {number}" + (f",{UPPER[entry]}-{number // 10}" if field else "") for number in range(count)]
        head = "id,name" + (f",{UPPER[entry]}" if field else "")
        write(site, f"content/{name}/{name}.csv", "\n".join([head, *rows]) + "\n")
    deals = counts(n)["deals"]
    UPPER = {"shop": "ward", "ward": "city"}
    collection("shops", "shop", "  ward: { reference: wards }\n", deals // 10 + 1)
    collection("wards", "ward", "  city: { reference: cities }\n", deals // 100 + 1)
    collection("cities", "city", "", deals // 1000 + 1)
    declare(site, "shop: { reference: shops }")
    insert(site, lambda number: f"shop: shop-{number // 10}")


def references(site, n):
    shops(site, n)
    write(
        site, "templates/api/v1/where.json.yml",
        "data: { each: deals, sort: [shop.ward.city.name, shop.name], value: { id: id, shop: shop.name, ward: shop.ward.name, city: shop.ward.city.name } }\n")


def joins(site, n):
    shops(site, n)
    write(
        site, "templates/api/v1/wards/{id}.json.yml",
        "for: wards\ndata: { name: name, deals: { each: deals, where: { shop.ward: $id }, value: { id: id, title: title } } }\n")


def feeds(site, n):
    declare(site, "area: text")
    insert(site, lambda number: f"area: area-{number % 40}\nopen: " + ["{ weekly: [sat, sun] }", "{ monthly: [5, 15] }"][number % 2])
    declare(site, "open: schedule")
    write(
        site, "templates/feeds/{area}.xml.yml",
        "feed: atom\ntitle: '{value}'\nfor: { each: deals, by: area }\neach: entries\nsort: -date\nitem: { title: title, date: date, content: body.html }\n")
    write(site, "templates/deals.ics.yml", "calendar: Deals\neach: deals\nevent: { title: title, on: open }\n")


# For each feature, what makes its site, and the files that a phone loads to use it once.
FEATURES = {
    "plain": (lambda site, n: None, ["api/v1/deals.json"]),
    "days": (scheduled, ["api/v1/open/2026-04-01.json"]),
    "points": (points, ["api/v1/near/index.json", "largest api/v1/near/0*.json"]),
    "locales": (lambda site, n: locales(site), ["ja/api/summaries.json"]),
    "pictures": (pictures, ["api/v1/photos.json"]),
    "pairs": (pairs, ["largest api/v1/areas/*/*.json"]),
    "search": (search, ["search/index.json", "largest search/*.json"]),
    "contracts": (contracts, ["api/v1/manifest.json", "api/v1/lots/lot-0.json"]),
    "trash": (trash, ["api/v1/clubs.json"]),
    "agreements": (agreements, ["agreements.json"]),
    "references": (references, ["api/v1/where.json"]),
    "joins": (joins, ["largest api/v1/wards/*.json"]),
    "feeds": (feeds, ["largest feeds/*.xml"]),
}


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


def measured(feature, n, content, folder, runs):
    """Seconds of a cold build and of one after an edit of a body, the peak of memory, and sizes, by name."""
    make, phone = FEATURES[feature]
    tool = Tool("kairan", read_tools(["kairan"])["kairan"], content, f"{folder}/{feature}")
    make(tool.stage, n)
    out, cold = f"{folder}/out", []
    tool.build(out)
    for _ in range(runs):
        shutil.rmtree(out)
        # Pictures are sized once and for all, so a cold build finds those of an earlier one.
        for name in os.listdir(f"{tool.stage}/.kairan"):
            if name != "pictures":
                path = f"{tool.stage}/.kairan/{name}"
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        cold.append(tool.build(out))
    edits, edited = Edits(tool.kind_folder("deals").removesuffix("/deals")), []
    # The first publication after a cold build makes the spare tree, so its time is not that of an edit.
    for number in range(runs + 1):
        edits.body(tool, f"changed-{number}")
        edited.append(tool.build(out))
    result = {
        "cold": statistics.median(run.user + run.system for run in cold),
        "edit": statistics.median(run.user + run.system for run in edited[1:]),
        "memory": statistics.median(run.peak_mib for run in cold),
        "bytes": output_bytes(out),
        "phone": phone_bytes(out, phone),
    }
    shutil.rmtree(tool.stage)
    shutil.rmtree(out)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], default=[1000, 10000, 50000])
    parser.add_argument("--runs", type=int, default=3, help="how many rounds")
    parser.add_argument("--features", type=lambda text: text.split(","), default=list(FEATURES), help="by default all")
    options = parser.parse_args()
    features = ["plain", *(feature for feature in options.features if feature != "plain")]
    sizes = options.sizes
    print("| feature | " + " | ".join(f"{n:,} | to plain | edit" for n in sizes) + " | per entry | memory | phone |")
    print("| --- " + "| ---: " * (3 * len(sizes) + 3) + "|")
    plain = {}
    with tempfile.TemporaryDirectory(dir=memory_folder(), prefix="features-") as folder:
        for feature in features:
            cells, found = [], []
            for n in sizes:
                content = f"{folder}/content-{n}"
                if not os.path.exists(content):
                    generate(n, content)
                figures = measured(feature, n, content, folder, options.runs)
                plain.setdefault(n, figures)
                reference = plain[n]["cold"] * max(1, figures["bytes"] / plain[n]["bytes"])
                found.append(figures)
                cells.append(f"{figures['cold']:.2f} s | {figures['cold'] / reference:.1f} | {figures['edit']:.2f} s")
            growth = found[-1]["cold"] / sizes[-1] / (found[0]["cold"] / sizes[0])
            cells += [f"{growth:.2f}", f"{found[-1]['memory']:.0f} MiB", f"{found[-1]['phone'] / 1024:.0f} KiB"]
            print(f"| {feature} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
