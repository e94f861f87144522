"""Makes random changes of a text, and applies what Scripts/action/suggest makes of their diffs, as GitHub would.

    python3 applySuggestions.py <the script> <seed> <number of changes>
"""

import importlib.machinery
import importlib.util
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def load(path):
    loader = importlib.machinery.SourceFileLoader("suggest", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("suggest", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def text(numbers):
    words = ["a: 1", "- b", "", "```yaml", "````", "-- gone", "++ come", "@@ -1 +1 @@", "\\ No newline", "日本 `x`"]
    lines = [numbers.choice(words) + "\n" for _ in range(numbers.randrange(12))]
    if lines and numbers.random() < 0.2:
        lines[-1] = lines[-1][:-1] or "end"
    return lines


def changed(lines, numbers):
    lines = list(lines)
    for _ in range(numbers.randrange(1, 4)):
        place = numbers.randrange(len(lines) + 1)
        lines[place:place + numbers.randrange(3)] = text(numbers)[:numbers.randrange(3)]
    lines = [line if line.endswith("\n") else line + "\n" for line in lines]
    return lines


def applied(suggest, lines, diff):
    """Returns the lines after all suggestions; nil if one cannot be made."""
    comments = []
    for path, first, old, new in suggest.mends(diff):
        assert path == "file", path
        assert lines[first - 1:first - 1 + len(old)] == old, (first, old)
        if not suggest.fits(old, new):
            return None
        comments.append(suggest.suggestion((path, first, old, new), ["a ``` message"], "0" * 16))
    for comment in reversed(comments):
        first = comment.get("start_line", comment["line"])
        block = re.search(r"^(`{3,})suggestion\n(.*?)^\1\n", comment["body"], re.DOTALL | re.MULTILINE)
        new = block[2].splitlines(keepends=True)
        lines = lines[:first - 1] + new + lines[comment["line"]:]
    return lines


def main():
    suggest, seed, count = load(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    made = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(seed, seed + count):
            numbers = random.Random(number)
            old = text(numbers)
            new = changed(old, numbers)
            for name, lines in [("a", old), ("b", new)]:
                (Path(folder) / name).mkdir(exist_ok=True)
                (Path(folder) / name / "file").write_text("".join(lines), newline="")
            diff = subprocess.run(["git", "diff", "--no-index", "--no-color", "--no-prefix", "a/file", "b/file"],
                                  cwd=folder, stdout=subprocess.PIPE, encoding="utf-8").stdout
            result = applied(suggest, old, diff)
            made += result is not None
            assert result is None or result == new, f"KAIRAN_SEED={number}\n{diff}"
    print("most were made" if made > count / 2 else f"only {made} were made")


main()
