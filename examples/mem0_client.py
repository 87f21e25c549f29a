"""mem0: its client, with Cairn as the server. Needs `pip install mem0ai`."""

import os

from mem0 import MemoryClient

client = MemoryClient(api_key=os.environ["CAIRN_KEY"], host=os.environ["CAIRN_URL"] + "/mem0")
client.add("Postgres locks guard the billing jobs.", agent_id="engineer", infer=False)
for memory in client.search("what guards the billing jobs?", filters={"agent_id": "engineer"}, top_k=1)["results"]:
    print(memory["memory"])
