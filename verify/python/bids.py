"""Receipts, and bids as they were opened (docs/protocol 3 and 5)."""

import json

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from joint import unmasked
from primitives import (
    Missing,
    canonical,
    canonical_bytes,
    demand,
    derive,
    hash_of,
    hmac_sm3,
    included,
    leaf_entry,
    leaf_hash,
    parse_head,
    parse_key,
    required_signatures,
    sha256,
    signed_by,
    unhex,
    verify_head,
)
from source import hasher
from textual import instant
from witnesses import check_deadline_head, check_place


def round_of(notice):
    return notice.get("round", 1)


def receipt_entry(body):
    """The log's entry that a receipt speaks of."""
    ref = sha256(
        b"kaibiao/bidder/1\0", unhex(body["bidderSalt"]), canonical_bytes([body["orderId"], body["bidderId"]])
    )
    names = ("tenantId", "orderId", "round", "manifestHash", "at", "deadline")
    data = {"type": body["action"], **{name: body[name] for name in names}, "bidderRef": ref.hex()}
    return leaf_entry(data, body["blinding"])


def manifest_hash(manifest):
    return hash_of(manifest["suite"], b"kaibiao/manifest/1\0", canonical_bytes(manifest)).hex()


def check_receipt(run, receipt, manifest, notice, tiles, heads=()):
    """Every check of a receipt; `run(id, title, work)` keeps what each finds. `heads`: cosigned heads from anywhere."""
    body = receipt["body"]
    who = f"{body.get('bidderName')} {body.get('round')}"

    def form():
        demand(body["type"] == "kaibiao.receipt/1", "not a receipt")
        demand(body["suite"] in ("intl", "gm"), "unknown suite")
        demand(body["action"] in ("bid.submitted", "bid.withdrawn"), "unknown act")
        for name in ("manifestHash", "bidderSalt", "blinding"):
            unhex(body[name], 32)

    if not run("format", who, form):
        return

    def of_notice():
        demand(notice["type"] == "kaibiao.notice/1", "not a notice")
        same = notice["tenantId"] == body["tenantId"] and notice["orderId"] == body["orderId"]
        demand(same and round_of(notice) == body["round"], "the notice is of another order or round")
        parse_key(notice["logKey"])

    run("notice", who, of_notice)
    for alg in required_signatures(body["suite"]):

        def signature(alg=alg):
            known = notice["serviceKeys"].get(alg.lower())
            if known is None:
                raise Missing("the notice names no such key")
            found = [one for one in receipt["signatures"] if one["alg"] == alg]
            demand(found, "the signature lacks")
            demand(found[0]["publicKey"] == known, "signed by a key that the notice does not name")
            demand(signed_by(found[0], b"kaibiao/receipt/1\0" + canonical_bytes(body)), "the signature does not hold")

        run(f"signature-{alg.lower()}", who, signature)

    def of_manifest():
        demand(manifest_hash(manifest) == body["manifestHash"], "the manifest is not the one of the receipt")
        demand(all(manifest[n] == body[n] for n in ("tenantId", "orderId", "bidderId", "round")), "of another bid")

    run("manifest", who, of_manifest)

    def on_time():
        demand(instant(body["at"]) <= instant(body["deadline"]), "later than its deadline")
        demand(instant(body["at"]) <= instant(notice["deadline"]), "later than the notice's deadline")

    run("on-time", who, on_time)
    entry = receipt_entry(body)

    def inclusion():
        _, size, root = parse_head(body["checkpoint"])
        proof = [unhex(one) for one in body["inclusionProof"]]
        demand(included(leaf_hash(entry), body["logIndex"], size, root, proof), "the proof does not hold")

    run("inclusion", who, inclusion)
    run("receipt-checkpoint", who, lambda: verify_head(body["checkpoint"], parse_key(notice["logKey"])))

    def deadline_head():
        if notice["checkpoint"] is None:
            raise Missing("the notice has no head at the deadline")
        return verify_head(notice["checkpoint"], parse_key(notice["logKey"]))

    run("deadline-checkpoint", who, lambda: deadline_head() and None)

    def growth():
        size, root = deadline_head()
        _, older, old_root = parse_head(body["checkpoint"])
        demand(older <= size, "the log became smaller")
        demand(grown(tiles, older) == old_root and grown(tiles, size) == root, "the log was rewritten")

    run("consistency", who, growth)

    def published():
        size, root = deadline_head()
        index = body["logIndex"]
        demand(index < size, "not in the log at the deadline")
        demand(tiles.range(index, index + 1) == leaf_hash(entry) and grown(tiles, size) == root, "another leaf")
        demand(tiles.entry(index) == entry, "another entry")

    run("published-leaf", who, published)
    if notice:
        check_deadline_head(run, who, notice, instant(notice["deadline"]))
        check_place(run, who, notice, body, instant(body["at"]), heads)


def grown(tiles, size):
    return tiles.range(0, size) if size > 0 else sha256()


