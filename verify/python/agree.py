"""Whatever stands in two members of a record is the same in both (docs/protocol 6.11)."""

import re

from bids import round_of
from members import type_stated
from primitives import demand, sha256
from results import check_auction_terms, check_award, check_candidates, check_suppliers
from sale import check_sale
from same import Record, same, same_figure, same_set
from textual import stringified

DATES = ("saleStart", "saleEnd", "signUpEnd", "questionEnd", "bidEnd", "openAt")
AMOUNTS = ("bond", "controlPrice", "documentFee")
CANDIDATES = 4


def check_agreement(run, body, values, facts, quotes):
    """`values`: files for programs by path; `quotes`: what `check_bids` gives."""
    record = Record(body, values, facts, quotes)
    run("same-order", "the order and its notices", lambda: check_order(record))
    run("same-schedule", "times, notices and log", lambda: check_schedule(record))
    run("same-suppliers", "suppliers, sign-ups and log", lambda: check_suppliers(record))
    run("same-bonds", "bonds and the order", lambda: check_bond_terms(record))
    run("same-opening", "prices of files, opening and review", lambda: check_opening(record))
    run("same-releases", "released keys and log", lambda: check_releases(record))
    run("same-review", "the review and the order", lambda: check_review_terms(record))
    run("same-report", "report and bundle", lambda: check_report(record))
    run("same-auction", "the auction and the order", lambda: check_auction_terms(record))
    run("same-candidates", "candidates, log, notices and review", lambda: check_candidates(record))
    run("same-award", "awards, log and notices", lambda: check_award(record))
    run("same-sale", "payments, notes and settlement of a sale", lambda: check_sale(record))


def column(name):
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def json_hash(value):
    return sha256(stringified(value).encode()).hex()


def check_order(record):
    order, body = record.order(), record.body
    same("title", order.get("title"), body["title"])
    same("project", order.get("project_id"), record.values["order/project.json"].get("id"))
    for notice in record.notices:
        same(f"order of {notice['code']}", notice.get("order_id"), body["orderId"])
    opening = next((one for one in record.notices if "settings" in (one["data"] or {})), None)
    if opening is None:
        return
    data = opening["data"]
    for name in AMOUNTS:
        same_figure(name, order.get(column(name)), data.get(name))
    if "suite" in data:
        same("suite", order["suite"], data["suite"])
    same("settings", json_hash(order["settings"]), data["settings"]["sha256"])
    if "items" in data:
        items = record.rows("order/items.json")
        same("number of items", len(items), data["items"]["count"])
        same("items", json_hash(items), data["items"]["sha256"])
    for trust in record.of("notice/1"):
        if round_of(trust) == 1:
            same("joint key", trust.get("jointKey"), data.get("jointKey"))
            same("key of the round", trust.get("roundKey"), data.get("roundKey"))


def check_schedule(record):
    order = record.order()
    dates = {name: order.get(column(name)) for name in DATES}
    announced = [one for one in record.notices if (one["data"] or {}).get("schedule")]
    if announced:
        same("times announced last", dates, {**dict.fromkeys(DATES), **announced[-1]["data"]["schedule"]})
    versions = record.values["order/schedule-versions.json"]
    same("times", dates, versions["final"])
    told = [
        {
            **({"version": one["data"]["version"]} if "version" in one["data"] else {}),
            "notice": one["code"],
            "at": one["published_at"],
            "schedule": one["data"]["schedule"],
        }
        for one in announced
    ]
    same("versions of the times", versions["versions"], told)
    for text in record.texts("kaibiao.schedule/1"):
        notice = next((one for one in announced if one.get("id") == text["noticeId"]), None)
        demand(notice is not None, "the log has times of no notice")
        same("times in the log", text["schedule"], notice["data"]["schedule"])
    hashes = [one["contentHash"] for one in record.published]
    for one in record.logged():
        if one["record"]["type"] == "notice":
            demand(one["record"]["hash"] in hashes, "the log has a notice that the record lacks")
    deadlines = {round_of(one): one["deadline"] for one in record.of("notice/1")}
    closing = [one for about in record.of("completeness/1") for one in about["closing"]]
    for one in closing + record.acts("bid.freeze"):
        same(f"deadline of round {one['round']}", one["deadline"], deadlines.get(one["round"]))


def check_bond_terms(record):
    order, bonds = record.order(), record.of("bonds/1")
    demand(bonds, "no bonds")
    bonds = bonds[0]
    same_figure("amount of the bond", bonds["amount"], order.get("bond"))
    same("deadline of the bond", bonds["bidEnd"], order.get("bid_end"))
    for name, value in ((order.get("settings") or {}).get("bond") or {}).items():
        same(f"terms of the bond: {name}", bonds["terms"].get(name), value)
    suppliers = record.suppliers()
    for one in bonds["standings"]:
        same("supplier of a bond", one["supplier"], (suppliers.get(one["tradeId"]) or {}).get("name"))
    for one in bonds["recorded"] + bonds["decisions"]:
        demand(one["trade_id"] in suppliers, "a bond of nobody")
    won = {one.get("trade_id") for one in record.rows("order/award.json")}
    if any(one["kind"] == CANDIDATES for one in record.notices):
        same_set("candidates", bonds["candidates"], [one.get("tradeId") for one in record.rows("order/candidates.json")])
    elif bonds["candidates"] or won:
        same_set("winners", bonds["candidates"], won)


