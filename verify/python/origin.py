"""Where an archive comes from: keys, leaf, head and witnesses against what was got from elsewhere (docs/protocol 7)."""

from bids import round_of
from heads import is_part
from members import type_stated
from primitives import (
    Missing,
    demand,
    included,
    leaf_entry,
    leaf_hash,
    parse_head,
    parse_key,
    record_data,
    split_note,
    unbase64,
    unhex,
    verify_head,
    witnessed_at,
)
from textual import instant
from witnesses import SLACK, check_stamp, moment


def heads_shown(values, notices):
    """The heads that a record rests on: of its deadlines and of its log records."""
    found = [one["checkpoint"] for one in notices]
    for listed in values.values():
        if type_stated(listed) == "kaibiao.log-records/1":
            found += [one["head"]["checkpoint"] for one in listed["records"] if one.get("head")]
    return [one for one in found if one is not None]


def check_pinned(notice, pinned):
    """What was pinned of a notice, it still says; the head may have been pinned before there was one."""
    for field in ("jointKey", "roundKey", "witnesses"):
        demand(notice.get(field) == pinned.get(field), f"another {field} than the trust has")
    if pinned["checkpoint"] is not None:
        demand(notice["deadline"] == pinned["deadline"], "another deadline than the trust has")
        same = notice["checkpoint"] is not None and split_note(notice["checkpoint"])[0] == split_note(pinned["checkpoint"])[0]
        demand(same, "another head of the deadline than the trust has")


def check_source(run, signed, manifest, values, machine, proof, trust):
    body = signed["body"]
    notices = [one for one in values.values() if type_stated(one) == "kaibiao.notice/1"]

    def trusted():
        if trust is None:
            raise Missing("no trust file")
        demand(trust["type"] == "kaibiao.trust/1", "no trust file")
        return trust

    if run("trust", "trust file", trusted):
        keys = [content.read().decode().strip() for path, content in machine.items() if path.endswith(".pem")]
        known = [one.strip() for one in trust["noticeKeys"]]

        def notice_key():
            if not known:
                raise Missing("the trust names no key of notices")
            demand(all(one in known for one in keys), "another key")

        run("trust-notice-key", "key of notices", notice_key)
        for notice in notices:

            def same(notice=notice):
                demand(notice["tenantId"] == trust["tenantId"] and notice["logKey"] == trust["logKey"], "another log")
                demand(notice["serviceKeys"]["ed25519"] in trust["serviceKeys"]["ed25519"], "another service key")
                sm2 = notice["serviceKeys"].get("sm2")
                demand(sm2 is None or sm2 in trust["serviceKeys"]["sm2"], "another SM2 key")
                for pinned in trust["notices"]:
                    if pinned["orderId"] == notice["orderId"] and round_of(pinned) == round_of(notice):
                        check_pinned(notice, pinned)

            run("trust-keys", f"notice, round {round_of(notice)}", same)

        def signer():
            for one in signed["signatures"]:
                demand(one["publicKey"] in trust["serviceKeys"][one["alg"].lower()], "signed by a stranger")

        run("trust-signer", "who signed the manifest", signer)
    wanted = manifest.sha256().hex()
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
        at = witnessed_at(note, given["witnesses"])
        demand(at is not None, "too few witnesses")
        demand(moment(at) >= instant(record["at"]) - SLACK, "cosigned before it was archived")

    run("trust-witness", "witnesses", seen)

    def grown():
        if proof is None:
            raise Missing("no proof file")
        newer = parse_head(proof["head"]["checkpoint"])
        for older in {parse_head(note) for note in heads_shown(values, notices)}:
            demand(older[0] == newer[0] and older[1] <= newer[1], "a head of another log")
            demand(is_part(older, newer, proof.get("growth")), "the archive rests on another log than the witnessed one")

    run("trust-growth", "one log", grown)
    authorities = [unbase64(one) for one in (trust or {}).get("timeAuthorities", [])]
    if authorities or proof and "timeStamp" in proof:

        def stamped():
            if proof is None or "timeStamp" not in proof:
                raise Missing("no time-stamp")
            check_stamp(proof["timeStamp"], unhex(wanted, 32), authorities, instant(record["at"]))

        run("trust-time-stamp", "time-stamp of the manifest", stamped)