def check_bid(run, manifest, receipt, sealed, release, plain, reasons, joint=None, round_key=None):
    """Every file of a bid; gives the text of its price file, where it opened.

    `sealed`, `plain`: `Source` by position from 1; `reasons`: of files that stayed sealed, by id; `joint`: what `check_joint`
    gives; `round_key`: fingerprint of the key of a round, where quotes are sealed to one."""
    run(
        "bid-manifest",
        manifest["bidderId"],
        lambda: demand(manifest_hash(manifest) == receipt["body"]["manifestHash"], "not the receipt's manifest"),
    )
    keys = {one["fileId"]: one["contentKey"] for one in (release or {}).get("keys", [])}
    suite, price_text = manifest["suite"], None
    for position, file in enumerate(manifest["files"], 1):
        name, data = file["name"], sealed.get(position)

        def cipher(file=file, data=data):
            if data is None:
                raise Missing("no sealed file")
            demand(data.size == file["size"], "of another size")
            demand(data.hash_by(suite).hex() == file["cipherHash"], "not the file of the manifest")

        run(f"cipher-{file['fileId']}", name, cipher)
        if file["fileId"] in reasons:

            def closed(file=file, position=position):
                demand(file["fileId"] not in keys and position not in plain, "opened although declared unopened")

            run(f"sealed-{file['fileId']}", name, closed)
            continue
        opened = {}

        def unseal(file=file, data=data, opened=opened):
            if data is None or file["fileId"] not in keys:
                raise Missing("no sealed file, or no key")
            same = all(release[n] == manifest[n] for n in ("tenantId", "orderId", "bidderId", "round"))
            demand(same, "the key is of another bid")
            found = open_envelope(data, unhex(keys[file["fileId"]], 32), manifest, file, joint, round_key)
            demand(found["commit"] == file["plainCommit"], "not what was committed to")
            opened.update(found)

        run(f"file-{file['fileId']}", name, unseal)
        if position in plain:

            def same_text(position=position, opened=opened):
                demand(opened, "the sealed file did not open")
                demand(plain[position].hash_by(suite) == opened["hash"], "not what the sealed file opens to")

            run(f"plain-{file['fileId']}", name, same_text)
        if file["role"] == "price":
            price_text = price_text or opened.get("text")
        if release and file["role"] == "price" and manifest["priceSheetHash"] is not None:

            def price(opened=opened):
                demand(opened, "the price file did not open")
                found = hash_of(suite, b"kaibiao/price-sheet/1\0", opened["text"]).hex()
                demand(found == manifest["priceSheetHash"], "not the price sheet that was committed to")

            run(f"price-{file['fileId']}", name, price)
    return price_text


def open_envelope(data, content_key, manifest, file, joint=None, round_key=None):
    """Hash and commitment of the plain text, by a released content key (protocol 3.4); the text as well of a price file.

    One record of the file is in memory at a time."""
    start = data.read(0, 8)
    demand(start[:4] == b"KBE1", "not an envelope")
    end = 8 + int.from_bytes(start[4:], "big")
    demand(end <= 8 + 65_536, "the header is too long")
    whole_header = data.read(0, end)
    header = json.loads(whole_header[8:])
    demand(canonical_bytes(header) == whole_header[8:], "the header is not canonical")
    suite = header["suite"]
    demand(suite == manifest["suite"], "of another suite")
    places = ("tenantId", "orderId", "bidderId", "round")
    demand(all(header[name] == manifest[name] for name in places), "an envelope of another bid")
    demand(header["fileId"] == file["fileId"] and header["role"] == file["role"], "an envelope of another file")
    demand(canonical(header.get("joint")) == canonical(manifest.get("joint")), "another joint part")
    demand(round_key is None or header["recipient"] == round_key, "not sealed to the key of the round")
    if header.get("joint"):
        bare = {name: value for name, value in header.items() if name not in ("contentKeyEnvelope", "recovery")}
        context = hash_of(suite, b"kaibiao/content-key/1\0", canonical_bytes(bare))
        content_key = unmasked(header, content_key, joint, context)
    demand(derive(suite, content_key, b"KBE1 commit", 32).hex() == header["keyCommit"], "not the key of this envelope")
    header_hash = hash_of(suite, whole_header)
    decrypt = cipher_of(suite, content_key, unhex(header["noncePrefix"], 8))
    size, chunk = header["plainSize"], header["chunkSize"]
    demand(type(size) is int and type(chunk) is int and size >= 0 and 16 <= chunk <= 16_777_216, "no sizes of an envelope")
    count, digest, kept, at, plain = -(-size // chunk), hasher(suite), [], end, b""
    for index in range(count + 1):
        is_last = index == count
        length = (64 if is_last else min(chunk, size - index * chunk)) + (16 if suite == "intl" else 32)
        position = (index + (0x80000000 if is_last else 0)).to_bytes(4, "big")
        record = data.read(at, 8 + length)
        demand(record[:8] == position + length.to_bytes(4, "big"), f"record {index} is out of place")
        demand(len(record) == 8 + length, f"record {index} is cut off")
        plain = decrypt(index, header_hash + position, record[8:])
        if not is_last:
            digest.update(plain)
            if file["role"] == "price":
                kept.append(plain)
        at += 8 + length
    demand(at == data.size, "data behind the last record")
    salt, found = plain[:32], digest.finalize()
    demand(found == plain[32:], "the plain text is not the one that was sealed")
    commit = hash_of(suite, b"kaibiao/plain/1\0", salt, found).hex()
    return {"hash": found, "commit": commit, "text": b"".join(kept)}


def cipher_of(suite, content_key, prefix):
    if suite == "intl":
        aead = AESGCM(derive(suite, content_key, b"KBE1 content", 32))

        def open_record(index, aad, sealed):
            try:
                return aead.decrypt(prefix + index.to_bytes(4, "big"), sealed, aad)
            except InvalidTag:
                demand(False, f"record {index} was altered")

        return open_record
    key, mac = derive(suite, content_key, b"KBE1 content", 16), derive(suite, content_key, b"KBE1 mac", 32)

    def open_gm(index, aad, sealed):
        body, tag = sealed[:-32], sealed[-32:]
        demand(hmac_sm3(mac, aad, body) == tag, f"record {index} was altered")
        counter = prefix + index.to_bytes(4, "big") + bytes(4)
        return Cipher(algorithms.SM4(key), modes.CTR(counter)).decryptor().update(body)

    return open_gm
