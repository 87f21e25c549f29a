"""Runs LangGraph's own tests of stores over Cairn: each store of a test is a folder of its own. Prints what passed and what did not."""

import json
import os
import sys
import uuid

import pytest

from cairn_memory.langgraph_store import CairnStore
from cairn_memory.server import CairnServer

server = CairnServer(os.environ["CAIRN_URL"], os.environ["CAIRN_KEY"])


class FreshStore(CairnStore):
    def __init__(self, *, index=None):
        super().__init__(server, folder=f"store-{uuid.uuid4().hex}", index=index)


class Outcomes:
    def __init__(self):
        self.passed = 0
        self.failed = []

    def pytest_collection_modifyitems(self, items):
        for module in {item.module for item in items}:
            module.InMemoryStore = FreshStore

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed.append(report.nodeid.split("::")[-1])
        elif report.when == "call" and report.passed:
            self.passed += 1


outcomes = Outcomes()
folder = os.environ["LANGGRAPH_TESTS"]
sys.path.insert(0, folder)
options = ["-q", "-p", "no:cacheprovider", "-o", "asyncio_mode=auto", "--rootdir", folder, "--tb=short", *sys.argv[1:]]
stdout = os.dup(1)
os.dup2(2, 1)
pytest.main([*options, f"{folder}/tests/test_store.py"], plugins=[outcomes])
os.dup2(stdout, 1)
print(json.dumps({"passed": outcomes.passed, "failed": sorted(outcomes.failed)}))
