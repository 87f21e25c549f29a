"""Builds the Python package in the folder PACKAGE as its registry gets it, unpacks the wheel into INSTALLED, and prints what it has."""

import json
import os
import sys
import tarfile
import zipfile
from pathlib import Path

import uv_build

# The backend looks for its program on the path.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
os.chdir(os.environ["PACKAGE"])
Path("dist").mkdir(exist_ok=True)
sdist, wheel = uv_build.build_sdist("dist"), uv_build.build_wheel("dist")

with zipfile.ZipFile(Path("dist", wheel)) as archive:
    archive.extractall(os.environ["INSTALLED"])
    names = archive.namelist()
    metadata = archive.read(next(name for name in names if name.endswith("METADATA"))).decode()
with tarfile.open(Path("dist", sdist)) as archive:
    sources = archive.getnames()
kept = [name for name in names if not name.startswith(("cairn_memory/api/", "cairn_memory/models/"))]
print(
    json.dumps(
        {
            "sdist": sdist,
            "wheel": wheel,
            "files": sorted(name for name in kept if name.startswith("cairn_memory/") and not name.endswith("/")),
            "license": any(name.endswith("/LICENSE") for name in names) and any(name.endswith("/LICENSE") for name in sources),
            "extras": sorted(line.split(": ")[1] for line in metadata.splitlines() if line.startswith("Provides-Extra")),
        }
    )
)
