"""Runs test files of a vendor of stores, with Cairn's store in place of the vendor's: driver.py SUITE FOLDER [options of pytest].

Prints one JSON object: the tests that passed and were skipped, in numbers, and those that failed, each with its last line.
"""

import contextlib
import hashlib
import json
import os
import sys
import uuid
from pathlib import PurePosixPath

import pytest

from cairn_memory.server import CairnServer, ServerRefusal

server = CairnServer(os.environ["CAIRN_URL"], os.environ["CAIRN_KEY"])


def place_of(address):
    """Name that is the same for the same file, and new for what lives in memory."""
    named = uuid.uuid4().hex if str(address) == ":memory:" else hashlib.sha256(str(address).encode()).hexdigest()[:32]
    return f"suite-{named}"


def langgraph():
    from cairn_memory.langgraph_store import CairnStore

    class Store(CairnStore):
        def __init__(self, *, index=None, place=":memory:"):
            # Some tests name the fields as their own store does.
            fields = (index or {}).get("fields") or (index or {}).get("text_fields")
            super().__init__(server, folder=place_of(place), index={**index, "fields": fields} if fields else index)

        def setup(self):
            """Nothing: the server has its tables."""

        @classmethod
        @contextlib.contextmanager
        def from_conn_string(cls, address, index=None):
            yield cls(index=index, place=address)

    class AsyncStore(Store):
        async def setup(self):
            """Nothing: the server has its tables."""

        @classmethod
        @contextlib.asynccontextmanager
        async def from_conn_string(cls, address, index=None):
            yield cls(index=index, place=address)

    return {"InMemoryStore": Store, "SqliteStore": Store, "AsyncSqliteStore": AsyncStore}


def openai_session():
    from cairn_memory.openai_session import CairnSession

    class Session(CairnSession):
        def __init__(self, session_id, db_path=":memory:", **settings):
            super().__init__(f"{place_of(db_path)}-{session_id}", server, **settings)
            self.session_id = session_id

        def close(self):
            """Nothing: the server holds the files."""

    return {"SQLiteSession": Session}


class NoteOfFile(PurePosixPath):
    """File of a memory tool, for tests that write and read it beside the tool."""

    def mkdir(self, **options):
        """Nothing: a folder of notes is there with its first note."""

    def _sent(self):
        return {"workspace": "default", "path": f"{str(self).lstrip('/')}.md"}

    def write_bytes(self, data):
        return server.call("PUT", "/v1/notes", json={**self._sent(), "text": data.decode()})

    def read_bytes(self):
        return server.call("GET", "/v1/notes/file", params=self._sent())["text"].encode()


class Root(NoteOfFile):
    """Folder /memories, which is always there."""

    def is_dir(self):
        return True


class AsyncRoot(NoteOfFile):
    async def is_dir(self):
        return True


def snapshot(base):
    """Text of each file below a folder, by its path there."""
    prefix = f"{base.lstrip('/')}/"
    notes = server.call("GET", "/v1/notes", params={"workspace": "default", "prefix": prefix, "limit": 1000})["notes"]
    texts = [
        server.call("GET", "/v1/notes/file", params={"workspace": "default", "path": note["path"]}) for note in notes
    ]
    return {note["path"].removeprefix(prefix).removesuffix(".md"): note["text"] for note in texts}


def anthropic_memory():
    from cairn_memory.memory_tool import CairnAsyncMemoryTool, CairnMemoryTool

    class Files:
        root = Root

        def __init__(self, base_path):
            self.base_path = NoteOfFile(f"/{place_of(base_path)}")
            self.memory_root = self.root(self.base_path / "memories")
            super().__init__(server, folder=str(self.memory_root).lstrip("/"))

    class Tool(Files, CairnMemoryTool):
        pass

    class AsyncTool(Files, CairnAsyncMemoryTool):
        root = AsyncRoot

    return {
        "BetaLocalFilesystemMemoryTool": Tool,
        "BetaAsyncLocalFilesystemMemoryTool": AsyncTool,
        "get_directory_snapshot": snapshot,
        "Path": NoteOfFile,
    }


SUITES = {
    "langgraph": (langgraph, ["tests/test_store.py", "tests/test_async_store.py"]),
    "openai-session": (openai_session, ["tests/memory/test_session.py", "tests/memory/test_session_limit.py"]),
    "anthropic-memory": (anthropic_memory, ["tests/lib/tools/memory_tools/test_filesystem.py"]),
}


class Outcomes:
    def __init__(self, replaced):
        self.replaced = replaced
        self.passed = 0
        self.skipped = 0
        self.failed = {}

    def pytest_collection_modifyitems(self, items):
        for module in {item.module for item in items}:
            for name, ours in self.replaced.items():
                if hasattr(module, name):
                    setattr(module, name, ours)

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.split("::", 1)[-1]
        if report.failed:
            self.failed[name] = report.longreprtext.strip().splitlines()[-1]
        elif report.skipped:
            self.skipped += 1
        elif report.when == "call" and name not in self.failed:
            self.passed += 1


def main(suite, folder, *options):
    replacements, files = SUITES[suite]
    outcomes = Outcomes(replacements())
    folder = os.path.abspath(folder)
    sys.path.insert(0, folder)
    os.chdir(folder)
    given = ["-q", "-p", "no:cacheprovider", "-o", "asyncio_mode=auto", "-o", "addopts=", "-o", "filterwarnings=default", "--rootdir", folder, "--tb=short"]
    stdout = os.dup(1)
    os.dup2(2, 1)
    code = pytest.main(
        [*given, *options, *(file for file in files if os.path.exists(file))], plugins=[outcomes]
    )
    os.dup2(stdout, 1)
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        sys.exit(f"pytest ended with {code!r}")
    print(json.dumps({"passed": outcomes.passed, "skipped": outcomes.skipped, "failed": outcomes.failed}))


main(*sys.argv[1:])
