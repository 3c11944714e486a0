"""Archives (docs/protocol 6): every byte, what must be there, what it says against itself, and where it comes from."""

import json
import re

from agree import check_agreement
from auction import check_auction
from bids import round_of
from bonds import check_bonds
from completeness import check_closing, check_completeness
from heads import heads_of
from history import check_deadline, check_facts, check_notice, compare_notices
from joint import check_joint
from members import KNOWN, MACHINE, MANIFEST, check_members, check_sections, type_of, type_stated
from openings import check_bids
from origin import check_source
from primitives import (
    Failure,
    Missing,
    Tiles,
    canonical,
    canonical_bytes,
    demand,
    included,
    leaf_entry,
    leaf_hash,
    parse_key,
    record_data,
    required_signatures,
    sha256,
    signed_by,
    unhex,
    verify_head,
)
from review import check_review, check_there
from witnesses import check_record_times
from zipframe import check_frame, read_members

NOT_CHECKED = [
    "signatures of a beacon (BLS12-381: a pairing of our own would be more to trust than it gives)",
    "results of reviews of the earlier form (kaibiao.review-bundle/1)",
]


def finding(work):
    """Whether work holds (None: nothing to check with), and what it raised."""
    try:
        work()
    except Missing as missing:
        return None, str(missing)
    except Failure as failure:
        return False, str(failure)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        return False, f"malformed: {error!r}"
    return True, ""


class Run:
    """Keeps what each check finds."""

    def __init__(self):
        self.checks = []

    def __call__(self, name, title, work):
        """Runs a check; gives whether it holds. What it raises is the finding."""
        ok, detail = finding(work)
        self.checks.append({"id": name, "title": str(title), "ok": ok, "detail": detail})
        return ok is True

    def guarded(self, work):
        """Runs what makes checks. A value of another shape than the protocol's must not end the program: it is a finding."""
        ok, detail = finding(work)
        if ok is not True:
            self.checks.append({"id": "shape", "title": "shape of the record", "ok": False, "detail": detail})

    def strictly(self, since):
        """In a record, what cannot be checked for want of material is a fault of the record."""
        for one in self.checks[since:]:
            # That a witness was away is no fault of the record.
            if one["ok"] is None and one["id"] not in ("deadline-witnessed-at", "place-in-time"):
                one["ok"] = False


def verify_archive(whole, proof, trust):
    """`whole`: the bytes of the zip, a `Source`."""
    run = Run()
    state = {}

    def zipped():
        state["members"] = read_members(whole)

    if not run("zip", "the zip", zipped):
        return report(run)
    members = dict(state["members"])

    def manifest():
        demand(MANIFEST in members, "manifest.json lacks")
        text = members[MANIFEST].read().decode()
        value = json.loads(text)
        demand(text == json.dumps(value, ensure_ascii=False, indent=2) + "\n", "not written in the one way")
        body = value["body"]
        demand(body["type"] == "kaibiao.archive/2" and body["hash"] == "SHA-256", "of another type")
        demand(len(body) == 12 and len(value) == 2, "of another shape")
        state["signed"], state["body"] = value, body

    if not run("archive-manifest", "manifest.json", manifest):
        return report(run)
    run.guarded(lambda: check_archive(run, whole, state, proof, trust))
    return report(run)


def check_archive(run, whole, state, proof, trust):
    members = dict(state["members"])
    body, signatures = state["body"], state["signed"]["signatures"]
    message = b"kaibiao/archive/2\0" + canonical_bytes(body)
    for alg in required_signatures(body["suite"]):

        def signature(alg=alg):
            found = [one for one in signatures if one["alg"] == alg]
            demand(len(found) == 1 and len(signatures) == len(required_signatures(body["suite"])), "the signatures differ")
            demand(signed_by(found[0], message), "the signature does not hold")

        run(f"archive-signature-{alg.lower()}", alg, signature)
    run(
        "archive-frame",
        "bytes between the contents",
        lambda: check_frame(whole, state["members"], body["archivedAt"]),
    )
    check_members(run, state["members"], body)
    machine = {path[len(MACHINE) :]: content for path, content in members.items() if path.startswith(MACHINE)}
    values = {}

    def types():
        for path, content in machine.items():
            if path.endswith(".json"):
                values[path] = json.loads(content.read())
        for member in body["members"]:
            stated = type_stated(values.get(member["path"].removeprefix(MACHINE)))
            if member["path"].startswith(MACHINE):
                demand(stated is None or stated in KNOWN, f"{member['path']} is of an unknown type {stated}")
            demand(type_of(member["path"], stated) == member["type"], f"{member['path']} is of another type")

    if not run("archive-types", "types", types):
        return
    facts = values.get("audit/order.json", [])
    acts = [json.loads(one["body"]).get("action") for one in facts]
    run("archive-sections", "what must be there", lambda: check_sections(machine, body, acts))
    check_source(run, state["signed"], members[MANIFEST], values, machine, proof, trust)
    check_contents(run, body, values, machine, members, facts)


def report(run):
    checks = run.checks
    bad = any(one["ok"] is False for one in checks)
    open_ones = [one for one in checks if one["ok"] is None]
    of_source = re.compile(r"trust|record-|records-key|completeness-|auction-key|auction-logged|review-logged|review-marks|draw-(logged|head|growth|witnessed)-")
    if bad:
        verdict = "invalid"
    elif not open_ones:
        verdict = "valid"
    else:
        verdict = "consistent" if all(of_source.match(one["id"]) for one in open_ones) else "incomplete"
    return {"verdict": verdict, "checks": checks}


