import { fromHex, isHex, toHex } from './bytes.ts'
import { canonicalJson } from './canonical.ts'
import { check, demand, given } from './check.ts'
import type { Check } from './check.ts'
import { openWithContentKey, readHeader, unmaskContentKey } from './envelope.ts'
import type { OpenedFile } from './envelope.ts'
import { manifestHash, priceSheetHash } from './manifest.ts'
import type { BidManifest, ManifestFile } from './manifest.ts'
import { pieces } from './source.ts'
import type { ByteSource } from './source.ts'
import { suiteOf } from './suite.ts'
import type { JointSecrets } from './verify-joint.ts'

export const RELEASE_TYPE = 'kaibiao.release/1'

/** The content keys a bidder released at the opening, per file; masked in joint-key mode. Hex. */
export interface KeyRelease {
  type: typeof RELEASE_TYPE
  tenantId: string
  orderId: string
  bidderId: string
  round: number
  keys: { fileId: string; contentKey: string }[]
}

export const UNOPENED_TYPE = 'kaibiao.unopened/1'

/** What of an order's bids was not opened, and why: of these files no key may ever have been given out. */
export interface Unopened {
  type: typeof UNOPENED_TYPE
  tenantId: string
  orderId: string
  bids: { bidderId: string; round: number; fileIds: string[]; reason: string }[]
}

/** An opened bid. `sealed` and `plain` give a file's bytes afresh at each call, or undefined when it is not at hand. */
export interface BidEvidence {
  manifest: BidManifest
  /** From the receipt, when there is one. */
  manifestHash?: string
  release?: KeyRelease
  /** Why a file was not opened, when the record of the opening says that it was not. */
  unopened?: (fileId: string) => string | undefined
  /** Joint-key mode: what the officers opened (`verifyJoint`). */
  joint?: JointSecrets | undefined
  /** Timed mode: fingerprint of the round's key, as the notice published it. */
  roundKey?: string | undefined
  sealed(fileId: string): ByteSource | undefined
  plain?(fileId: string): ByteSource | undefined
  onProgress?: (fileId: string, doneBytes: number, totalBytes: number) => void
}

/** Checks an opened bid, file by file, against the committed manifest. Never throws on bad input. */
export async function verifyBid(evidence: BidEvidence): Promise<Check[]> {
  const { manifest } = evidence
  const first = await check('bid-manifest', '投标清单与回执一致', () => {
    const hash = manifestHash(manifest)
    const receipted = given(evidence.manifestHash, '未提供回执，无法核对')
    demand(hash === receipted, '投标清单的哈希与回执不一致')
    return `清单哈希 ${hash.slice(0, 16)}… 一致`
  })
  const checks = [first]
  if (first.ok === false) return checks
  for (const file of manifest.files) checks.push(...(await verifyFile(evidence, file)))
  if (manifest.priceSheetHash !== null && !manifest.files.some((file) => file.role === 'price')) {
    checks.push({ id: 'price-sheet', title: '报价单', ok: false, detail: '清单有报价单哈希，但没有报价文件' })
  }
  return checks
}

