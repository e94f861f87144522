#!/usr/bin/env python3
"""Makes the content of the benchmark: N entries in four kinds, the same bytes every time.

    generate.py --n 1000 --out FOLDER

Each entry is FOLDER/<kind>/<id>.md, YAML front matter and a body in GitHub Flavored Markdown. Entry k of a kind is the
same whatever N is, and links point to lower numbers only, so that a larger tree contains the smaller ones.

No field has a name that a tool reserves in front matter (`website`, not `url`; `club_section`, not `section`), and
dates are quoted, so that every reader of YAML sees the same text.
"""

import argparse
import json
import os
import random
import shutil
from datetime import date, datetime, timedelta

from words import (
    CATEGORIES, CLIENTS, CLUB_KINDS, CLUB_SECTIONS, CLUB_TOPICS, COMFORTS, CONDITIONS, ENGLISH_OBJECTS, ENGLISH_SHOPS,
    ENGLISH_SUBJECTS, ENGLISH_VERBS, GOODS, GUESTS, OFFERS, PLACES, PRAISES, SHOP_KINDS, SHOP_NAMES, TERM_ENDINGS,
    TERM_NOUNS, TIMES, TITLE_ENDINGS)

SEED = 20260401
HEADINGS = ["## ご利用方法", "## How to use", "## 特典の内容", "### ご注意", "## アクセス", "## Details"]


def counts(n):
    """Returns how many entries each kind has: 20 % clubs, 8 % ads, 2 % terms (at most 50), the rest deals."""
    terms = max(1, min(50, round(n * 0.02)))
    clubs = round(n * 0.20)
    ads = round(n * 0.08)
    return {"ads": ads, "clubs": clubs, "deals": n - clubs - ads - terms, "terms": terms}


def japanese(rng):
    form = rng.random()
    if form < 0.55:
        return f"{rng.choice(TIMES)}{rng.choice(COMFORTS)}{rng.choice(PRAISES)}。"
    if form < 0.8:
        return f"{rng.choice(GUESTS)}には、{rng.choice(GOODS)}が{rng.choice(OFFERS)}になります。"
    return rng.choice(CONDITIONS)


def english(rng):
    return f"{rng.choice(ENGLISH_SUBJECTS)} {rng.choice(ENGLISH_VERBS)} {rng.choice(ENGLISH_OBJECTS)}."


def inline(rng, kind, number):
    """Returns a sentence with a construct of Markdown in it."""
    form = rng.randrange(9)
    if form == 0:
        return f"通常価格 ~~{rng.randrange(8, 40) * 100}円~~ のところ **{rng.randrange(3, 8) * 100}円** でご提供します。"
    if form == 1:
        return f"詳しくは[公式ページ](https://www.example.com/{kind}/{number}?ref=campus&lang=ja)をご覧ください。"
    if form == 2:
        return f"最新情報は https://news.example.org/{kind}/{rng.randrange(999)} でも配信しています。"
    if form == 3:
        return f"合言葉は `CAMPUS-{rng.randrange(1000, 9999)}` です。*一度だけ* 使えます。"
    if form == 4 and number > 1:
        return f"[こちらの特典](/deals/deal-{rng.randrange(1, number):06d}/ \"関連する特典\")もあわせてどうぞ。"
    if form == 5:
        return "お問い合わせは <info@example.jp> まで。AT&T や \"R&B\" のような表記も & <そのまま> 表示されます。"
    if form == 6:
        return f"{english(rng)} See the [terms](/terms/) — *no* **exceptions**."
    if form == 7:
        return "営業時間は 10:00~~19:00~~21:00 に延長しました。"
    return f"![店内の様子](https://img.example.com/{kind}/{number}-inside.jpg)"


def list_block(rng):
    form = rng.randrange(4)
    lines = []
    for index in range(rng.randrange(2, 5)):
        text = japanese(rng)
        if form == 0:
            lines.append(f"{index + 1}. {text}")
        elif form == 1:
            lines.append(f"- [{'x' if rng.random() < 0.4 else ' '}] {text}")
        else:
            lines.append(f"- {text}")
            if rng.random() < 0.2:
                lines.append(f"  - {rng.choice(CONDITIONS)}")
    return lines


