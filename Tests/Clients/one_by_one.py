"""Stands in for rsync or rclone in a deploy, uploads the files of a list one by one, and reads the host after each.

It is found by the name of the program that it stands in for. The variables say what it works with:

    REAL        the path of the real program
    HOST        the folder that holds what is on the host
    BASE        the beginning of each address, such as /board/
    KNOWN       a file with a line for each path that readers know, to which this adds those to which it is led
    WRONG       a file to which this writes what a reader did not find
    COUNT       a file with the number of files that were uploaded so far
    DIE_AT      the number of files after which the connection is lost
"""

import fcntl
import hashlib
import json
import os
import re
import subprocess
import sys

words = sys.argv[1:]
real, host = os.environ["REAL"], os.environ["HOST"]


def content(path):
    try:
        with open(os.path.join(host, path), "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


def links(path, data):
    if path.endswith("manifest.json"):
        try:
            manifest = json.loads(data)
        except ValueError:
            return
        folder = path.removesuffix("manifest.json")
        for file in manifest["files"]:
            end = os.path.splitext(file["path"])[1]
            copy = content(f"{folder}sha256/{file['sha256']}{end}")
            for found in (content(folder + file["path"]), copy):
                if found is not None and hashlib.sha256(found).hexdigest() == file["sha256"]:
                    break
            else:
                yield f"{folder}{file['path']} of revision {manifest['revision']}"
    if path.endswith((".html", ".xml")):
        for link in re.findall(r'href="([^"#]*)', data.decode()):
            if link.startswith(os.environ["BASE"]):
                link = link.removeprefix(os.environ["BASE"])
                yield link + "index.html" if link == "" or link.endswith("/") else link


def read():
    """Follows the links of all that readers know."""
    doors = ["index.html", "404.html", "sitemap.xml", "api/v1/manifest.json"]
    with open(os.environ["KNOWN"]) as file:
        known = set(file.read().splitlines())
    rest = [(path, "before") for path in known] + [(path, "door") for path in doors if content(path) is not None]
    while rest:
        path, origin = rest.pop()
        data = content(path)
        if data is None:
            with open(os.environ["WRONG"], "a") as file:
                file.write(f"{path}, to which {origin} leads\n")
            continue
        for target in links(path, data):
            if target not in known:
                known.add(target)
                rest.append((target, path))
    with open(os.environ["KNOWN"], "w") as file:
        file.write("\n".join(sorted(known)))


def count_file():
    with open(os.environ["COUNT"], "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        number = int(file.read() or 0) + 1
        file.seek(0)
        file.write(str(number))
    if number > int(os.environ["DIE_AT"]):
        sys.exit(f"{os.path.basename(sys.argv[0])}: connection lost")


def place_of_list():
    for index, word in enumerate(words):
        if word.startswith("--files-from="):
            return index, word.removeprefix("--files-from="), "\0"
        if word == "--files-from-raw":
            return index + 1, words[index + 1], "\n"
    return None


found = place_of_list()
if found is None or not {"--mkpath", "--no-check-dest"} & set(words):
    os.execv(real, [real] + words)
index, path, end = found
with open(path, "rb") as file:
    names = [name for name in file.read().split(end.encode()) if name]
for name in names:
    count_file()
    with open(path, "wb") as file:
        file.write(name + end.encode())
    code = subprocess.run([real] + words).returncode
    if code != 0:
        sys.exit(code)
    read()
