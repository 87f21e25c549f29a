"""A BaseStore of LangGraph over notes: each item is a note, its namespace the folder."""

import asyncio
import json
from datetime import datetime, timezone
from typing import Any, Iterable, Sequence
from urllib.parse import unquote

from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    get_text_at_path,
    tokenize_path,
)

from .server import CairnServer, ServerRefusal, path_segment

__all__ = ("CairnStore",)

PAGE, BATCH, RESULTS_MAX = 1000, 200, 50
VALUE, CREATED = "value: ", "created: "


class CairnStore(BaseStore):
    """Keeps items as notes of a workspace, with the versions, the readers and the search of notes.

    A search with a query has the best 50 matches first, with a score, then the other items without one. Secrets in values are
    masked by the server, as in every note. Deletion keeps the versions of the note.

    Args:
        server: The server, with the key of the agent.
        workspace: Workspace of the notes.
        folder: Folder of the workspace in which the namespaces are.
        index: Fields whose text is searched, such as {"fields": ["text"]}; by default the whole value.
    """

    __slots__ = ("_server", "_workspace", "_folder", "_fields", "index_config")

    def __init__(
        self,
        server: CairnServer,
        *,
        workspace: str = "default",
        folder: str = "store",
        index: dict[str, Any] | None = None,
    ) -> None:
        self._server = server
        self._workspace = workspace
        self._folder = folder.strip("/")
        self.index_config = index
        self._fields: Sequence[str] = (index or {}).get("fields") or ["$"]

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        for op in listed:
            _require_namespaces(op)
        # Reads see the state before the writes of their batch, and the last write of an item wins.
        results = [None if isinstance(op, PutOp) else self._read(op) for op in listed]
        writes = {(op.namespace, op.key): op for op in listed if isinstance(op, PutOp)}
        self._write(list(writes.values()))
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        return await asyncio.get_running_loop().run_in_executor(None, self.batch, listed)

    def _read(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return next(iter(self._items([self._path(op.namespace, op.key)])), None)
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._list_namespaces(op)
        raise ValueError(f"Unknown operation: {type(op)}")

    def _write(self, ops: list[PutOp]) -> None:
        kept = [op for op in ops if op.value is not None]
        paths = [self._path(op.namespace, op.key) for op in kept]
        created = {self._path(item.namespace, item.key): item.created_at for item in self._items(paths)}
        now = datetime.now(timezone.utc)
        notes = [
            {"path": path, "text": self._text(op, created.get(path, now))} for path, op in zip(paths, kept, strict=True)
        ]
        for part in _parts(notes, BATCH):
            answer = self._server.call("PUT", "/v1/notes/batch", json={"workspace": self._workspace, "notes": part})
            _require_all(answer["results"])
        for op in ops:
            if op.value is None:
                self._remove(self._path(op.namespace, op.key))

    def _remove(self, path: str) -> None:
        try:
            self._server.call("DELETE", "/v1/notes", params={"workspace": self._workspace, "path": path})
        except ServerRefusal as refusal:
            if refusal.code != "note/unknown":
                raise

    def _search(self, op: SearchOp) -> list[SearchItem]:
        paths = self._paths(self._prefix(op.namespace_prefix))
        scores = self._scores(op) if op.query else {}
        ranked = sorted(paths, key=lambda path: -scores.get(path, -1.0))
        last = op.offset + op.limit
        if not op.filter:
            return self._search_items(ranked[op.offset : last], scores)
        found: list[SearchItem] = []
        for part in _parts(ranked, BATCH):
            found += [item for item in self._search_items(part, scores) if _matches(item.value, op.filter)]
            if len(found) >= last:
                break
        return found[op.offset : last]

    def _scores(self, op: SearchOp) -> dict[str, float]:
        """Best score of each note that the search finds, by path."""
        request = {
            "query": op.query,
            "workspace": self._workspace,
            "pathPrefix": self._prefix(op.namespace_prefix),
            "corpus": "memory",
            "citations": "off",
            "minScore": 0,
            "maxResults": RESULTS_MAX,
        }
        scores: dict[str, float] = {}
        for result in self._server.call("POST", "/v1/recall/notes", json=request)["results"]:
            scores[result["path"]] = max(result["score"], scores.get(result["path"], 0.0))
        return scores

    def _search_items(self, paths: list[str], scores: dict[str, float]) -> list[SearchItem]:
        return [
            SearchItem(
                namespace=item.namespace,
                key=item.key,
                value=item.value,
                created_at=item.created_at,
                updated_at=item.updated_at,
                score=scores.get(self._path(item.namespace, item.key)),
            )
            for item in self._items(paths)
        ]

    def _list_namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        names = {self._place(path)[0] for path in self._paths(self._prefix(()))}
        matching = [name for name in names if all(_fits(name, condition) for condition in op.match_conditions or ())]
        cut = {name[: op.max_depth] if op.max_depth is not None else name for name in matching}
        return sorted(cut)[op.offset : op.offset + op.limit]

    def _paths(self, prefix: str) -> list[str]:
        found: list[str] = []
        params = {"workspace": self._workspace, "prefix": prefix, "limit": PAGE}
        while True:
            page = self._server.call("GET", "/v1/notes", params=params)
            found += [note["path"] for note in page["notes"]]
            if page["nextAfter"] is None:
                return found
            params = {**params, "after": page["nextAfter"]}

    def _items(self, paths: Sequence[str]) -> list[Item]:
        """Reads the items of paths, in their order, without those that are gone."""
        found: list[Item] = []
        left = list(dict.fromkeys(paths))
        while left:
            body = {"workspace": self._workspace, "paths": left[:BATCH]}
            results = self._server.call("POST", "/v1/notes/batch", json=body)["results"]
            found += [self._item(result["note"]) for result in results if "note" in result]
            _require_all([result for result in results if result.get("error", {}).get("code") != "note/unknown"])
            # A read ends early where the texts get too long.
            left = left[len(results) :]
        return found

    def _item(self, note: dict[str, Any]) -> Item:
        namespace, key = self._place(note["path"])
        lines = note["text"].split("\n")
        value = next(line for line in lines if line.startswith(VALUE))
        created = next(line for line in lines if line.startswith(CREATED))
        return Item(
            namespace=namespace,
            key=key,
            value=json.loads(value[len(VALUE) :]),
            created_at=datetime.fromisoformat(created[len(CREATED) :]),
            updated_at=datetime.fromtimestamp(note["at"] / 1000, timezone.utc),
        )

    def _text(self, op: PutOp, created: datetime) -> str:
        """The value is front matter, which is not searched; the text below it is."""
        fields = [] if op.index is False else op.index or self._fields
        texts = [text for field in fields for text in get_text_at_path(op.value, tokenize_path(field) if field != "$" else field)]
        head = ["---", CREATED + created.isoformat(), VALUE + json.dumps(op.value), "---"]
        return "\n".join([*head, "", *texts, ""])

    def _prefix(self, namespace: tuple[str, ...]) -> str:
        return "/".join([self._folder, *map(path_segment, namespace)]) + "/"

    def _path(self, namespace: tuple[str, ...], key: str) -> str:
        return self._prefix(namespace) + path_segment(key) + ".md"

    def _place(self, path: str) -> tuple[tuple[str, ...], str]:
        *namespace, key = path.removeprefix(self._folder + "/").removesuffix(".md").split("/")
        return tuple(map(_named, namespace)), _named(key)


def _named(segment: str) -> str:
    return unquote(segment.replace("=", "%"))


def _parts(values: list[Any], size: int) -> Iterable[list[Any]]:
    for at in range(0, len(values), size):
        yield values[at : at + size]


def _require_all(results: list[dict[str, Any]]) -> None:
    for result in results:
        if "error" in result:
            error = result["error"]
            raise ValueError(f"{result['path']}: {error['message']} ({error['code']})")


def _require_namespaces(op: Op) -> None:
    """Refuses the labels that the methods of a store refuse, since a batch takes operations as they are."""
    if isinstance(op, ListNamespacesOp):
        named = [condition.path for condition in op.match_conditions or ()]
    else:
        named = [op.namespace_prefix if isinstance(op, SearchOp) else op.namespace]
    for label in (label for namespace in named for label in namespace):
        if not isinstance(label, str) or not label or "." in label:
            raise InvalidNamespaceError(f"A label of a namespace is a text without a period, and not empty: {label!r}")


def _fits(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    path = condition.path
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", name) for name, wanted in zip(part, path, strict=True))


def _matches(value: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return all(_equals(_field(value, field), expected) for field, expected in wanted.items())


def _field(value: dict[str, Any], field: str) -> Any:
    """Value of a field, or of a field of a field by a path such as user.name."""
    if field in value or "." not in field:
        return value.get(field)
    head, rest = field.split(".", 1)
    inner = value.get(head)
    return _field(inner, rest) if isinstance(inner, dict) else None


def _equals(value: Any, expected: Any) -> bool:
    if isinstance(expected, dict):
        if any(name.startswith("$") for name in expected):
            return all(_compares(value, name, operand) for name, operand in expected.items())
        return isinstance(value, dict) and _matches(value, expected)
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(value, (list, tuple))
            and len(value) == len(expected)
            and all(_equals(one, other) for one, other in zip(value, expected, strict=True))
        )
    return bool(value == expected)


def _compares(value: Any, operator: str, operand: Any) -> bool:
    if operator == "$eq":
        return bool(value == operand)
    if operator == "$ne":
        return bool(value != operand)
    if operator not in ("$gt", "$gte", "$lt", "$lte"):
        raise ValueError(f"Unsupported operator: {operator}")
    if value is None:
        return False
    one, other = float(value), float(operand)
    return {"$gt": one > other, "$gte": one >= other, "$lt": one < other, "$lte": one <= other}[operator]
