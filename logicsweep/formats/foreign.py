"""Content that is in no format, named in words: archives, pictures and the like; no format by itself."""

from __future__ import annotations

_BEGINNINGS = {
    b"PK\3\4": "a zip archive",
    b"PK\5\6": "a zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ\0": "an xz archive",
    b"(\xb5/\xfd": "a zstd archive",
    b"7z\xbc\xaf'\x1c": "a 7z archive",
    b"Rar!\x1a\7": "a rar archive",
    b"%PDF-": "a PDF document",
    b"\x89PNG\r\n\x1a\n": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF87a": "a GIF picture",
    b"GIF89a": "a GIF picture",
    b"RIFF": "a RIFF file, such as a WebP picture or a sound",
    b"\x7fELF": "a program",
    b"SQLite format 3\0": "an SQLite database",
    b"\xff\xfe": "UTF-16 text, where only UTF-8 is read",
    b"\xfe\xff": "UTF-16 text, where only UTF-8 is read",
}
"""What begins with certain bytes, by the magic numbers that its own specification gives."""
_TAR = slice(257, 262)
_MUCH = 1 << 12  # bytes that are looked at


def foreign(data: bytes) -> str | None:
    """What content is that no format recognises, from its first bytes; None where it may be meant as text.

    >>> foreign(b"PK\\3\\4..."), foreign(b"\\x1e\\x10\\0"), foreign(b"Hello")
    ('a zip archive', 'bytes that are no text', None)
    """
    known = (what for beginning, what in _BEGINNINGS.items() if data.startswith(beginning))
    tar = "a tar archive" if data[_TAR] == b"ustar" else None
    other = "bytes that are no text" if b"\0" in data[:_MUCH] else None
    return next(known, tar or other)
