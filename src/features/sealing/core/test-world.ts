import { fromHex, randomBytes, toHex, utf8 } from './bytes.ts'
import { releaseContentKey, sealFile } from './envelope.ts'
import type { Place } from './envelope-header.ts'
import type { JointPublic } from './joint/joint-key.ts'
import { encapsulate } from './joint/threshold.ts'
import { generateKeyPair } from './keys.ts'
import { encodeNoteKey, generateLogKey, parseCheckpoint, signCheckpoint } from './log/checkpoint.ts'
import { bidderRef, blindLeaf, fillBatch } from './log/leaf.ts'
import type { BidLeafData, BlindedLeaf } from './log/leaf.ts'
import { appendEntries, TileTree } from './log/tiles.ts'
import type { TileStore } from './log/tiles.ts'
import { makeManifest, makePriceSheet, manifestHash } from './manifest.ts'
import { ed25519Signer, issueReceipt, NOTICE_TYPE, RECEIPT_TYPE, sm2Signer } from './receipt.ts'
import type { NoticeTrust, Receipt } from './receipt.ts'
import { collect } from './source.ts'
import type { SuiteName } from './suite-types.ts'
import { RELEASE_TYPE } from './verify-bid.ts'
import type { KeyRelease } from './verify-bid.ts'

export const DEADLINE = '2026-12-01T06:00:00.000Z'
const ORIGIN = 'log.example.cn/tenant-1'

/** Tiles in memory. */
export class MemoryTiles implements TileStore {
  readonly tiles = new Map<string, Uint8Array>()

  async readTile(path: string): Promise<Uint8Array | undefined> {
    return this.tiles.get(path)
  }

  async writeTile(path: string, bytes: Uint8Array): Promise<void> {
    this.tiles.set(path, bytes)
  }
}

interface Submit {
  at?: string
  jointKey?: JointPublic
  /** Content of the technical file; sealed in chunks of the usual size where it is given. */
  technical?: Uint8Array
}

/** A service with its log and keys, for tests: what the server does, in a few lines. */
export class TestService {
  readonly store = new MemoryTiles()
  readonly logKey = generateLogKey()
  readonly serviceKey = generateLogKey()
  readonly sm2Key = generateKeyPair('gm')
  size = 0

  async append(leaves: BlindedLeaf[], slots = 4): Promise<number[]> {
    const batch = fillBatch(leaves, 'tenant-1', slots)
    const first = this.size
    const entries = batch.map((leaf) => leaf.entry)
    this.size = await appendEntries(this.store, this.size, entries)
    return leaves.map((leaf) => first + batch.indexOf(leaf))
  }

  async checkpoint(): Promise<string> {
    const root = await new TileTree(this.store, this.size).root()
    return signCheckpoint({ origin: ORIGIN, size: this.size, root }, this.logKey.privateKey)
  }

  async notice(orderId = 'order-1'): Promise<NoticeTrust> {
    return {
      type: NOTICE_TYPE,
      tenantId: 'tenant-1',
      orderId,
      title: '办公设备采购招标公告',
      deadline: DEADLINE,
      logKey: encodeNoteKey({
        name: ORIGIN,
        publicKey: fromHex(this.logKey.publicKey),
      }),
      serviceKeys: {
        ed25519: this.serviceKey.publicKey,
        sm2: this.sm2Key.publicKey,
      },
      checkpoint: await this.checkpoint(),
    }
  }

  /** Seals two files and a price sheet, submits them, and keeps what each side would keep. */
  async submit(
    suite: SuiteName,
    bidderId: string,
    { at = '2026-12-01T05:59:59.999Z', jointKey, technical }: Submit = {},
  ) {
    const pair = generateKeyPair(suite)
    const place = { tenantId: 'tenant-1', orderId: 'order-1', bidderId, round: 1 }
    const joint = jointKey && { key: jointKey, ...encapsulate(jointKey, place) }
    const price = makePriceSheet(suite, { currency: 'CNY', total: '1234567.80', items: [{ no: '1', price: '10.5' }] })
    const plain = new Map<string, Uint8Array>([
      ['f-price', price.bytes],
      ['f-technical', technical ?? randomBytes(3000)],
      ['f-business', utf8('商务文件'.repeat(50))],
    ])
    const sealed = new Map<string, Uint8Array>()
    const files = []
    const keys: KeyRelease['keys'] = []
    for (const [fileId, source] of plain) {
      const filePlace: Place = { ...place, fileId, role: fileId.slice(2) as Place['role'] }
      const piped = sealFile({
        place: filePlace,
        name: `${fileId}.bin`,
        source,
        recipient: pair,
        ...(technical ? {} : { chunkSize: 1024 }),
        ...(joint && { joint }),
      })
      sealed.set(fileId, await collect(piped.stream))
      const file = await piped.result
      files.push(file)
      keys.push({ fileId, contentKey: toHex(await releaseContentKey(file.header, pair.privateKey, filePlace)) })
    }
    const manifest = makeManifest(
      { suite, ...place, priceSheetHash: price.priceSheetHash, ...(joint && { joint: joint.part }) },
      files,
    )
    const release: KeyRelease = { type: RELEASE_TYPE, ...place, keys }
    return { pair, plain, sealed, manifest, release, receipt: await this.receipt(manifest, at) }
  }

  private async receipt(manifest: ReturnType<typeof makeManifest>, at: string): Promise<Receipt> {
    const { suite, tenantId, orderId, bidderId, round } = manifest
    const bidderSalt = toHex(randomBytes(32))
    const data: BidLeafData = {
      type: 'bid.submitted',
      tenantId,
      orderId,
      round,
      at,
      deadline: DEADLINE,
      bidderRef: bidderRef(orderId, bidderId, bidderSalt),
      manifestHash: manifestHash(manifest),
    }
    const leaf = blindLeaf(data)
    const [logIndex] = await this.append([leaf])
    const checkpoint = await this.checkpoint()
    const proof = await new TileTree(this.store, parseCheckpoint(checkpoint).size).inclusionProof(logIndex!)
    const body = {
      type: RECEIPT_TYPE,
      action: data.type,
      suite,
      tenantId,
      orderId,
      bidderId,
      round,
      at,
      deadline: DEADLINE,
      bidderSalt,
      checkpoint,
      orderName: '办公设备',
      bidderName: '甲公司',
      manifestHash: data.manifestHash,
      logIndex: logIndex!,
      blinding: leaf.blinding,
      inclusionProof: proof.map(toHex),
    } as const
    return issueReceipt(body, [ed25519Signer(this.serviceKey), sm2Signer(this.sm2Key)], manifest)
  }
}
