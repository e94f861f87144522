"""The changes that rebuilds are timed after, all to one deal."""

import os


class Edits:
    """Finds a deal that some day of 2026 lists, near the middle, and changes it in a tool's own content."""

    def __init__(self, content):
        folder = os.path.join(content, "deals")
        names = sorted(os.listdir(folder))
        middle = len(names) // 2
        for name in names[middle:] + names[:middle]:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            start = text.partition('\nstart: "2026-')[2][:5]
            if start:
                break
        self.name, self.text = name, text
        # The last marks by tool, so that an edit of a title keeps the last body, and the other way round.
        self.titles, self.bodies = {}, {}
        id = name.removesuffix(".md")
        self.own = [f"deals/{id}/index.html", f"api/v1/deals/{id}.json"]
        self.lists = ["api/v1/deals.json", f"api/v1/days/2026-{start}.json"]

    def nothing(self, tool, mark):
        """Changes no file. Like the others it returns the outputs that must show the mark after the next build."""
        return []

    def body(self, tool, mark):
        self.bodies[tool.name] = mark
        self.write(tool)
        return self.own

    def title(self, tool, mark):
        self.titles[tool.name] = mark
        self.write(tool)
        return self.own + self.lists

    def write(self, tool):
        text = self.text
        if tool.name in self.titles:
            text = text.replace('\ntitle: "', f'\ntitle: "{self.titles[tool.name]} ', 1)
        if tool.name in self.bodies:
            text += f"\n{self.bodies[tool.name]}\n"
        with open(os.path.join(tool.kind_folder("deals"), self.name), "w", encoding="utf-8") as file:
            file.write(text)
