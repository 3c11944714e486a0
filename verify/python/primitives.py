"""Encodings, hashes, trees and signatures of docs/protocol: what every check is made of."""

import base64
import hashlib
import hmac
import json
import re
from json.encoder import encode_basestring

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from sm2 import sm2_verify


class Failure(Exception):
    """Something does not hold."""


class Missing(Exception):
    """There is nothing to check with."""


def demand(condition, finding):
    if not condition:
        raise Failure(finding)


def is_hex(text, size=None):
    return isinstance(text, str) and re.fullmatch(r"(?:[0-9a-fA-F]{2})*", text) is not None and (
        size is None or len(text) == 2 * size
    )


def unhex(text, size=None):
    demand(is_hex(text, size), "not hex of the size that is due")
    return bytes.fromhex(text)


def unbase64(text):
    try:
        data = base64.b64decode(text, validate=True)
    except (ValueError, TypeError) as error:
        raise Failure("not base64") from error
    demand(base64.b64encode(data).decode() == text, "not the one spelling of base64")
    return data


# Canonical JSON (protocol 1.2).


def canonical(value):
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        demand(abs(value) < 2**53, "not a safe integer")
        return str(value)
    if isinstance(value, str):
        return text_of(value)
    if isinstance(value, list):
        return "[" + ",".join(canonical(one) for one in value) + "]"
    demand(isinstance(value, dict), "a fraction is no canonical JSON")
    return "{" + ",".join(text_of(key) + ":" + canonical(value[key]) for key in sorted(value, key=utf16)) + "}"


def text_of(text):
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Failure("text with a lone surrogate") from error
    return encode_basestring(text)


def utf16(text):
    """Keys are sorted by UTF-16 code units."""
    return text.encode("utf-16-be")


