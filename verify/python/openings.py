"""The bids of a record, how they were opened, and the sheet that was read out (docs/protocol 6.7)."""

import json
import re
from decimal import Decimal

from bids import check_bid, check_receipt, receipt_entry
from heads import check_growth, heads_of
from members import type_stated
from primitives import demand, included, leaf_hash, parse_head, unhex


def check_bids(run, body, values, machine, members, notices, tiles, joint):
    """Gives what bids in force quote in the price files that opened: bidder, round, number in the opening, and sheet."""
    heads = heads_of(machine)
    if len(heads) > 1:
        check_growth(run, heads, notices, tiles)
    reasons = {}
    for value in values.values():
        if type_stated(value) == "kaibiao.unopened/1":
            for bid in value["bids"]:
                for file_id in bid["fileIds"]:
                    reasons[file_id] = bid["reason"]
    receipts = {path[:-12]: value for path, value in values.items() if type_stated(value) == "kaibiao.receipt/1"}
    in_force = {}
    for folder, receipt in sorted(receipts.items(), key=lambda one: one[1]["body"]["logIndex"]):
        in_force[(receipt["body"]["round"], receipt["body"]["bidderId"])] = folder
    releases = {}
    for path, value in values.items():
        if type_stated(value) == "kaibiao.release/1":
            number = re.fullmatch(r"opening/bidders/(\d{2,})/release\.json", path)
            releases[in_force.get((value["round"], value["bidderId"]))] = (value, number and number[1])
    sheet_of, quotes = {}, []
    for folder, receipt in sorted(receipts.items()):
        manifest = values.get(folder + "manifest.json")
        notice = notices.get(receipt["body"].get("round"), {})
        check_receipt(run, receipt, manifest, notice, tiles, heads)

        def proven(folder=folder, receipt=receipt, notice=notice):
            inclusion = values[folder + "inclusion.json"]
            _, size, root = parse_head(notice["checkpoint"])
            leaf, index = leaf_hash(receipt_entry(receipt["body"])), receipt["body"]["logIndex"]
            same = inclusion["size"] == size and inclusion["index"] == index
            path = [unhex(one) for one in inclusion["proof"]]
            demand(same and included(leaf, index, size, root, path), "the proof at the deadline does not hold")

        run("bids", folder, proven)
        if receipt["body"].get("action") != "bid.submitted" or not manifest:
            continue
        pattern = re.compile(re.escape(folder) + r"sealed/(\d+)\.kbe")
        sealed = {int(m[1]): content for path, content in machine.items() if (m := pattern.fullmatch(path))}
        release, number = releases.get(folder, (None, None))
        plain_path = re.compile(rf"05 投标与开标/开启的投标文件/{number} [^/]*/(\d+)-[^/]+")
        plain = {int(m[1]): content for path, content in members.items() if number and (m := plain_path.fullmatch(path))}
        own = {file["fileId"]: reasons.get(file["fileId"]) for file in manifest["files"]}
        closed = {name: why for name, why in own.items() if why}
        if in_force.get((receipt["body"]["round"], receipt["body"]["bidderId"])) != folder:
            closed = {name: "replaced or withdrawn" for name in own}
        elif "roundKey" not in notice and body["outcome"] == "abortive" and "opening" not in body["sections"]:
            closed = {name: why or "nothing was opened" for name, why in own.items()}
        elif "roundKey" not in notice and body["outcome"] == "awarded" and release is None and len(closed) < len(own):
            run("bids", folder, lambda: demand(False, "in force, neither opened nor declared unopened"))
        opened_jointly = joint.get(receipt["body"]["round"])
        text = check_bid(run, manifest, receipt, sealed, release, plain, closed, opened_jointly, notice.get("roundKey"))
        if in_force.get((receipt["body"]["round"], receipt["body"]["bidderId"])) == folder:
            price = [i for i, file in enumerate(manifest["files"], 1) if file["role"] == "price"]
            sheet_of[folder] = (receipt["body"]["bidderName"], number, plain.get(price[0]) if price else None)
            if text is not None:
                place = {"bidderId": receipt["body"]["bidderId"], "round": receipt["body"]["round"], "no": number}
                quotes.append({**place, "sheet": json.loads(text).get("sheet", {})})
    if "opening" in body["sections"]:
        run("opening-sheet", "the sheet read out", lambda: check_sheet(values, list(sheet_of.values())))
    return quotes


def check_sheet(values, bids):
    """All bidders in force stand on the sheet and no others, with the prices of their files."""
    first = values["opening/opening-sheet.json"]["rows"]
    second = values.get("opening/offer-opening-sheet.json", {"rows": []})["rows"]
    demand(sorted(row["name"] for row in first) == sorted(name for name, _, _ in bids), "other bidders than those in force")
    for row in first + second:
        if row["amount"] is None:
            continue
        own = [bid for bid in bids if bid[1] is not None and int(bid[1]) == int(row["no"])]
        demand(len(own) == 1 and own[0][0] == row["name"] and own[0][2] is not None, f"{row['name']}: no opened price")
        total = json.loads(own[0][2].read())["sheet"]["total"]
        demand(Decimal(total) == Decimal(row["amount"]), f"{row['name']}: another price than in the file")
