"""What was sold: paid, taken and settled, computed again from its entries (docs/protocol 6.12)."""

from datetime import timedelta
from fractions import Fraction

from primitives import demand
from same import figure, same, same_figure
from textual import instant

DIGITS = 8
STATES = ("due", "paid", "settled", "defaulted")
NOTES = ("open", "confirmed", "refused")


def check_sale(record):
    sale = record.values.get("sale/deals.json")
    if sale is None:
        return
    terms, deals = sale["terms"], sale["deals"]
    published = (record.order().get("settings") or {}).get("sale")
    demand(published is not None, "the order has no terms of a sale")
    for name, value in published.items():
        same(f"term {name}", terms.get(name), value)
    demand(deals, "no deal")
    demand(len({one["tradeId"] for one in deals}) == len(deals), "two deals of one buyer")
    for deal in deals:
        check_buyer(record, deal)
        check_payments(deal, terms)
        check_taken(deal, record.rows("order/items.json"), terms)
        check_end(deal)
    for before, after in zip(deals, deals[1:]):
        demand(terms["nextBidder"] and before["state"] == "defaulted", "a next buyer without a default")
        demand(instant(before["endedAt"]) <= instant(after["awardedAt"]), "a next buyer before the default")
    if record.body["outcome"] == "awarded":
        check_last(record, deals[-1])
    check_history(record, deals)


def check_buyer(record, deal):
    own = record.suppliers().get(deal["tradeId"]) or {}
    same("name of the buyer", deal["buyerName"], own.get("name"))
    versions = record.values.get("order/result-versions.json", {}).get("award") or []
    rows = [row for one in versions for row in one["rows"] if row["tradeId"] == deal["tradeId"]]
    same_figure("price of a deal", deal["price"], rows[0].get("price") if rows else None)


def check_payments(deal, terms):
    awarded = instant(deal["awardedAt"])
    demand(instant(deal["dueAt"]) == awarded + timedelta(days=terms["paymentDays"]), "due at another time")
    total, before, reached = 0, awarded, None
    for one in deal["payments"]:
        demand(instant(one["at"]) >= before, "payments out of order")
        demand(isinstance(one["isOnline"], bool), "neither online nor elsewhere")
        before = instant(one["at"])
        total += cents(one["amount"])
        if reached is None and total >= cents(deal["price"]):
            reached = one["at"]
    demand(total == cents(deal["paid"]), "the payments add up to another sum")
    same("time at which the price was paid", deal["paidAt"], reached)


def check_taken(deal, items, terms):
    lines, paid_at = deal["lines"], deal["paidAt"]
    same("lines of the deal", [one["itemId"] for one in lines], [one["itemId"] for one in items])
    taken = {one["itemId"]: Fraction(0) for one in lines}
    for number, note in enumerate(deal["weighings"], 1):
        same("number of a note", note["no"], number)
        demand(note["state"] in NOTES, "a note of another state")
        demand(paid_at is not None and instant(note["at"]) >= instant(paid_at), "taken before it was paid")
        for one in note["lines"] if note["state"] == "confirmed" else []:
            demand(one["itemId"] in taken, "something else was taken")
            taken[one["itemId"]] += number_of(one["quantity"])
    for line, item in zip(lines, items):
        same_figure("quantity of a line", line["quantity"], item["quantity"])
        demand(number_of(line["taken"]) == taken[line["itemId"]], "another quantity than the notes say")
    confirmed = any(one["state"] == "confirmed" for one in deal["weighings"])
    owed = owed_for(deal["price"], items, taken, terms) if confirmed else None
    told = None if deal["amount"] is None else cents(deal["amount"])
    demand(told == owed, "another amount is owed for what was taken")
    whole = cents(deal["price"]) if deal["state"] == "due" or owed is None else owed
    left = 0 if deal["state"] == "defaulted" else whole - cents(deal["paid"])
    demand(cents(deal["rest"]) == left, "another rest")


def owed_for(price, items, taken, terms):
    """In cents, half up."""
    if not terms["isWeighed"]:
        return cents(price)
    unit = lambda item: 1 if len(items) == 1 else number_of(item["controlPrice"])
    announced = sum(number_of(item["quantity"]) * unit(item) for item in items)
    got = sum(taken[item["itemId"]] * unit(item) for item in items)
    demand(announced > 0, "nothing was announced")
    return int(cents(price) * got / announced + Fraction(1, 2))


def check_end(deal):
    state, ended, paid_at = deal["state"], deal["endedAt"], deal["paidAt"]
    demand(state in STATES, "an unknown state")
    demand((ended is None) == (state in ("due", "paid")), "ended, or not, against its state")
    demand((paid_at is None) == (state in ("due", "defaulted")), "paid, or not, against its state")
    if state == "defaulted":
        demand(instant(ended) >= instant(deal["dueAt"]), "in default before it was due")
        demand(cents(deal["paid"]) == 0, "a part was not given back")
    if state == "settled":
        demand(all(one["state"] != "open" for one in deal["weighings"]), "settled with an open note")
        demand(deal["amount"] is not None and cents(deal["amount"]) == cents(deal["paid"]), "settled at another sum")
        demand(instant(ended) >= instant(paid_at), "settled before it was paid")


def check_last(record, deal):
    awards = record.rows("order/award.json")
    demand(len(awards) == 1 and awards[0].get("trade_id") == deal["tradeId"], "the buyer is not the winner")
    same_figure("price of the winner", deal["price"], awards[0]["price"])
    demand(deal["state"] == "settled", "not settled")


def check_history(record, deals):
    came = [one for deal in deals for one in deal["payments"] if cents(one["amount"]) > 0]
    counts = {
        "sale.record": sum(not one["isOnline"] for one in came),
        "sale.paid": sum(one["isOnline"] for one in came),
        "sale.default": sum(one["state"] == "defaulted" for one in deals),
        "sale.settle": sum(one["state"] == "settled" for one in deals),
    }
    for action, count in counts.items():
        same(f"number of {action}", len(record.acts(action)), count)
    same("notes", record.acts("sale.weigh"), [one["lines"] for deal in deals for one in deal["weighings"]])


def cents(amount):
    """Of an amount that may go the other way."""
    back = amount.startswith("-")
    whole, part = figure(amount[1:] if back else amount)
    demand(len(part) <= 2, f"{amount} has more than cents")
    value = int(whole + part.ljust(2, "0"))
    return -value if back else value


def number_of(value):
    demand(value is not None, "no number")
    whole, part = figure(value)
    demand(len(part) <= DIGITS, f"{value} has too many digits")
    return Fraction(int(whole + part.ljust(DIGITS, "0")), 10**DIGITS)
