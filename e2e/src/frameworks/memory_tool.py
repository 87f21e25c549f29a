"""Sends the same commands to the SDK's memory tool over files and to ours over notes, and prints the answers."""

import asyncio
import json
import os
import re
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from anthropic.lib.tools import ToolError
from anthropic.tools import BetaLocalFilesystemMemoryTool
from cairn_memory.memory_tool import CairnAsyncMemoryTool, CairnMemoryTool
from cairn_memory.server import CairnServer

COMMANDS = json.loads(Path(__file__).with_name("memory-commands.json").read_text())


def answer(tool, command):
    try:
        said = tool.call(command)
    except ToolError as error:
        said = f"Error: {error}"
    # A folder of files has the size of its entry on the disk.
    return re.sub(r"(?m)^\S+\t(?=/memories\S*$)", "SIZE\t", said) if command["command"] == "view" else said


server = CairnServer(os.environ["CAIRN_URL"], os.environ["CAIRN_KEY"])
ours = CairnMemoryTool(server, folder="tool")
with tempfile.TemporaryDirectory() as folder:
    theirs = BetaLocalFilesystemMemoryTool(folder)
    expected = [answer(theirs, command) for command in COMMANDS]
answered = [answer(ours, command) for command in COMMANDS]

# Two agents edit one file at once: one change of each is kept.
ours.call({"command": "create", "path": "/memories/both.md", "file_text": "start\n"})
edits = [{"command": "insert", "path": "/memories/both.md", "insert_line": 1, "insert_text": f"line {at}"} for at in range(8)]
with ThreadPoolExecutor(8) as pool:
    said = list(pool.map(lambda edit: answer(CairnMemoryTool(server, folder="tool"), edit), edits))
kept = sum("has been edited" in one for one in said)
lines = ours.call({"command": "view", "path": "/memories/both.md"}).count("line ") - 1
view = {"command": "view", "path": "/memories/both.md"}
asynchronous = asyncio.run(CairnAsyncMemoryTool(server, folder="tool").call(view)) == ours.call(view)
print(json.dumps({"asynchronous": asynchronous, "expected": expected, "answered": answered, "kept": kept == lines and kept > 0}))
