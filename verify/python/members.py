"""What an archive lists and must hold, by paths and types (docs/protocol 6.2 to 6.4)."""

import re
import unicodedata

import sections
from primitives import demand

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
            same = content.size == one["size"] and content.sha256().hex() == one["sha256"]
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
