"""Qdrant's JSON as types of Qdrant's engine, and back."""

import uuid

import qdrant_edge as edge
from checks import Refused, not_here


def given(fields):
    return {key: value for key, value in (fields or {}).items() if value is not None}


def refuse(absent, fields):
    for key in absent & given(fields).keys():
        raise not_here(key)


def as_list(value):
    return value if isinstance(value, list) else [value]


# --- points


def point_id(value):
    try:
        if not isinstance(value, (str, int)) or isinstance(value, bool):
            raise ValueError
        return uuid.UUID(value) if isinstance(value, str) else value
    except ValueError:
        raise Refused(400, f"Format error in JSON body: {value} is not a valid point ID") from None


def json_id(value):
    return value if isinstance(value, int) else str(value)


def point(fields):
    return edge.Point(point_id(fields["id"]), fields["vector"], fields.get("payload"))


def json_point(record):
    fields = {"id": json_id(record.id)}
    if isinstance(record, edge.ScoredPoint):
        fields |= {"version": record.version, "score": record.score}
    return fields | given({"payload": record.payload, "vector": record.vector})


def which_payload(choice, default):
    if not isinstance(choice, dict):
        return default if choice is None else choice
    kind = edge.PayloadSelector
    return kind.Include(choice["include"]) if "include" in choice else kind.Exclude(choice["exclude"])


# --- filters


def filter_of(fields):
    if fields is None:
        return None
    if fields.get("min_should"):
        raise not_here("min_should")
    clauses = {key: [condition(one) for one in as_list(value)] for key, value in given(fields).items()}
    return edge.Filter(**clauses)


def condition(fields):
    if "has_id" in fields:
        return edge.HasIdCondition({point_id(one) for one in fields["has_id"]})
    if "is_empty" in fields and "key" not in fields:
        return edge.IsEmptyCondition(fields["is_empty"]["key"])
    if "key" in fields:
        return field_condition(fields["key"], given(fields))
    if set(fields) <= {"must", "should", "must_not", "min_should"}:
        return filter_of(fields)
    raise not_here("condition with " + ", ".join(fields))


def field_condition(key, fields):
    if set(fields) == {"key", "match"}:
        return edge.FieldCondition(key, match=match(given(fields["match"])))
    if set(fields) == {"key", "range"}:
        return edge.FieldCondition(key, range=number_range(given(fields["range"])))
    raise not_here("condition with " + ", ".join(fields))


MATCHES = {"value": edge.MatchValue, "any": edge.MatchAny, "except": edge.MatchExcept}


def match(fields):
    ((kind, value),) = fields.items()
    # The binding reads True as 1.
    if kind not in MATCHES or isinstance(value, bool):
        raise not_here(f"match of {kind} {type(value).__name__}")
    return MATCHES[kind](value)


def number_range(bounds):
    if any(isinstance(bound, str) for bound in bounds.values()):
        raise not_here("range of times")
    return edge.RangeFloat(**bounds)


# --- updates


def update_of(kind, body):
    refuse({"shard_key"}, body)
    return UPDATES[kind](body)


def upsert(body):
    modes = {"upsert": "Upsert", "insert_only": "InsertOnly", "update_only": "UpdateOnly"}
    return edge.UpdateOperation.upsert_points(
        [point(one) for one in points_of(body)],
        condition=filter_of(body.get("update_filter")),
        update_mode=getattr(edge.UpdateMode, modes[body.get("update_mode") or "upsert"]),
    )


def points_of(body):
    if "points" not in body:
        raise not_here("upsert in columns")
    if not body["points"]:
        raise Refused(400, "Wrong input: Empty update request")
    return body["points"]


def delete(body):
    if body.get("points") is not None:
        return edge.UpdateOperation.delete_points([point_id(one) for one in body["points"]])
    return edge.UpdateOperation.delete_points_by_filter(filter_of(body["filter"]))


def set_payload(body):
    if body.get("points") is not None:
        ids = [point_id(one) for one in body["points"]]
        return edge.UpdateOperation.set_payload(ids, body["payload"], body.get("key"))
    if body.get("filter") is None:
        raise Refused(422, "Validation error in JSON body: [Either list of point ids or filter must be provided]")
    return edge.UpdateOperation.set_payload_by_filter(filter_of(body["filter"]), body["payload"], body.get("key"))


