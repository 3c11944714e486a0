"""The group ristretto255 (RFC 9496), of public values only: not in constant time."""

from primitives import Failure, demand, unhex

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)


def is_negative(value):
    return value % P % 2 == 1


def absolute(value):
    return -value % P if is_negative(value) else value % P


def sqrt_ratio(u, v):
    """RFC 9496 4.2."""
    r = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    check = v * r * r % P
    correct, flipped, flipped_i = check == u % P, check == -u % P, check == -u * SQRT_M1 % P
    if flipped or flipped_i:
        r = r * SQRT_M1 % P
    return correct or flipped, absolute(r)


INVSQRT_A_MINUS_D = sqrt_ratio(1, -1 - D)[1]
# Extended coordinates (X : Y : Z : T) on -x² + y² = 1 + d x² y².
ZERO = (0, 1, 1, 0)


def decode(data):
    """RFC 9496 4.3.1."""
    s = int.from_bytes(data, "little")
    demand(len(data) == 32 and s < P and not is_negative(s), "not a point")
    u1, u2 = 1 - s * s, 1 + s * s
    v = (-D * u1 * u1 - u2 * u2) % P
    was_square, inverse = sqrt_ratio(1, v * u2 * u2 % P)
    x = absolute(2 * s * inverse * u2)
    y = u1 * inverse * inverse * u2 * v % P
    t = x * y % P
    demand(was_square and not is_negative(t) and y != 0, "not a point")
    return (x, y, 1, t)


def encode(point):
    """RFC 9496 4.3.2."""
    x, y, z, t = point
    u1, u2 = (z + y) * (z - y) % P, x * y % P
    _, inverse = sqrt_ratio(1, u1 * u2 * u2 % P)
    den1, den2 = inverse * u1, inverse * u2
    z_inverse = den1 * den2 * t
    if is_negative(t * z_inverse):
        x, y, den = y * SQRT_M1, x * SQRT_M1, den1 * INVSQRT_A_MINUS_D
    else:
        den = den2
    if is_negative(x * z_inverse):
        y = -y
    return absolute(den * (z - y)).to_bytes(32, "little")


def add(one, other):
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * D * t1 * t2 % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(point, scalar):
    result = ZERO
    for bit in bin(scalar % ORDER)[2:]:
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result


def combination(points, scalars):
    result = ZERO
    for point, scalar in zip(points, scalars, strict=True):
        result = add(result, multiply(point, scalar))
    return result


def is_zero(point):
    return encode(point) == bytes(32)


BASE = decode(bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"))


def point_of(text):
    """A canonical point from hex, other than the identity."""
    point = decode(unhex(text, 32))
    demand(not is_zero(point), "the identity")
    return point


def scalar_of(text):
    """A canonical scalar from hex, other than 0."""
    value = int.from_bytes(unhex(text, 32), "little")
    demand(0 < value < ORDER, "not a scalar")
    return value


def is_point(text):
    try:
        point_of(text)
        return True
    except Failure:
        return False
