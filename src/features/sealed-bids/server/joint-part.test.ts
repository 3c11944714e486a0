import { beforeAll, describe, expect, test } from 'vitest'
import { Cast } from '#demo/cast.ts'
import { demoKey } from '#demo/keys.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import * as buyer from '#demo/play/buyer.ts'
import { COMPANIES } from '#demo/companies.ts'
import { makeJointKey, officersOf } from '#demo/play/joint.ts'
import { lawfulSchedule, type TenderPlan } from '#demo/play/plan.ts'
import * as supplier from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'
import { jointKeyRecord, orderJointKey, startCeremony } from '#features/joint-key/contract.ts'
import { updateOrder } from '#features/procurement/contract/order.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { newId } from '#contract/id.ts'
import * as c from '../contract.ts'
import { orderTrust } from '../contract-log.ts'
import { type JointSeal, sealFile, type SealedFile } from '#features/sealing/core/envelope.ts'
import { checkJointKey, type JointKey, type JointPublic } from '#features/sealing/core/joint/joint-key.ts'
import { encapsulate } from '#features/sealing/core/joint/threshold.ts'
import { makeManifest, makePriceSheet } from '#features/sealing/core/manifest.ts'
import { collect } from '#features/sealing/core/source.ts'

/*
 * What a bid of a joint-key order must carry for the officers, and what is refused: nothing, another key, another bidder's
 * part, parts that differ between files.
 */

const OFFICERS: readonly Account[] = ['buyer', 'agent', 'supplier6']
const plan: TenderPlan = { ...PLANS.his, keyMode: 'joint' }
let t: TestSystem
let cast: Cast
let orderId: string
let key: JointPublic
let other: JointPublic

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  cast = new Cast(t.base)
  ;[orderId, key] = await published(plan)
  ;[, other] = await published({ ...plan, title: '另一标段' })
})

/** A draft with its key; nothing is published. */
async function keyed(given: TenderPlan): Promise<string> {
  const host = await cast.as('buyer')
  const now = t.kernel.clock.now()
  const projectId = await buyer.createProject(host, given)
  const id = await buyer.draftOrder(host, projectId, { plan: given, schedule: lawfulSchedule(now), now })
  const officers = await officersOf(cast, OFFICERS)
  const refused = await buyer.publish(host, id).catch((error: Error) => error.message)
  expect(refused).toContain('联合密钥尚未就绪')
  await makeJointKey(host, id, { threshold: 2, officers })
  return id
}

async function published(given: TenderPlan): Promise<[string, JointPublic]> {
  const id = await keyed(given)
  await buyer.publish(await cast.as('buyer'), id)
  const record = await t.client().call(jointKeyRecord, { params: { orderId: id } })
  return [id, checkJointKey(record as unknown as JointKey)]
}

describe('a published order in joint-key mode', () => {
  test('names its key in what the notice publishes for checking', async () => {
    const trust = await t.client().call(orderTrust, { params: { orderId } })
    expect(trust.jointKey).toBe(key.fingerprint)
    const { rows } = await t.owner.query<{ key: string }>(
      `select data->>'jointKey' as key from notice where order_id = $1 and kind = 1`,
      [orderId],
    )
    expect(rows[0]!.key).toBe(key.fingerprint)
  })

  test('its key cannot be given up any more', async () => {
    const host = await cast.as('buyer')
    const { current } = await host.call(orderJointKey, { params: { orderId } })
    expect(current!.actions.filter((action) => action.reason === undefined)).toEqual([])
    const officers = OFFICERS.map((account) => ({ userId: PEOPLE[account].id, role: 'supervisor' as const }))
    await expect(
      host.call(startCeremony, { params: { orderId }, body: { threshold: 2, officers } }),
    ).rejects.toMatchObject({ status: 409 })
  })
})

describe('officers who have changed jobs since', () => {
  /** Somebody begins to work at a company; ends it. */
  async function employed(account: Account, company: string): Promise<() => Promise<unknown>> {
    const id = newId()
    await t.owner.query(
      `insert into employee select (e).* from (
         select jsonb_populate_record(e, jsonb_build_object('id', $1::text, 'company_id', $2::text)) as e
         from employee e where user_id = $3 limit 1) as copy`,
      [id, company, PEOPLE[account].id],
    )
    return () => t.owner.query('delete from employee where id = $1', [id])
  }

  test('stand against the publication as long as they watch themselves or could open alone', async () => {
    const host = await cast.as('buyer')
    const id = await keyed({ ...plan, title: '第三标段' })
    const publish = () => buyer.publish(host, id).catch((error: Error) => error.message)
    let leave = await employed('supplier6', COMPANIES.hospital.id)
    expect(await publish()).toContain('不得担任监督人，请作废后另选保管人')
    const { current } = await host.call(orderJointKey, { params: { orderId: id } })
    expect(current!.officers[2]!.tie).toBe('是采购人或代理机构的人员，不得担任监督人')
    await leave()
    leave = await employed('agent', COMPANIES.supplier6.id)
    expect(await publish()).toContain('有 2 名保管人，达到开启门限 2 名')
    await leave()
    await buyer.publish(host, id)
  })
})

