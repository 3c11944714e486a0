"""The one way in which the zip of an archive is written (docs/protocol 6.1)."""

from datetime import datetime, timedelta, timezone

from primitives import Failure, demand
from source import Source

FULL, BIG = 0xFFFFFFFF, 0xFFFFFFFE
FLAGS, MADE_BY, MODE = 0x0808, (3 << 8) | 63, 0o100664 * 0x10000
MOST = 1 << 27


def le(value, width):
    return value.to_bytes(width, "little")


def read_members(whole):
    """Paths and contents (`Source`) in the order of the directory; raises where the zip is none of ours. `whole`: its bytes."""
    end = whole.size - 22
    last = whole.read(max(0, end))
    demand(end >= 0 and last[:4] == le(0x06054B50, 4), "not a zip, or something behind its end")
    count, start = int.from_bytes(last[10:12], "little"), int.from_bytes(last[16:20], "little")
    if count == 0xFFFF or start == FULL:
        locator = whole.read(max(0, end - 20), 20)
        demand(locator[:4] == le(0x07064B50, 4), "the zip64 locator lacks")
        wide = whole.read(int.from_bytes(locator[8:16], "little"), 56)
        demand(len(wide) == 56, "the end of the zip64 directory lacks")
        count, start = (int.from_bytes(wide[at : at + 8], "little") for at in (32, 48))
    demand(start <= end and end - start <= MOST, "the directory is too long, or elsewhere")
    data = whole.read(start, end - start)
    members, at = [], 0
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
        demand(begin + size <= start, f"{path} ends behind the contents")
        members.append((path, Source(whole.file, begin, size)))
        at += 46 + name_size + extra_size
    names = [path.lower() for path, _ in members]
    demand(len(set(names)) == len(names), "a name stands twice")
    return members


def check_frame(whole, members, archived_at):
    """Every byte that is no content is written as it must be."""
    at = datetime.fromisoformat(archived_at.replace("Z", "+00:00")).astimezone(timezone(timedelta(hours=8)))
    time = (((at.year - 1980) << 9) | (at.month << 5) | at.day) << 16 | (at.hour << 11) | (at.minute << 5) | (at.second >> 1)
    central, offset = [], 0

    def due(written):
        nonlocal offset
        demand(whole.read(offset, len(written)) == written, "not written in the one way")
        offset += len(written)

    for path, content in members:
        name, size, crc, start = path.encode(), content.size, content.crc(), offset
        big = size > BIG or start > BIG
        width = 8 if big else 4
        due(le(0x04034B50, 4) + le(20, 2) + le(FLAGS, 2) + le(0, 2) + le(time, 4) + bytes(12) + le(len(name), 2) + le(0, 2) + name)
        demand(content.begin == offset, "a content stands elsewhere")
        offset += size
        due(le(0x08074B50, 4) + le(crc, 4) + le(size, width) + le(size, width))
        short = (lambda value: FULL) if big else (lambda value: value)
        extra = le(1, 2) + le(24, 2) + le(size, 8) + le(size, 8) + le(start, 8) if big else b""
        central += [
            le(0x02014B50, 4) + le(MADE_BY, 2) + le(45 if big else 20, 2) + le(FLAGS, 2) + le(0, 2) + le(time, 4),
            le(crc, 4) + le(short(size), 4) + le(short(size), 4) + le(len(name), 2) + le(len(extra), 2) + bytes(6),
            le(MODE, 4) + le(short(start), 4) + name + extra,
        ]
    directory, start = b"".join(central), offset
    due(directory)
    count, length = len(members), len(directory)
    end = le(0x06054B50, 4) + bytes(4) + 2 * le(min(count, 0xFFFF), 2) + le(min(length, FULL), 4) + le(min(start, FULL), 4)
    if count >= 0xFFFF or length >= FULL or start >= FULL:
        wide = le(0x06064B50, 4) + le(44, 8) + le(MADE_BY, 2) + le(45, 2) + bytes(8) + 2 * le(count, 8) + le(length, 8) + le(start, 8)
        end = wide + le(0x07064B50, 4) + bytes(4) + le(start + length, 8) + le(1, 4) + end
    due(end + bytes(2))
    demand(offset == whole.size, "something stands behind the end")
