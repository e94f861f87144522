#!/usr/bin/env python3
"""Says what a cold build spends its processor time on, phase by phase. Needs perf and Swift's demangler.

    profile_build.py [--n 10000] [--functions 20]

A sample belongs to the innermost phase on its stack. Swift keeps frame pointers, but the system's C library does not,
so perf cannot see who called the slow paths of malloc. They have a row of their own.
"""

import argparse
import os
import re
import subprocess
import tempfile
from collections import Counter

from generate import generate
from tools import Tool, memory_folder, read_tools

SAMPLES_PER_SECOND = 1999

# The functions that each phase begins with. What a build does outside of them counts as 'the rest'.
PHASES = {
    "reading files": ["readSourceTree"],
    "declarations, templates, plan": ["readDeclarations", "compileTemplates", "planEarlyOutputs"],
    "front matter and fields": ["readContent"],
    "Markdown": ["renderMarkdown"],
    "pages": ["OutputPlan.renderPage"],
    "queries (each, where, sort)": ["Evaluator.elements", "Evaluator.count"],
    "shapes of endpoints, without their queries": ["OutputPlan.render"],
    "writing JSON": ["writeJSON", "JSONWriter.write"],
    "checking JSON": ["validateJSON"],
    "feeds, sitemap": ["OutputPlan.renderFeed", "OutputPlan.siteFiles"],
    "link checks": [
        "LinkScanner.scan", "LinkCheck.init", "OutputPlan.linkFacts", "OutputPlan.checkOutputs", "OutputPlan.checkFolders",
    ],
    "which outputs to make": ["OutputChoice.init"],
    "what the next build may take over": [
        "HashedSources.init", "ContentHash.init", "ContentHash.combine", "Reads.bytes.getter", "ReadRecorder.note",
        "StoreDraft.init", "StoreDraft.parts", "DetailsWriter.parts", "Publisher.write", "stampFiles",
    ],
    "publishing": ["Publisher.publish", "StagedOutputs.store"],
}
BEGINNINGS = {function: phase for phase, functions in PHASES.items() for function in functions}


def record(tool, folder):
    """Returns the samples of one build, each a list of function names, innermost first."""
    data = os.path.join(folder, "perf.data")
    command = tool.command("build", os.path.join(folder, "out"))
    subprocess.run(
        ["perf", "record", "--quiet", "-F", str(SAMPLES_PER_SECOND), "-g", "-o", data, *command],
        check=True, stdout=subprocess.DEVNULL)
    script = subprocess.run(
        ["perf", "script", "-i", data, "-F", "ip,sym"], check=True, capture_output=True, text=True).stdout
    names = subprocess.run(
        ["swift", "demangle", "--simplified"], input=script, check=True, capture_output=True, text=True).stdout
    stacks = [re.findall(r"^\s*[0-9a-f]+ (.*)$", sample, re.MULTILINE) for sample in names.split("\n\n")]
    return [stack for stack in stacks if stack]


def phase(stack):
    for function in stack:
        name = re.sub(r"^(specialized |partial apply for |closure #\d+ in )+", "", function).partition("(")[0]
        if name in BEGINNINGS:
            return BEGINNINGS[name]
    return "the rest" if any("main" in function for function in stack[-4:]) else "unknown callers, mostly malloc's"


def table(heading, counts, total):
    print(f"| {heading} | CPU s | share |\n| --- | ---: | ---: |")
    for name, count in counts:
        print(f"| {name} | {count / SAMPLES_PER_SECOND:.2f} | {100 * count / total:.0f} % |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=10000, help="how many entries")
    parser.add_argument("--functions", type=int, default=20, help="how many functions to list after the phases")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        content = os.path.join(folder, "content")
        generate(options.n, content)
        stacks = record(Tool("kairan", read_tools(["kairan"])["kairan"], content, folder), folder)
    phases = Counter({name: 0 for name in PHASES})
    phases.update(phase(stack) for stack in stacks)
    table("phase", phases.items(), len(stacks))
    print()
    table("function alone", Counter(stack[0] for stack in stacks).most_common(options.functions), len(stacks))


if __name__ == "__main__":
    main()
