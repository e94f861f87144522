"""Shows the result of a run as a Markdown table."""

from statistics import median

BUILDS = {
    "cold": "cold build",
    "over": "cold build over a publication",
    "nothing": "again, nothing changed",
    "body": "again, one body changed",
    "title": "again, one title changed",
}


def times(rows):
    return [row["seconds"] for row in rows]


def ratio(rows, base):
    """Returns the median of the ratios within each round, so that a slow moment of the machine counts for both."""
    return median(one / other for one, other in zip(times(rows), times(base)))


def cells(label, rows, base):
    noisy = sum(row["is_noisy"] for row in rows)
    seconds = times(rows)
    ratios = ratio(rows, base)
    return [
        label + (f" ({noisy} of {len(rows)} noisy)" if noisy else ""),
        f"{median(seconds):.3f}",
        f"{min(seconds):.3f}–{max(seconds):.3f}",
        # A floor's process does more than the phase that counts, so its CPU time is not given.
        f"{median(row['cpu'] for row in rows):.2f}" if "cpu" in rows[0] else "",
        f"{median(row['peak_mib'] for row in rows):.0f}" if "peak_mib" in rows[0] else "",
        f"{ratios:.2f}" if ratios >= 0.1 else f"{ratios:.3f}",
    ]


def floor_label(phase, workers):
    return f"floor: {phase}, {workers} worker{'' if int(workers) == 1 else 's'}"


def floor_sum(floors, phases, workers):
    """Returns the rounds of all phases together."""
    return [
        {"seconds": sum(row["seconds"] for row in rows), "is_noisy": any(row["is_noisy"] for row in rows)}
        for rows in zip(*(floors[f"{phase} {workers}"] for phase in phases))
    ]


def table(result, phases):
    """Returns a row for each kind of build and each floor. The last column compares with the first tool's cold builds;
    for rebuilds these are the ones made between them."""
    first = next(iter(result["tools"]))
    base = result["tools"][first]["builds"]["cold"]
    rows = []
    for build, label in BUILDS.items():
        for name, tool in result["tools"].items():
            if tool["builds"].get(build):
                beside = result.get("beside", {}).get(build, base)
                rows.append(cells(f"{name}: {label}", tool["builds"][build], beside))
    floors = result["floors"]
    for name in floors:
        phase, workers = name.split()
        rows.append(cells(floor_label(phase, workers), floors[name], base))
    for workers in (1, 2) if floors else ():
        rows.append(cells(floor_label("all of these but stat", workers), floor_sum(floors, phases, workers), base))
    heading = ["", "median s", "min–max s", "CPU s", "peak MiB", f"× {first}, cold"]
    lines = [f"| {' | '.join(row)} |" for row in [heading, ["---"] + ["---:"] * 5, *rows]]
    return "\n".join(lines)
