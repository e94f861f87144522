"""Reads a deployed version of an API as a client does, again and again, and says what was not there.

    python3 read_deployed.py ADDRESS [STOP]

ADDRESS is that of the version's folder. Without STOP it is read once, and otherwise until the file STOP exists. A file
that is not what the manifest lists is looked for by its hash, as the generated clients do.
"""

import hashlib
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


def get(path):
    """Returns the bytes at a path, or nothing if a server has none, or has an error while it replaces them."""
    try:
        with urllib.request.urlopen(sys.argv[1] + urllib.parse.quote(path), timeout=60) as answer:
            return answer.read()
    except (urllib.error.HTTPError, http.client.IncompleteRead, FileNotFoundError):
        return None
    except urllib.error.URLError as error:
        if "No such file" in str(error.reason):
            return None
        raise


def fits(data, file):
    return data is not None and len(data) == file["size"] and hashlib.sha256(data).hexdigest() == file["sha256"]


def read(seen):
    manifest = get("manifest.json")
    try:
        manifest = json.loads(manifest or b"")
    except ValueError:
        # A host that writes a file in place may show it empty or half.
        seen["without"] += 1
        return
    for file in manifest["files"]:
        if fits(get(file["path"]), file):
            continue
        end = os.path.splitext(file["path"])[1]
        if fits(get(f"sha256/{file['sha256']}{end}"), file):
            seen["copies"] += 1
        else:
            seen["wrong"].append(f"{file['path']} of revision {manifest['revision']}")
    seen["read"] += 1


seen = {"read": 0, "without": 0, "copies": 0, "wrong": []}
while True:
    last = len(sys.argv) < 3 or os.path.exists(sys.argv[2])
    read(seen)
    if last:
        break
    # Without a rest, the reader and the server would take all of a processor.
    time.sleep(0.05)
print(json.dumps(seen))
