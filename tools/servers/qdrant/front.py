"""A part of Qdrant's REST interface over Qdrant's own engine, for tests where no server can be had.

    front.py --port 6333 --data FOLDER

Requests are held against Qdrant's generated models, more strictly than the server does: it lets unknown keys through.
What the double cannot do answers 501. It listens on this machine only. One request is worked on at a time, because the
engine holds Python's lock: say so beside every figure measured on it. Nothing optimises, so every search is exact.
"""

import argparse
import re
import socket
import sys
import threading
import time
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

sys.dont_write_bytecode = True  # or it would leave a folder of its own in the sources

import engine
import orjson
import qdrant_edge as edge
from checks import Refused, checked
from store import Store

VERSION = "1.19.0"
ROUTES = []


def route(method, path):
    pattern = re.compile(re.sub(r"\{\w+\}", "([^/]+)", path))
    return lambda handle: ROUTES.append((method, pattern, handle)) or handle


class Request:
    def __init__(self, store, raw, query):
        self.store = store
        self.raw = raw
        self.waits = query.get("wait") == ["true"]

    def body(self, model):
        return checked(model, self.raw)

    def updated(self, operation_id):
        return {"operation_id": operation_id, "status": "completed" if self.waits else "acknowledged"}


@route("GET", "/(?:healthz|readyz|livez)?")
def is_up(request):
    return True


# --- collections


@route("GET", "/collections")
def list_collections(request):
    return {"collections": [{"name": name} for name in request.store.collections]}


@route("GET", "/collections/{name}/exists")
def has_collection(request, name):
    return {"exists": name in request.store.collections}


@route("PUT", "/collections/{name}")
def create_collection(request, name):
    request.store.create(name, request.body("CreateCollection"))
    return True


@route("DELETE", "/collections/{name}")
def drop_collection(request, name):
    return request.store.drop(name)


@route("GET", "/collections/{name}")
def describe_collection(request, name):
    collection = request.store.require(name)
    config, info = collection.config, collection.shard.info()
    return {
        "status": "green",
        "optimizer_status": "ok",
        "points_count": info.points_count,
        "indexed_vectors_count": info.indexed_vectors_count,
        "segments_count": info.segments_count,
        "config": {
            "params": {"vectors": config.get("vectors") or {}, "shard_number": 1, "replication_factor": 1},
            "hnsw_config": {"m": 16, "ef_construct": 100, "full_scan_threshold": 10_000} | (config.get("hnsw_config") or {}),
            "optimizer_config": {"deleted_threshold": 0.2, "vacuum_min_vector_number": 1000, "default_segment_number": 0, "flush_interval_sec": 5},
            "wal_config": {"wal_capacity_mb": 32, "wal_segments_ahead": 0},
            "quantization_config": config.get("quantization_config"),
        },
        "payload_schema": {key: json_index(index) for key, index in info.payload_schema.items()},
    }


def json_index(index):
    kind = engine.lower_name(index.data_type)
    return {"data_type": kind, "points": index.points, "params": {"type": kind} | engine.index_params(index.params)}


@route("PUT", "/collections/{name}/index")
def create_index(request, name):
    collection, body = request.store.require(name), request.body("CreateFieldIndex")
    return request.updated(collection.update(engine.payload_index(body)))


# --- points


def update(request, name, operations):
    """Checks and translates all of them before the first is applied."""
    collection = request.store.require(name)
    for kind, body in operations:
        if kind == "upsert":
            collection.check_vectors(engine.points_of(body))
    translated = [engine.update_of(kind, body) for kind, body in operations]
    return [request.updated(collection.update(one)) for one in translated]


@route("PUT", "/collections/{name}/points")
def upsert_points(request, name):
    return update(request, name, [("upsert", request.body("PointInsertOperations"))])[0]


@route("POST", "/collections/{name}/points/delete")
def delete_points(request, name):
    return update(request, name, [("delete", request.body("PointsSelector"))])[0]


@route("POST", "/collections/{name}/points/payload")
def set_payload(request, name):
    return update(request, name, [("set_payload", request.body("SetPayload"))])[0]