def loose(value):
    """As `canonical`, numbers written as ECMAScript does: of notices alone, whose rich texts may hold fractions."""
    if isinstance(value, float):
        return number_of(value)
    if isinstance(value, list):
        return "[" + ",".join(loose(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(text_of(key) + ":" + loose(value[key]) for key in sorted(value, key=utf16)) + "}"
    return canonical(value)


def number_of(value):
    if value == int(value) and abs(value) < 1e21:
        return str(int(value))
    text = repr(value)
    return re.sub(r"e([+-])0*(\d+)", r"e\1\2", text)


def canonical_bytes(value):
    return canonical(value).encode()


# Hashes.


def sha256(*parts):
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.digest()


def sm3(*parts):
    digest = hashes.Hash(hashes.SM3())
    for part in parts:
        digest.update(part)
    return digest.finalize()


def hash_of(suite, *parts):
    return {"intl": sha256, "gm": sm3}[suite](*parts)


def hmac_sm3(key, *parts):
    if len(key) > 64:
        key = sm3(key)
    key = key.ljust(64, b"\0")
    return sm3(bytes(b ^ 0x5C for b in key), sm3(bytes(b ^ 0x36 for b in key), *parts))


def derive(suite, secret, label, length):
    """Keys from a secret: HKDF-SHA-256 without salt, or the KDF of SM2 over secret and label."""
    if suite == "intl":
        key = hmac.new(bytes(32), secret, hashlib.sha256).digest()
        out, block, count = b"", b"", 1
        while len(out) < length:
            block = hmac.new(key, block + label + bytes([count]), hashlib.sha256).digest()
            out, count = out + block, count + 1
        return out[:length]
    blocks = -(-length // 32)
    return b"".join(sm3(secret, label, count.to_bytes(4, "big")) for count in range(1, blocks + 1))[:length]


# Signatures.


def ed25519_verify(public_key, message, signature):
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
        return True
    except (InvalidSignature, ValueError):
        return False


def signed_by(signature, message):
    """A signature `{alg, publicKey, signature}` of protocol 2.1."""
    try:
        key, value = unhex(signature["publicKey"]), unhex(signature["signature"])
    except (Failure, KeyError, TypeError):
        return False
    if signature.get("alg") == "SM2":
        return sm2_verify(key, message, value)
    return ed25519_verify(key, message, value)


def required_signatures(suite):
    return ["Ed25519", "SM2"] if suite == "gm" else ["Ed25519"]


# Signed notes and tree heads (C2SP signed-note, tlog-checkpoint, tlog-cosignature).


def split_note(note):
    end = note.rfind("\n\n")
    demand(end >= 0 and note.endswith("\n"), "not a signed note")
    lines = []
    for line in note[end + 2 : -1].split("\n"):
        match = re.fullmatch(r"— (\S+) (\S+)", line)
        demand(match is not None, "not a signed note")
        lines.append((match[1], unbase64(match[2])))
    return note[: end + 1], lines


def parse_key(text, kind=1):
    match = re.fullmatch(r"([^+\s]+)\+([0-9a-f]{8})\+(\S+)", text)
    demand(match is not None, "not a note key")
    data = unbase64(match[3])
    demand(len(data) == 33 and data[0] == kind, "not a note key of this kind")
    key = (match[1], data[1:])
    demand(key_id(key, kind).hex() == match[2], "note key hash")
    return key


def key_id(key, kind):
    return sha256(key[0].encode() + b"\n" + bytes([kind]) + key[1])[:4]


def parse_head(note):
    """Origin, size and root of a tree head, not believed."""
    lines = split_note(note)[0].split("\n")
    demand(len(lines) >= 3 and re.fullmatch(r"0|[1-9]\d*", lines[1]) is not None, "not a tree head")
    root = unbase64(lines[2])
    demand(len(root) == 32, "not a tree head")
    return lines[0], int(lines[1]), root


def verify_head(note, key):
    origin, size, root = parse_head(note)
    body, lines = split_note(note)
    demand(origin == key[0], "a tree head of another log")
    mine = key_id(key, 1)
    demand(
        any(
            name == key[0] and len(data) == 68 and data[:4] == mine and ed25519_verify(key[1], body.encode(), data[4:])
            for name, data in lines
        ),
        "the tree head is not signed by the log",
    )
    return size, root


def cosigned(note, policy):
    """When each of the policy's witnesses cosigned, by public key: seconds since 1970, the earliest of each."""
    body, lines = split_note(note)
    keys = {}
    for one in policy["witnesses"]:
        key = parse_key(one["key"], 4)
        keys.setdefault(key[1], key)
    by = {}
    for key in keys.values():
        for name, data in lines:
            if name != key[0] or len(data) != 76 or data[:4] != key_id(key, 4):
                continue
            seconds = int.from_bytes(data[4:12], "big")
            message = f"cosignature/v1\ntime {seconds}\n{body}".encode()
            if 0 < seconds <= 8_640_000_000_000 and ed25519_verify(key[1], message, data[12:]):
                by[key[1]] = min(seconds, by.get(key[1], seconds))
    return by


def witnessed_at(note, policy):
    """When enough of the policy's witnesses had cosigned: seconds since 1970; None while fewer have."""
    times, threshold = sorted(cosigned(note, policy).values()), policy["threshold"]
    return times[threshold - 1] if type(threshold) is int and 1 <= threshold <= len(times) else None


# The Merkle tree of RFC 6962, and its tiles (C2SP tlog-tiles).


def leaf_hash(entry):
    return sha256(b"\0", entry)


def node_hash(left, right):
    return sha256(b"\1", left, right)


def included(leaf, index, size, root, proof):
    """RFC 9162 2.1.3.2."""
    if not 0 <= index < size or any(len(one) != 32 for one in proof):
        return False
    fn, sn, node = index, size - 1, leaf
    for one in proof:
        if sn == 0:
            return False
        if fn % 2 == 1 or fn == sn:
            node = node_hash(one, node)
            while fn % 2 == 0 and fn != 0:
                fn, sn = fn // 2, sn // 2
        else:
            node = node_hash(node, one)
        fn, sn = fn // 2, sn // 2
    return sn == 0 and node == root


def consistent(old_size, old_root, size, root, proof):
    """RFC 9162 2.1.4.2: the newer tree only adds to the older one."""
    if not 0 <= old_size <= size or any(len(one) != 32 for one in proof):
        return False
    if old_size == size:
        return not proof and old_root == root
    if old_size == 0:
        return not proof and old_root == sha256()
    path = [old_root, *proof] if old_size & (old_size - 1) == 0 else list(proof)
    if not path:
        return False
    fn, sn = old_size - 1, size - 1
    while fn % 2 == 1:
        fn, sn = fn // 2, sn // 2
    older = newer = path[0]
    for one in path[1:]:
        if sn == 0:
            return False
        if fn % 2 == 1 or fn == sn:
            older, newer = node_hash(one, older), node_hash(one, newer)
            while fn % 2 == 0 and fn != 0:
                fn, sn = fn // 2, sn // 2
        else:
            newer = node_hash(newer, one)
        fn, sn = fn // 2, sn // 2
    return sn == 0 and older == old_root and newer == root


class Tiles:
    """Hashes and entries of a log from its tiles by path (`tile/…`)."""

    def __init__(self, files):
        self.files = files
        self.known = {}

    def tile(self, level, index, width):
        """The tile, at least so many of its hashes wide."""
        rest, path = index, f"{index % 1000:03d}"
        while rest >= 1000:
            rest //= 1000
            path = f"x{rest % 1000:03d}/{path}"
        whole = f"tile/{level}/{path}"
        if whole in self.files:
            return self.files[whole]
        for name, data in self.files.items():
            if name.startswith(whole + ".p/") and int(name[len(whole) + 3 :]) >= width:
                return data
        return None

    def range(self, start, end):
        """The hash over the leaves from `start` to before `end`, a subtree of RFC 6962."""
        known = self.known.get((start, end))
        if known is not None:
            return known
        count = end - start
        level = 0
        while 256 ** (level + 1) <= count:
            level += 1
        found = None
        if count == 256**level and start % count == 0:
            at = start // count
            tile = self.tile(level, at // 256, at % 256 + 1)
            found = tile and tile[at % 256 * 32 : at % 256 * 32 + 32]
        if not found or len(found) != 32:
            if count == 1:
                raise Missing(f"the log's data lack leaf {start}")
            half = 1
            while half * 2 < count:
                half *= 2
            found = node_hash(self.range(start, start + half), self.range(start + half, end))
        self.known[(start, end)] = found
        return found

    def entry(self, index):
        data = self.tile("entries", index // 256, index % 256 + 1)
        if data is None:
            raise Missing(f"the log's data lack entry {index}")
        at = 0
        for _ in range(index % 256):
            at += 2 + int.from_bytes(data[at : at + 2], "big")
        return data[at + 2 : at + 2 + int.from_bytes(data[at : at + 2], "big")]


def leaf_entry(data, blinding):
    commitment = sha256(b"kaibiao/leaf/1\0", unhex(blinding, 32), canonical_bytes(data))
    return canonical_bytes({"commitment": commitment.hex(), "v": 1})


def record_data(tenant, record, salt):
    """The data of the leaf that stands for a record of the log (protocol 4.3)."""
    facts = {name: record[name] for name in ("at", "hash", "subject", "type")}
    ref = sha256(b"kaibiao/record/1\0", unhex(salt, 32), canonical_bytes(facts))
    return {"type": "record", "tenantId": tenant, "ref": ref.hex()}