def check_contents(run, body, values, machine, members, facts):
    """What the record says, against itself."""
    since = len(run.checks)
    published = [one for one in values.values() if type_stated(one) == "kaibiao.published-notice/1"]
    pems = [content.read().decode() for path, content in machine.items() if path.endswith(".pem")]
    for notice in published:
        check_notice(run, notice, pems)
    run("notice-facts", "notices and history", lambda: compare_notices(published, facts))
    notices = {round_of(one): one for one in values.values() if type_stated(one) == "kaibiao.notice/1"}
    run("notice-deadline", "the announced deadline", lambda: check_deadline(published, notices.get(1)))
    run("audit", "history", lambda: check_facts(facts))

    def own_facts():
        demand(facts, "no history")
        for one in facts:
            fact = json.loads(one["body"])
            demand(fact.get("entity") == "order" and fact.get("entityId") == body["orderId"], "of another order")

    run("audit-own", "history of this order", own_facts)
    run("own", "all of this order", lambda: check_own(body, values))
    tiles = Tiles({path[4:]: content.read() for path, content in machine.items() if path.startswith("log/tile/")})
    of = lambda name: [one for one in values.values() if type_stated(one) == f"kaibiao.{name}"]
    for record in of("bonds/1"):
        check_bonds(run, record)
    joint = {}
    announced = [one["jointKey"] for one in notices.values() if "jointKey" in one]
    for opening in of("joint-opening/1"):
        again = opening["round"] in joint
        joint[opening["round"]] = check_joint(run, opening, announced[0] if announced else None)
        if again:
            run("joint-rounds", "the joint opening", lambda: demand(False, "a round was opened twice"))
    if announced and "opening" in body["sections"] and of("release/1"):
        there = len(of("joint-opening/1"))
        run("joint-there", "the joint opening", lambda: demand(there == 1, f"there are {there} joint openings"))
    quotes = check_bids(run, body, values, machine, members, notices, tiles, joint)
    check_agreement(run, body, values, facts, quotes)
    run.strictly(since)
    for about in of("completeness/1"):
        check_completeness(run, about, of("openings/1"), list(notices.values()), tiles, of("receipt/1"))
    since = len(run.checks)
    due = 1 if any(one["checkpoint"] is not None for one in notices.values()) else 0
    counts = (len(of("log-records/1")), len(of("completeness/1")))
    run("procedure-there", "records of the log and completeness", lambda: demand(counts == (1, due), f"there are {counts}"))
    bundles = of("review-bundle/2") + of("review-bundle/1")
    run("review-there", "the review", lambda: check_there(bundles, body))
    run.strictly(since)
    first = next(iter(notices.values()), None)
    for bundle in bundles:
        own = next((one for one in of("log-records/1") if one["orderId"] == bundle["order"].get("id")), None)
        check_review(run, bundle, own, first, heads_at_hand(machine, own) if own else [])
    for records in of("log-records/1"):
        check_records(run, records, notices)
        if first:
            check_record_times(run, first, records["records"], heads_at_hand(machine, records))
        for about in of("completeness/1"):
            check_closing(run, records, about)
        for auction in of("auction/1"):
            key = next((one["serviceKeys"]["ed25519"] for one in notices.values()), None)
            check_auction(run, auction, key, records)


def heads_at_hand(machine, records):
    """All heads that may tell when something was in the log."""
    shown = [one["head"]["checkpoint"] for one in records["records"] if one["head"]]
    return [*heads_of(machine), *records.get("heads", []), *shown]


def check_own(body, values):
    order = values["order/order.json"]
    same = order["id"] == body["orderId"] and order["code"] == body["code"] and str(order["tenant_id"]) == body["tenantId"]
    demand(same and order["suite"] == body["suite"], "the order is another")
    for path, value in values.items():
        inner = value.get("body", value) if isinstance(value, dict) else {}
        if type_stated(value) and isinstance(inner, dict) and "orderId" in inner:
            demand(inner["orderId"] == body["orderId"], f"{path} is of another order")


def check_records(run, records, notices):
    first = next(iter(notices.values()), None)

    def key():
        if first is None:
            raise Missing("no notice")
        demand(records["logKey"] == first["logKey"], "another log")

    run("records-key", "key of the log", key)
    for i, one in enumerate(records["records"]):

        def record(one=one):
            if one["text"] is not None:
                demand(sha256(one["text"].encode()).hex() == one["record"]["hash"], "the text is another")
            if one["leaf"] is None or one["head"] is None:
                raise Missing("waited for the log when the record was made")
            data = record_data(records["tenantId"], one["record"], one["salt"])
            demand(canonical(one["leaf"]["data"]) == canonical(data), "the leaf is of another record")
            size, root = verify_head(one["head"]["checkpoint"], parse_key(records["logKey"]))
            leaf = leaf_hash(leaf_entry(data, one["leaf"]["blinding"]))
            path = [unhex(node) for node in one["head"]["inclusionProof"]]
            demand(included(leaf, one["leaf"]["index"], size, root, path), "the proof does not hold")

        run(f"record-{i}", f"{one['record'].get('type')} {one['record'].get('at')}", record)