@route("POST", "/collections/{name}/points/batch")
def update_points(request, name):
    operations = [next(iter(one.items())) for one in request.body("UpdateOperations")["operations"]]
    for kind, _ in operations:
        if kind not in engine.UPDATES:
            raise engine.not_here(kind)
    return update(request, name, operations)


@route("POST", "/collections/{name}/points")
def retrieve_points(request, name):
    body = request.body("PointRequest")
    shard = request.store.require(name).shard
    ids = [engine.point_id(one) for one in body["ids"]]
    payload = engine.which_payload(body.get("with_payload"), True)
    return [engine.json_point(one) for one in shard.retrieve(ids, payload, body.get("with_vector") or False)]


@route("POST", "/collections/{name}/points/scroll")
def scroll_points(request, name):
    wanted = engine.scroll_of(request.body("ScrollRequest"))
    points, following = request.store.require(name).shard.scroll(wanted)
    return {
        "points": [engine.json_point(one) for one in points],
        "next_page_offset": None if following is None else engine.json_id(following),
    }


@route("POST", "/collections/{name}/points/count")
def count_points(request, name):
    wanted = engine.count_of(request.body("CountRequest"))
    return {"count": request.store.require(name).shard.count(wanted)}


@route("POST", "/collections/{name}/points/query")
def query_points(request, name):
    wanted = engine.query_of(request.body("QueryRequest"))
    return json_hits(request.store.require(name).shard.query(wanted))


@route("POST", "/collections/{name}/points/query/batch")
def query_points_in_batch(request, name):
    wanted = [engine.query_of(one) for one in request.body("QueryRequestBatch")["searches"]]
    shard = request.store.require(name).shard
    return [json_hits(hits) for hits in shard.query_batch(edge.QueryBatchRequest(wanted))]


def json_hits(points):
    return {"points": [engine.json_point(one) for one in points]}


# --- HTTP


def engine_error(error):
    """The engine raises plain exceptions: only the text tells the caller's fault from its own."""
    text = str(error)
    if text.startswith(("Not existing vector name", "Vector dimension error", "Wrong", "Validation failed")):
        return 400, "Wrong input: " + text
    if text.startswith("No point with id"):
        return 404, f"Not found: {text} found"
    if isinstance(error, (ValueError, TypeError)):
        return 400, "Format error in JSON body: " + text
    traceback.print_exc()
    return 500, "Service internal error: " + text


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    one_at_a_time = threading.Lock()

    def log_message(self, *_):
        pass

    def answer(self):
        start = time.perf_counter()
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        status, fields = self.outcome(raw)
        self.send(status, fields | {"time": time.perf_counter() - start})

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = answer

    def outcome(self, raw):
        try:
            return 200, {"status": "ok", "result": self.work(raw)}
        except Refused as refused:
            status, reason = refused.status, str(refused)
        except Exception as error:
            status, reason = engine_error(error)
        return status, {"status": {"error": reason}}

    def work(self, raw):
        url = urlsplit(self.path)
        for method, pattern, handle in ROUTES:
            found = pattern.fullmatch(url.path)
            if found and method == self.command:
                with self.one_at_a_time:
                    request = Request(self.server.store, raw, parse_qs(url.query))
                    return handle(request, *map(unquote, found.groups()))
        raise Refused(404, f"Not found: {self.command} {url.path}")

    def send(self, status, fields):
        if self.path == "/":
            fields = {"title": "qdrant - vector search engine", "version": VERSION}
        body = orjson.dumps(fields)
        head = f"HTTP/1.1 {status} x\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        self.wfile.write(head.encode() + body)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def get_request(self):
        connection, address = super().get_request()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection, address


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--port", type=int, required=True, help="0 takes any; the first line printed says which")
    options.add_argument("--data", required=True, help="the folder of the collections")
    chosen = options.parse_args()
    server = Server(("127.0.0.1", chosen.port), Handler)
    server.store = Store(chosen.data)
    print(f"listening on {server.server_address[1]}", file=sys.stdout, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
