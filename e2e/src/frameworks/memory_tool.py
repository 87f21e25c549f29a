"""Sends the same commands to the SDK's memory tool over files and to ours over notes, and prints where the answers differ."""

import json
import os
import re
import tempfile
from concurrent.futures import ThreadPoolExecutor

from anthropic.lib.tools import ToolError
from anthropic.tools import BetaLocalFilesystemMemoryTool
from cairn_memory.memory_tool import CairnMemoryTool
from cairn_memory.server import CairnServer

COMMANDS = [
    {"command": "view", "path": "/memories"},
    {"command": "view", "path": "/memories/none.txt"},
    {"command": "view", "path": "/etc/passwd"},
    {"command": "view", "path": "/memories/../secret.md"},
    {"command": "create", "path": "/memories/plan.md", "file_text": "one\ntwo\nthree\nfour\nfive\nsix"},
    {"command": "create", "path": "/memories/plan.md", "file_text": "again"},
    {"command": "view", "path": "/memories/plan.md"},
    {"command": "view", "path": "/memories/plan.md", "view_range": [2, 4]},
    {"command": "view", "path": "/memories/plan.md", "view_range": [5, -1]},
    {"command": "str_replace", "path": "/memories/plan.md", "old_str": "three", "new_str": "3"},
    {"command": "str_replace", "path": "/memories/plan.md", "old_str": "seven", "new_str": "7"},
    {"command": "str_replace", "path": "/memories/plan.md", "old_str": "o", "new_str": "0"},
    {"command": "str_replace", "path": "/memories/none.md", "old_str": "o", "new_str": "0"},
    {"command": "insert", "path": "/memories/plan.md", "insert_line": 1, "insert_text": "one and a half\n"},
    {"command": "insert", "path": "/memories/plan.md", "insert_line": 0, "insert_text": "zero"},
    {"command": "insert", "path": "/memories/plan.md", "insert_line": 99, "insert_text": "x"},
    {"command": "insert", "path": "/memories/none.md", "insert_line": 0, "insert_text": "x"},
    {"command": "view", "path": "/memories/plan.md"},
    {"command": "create", "path": "/memories/team/kiln/notes.txt", "file_text": "hot\n"},
    {"command": "create", "path": "/memories/team/berths.json", "file_text": "{}"},
    {"command": "view", "path": "/memories"},
    {"command": "view", "path": "/memories/team"},
    {"command": "view", "path": "/memories/team/kiln/notes.txt"},
    {"command": "str_replace", "path": "/memories/team", "old_str": "a", "new_str": "b"},
    {"command": "rename", "old_path": "/memories/plan.md", "new_path": "/memories/team/berths.json"},
    {"command": "rename", "old_path": "/memories/none.md", "new_path": "/memories/x.md"},
    {"command": "rename", "old_path": "/memories/plan.md", "new_path": "/memories/old/plan.md"},
    {"command": "view", "path": "/memories/old/plan.md"},
    {"command": "rename", "old_path": "/memories/team", "new_path": "/memories/yard"},
    {"command": "view", "path": "/memories/yard"},
    {"command": "delete", "path": "/memories/old/plan.md"},
    {"command": "delete", "path": "/memories/old/plan.md"},
    {"command": "delete", "path": "/memories"},
    {"command": "delete", "path": "/memories/yard"},
    {"command": "view", "path": "/memories/yard/berths.json"},
]


def answer(tool, command):
    try:
        said = tool.call(command)
    except ToolError as error:
        said = f"error: {error}"
    # A folder of files has the size of its entry on the disk.
    return re.sub(r"(?m)^\S+\t(?=/memories\S*$)", "SIZE\t", said) if command["command"] == "view" else said


server = CairnServer(os.environ["CAIRN_URL"], os.environ["CAIRN_KEY"])
ours = CairnMemoryTool(server, folder="tool")
with tempfile.TemporaryDirectory() as folder:
    theirs = BetaLocalFilesystemMemoryTool(folder)
    differing = [
        {"command": command, "expected": expected, "answered": answered}
        for command in COMMANDS
        if (expected := answer(theirs, command)) != (answered := answer(ours, command))
    ]

# Two agents edit one file at once: one change of each is kept.
ours.call({"command": "create", "path": "/memories/both.md", "file_text": "start\n"})
edits = [{"command": "insert", "path": "/memories/both.md", "insert_line": 1, "insert_text": f"line {at}"} for at in range(8)]
with ThreadPoolExecutor(8) as pool:
    said = list(pool.map(lambda edit: answer(CairnMemoryTool(server, folder="tool"), edit), edits))
kept = sum("has been edited" in one for one in said)
lines = ours.call({"command": "view", "path": "/memories/both.md"}).count("line ") - 1
print(json.dumps({"differing": differing, "kept": kept == lines and kept > 0}))