describe('the mode itself', () => {
  test('is refused with national algorithms, and with two envelopes', async () => {
    const host = await cast.as('buyer')
    const now = t.kernel.clock.now()
    const projectId = await buyer.createProject(host, plan)
    const draft = { plan: { ...plan, suite: 'gm' as const }, schedule: lawfulSchedule(now), now }
    await expect(buyer.draftOrder(host, projectId, draft)).rejects.toMatchObject({
      body: { message: expect.stringContaining('仅支持国际算法') as string },
    })
    const id = await buyer.draftOrder(host, projectId, { ...draft, plan })
    await t.owner.query('update purchase_order set review_model = 2 where id = $1', [id])
    const body = {
      title: '一',
      estimatedPrice: '1',
      schedule: { saleStart: null, saleEnd: null, signUpEnd: null, questionEnd: null, bidEnd: null, openAt: null },
      settings: { keyMode: 'joint' as const },
      announcement: {},
    }
    const refused = await host.refused(updateOrder, { params: { orderId: id }, body })
    expect(refused.message).toContain('双信封')
  })
})

describe('a bid', () => {
  test('is accepted with its own part only', async () => {
    const client = await signedUp('supplier1')
    const { bidderId } = await client.call(c.bidRoom, { params: { orderId } })
    const place = { tenantId: '1', orderId, bidderId, round: 1 }
    const foreign = { ...place, bidderId: PEOPLE.supplier2.id }
    const own: JointSeal = { key, ...encapsulate(key, place) }
    const again: JointSeal = { key, ...encapsulate(key, place) }
    const cases: [JointSeal[], JointSeal | undefined, string][] = [
      [[], undefined, 'malformed'],
      [[{ key: other, ...encapsulate(other, place) }], undefined, 'wrong-key'],
      [[{ key, ...encapsulate(key, foreign) }], undefined, 'foreign'],
      [[{ key, ...encapsulate(key, { ...place, round: 2 }) }], undefined, 'foreign'],
      [[own, again], own, 'replayed'],
      [[own], again, 'replayed'],
    ]
    for (const [seals, manifestSeal, reason] of cases) {
      const refused = await client.refused(c.submitBid, {
        params: { orderId },
        body: await bid(client, { place, seals, manifestSeal }),
      })
      expect([refused.code, (refused.details as { reason: string }).reason]).toEqual([10023, reason])
    }
    const receipt = await client.call(c.submitBid, {
      params: { orderId },
      body: await bid(client, { place, seals: [own], manifestSeal: own }),
    })
    expect(receipt.manifest!.joint).toEqual(own.part)
  })
})

async function signedUp(account: Account) {
  const client = await cast.as(account)
  const { name, mobile } = PEOPLE[account]
  await supplier.signUp(client, orderId, { contact: name, mobile, now: t.kernel.clock.now() })
  await buyer.approveAll(await cast.as('buyer'), orderId)
  const bidKey = demoKey(account, 'intl')
  const keyId = await supplier.registerKey(client, bidKey, '测试密钥')
  await supplier.rehearse(client, orderId, { keyId, key: bidKey })
  return client
}

type Client = Awaited<ReturnType<Cast['as']>>

/** A bid whose files carry these parts in turn, and whose manifest carries that one (the first, unless told). */
async function bid(
  client: Client,
  given: {
    place: { tenantId: string; orderId: string; bidderId: string; round: number }
    seals: JointSeal[]
    manifestSeal: JointSeal | undefined
  },
) {
  const { place, seals, manifestSeal = seals[0] } = given
  const sheet = makePriceSheet('intl', { total: '1' })
  const sealed: SealedFile[] = []
  const fileIds: string[] = []
  for (const [i, role] of (['price', 'technical', 'business'] as const).entries()) {
    const joint = seals[i % Math.max(1, seals.length)]
    const { stream, result } = sealFile({
      place: { ...place, fileId: newId(), role },
      name: `${role}.bin`,
      source: role === 'price' ? sheet.bytes : new TextEncoder().encode(role),
      recipient: demoKey('supplier1', 'intl'),
      ...(joint && { joint }),
    })
    const bytes = await collect(stream)
    sealed.push(await result)
    // The round of envelope and part differ in one of the cases; the envelope stays in its own.
    fileIds.push((await client.upload('sealed-bid', `${role}.kbe`, bytes)).fileId)
  }
  for (const fileId of fileIds) await client.call(c.inspectBidFile, { params: { orderId: place.orderId, fileId } })
  const room = await client.call(c.bidRoom, { params: { orderId: place.orderId } })
  const joint = manifestSeal?.part
  const manifest = makeManifest(
    { suite: 'intl', ...place, priceSheetHash: sheet.priceSheetHash, ...(joint && { joint }) },
    sealed,
  )
  const keyId = room.keys.find((one) => one.rehearsedAt)!.keyId
  return { manifest, fileIds, keyId, replaces: null }
}
