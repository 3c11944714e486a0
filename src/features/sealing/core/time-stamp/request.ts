import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampResp } from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import type { Bytes } from '../bytes.ts'
import { randomBytes } from '../bytes.ts'

export const SHA256 = '2.16.840.1.101.3.4.2.1'

/** A request to a time-stamping authority (RFC 3161 §2.4.1), and the nonce that its answer must repeat. */
export interface StampRequest {
  der: Bytes
  nonce: Bytes
}

/** What is stamped: bytes, or their SHA-256. */
export type Stampable = { data: Bytes; sha256?: never } | { sha256: Bytes; data?: never }

/** Asks for a time-stamp over the SHA-256 of what is given, certificate included. */
export async function makeRequest(what: Stampable): Promise<StampRequest> {
  const nonce = randomBytes(16)
  // A positive integer without a leading zero: the same bytes come back.
  nonce[0] = (nonce[0]! & 0x7f) | 0x40
  const request = new TimeStampReq({ messageImprint: await imprintOf(what), nonce: nonce.buffer, certReq: true })
  return { der: new Uint8Array(AsnConvert.serialize(request)), nonce }
}

/** What a request asks. Throws on anything but a request for SHA-256 with a nonce or without. */
export function readRequest(der: Uint8Array): TimeStampReq {
  const request = AsnConvert.parse(new Uint8Array(der), TimeStampReq)
  if (request.messageImprint.hashAlgorithm.algorithm !== SHA256) throw new RangeError('unsupported hash')
  return request
}

/** The token of an answer, DER; throws with the authority's words where it refused. */
export function readAnswer(der: Uint8Array): Bytes {
  const { status, timeStampToken } = AsnConvert.parse(new Uint8Array(der), TimeStampResp)
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods
  if (!isGranted || !timeStampToken)
    throw new Error(`时间戳机构拒绝了请求（状态 ${status.status}）${status.statusString?.join('；') ?? ''}`)
  return new Uint8Array(AsnConvert.serialize(timeStampToken))
}

/** The SHA-256, named. */
export async function imprintOf({ data, sha256 }: Stampable): Promise<MessageImprint> {
  return new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
    hashedMessage: new OctetString(
      sha256 ? new Uint8Array(sha256).buffer : await crypto.subtle.digest('SHA-256', data),
    ),
  })
}
