"""Notices as published, and the history of the order (docs/protocol 6.5 and 6.6)."""

import json
import re

from primitives import demand, ed25519_verify, loose, sha256, unbase64, unhex
from textual import instant


def check_notice(run, notice, pems):
    def content():
        names = {
            "tenantId": "tenant_id",
            "orderCode": "orderCode",
            "code": "code",
            "kind": "kind",
            "title": "title",
            "content": "content",
            "data": "data",
            "publishedAt": "published_at",
            "publicityEnd": "publicity_end",
        }
        value = {name: notice[own] for name, own in names.items()}
        demand(sha256(loose(value).encode()).hex() == notice["contentHash"], "the notice was altered")

    def signature():
        demand(len({one.strip() for one in pems}) == 1, "not one key of notices")
        der = unbase64(re.sub(r"-----[^-]+-----|\s", "", pems[0]))
        demand(der[:12].hex() == "302a300506032b6570032100" and len(der) == 44, "not an Ed25519 key")
        holds = ed25519_verify(der[12:], unhex(notice["contentHash"]), unbase64(notice["signature"]))
        demand(holds, "the signature does not hold")

    run("notice-hash", notice.get("code"), content)
    run("notice-signature", notice.get("code"), signature)


def compare_notices(published, facts):
    acts = [json.loads(one["body"]) for one in facts]
    recorded = {one["data"]["code"]: one["data"]["contentHash"] for one in acts if one.get("action") == "notice.publish"}
    demand(recorded, "the history knows no notice")
    own = {one["code"]: one["contentHash"] for one in published}
    demand(own == recorded and len(own) == len(published), "the notices are not those of the history")


def check_deadline(published, notice):
    """The deadline that receipts are judged by is the one announced last."""
    announced = [
        ((one.get("data") or {}).get("schedule") or {}).get("bidEnd") for one in sorted(published, key=lambda o: o["code"])
    ]
    announced = [one for one in announced if one]
    if notice and announced:
        demand(instant(notice["deadline"]) == instant(announced[-1]), "another deadline than the announced one")


def check_facts(facts):
    last = None
    for one in facts:
        demand(one["seq"] is not None and one["hash"] is not None and one["prev_hash"] is not None, "a fact is not chained")
        found = sha256(unhex(one["prev_hash"], 32), one["body"].encode()).hex()
        demand(found == one["hash"], f"fact {one['seq']} was altered")
        demand(json.loads(one["body"])["seq"] == one["seq"], f"fact {one['seq']} has another number")
        if last is not None:
            demand(one["seq"] > last["seq"], f"fact {one['seq']} is out of order")
            demand(one["seq"] != last["seq"] + 1 or one["prev_hash"] == last["hash"], f"fact {one['seq']} is not linked")
        last = one