async function verifyFile(evidence: BidEvidence, file: ManifestFile): Promise<Check[]> {
  const { manifest, release, onProgress } = evidence
  const { fileId, name } = file
  const { suite, tenantId, orderId, bidderId, round } = manifest
  const sealedFor = evidence.unopened?.(fileId)
  if (sealedFor !== undefined) return verifySealed(evidence, file, sealedFor)
  let opened: OpenedFile | undefined
  let priceHash: string | undefined

  const open = await check(`file-${fileId}`, `解密文件：${name}`, async () => {
    const sealed = given(evidence.sealed(fileId), '未提供加密文件，无法核对')
    const released = given(keyOf(evidence, fileId), '未提供该文件的解密密钥，仅可核对密文')
    const contentKey = await contentKeyOf(evidence, fileId, released)
    const expect = { tenantId, orderId, bidderId, round, fileId, role: file.role }
    const { stream, result } = openWithContentKey(sealed, contentKey, {
      expect,
      onProgress: (done, total) => onProgress?.(fileId, done, total),
    })
    const parts: Uint8Array[] = []
    for await (const piece of stream) if (file.role === 'price') parts.push(piece)
    opened = await result
    demand(opened.header.suite === suite, '文件与清单的密码套件不同')
    const fits = evidence.roundKey === undefined || opened.header.recipient === evidence.roundKey
    demand(fits, '文件不是用公告公布的本轮密钥加密的')
    demand(opened.plainCommit === file.plainCommit, '解密内容与投标时的承诺不一致')
    if (file.role === 'price') priceHash = await hashPrice(suite, parts)
    return `解密成功，${opened.header.plainSize} 字节，内容与投标时的承诺一致`
  })
  const cipher = await check(`cipher-${fileId}`, `加密文件：${name}`, async () => {
    const found = opened ?? (await measure(suite, given(evidence.sealed(fileId), '未提供加密文件，无法核对')))
    demand(found.cipherSize === file.size, `大小 ${found.cipherSize}，清单为 ${file.size}`)
    demand(found.cipherHash === file.cipherHash, '加密文件的哈希与清单不一致')
    return `哈希 ${found.cipherHash.slice(0, 16)}… 与清单一致`
  })
  const plain = await check(`plain-${fileId}`, `公开的明文：${name}`, async () => {
    const source = given(evidence.plain?.(fileId), '未提供明文文件，无法核对')
    const { plainHash } = given(opened, '加密文件未能解密，无法核对')
    demand((await measure(suite, source)).cipherHash === plainHash, '明文文件与解密所得不同')
    return '明文文件与解密所得完全相同'
  })
  const checks = [cipher, open]
  if (plain.ok !== null) checks.push(plain)
  if (release === undefined || file.role !== 'price' || manifest.priceSheetHash === null) return checks
  const price = await check(`price-${fileId}`, `报价单：${name}`, () => {
    demand(given(priceHash, '报价文件未能解密，无法核对') === manifest.priceSheetHash, '报价单与投标时的承诺不一致')
    return '报价单与投标时的承诺一致'
  })
  return [...checks, price]
}

/** A file that stayed sealed: it is what was handed in, and its key was not given out. */
async function verifySealed(evidence: BidEvidence, file: ManifestFile, reason: string): Promise<Check[]> {
  const { manifest, release } = evidence
  const { fileId, name } = file
  const cipher = await check(`cipher-${fileId}`, `加密文件：${name}`, async () => {
    const found = await measure(manifest.suite, given(evidence.sealed(fileId), '未提供加密文件，无法核对'))
    demand(found.cipherSize === file.size, `大小 ${found.cipherSize}，清单为 ${file.size}`)
    demand(found.cipherHash === file.cipherHash, '加密文件的哈希与清单不一致')
    return `哈希 ${found.cipherHash.slice(0, 16)}… 与清单一致`
  })
  const sealed = await check(`sealed-${fileId}`, `未开启：${name}`, () => {
    demand(!release?.keys.some((key) => key.fileId === fileId), '开标记录称未开启，但公开了该文件的解密密钥')
    demand(evidence.plain?.(fileId) === undefined, '开标记录称未开启，但附有该文件的明文')
    return reason
  })
  return [cipher, sealed]
}

function keyOf({ manifest, release }: BidEvidence, fileId: string): Uint8Array | undefined {
  const key = release?.keys.find((one) => one.fileId === fileId)
  if (!release || !key) return undefined
  const same = release.tenantId === manifest.tenantId && release.orderId === manifest.orderId
  demand(same && release.bidderId === manifest.bidderId && release.round === manifest.round, '密钥不属于该投标')
  demand(isHex(key.contentKey, 32), '解密密钥格式错误')
  return fromHex(key.contentKey)
}

/** In joint-key mode the released key is masked; what the officers opened takes the mask off. */
async function contentKeyOf(evidence: BidEvidence, fileId: string, released: Uint8Array): Promise<Uint8Array> {
  const { manifest, joint } = evidence
  const header = await readHeader(given(evidence.sealed(fileId), '未提供加密文件，无法核对'))
  const same = canonicalJson(header.joint ?? null) === canonicalJson(manifest.joint ?? null)
  demand(same, '文件与清单的联合加密部分不一致')
  if (!header.joint) return released
  const { key, sharedOf } = given(joint, '未提供联合解密记录，无法核对')
  const shared = sharedOf(manifest.bidderId)
  demand(shared !== undefined, '该投标不在联合解密的投标之中')
  return unmaskContentKey(header, released, { key, shared })
}

async function hashPrice(suite: BidManifest['suite'], parts: Uint8Array[]): Promise<string> {
  return priceSheetHash(suite, new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()))
}

/** Hash (hex) and size of a source. */
async function measure(
  suite: BidManifest['suite'],
  source: ByteSource,
): Promise<{ cipherHash: string; cipherSize: number }> {
  const hash = suiteOf(suite).hash()
  let cipherSize = 0
  for await (const piece of pieces(source)) {
    hash.update(piece)
    cipherSize += piece.length
  }
  return { cipherHash: toHex(hash.digest()), cipherSize }
}
