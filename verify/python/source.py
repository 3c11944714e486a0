"""Bytes of a member that need not be in memory: read in pieces, and hashed once."""

import hashlib
import os
import zlib

from cryptography.hazmat.primitives import hashes

PIECE = 1 << 20


class Source:
    """So many bytes of an open file, from a place on. `Held` is the same of bytes at hand."""

    def __init__(self, file, begin, size):
        self.file, self.begin, self.size = file, begin, size
        self.digests = {}

    def read(self, at=0, length=None):
        """At most so many bytes from there on, all of them where no length is given; fewer at the end."""
        rest = max(0, self.size - at)
        wanted, parts, at = rest if length is None else min(length, rest), [], self.begin + at
        while wanted > 0:
            part = os.pread(self.file, wanted, at)
            if not part:
                break
            parts.append(part)
            wanted, at = wanted - len(part), at + len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def pieces(self):
        at = 0
        while piece := self.read(at, PIECE):
            yield piece
            at += len(piece)

    def sha256(self):
        self.read_once()
        return self.digests["intl"]

    def crc(self):
        self.read_once()
        return self.digests["crc"]

    def read_once(self):
        """SHA-256 and CRC-32 in one pass."""
        if "intl" in self.digests:
            return
        digest, crc = hashlib.sha256(), 0
        for piece in self.pieces():
            digest.update(piece)
            crc = zlib.crc32(piece, crc)
        self.digests.update(intl=digest.digest(), crc=crc)

    def hash_by(self, suite):
        """By the hash of a suite."""
        if suite == "intl":
            return self.sha256()
        if suite not in self.digests:
            digest = hasher(suite)
            for piece in self.pieces():
                digest.update(piece)
            self.digests[suite] = digest.finalize()
        return self.digests[suite]


class Held(Source):
    """Bytes at hand."""

    def __init__(self, data):
        super().__init__(None, 0, len(data))
        self.data = data

    def read(self, at=0, length=None):
        return self.data[at : self.size if length is None else at + length]


def hasher(suite):
    """Takes pieces (`update`), and gives the hash (`finalize`)."""
    return hashes.Hash({"intl": hashes.SHA256, "gm": hashes.SM3}[suite]())
