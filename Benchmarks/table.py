"""The result of a run as a Markdown table."""

from statistics import median

BUILDS = {
    "cold": "cold build",
    "nothing": "again, nothing changed",
    "body": "again, one body changed",
    "title": "again, one title changed",
}


def times(rows):
    return [row["seconds"] for row in rows]


def ratio(rows, base):
    """The median of the ratios within each round, so that a slow moment of the machine counts for both."""
    return median(one / other for one, other in zip(times(rows), times(base)))


def cells(label, rows, base):
    noisy = sum(row["is_noisy"] for row in rows)
    seconds = times(rows)
    return [
        label + (f" ({noisy} of {len(rows)} noisy)" if noisy else ""),
        f"{median(seconds):.3f}",
        f"{min(seconds):.3f}–{max(seconds):.3f}",
        f"{median(row['cpu'] for row in rows):.2f}",
        f"{median(row['peak_mib'] for row in rows):.0f}",
        f"{ratio(rows, base):.3f}",
    ]


def floor_sum(floors, phases, workers):
    """The phases one after the other, as rounds."""
    return [
        {
            "seconds": sum(row["seconds"] for row in rows),
            "cpu": sum(row["cpu"] for row in rows),
            "peak_mib": max(row["peak_mib"] for row in rows),
            "is_noisy": any(row["is_noisy"] for row in rows),
        }
        for rows in zip(*(floors[f"{phase} {workers}"] for phase in phases))
    ]


def table(result, phases):
    """One row for each kind of build and each floor; the last column compares cold builds with the first tool's."""
    first = next(iter(result["tools"]))
    base = result["tools"][first]["builds"]["cold"]
    rows = []
    for build, label in BUILDS.items():
        for name, tool in result["tools"].items():
            if tool["builds"].get(build):
                rows.append(cells(f"{name}: {label}", tool["builds"][build], base))
    floors = result["floors"]
    for name in floors:
        rows.append(cells(f"floor: {name.replace(' 1', ', 1 worker').replace(' 2', ', 2 workers')}", floors[name], base))
    for workers in (1, 2) if floors else ():
        total = floor_sum(floors, phases, workers)
        rows.append(cells(f"floor: {' + '.join(phases)}, {workers} worker{'s' * (workers > 1)}", total, base))
    heading = ["", "median s", "min–max s", "CPU s", "peak MiB", f"× {first}, cold"]
    lines = [f"| {' | '.join(row)} |" for row in [heading, ["---"] + ["---:"] * 5, *rows]]
    return "\n".join(lines)
