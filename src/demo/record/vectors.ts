import { DRAW_VERSION, EARLIER_DRAW_VERSION, type FrozenDraw } from '#contract/draw.ts'
import { closedHash, frozenHash, namedHash } from '#contract/draw-steps.ts'
import { LOT_PARTS, stepped } from '#features/review-hall/rules/testing/bundle.ts'
import { auctionGenesis, auctionOfferHash, labelled, OFFER_TYPE } from '#features/sealing/core/auction-offer.ts'
import { AUCTION_TYPE, type AuctionRecord } from '#features/sealing/core/verify-auction.ts'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { fromHex, toHex, utf8 } from '#features/sealing/core/bytes.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { encodeNoteKey, signCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { cosignNote, encodeWitnessKey, withSignatures } from '#features/sealing/core/log/cosignature.ts'
import { leafEntry } from '#features/sealing/core/log/leaf.ts'
import { leafHash } from '#features/sealing/core/log/merkle.ts'
import { recordRef } from '#features/sealing/core/log/record-leaf.ts'
import { appendEntries, TileTree } from '#features/sealing/core/log/tiles.ts'
import { sm2Sign, sm2PublicKeyOf } from '#features/sealing/core/sm2.ts'
import { manifestHash } from '#features/sealing/core/manifest.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { MemoryTiles, TestService } from '#features/sealing/core/test-world.ts'

/* Test vectors of docs/protocol, for whoever writes a verifier: values with what they must give. */

export const BASICS = 'kaibiao.vector-basics/1'
export const BID = 'kaibiao.vector-bid/1'

/** Of fixed keys, so that they can be made again, byte for byte; signatures of SM2 alone hold a random number. */
export async function basicVectors() {
  const values: unknown[] = [
    null,
    true,
    0,
    -7,
    2 ** 53 - 1,
    '',
    '引号"与\\反斜杠\n',
    '\u20ac😀',
    [],
    {},
    { b: 1, a: [2, { c: null }] },
  ]
  values.push({ '\ufb33': 1, '😀': 2, '€': 3 })
  const data = { type: 'decoy', tenantId: '1' }
  const blinding = '0b'.repeat(32)
  const entries = Array.from({ length: 5 }, (_, i) => `entry ${i}`)
  const trees = []
  for (const [index, size] of [
    [0, 1],
    [1, 2],
    [2, 3],
    [4, 5],
    [3, 5],
  ] as const) {
    const store = new MemoryTiles()
    await appendEntries(store, 0, entries.slice(0, size).map(utf8))
    const tree = new TileTree(store, size)
    const [root, proof] = [await tree.root(), await tree.inclusionProof(index)]
    trees.push({ entry: entries[index]!, index, size, root: toHex(root), proof: proof.map(toHex) })
  }
  const record = { type: 'archive', subject: 'o1', hash: 'ab'.repeat(32), at: '2026-12-01T06:00:00.000Z' }
  const message = utf8('kaibiao')
  const secret = '1f'.repeat(32)
  return {
    type: BASICS,
    hashes: ['', 'kaibiao'].map((text) => ({ text, sha256: toHex(sha256(utf8(text))) })),
    canonical: values.map((value) => ({ value, text: canonicalJson(value) })),
    leaves: [{ data, blinding, ...leafOf(data, blinding) }],
    records: [{ record, salt: blinding, ref: recordRef(record, blinding) }],
    trees,
    head: headOf(trees.at(-1)!.root, secret),
    draws: [drawOf(DRAW_VERSION), drawOf(EARLIER_DRAW_VERSION)],
    auctions: [auctionVector(secret)],
    signatures: [
      {
        message: toHex(message),
        signature: {
          alg: 'Ed25519',
          publicKey: toHex(ed25519.getPublicKey(fromHex(secret))),
          signature: toHex(ed25519.sign(message, fromHex(secret))),
        },
      },
      {
        message: toHex(message),
        signature: { alg: 'SM2', publicKey: sm2PublicKeyOf(secret), signature: toHex(sm2Sign(secret, message)) },
      },
    ],
  }
}

