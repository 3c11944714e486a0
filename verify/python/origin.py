"""Where an archive comes from: keys, leaf, head and witnesses against what was got from elsewhere (docs/protocol 7)."""

from bids import instant, round_of
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
    unbase64,
    unhex,
    verify_head,
    witnessed_at,
)
from witnesses import check_stamp


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
        demand(witnessed_at(note, given["witnesses"]) is not None, "too few witnesses")

    run("trust-witness", "witnesses", seen)
    authorities = [unbase64(one) for one in (trust or {}).get("timeAuthorities", [])]
    if authorities or proof and "timeStamp" in proof:

        def stamped():
            if proof is None or "timeStamp" not in proof:
                raise Missing("no time-stamp")
            check_stamp(proof["timeStamp"], unhex(wanted, 32), authorities, instant(record["at"]))

        run("trust-time-stamp", "time-stamp of the manifest", stamped)