def table_block(rng):
    rows = [
        f"| {day}曜日 | {rng.choice(GOODS)} | {rng.randrange(3, 30) * 100}円 |"
        for day in rng.sample("月火水木金土日", rng.randrange(2, 5))
    ]
    return ["| 曜日 | 内容 | 価格 |", "|:-----|------|-----:|", *rows]


def byte_count(lines):
    return sum(len(line.encode()) + 1 for line in lines)


def body(rng, kind, number, shortest, longest):
    """Returns paragraphs, lists, quotations and at most one table, in at least as many bytes as wanted."""
    wanted = rng.randrange(shortest, longest)
    lines = [japanese(rng) + japanese(rng), "", inline(rng, kind, number), ""]
    headings = list(HEADINGS)
    rng.shuffle(headings)
    has_table = False
    while byte_count(lines) < wanted:
        form = rng.random()
        if form < 0.30 and headings:
            lines += [headings.pop(), "", *list_block(rng), ""]
        elif form < 0.38 and not has_table:
            has_table = True
            lines += [*table_block(rng), ""]
        elif form < 0.42:
            lines += [f"> {japanese(rng)}", ""]
        elif form < 0.65:
            lines += [japanese(rng) + inline(rng, kind, number), ""]
        elif form < 0.8:
            lines += [f"{english(rng)} {english(rng)}", ""]
        else:
            lines += [japanese(rng) + japanese(rng), ""]
    return lines[:-1]


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def some_day(rng):
    return date(2025, 10, 1) + timedelta(days=rng.randrange(440))


def stamp(number, second):
    """Returns the date of publication. It is unique among the first 50,021 of a kind, and dates do not rise with the
    numbers."""
    moment = datetime(2025, 6, 1, 8, 0) + timedelta(minutes=10 * (number * 7919 % 50021), seconds=second)
    return f"date: {moment:%Y-%m-%dT%H:%M:%S}+09:00"


def deal(number):
    rng = random.Random(f"{SEED}/deal/{number}")
    id = f"deal-{number:06d}"
    if rng.random() < 0.8:
        shop = f"{rng.choice(SHOP_KINDS)}{rng.choice(SHOP_NAMES)}"
    else:
        shop = f"{rng.choice(ENGLISH_SHOPS)} {rng.choice(['Coffee', 'Books', 'Kitchen', 'Studio', 'Fitness'])}"
    place = rng.choice(PLACES)
    title = f"{shop} {place}店で{rng.choice(GOODS)}が{rng.choice(OFFERS)}{rng.choice(TITLE_ENDINGS)}"
    fields = [
        f"id: {id}",
        f"title: {quoted(title)}",
        stamp(number, 1),
        f"category: {rng.choice(CATEGORIES)}",
        f"price: {rng.randrange(60) * 50}",
    ]
    if rng.random() < 0.8:
        start = some_day(rng)
        fields += [f'start: "{start}"', f'end: "{start + timedelta(days=rng.randrange(6, 75))}"']
    else:
        days = sorted(rng.sample(range(1, 32), rng.randrange(1, 5)))
        fields.append(f"days_of_month: {days}")
    block = f"{rng.randrange(1, 9)}丁目{rng.randrange(1, 30)}-{rng.randrange(1, 20)}"
    fields += [
        f"address: {quoted(f'{place}{block} {rng.choice(SHOP_NAMES)}ビル{rng.randrange(1, 9)}F')}",
        f"lat: {43 + rng.randrange(20000) / 1e5:.5f}",
        f"lon: {141.2 + rng.randrange(20000) / 1e5:.5f}",
        f"website: https://shop.example.com/{id}?utm_source=campus&utm_medium=app",
        f"image: https://img.example.com/deals/{id}.jpg",
    ]
    return id, fields, body(rng, "deals", number, 600, 1350)


