"""Whether the one package that is needed is there, and new enough; said in plain words, before anything else is loaded."""

import sys

# What Debian 12 has. Earlier ones were not tried; SM3 and SM4 came with 35.
LEAST = 38


def demand_library():
    """Ends the program with exit code 64 and a message where it cannot run."""
    if sys.version_info < (3, 9):
        leave(f"Python {sys.version_info[0]}.{sys.version_info[1]} is too old: this program needs Python 3.9 or later")
    try:
        from cryptography import __version__ as version
        from cryptography.hazmat.primitives import hashes
    except ImportError as error:
        leave(f"this program needs the Python package cryptography, {LEAST} or later ({error}); Debian: apt install python3-cryptography")
    if int(version.split(".")[0]) < LEAST:
        leave(f"the Python package cryptography is too old: {version}; this program needs {LEAST} or later")
    try:
        hashes.Hash(hashes.SM3())
    except Exception as error:
        leave(f"this build of the Python package cryptography has no SM3 ({error}); suite gm cannot be checked with it")


def leave(message):
    print(message, file=sys.stderr)
    sys.exit(64)


if __name__ == "__main__":
    demand_library()
