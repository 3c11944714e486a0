import { readFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/time.ts'
import * as bids from '#features/sealed-bids/contract.ts'
import { fromHex } from '#features/sealing/core/bytes.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { encodeWitnessKey } from '#features/sealing/core/log/cosignature.ts'
import { leafEntry } from '#features/sealing/core/log/leaf.ts'
import { leafHash, verifyInclusion } from '#features/sealing/core/log/merkle.ts'
import { openedData, OPENINGS_TYPE, openingsPath, type OpeningsPage } from '#features/sealing/core/log/openings.ts'
import { recordRef } from '#features/sealing/core/log/record-leaf.ts'
import { addWitness } from '#features/witnesses/contract.ts'
import { archiveOrder } from '#features/procurement/contract/order.ts'
import { signAuditHeads } from '#server/audit-heads.ts'
import { inContext } from '#server/context.ts'
import { RECORD_TYPES, type RecordProof, recordProofs, type RecordType } from '#server/public-log.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { Cast } from '../cast.ts'
import * as buyer from '../play/buyer.ts'
import { fromState } from '../states/from-state.ts'
import { BIDDERS, SEATS } from '../states/tender.ts'

/*
 * Each kind of leaf that the log knows, and whose play writes it: a finished tender all that a tender has, others the rest. A kind
 * that nobody writes fails, as does one that is in no text of the protocol.
 */

interface OfTender {
  least: number
  /** Types of the texts that are logged, beside bare hashes. */
  texts?: readonly string[]
  /** Else the order. */
  about?: 'key'
}

/** In the order of a tender. */
const OF_TENDER = {
  notice: { least: 3 },
  schedule: { least: 1, texts: ['kaibiao.schedule/1'] },
  document: { least: 2, texts: ['kaibiao.document/1'] },
  'sign-up': { least: BIDDERS.length, texts: ['kaibiao.sign-up/1'] },
  key: { least: BIDDERS.length, texts: ['kaibiao.key/1'], about: 'key' },
  'closing-list': { least: 1, texts: ['kaibiao.closing-list/1'] },
  release: { least: 1, texts: ['kaibiao.release-list/1'] },
  opening: { least: 1, texts: ['kaibiao.opening-list/1'] },
  // The platform's part of a draw of its review is prepared; nothing comes to be drawn, so that the later steps never come.
  draw: { least: 1 },
  // Marks of each member, the bundle, the signed report.
  'review-bundle': { least: SEATS.length + 2 },
  award: { least: 2 },
  archive: { least: 1 },
} satisfies Partial<Record<RecordType, OfTender>>

interface Beside {
  t: TestSystem
  /** Null: any. */
  subject: string | null
}

/** What no tender of its own has, and what has it. */
const BESIDE = {
  'joint-transcript': async () => {
    const { t, facts } = await fromState('jointHall')
    return { t, subject: facts[0]!.orderId }
  },
  auction: async () => {
    const { t, facts } = await fromState('ended')
    return { t, subject: facts.orderId }
  },
  'audit-head': async () => {
    const { t } = await fromState('published')
    await t.settle()
    await signAuditHeads(t.kernel)
    return { t, subject: 'audit/1' }
  },
  'witness-list': async () => {
    const { t } = await fromState('people')
    const admin = await t.login('admin', { workbench: 'admin' })
    const key = encodeWitnessKey({ name: 'watch.example/one', publicKey: new Uint8Array(randomBytes(32)) })
    const about = { title: '某见证方', url: 'http://127.0.0.1:9/', reason: '招标投标监督需要' }
    await admin.call(addWitness, { body: { ...about, key } })
    return { t, subject: null }
  },
} satisfies Partial<Record<RecordType, () => Promise<Beside>>>

test('every kind that the log knows is led to by something, and stands in the protocol', async () => {
  const led = [...Object.keys(OF_TENDER), ...Object.keys(BESIDE)]
  expect(led.toSorted()).toEqual(Object.keys(RECORD_TYPES).toSorted())
  const text = await readFile(new URL('../../../docs/protocol/log.md', import.meta.url), 'utf8')
  const records = /\*\*4\.3 Records\.\*\*(.*?)\n\n/s.exec(text)![1]!
  for (const type of led) expect(records).toContain(`\`${type}\``)
})

describe('a finished tender', () => {
  let t: TestSystem
  let orderId: string
  let proofs: RecordProof[]
  beforeAll(async () => {
    const { t: system, facts } = await fromState('concluded')
    t = system
    orderId = facts.orderId
    const client = await t.login('buyer', { workbench: 'purchaser' })
    const publicityEnd = await buyer.publishCandidates(client, orderId)
    await t.advanceTo(new Date(new Date(publicityEnd).getTime() + MINUTE))
    await buyer.award(client, orderId)
    await logged(t)
    await client.call(archiveOrder, { params: { orderId } })
    await logged(t)
    proofs = await proofsOf(t, {})
  })

  test.each(Object.entries<OfTender>(OF_TENDER))(
    'has %s in the log',
    (type, { least, texts = [], about = 'order' }) => {
      const own = proofs.filter(({ record }) => record.type === type && (about === 'key' || record.subject === orderId))
      expect(own.length).toBeGreaterThanOrEqual(least)
      expect(own.filter((one) => !isProven(one))).toEqual([])
      const told = own.flatMap(({ text }) => (text === null ? [] : [(JSON.parse(text) as { type: string }).type]))
      expect(told).toEqual(expect.arrayContaining([...texts]))
    },
  )

  test('has records of those kinds alone, all of them in a published head', () => {
    const kinds = new Set(proofs.map(({ record }) => record.type))
    expect([...kinds].filter((kind) => !(kind in OF_TENDER) && kind !== 'audit-head')).toEqual([])
    expect(proofs.filter((one) => !isProven(one))).toEqual([])
  })

  test('has leaves of bids, records and decoys, opened to everybody', async () => {
    const { rows } = await t.owner.query<{ size: number }>('select size::int from bid_log where tenant_id = 1')
    const kinds = new Set<string>()
    for (let page = 0; page * 256 < rows[0]!.size; page++) {
      const answer = await fetch(`${t.base}/api/log/${openingsPath(page)}`)
      const opened = (await answer.json()) as OpeningsPage
      expect(opened.type).toBe(OPENINGS_TYPE)
      for (const one of opened.openings) if (one !== null) kinds.add(openedData('1', one).data.type)
    }
    expect([...kinds].toSorted()).toEqual(['bid.submitted', 'decoy', 'record'])
  })
})

test.each(Object.entries<() => Promise<Beside>>(BESIDE))('%s is in the log of what has it', async (type, play) => {
  const { t, subject } = await play()
  await logged(t)
  const own = (await proofsOf(t, { type: type as RecordType })).filter(
    ({ record }) => subject === null || record.subject === subject,
  )
  expect(own.length).toBeGreaterThan(0)
  expect(own.filter((one) => !isProven(one))).toEqual([])
})

test('a bid that is taken back has a leaf of its own', async () => {
  const { t, facts } = await fromState('submitted')
  const supplier = await new Cast(t.base).as('supplier4')
  const params = { orderId: facts.orderId }
  const { current } = await supplier.call(bids.bidRoom, { params })
  const receipt = await supplier.call(bids.withdrawBid, { params, body: { submissionId: current!.submissionId } })
  const { body } = receipt
  expect(body.action).toBe('bid.withdrawn')
  expect(body.logIndex).toBeGreaterThan(facts.receipts.supplier4!.body.logIndex)
})

/** Until everything that waits for the log has its leaf, and a head is published: what one tick logs may lead to more. */
async function logged(t: TestSystem): Promise<void> {
  await t.settle()
  for (let ticks = 0; ticks < 10; ticks++) {
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + HOUR))
    await t.settle()
    if ((await t.owner.query('select from log_pending')).rowCount === 0) return
  }
  throw new Error('records still wait for the log')
}

function proofsOf(t: TestSystem, where: { type?: RecordType }): Promise<RecordProof[]> {
  return inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) => {
    const { rows } = await t.owner.query<{ subject: string }>(
      'select distinct subject from log_record where tenant_id = 1',
    )
    const found: RecordProof[] = []
    for (const { subject } of rows) found.push(...(await recordProofs().proofs(ctx, { subject, ...where })))
    return found
  })
}

/** Whether a record is in the tree that a published head signs, from what the record itself shows. */
function isProven({ record, salt, leaf, head }: RecordProof): boolean {
  if (!leaf || !head || leaf.data.ref !== recordRef(record, salt)) return false
  const place = { hash: leafHash(leafEntry(leaf.data, leaf.blinding)), index: leaf.index }
  return verifyInclusion(place, parseCheckpoint(head.checkpoint), head.inclusionProof.map(fromHex))
}
