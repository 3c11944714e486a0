"""Candidates, awards and auctions, against log, notices, and what they follow from (docs/protocol 6.11)."""

from primitives import demand
from same import figure, same, same_figure
from textual import instant


def versions_of(record, kind):
    """The versions of a result, the last one first."""
    found = record.values.get("order/result-versions.json", {}).get(kind) or []
    return sorted(found, key=lambda one: -one["version"])


def logged_of(record, version, name):
    """What the log says of a version; None where it says nothing."""
    texts = record.texts("kaibiao.result/1")
    return next((one for one in texts if one["resultId"] == version["resultId"]), {}).get(name)


def compare(what, rows, others, key="tradeId"):
    """The same suppliers at the same price, and rank where both say one."""
    same(f"{what}: number", len(rows), len(others))
    by_key = {one.get(key): one for one in reversed(others)}
    for row in rows:
        demand(row.get(key) in by_key, f"{what}: a supplier lacks")
        other = by_key[row.get(key)]
        same_figure(f"{what}: price", row.get("price"), other.get("price"))
        if row.get("rank") is not None and other.get("rank") is not None:
            same_figure(f"{what}: rank", row["rank"], other["rank"])


def check_versions(record, kind, name):
    """Each version is what log and notice say; gives the last one."""
    versions, suppliers = versions_of(record, kind), record.suppliers()
    for version in versions:
        what = f"{kind}, version {version['version']}"
        logged = logged_of(record, version, name)
        if logged is not None:
            compare(f"{what}, log", version["rows"], logged)
        code = (version.get("notice") or {}).get("code")
        notice = next((one for one in record.notices if one["code"] == code), None)
        told = notice and (notice["data"] or {}).get(name)
        if told is not None:
            rows = [{**row, "creditCode": suppliers.get(row["tradeId"], {}).get("credit_code")} for row in version["rows"]]
            compare(f"{what}, notice", rows, told, "creditCode")
    return versions[0] if versions else None


def check_suppliers(record):
    rows = record.rows("sign-ups/sign-ups.json")
    for one in rows:
        same("order of a sign-up", one["order_id"], record.body["orderId"])
    for name in ("id", "supplier_company_id"):
        demand(len({one[name] for one in rows}) == len(rows), "a supplier signed up twice")
    suppliers = record.suppliers()
    for text in record.texts("kaibiao.sign-up/1"):
        own = suppliers.get(text["tradeId"]) or {}
        same("supplier in the log", own.get("supplier_company_id"), text["supplierId"])
    companies = {one["supplier_company_id"] for one in rows}
    for receipt in record.of("receipt/1"):
        demand(receipt["body"]["bidderId"] in companies, "a bid by somebody who did not sign up")


def untalked(row):
    """The price before it was talked down."""
    return {**row, "price": row.get("price") if row.get("talkedFrom") is None else row["talkedFrom"]}


def check_candidates(record):
    last = check_versions(record, "candidates", "candidates")
    rows, suppliers = record.rows("order/candidates.json"), record.suppliers()
    demand(last is not None or not rows, "candidates of no version")
    if last is None:
        return
    if rows:
        compare("candidates in force", [untalked(row) for row in rows], last["rows"])
    scores = {one["tradeId"]: one for one in logged_of(record, last, "candidates") or []}
    for row in rows:
        own = suppliers.get(row["tradeId"]) or {}
        same("name of a candidate", row["supplierName"], own.get("name"))
        same("code of a candidate", row["creditCode"], own.get("credit_code"))
        if row["tradeId"] in scores:
            same_figure("score of a candidate", row.get("score"), scores[row["tradeId"]].get("score"))
    check_origin(record, rows, suppliers)


def check_origin(record, rows, suppliers):
    """Where the price of a candidate comes from: the review, the auction, what was agreed, or its price file."""
    bundles, auctions = record.bundles(), record.of("auction/1")
    for bundle in bundles:
        bids = {one["id"]: one for one in bundle["bids"]}
        ranks = {one["bidId"]: one for one in bundle["results"]["ranking"]}
        before = 0
        for row in rows:
            trade = row["tradeId"]
            demand(trade in bids and trade in ranks and not bundle["order"]["allRejected"], "a candidate without a rank")
            same_figure("price of a candidate in the review", untalked(row)["price"], bids[trade]["price"])
            same_figure("score of a candidate in the review", row.get("score"), ranks[trade]["total"])
            demand(ranks[trade]["rank"] >= before, "candidates in another order than their ranks")
            before = ranks[trade]["rank"]
    for auction in auctions:
        prices = {one["tradeId"]: one["price"] for one in auction["ranking"]}
        for row in rows:
            same_figure("price of a candidate in the auction", untalked(row)["price"], prices.get(row["tradeId"]))
    if bundles or auctions:
        return
    agreed = [one for one in record.rows("talks/talks.json") if one["agreed"] is True]
    if agreed:
        demand(len(agreed) == 1, "more than one agreed price")
        for row in rows:
            same_figure("price of a candidate in the talks", row.get("price"), agreed[0].get("price"))
    quotes = sorted(record.quotes, key=lambda one: -one["round"])
    for row in rows:
        company = (suppliers.get(row["tradeId"]) or {}).get("supplier_company_id")
        own = next((one for one in quotes if one["bidderId"] == company), None)
        if own:
            check_lines(row, own["sheet"].get("lines"))


