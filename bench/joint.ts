import { join } from 'node:path'
import type pg from 'pg'
import { newId } from '#contract/id.ts'
import { Cast } from '#demo/cast.ts'
import { advanceClock } from '#demo/contract.ts'
import type { Account } from '#demo/people.ts'
import * as buyer from '#demo/play/buyer.ts'
import { answerOf, makeJointKey, officersOf } from '#demo/play/joint.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { PLANS } from '#demo/tenders.ts'
import * as calls from '#features/opening-hall/contract.ts'
import { closeRelease, giveAnswer } from '#features/opening-hall/contract-joint.ts'
import { DecryptState } from '#features/opening-hall/rules.ts'
import { makePriceSheet } from '#features/procurement/rules/price-sheet.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { releaseContentKey, sealFile, type SealedFile } from '#features/sealing/core/envelope.ts'
import { fingerprint, generateKeyPair } from '#features/sealing/core/keys.ts'
import { checkJointKey, type JointKey, type JointPublic } from '#features/sealing/core/joint/joint-key.ts'
import { encapsulate } from '#features/sealing/core/joint/threshold.ts'
import { makeManifest, makePriceSheet as sealable, manifestHash } from '#features/sealing/core/manifest.ts'
import { collect } from '#features/sealing/core/source.ts'
import { jointKeyRecord } from '#features/joint-key/contract.ts'
import { serverTime } from '#features/tenancy/contract.ts'
import { openStore } from '#server/files/open-store.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Line } from './line.ts'
import type { BenchWorld } from './world.ts'

const BIDS = 500
const OFFICERS: readonly Account[] = ['buyer', 'agent', 'supplier6']

/**
 * An opening of 500 bids of three files each in joint-key mode, two of three officers: from the answer that makes them
 * enough to the marks of all. Bids are sealed as bidders seal them and laid into database and store; the opening runs over HTTP.
 */
export async function joint(world: BenchWorld): Promise<Line[]> {
  const cast = new Cast(world.product)
  const host = await cast.as('buyer')
  const now = new Date((await host.call(serverTime, {})).epochMs)
  const plan = { ...PLANS.his, keyMode: 'joint' as const }
  const schedule = lawfulSchedule(now)
  const projectId = await buyer.createProject(host, plan)
  const orderId = await buyer.draftOrder(host, projectId, { plan, schedule, now })
  const officers = await officersOf(cast, OFFICERS)
  const { ceremonyId, secrets } = await makeJointKey(host, orderId, { threshold: 2, officers })
  await buyer.publish(host, orderId)
  const key = checkJointKey((await host.call(jointKeyRecord, { params: { orderId } })) as unknown as JointKey)
  const { items } = await host.call(orderDetail, { params: { orderId } })
  const store = await openStore({ folder: join(world.data, 'files'), reserve: null, s3: null })
  const sheet = (i: number) =>
    makePriceSheet(orderId, items, {
      prices: new Map(items.map((item) => [item.itemId, { unitPrice: String(1000 + i), remark: '' }])),
      marks: [],
    })
  const order = { orderId, key, deadline: new Date(schedule.bidEnd!), now }
  const released = new Map<string, Record<string, string>>()
  for (let i = 0; i < BIDS; i++) {
    const bid = await seed({ owner: world.owner, store }, order, { n: i, sheet: sheet(i) })
    released.set(bid.tradeId, bid.released)
  }
  const { epochMs } = await host.call(serverTime, {})
  await host.call(advanceClock, { body: { ms: new Date(schedule.openAt!).getTime() - epochMs + 1000 } })
  const params = { projectId: orderId }
  await host.call(calls.startOpening, { params })
  for (const [tradeId, keys] of released)
    await world.owner.query('update opening_bidder set decrypt_state = $1, released_keys = $2 where trade_id = $3', [
      DecryptState.values.held,
      JSON.stringify(keys),
      tradeId,
    ])
  await host.call(closeRelease, { params })

  const answers = []
  const device = performance.now()
  for (const account of ['agent', 'supplier6'] as const)
    answers.push(await answerOf(await cast.as(account), ceremonyId, secrets.get(account)!))
  const perDevice = (performance.now() - device) / 2
  await (await cast.as('agent')).call(giveAnswer, { params: { ceremonyId }, body: answers[0]! })
  const last = await cast.as('supplier6')
  const from = performance.now()
  await last.call(giveAnswer, { params: { ceremonyId }, body: answers[1]! })
  const checked = performance.now() - from
  for (let said = -1; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const { joint: view } = await host.call(calls.hallDetail, { params: { id: orderId } })
    if (view!.processed !== said) console.log(`  ${view!.processed} of ${BIDS} opened after ${seconds(from)} s`)
    said = view!.processed
    if (view!.doneAt) break
    if (performance.now() - from > 300_000) throw new Error('the opening did not end')
  }
  await host.call(calls.openMarks, { params })
  const took = Number(seconds(from))
  const marks = await host.call(calls.markList, { params })
  const quotes = marks.filter((row) => row.quote !== null).length
  return [
    {
      what: `joint opening of ${BIDS} bids, 2 of 3 officers`,
      figures: `${took.toFixed(1)} s to all marks (answer checked in ${checked.toFixed(0)} ms, made in ${perDevice.toFixed(0)} ms), ${quotes} quotes`,
      target: '≤ 15 s',
      holds: took <= 15 && quotes === BIDS,
    },
  ]
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1)
}

