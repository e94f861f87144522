"""The sites that features.py times: what makes each of them, what a phone loads, and what it then has."""

import glob
import json
import os
import struct
import zlib
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Callable

from generate import counts
from kinds import days, declare, insert, locales, read, write

PICTURES = 2000
ENDPOINTS = 30
PUBLICATIONS = 10


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
    write(
        site, "templates/api/v1/april.json.yml",
        "data: { each: deals, sort: id, value: { id: id, days: { occurrences: open, from: 2026-04-01, until: 2026-04-30 } } }\n")


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
    """A site of any size has as many pictures, spread over its deals. Each is published in two sizes."""
    declare(site, "photos: { list: { image: { widths: [48, 96] } } }")
    os.makedirs(f"{site}/content/deals/photos")
    deals = counts(n)["deals"]
    def line(number):
        own = range(number - 1, PICTURES, deals)
        for picture in own:
            with open(f"{site}/content/deals/photos/{picture}.png", "wb") as file:
                file.write(png(picture))
        return f"photos: [{', '.join(f'photos/{picture}.png' for picture in own)}]"
    insert(site, line)
    write(
        site, "templates/api/v1/photos.json.yml",
        "data:\n  each: deals\n  where: { photos: { exists: true } }\n"
        "  value: { id: id, photos: { each: photos, value: { url: url, sizes: sizes } } }\n")


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
        "  - { each: deals, title: title, description: address, label: '{category}', text: [title, address, body.text] }\n"
        "  - { each: clubs, title: title, text: [title, body.text] }\n")


def contracts(site, n):
    """A promised version has the endpoints of the common site, and lists of a part of the deals to make up the number."""
    write(site, "templates/api/v1/_version.yml", "status: current\n")
    lots = ENDPOINTS - sum(len(names) for _, _, names in os.walk(f"{site}/templates/api/v1")) + 1
    declare(site, "lot: integer")
    insert(site, lambda number: f"lot: {number % lots}")
    for lot in range(lots):
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


def windows(site, n):
    """Lists have only the deals whose windows are open; every day a seven-hundredth of the windows closes."""
    for path in ["templates/deals/page/{page}/index.html.mustache", "templates/api/v1/deals.json.yml"]:
        text = read(site, path)
        text = text.replace("each: deals,", "each: deals, where: { shown: now },")
        write(site, path, text.replace("each: deals\n", "each: deals\n    where: { shown: now }\n"))
    declare(site, "shown: window")
    insert(site, lambda number: f"shown: {{ until: {date(2026, 3, 31) + timedelta(days=number % 700)} }}")


class Outputs:
    """The outputs of a site with N entries."""

    def __init__(self, folder, n):
        self.folder, self.counts = folder, counts(n)
        self.deals = self.counts["deals"]

    def paths(self, pattern):
        return glob.glob(pattern, root_dir=self.folder)

    def json(self, path):
        return json.loads(read(self.folder, path))


def has_deals(out):
    return {"deals": (out.deals, len(out.json("api/v1/deals.json")["deals"]))}


def has_windows(out):
    return {"open deals": (out.deals - out.deals // 700, len(out.json("api/v1/deals.json")["deals"]))}


def has_days(out):
    texts = {len(text) for deal in out.json("api/v1/open.json") for text in deal["days"]}
    return {
        "lists of days": (out.deals, len(out.json("api/v1/april.json"))), "lengths of days as texts": (2, len(texts)),
        "files of a day": (365, len(out.paths("api/v1/open/*.json")))}


def has_points(out):
    return {
        "positions": (out.deals, len(out.json("api/v1/deals.geojson")["features"])),
        "places of the map": (out.deals, read(out.folder, "map/index.html").count("data-id=")),
        "cells": (out.json("api/v1/near/index.json")["tree"].count("0"), len(out.paths("api/v1/near/*.json")) - 1)}


def has_pictures(out):
    photos = [photo for deal in out.json("api/v1/photos.json") for photo in deal["photos"]]
    return {"pictures": (PICTURES, len(photos)), "sizes": (2 * PICTURES, sum(len(photo["sizes"]) for photo in photos))}


def has_pairs(out):
    tags = {(number * 7 % 40, tag) for number in range(1, out.deals + 1) for tag in [number % 12, number % 29 + 12]}
    return {"pairs": (len(tags), len(out.paths("api/v1/areas/*/*.json")))}


def has_search(out):
    return {"entries": (out.deals + out.counts["clubs"], out.json("search/index.json")["entries"]["count"])}


def has_contracts(out):
    """Each publication changed the version, so its number is theirs if the build knows of all of them."""
    return {
        "endpoints": (ENDPOINTS, len(out.json("api/v1/openapi.json")["paths"])),
        "publications": (PUBLICATIONS, out.json("api/v1/manifest.json")["revision"])}


def has_references(out):
    return {"deals with a city": (out.deals, sum("city" in deal for deal in out.json("api/v1/where.json")))}


def has_joins(out):
    wards = [out.json(path) for path in out.paths("api/v1/wards/*.json")]
    return {"deals of wards": (out.deals, sum(len(ward["deals"]) for ward in wards))}


def has_feeds(out):
    return {
        "feeds": (40, len(out.paths("feeds/*.xml"))),
        "events": (out.deals, read(out.folder, "deals.ics").count("BEGIN:VEVENT"))}


@dataclass
class Feature:
    make: Callable  # makes the site, given its folder and the number of entries
    phone: list  # the files that a phone loads to use the feature once
    has: Callable  # given the outputs, returns for each thing how many there must be and how many there are
    publications: int = 0  # how many publications are committed before the site is measured


FEATURES = {
    "plain": Feature(lambda site, n: None, ["api/v1/deals.json"], has_deals),
    "days": Feature(scheduled, ["api/v1/open/2026-04-01.json"], has_days),
    "points": Feature(points, ["api/v1/near/index.json", "largest api/v1/near/0*.json"], has_points),
    "locales": Feature(
        lambda site, n: locales(site), ["ja/api/summaries.json"],
        lambda out: {"locales": (3, len(out.paths("*/api/summaries.json")))}),
    "pictures": Feature(pictures, ["api/v1/photos.json"], has_pictures),
    "pairs": Feature(pairs, ["largest api/v1/areas/*/*.json"], has_pairs),
    "search": Feature(search, ["search/index.json", "largest search/*.json"], has_search),
    "contracts": Feature(contracts, ["api/v1/manifest.json", "api/v1/lots/lot-0.json"], has_contracts, PUBLICATIONS),
    "trash": Feature(
        trash, ["api/v1/clubs.json"],
        lambda out: {"clubs": (out.counts["clubs"], len(out.json("api/v1/clubs.json")["clubs"]))}),
    "agreements": Feature(
        agreements, ["agreements.json"],
        lambda out: {"versions of the terms": (out.counts["terms"], len(out.json("agreements.json")["terms"]))}),
    "references": Feature(references, ["api/v1/where.json"], has_references),
    "joins": Feature(joins, ["largest api/v1/wards/*.json"], has_joins),
    "feeds": Feature(feeds, ["largest feeds/*.xml"], has_feeds),
    "windows": Feature(windows, ["api/v1/deals.json"], has_windows),
}
