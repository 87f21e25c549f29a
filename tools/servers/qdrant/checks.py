"""Requests held against the models that Qdrant generates from its own OpenAPI description."""

import importlib.util
import sys
from functools import lru_cache
from pathlib import Path

import orjson
from pydantic import TypeAdapter, ValidationError


class Refused(Exception):
    """An answer other than 200, with the status that the server would give."""

    def __init__(self, status, reason):
        super().__init__(reason)
        self.status = status


def not_here(what):
    """What the server can do and this double cannot: said aloud, never answered with something else."""
    return Refused(501, f"This double has no {what}")


def load_models():
    """By path, since importing the package would pull in gRPC, an HTTP client and numpy."""
    file = "qdrant_client/http/models/models.py"
    path = next(Path(folder, file) for folder in sys.path if Path(folder, file).exists())
    spec = importlib.util.spec_from_file_location("qdrant_models", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["qdrant_models"] = module
    spec.loader.exec_module(module)
    return module


MODELS = load_models()


@lru_cache(None)
def checker(model):
    return TypeAdapter(getattr(MODELS, model))


def checked(model, raw):
    """The body as plain JSON, if it is what the model says."""
    try:
        checker(model).validate_json(raw, strict=True)
    except ValidationError as error:
        raise Refused(400, "Format error in JSON body: " + likeliest(error)) from error
    body = orjson.loads(raw)
    check_bounds(body)
    return body


def likeliest(error):
    """A union reports every arm that failed; the deepest one is nearly always the one that was meant."""
    worst = max(error.errors(), key=lambda one: (one["type"] == "extra_forbidden", len(one["loc"])))
    return ".".join(map(str, worst["loc"])) + ": " + worst["msg"]


# The generated models carry no bounds, so those of the server stand here.
LEAST = {"limit": 1, "ef_construct": 4, "oversampling": 1, "quantile": 0.5, "shard_number": 1, "replication_factor": 1}
UNSIGNED = {"offset", "hnsw_ef", "m", "payload_m", "full_scan_threshold", "indexing_threshold", "min_count"}
CALLERS_OWN = {"payload", "vector", "query", "ids", "has_id", "match", "range"}


def check_bounds(value):
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if key in CALLERS_OWN:
            continue
        if isinstance(inner, (dict, list)):
            check_bounds(inner)
        elif isinstance(inner, (int, float)):
            check_bound(key, inner)


def check_bound(key, number):
    if key in UNSIGNED and number < 0:
        raise Refused(400, f"Format error in JSON body: {key}: invalid value {number}")
    if number < LEAST.get(key, number):
        raise Refused(422, f"Validation error in JSON body: [{key}: value {number} invalid, must be {LEAST[key]} or larger]")
