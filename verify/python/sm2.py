"""Verification of SM2 signatures (GB/T 32918.2) with SM3 and the default user id: the library has none."""

from cryptography.hazmat.primitives import hashes

P = 0xFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000FFFFFFFFFFFFFFFF
A = P - 3
B = 0x28E9FA9E9D9F5E344D5A9E4BCF6509A7F39789F515AB8F92DDBCBD414D940E93
N = 0xFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFF7203DF6B21C6052B53BBF40939D54123
G = (
    0x32C4AE2C1F1981195F9904466A39C9948FE30BBFF2660BE1715A4589334C74C7,
    0xBC3736A2F4F6779C59BDCEE36B692153D0A9877CC62A474002DF32E52139F0A0,
)
USER = b"1234567812345678"


def sm2_verify(public_key, message, signature):
    """Is r ‖ s (64 bytes) a signature of the uncompressed key over the message? False on malformed input."""
    if len(public_key) != 65 or public_key[0] != 4 or len(signature) != 64:
        return False
    point = (int.from_bytes(public_key[1:33], "big"), int.from_bytes(public_key[33:], "big"))
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not on_curve(point) or not 1 <= r < N or not 1 <= s < N or (r + s) % N == 0:
        return False
    coordinates = b"".join(value.to_bytes(32, "big") for value in (A, B, *G))
    z = sm3((len(USER) * 8).to_bytes(2, "big") + USER + coordinates + public_key[1:])
    e = int.from_bytes(sm3(z + message), "big")
    found = add(multiply(s, G), multiply((r + s) % N, point))
    return found is not None and (e + found[0]) % N == r


def sm3(data):
    digest = hashes.Hash(hashes.SM3())
    digest.update(data)
    return digest.finalize()


def on_curve(point):
    x, y = point
    return x < P and y < P and (y * y - (x * x * x + A * x + B)) % P == 0


def add(one, other):
    if one is None or other is None:
        return one or other
    if one[0] == other[0]:
        if (one[1] + other[1]) % P == 0:
            return None
        slope = (3 * one[0] * one[0] + A) * pow(2 * one[1], -1, P)
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, P)
    x = (slope * slope - one[0] - other[0]) % P
    return x, (slope * (one[0] - x) - one[1]) % P


def multiply(times, point):
    result = None
    while times:
        if times & 1:
            result = add(result, point)
        point, times = add(point, point), times >> 1
    return result
