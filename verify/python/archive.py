"""Archives (docs/protocol 6): every byte, what must be there, what it says against itself, and where it comes from."""

import json
import re
import unicodedata
from decimal import Decimal

import sections
from auction import check_auction
from bids import check_bid, check_receipt, receipt_entry, round_of
from completeness import check_closing, check_completeness
from history import check_deadline, check_facts, check_notice, compare_notices
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
    parse_head,
    parse_key,
    record_data,
    required_signatures,
    sha256,
    signed_by,
    unhex,
    verify_head,
    witnessed,
)
from review import check_review
from zipframe import read_members, written

MACHINE = "机器可读/"
MANIFEST = "manifest.json"
TYPES = {
    "json": "application/json",
    "pdf": "application/pdf",
    "txt": "text/plain",
    "pem": "application/x-pem-file",
    "zip": "application/zip",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
}
KNOWN = {
    f"kaibiao.{name}"
    for name in (
        "receipt/1 notice/1 published-notice/1 bonds/1 release/1 unopened/1 joint-opening/1 bid-manifest/1 record-proof/1 trust/1 "
        "review-bundle/1 review-bundle/2 log-records/1 completeness/1 openings/1 auction/1"
    ).split()
}
NOT_CHECKED = [
    "bonds judged anew",
    "keys of several officers",
    "results of the review computed again, signatures of a beacon",
    "time-stamps",
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
            if one["ok"] is None:
                one["ok"] = False


def verify_archive(data, proof, trust):
    run = Run()
    state = {}

    def zipped():
        state["members"] = read_members(data)

    if not run("zip", "the zip", zipped):
        return report(run)
    members = dict(state["members"])

    def manifest():
        demand(MANIFEST in members, "manifest.json lacks")
        text = members[MANIFEST].decode()
        value = json.loads(text)
        demand(text == json.dumps(value, ensure_ascii=False, indent=2) + "\n", "not written in the one way")
        body = value["body"]
        demand(body["type"] == "kaibiao.archive/2" and body["hash"] == "SHA-256", "of another type")
        demand(len(body) == 12 and len(value) == 2, "of another shape")
        state["signed"], state["body"] = value, body

    if not run("archive-manifest", "manifest.json", manifest):
        return report(run)
    run.guarded(lambda: check_archive(run, data, state, proof, trust))
    return report(run)


def check_archive(run, data, state, proof, trust):
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
        lambda: demand(written(state["members"], body["archivedAt"]) == data, "not written in the one way"),
    )
    check_members(run, state["members"], body)
    machine = {path[len(MACHINE) :]: content for path, content in members.items() if path.startswith(MACHINE)}
    values = {}

    def types():
        for path, content in machine.items():
            if path.endswith(".json"):
                values[path] = json.loads(content)
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
    of_source = re.compile(r"trust|record-|records-key|completeness-|auction-key|auction-logged|review-logged|review-marks|draw-logged-")
    if bad:
        verdict = "invalid"
    elif not open_ones:
        verdict = "valid"
    else:
        verdict = "consistent" if all(of_source.match(one["id"]) for one in open_ones) else "incomplete"
    return {"verdict": verdict, "checks": checks}


def check_members(run, members, body):
    """Both ways: what is listed is there as listed and in its order, and nothing else is."""

    def both():
        listed = [one["path"] for one in body["members"]]
        demand(len(set(listed)) == len(listed), "the list names a path twice")
        present = dict(members)
        for path in listed:
            demand(is_sound(path), f"{path} leaves its folder")
            demand(path in present, f"{path} lacks")
        for path, _ in members:
            demand(path == MANIFEST or path in listed, f"{path} is not listed")
        for one in body["members"]:
            content = present[one["path"]]
            same = len(content) == one["size"] and sha256(content).hex() == one["sha256"]
            demand(same, f"{one['path']} was altered")
        demand([path for path, _ in members] == [*listed, MANIFEST], "the order differs")

    run("archive-members", "all files", both)


def is_sound(path):
    parts = path.split("/")
    return (
        0 < len(path) <= 1000
        and unicodedata.normalize("NFC", path) == path
        and "\\" not in path
        and re.match(r"/|[A-Za-z]:", path) is None
        and re.search("[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufffd]", path) is None
        and all(part not in ("", ".", "..") for part in parts)
    )


def type_stated(value):
    if not isinstance(value, dict):
        return None
    inner = value.get("body")
    stated = inner.get("type") if isinstance(inner, dict) and inner.get("type") is not None else value.get("type")
    return stated if isinstance(stated, str) and stated.startswith("kaibiao") else None


def type_of(path, stated):
    if path.startswith(MACHINE) and stated:
        return stated
    ending = re.search(r"\.([^./]+)$", path)
    return TYPES.get(ending[1].lower() if ending else "", "application/octet-stream")


def check_sections(machine, body, acts):
    unknown = [step for step in body["steps"] if step not in sections.STEPS]
    demand(not unknown, f"unknown steps {unknown}")
    missing = [name for name in sections.due(body["steps"], body["outcome"], acts) if name not in body["sections"]]
    demand(not missing, f"sections lack: {missing}")
    abortive = "order.declareAbortive" in acts
    demand(abortive == (body["outcome"] == "abortive"), "the outcome is not that of the history")
    for name in body["sections"]:
        for pattern in sections.MUST[name]:
            demand(any(re.fullmatch(pattern, path) for path in machine), f"{name} lacks {pattern}")
    for path in machine:
        name = sections.section_of(path)
        demand(name in body["sections"], f"{path} belongs to no section of the list")


