"""Compares a folder of JSON with what a board publishes in its place, and prints a line for each difference.

    same.py FOLDER PUBLIC

JSON is compared as data and in the order of its keys, every other file byte for byte. Python's parser is the judge.
"""

import decimal
import json
import os
import sys


def pairs(members):
    if len({key for key, _ in members}) < len(members):
        raise ValueError("a key twice")
    return ("object", members)


def constant(text):
    raise ValueError(text)


def value(path):
    def number(text):
        return ("number", decimal.Decimal(text))

    with open(path, encoding="utf-8") as file:
        return tagged(json.load(file, object_pairs_hook=pairs, parse_int=number, parse_float=number, parse_constant=constant))


def tagged(node):
    """Makes True differ from 1, which Python takes for the same."""
    if isinstance(node, tuple) and node[0] == "object":
        return ("object", [(key, tagged(inner)) for key, inner in node[1]])
    if isinstance(node, list):
        return ("list", [tagged(inner) for inner in node])
    return node if isinstance(node, tuple) else (type(node).__name__, node)


def main():
    folder, public = sys.argv[1:]
    count = 0
    for place, _, names in os.walk(folder):
        for name in names:
            count += 1
            given = os.path.join(place, name)
            path = os.path.relpath(given, folder)
            made = os.path.join(public, path)
            if not os.path.exists(made):
                print(f"{path} is missing")
            elif path.endswith(".json"):
                if value(given) != value(made):
                    print(f"{path} differs")
            elif open(given, "rb").read() != open(made, "rb").read():
                print(f"{path} has other bytes")
    if not count:
        print("nothing to compare")


main()