def club(number):
    rng = random.Random(f"{SEED}/club/{number}")
    id = f"club-{number:05d}"
    fields = [
        f"id: {id}",
        f"title: {quoted(f'{rng.choice(PLACES)}{rng.choice(CLUB_TOPICS)}{rng.choice(CLUB_KINDS)}')}",
        stamp(number, 2),
        f"club_section: {rng.choice(CLUB_SECTIONS)}",
        f"website: https://clubs.example.ac.jp/{id}/",
    ]
    return id, fields, body(rng, "clubs", number, 500, 1200)


def ad(number):
    rng = random.Random(f"{SEED}/ad/{number}")
    start = some_day(rng)
    client = rng.choice(CLIENTS)
    fields = [
        f"number: {number}",
        f"title: {quoted(f'{client} 広告 {number}')}",
        stamp(number, 3),
        f"client: {quoted(client)}",
        f"image: https://ads.example.net/banner/{number}.png",
        f"website: https://ads.example.net/click/{number}?c={rng.randrange(10**6)}",
        f'start: "{start}"',
        f'end: "{start + timedelta(days=rng.randrange(14, 90))}"',
    ]
    return f"ad-{number:05d}", fields, [japanese(rng), "", inline(rng, "ads", number)]


def clause(rng):
    return rng.choice(TERM_NOUNS) + rng.choice(TERM_ENDINGS)


def terms(number):
    """Returns terms of use of 8 to 20 KB. Versions rise with the number, to 2.10 too, which as a text sorts wrongly."""
    rng = random.Random(f"{SEED}/term/{number}")
    major, minor, patch = (number - 1) // 12 + 1, (number - 1) // 3 % 4, (number - 1) % 3
    if number > 20:
        minor += 8
    version = f"{major}.{minor}.{patch}"
    effective = date(2019, 4, 1) + timedelta(days=(number - 1) * 45 + rng.randrange(30))
    id = f"terms-{major}-{minor}-{patch}"
    fields = [
        f"id: {id}",
        f"title: {quoted(f'利用規約 第{version}版')}",
        stamp(number, 4),
        f'version: "{version}"',
        f'effective: "{effective}"',
    ]
    wanted = rng.randrange(8000, 19500)
    lines = [f"この規約（以下「本規約」といいます。）は、第{version}版として {effective} より適用されます。", ""]
    article = 0
    while byte_count(lines) < wanted:
        article += 1
        lines += terms_article(rng, article)
    return id, fields, lines[:-1]


def terms_article(rng, number):
    lines = [f"## 第{number}条（{rng.choice(TERM_NOUNS)}）", ""]
    for _ in range(rng.randrange(1, 4)):
        lines += ["".join(clause(rng) for _ in range(rng.randrange(1, 4))), ""]
    for index in range(rng.randrange(5)):
        lines.append(f"{index + 1}. {clause(rng)}")
        if rng.random() < 0.3:
            lines.append(f"   - {clause(rng)}")
    if lines[-1]:
        lines.append("")
    if rng.random() < 0.06:
        rows = [f"| {rng.choice(TERM_NOUNS)} | {rng.choice(TERM_NOUNS)}をいう |" for _ in range(3)]
        lines += ["| 区分 | 定義 |", "|---|---|", *rows, ""]
    if rng.random() < 0.05:
        lines += [f"> ~~{clause(rng)}~~（削除）", ""]
    return lines


def generate(n, folder):
    """Writes the entries into a folder that is replaced. Returns their number and bytes by kind."""
    shutil.rmtree(folder, ignore_errors=True)
    summary = {}
    makers = {"ads": ad, "clubs": club, "deals": deal, "terms": terms}
    for kind, count in counts(n).items():
        os.makedirs(os.path.join(folder, kind))
        summary[kind] = {"entries": count, "bytes": 0}
        for number in range(1, count + 1):
            id, fields, lines = makers[kind](number)
            text = "\n".join(["---", *fields, "---", "", *lines, ""])
            with open(os.path.join(folder, kind, f"{id}.md"), "wb") as file:
                summary[kind]["bytes"] += file.write(text.encode())
    return summary


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, required=True, help="how many entries")
    parser.add_argument("--out", required=True, help="the folder to replace")
    options = parser.parse_args()
    print(json.dumps(generate(options.n, options.out)))


if __name__ == "__main__":
    main()