UPDATES = {"upsert": upsert, "delete": delete, "set_payload": set_payload}


def payload_index(body):
    schema = body.get("field_schema") or "keyword"
    schema = {"type": schema} if isinstance(schema, str) else given(schema)
    kind = schema.pop("type")
    if kind not in ("keyword", "integer", "float", "uuid"):
        raise not_here(f"payload index of type {kind}")
    params = getattr(edge, kind.capitalize() + "IndexParams")(**schema)
    return edge.UpdateOperation.create_field_index(body["field_name"], params)


def index_params(params):
    names = ("is_tenant", "enable_hnsw", "lookup", "range")
    return given({name: getattr(params, name, None) for name in names})


def lower_name(member):
    return str(member).rsplit(".", 1)[-1].lower()


# --- queries


def query_of(body):
    refuse({"prefetch", "lookup_from", "shard_key"}, body)
    return edge.QueryRequest(
        limit=body.get("limit") or 10,
        offset=body.get("offset"),
        query=nearest(body.get("query"), body.get("using")),
        with_payload=which_payload(body.get("with_payload"), False),
        with_vector=body.get("with_vector") or False,
        filter=filter_of(body.get("filter")),
        score_threshold=body.get("score_threshold"),
        params=search_params(body.get("params")),
    )


def nearest(query, using):
    vector = query.get("nearest") if isinstance(query, dict) else query
    if not isinstance(vector, list) or isinstance(vector[0], list):
        raise not_here("query other than by one vector")
    return edge.Query.Nearest(vector, using=using)


def search_params(fields):
    if not fields:
        return None
    params = given(fields)
    if "quantization" in params:
        params["quantization"] = edge.QuantizationSearchParams(**given(params["quantization"]))
    return edge.SearchParams(**params)


def scroll_of(body):
    refuse({"order_by", "shard_key"}, body)
    offset = body.get("offset")
    return edge.ScrollRequest(
        offset=None if offset is None else point_id(offset),
        limit=body.get("limit") or 10,
        filter=filter_of(body.get("filter")),
        with_payload=which_payload(body.get("with_payload"), True),
        with_vector=body.get("with_vector") or False,
    )


def count_of(body):
    return edge.CountRequest(exact=body.get("exact", True) is not False, filter=filter_of(body.get("filter")))


# --- collections


# Settings that would change answers, and are refused; numbers of shards and threads do not.
NOT_OF_COLLECTIONS = {"sparse_vectors", "strict_mode_config", "sharding_method"}
NOT_OF_VECTORS = {"multivector_config", "datatype", "quantization_config", "hnsw_config"}


def config_of(body):
    refuse(NOT_OF_COLLECTIONS, body)
    return edge.EdgeConfig(
        vectors={name: vector_params(fields) for name, fields in vectors_of(body).items()},
        on_disk_payload=body.get("on_disk_payload"),
        hnsw_config=hnsw(body.get("hnsw_config")),
        quantization_config=quantization(body.get("quantization_config")),
    )


def vectors_of(body):
    """The collection's vectors by name; the one without a name has the empty one."""
    vectors = body.get("vectors") or {}
    return {"": vectors} if isinstance(vectors.get("size"), int) else vectors


def vector_params(fields):
    refuse(NOT_OF_VECTORS, fields)
    if not 1 <= fields["size"] <= 65536:
        raise Refused(400, f"Wrong input: vectors.size: {fields['size']} is not from 1 to 65536")
    return edge.EdgeVectorParams(fields["size"], getattr(edge.Distance, fields["distance"]), on_disk=fields.get("on_disk"))


def hnsw(fields):
    if fields is None:
        return None
    return edge.HnswIndexConfig(**{"m": 16, "ef_construct": 100, "full_scan_threshold": 10_000} | given(fields))


def quantization(fields):
    if fields is None:
        return None
    if "scalar" not in fields:
        raise not_here("quantization but scalar")
    scalar = given(fields["scalar"])
    return edge.ScalarQuantizationConfig(
        edge.ScalarType.Int8, quantile=scalar.get("quantile"), always_ram=scalar.get("always_ram")
    )
