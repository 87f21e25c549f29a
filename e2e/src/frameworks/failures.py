"""Prints how calls of the stores of frameworks fail, and what is sent again."""

import json
import os

import httpx
from cairn_memory import KeyRefused
from cairn_memory.server import CairnServer, ServerRefusal, ServerUnreachable

url, key = os.environ["CAIRN_URL"], os.environ["CAIRN_KEY"]


def failure_of(server, *call, **sent):
    try:
        server.call(*call, **sent)
    except (KeyRefused, ServerRefusal) as error:
        return [type(error).__name__, error.status, error.code]
    except ServerUnreachable as error:
        return type(error).__name__


class Flaky(httpx.BaseTransport):
    """Answers a few times that it is busy, or breaks the connection, before it answers."""

    def __init__(self, *outcomes):
        self.outcomes = list(outcomes)
        self.requests = 0

    def handle_request(self, request):
        self.requests += 1
        outcome = self.outcomes.pop(0) if self.outcomes else httpx.Response(200, json={"notes": [], "nextAfter": None})
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


busy = Flaky(httpx.Response(503), httpx.ConnectError("reset"))
answers = CairnServer(url, key, transport=busy).call("GET", "/v1/notes")
lost = Flaky(httpx.ReadError("reset"))
error = failure_of(CairnServer(url, key, transport=lost), "POST", "/v1/notes/append", json={})

server = CairnServer(url, key)
server.call("POST", "/v1/memories", json={"title": "Tides", "content": "No time is known of this."})
stored = server.call("GET", "/v1/memories", params={"limit": 100})["items"]
print(
    json.dumps(
        {
            "wrong": failure_of(CairnServer(url, "cairn_wrong"), "GET", "/v1/notes"),
            "refused": failure_of(server, "POST", "/v1/recall", json={"query": ""}),
            "away": failure_of(CairnServer("http://127.0.0.1:1", key, patience=0), "GET", "/v1/notes"),
            "busy": {"answers": answers, "requests": busy.requests},
            "lost": {"error": error, "requests": lost.requests},
            "timestamp": next(one["timestamp"] for one in stored if one["content"].startswith("No time")),
        }
    )
)
