"""The page as a folder of static files: Python itself runs in the browser, and any host can serve it."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from logicsweep.errors import InvalidInput, Unreadable, quote, reading, writing
from logicsweep.live.answer import answer
from logicsweep.live.page import READY, page_files
from logicsweep.show.json import dumps

_PYPI = "https://files.pythonhosted.org/packages"


class Download(NamedTuple):
    """A file of a registry, and its SHA-256."""

    url: str
    digest: str

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.url.rpartition("/")[2]


PYODIDE = Download(
    "https://registry.npmjs.org/pyodide/-/pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
)
PYSAT = Download(
    f"{_PYPI}/18/ae/ffea0d0115a34b40dd76c230481d56ff8e69a38597cda951e4ca91cb72ff/"
    "python_sat-1.9.dev24-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "621b06b68cbd46c4862f6fa1872f506c982cb7e4635235f9ae0749de0564a03d",
)
_SKIPPED = {"__pycache__", "tests", "samples", "cli", "static"}
"""Folders of packages that no answer needs."""
_DATA = {".css", ".html", ".js"}
_AT_LAST = {"networkx.zip", PYSAT.name}
"""Files that are loaded once the first answer can be given: a hint does not need them."""
_LIST = "const FILES = "
"""How the line of `sw.js` begins that lists the files of the folder."""


def export(folder: str, source: str | None = None) -> int:
    """Write the page into a new or empty folder, or over a former export; returns the number of bytes.

    What is not installed here is fetched, or read from the folder `source`. Writes all or nothing. Raises
    InvalidInput if the folder holds anything else, or if a file is not what it should be.
    """
    with reading(folder):
        others = _find_others(Path(folder))
    if others:
        expected = "a new or empty folder, or a former export alone"
        raise InvalidInput("export", expected, f"{quote(folder)} with {quote(min(others))}")
    files = _list_files(source)
    with writing(folder):
        target = Path(os.path.abspath(folder))  # noqa: PTH100  # a link stays one
        fresh = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
        try:
            for name, data in files.items():
                (fresh / name).parent.mkdir(exist_ok=True)
                (fresh / name).write_bytes(data)
            fresh.chmod(0o755)
            _replace_folder(target, fresh)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return sum(map(len, files.values()))


def _find_others(folder: Path) -> set[str]:
    """The files in a folder that no former export wrote."""
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "it is no folder")
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    lines = (folder / "sw.js").read_text("utf-8").splitlines() if "sw.js" in found else []
    listed = next((line.removeprefix(_LIST)[:-1] for line in lines if line.startswith(_LIST)), "[]")
    return found - {*json.loads(listed)}


def _replace_folder(old: Path, fresh: Path) -> None:
    """Put a folder in the place of another, which is removed at the end."""
    if not old.exists():
        fresh.rename(old)
        return
    with tempfile.TemporaryDirectory(prefix=f".{old.name}-", dir=old.parent) as aside:
        old.rename(Path(aside) / "old")
        try:
            fresh.rename(old)
        except OSError:
            (Path(aside) / "old").rename(old)
            raise


def _list_files(source: str | None) -> dict[str, bytes]:
    """All files of the page, by their names in its folder."""
    engine = _list_pyodide(_fetch(PYODIDE, source))
    engine |= {
        "logicsweep.zip": _zip_packages("logicsweep", "constraint"),
        "networkx.zip": _zip_packages("networkx"),
    }
    engine |= {PYSAT.name: _fetch(PYSAT, source)}
    loaded = [
        {"name": name, "size": len(data), "late": name in _AT_LAST}
        for name, data in engine.items()
        if not name.endswith((".mjs", ".txt"))
    ]
    ready = answer({"verb": "hint", "position": READY, "guess": "best", "page": True})
    page = page_files() | {"licenses.txt": "\n\n".join(_list_licenses()).encode()}
    page["ready.json"] = dumps(ready).encode()
    files = {**page, **{f"engine/{name}": data for name, data in engine.items()}}
    version = sha256(b"".join([sha256(data).digest() for data in files.values()])).hexdigest()[:16]
    config = {"engine": "worker", "files": loaded, "version": version}
    told = [f"export const {name} = {json.dumps(value)};\n" for name, value in config.items()]
    worker = page["sw.js"].decode().replace("const FILES = [];", f"{_LIST}{json.dumps([*files])};")
    worker = worker.replace('"unknown"', json.dumps(version))
    return files | {"config.js": "".join(told).encode(), "sw.js": worker.encode()}


def _list_pyodide(archive: bytes) -> dict[str, bytes]:
    """The files of Pyodide that the page loads; what is large and not compressed yet is compressed."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        names = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"
        found = {name: _member(tar, f"package/{name}") for name in names}
    lock = json.loads(found.pop("pyodide-lock.json"))
    wasm = gzip.compress(found.pop("pyodide.asm.wasm"), mtime=0)
    return found | {"pyodide.asm.wasm.bin": wasm, "lock.json": json.dumps(lock | {"packages": {}}).encode()}


def _member(tar: tarfile.TarFile, name: str) -> bytes:
    file = tar.extractfile(name)
    assert file  # what the digest belongs to has it
    return file.read()


def _fetch(what: Download, source: str | None) -> bytes:
    """A file from a folder or from its registry; raises InvalidInput if it is another than it should be."""
    place = what.url if source is None else str(Path(source) / what.name)
    try:
        if source is None:
            with urlopen(what.url, timeout=60) as response:
                data: bytes = response.read()
        else:
            with reading(place):
                data = Path(place).read_bytes()
    except OSError as error:  # of the network
        raise Unreadable(
            place, f"{getattr(error, 'reason', error)} (--from DIR takes it from a folder)"
        ) from None
    if (digest := sha256(data).hexdigest()) != what.digest:
        raise InvalidInput(place, f"the SHA-256 {what.digest}", digest)
    return data


def _zip_packages(*packages: str) -> bytes:
    """Packages that are installed here in one archive, as sources: compiled they would be twice as long."""
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for package in packages:
            spec = find_spec(package)
            assert spec and spec.origin
            root = Path(spec.origin).parent
            for path in sorted(root.rglob("*.*")):
                name = path.relative_to(root.parent)
                if _SKIPPED.isdisjoint(name.parts) and path.suffix in {".py", *_DATA}:
                    info = ZipInfo(name.as_posix())  # without a date: the same files are the same bytes
                    info.compress_type = ZIP_DEFLATED
                    archive.writestr(info, path.read_bytes())
    return data.getvalue()


def _list_licenses() -> Iterator[str]:
    yield "This page contains Pyodide (MPL-2.0, https://github.com/pyodide/pyodide) with CPython (PSF-2.0),\n"
    for name in ("logicsweep", "networkx", "python-constraint2", "python-sat"):
        files = distribution(name).files or []
        texts = [str(file.read_text()) for file in files if "LICENSE" in file.name.upper()]
        yield "\n".join([f"and {name} {distribution(name).version}:\n", *texts])