def check_opening(record):
    first = record.values.get("opening/opening-sheet.json")
    if first is None:
        return
    second = record.values.get("opening/offer-opening-sheet.json")
    suppliers = record.suppliers()

    def quote_of(trade):
        company = (suppliers.get(trade) or {}).get("supplier_company_id")
        return next((one for one in record.quotes if one["round"] == 1 and one["bidderId"] == company), None)

    def row_of(sheet, number):
        rows = (sheet or {"rows": []})["rows"]
        return next((row for row in rows if number is not None and int(row["no"]) == int(number)), None)

    for text in record.texts("kaibiao.opening-list/1"):
        for one in text["bidders"]:
            own = quote_of(one["tradeId"])
            row = row_of(second if text.get("stage") == 2 else first, own and own["no"])
            if row:
                same_figure(f"price of {row['name']} in the log", row["amount"], one["quote"])
            else:
                demand(one["quote"] is None, "the log has a price that the sheet lacks")
    marks = [one for data in record.acts("order.openMarks") for one in data.get("more") or []]
    marks += [one for data in record.acts("opening.offer-openMarks") for one in data or []]
    for one in marks + record.acts("opening.readOut"):
        if one.get("quote") is not None:
            own = quote_of(one["tradeId"])
            same_figure("price read out", one["quote"], own and own["sheet"].get("total"))
    for bundle in record.bundles():
        for bid in bundle["bids"]:
            row, own = row_of(second or first, bid["no"]), quote_of(bid["id"])
            same_figure(f"price of {bid['name']} on the sheet", bid["opening"], row and row["amount"])
            if row:
                same(f"bidder {bid['no']}", bid["name"], row["name"])
            demand(own is not None or bid["opening"] is None, f"{bid['name']}: a price without a price file")
            if own:
                same_figure(f"price of {bid['name']} in its file", bid["opening"], own["sheet"].get("total"))
                demand(int(own["no"]) == bid["no"], f"{bid['name']}: another number than in the opening")


def check_releases(record):
    lists = record.texts("kaibiao.release-list/1")
    if not lists:
        return
    suppliers, in_force = record.suppliers(), {}
    receipts = [(path[:-12], value) for path, value in record.values.items() if type_stated(value) == "kaibiao.receipt/1"]
    for folder, receipt in sorted(receipts, key=lambda one: one[1]["body"]["logIndex"]):
        if receipt["body"]["round"] == 1:
            in_force[receipt["body"]["bidderId"]] = (folder, receipt)
    keys = {
        (release["bidderId"], one["fileId"]): one["contentKey"]
        for release in record.of("release/1")
        if release["round"] == 1
        for one in release["keys"]
    }
    for one in [file for text in lists for file in text["files"]]:
        bidder = (suppliers.get(one["tradeId"]) or {}).get("supplier_company_id")
        folder, receipt = in_force.get(bidder, (None, None))
        demand(receipt and receipt["body"]["action"] == "bid.submitted", "a key of no bid in force")
        files = record.values[folder + "manifest.json"]["files"]
        demand(1 <= one["position"] <= len(files), "a key of no file")
        same("released key", keys.get((bidder, files[one["position"] - 1]["fileId"])), one["contentKey"])


def check_review_terms(record):
    order = record.order()
    settings = order.get("settings") or {}
    for bundle in record.bundles():
        about = bundle["order"]
        same("title of the review", about["title"], order["title"])
        same_figure("ceiling of the review", about["controlPrice"], order["control_price"])
        same_figure("method of the review", about["method"], order["review_method"])
        for way in bundle["ways"]:
            own = next((one for one in settings["ways"] if (one["name"], one["type"]) == (way["name"], way["type"])), None)
            demand(own is not None, f"{way['name']} is no way of the documents")
            for name in ("itemKind", "aggregation", "isAutomatic"):
                same(f"{way['name']}: {name}", way[name], own[name])
            same(f"{way['name']}: number of items", len(way["items"]), len(own["items"]))
            for item, due in zip(way["items"], own["items"]):
                same(f"{way['name']}: item", [item["name"], item["isObjective"]], [due["name"], due["isObjective"]])
                same_figure(f"{way['name']}: full mark", item["fullMark"], due["fullMark"])
            if way["isAutomatic"]:
                same_figure("full mark of the price", way["params"].get("fullMarks"), own["fullMark"])
        basis = (bundle.get("lowPrice") or {}).get("basis")
        for name in ("rule", "mean", "next", "ceiling"):
            if basis and (settings.get("lowPrice") or {}).get(name) is not None:
                same(f"low prices: {name}", basis.get(name), settings["lowPrice"][name])


def check_report(record):
    for bundle in record.bundles():
        report = record.values["review/report.json"]
        if "replayHash" in report:
            same("hash of the bundle", report["replayHash"], bundle["hash"])
        same("code", report["order"].get("code"), bundle["order"]["code"])
        same_figure("ceiling", report["order"].get("controlPrice"), bundle["order"]["controlPrice"])
        same("number of bidders", len(report["bidders"]), len(bundle["bids"]))
        bidders = {one["tradeId"]: one for one in report["bidders"]}
        for bid in bundle["bids"]:
            demand(bid["id"] in bidders, f"{bid['name']} is not in the report")
            same_figure(f"{bid['name']}: opening", bidders[bid["id"]].get("quote"), bid["opening"])
            same_figure(f"{bid['name']}: price", bidders[bid["id"]].get("evaluatedPrice"), bid["price"])
        ranking = {one["tradeId"]: one for one in report["ranking"]}
        same("number of ranks", len(report["ranking"]), len(bundle["results"]["ranking"]))
        for one in bundle["results"]["ranking"]:
            row = ranking.get(one["bidId"], {})
            same_figure("rank", row.get("rank"), one["rank"])
            same_figure("total", row.get("total"), one["total"])
        for text in record.texts("kaibiao.review/1"):
            if text["bundle"] is None:  # the report of the first of two stages
                continue
            same("hash of the bundle in the log", text["bundle"], bundle["hash"])
            for one in record.rows("review/signatures.json"):
                same("hash of the report in the log", text["report"], one["sha256"])
