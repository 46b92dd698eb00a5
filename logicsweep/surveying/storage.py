"""Where a survey is kept: a folder with Parquet shards, a manifest and what failed.

A shard's name tells its boards, so that the folder itself says what is done. It is written under another
name and then renamed: a shard that is there is whole. Its metadata hold the fingerprint of the survey.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from logicsweep.errors import InvalidInput, Unreadable, Unwritable
from logicsweep.surveying.plan import Plan, Shard, fingerprint_of
from logicsweep.surveying.rows import Columns
from logicsweep.work import paced, replace_file

MANIFEST, FAILURES = "manifest.json", "failures.jsonl"
_NAME = re.compile(r"mines-(\d+)-boards-(\d+)-(\d+)\.parquet", re.ASCII)
_KEY = b"logicsweep survey"
_PACKING: Any = {
    "compression": "zstd",
    "use_dictionary": ["mines", "player", "hardest"],
    "column_encoding": {"index": "DELTA_BINARY_PACKED"},
    "write_page_checksum": True,
}
"""How files are packed: a third less than by default, and so that what is spoilt is seen."""
_LONG = 60  # characters of a value in an error
_SETTLED = {"graded": "graded paths", "checked": "own productions checked"}
"""What a plan has or has not, in words."""
_TEXT = pa.dictionary(pa.int8(), pa.string())
_KINDS = {"player": _TEXT, "hardest": _TEXT, "finished": pa.bool_(), "index": pa.uint64()}
"""Of the columns that are not int32."""


def encode(plan: Plan, columns: Columns) -> bytes:
    """Rows as the bytes of a Parquet file that tells its survey."""
    kinds = {name: _KINDS.get(name, pa.int32()) for name in columns}
    schema = pa.schema(list(kinds.items()), metadata={_KEY: plan.fingerprint.encode()})
    arrays = [_array(column, kinds[name]) for name, column in columns.items()]
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_arrays(arrays, schema=schema), sink, **_PACKING)
    written: bytes = sink.getvalue().to_pybytes()
    return written


def _array(column: Any, kind: Any) -> Any:  # noqa: ANN401
    if pa.types.is_dictionary(kind):
        return pa.array(column, pa.string()).dictionary_encode().cast(kind)
    return pa.array(column).cast(kind)


def name_of(shard: Shard) -> str:
    """The name of a shard's file; names in order are boards in order.

    >>> name_of(Shard(99, 10_000, 10_000))
    'mines-00099-boards-000000010000-000000019999.parquet'
    """
    return f"mines-{shard.mines:05}-boards-{shard.first:012}-{shard.end - 1:012}.parquet"


def shard_of(file: Path) -> Shard:
    """The shard that a file holds by its name; InvalidInput for another file."""
    match = _NAME.fullmatch(file.name)
    mines, first, last = map(int, match.groups()) if match else (0, 1, 0)
    if first > last:
        raise InvalidInput(str(file), "a shard of a survey, by its name", "another file")
    return Shard(mines, first, last - first + 1)


@contextmanager
def begun(folder: str | Path, plan: Plan) -> Iterator[Store]:
    """The folder of a plan, which no other process writes meanwhile; made where it is missing.

    InvalidInput where it holds another survey, or where another process is at work.
    """
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unwritable(str(folder), str(error.strerror)) from None
    with _locked(place):
        if not (place / MANIFEST).exists():
            if any(place.glob("*.parquet")):
                raise InvalidInput(str(folder), "a folder without Parquet files of others", "one with some")
            manifest = plan.manifest | {"fingerprint": plan.fingerprint}
            write_whole(place / MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())
        store = opened(folder)
        if store.fingerprint != plan.fingerprint:
            raise _another(store, json.loads(json.dumps(plan.manifest)))
        with suppress(OSError):  # what a killed process left half is written over when its shard comes again
            for left in place.glob(".*.part"):
                left.unlink(missing_ok=True)
        yield store


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Within it no other process gets here, if the system can tell."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    lock = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InvalidInput(str(folder), "a survey that no other process writes", "one at work") from None
        except OSError:  # not every disk can
            pass
        yield
    finally:
        os.close(lock)


def opened(folder: str | Path) -> Store:
    """A survey that is there; InvalidInput for a folder that holds none."""
    file = Path(folder) / MANIFEST
    try:
        manifest = json.loads(file.read_text("utf-8"))
        fingerprint = str(manifest.pop("fingerprint"))
        store = Store(Path(folder), _plan_of(manifest), manifest, fingerprint)
    except (FileNotFoundError, NotADirectoryError):
        raise Unreadable(str(folder), f"no survey: there is no {file}") from None
    except OSError as error:
        raise Unreadable(str(file), str(error.strerror)) from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InvalidInput(str(file), "the manifest of a survey", "what is none") from None
    if fingerprint != fingerprint_of(manifest):
        raise InvalidInput(str(file), "the manifest of a survey", "one that was changed")
    return store


@dataclass(frozen=True)
class Store:
    """The folder of a survey: what its manifest says, and the plan that this means."""

    folder: Path
    plan: Plan
    manifest: dict[str, Any]
    fingerprint: str

    def shards(self) -> list[tuple[Shard, Path]]:
        """What is there, in order; InvalidInput where one is not of this survey, or not whole."""
        found = sorted((shard_of(file), file) for file in self.folder.glob("*.parquet"))
        for shard, file in paced(found, "shards"):
            self._check(shard, file)
        for (one, before), (other, file) in pairwise(found):
            if one.mines == other.mines and other.first < one.end:
                twice = f"some that {before.name} has too (remove one of them)"
                raise InvalidInput(str(file), "boards that no other shard has", twice)
        return found

    def _check(self, shard: Shard, file: Path) -> None:
        metadata = _reading(file, pq.read_metadata)
        rows = shard.count * len(self.plan.players)
        survey = (metadata.metadata or {}).get(_KEY, b"").decode("ascii", "replace")
        if survey != self.fingerprint or metadata.num_rows != rows or shard.mines not in self.plan.mines:
            raise InvalidInput(str(file), f"a shard of this survey with {rows} rows", "another (remove it)")

    def columns(self, file: Path, names: list[str]) -> Any:  # noqa: ANN401  # a pyarrow.Table
        """Some columns of a shard."""
        how: Any = {"partitioning": None, "page_checksum_verification": True}
        return _reading(file, lambda path: pq.read_table(path, columns=names, **how))

    def keep(self, shard: Shard, data: bytes) -> None:
        """Write a shard."""
        write_whole(self.folder / name_of(shard), data)

    def failures(self) -> list[dict[str, Any]]:
        """The shards that were not answered in the last run, each with the reason."""
        with suppress(OSError, ValueError):
            return [json.loads(line) for line in (self.folder / FAILURES).read_text("utf-8").splitlines()]
        return []

    def note_failure(self, shard: Shard, reason: str) -> None:
        """Record that a shard was not answered."""
        self._keep_failures([*self.failures(), {**asdict(shard), "reason": reason}])

    def forget_failures(self, boards: int) -> None:
        """Those of the first so many boards are tried again: what fails now is recorded anew."""
        self._keep_failures([one for one in self.failures() if one["first"] >= boards])

    def _keep_failures(self, failures: Sequence[Mapping[str, Any]]) -> None:
        file = self.folder / FAILURES
        if failures:
            write_whole(file, "".join([f"{json.dumps(one)}\n" for one in failures]).encode())
        else:
            file.unlink(missing_ok=True)


def _reading(file: Path, read: Any) -> Any:  # noqa: ANN401
    try:
        return read(str(file))
    except OSError as error:
        if not isinstance(error, pa.ArrowException) and error.strerror:
            raise Unreadable(str(file), error.strerror) from None
    except (pa.ArrowException, ValueError, KeyError):
        pass
    raise InvalidInput(str(file), "a shard of a survey", "a broken file (remove it)")


def _plan_of(manifest: Mapping[str, Any]) -> Plan:
    fields: dict[str, Any] = {
        name: tuple(one) if isinstance(one, list) else one for name, one in manifest.items()
    }
    del fields["generator"]
    plan = Plan(**fields)
    if plan.graph.shape != (plan.rows, plan.cols) or not all(type(mines) is int for mines in plan.mines):
        raise ValueError
    return plan


def _another(store: Store, expected: dict[str, Any]) -> InvalidInput:
    name = next((name for name, value in expected.items() if value != store.manifest.get(name)), "version")
    wanted, there = (_in_words(name, manifest.get(name)) for manifest in (expected, store.manifest))
    return InvalidInput(str(store.folder), f"a survey {wanted}", f"one {there}")


def _in_words(name: str, value: object) -> str:
    if name in _SETTLED:
        return f"{'with' if value else 'without'} {_SETTLED[name]}"
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"with {name} {text if len(text) <= _LONG else f'{text[: _LONG - 3]}...'}"


def write_whole(file: Path, data: bytes) -> None:
    """Write all of a file or nothing; Unwritable says why it cannot be."""
    try:
        replace_file(str(file), data)
    except OSError as error:
        raise Unwritable(str(file), str(error.strerror)) from None
