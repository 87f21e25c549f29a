"""Prints what LangGraph's store over notes refuses in a batch, and what a filter by a path of fields finds."""

import json
import os

from cairn_memory.langgraph_store import CairnStore
from cairn_memory.server import CairnServer
from langgraph.store.base import GetOp, InvalidNamespaceError, ListNamespacesOp, MatchCondition, PutOp, SearchOp

store = CairnStore(CairnServer(os.environ["CAIRN_URL"], os.environ["CAIRN_KEY"]), folder="batches")
store.put(("boats", "harbour"), "heron", {"name": "Heron", "owner": {"of-crew": "Ann"}})
store.put(("boats", "harbour"), "tern", {"name": "Tern", "owner.of-crew": "Ann"})


def is_refused(operation):
    try:
        store.batch([PutOp(("boats",), "written", {}), operation])
    except InvalidNamespaceError:
        return store.get(("boats",), "written") is None


labels = [("boats.harbour",), ("boats", ""), ("boats", 1)]
kinds = [
    lambda name: GetOp(name, "heron"),
    lambda name: PutOp(name, "heron", None),
    SearchOp,
    lambda name: ListNamespacesOp((MatchCondition("suffix", name),)),
]
found = store.search(("boats",), filter={"owner.of-crew": "Ann"})
print(
    json.dumps(
        {
            "refused": [is_refused(kind(name)) for kind in kinds for name in labels],
            "listed": store.batch([ListNamespacesOp((MatchCondition("prefix", ("boats", "*")),))]),
            "found": sorted(item.key for item in found),
        }
    )
)
