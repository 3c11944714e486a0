#!/usr/bin/env python3
"""Checks test vectors (docs/protocol/vectors): `python3 verify/python/vectors.py FILE…` prints a JSON list of checks per file."""

import json
import sys

from library import demand_library

demand_library()

from agree import check_agreement
from archive import Run
from auction import check_auction
from bids import check_bid, check_receipt, manifest_hash
from bonds import check_bonds
from draws import closed_hash, drawn, frozen_hash, named_hash
from joint import check_joint
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
    witnessed_at,
)
from replay import check_replay
from review import check_draws_logged
from ristretto import BASE, encode, is_point, multiply, point_of
from source import Held
from witnesses import check_record_times


def of_bid(run, given, joint=None):
    """A bid as it was handed in, opened and receipted."""
    manifest, receipt = given["manifest"], given["receipt"]
    tiles = Tiles({path: unhex(data) for path, data in given["tiles"].items()})
    check_receipt(run, receipt, manifest, given["notice"], tiles, given.get("heads", []))
    by_position = {
        kind: {i: Held(unhex(given[kind][file["fileId"]])) for i, file in enumerate(manifest["files"], 1)}
        for kind in ("sealed", "plain")
    }
    check_bid(run, manifest, receipt, by_position["sealed"], given["release"], by_position["plain"], {}, joint)
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
            demand("named" not in one or named_hash(source["named"]) == one["named"], "named to another hash")
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
    run("cosignatures", "", lambda: demand(witnessed_at(head["note"], head["witnesses"]) is not None, "too few witnesses"))
    for one in given["signatures"]:

        def signature(one=one):
            message = unhex(one["message"])
            demand(signed_by(one["signature"], message), "the signature does not hold")
            demand(not signed_by(one["signature"], message + b"x"), "it holds for another message too")

        run("signature", one["signature"]["alg"], signature)
    for one in given["hashes"]:
        run("sha256", one["text"], lambda one=one: demand(sha256(one["text"].encode()).hex() == one["sha256"], "another"))


def of_reviews(run, given):
    """Whole review bundles; `what` says which rules they meet."""
    for one in given["reviews"]:
        run("review-replay", one["what"], lambda one=one: check_replay(one["bundle"]))


def of_draws(run, given):
    """Draws, and what the log and its witnesses say of when."""
    check_draws_logged(run, given["draws"], given["records"], given["notice"], given["heads"])


def of_joint(run, given):
    """Points of the group, a joint opening, and the bids that it opens."""
    for one in given["points"]:

        def point(one=one):
            at = multiply(BASE, one["multiple"])
            demand(encode(at).hex() == one["point"], "another point")
            demand(one["multiple"] == 0 or encode(point_of(one["point"])).hex() == one["point"], "read as another point")

        run("point", str(one["multiple"]), point)
    for text in given["noPoints"]:
        run("no-point", text, lambda text=text: demand(not is_point(text), "read as a point"))
    joint = check_joint(run, given["opening"], given["notice"]["jointKey"])
    for bid in given["bids"]:
        of_bid(run, {**bid, "notice": given["notice"]}, joint)


def of_agreement(run, given):
    """Files of a record that speak of one another, and what the price files say."""
    files = given["files"]
    check_agreement(run, given["body"], files, files["audit/order.json"], given["quotes"])


def main(paths):
    reports = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            given = json.load(file)
        run = Run()
        KINDS[given["type"]](run, given)
        reports.append(run.checks)
    print(json.dumps(reports, ensure_ascii=False))


KINDS = {
    "kaibiao.vector-agreement/1": of_agreement,
    "kaibiao.vector-bid/1": of_bid,
    "kaibiao.vector-basics/1": of_basics,
    "kaibiao.vector-bonds/1": lambda run, given: check_bonds(run, given["bonds"]),
    "kaibiao.vector-draws/1": of_draws,
    "kaibiao.vector-joint/1": of_joint,
    "kaibiao.vector-reviews/1": of_reviews,
    "kaibiao.vector-times/1": lambda run, given: check_record_times(run, given["notice"], given["records"], given["heads"]),
}

if __name__ == "__main__":
    main(sys.argv[1:])
