"""Bonds judged anew (docs/protocol 6.10)."""

import json
import re
from datetime import date, timedelta
from fractions import Fraction

from history import check_facts
from primitives import demand
from textual import instant

FAULTS = ("unrecorded", "short", "late", "form")


def cents(amount):
    """Of a decimal text; what stands behind the cents does not count."""
    text = "0" if amount is None else amount
    demand(re.fullmatch(r"\d+(\.\d*)?", text, re.ASCII) is not None, f"{text} is no amount")
    return int(Fraction(text) * 100)


def check_bonds(run, record):
    run("bond-facts", "facts of bonds", lambda: check_facts(record["facts"]))
    run("bond-entries", "entries", lambda: check_entries(record))
    run("bond-standings", "standings", lambda: check_standings(record))
    run("bond-interest", "interest", lambda: check_interest(record))
    run("bond-candidates", "candidates", lambda: check_candidates(record))


def check_entries(record):
    facts = [json.loads(one["body"]) for one in record["facts"]]
    of = lambda action: [one.get("data") for one in facts if one.get("action") == action]
    first = lambda action, trade: next((one for one in of(action) if one.get("tradeId") == trade), None)
    demand(len(of("bond.paid")) == len(record["recorded"]), "more or fewer bonds than facts of them")
    for bond in record["recorded"]:
        trade = bond["trade_id"]
        paid = first("bond.paid", trade)
        demand(paid is not None, f"{trade}: nothing was recorded")
        same = cents(paid.get("amount")) == cents(bond["amount"]) and paid.get("paidOn") == bond["paid_on"]
        demand(same and paid.get("form", "transfer") == bond["form"], f"{trade}: another payment than was recorded")
        refund = first("bond.refunded", trade) or {}
        demand(refund.get("refundedOn") == bond["refunded_on"], f"{trade}: another refund than was recorded")
        kept = first("bond.kept", trade) is not None
        demand(kept == (bond["kept_reason"] != ""), f"{trade}: kept without a record, or the reverse")
    decided = [one for data in of("bond.decided") for one in data]
    demand(len(decided) == len(record["decisions"]), "more or fewer decisions than facts of them")
    for one in record["decisions"]:
        same = any(d["tradeId"] == one["trade_id"] and d["accepted"] == one["accepted"] for d in decided)
        demand(same, f"{one['trade_id']}: another decision than was recorded")


def standing(record, trade):
    """State, whether it is a fault, whether it was recorded late."""
    bond = next((one for one in record["recorded"] if one["trade_id"] == trade), None)
    end = record["bidEnd"]
    late = bond is not None and end is not None and instant(bond["paid_recorded_at"]) > instant(end)
    state = state_of(record, bond)
    return state, state in FAULTS, late


def state_of(record, bond):
    terms, end = record["terms"], record["bidEnd"]
    if cents(record["amount"]) == 0:
        return "notRequired"
    if bond is None:
        return "unrecorded"
    if cents(bond["amount"]) < cents(record["amount"]):
        return "short"
    if end is not None:
        last = instant(end) - timedelta(days=terms["daysBefore"]) + timedelta(hours=8)
        if bond["paid_on"] > last.date().isoformat():
            return "late"
    if bond["form"] not in terms["forms"]:
        return "form"
    return "guarantee" if bond["form"] == "guarantee" else "paid"


def check_standings(record):
    for one in record["standings"]:
        stated = one["standing"]
        if stated is not None:
            own = standing(record, one["tradeId"])
            demand(own == (stated["state"], stated["isFault"], stated["isLateRecord"]), f"{one['supplier']} stands otherwise")


def check_interest(record):
    for bond in record["recorded"]:
        if bond["refunded_on"] is None:
            continue
        days = max(0, (date.fromisoformat(bond["refunded_on"]) - date.fromisoformat(bond["paid_on"])).days)
        rate = Fraction(re.sub(r"(\.\d{6})\d+$", r"\1", bond["rate"] or "0"))
        due = cents(bond["amount"]) * rate * days / 36500
        demand(cents(bond["interest"]) == int(due + Fraction(1, 2)), f"{bond['trade_id']}: another interest")


def check_candidates(record):
    if record["terms"]["onFault"] != "block":
        return
    for trade in record["candidates"]:
        accepted = any(one["trade_id"] == trade and one["accepted"] for one in record["decisions"])
        demand(accepted or not standing(record, trade)[1], f"{trade} is a candidate with a bond that excludes it")