def check_lines(row, quoted):
    """Each line at a price that its supplier quoted for it; together they make the price."""
    prices = {one.get("itemId"): one.get("unitPrice") for one in reversed(quoted or [])}
    for line in row.get("lines") or []:
        same_figure("price of a line", line.get("unitPrice"), prices.get(line["itemId"]))


def check_sum(row):
    lines = row.get("lines") or []
    if lines:
        demand(sum(cents(one["amount"]) for one in lines) == cents(row["price"]), "the lines do not add up to the price")


def cents(amount):
    whole, part = figure(amount)
    demand(len(part) <= 2, f"{amount} has more than cents")
    return int(whole + part.ljust(2, "0"))


def check_award(record):
    last = check_versions(record, "award", "winners")
    awards, suppliers = record.rows("order/award.json"), record.suppliers()
    demand(last is not None or not awards, "a winner of no version")
    if last is None or not awards:
        return
    compare("winners in force", [{**one, "tradeId": one.get("trade_id")} for one in awards], last["rows"])
    logged = {one["tradeId"]: one for one in logged_of(record, last, "winners") or []}
    candidates = {one["tradeId"]: one for one in reversed(record.rows("order/candidates.json"))}
    for award in awards:
        trade = award["trade_id"]
        own = suppliers.get(trade) or {}
        same("name of a winner", award["name"], own.get("name"))
        same("company of a winner", award["company_id"], own.get("supplier_company_id"))
        check_sum(award)
        demand(trade in candidates, "a winner that is no candidate")
        if candidates[trade].get("lines") is not None:
            check_lines(award, candidates[trade]["lines"])
        else:
            same_figure("price of a winner as a candidate", award["price"], candidates[trade]["price"])
        if "lines" not in logged.get(trade, {}):
            continue
        lines, others = award.get("lines") or [], logged[trade]["lines"]
        same("number of lines in the log", len(lines), len(others))
        by_item = {one["itemId"]: one for one in reversed(others)}
        for line in lines:
            for name in ("quantity", "unitPrice", "amount"):
                same_figure(f"{name} of a line in the log", line.get(name), by_item.get(line["itemId"], {}).get(name))


def check_auction_terms(record):
    order, suppliers = record.order(), record.suppliers()
    terms = (order.get("settings") or {}).get("auction")
    told = record.values.get("auction/record.json")
    for auction in record.of("auction/1"):
        same_figure("start price", auction["startPrice"], order["control_price"])
        same("start", auction["startsAt"], order["open_at"])
        if terms:
            if terms.get("stepKind") == "amount":
                same_figure("step", auction["step"], terms.get("step"))
            for name in ("windowMinutes", "maxExtensions"):
                same(name, auction[name], terms.get(name))
            same("direction", auction.get("direction"), terms.get("direction"))
            reserve, kept = terms.get("reserve") or {}, auction.get("reserve") or {}
            same("kind of reserve", kept.get("kind"), reserve.get("kind"))
            if reserve.get("kind") == "open":
                same_figure("reserve", kept["price"], reserve.get("price"))
            if kept.get("kind") == "sealed":
                published = [(one["data"] or {}).get("auctionReserve") for one in record.notices]
                published = next((one for one in published if one), {})
                same("fingerprint of the reserve", kept["commitment"], published.get("commitment"))
            length = (instant(auction["plannedEnd"]) - instant(auction["startsAt"])).total_seconds()
            demand(length == terms["durationMinutes"] * 60, "another duration than the order's")
        for one in auction["bidders"]:
            same("name of a bidder", one["name"], (suppliers.get(one["tradeId"]) or {}).get("name"))
        if told is None:
            continue
        same("head of the chain", told.get("head"), auction["head"])
        same("number of offers", len(told["rows"]), len(auction["offers"]))
        for row, offer in zip(told["rows"], auction["offers"]):
            same_figure("price of an offer", row["amount"], offer["body"]["price"])
            same("hash of an offer", row["hash"], offer["hash"])
        same("number of ranks", len(told["ranking"]), len(auction["ranking"]))
        for row, one in zip(told["ranking"], auction["ranking"]):
            same_figure("price of a rank", row["price"].replace(",", ""), one["price"])
