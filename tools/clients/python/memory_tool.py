"""The memory tool of the Anthropic SDK (memory_20250818) over notes: what the model writes below /memories is shared by the team."""

import asyncio
import json
from pathlib import Path
from typing import Any

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError

from .server import CairnServer, ServerRefusal

__all__ = ("CairnAsyncMemoryTool", "CairnMemoryTool")

RULES = json.loads(Path(__file__).with_name("memory_tool.json").read_text(encoding="utf-8"))
PAGE = 1000


class CairnMemoryTool(BetaAbstractMemoryTool):
    """Files of the memory tool as notes of a workspace. A file without the ending .md is the note of that name with .md.

    Args:
        server: The server, with the key of the agent.
        workspace: Workspace of the notes.
        folder: Folder of the workspace in which /memories is.
    """

    def __init__(self, server: CairnServer, *, workspace: str = "default", folder: str = "memories", **options: Any) -> None:
        super().__init__(**options)
        self._server = server
        self._workspace = workspace
        self._folder = folder.strip("/")

    def view(self, command: Any) -> str:
        path, shown = self._place(command.path), command.path
        note = self._find(path) if path else None
        if note is None:
            return self._view_directory(path, shown)
        lines = note["text"].split("\n")
        if len(lines) > RULES["linesMax"]:
            raise _refusal("tooLong", path=shown)
        first, last = _range_of(command.view_range, len(lines))
        return _said("file", path=shown) + "\n" + _numbered(lines[first - 1 : last], first)

    def create(self, command: Any) -> str:
        path = self._file(command.path)
        try:
            self._write("PUT", "/v1/notes", path, text=command.file_text, expectedVersion=0)
        except ServerRefusal as refusal:
            if refusal.code == "item/stale-version":
                raise _refusal("exists", path=command.path) from refusal
            raise _tool_error(refusal) from refusal
        return _said("created", path=command.path)

    def str_replace(self, command: Any) -> str:
        path, shown, old = self._file(command.path), command.path, command.old_str
        note = self._require(path, shown)
        before: str = note["text"]
        places = [at for at in range(len(before)) if before.startswith(old, at)] if old else []
        if not places:
            raise _refusal("noMatch", path=shown, oldText=old)
        if len(places) > 1:
            lines = ", ".join(str(before[:at].count("\n") + 1) for at in places)
            raise _refusal("ambiguous", path=shown, oldText=old, lines=lines)
        edit = {"oldText": old, "newText": command.new_str or "", "expectedVersion": note["version"]}
        self._change("POST", "/replace", path, shown, **edit)
        changed = before[: places[0]].count("\n")
        after = (before[: places[0]] + (command.new_str or "") + before[places[0] + len(old) :]).split("\n")
        first = max(0, changed - RULES["snippetLines"])
        return _said("edited") + "\n" + _numbered(after[first : changed + RULES["snippetLines"] + 1], first + 1)

    def insert(self, command: Any) -> str:
        path, shown, line = self._file(command.path), command.path, command.insert_line
        note = self._require(path, shown)
        lines = note["text"].removesuffix("\n").split("\n") if note["text"] else []
        if not 0 <= line <= len(lines):
            raise _refusal("line", line=line, last=len(lines))
        # The tool ends a file with a line break here, so it writes the whole file, on the version that was read.
        text = "\n".join([*lines[:line], command.insert_text.rstrip("\n"), *lines[line:], ""])
        self._change("PUT", "", path, shown, text=text, expectedVersion=note["version"])
        return _said("inserted", path=shown)

    def delete(self, command: Any) -> str:
        path, shown = self._place(command.path), command.path
        if not path:
            raise _refusal("root", act="delete")
        try:
            self._server.call("DELETE", "/v1/notes", params={"workspace": self._workspace, "path": self._note(path)})
        except ServerRefusal as refusal:
            if refusal.code != "note/unknown":
                raise _tool_error(refusal) from refusal
            if not self._remove_below(path):
                raise _refusal("absent", path=shown) from None
        return _said("deleted", path=shown)

    def rename(self, command: Any) -> str:
        path, new = self._place(command.old_path), self._place(command.new_path)
        if not path or not new:
            raise _refusal("root", act="rename")
        if self._find(new) or self._listed(new):
            raise _refusal("destination", path=command.new_path)
        files = [path] if self._find(path) else [file for file, _ in self._listed(path)]
        if not files:
            raise _refusal("absent", path=command.old_path)
        for file in files:
            self._rename_file(file, new + file[len(path) :], command)
        return _said("renamed", path=command.old_path, newPath=command.new_path)

    def clear_all_memory(self) -> str:
        self._remove_below("")
        return _said("cleared")

    def _rename_file(self, path: str, new: str, command: Any) -> None:
        try:
            self._write("POST", "/v1/notes/rename", path, newPath=self._note(new))
        except ServerRefusal as refusal:
            if refusal.code == "note/exists":
                raise _refusal("destination", path=command.new_path) from refusal
            raise _tool_error(refusal) from refusal

    def _view_directory(self, path: str, shown: str) -> str:
        files = self._listed(path)
        if path and not files:
            raise _refusal("missing", path=shown)
        sizes: dict[str, int] = {}
        for file, size in files:
            parts = file[len(path) :].lstrip("/").split("/")
            if any(part.startswith(".") for part in parts):
                continue
            for depth in range(1, min(len(parts), 2) + 1):
                name = "/".join(parts[:depth]) + ("/" if depth < len(parts) else "")
                sizes[name] = sizes.get(name, 0) + size
        base = shown.rstrip("/")
        rows = [f"{_size(sum(size for _, size in files))}\t{shown}"]
        rows += [f"{_size(size)}\t{base}/{name}" for name, size in sorted(sizes.items())]
        return "\n".join([_said("directory", path=shown), *rows])

    def _place(self, path: str) -> str:
        """Path below /memories, without slashes at its ends; empty for /memories itself."""
        root = RULES["root"]
        if path != root and not path.startswith(root + "/"):
            raise _refusal("outside", path=path)
        parts: list[str] = []
        for part in path[len(root) :].split("/"):
            if part == ".." and not parts:
                raise _refusal("escape", path=path)
            if part == "..":
                parts.pop()
            elif part not in ("", "."):
                parts.append(part)
        return "/".join(parts)

    def _file(self, path: str) -> str:
        place = self._place(path)
        if not place:
            raise _refusal("notFile", path=path)
        return place

    def _note(self, place: str) -> str:
        """Path of the note of a file."""
        return f"{self._folder}/{place}" + ("" if place.lower().endswith((".md", ".markdown")) else ".md")

    def _shown(self, note: str) -> str:
        """Place of a note: without the .md of a file that has another ending too."""
        place = note[len(self._folder) + 1 :]
        bare = place.removesuffix(".md")
        return bare if "." in bare.rsplit("/", 1)[-1] else place

    def _find(self, place: str) -> dict[str, Any] | None:
        params = {"workspace": self._workspace, "path": self._note(place)}
        try:
            return self._server.call("GET", "/v1/notes/file", params=params)
        except ServerRefusal as refusal:
            if refusal.code == "note/unknown":
                return None
            raise _tool_error(refusal) from refusal

    def _require(self, place: str, shown: str) -> dict[str, Any]:
        note = self._find(place)
        if note is None:
            raise _refusal("notFile" if self._listed(place) else "missing", path=shown)
        return note

    def _listed(self, place: str) -> list[tuple[str, int]]:
        """Files below a place, by path, with their sizes."""
        prefix = f"{self._folder}/{place}/" if place else f"{self._folder}/"
        found: list[tuple[str, int]] = []
        params = {"workspace": self._workspace, "prefix": prefix, "limit": PAGE}
        while True:
            page = self._server.call("GET", "/v1/notes", params=params)
            found += [(self._shown(note["path"]), note["chars"]) for note in page["notes"]]
            if page["nextAfter"] is None:
                return found
            params = {**params, "after": page["nextAfter"]}

    def _remove_below(self, place: str) -> bool:
        """Deletes the files below a place, and tells whether there were any."""
        prefix = f"{self._folder}/{place}/" if place else f"{self._folder}/"
        sent = {"workspace": self._workspace, "prefix": prefix}
        was_there = False
        while True:
            page = self._server.call("POST", "/v1/notes/remove", json=sent)
            was_there = was_there or bool(page["results"])
            for result in page["results"]:
                if "error" in result:
                    raise ToolError(result["error"]["message"])
            if page["nextAfter"] is None:
                return was_there
            sent = {**sent, "after": page["nextAfter"]}

    def _write(self, method: str, route: str, place: str, **fields: Any) -> Any:
        body = {"workspace": self._workspace, "path": self._note(place), **fields}
        return self._server.call(method, route, json=body)

    def _change(self, method: str, act: str, place: str, shown: str, **fields: Any) -> None:
        try:
            self._write(method, f"/v1/notes{act}", place, **fields)
        except ServerRefusal as refusal:
            if refusal.code == "item/stale-version":
                raise _refusal("changed", path=shown) from refusal
            raise _tool_error(refusal) from refusal


class CairnAsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """CairnMemoryTool for AsyncAnthropic: the same files and answers, without blocking the event loop.

    Args:
        server: The server, with the key of the agent.
        workspace: Workspace of the notes.
        folder: Folder of the workspace in which /memories is.
    """

    def __init__(self, server: CairnServer, *, workspace: str = "default", folder: str = "memories", **options: Any) -> None:
        super().__init__(**options)
        self._tool = CairnMemoryTool(server, workspace=workspace, folder=folder)

    async def view(self, command: Any) -> str:
        return await asyncio.to_thread(self._tool.view, command)

    async def create(self, command: Any) -> str:
        return await asyncio.to_thread(self._tool.create, command)

    async def str_replace(self, command: Any) -> str:
        return await asyncio.to_thread(self._tool.str_replace, command)

    async def insert(self, command: Any) -> str:
        return await asyncio.to_thread(self._tool.insert, command)

    async def delete(self, command: Any) -> str:
        return await asyncio.to_thread(self._tool.delete, command)

    async def rename(self, command: Any) -> str:
        return await asyncio.to_thread(self._tool.rename, command)

    async def clear_all_memory(self) -> str:
        return await asyncio.to_thread(self._tool.clear_all_memory)


def _range_of(asked: list[int] | None, lines: int) -> tuple[int, int]:
    if not asked or len(asked) != 2:
        return 1, lines
    first, last = asked
    return max(1, first), lines if last == -1 else last


def _numbered(lines: list[str], first: int) -> str:
    width = RULES["lineNumberWidth"]
    return "\n".join(f"{str(first + at).rjust(width)}\t{line}" for at, line in enumerate(lines))


def _size(chars: int) -> str:
    size, unit = float(chars), 0
    while size >= 1024 and unit < 3:
        size, unit = size / 1024, unit + 1
    return f"{int(size) if size == int(size) else round(size, 1)}{'BKMG'[unit]}"


def _said(name: str, **values: Any) -> str:
    return RULES["says"][name].format(**values)


def _refusal(name: str, **values: Any) -> ToolError:
    return ToolError(RULES["refuses"][name].format(**values))


def _tool_error(refusal: ServerRefusal) -> ToolError:
    return ToolError(str(refusal))
