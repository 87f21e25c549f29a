# Driver of `bench:peers`: Chroma as a library with a store in a folder. Runs in a process of its own.
import json
import sys
import urllib.request

import chromadb
from chromadb.config import Settings

data_dir, model_url = sys.argv[1:3]


def embed(texts):
    body = json.dumps({"input": texts}).encode()
    request = urllib.request.Request(f"{model_url}/embeddings", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return [row["embedding"] for row in json.load(answer)["data"]]


client = chromadb.PersistentClient(path=data_dir, settings=Settings(anonymized_telemetry=False))
collection = client.create_collection("bench", embedding_function=None, configuration={"hnsw": {"space": "cosine"}})


def add(items):
    texts = [item["text"] for item in items]
    collection.add(ids=[item["id"] for item in items], documents=texts, embeddings=embed(texts))
    return {"ok": True}


def ask(query, limit):
    found = collection.query(query_embeddings=embed([query]), n_results=limit, include=["documents", "distances"])
    shown = {name: found[name][0] for name in ("ids", "documents", "distances")}
    return {"ids": found["ids"][0], "text": json.dumps(shown)}


def say(answer):
    print(json.dumps(answer), flush=True)


say({"ok": True})
for line in sys.stdin:
    call = json.loads(line)
    try:
        say(add(call["add"]) if "add" in call else ask(call["ask"], call["limit"]))
    except Exception as error:
        say({"error": str(error)})
