#!/usr/bin/env python3
"""A second verifier of archives, written from docs/protocol.

    python3 verify/python/verify.py ARCHIVE.zip [--proof FILE] [--trust FILE] [--json]
    python3 verify/python/verify.py --batch LIST.json

Needs Python 3.9 and its package `cryptography`, 38 (that of Debian 12) or later. Exit codes as those of `verify/cli.ts`:
0 valid, 1 invalid, 2 incomplete, 3 consistent, 64 wrong use, or that package lacks. What it does not check
is listed in docs/protocol/checks.md, and printed.
"""

import argparse
import json
import os
import sys

from library import demand_library

demand_library()

from archive import NOT_CHECKED, verify_archive  # noqa: E402
from source import Source  # noqa: E402

EXIT = {"valid": 0, "invalid": 1, "incomplete": 2, "consistent": 3}
MARKS = {True: "✓", False: "✗", None: "–"}


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def judge(archive, proof=None, trust=None):
    with open(archive, "rb") as file:
        whole = Source(file.fileno(), 0, os.stat(archive).st_size)
        return verify_archive(whole, proof and read_json(proof), trust and read_json(trust))


def main():
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("archive", nargs="?")
    parser.add_argument("--proof")
    parser.add_argument("--trust")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--batch", help="a JSON list of {archive, proof, trust}; prints a JSON list of reports")
    try:
        given = parser.parse_args()
    except argparse.ArgumentError as error:
        print(error, file=sys.stderr)
        return 64
    if given.batch:
        print(json.dumps([judge(**one) for one in read_json(given.batch)], ensure_ascii=False))
        return 0
    if not given.archive:
        parser.print_usage(sys.stderr)
        return 64
    report = judge(given.archive, given.proof, given.trust)
    if given.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        for check in report["checks"]:
            print(MARKS[check["ok"]], check["id"], check["title"], check["detail"])
        print("not checked by this program:", ", ".join(NOT_CHECKED))
        print(report["verdict"])
    return EXIT[report["verdict"]]


if __name__ == "__main__":
    sys.exit(main())
