"""Time-stamps (RFC 3161): the token, whose certificate signed it, and what that leads up to (docs/protocol 7.3)."""

import hashlib
from datetime import datetime, timezone

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from primitives import Failure, demand, sha256

SIGNED_DATA = "1.2.840.113549.1.7.2"
TST_INFO = "1.2.840.113549.1.9.16.1.4"
CONTENT_TYPE = "1.2.840.113549.1.9.3"
MESSAGE_DIGEST = "1.2.840.113549.1.9.4"
# The attribute that names the certificate by its hash, and the hash that stands where it names none.
NAMING = {"1.2.840.113549.1.9.16.2.47": "2.16.840.1.101.3.4.2.1", "1.2.840.113549.1.9.16.2.12": "1.3.14.3.2.26"}
SHA256 = "2.16.840.1.101.3.4.2.1"
HASHES = {
    SHA256: hashes.SHA256(),
    "2.16.840.1.101.3.4.2.2": hashes.SHA384(),
    "2.16.840.1.101.3.4.2.3": hashes.SHA512(),
}
# Algorithms of signatures: the hash that each names; None: that of the digest beside it.
RSA, ECDSA = "1.2.840.113549.1.1.", "1.2.840.10045.4.3."
SIGNATURES = {
    RSA + "1": None,
    RSA + "11": hashes.SHA256(),
    RSA + "12": hashes.SHA384(),
    RSA + "13": hashes.SHA512(),
    ECDSA + "2": hashes.SHA256(),
    ECDSA + "3": hashes.SHA384(),
    ECDSA + "4": hashes.SHA512(),
}


class Der:
    """A value of DER: its tag, its content, and all of its bytes."""

    def __init__(self, data, at=0):
        demand(len(data) >= at + 2, "not DER")
        self.tag, length, start = data[at], data[at + 1], at + 2
        demand(self.tag & 0x1F != 0x1F and length != 0x80, "not DER")
        if length > 0x80:
            start += length - 0x80
            length = int.from_bytes(data[at + 2 : start], "big")
        self.end = start + length
        demand(self.end <= len(data), "not DER")
        self.content, self.raw = data[start : self.end], data[at : self.end]

    def parts(self):
        found, at = [], 0
        while at < len(self.content):
            part = Der(self.content, at)
            at = part.end
            found.append(part)
        return found

    def of(self, tag):
        demand(self.tag == tag, "another value than is due")
        return self

    def oid(self):
        data = self.of(6).content
        first, numbers, value = min(data[0] // 40, 2), [], 0
        for byte in data:
            value = value << 7 | byte & 0x7F
            if not byte & 0x80:
                numbers.append(value)
                value = 0
        return ".".join(map(str, [first, numbers[0] - 40 * first, *numbers[1:]]))


def whole(data):
    value = Der(data)
    demand(value.end == len(data), "bytes behind the value")
    return value


def read_token(token):
    """The content that is stamped, the certificates, and the one signature."""
    kind, outer = whole(token).of(0x30).parts()
    demand(kind.oid() == SIGNED_DATA, "not signed data")
    version, digests, content, *more = outer.of(0xA0).parts()[0].of(0x30).parts()
    version.of(2)
    for one in digests.of(0x31).parts():
        algorithm_of(one)
    type_of, stamped = content.of(0x30).parts()
    demand(type_of.oid() == TST_INFO, "not a time-stamp")
    certificates = [der for one in more if one.tag == 0xA0 for der in one.parts()]
    signers = more[-1].of(0x31).parts()
    demand(len(signers) == 1, "not one signature")
    return stamped.of(0xA0).parts()[0].of(4).content, [one.raw for one in certificates], signers[0].parts()


def algorithm_of(value):
    """The name of an algorithm, with parameters or without."""
    name, *parameters = value.of(0x30).parts()
    demand(len(parameters) <= 1, "more than an algorithm")
    return name.oid()


def instant_of(text):
    """GeneralizedTime as RFC 3161 has it."""
    demand(text.endswith("Z"), "not an instant")
    form = "%Y%m%d%H%M%S.%fZ" if "." in text else "%Y%m%d%H%M%SZ"
    return datetime.strptime(text, form).replace(tzinfo=timezone.utc)


def verify_stamp(token, digest, issuers):
    """When the token stamped this SHA-256, and the fingerprints of the certificates it leads up to."""
    try:
        return read_stamp(token, digest, issuers)
    except Failure:
        raise
    except Exception as error:
        # Certificates that are none raise errors of many kinds.
        raise Failure("a time-stamp that cannot be read") from error


def read_stamp(token, digest, issuers):
    content, certificates, signer = read_token(token)
    _, _, imprint, _, moment, *_ = whole(content).of(0x30).parts()
    algorithm, stamped = imprint.of(0x30).parts()
    demand(algorithm_of(algorithm) == SHA256 and stamped.of(4).content == digest, "a time-stamp of something else")
    at = instant_of(moment.of(0x18).content.decode())
    certificate = named_by(signer, [x509.load_der_x509_certificate(one) for one in certificates])
    check_purpose(certificate, at)
    check_signature(signer, certificate, content)
    return at, [sha256(der_of(one)).hex() for one in chain_of(certificate, certificates + issuers)]


def der_of(certificate):
    return certificate.public_bytes(serialization.Encoding.DER)


def named_by(signer, certificates):
    """The first of the certificates that the signature may mean; that it does its attributes tell."""
    sid = signer[1]
    for one in certificates:
        if sid.tag != 0x30:
            return one
        issuer, serial = sid.parts()
        if issuer.raw == one.issuer.public_bytes() and int.from_bytes(serial.content, "big", signed=True) == one.serial_number:
            return one
    demand(False, "the certificate of the signature lacks")


def check_purpose(certificate, at):
    """For stamping times and nothing else (RFC 3161 2.3), and valid then."""
    try:
        usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage)
    except x509.ExtensionNotFound:
        demand(False, "a certificate of no purpose")
    demand(usage.critical and list(usage.value) == [x509.ExtendedKeyUsageOID.TIME_STAMPING], "a certificate for something else")
    begin, end = (instant_in(certificate, name) for name in ("not_valid_before", "not_valid_after"))
    demand(begin <= at <= end, "not within the certificate's time")


