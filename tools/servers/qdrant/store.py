"""Collections in a folder: one engine shard each, and one file that says which there are."""

import os
import shutil
import uuid
from pathlib import Path

import engine
import orjson
import qdrant_edge as edge
from checks import Refused


class Collection:
    def __init__(self, folder, config, shard):
        self.folder = folder
        self.config = config
        self.shard = shard
        self.operations = 0

    def check_vectors(self, points):
        """All of them before the first is written: a batch that fails half-way leaves its first half in the engine."""
        sizes = {name: fields["size"] for name, fields in engine.vectors_of(self.config).items()}
        for point in points:
            vector = point["vector"]
            for name, values in (vector if isinstance(vector, dict) else {"": vector}).items():
                if name not in sizes:
                    raise Refused(400, f"Wrong input: Not existing vector name error: {name}")
                if len(values) != sizes[name]:
                    raise Refused(400, f"Wrong input: Vector dimension error: expected dim: {sizes[name]}, got {len(values)}")

    def update(self, operation):
        self.shard.update(operation)
        self.operations += 1
        return self.operations


class Store:
    """What was answered is in the engine's log, so a killed process loses none of it; a power cut may."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.list_file = self.folder / "collections.json"
        self.collections = {name: self.load(kept) for name, kept in self.kept().items()}
        self.sweep()

    def kept(self):
        return orjson.loads(self.list_file.read_bytes()) if self.list_file.exists() else {}

    def load(self, kept):
        shard = edge.EdgeShard.load(str(self.folder / kept["folder"]))
        return Collection(kept["folder"], kept["config"], shard)

    def sweep(self):
        """Folders of collections that a killed process had half made or half dropped."""
        live = {collection.folder for collection in self.collections.values()}
        for path in self.folder.iterdir():
            if path.is_dir() and path.name not in live:
                shutil.rmtree(path)

    def require(self, name):
        if name not in self.collections:
            raise Refused(404, f"Not found: Collection `{name}` doesn't exist!")
        return self.collections[name]

    def create(self, name, config):
        if name in self.collections:
            raise Refused(409, f"Wrong input: Collection `{name}` already exists!")
        folder = uuid.uuid4().hex
        shard = edge.EdgeShard.create(str(self.folder / folder), engine.config_of(config))
        self.collections[name] = Collection(folder, config, shard)
        self.save()

    def drop(self, name):
        collection = self.collections.pop(name, None)
        if collection is None:
            return False
        self.save()
        collection.shard.close()
        shutil.rmtree(self.folder / collection.folder)
        return True

    def save(self):
        kept = {name: {"folder": one.folder, "config": one.config} for name, one in self.collections.items()}
        beside = self.list_file.with_suffix(".new")
        with open(beside, "wb") as file:
            file.write(orjson.dumps(kept))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self.list_file)
