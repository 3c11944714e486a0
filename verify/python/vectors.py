#!/usr/bin/env python3
"""Checks test vectors (docs/protocol/vectors): `python3 verify/python/vectors.py FILE…` prints a JSON list of checks per file."""

import json
import sys

from archive import Run
from auction import check_auction
from bids import check_bid, check_receipt, manifest_hash
from primitives import (
    Tiles,
    canonical,
    demand,
    included,
    leaf_entry,
    leaf_hash,
    parse_head,
    parse_key,
    record_data,
    sha256,
    signed_by,
    unhex,
    verify_head,
    witnessed,
)
from review import closed_hash, drawn, frozen_hash


def of_bid(run, given):
    """A bid as it was handed in, opened and receipted."""
    manifest, receipt = given["manifest"], given["receipt"]
    tiles = Tiles({path: unhex(data) for path, data in given["tiles"].items()})
    check_receipt(run, receipt, manifest, given["notice"], tiles)
    by_position = {
        kind: {i: unhex(given[kind][file["fileId"]]) for i, file in enumerate(manifest["files"], 1)}
        for kind in ("sealed", "plain")
    }
    check_bid(run, manifest, receipt, by_position["sealed"], given["release"], by_position["plain"], {})
    run("manifest-hash", "", lambda: demand(manifest_hash(manifest) == given["manifestHash"], "another hash"))


def of_basics(run, given):
    """Single values, each with what it must give."""
    for one in given["canonical"]:
        run("canonical", one["text"], lambda one=one: demand(canonical(one["value"]) == one["text"], "another text"))
    for one in given["leaves"]:

        def leaf(one=one):
            entry = leaf_entry(one["data"], one["blinding"])
            demand(entry.decode() == one["entry"] and leaf_hash(entry).hex() == one["leafHash"], "another leaf")

        run("leaf", one["data"]["type"], leaf)
    for one in given["records"]:

        def record(one=one):
            demand(record_data("1", one["record"], one["salt"])["ref"] == one["ref"], "another reference")

        run("record", one["record"]["type"], record)
    for one in given["trees"]:

        def tree(one=one):
            proof = [unhex(node) for node in one["proof"]]
            leaf = leaf_hash(one["entry"].encode())
            demand(included(leaf, one["index"], one["size"], unhex(one["root"]), proof), "the proof does not hold")
            demand(not included(leaf, one["index"] ^ 1, one["size"], unhex(one["root"]), proof), "it holds elsewhere too")

        run("inclusion", f"{one['index']} of {one['size']}", tree)
    for one in given["draws"]:

        def draw(one=one):
            source = one["source"]
            demand(frozen_hash(source["frozen"]) == one["frozen"], "frozen to another hash")
            demand(closed_hash(source["closed"]) == one["closed"], "closed to another hash")
            demand(drawn(source, one["parts"]) == one["result"], "draws something else")

        run("draw", one["source"]["frozen"]["kind"], draw)
    for one in given["auctions"]:
        check_auction(run, one["auction"], one["serviceKey"], one["records"])
    head = given["head"]

    def signed():
        size, root = verify_head(head["note"], parse_key(head["key"]))
        demand((size, root.hex()) == (head["size"], head["root"]), "another head")
        demand(parse_head(head["note"])[0] == head["origin"], "another origin")

    run("head", head["origin"], signed)
    run("cosignatures", "", lambda: demand(witnessed(head["note"], head["witnesses"]) is not None, "too few witnesses"))
    for one in given["signatures"]:

        def signature(one=one):
            message = unhex(one["message"])
            demand(signed_by(one["signature"], message), "the signature does not hold")
            demand(not signed_by(one["signature"], message + b"x"), "it holds for another message too")

        run("signature", one["signature"]["alg"], signature)
    for one in given["hashes"]:
        run("sha256", one["text"], lambda one=one: demand(sha256(one["text"].encode()).hex() == one["sha256"], "another"))


def main(paths):
    reports = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            given = json.load(file)
        run = Run()
        {"kaibiao.vector-bid/1": of_bid, "kaibiao.vector-basics/1": of_basics}[given["type"]](run, given)
        reports.append(run.checks)
    print(json.dumps(reports, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1:])