def instant_in(certificate, name):
    """In UTC; packages before 42 tell it without saying so."""
    if hasattr(certificate, f"{name}_utc"):
        return getattr(certificate, f"{name}_utc")
    return getattr(certificate, name).replace(tzinfo=timezone.utc)


def check_signature(signer, certificate, content):
    _, _, digest, attributes, algorithm, signature, *_ = signer
    signer[0].of(2)
    hash_name = algorithm_of(digest)
    demand(hash_name in HASHES and attributes.tag == 0xA0, "a signature of no known hash, or without attributes")
    values = {}
    for one in attributes.parts():
        name, inner = one.of(0x30).parts()
        demand(name.oid() not in values and len(inner.of(0x31).parts()) == 1, "an attribute twice")
        values[name.oid()] = inner.parts()[0]
    demand(CONTENT_TYPE in values and values[CONTENT_TYPE].oid() == TST_INFO, "a signature of another type")
    own = hashlib.new(HASHES[hash_name].name, content).digest()
    demand(MESSAGE_DIGEST in values and values[MESSAGE_DIGEST].of(4).content == own, "the content was altered")
    name = next((one for one in NAMING if one in values), None)
    demand(name is not None, "the signature names no certificate")
    first, *rest = values[name].of(0x30).parts()[0].of(0x30).parts()[0].of(0x30).parts()
    named = NAMING[name]
    if first.tag == 0x30:
        named, first = algorithm_of(first), rest[0]
    kind = HASHES[named].name if named in HASHES else "sha1"
    demand(first.of(4).content == hashlib.new(kind, der_of(certificate)).digest(), "the signature names another certificate")
    # Signed as a SET OF, sent under a tag of its own (RFC 5652 5.4).
    kind_of = SIGNATURES.get(algorithm_of(algorithm), hashes.SHA1())
    message = b"\x31" + attributes.raw[1:]
    demand(is_signed(certificate, signature.of(4).content, message, kind_of or HASHES[hash_name]), "the signature does not hold")


def is_signed(certificate, signature, message, kind):
    """By the certificate's key. Nothing signed over SHA-1 counts."""
    if not isinstance(kind, tuple(type(one) for one in HASHES.values())):
        return False
    key = certificate.public_key()
    try:
        if isinstance(key, rsa.RSAPublicKey):
            key.verify(signature, message, padding.PKCS1v15(), kind)
        elif isinstance(key, ec.EllipticCurvePublicKey):
            key.verify(signature, message, ec.ECDSA(kind))
        else:
            return False
    except (InvalidSignature, UnsupportedAlgorithm):
        return False
    return True


def chain_of(certificate, others):
    """From the signer's certificate up, each signed by the next, as far as they are at hand."""
    chain, rest = [certificate], [x509.load_der_x509_certificate(one) for one in others]
    while True:
        last = chain[-1]
        above = (one for one in rest if one not in chain and one.subject == last.issuer and is_above(one, last))
        following = next(above, None)
        if following is None:
            return chain
        chain.append(following)


def is_above(issuer, certificate):
    return is_signed(issuer, certificate.signature, certificate.tbs_certificate_bytes, certificate.signature_hash_algorithm)
