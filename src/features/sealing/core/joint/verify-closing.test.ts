import { sha256 } from '@noble/hashes/sha2.js'
import { beforeAll, expect, test } from 'vitest'
import { fromHex, randomBytes, toHex, utf8 } from '../bytes.ts'
import { canonicalJson } from '../canonical.ts'
import { generateLogKey, parseCheckpoint, signEd25519 } from '../log/checkpoint.ts'
import { cosignNote, encodeWitnessKey, withSignatures } from '../log/cosignature.ts'
import { recordLeaf } from '../log/record-leaf.ts'
import { TileTree } from '../log/tiles.ts'
import type { NoticeTrust } from '../receipt.ts'
import { TestService } from '../test-world.ts'
import { CLOSING_LIST_TYPE } from '../verify-completeness.ts'
import type { ProvenRecord } from '../verify-log-records.ts'
import type { JointPart } from './threshold.ts'
import { type AskedFor, type ClosingEvidence, demandClosing } from './verify-closing.ts'

/* What an officer's device is shown of the deadline: true, and bent in every way that a server could. */

const witness = generateLogKey()
const witnessKey = { name: 'example.org/w', publicKey: fromHex(witness.publicKey) }
const cosigned = (note: string) =>
  withSignatures(note, [
    cosignNote(note, {
      key: witnessKey,
      seconds: 1_800_000_000,
      sign: (text) => signEd25519(witness.privateKey, text),
    }),
  ])
const part = (name: string) => ({ ephemeral: name }) as unknown as JointPart

let evidence: ClosingEvidence
const asked: AskedFor = {
  tenantId: 'tenant-1',
  orderId: 'order-1',
  round: 1,
  fingerprint: 'f'.repeat(64),
  bids: [{ bidderId: 'a', part: part('A') }],
}

beforeAll(async () => {
  const service = new TestService()
  await service.append([])
  const notice: NoticeTrust = {
    ...(await service.notice()),
    jointKey: asked.fingerprint,
    witnesses: { threshold: 1, witnesses: [{ title: '协会', key: encodeWitnessKey(witnessKey) }] },
  }
  notice.checkpoint = cosigned(notice.checkpoint!)
  const { size } = parseCheckpoint(notice.checkpoint)
  const bids = ['a', 'b'].map((bidderId, index) => ({ index, manifestHash: '00', bidderId }))
  const texts = {
    'closing-list': {
      type: CLOSING_LIST_TYPE,
      tenantId: 'tenant-1',
      orderId: 'order-1',
      round: 1,
      deadline: '',
      size,
      bids,
    },
    release: { bids: [{ tradeId: 't', ...asked.bids[0]! }] },
  }
  const proven = async (type: keyof typeof texts): Promise<ProvenRecord> => {
    const text = canonicalJson(texts[type])
    const record = { type, subject: 'order-1', hash: toHex(sha256(utf8(text))), at: '2026-12-01T06:00:00.000Z' }
    const salt = toHex(randomBytes(32))
    const made = recordLeaf('tenant-1', { record, salt })
    const [index] = await service.append([made])
    const inclusionProof = (await new TileTree(service.store, service.size).inclusionProof(index!)).map(toHex)
    const head = { checkpoint: cosigned(await service.checkpoint()), inclusionProof }
    return { record, text, salt, leaf: { index: index!, blinding: made.blinding, data: made.data }, head }
  }
  evidence = { notice, closing: await proven('closing-list'), release: await proven('release') }
})

const with_ = (change: (bent: ClosingEvidence) => void): ClosingEvidence => {
  const bent = structuredClone(evidence)
  change(bent)
  return bent
}
const bare = (note: string) =>
  note
    .split('\n')
    .filter((line) => !line.startsWith('— example.org/w'))
    .join('\n')

test('answers for what the log had at the deadline, as the witnesses saw it', () => {
  expect(() => demandClosing(evidence, asked)).not.toThrow()
})

test('without witnesses in the notice the log’s own signatures are enough, and the list may still wait for its head', () => {
  const bent = with_(({ notice, closing }) => {
    delete notice.witnesses
    closing!.head = null
    closing!.leaf = null
  })
  expect(() => demandClosing(bent, asked)).not.toThrow()
})

test.each<[string, string, (bent: ClosingEvidence) => void]>([
  ['another order', '不是本标段的', ({ notice }) => void (notice.orderId = 'order-2')],
  ['another key', '不是本标段的', ({ notice }) => void (notice.jointKey = '0'.repeat(64))],
  ['no head yet', '尚未公布', ({ notice }) => void (notice.checkpoint = null)],
  ['a head that no witness signed', '尚未取得', ({ notice }) => void (notice.checkpoint = bare(notice.checkpoint!))],
  [
    'a head of another log',
    '签名无效',
    ({ notice }) => void (notice.checkpoint = notice.checkpoint!.replace('log.', 'lag.')),
  ],
  ['no closing list', '尚未写入', (bent) => void (bent.closing = null)],
  ['a closing list that waits', '尚未写入', ({ closing }) => void (closing!.head = null)],
  [
    'an altered closing list',
    '与其哈希不符',
    ({ closing }) => void (closing!.text = closing!.text!.replace('"b"', '"c"')),
  ],
  ['a closing list in another place', '证明不成立', ({ closing }) => void closing!.leaf!.index++],
  [
    'a closing list under a head that no witness signed',
    '尚未取得',
    ({ closing }) => void (closing!.head!.checkpoint = bare(closing!.head!.checkpoint)),
  ],
  ['releases that were not logged', '没有写入日志', (bent) => void (bent.release = null)],
  ['the record of something else', '与其哈希不符', (bent) => void (bent.closing = bent.release)],
])('refuses: %s', (_, finding, change) => {
  expect(() => demandClosing(with_(change), asked)).toThrow(finding)
})

test('refuses a bid that is not in the closing list, and a list of releases that is not the logged one', () => {
  const stranger = { bidderId: 'x', part: part('X') }
  expect(() => demandClosing(evidence, { ...asked, bids: [...asked.bids, stranger] })).toThrow('不在截止清单中')
  expect(() => demandClosing(evidence, { ...asked, bids: [{ bidderId: 'b', part: part('B') }] })).toThrow(
    '与写入日志的不同',
  )
  expect(() => demandClosing(evidence, { ...asked, bids: [{ bidderId: 'a', part: part('B') }] })).toThrow(
    '与写入日志的不同',
  )
})