/** A bid handed in, receipted and opened, with the log that it lies in. Bytes in hex, by file or by path. */
export async function bidVector(suite: SuiteName) {
  const service = new TestService()
  const bid = await service.submit(suite, 'bidder-1')
  await service.submit(suite, 'bidder-2')
  const notice = await service.notice()
  const hexOf = (files: ReadonlyMap<string, Uint8Array>) =>
    Object.fromEntries([...files].map(([name, bytes]) => [name, toHex(bytes)]))
  const { manifest, release, receipt } = bid
  return {
    type: BID,
    suite,
    notice,
    receipt,
    manifest,
    manifestHash: manifestHash(manifest),
    release,
    sealed: hexOf(bid.sealed),
    plain: hexOf(bid.plain),
    tiles: hexOf(service.store.tiles),
  }
}

/** An auction of two bidders with a pause and two extensions, signed with a fixed key; and the log's word of its end. */
export function auctionVector(secret: string) {
  const serviceKey = toHex(ed25519.getPublicKey(fromHex(secret)))
  const start = Date.parse('2026-12-01T01:00:00.000Z')
  const iso = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
  let prev = toHex(auctionGenesis('1', 'o1'))
  const offers = [
    ['a', '990.00', 1],
    ['b', '980.00', 5],
    ['a', '970.00', 10],
    ['b', '950.00', 12.5],
  ].map(([tradeId, price, at], i) => {
    const place = { type: OFFER_TYPE, tenantId: '1', orderId: 'o1', seq: i + 1 } as const
    const body = { ...place, tradeId: String(tradeId), price: String(price), at: iso(Number(at)), prev }
    const hash = auctionOfferHash(body)
    prev = toHex(hash)
    const signature = toHex(ed25519.sign(labelled('auction/offer', hash), fromHex(secret)))
    return { body, hash: prev, publicKey: serviceKey, signature }
  })
  const auction: AuctionRecord = {
    type: AUCTION_TYPE,
    tenantId: '1',
    orderId: 'o1',
    outcome: 'ended',
    startPrice: '1000.00',
    step: '10.00',
    startsAt: iso(0),
    plannedEnd: iso(10),
    endedAt: iso(15.5),
    windowMinutes: 3,
    maxExtensions: null,
    bidders: [
      { tradeId: 'a', mark: '01', name: '甲' },
      { tradeId: 'b', mark: '02', name: '乙' },
    ],
    offers,
    events: [
      { kind: 'start', at: iso(0), reason: '', newEnd: null },
      { kind: 'pause', at: iso(6), reason: '停电', newEnd: null },
      { kind: 'resume', at: iso(8), reason: '', newEnd: iso(12) },
    ],
    head: prev,
    ranking: [
      { tradeId: 'b', price: '950.00' },
      { tradeId: 'a', price: '970.00' },
    ],
  }
  const text = canonicalJson({ offers: offers.length, head: prev })
  const record = { type: 'auction', subject: 'o1', hash: toHex(sha256(utf8(text))), at: iso(15.5) }
  const records = { records: [{ record, text, salt: '', leaf: null, head: null }] }
  return { auction, serviceKey, records }
}

function drawOf(version: FrozenDraw['version']) {
  const { parts, source, result } = stepped('lots', LOT_PARTS, { version })
  if (source.by !== 'steps') throw new Error('not by steps')
  const { frozen, closed, named } = source
  const hashes = { frozen: frozenHash(frozen), closed: closedHash(closed), ...(named && { named: namedHash(named) }) }
  return { parts, source, result, ...hashes }
}

function leafOf(data: { type: string; tenantId: string }, blinding: string) {
  const entry = leafEntry(data, blinding)
  return { entry: new TextDecoder().decode(entry), leafHash: toHex(leafHash(entry)) }
}

function headOf(root: string, secret: string) {
  const origin = 'log.example.cn/tenant-1'
  const publicKey = ed25519.getPublicKey(fromHex(secret))
  const note = signCheckpoint({ origin, size: 5, root: fromHex(root) }, secret)
  const witness = '2e'.repeat(32)
  const key = { name: 'witness.example.cn/w1', publicKey: new Uint8Array(ed25519.getPublicKey(fromHex(witness))) }
  const sign = (bytes: Uint8Array) => new Uint8Array(ed25519.sign(bytes, fromHex(witness)))
  const line = cosignNote(note, { key, seconds: 1_796_000_000, sign })
  return {
    origin,
    size: 5,
    root,
    key: encodeNoteKey({ name: origin, publicKey: new Uint8Array(publicKey) }),
    note: withSignatures(note, [line]),
    witnesses: { threshold: 1, witnesses: [{ title: '见证人', key: encodeWitnessKey(key) }] },
  }
}