def check_source(run, signed, manifest, values, machine, proof, trust):
    """Keys, leaf, head and witnesses against what was got from elsewhere (docs/protocol 7)."""
    body = signed["body"]
    notices = [one for one in values.values() if type_stated(one) == "kaibiao.notice/1"]

    def trusted():
        if trust is None:
            raise Missing("no trust file")
        demand(trust["type"] == "kaibiao.trust/1", "no trust file")
        return trust

    if run("trust", "trust file", trusted):
        keys = [content.decode().strip() for path, content in machine.items() if path.endswith(".pem")]
        known = [one.strip() for one in trust["noticeKeys"]]
        run("trust-notice-key", "key of notices", lambda: demand(all(one in known for one in keys), "another key"))
        for notice in notices:

            def same(notice=notice):
                demand(notice["tenantId"] == trust["tenantId"] and notice["logKey"] == trust["logKey"], "another log")
                demand(notice["serviceKeys"]["ed25519"] in trust["serviceKeys"]["ed25519"], "another service key")
                sm2 = notice["serviceKeys"].get("sm2")
                demand(sm2 is None or sm2 in trust["serviceKeys"]["sm2"], "another SM2 key")

            run("trust-keys", f"notice, round {round_of(notice)}", same)

        def signer():
            for one in signed["signatures"]:
                demand(one["publicKey"] in trust["serviceKeys"][one["alg"].lower()], "signed by a stranger")

        run("trust-signer", "who signed the manifest", signer)
    wanted = sha256(manifest).hex()
    record = proof and proof.get("record")
    if not record or record.get("type") != "archive" or record.get("subject") != body["orderId"]:
        proof = None

    def leaf():
        if proof is None:
            raise Missing("no proof file")
        demand(record["hash"] == wanted, "the log holds another manifest")
        _, size, root = parse_head(proof["head"]["checkpoint"])
        entry = leaf_entry(record_data(proof["tenantId"], record, proof["salt"]), proof["leaf"]["blinding"])
        path = [unhex(one) for one in proof["head"]["inclusionProof"]]
        demand(included(leaf_hash(entry), proof["leaf"]["index"], size, root, path), "the proof does not hold")

    run("trust-leaf", "the manifest is in the log", leaf)

    def head():
        if proof is None:
            raise Missing("no proof file")
        verify_head(proof["head"]["checkpoint"], parse_key(trusted()["logKey"]))

    run("trust-head", "the head of the proof", head)

    def seen():
        if proof is None:
            raise Missing("no proof file")
        note = proof["head"]["checkpoint"]
        given = trusted()
        if parse_head(note)[1:] in [parse_head(one)[1:] for one in given["heads"]]:
            return
        if given["witnesses"] is None:
            raise Missing("the trust names neither witnesses nor this head")
        demand(witnessed(note, given["witnesses"]) is not None, "too few witnesses")

    run("trust-witness", "witnesses", seen)


def check_contents(run, body, values, machine, members, facts):
    """What the record says, against itself."""
    since = len(run.checks)
    published = [one for one in values.values() if type_stated(one) == "kaibiao.published-notice/1"]
    pems = [content.decode() for path, content in machine.items() if path.endswith(".pem")]
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
    tiles = Tiles({path[4:]: content for path, content in machine.items() if path.startswith("log/tile/")})
    check_bids(run, values, machine, members, notices, tiles)
    run.strictly(since)
    of = lambda name: [one for one in values.values() if type_stated(one) == f"kaibiao.{name}"]
    for about in of("completeness/1"):
        check_completeness(run, about, of("openings/1"), list(notices.values()), tiles, of("receipt/1"))
    for records in of("log-records/1"):
        check_records(run, records, notices)
        for about in of("completeness/1"):
            check_closing(run, records, about)
        for bundle in of("review-bundle/2"):
            check_review(run, bundle, records)
        for auction in of("auction/1"):
            key = next((one["serviceKeys"]["ed25519"] for one in notices.values()), None)
            check_auction(run, auction, key, records)


def check_own(body, values):
    order = values["order/order.json"]
    same = order["id"] == body["orderId"] and order["code"] == body["code"] and str(order["tenant_id"]) == body["tenantId"]
    demand(same and order["suite"] == body["suite"], "the order is another")
    for path, value in values.items():
        inner = value.get("body", value) if isinstance(value, dict) else {}
        if type_stated(value) and isinstance(inner, dict) and "orderId" in inner:
            demand(inner["orderId"] == body["orderId"], f"{path} is of another order")


def check_bids(run, values, machine, members, notices, tiles):
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
    sheet_of = {}
    for folder, receipt in sorted(receipts.items()):
        manifest = values.get(folder + "manifest.json")
        notice = notices.get(receipt["body"].get("round"), {})
        check_receipt(run, receipt, manifest, notice, tiles)

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
        elif release is None and not closed:
            run("bids", folder, lambda: demand(False, "in force, neither opened nor declared unopened"))
        check_bid(run, manifest, receipt, sealed, release, plain, closed)
        if in_force.get((receipt["body"]["round"], receipt["body"]["bidderId"])) == folder:
            price = [i for i, file in enumerate(manifest["files"], 1) if file["role"] == "price"]
            sheet_of[folder] = (receipt["body"]["bidderName"], number, plain.get(price[0]) if price else None)
    if "opening/opening-sheet.json" in values:
        run("opening-sheet", "the sheet read out", lambda: check_sheet(values, list(sheet_of.values())))


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
        total = json.loads(own[0][2])["sheet"]["total"]
        demand(Decimal(total) == Decimal(row["amount"]), f"{row['name']}: another price than in the file")


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
