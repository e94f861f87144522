#!/usr/bin/env python3
"""Says which page or heading of Tests/Guide/questions.json does not exist in the built guide."""
import json
import pathlib
import sys

root = pathlib.Path(__file__).parent
wrong = 0
for question in json.loads((root / "Tests/Guide/questions.json").read_text()):
    for place in [question, *question.get("or", [])]:
        page = root / "public/guide" / place["page"] / "index.html"
        text = page.read_text() if page.exists() else ""
        if not text or ("heading" in place and f' id="{place["heading"]}"' not in text):
            wrong += 1
            print(f'{question["asked"]}: {place["page"]}#{place.get("heading", "")}')
print(f"{wrong} wrong")
sys.exit(wrong > 0)