/** One bid: company, approved trade, key, three sealed files, submission. */
async function seed(
  { owner, store }: { owner: pg.Pool; store: FileStore },
  order: { orderId: string; key: JointPublic; deadline: Date; now: Date },
  { n, sheet }: { n: number; sheet: unknown },
) {
  const { orderId, key, deadline, now } = order
  const [companyId, tradeId, keyId, submissionId] = [newId(), newId(), newId(), newId()]
  await owner.query(
    `insert into company (id, name, credit_code, company_type, created_at) values ($1, $2, $3, 1, $4)`,
    [companyId, `投标人${n}有限公司`, `9199${String(n).padStart(14, '0')}`, now],
  )
  await owner.query(
    `insert into company_tenant (tenant_id, company_id, is_supplier, is_certified, created_at) values (1, $1, true, true, $2)`,
    [companyId, now],
  )
  await owner.query(
    `insert into trade (tenant_id, id, order_id, supplier_company_id, origin, status, contact_name, contact_mobile, created_by, created_at)
     values (1, $1, $2, $3, 'sign-up', 1, '联系人', '', $1, $4)`,
    [tradeId, orderId, companyId, now],
  )
  const pair = generateKeyPair('intl')
  await owner.query(
    `insert into bid_key (tenant_id, id, company_id, suite, public_key, fingerprint, created_by, created_at)
     values (1, $1, $2, 'intl', $3, $4, $1, $5)`,
    [keyId, companyId, pair.publicKey, fingerprint(pair), now],
  )
  const place = { tenantId: '1', orderId, bidderId: companyId, round: 1 }
  const joint = { key, ...encapsulate(key, place) }
  const price = sealable('intl', sheet)
  const contents = { price: price.bytes, technical: Buffer.alloc(4096, n), business: Buffer.alloc(2048, n) }
  const sealed: { file: SealedFile; bytes: Uint8Array }[] = []
  for (const [role, source] of Object.entries(contents)) {
    const { stream, result } = sealFile({
      place: { ...place, fileId: newId(), role: role as keyof typeof contents },
      name: `${role}.pdf`,
      source,
      recipient: pair,
      joint,
    })
    const bytes = await collect(stream)
    sealed.push({ bytes, file: await result })
  }
  const manifest = makeManifest(
    { suite: 'intl', ...place, priceSheetHash: price.priceSheetHash, joint: joint.part },
    sealed.map(({ file }) => file),
  )
  await owner.query(
    `insert into bid_submission (tenant_id, id, order_id, trade_id, kind, suite, key_id, manifest, manifest_hash, at, deadline, log_index, receipt, created_by)
     values (1, $1, $2, $3, 'submitted', 'intl', $4, $5, $6, $7, $8, $9, '{}', $1)`,
    [
      submissionId,
      orderId,
      tradeId,
      keyId,
      JSON.stringify(manifest),
      Buffer.from(manifestHash(manifest), 'hex'),
      now,
      deadline,
      10_000_000 + n,
    ],
  )
  const released: Record<string, string> = {}
  for (const [i, entry] of manifest.files.entries()) {
    const { file, bytes } = sealed.find((one) => one.file.header.fileId === entry.fileId)!
    const { sha256, size } = await store.put(Buffer.from(bytes))
    const fileId = newId()
    await owner.query(
      `insert into file_object (tenant_id, id, sha256, size, mime, name, use, company_id, created_at)
       values (1, $1, $2, $3, 'application/octet-stream', $4, 'sealed-bid', $5, $6)`,
      [fileId, Buffer.from(sha256, 'hex'), size, entry.name, companyId, now],
    )
    await owner.query(
      `insert into bid_file (tenant_id, submission_id, position, file_id, role, name, size, cipher_hash, header)
       values (1, $1, $2, $3, $4, $5, $6, $7, $8)`,
      [submissionId, i + 1, fileId, entry.role, entry.name, size, entry.cipherHash, JSON.stringify(file.header)],
    )
    released[i + 1] = toHex(await releaseContentKey(file.header, pair.privateKey, place))
  }
  return { tradeId, released }
}
