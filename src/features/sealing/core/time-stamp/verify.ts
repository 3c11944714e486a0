import { ContentInfo, id_signedData, type SignedData as Signed, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { id_ct_tstInfo, TSTInfo } from '@peculiar/asn1-tsp'
import { OctetString as BerOctets } from 'asn1js'
import type { Bytes } from '../bytes.ts'
import { equalBytes, toHex } from '../bytes.ts'
import {
  type Cert,
  chainOf,
  HASHES,
  isForTimeStamping,
  isSignedWith,
  isValidAt,
  readCertificate,
  subjectOf,
} from './certificate.ts'
import {
  attributeOf,
  bytesOf,
  certificatesOf,
  checkNamed,
  demand,
  identifierOf,
  isOf,
  signedAttributesOf,
} from './cms.ts'
import { imprintOf, type Stampable } from './request.ts'

/** What a token says, when it holds. */
export interface TimeStamp {
  at: Date
  /** Whose certificate signed it. */
  authority: string
  /** SHA-256 of the certificates from the signer's up, hex: as far as they are at hand. */
  chain: string[]
}

const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SHA256 = '2.16.840.1.101.3.4.2.1'

/**
 * Checks an RFC 3161 token (DER) offline: that it stamps what is given; that its signature is by a certificate inside it
 * which may stamp times and nothing else, was valid then, and is the one that the signature names; and, where given, that it
 * repeats `nonce`. `issuers`: certificates (DER) that may stand above the signer's. Throws with a Chinese finding.
 */
export async function verifyTimeStamp(
  token: Bytes,
  { nonce, issuers = [], ...what }: Stampable & { nonce?: Bytes; issuers?: readonly Bytes[] },
): Promise<TimeStamp> {
  const { signed, info, content } = readToken(token)
  const imprint = await imprintOf(what)
  demand(info.messageImprint.hashAlgorithm.algorithm === SHA256, '时间戳不是 SHA-256 的')
  demand(equalBytes(bytesOf(info.messageImprint.hashedMessage), bytesOf(imprint.hashedMessage)), '时间戳不是这份内容的')
  if (nonce) demand(info.nonce !== undefined && equalBytes(new Uint8Array(info.nonce), nonce), '时间戳应答的随机数不符')
  const certificates = certificatesOf(token)
  const [signer, ...more] = [...signed.signerInfos]
  demand(signer !== undefined && more.length === 0, '时间戳应有且仅有一个签名')
  const certificate = certificates.find((one) => isOf(signer, one))
  demand(certificate !== undefined, '时间戳未附签名证书')
  demand(isForTimeStamping(certificate), '签名证书的用途不是时间戳')
  demand(isValidAt(certificate, info.genTime), '时间戳不在证书有效期内')
  await checkSignature(signer, { certificate, content, attributes: signedAttributesOf(token, '时间戳') })
  const chain = await chainOf(certificate, [...certificates, ...issuers.map(readCertificate)])
  return {
    at: info.genTime,
    authority: subjectOf(certificate),
    chain: await Promise.all(chain.map(({ der }) => fingerprint(der))),
  }
}

/** SHA-256 of a certificate, hex. */
export async function fingerprint(der: Bytes): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', der)))
}

function readToken(token: Bytes): { signed: Signed; info: TSTInfo; content: Bytes } {
  try {
    const outer = AsnConvert.parse(token, ContentInfo)
    demand(outer.contentType === id_signedData, '不是时间戳')
    const signed = AsnConvert.parse(outer.content, SignedData)
    const { eContentType, eContent } = signed.encapContentInfo
    demand(eContentType === id_ct_tstInfo && eContent?.single !== undefined, '不是时间戳')
    const content = bytesOf(eContent.single)
    return { signed, info: AsnConvert.parse(content, TSTInfo), content }
  } catch (cause) {
    throw new Error('时间戳格式错误', { cause })
  }
}

async function checkSignature(
  signer: SignerInfo,
  { certificate, content, attributes }: { certificate: Cert; content: Bytes; attributes: Bytes },
): Promise<void> {
  const digest = signer.digestAlgorithm.algorithm
  const hash = HASHES[digest]
  demand(hash !== undefined && hash !== 'SHA-1', '摘要算法不受支持')
  const type = attributeOf(signer, CONTENT_TYPE)
  demand(identifierOf(type) === id_ct_tstInfo, '时间戳签名的内容类型不符')
  const stated = attributeOf(signer, MESSAGE_DIGEST)
  demand(stated instanceof BerOctets, '时间戳签名缺少摘要')
  const actual = new Uint8Array(await crypto.subtle.digest(hash, content))
  demand(equalBytes(new Uint8Array(stated.valueBlock.valueHexView), actual), '时间戳内容被改动')
  await checkNamed(signer, certificate, '时间戳')
  const isSigned = await isSignedWith(certificate, {
    message: attributes,
    signature: bytesOf(signer.signature),
    algorithm: signer.signatureAlgorithm.algorithm,
    digest,
  })
  demand(isSigned, '时间戳签名无效')
}
