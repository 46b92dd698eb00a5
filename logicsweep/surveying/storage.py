"""The folder of a survey: Parquet shards, a manifest, the boards asked for, and a list of failures.

A shard's name gives its boards, so the folder itself shows which shards are done. A shard is written under
another name and then renamed, so it is always whole. Its metadata have its survey, its boards, and a checksum
of the file, so a copy under another name, or one changed bit, is noticed. The names of other files begin with
`_`: programs that read a folder of Parquet files ignore them.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, Unreadable, quote, reading, shorten, writing
from logicsweep.games.players import FORMER_NAMES
from logicsweep.surveying.plan import Plan, Shard, fingerprint_of
from logicsweep.surveying.rows import Columns
from logicsweep.work.files import replace_file
from logicsweep.work.remarks import remark

MANIFEST, FAILURES, ASKED = "_manifest.json", "_failures.jsonl", "_boards.json"
_NAME = re.compile(r"mines-(\d+)-boards-(\d+)-(\d+)\.parquet", re.ASCII)
_KEY = b"logicsweep survey"
_HEX = 64  # digits of a checksum
_PACKING: Any = {
    "compression": "zstd",
    "use_dictionary": ["mines", "player", "hardest", "start"],
    "column_encoding": {"index": "DELTA_BINARY_PACKED"},
}
"""How files are compressed: a third smaller than by default."""
_LONG = 60  # characters of a value in an error
_SETTLED = {"graded": "graded paths", "checked": "custom productions checked"}
"""Boolean fields of a plan, in words."""
_TEXT = pa.dictionary(pa.int8(), pa.string())
_NAMES = pa.dictionary(pa.int32(), pa.string())
_KINDS = {"player": _TEXT, "hardest": _TEXT, "start": _NAMES, "finished": pa.bool_(), "index": pa.uint64()}
"""The types of columns other than int32."""


def encode(plan: Plan, shard: Shard, columns: Columns) -> bytes:
    """Encode the rows of a shard as the bytes of a Parquet file."""
    label = _write_label(plan.fingerprint, shard)
    names = pa.array(plan.graph.names(range(len(plan.graph))))
    columns = columns | {"start": pa.DictionaryArray.from_arrays(columns["start"], names)}
    kinds = {name: _column_type(name) for name in columns}
    schema = pa.schema(list(kinds.items()), metadata={_KEY: label + _HEX * b"0" + b'"}'})
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(columns, schema), sink, **_PACKING)
    return _stamp_checksum(sink.getvalue().to_pybytes(), label)


def _column_type(name: str) -> Any:  # noqa: ANN401
    of_policies = {"won": pa.bool_(), "luck": pa.float64()}
    return _KINDS.get(name) or of_policies.get(name.rpartition("_")[2], pa.int32())


def _write_label(fingerprint: str, shard: Shard) -> bytes:
    """Write a shard's metadata as JSON, up to the checksum."""
    return json.dumps({"survey": fingerprint, **asdict(shard), "checksum": ""})[:-2].encode()


def _stamp_checksum(raw: bytes, label: bytes) -> bytes:
    """Append the checksum of the rest of a file to its label."""
    before, label, after = raw.rpartition(label)
    rest = after[_HEX:]
    return before + label + sha256(before + rest).hexdigest().encode() + rest


def shard_name(shard: Shard) -> str:
    """The name of a shard's file; names sort in the order of boards.

    >>> shard_name(Shard(99, 10_000, 10_000))
    'mines-00099-boards-000000010000-000000019999.parquet'
    """
    return f"mines-{shard.mines:05}-boards-{shard.first:012}-{shard.end - 1:012}.parquet"


def read_shard_name(file: Path) -> Shard:
    """The shard that a file holds, by its name; raises InvalidInput for other files."""
    match = _NAME.fullmatch(file.name)
    mines, first, last = map(int, match.groups()) if match else (0, 1, 0)
    shard = Shard(mines, first, last - first + 1)
    if shard.count < 1 or shard_name(shard) != file.name:
        raise InvalidInput(str(file), "a shard of a survey, by its name", "another file")
    return shard


@contextmanager
def begin_survey(folder: str | Path, plan: Plan) -> Iterator[Store]:
    """Open or make the folder of a plan, and lock it against other processes.

    Raises InvalidInput if it holds another survey or anything else, or if another process is using it.
    """
    store = Store(Path(folder), plan, plan.manifest, plan.fingerprint)
    with writing(str(store.folder)):
        store.folder.mkdir(parents=True, exist_ok=True)
    with _lock_folder(store.folder):
        with writing(str(store.folder)):
            names = [file.name for file in store.folder.iterdir() if not file.name.startswith(".")]
        if (store.folder / MANIFEST).exists():
            _require_same_survey(store, open_survey(folder))
        elif names:
            raise InvalidInput(str(folder), "a survey or an empty folder", f"one with {quote(min(names))}")
        with suppress(OSError):  # unfinished files of a killed process
            for left in store.folder.glob(".*.part"):
                left.unlink(missing_ok=True)
        yield store


@contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    """Lock a folder against other processes, if the system can."""
    try:
        import fcntl
    except ImportError:  # Windows
        remark("this system cannot lock a folder: do not let a second survey write to it")
        yield
        return
    with writing(str(folder)):
        lock = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InvalidInput(str(folder), "a survey that no other process writes", "one in use") from None
        except OSError:  # not every disk can lock
            pass
        yield
    finally:
        os.close(lock)


def open_survey(folder: str | Path) -> Store:
    """Open an existing survey; raises InvalidInput for a folder without one."""
    file = Path(folder) / MANIFEST
    with reading(str(folder)):
        content = file.read_bytes() if file.exists() else None
    if content is None:
        raise Unreadable(str(folder), f"no survey: there is no {file}")
    try:
        manifest = json.loads(content)
        fingerprint = str(manifest.pop("fingerprint"))
        fields: Any = {name: tuple(one) if isinstance(one, list) else one for name, one in manifest.items()}
        del fields["generator"]
        store = Store(Path(folder), _with_todays_names(Plan(**fields)), manifest, fingerprint)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InvalidInput(str(file), "the manifest of a survey", "something else") from None
    if fingerprint != fingerprint_of(manifest):
        raise InvalidInput(str(file), "the manifest of a survey", "one that was changed")
    return store


def _with_todays_names(plan: Plan) -> Plan:
    if not plan.has_former_names:
        return plan
    return replace(plan, players=tuple([FORMER_NAMES.get(name, name) for name in plan.players]))


@dataclass(frozen=True)
class Store:
    """The folder of a survey, its plan and its manifest.

    In a survey made before version 0.3 the manifest and the rows have the players' former names; the plan has
    the current ones.
    """

    folder: Path
    plan: Plan
    manifest: dict[str, Any]
    fingerprint: str

    def shards(self) -> list[Shard]:
        """The existing shards, by file name, in order; raises InvalidInput if two share boards."""
        found = sorted(map(read_shard_name, self.folder.glob("*.parquet")))
        for one, other in pairwise(found):
            if one.mines == other.mines and other.first < one.end:
                twice = f"some that {shard_name(one)} has as well (remove one of them)"
                raise InvalidInput(
                    str(self.folder / shard_name(other)), "boards that no other shard has", twice
                )
        return found

    def read(self, shard: Shard) -> bytes:
        """Read the file of a shard; raises InvalidInput unless `encode` made it from these boards."""
        file = self.folder / shard_name(shard)
        with reading(str(file)):
            raw = file.read_bytes()
        if raw == _stamp_checksum(raw, _write_label(self.fingerprint, shard)):
            return raw
        boards = f"boards {shard.first} to {shard.end - 1} with {plural(shard.mines, 'mine')}"
        raise InvalidInput(str(file), f"{boards} of this survey", "another or a broken file (remove it)")

    def count_asked(self) -> int:
        """For how many boards the last run was asked, for each number of mines; 0 if that is not known."""
        with suppress(OSError, ValueError, TypeError, RecursionError):
            return int(json.loads((self.folder / ASKED).read_bytes()))
        return 0

    def note_asked(self, boards: int) -> None:
        """Record for how many boards this run was asked."""
        self.write(ASKED, f"{boards}\n".encode())

    def count_failed(self) -> int:
        """Count the boards that the last run did not answer."""
        with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
            lines = (self.folder / FAILURES).read_bytes().splitlines()
            return sum(json.loads(line)["count"] for line in lines)
        return 0

    def note_failures(self, failures: Sequence[Mapping[str, Any]]) -> None:
        """Record which shards this run did not answer."""
        self.write(FAILURES, "".join([f"{json.dumps(one)}\n" for one in failures]).encode())

    def write(self, name: str, data: bytes) -> None:
        """Write a whole file or nothing, the manifest before all others; empty data removes the file."""
        file, manifest = self.folder / name, self.folder / MANIFEST
        with writing(str(file)):
            if data and not manifest.exists():
                tells = json.dumps(self.manifest | {"fingerprint": self.fingerprint}, indent=1)
                replace_file(str(manifest), f"{tells}\n".encode())
            if data:
                replace_file(str(file), data)
            else:
                file.unlink(missing_ok=True)


def _require_same_survey(store: Store, there: Store) -> None:
    """Raise InvalidInput, with the first difference, if two stores have different surveys."""
    if store.fingerprint == there.fingerprint:
        return
    if there.plan.has_former_names:
        found = f"one made by logicsweep {there.plan.version} with the former player names (report shows it)"
        raise InvalidInput(str(store.folder), "a survey with today's player names", found)
    expected = json.loads(json.dumps(store.manifest))
    either = {**expected, **there.manifest}
    name = next((name for name in either if expected.get(name) != there.manifest.get(name)), "version")
    wanted, found = (_describe_entry(name, manifest.get(name)) for manifest in (expected, there.manifest))
    raise InvalidInput(str(store.folder), f"a survey {wanted}", f"one {found}")


def _describe_entry(name: str, value: object) -> str:
    """Describe an entry of a manifest in words: `with start corner`."""
    if name in _SETTLED:
        return f"{'with' if value else 'without'} {_SETTLED[name]}"
    if value is None:
        return f"without {name}"
    text = ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return f"with {name} {shorten(text, _LONG)}"
