"""That no bid was dropped (docs/protocol 4.7): every leaf of an order's period opens, and every bid among them is accounted for."""

import json

from bids import receipt_entry
from primitives import Missing, canonical, demand, leaf_entry, leaf_hash, node_hash, parse_head, parse_key, verify_head

PAGE = 256


def check_completeness(run, about, pages, notices, tiles, receipts):
    """`pages`: opened leaves by page; `receipts`: all of the order, as its record holds them."""
    start, end = about["from"], about["to"]

    def period():
        demand(about["type"] == "kaibiao.completeness/1" and isinstance(start, int) and 0 <= start <= end, "no period")
        own = [one for one in notices if one["orderId"] == about["orderId"] and one["tenantId"] == about["tenantId"]]
        if not own:
            raise Missing("no notice")
        key = parse_key(own[0]["logKey"])
        size, root = verify_head(about["checkpoint"], key)
        heads = [parse_head(one["checkpoint"])[1:] for one in own if one["checkpoint"] is not None]
        demand(size == end and max(one[0] for one in heads) == end, "the period does not end at the last deadline")
        demand((size, root) in heads, "another head than the notice's")
        if start > 0:
            demand(verify_head(about["start"], key)[0] == start, "the period does not begin at a head")
        sizes = [one[0] for one in heads]
        demand(all(one["size"] in sizes for one in about["closing"]), "a closing list of no head")

    if not run("completeness-period", "period", period):
        return
    # Only now: the length is believed once a signed head has it.
    by_page = {one["page"]: one["openings"] for one in pages}

    def opened(index):
        page = by_page.get(index // PAGE, [])
        one = page[index % PAGE] if index % PAGE < len(page) else None
        if isinstance(one, str):
            return {"data": {"type": "decoy", "tenantId": about["tenantId"]}, "blinding": one}
        return one

    leaves = {index: opened(index) for index in range(start, end)}
    closed = [index for index, one in leaves.items() if one is None]

    def all_open():
        if closed and about["state"] == "pending":
            raise Missing(f"{len(closed)} leaves wait for other orders")
        demand(not closed, f"leaf {closed[:1]} is not opened")

    run("completeness-opened", "leaves opened", all_open)
    hashes = {}

    def node(low, high):
        if high <= start:
            return tiles.range(low, high)
        if high - low == 1:
            return hashes[low]
        half = 1
        while half * 2 < high - low:
            half *= 2
        return node_hash(node(low, low + half), node(low + half, high))

    def root():
        if closed:
            raise Missing("not all leaves are opened")
        hashes.update({i: leaf_hash(leaf_entry(one["data"], one["blinding"])) for i, one in leaves.items()})
        if start > 0:
            demand(tiles.range(0, start) == parse_head(about["start"])[2], "the log before the period is another")
        demand(end == 0 or node(0, end) == parse_head(about["checkpoint"])[2], "a leaf was replaced")

    run("completeness-root", "leaves give the head", root)

    def bids():
        if closed:
            raise Missing("not all leaves are opened")
        own = {}
        for index, one in leaves.items():
            data = one["data"]
            demand(data["type"] in ("decoy", "record", "bid.submitted", "bid.withdrawn"), f"leaf {index}: unknown type")
            demand(data["tenantId"] == about["tenantId"], f"leaf {index} is of another platform")
            if data["type"].startswith("bid.") and data["orderId"] == about["orderId"]:
                own[index] = data
        listed = {bid["index"]: (one, bid) for one in about["closing"] for bid in one["bids"]}
        for index, (one, bid) in listed.items():
            data = own.get(index, {})
            same = data.get("type") == "bid.submitted" and data.get("round") == one["round"]
            demand(same and data["manifestHash"] == bid["manifestHash"] and index < one["size"], f"{index} is no such bid")
        by_index = {one["body"]["logIndex"]: one["body"] for one in receipts}
        demand(set(by_index) == set(own), "receipts and leaves of the order differ")
        last = {}
        for index in sorted(own):
            body = by_index[index]
            demand(leaf_hash(receipt_entry(body)) == hashes[index], f"leaf {index} is not that of its receipt")
            last[(body["round"], body["bidderId"])] = (index, body["action"])
        in_force = {index for index, action in last.values() if action == "bid.submitted"}
        demand(in_force == set(listed), "the closing lists are not the bids in force")

    run("completeness-bids", "no bid dropped", bids)


def check_closing(run, records, about):
    """Closing lists as published are those of the log."""

    def same():
        proven = {}
        for one in records["records"]:
            if one["record"]["type"] == "closing-list" and one["text"] is not None:
                text = json.loads(one["text"])
                proven[text["round"]] = text
        demand(len(proven) == len(about["closing"]), "as many lists as rounds")
        for one in about["closing"]:
            text = proven[one["round"]]
            bids = [{name: bid[name] for name in ("index", "manifestHash")} for bid in text["bids"]]
            known = {"deadline": text["deadline"], "size": text["size"], "bids": bids}
            own = {name: one[name] for name in ("deadline", "size", "bids")}
            demand(canonical(known) == canonical(own), f"round {one['round']} differs")

    run("records-closing", "closing lists", same)
