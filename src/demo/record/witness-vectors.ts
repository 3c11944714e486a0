import { ed25519 } from '@noble/curves/ed25519.js'
import { fromHex, toBase64, toHex, utf8 } from '#features/sealing/core/bytes.ts'
import type { HeadStamp } from '#features/sealing/core/head-stamp.ts'
import { cosignNote, encodeWitnessKey, withSignatures } from '#features/sealing/core/log/cosignature.ts'
import { blindLeaf } from '#features/sealing/core/log/leaf.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { splitNote } from '#features/sealing/core/log/note.ts'
import { manifestHash } from '#features/sealing/core/manifest.ts'
import { DEADLINE, TestService } from '#features/sealing/core/test-world.ts'
import { makeRequest, readRequest } from '#features/sealing/core/time-stamp/request.ts'
import { makeLocalAuthority, stampLocally } from '#features/witnesses/server/local-authority.ts'
import { BID } from './vectors.ts'

const SECRETS = ['2e', '3d', '4c'].map((byte) => byte.repeat(32))
const witnesses = SECRETS.map((secret, i) => ({
  secret: fromHex(secret),
  key: { name: `witness.example.cn/w${i + 1}`, publicKey: new Uint8Array(ed25519.getPublicKey(fromHex(secret))) },
}))

/** A head with the cosignatures of these witnesses, so many seconds from the deadline. */
function seen(note: string, by: readonly number[], seconds: number): string {
  return seenAt(note, by, Date.parse(DEADLINE) / 1000 + seconds)
}

/** A head with the cosignatures of these witnesses; `at`: of the first of them, in seconds since 1970. */
export function seenAt(note: string, by: readonly number[], at: number): string {
  const lines = by.map((i) => {
    const { key, secret } = witnesses[i]!
    return cosignNote(note, { key, seconds: at + i, sign: (bytes) => new Uint8Array(ed25519.sign(bytes, secret)) })
  })
  return withSignatures(note, lines)
}

/** A time-stamp of bytes by an authority of its own, so many seconds from the deadline. */
export async function stampOf(bytes: Uint8Array, seconds: number): Promise<HeadStamp> {
  const at = new Date(Date.parse(DEADLINE) + seconds * 1000)
  const authority = makeLocalAuthority('时间戳机构', new Date('2026-01-01T00:00:00.000Z'))
  const { der } = await makeRequest({ data: new Uint8Array(bytes) })
  readRequest(der)
  const token = stampLocally(der, authority, at)
  return { token: toBase64(token), isLocal: false, issuers: [toBase64(authority.certificate)] }
}

/** A bid whose notice asks for two of three witnesses, with heads cosigned before and after it, and a time-stamp. */
export async function witnessedVector() {
  const service = new TestService()
  const decoys = () => service.append([blindLeaf({ type: 'decoy', tenantId: 'tenant-1' })])
  await decoys()
  const before = seen(await service.checkpoint(), [0, 1], -600)
  const bid = await service.submit('intl', 'bidder-1', { technical: utf8('技术方案') })
  const notice = await service.notice()
  const checkpoint = seen(notice.checkpoint!, [0, 2], 60)
  await decoys()
  const heads = [before, seen(await service.checkpoint(), [1, 2], 400)]
  const hexes = (files: ReadonlyMap<string, Uint8Array>) =>
    Object.fromEntries([...files].map(([name, bytes]) => [name, toHex(bytes)]))
  const { manifest, release, receipt } = bid
  return {
    type: BID,
    suite: 'intl',
    notice: {
      ...notice,
      checkpoint,
      timeStamp: await stampOf(utf8(splitNote(checkpoint).body), 90),
      witnesses: policyOf(2),
    },
    heads,
    receipt,
    manifest,
    manifestHash: manifestHash(manifest),
    release,
    sealed: hexes(bid.sealed),
    plain: hexes(bid.plain),
    tiles: hexes(service.store.tiles),
  }
}

/** Records of a log whose heads two of three witnesses cosigned: each came between two of them. */
export async function timesVector() {
  const service = new TestService()
  const decoy = () => service.append([blindLeaf({ type: 'decoy', tenantId: 'tenant-1' })])
  const heads: string[] = []
  for (const seconds of [0, 300, 600]) {
    await decoy()
    heads.push(seen(await service.checkpoint(), [0, 1], seconds))
  }
  // The first leaves that the first head does not hold, and the second.
  const [first, second] = heads.map((note) => parseCheckpoint(note).size)
  const of = (index: number, seconds: number) => ({
    record: { type: 'sign-up', subject: 'order-1', hash: '00', at: at(seconds) },
    leaf: { index },
  })
  return {
    type: 'kaibiao.vector-times/1',
    notice: { ...(await service.notice()), checkpoint: null, witnesses: policyOf(2) },
    heads,
    records: [of(first!, 200), of(second!, 590)],
  }
}

const at = (seconds: number) => new Date(Date.parse(DEADLINE) + seconds * 1000).toISOString()

export function policyOf(threshold: number) {
  return { threshold, witnesses: witnesses.map(({ key }) => ({ title: key.name, key: encodeWitnessKey(key) })) }
}
