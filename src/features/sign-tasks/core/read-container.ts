import { ContentInfo, id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { OctetString as BerOctets } from 'asn1js'
import { type Bytes, equalBytes } from '#features/sealing/core/bytes.ts'
import { type Cert, chainOf, HASHES, isSignedWith, subjectOf } from '#features/sealing/core/time-stamp/certificate.ts'
import {
  attributeOf,
  bytesOf,
  certificatesOf,
  checkNamed,
  demand,
  identifierOf,
  isOf,
  signedAttributesOf,
} from '#features/sealing/core/time-stamp/cms.ts'
import { type TimeStamp, verifyTimeStamp } from '#features/sealing/core/time-stamp/verify.ts'
import { CONTENT_TYPE, DATA, MESSAGE_DIGEST, TIME_STAMP_TOKEN } from './container.ts'

/** What a container proves by itself; whether its certificate is to be trusted is asked of whoever trusts. */
export interface ContainerVerdict {
  /** Does the digest that was signed fit the bytes covered? */
  isIntact: boolean
  /** What else is wrong with the signature, Chinese; empty where nothing is. */
  finding: string
  /** Certificates (DER): the signer's, then those above it as far as they are in the container. */
  chain: Bytes[]
  signer: string
  /** The stamped time, once it holds. */
  stamp: TimeStamp | null
  /** Why there is none, Chinese. */
  stampFinding: string
}

/** Reads the container of a signature (CMS SignedData, DER) over bytes that are given. Never throws: what does not hold is named. */
export async function readContainer(container: Bytes, covered: Bytes): Promise<ContainerVerdict> {
  const verdict: ContainerVerdict = {
    isIntact: false,
    finding: '',
    chain: [],
    signer: '',
    stamp: null,
    stampFinding: '未附时间戳，签署时间未经证明',
  }
  try {
    const { signer, certificates, certificate } = partsOf(container)
    verdict.signer = subjectOf(certificate)
    verdict.chain = (await chainOf(certificate, certificates)).map(({ der }) => der)
    const digest = signer.digestAlgorithm.algorithm
    const hash = HASHES[digest]
    demand(hash !== undefined && hash !== 'SHA-1', '摘要算法不受支持')
    const stated = attributeOf(signer, MESSAGE_DIGEST)
    demand(stated instanceof BerOctets, '签名缺少文件摘要')
    const actual = new Uint8Array(await crypto.subtle.digest(hash, covered))
    verdict.isIntact = equalBytes(new Uint8Array(stated.valueBlock.valueHexView), actual)
    await checkSignature(signer, { certificate, container, digest })
    await readStamp(signer, verdict)
  } catch (error) {
    verdict.finding = wordsOf(error)
  }
  return verdict
}

function partsOf(container: Bytes): { signer: SignerInfo; certificates: Cert[]; certificate: Cert } {
  try {
    const outer = AsnConvert.parse(container, ContentInfo)
    demand(outer.contentType === id_signedData, '不是签名')
    const signed = AsnConvert.parse(outer.content, SignedData)
    const [signer, ...more] = [...signed.signerInfos]
    demand(signer !== undefined && more.length === 0, '签名应有且仅有一个签署者')
    demand(signed.encapContentInfo.eContent === undefined, '签名自带内容')
    const certificates = certificatesOf(container)
    const certificate = certificates.find((one) => isOf(signer, one))
    demand(certificate !== undefined, '签名未附证书')
    return { signer, certificates, certificate }
  } catch (cause) {
    throw new Error(`签名容器格式错误${isChinese(cause) ? `：${cause.message}` : ''}`, { cause })
  }
}

async function checkSignature(
  signer: SignerInfo,
  { certificate, container, digest }: { certificate: Cert; container: Bytes; digest: string },
): Promise<void> {
  demand(identifierOf(attributeOf(signer, CONTENT_TYPE)) === DATA, '签名的内容类型不符')
  await checkNamed(signer, certificate, '文件')
  const isSigned = await isSignedWith(certificate, {
    message: signedAttributesOf(container, '文件'),
    signature: bytesOf(signer.signature),
    algorithm: signer.signatureAlgorithm.algorithm,
    digest,
  })
  demand(isSigned, '签名与证书的公钥不符')
}

async function readStamp(signer: SignerInfo, verdict: ContainerVerdict): Promise<void> {
  const tokens = (signer.unsignedAttrs ?? []).filter(({ attrType }) => attrType === TIME_STAMP_TOKEN)
  const token = tokens[0]?.attrValues[0]
  if (!token) return
  try {
    verdict.stamp = await verifyTimeStamp(new Uint8Array(token), { data: bytesOf(signer.signature) })
    verdict.stampFinding = ''
  } catch (error) {
    verdict.stampFinding = `时间戳无效：${wordsOf(error)}`
  }
}

function isChinese(error: unknown): error is Error {
  return error instanceof Error && /[\u4e00-\u9fff]/.test(error.message)
}

function wordsOf(error: unknown): string {
  return isChinese(error) ? error.message : '签名格式错误'
}
