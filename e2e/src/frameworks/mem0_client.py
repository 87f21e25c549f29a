"""Drives the client of mem0 against Cairn, and prints the answers."""

import json
import os
import uuid

from mem0 import MemoryClient
from mem0.exceptions import MemoryError as Mem0Error

host, key = os.environ["CAIRN_URL"] + "/mem0", os.environ["CAIRN_KEY"]
client = MemoryClient(api_key=key, host=host)
run = uuid.uuid4().hex[:8]
alice, bob, desk = f"alice-{run}", f"bob-{run}", f"desk-{run}"


def failure_of(call):
    try:
        return call()
    except (Mem0Error, ValueError) as error:
        return [type(error).__name__, str(error)]


def texts(answer):
    return sorted(one["memory"] for one in answer["results"])


metadata = {"topic": "boats", "berths": 3, "sure": True, "where": {"dock": "B"}, "code": "3"}
talk = [
    {"role": "system", "content": "You are a harbour master."},
    {"role": "user", "content": "My boat is called Heron and lies at berth four."},
    {"role": "assistant", "content": "Noted: Heron lies at berth four."},
]
added = client.add(talk, user_id=alice, run_id="r1", metadata=metadata, infer=False)
same = client.add("My boat is called Heron and lies at berth four.", user_id=bob)
client.add("The desk opens at seven.", agent_id=desk, infer=False)

of_alice = client.get_all(filters={"user_id": alice})
first = next(one for one in of_alice["results"] if one["memory"].startswith("My boat"))
found = client.search("at which berth is the boat?", filters={"AND": [{"user_id": alice}, {"metadata": {"berths": 3}}]})
pages = [client.get_all(filters={"user_id": alice}, page=page, page_size=1) for page in (1, 2)]

updated = client.update(first["id"], text="My boat lies at berth nine.", metadata={"topic": "moves"})
history = client.history(first["id"])

refused = {
    "infer": failure_of(lambda: client.add("x", user_id=alice, infer=True)),
    "nobody": failure_of(lambda: client.get_all()),
    "or": failure_of(lambda: client.search("x", filters={"OR": [{"user_id": alice}, {"user_id": bob}]})),
    "page": failure_of(lambda: client.get_all(filters={"user_id": alice}, page=1, page_size=500)),
    "far": failure_of(lambda: client.get_all(filters={"user_id": alice}, page=1002, page_size=100)),
    "any": failure_of(lambda: client.delete_all(user_id="*")),
    "all": failure_of(lambda: client.delete_all()),
    "unknown": failure_of(lambda: client.get("018f0000-0000-7000-8000-000000000000")),
    "absent": failure_of(lambda: client.users()),
    "key": failure_of(lambda: MemoryClient(api_key="cairn_wrong", host=host)),
}

carol = f"carol-{run}"
talked = client.add([{"role": "user", "content": text} for text in ("Three.", "Four.")], user_id=carol, infer=False)
one, two = [made["id"] for made in talked["results"]]
client.batch_update([{"memory_id": one, "text": "One."}, {"memory_id": two, "text": "Two."}])
changed = texts(client.get_all(filters={"user_id": carol}))
client.batch_delete([{"memory_id": one}])
gone, kept = failure_of(lambda: client.get(one))[0], client.get(two)["memory"]
entity = client.delete_users(user_id=carol)["message"]
wrong = client.client.delete("/v2/entities/pet/rex/").json()["detail"]

client.delete(first["id"])
deleted = failure_of(lambda: client.get(first["id"]))
client.delete_all(filters={"user_id": alice})
left = texts(client.get_all(filters={"user_id": alice}))
again = texts({"results": client.add("Noted: Heron lies at berth four.", user_id=alice, infer=False)["results"]})
print(
    json.dumps(
        {
            "added": [[one["event"], one["role"]] for one in added["results"]],
            "note": [added.get("message"), same.get("message")],
            "alice": [texts(of_alice), of_alice["count"]],
            "first": {name: first[name].replace(run, "") if name == "user_id" else first[name] for name in ("user_id", "run_id", "agent_id", "metadata")},
            "found": [found["results"][0]["memory"], {one["user_id"] == alice for one in found["results"]} == {True}, found["results"][0]["score"] > 0],
            "pages": [[page["count"], len(page["results"]), page["next"] is not None, page["previous"] is not None] for page in pages],
            "distinct": len({page["results"][0]["id"] for page in pages}),
            "updated": [updated["memory"], updated["metadata"]],
            "history": [[one["event"], one["old_memory"], one["new_memory"]] for one in history],
            "moved": texts(client.search("boat", filters={"user_id": bob, "metadata": {"topic": "moves"}})),
            "refused": refused,
            "pending": [isinstance(added["event_id"], str), added["status"]],
            "batch": [changed, gone, kept],
            "entity": [entity, texts(client.get_all(filters={"user_id": carol})), wrong],
            "deleted": deleted[0],
            "left": left,
            "again": again,
            "bob": texts(client.get_all(filters={"user_id": bob})),
            "desk": texts(client.get_all(filters={"agent_id": desk, "user_id": "*"})),
        }
    )
)
