"""The one way in which the zip of an archive is written (docs/protocol 6.1)."""

import zlib
from datetime import datetime, timedelta, timezone

from primitives import Failure, demand

FULL, BIG = 0xFFFFFFFF, 0xFFFFFFFE
FLAGS, MADE_BY, MODE = 0x0808, (3 << 8) | 63, 0o100664 * 0x10000


def le(value, width):
    return value.to_bytes(width, "little")


def read_members(data):
    """Paths and contents in the order of the directory; raises where the zip is none of ours."""
    end = len(data) - 22
    demand(end >= 0 and data[end : end + 4] == le(0x06054B50, 4), "not a zip, or something behind its end")
    count, start = int.from_bytes(data[end + 10 : end + 12], "little"), int.from_bytes(data[end + 16 : end + 20], "little")
    if count == 0xFFFF or start == FULL:
        locator = data[end - 20 : end]
        demand(locator[:4] == le(0x07064B50, 4), "the zip64 locator lacks")
        wide = int.from_bytes(locator[8:16], "little")
        count, start = (int.from_bytes(data[wide + at : wide + at + 8], "little") for at in (32, 48))
    members, at = [], start
    for _ in range(count):
        demand(data[at : at + 4] == le(0x02014B50, 4), "the zip's directory is broken")
        size, offset = (int.from_bytes(data[at + n : at + n + 4], "little") for n in (24, 42))
        name_size, extra_size = (int.from_bytes(data[at + n : at + n + 2], "little") for n in (28, 30))
        try:
            path = data[at + 46 : at + 46 + name_size].decode()
        except UnicodeDecodeError as error:
            raise Failure("a name is no UTF-8") from error
        extra = data[at + 46 + name_size : at + 46 + name_size + extra_size]
        if offset == FULL or size == FULL:
            demand(extra_size == 28 and extra[:4] == le(1, 2) + le(24, 2), "the zip64 field is broken")
            size, offset = (int.from_bytes(extra[n : n + 8], "little") for n in (4, 20))
        begin = offset + 30 + name_size
        members.append((path, data[begin : begin + size], offset))
        at += 46 + name_size + extra_size
    names = [path.lower() for path, _, _ in members]
    demand(len(set(names)) == len(names), "a name stands twice")
    return [(path, content) for path, content, _ in members]


def written(members, archived_at):
    """The bytes of the whole zip, as it must be written."""
    at = datetime.fromisoformat(archived_at.replace("Z", "+00:00")).astimezone(timezone(timedelta(hours=8)))
    time = (((at.year - 1980) << 9) | (at.month << 5) | at.day) << 16 | (at.hour << 11) | (at.minute << 5) | (at.second >> 1)
    parts, central, offset = [], [], 0
    for path, content in members:
        name, size, crc = path.encode(), len(content), zlib.crc32(content)
        big = size > BIG or offset > BIG
        local = le(0x04034B50, 4) + le(20, 2) + le(FLAGS, 2) + le(0, 2) + le(time, 4) + bytes(12) + le(len(name), 2) + le(0, 2)
        width = 8 if big else 4
        descriptor = le(0x08074B50, 4) + le(crc, 4) + le(size, width) + le(size, width)
        parts += [local, name, content, descriptor]
        short = (lambda value: FULL) if big else (lambda value: value)
        extra = le(1, 2) + le(24, 2) + le(size, 8) + le(size, 8) + le(offset, 8) if big else b""
        central += [
            le(0x02014B50, 4) + le(MADE_BY, 2) + le(45 if big else 20, 2) + le(FLAGS, 2) + le(0, 2) + le(time, 4),
            le(crc, 4) + le(short(size), 4) + le(short(size), 4) + le(len(name), 2) + le(len(extra), 2) + bytes(6),
            le(MODE, 4) + le(short(offset), 4) + name + extra,
        ]
        offset += len(local) + len(name) + size + len(descriptor)
    directory = b"".join(central)
    count, length = len(members), len(directory)
    end = le(0x06054B50, 4) + bytes(4) + 2 * le(min(count, 0xFFFF), 2) + le(min(length, FULL), 4) + le(min(offset, FULL), 4)
    if count >= 0xFFFF or length >= FULL or offset >= FULL:
        wide = le(0x06064B50, 4) + le(44, 8) + le(MADE_BY, 2) + le(45, 2) + bytes(8) + 2 * le(count, 8) + le(length, 8) + le(offset, 8)
        end = wide + le(0x07064B50, 4) + bytes(4) + le(offset + length, 8) + le(1, 4) + end
    return b"".join(parts) + directory + end + bytes(2)
