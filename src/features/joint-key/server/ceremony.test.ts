import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { inviteSupervisor } from '#demo/play/joint.ts'
import { PEOPLE } from '#demo/people.ts'
import { createOrder } from '#features/procurement/contract/order.ts'
import { createProject } from '#features/procurement/contract/project.ts'
import { type Ceremony, makeDevice } from '#features/sealing/core/joint/ceremony.ts'
import { deal, type Dealing, receive } from '#features/sealing/core/joint/dealing.ts'
import { confirm, ownShare } from '#features/sealing/core/joint/joint-key.ts'
import { startLateRecords } from '#server/late-records.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'
import { unloggedTranscripts } from './late-transcripts.ts'

const OFFICERS = ['buyer', 'agent', 'supplier6'] as const
let t: TestSystem
let buyer: HttpClient
let people: HttpClient[]
let orderId: string
let params: { ceremonyId: string }
let secrets: string[]

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  people = await Promise.all(OFFICERS.map((account) => t.login(account)))
})

beforeEach(async () => {
  const { projectId } = await buyer.call(createProject, {
    body: { name: '联合密钥项目', category: 'goods', regime: 'enterprise', budget: '1000000' },
  })
  const order = {
    projectId,
    title: '一标段',
    estimatedPrice: '1000000',
    schedule: { saleStart: null, saleEnd: null, signUpEnd: null, questionEnd: null, bidEnd: null, openAt: null },
    settings: { keyMode: 'joint' },
    announcement: {},
  } as InputOf<typeof createOrder>['body']
  orderId = (await buyer.call(createOrder, { body: order })).orderId
  for (const [i, account] of OFFICERS.entries())
    if (account !== 'buyer') await inviteSupervisor(buyer, orderId, { account, client: people[i]! })
})

const wanted = () => [
  { userId: PEOPLE.buyer.id, role: 'purchaser' as const },
  { userId: PEOPLE.agent.id, role: 'supervisor' as const },
  { userId: PEOPLE.supplier6.id, role: 'supervisor' as const },
]

async function started(threshold = 2) {
  const { ceremonyId } = await buyer.call(c.startCeremony, {
    params: { orderId },
    body: { threshold, officers: wanted() },
  })
  params = { ceremonyId }
}

async function devices() {
  await started()
  secrets = []
  for (const [i, client] of people.entries()) {
    const view = await client.call(c.ownCeremony, { params })
    const officerId = PEOPLE[OFFICERS[i]!].id
    const device = makeDevice({ tenantId: view.tenantId, orderId, ceremonyId: params.ceremonyId, officerId })
    secrets.push(device.secret)
    const { deviceKey, deviceProof } = device
    await client.call(c.giveDevice, { params, body: { deviceKey, deviceProof } })
  }
}

const ceremony = async (i = 0) => (await people[i]!.call(c.ownCeremony, { params })).ceremony as unknown as Ceremony
const dealingsNow = async () => (await people[0]!.call(c.ownCeremony, { params })).dealings as unknown as Dealing[]

async function dealt(change: (dealing: Dealing, i: number) => Dealing = (dealing) => dealing) {
  await devices()
  const made = await ceremony()
  for (const [i, client] of people.entries())
    await client.call(c.giveDealing, { params, body: change(deal(made, i + 1), i) })
}

async function confirmation(i: number) {
  const [made, dealings] = [await ceremony(), await dealingsNow()]
  const share = ownShare(made, dealings, { index: i + 1, secret: secrets[i]! })
  return confirm(made, dealings, { index: i + 1, share })
}

describe('a joint key', () => {
  it('is made by its officers on their devices, and only then stands ready with its fingerprint', async () => {
    await dealt()
    for (const i of [0, 1, 2]) await people[i]!.call(c.giveConfirmation, { params, body: await confirmation(i) })
    const { current, canStart } = await buyer.call(c.orderJointKey, { params: { orderId } })
    expect(current).toMatchObject({ status: 4, threshold: 2, attempt: 1 })
    expect(current!.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(canStart).toBe(false)
    // Nothing of a draft is public.
    await expect(t.client().call(c.jointKeyRecord, { params: { orderId } })).rejects.toMatchObject({ status: 404 })
    await t.settle()
    const { rows } = await t.owner.query<{ action: string }>(
      "select body->>'action' as action from audit_entry where body->>'entityId' = $1 and body->>'action' like 'joint-key.%'",
      [orderId],
    )
    const times = Object.groupBy(rows, (row) => row.action)
    expect(Object.fromEntries(Object.entries(times).map(([action, facts]) => [action, facts!.length]))).toEqual({
      'joint-key.invite': 2,
      'joint-key.invitation-accepted': 2,
      'joint-key.start': 1,
      'joint-key.device': 3,
      'joint-key.deal': 3,
      'joint-key.confirm': 3,
      'joint-key.advance': 3,
    })
  })

  it('made before transcripts were logged is logged once by a later start, to the byte', async () => {
    await dealt()
    for (const i of [0, 1, 2]) await people[i]!.call(c.giveConfirmation, { params, body: await confirmation(i) })
    const records = async () => {
      const where = `type = 'joint-transcript' and subject = $1`
      const found = await t.owner.query<{ id: string; text: string }>(`select * from log_record where ${where}`, [
        orderId,
      ])
      return found.rows
    }
    const [made, ...others] = await records()
    expect(others).toEqual([])
    await t.owner.query('delete from log_pending where id = $1', [made!.id])
    await t.owner.query('delete from log_record where id = $1', [made!.id])
    const ends = [1, 2].map(() => startLateRecords(t.kernel, 'joint transcripts', unloggedTranscripts))
    await Promise.all(ends.map((end) => end()))
    expect((await records()).map(({ text }) => text)).toEqual([made!.text])
  })

  it('shows each step its buttons, and nothing out of turn', async () => {
    await started()
    const view = await people[0]!.call(c.ownCeremony, { params })
    expect(view.actions.map((action) => action.action)).toEqual(['device'])
    expect(view).toMatchObject({ index: 1, ceremony: null, dealings: [], deviceKey: null })
    const early = { params, body: { by: 1, proof: { challenge: '01'.repeat(32), response: '01'.repeat(32) } } }
    await expect(people[0]!.call(c.giveConfirmation, early)).rejects.toMatchObject({ status: 409 })
    await devicesTwice()
  })

  async function devicesTwice() {
    const place = { tenantId: '1', orderId, ceremonyId: params.ceremonyId, officerId: PEOPLE.buyer.id }
    const { deviceKey, deviceProof } = makeDevice(place)
    const foreign = makeDevice({ ...place, officerId: PEOPLE.agent.id })
    const body = { deviceKey: foreign.deviceKey, deviceProof: foreign.deviceProof }
    await expect(people[0]!.call(c.giveDevice, { params, body })).rejects.toMatchObject({ body: { code: 10023 } })
    await people[0]!.call(c.giveDevice, { params, body: { deviceKey, deviceProof } })
    const again = people[0]!.call(c.giveDevice, { params, body: { deviceKey, deviceProof } })
    await expect(again).rejects.toMatchObject({ status: 409 })
  }

  it('names nobody who works for a company that takes part, or for one of its group', async () => {
    const [own, related] = [COMPANIES.supplier6.id, COMPANIES.supplier5.id]
    const signUp = (company: string) =>
      t.owner.query(
        `insert into trade (tenant_id, id, order_id, supplier_company_id, origin, status, contact_name, contact_mobile, created_by, created_at)
         values (1, $1, $2, $3, 'sign-up', 0, '联系人', '', $4, now())`,
        [newId(), orderId, company, PEOPLE.buyer.id],
      )
    const wish = { params: { orderId }, body: { threshold: 2, officers: wanted() } }
    await signUp(related)
    await t.owner.query(
      `insert into company_association (tenant_id, id, parent_company_id, child_company_id, sender_company_id, status, sent_by, sent_at)
       values (1, $1, $2, $3, $2, 1, $4, now())`,
      [newId(), related, own, PEOPLE.buyer.id],
    )
    const bound = await buyer.refused(c.startCeremony, wish)
    expect(bound).toMatchObject({ status: 422, code: ERRORS.legalRule.code })
    expect(bound.message).toContain('史诺')
    expect(bound.message).toContain('存在关联关系')
    await t.owner.query('update company_association set status = 4 where tenant_id = 1 and child_company_id = $1', [
      own,
    ])
    await signUp(own)
    expect((await buyer.refused(c.startCeremony, wish)).message).toContain('任职于投标人')
    await t.owner.query('update trade set status = 3 where order_id = $1 and supplier_company_id = $2', [orderId, own])
    await started()
  })

  it('names a dealer who lied, keeps the attempt on record, and can be begun again', async () => {
    let honest: Dealing | undefined
    await dealt((dealing, i) => {
      if (i === 0) honest = dealing
      // The second officer sends the third a share meant for a different polynomial.
      return i === 1
        ? { ...dealing, shares: dealing.shares.with(2, { ...dealing.shares[2]!, data: '00'.repeat(64) }) }
        : dealing
    })
    expect(honest).toBeDefined()
    const lie = (await dealingsNow())[1]!
    const received = receive(await ceremony(), lie, { index: 3, secret: secrets[2]! })
    if (!('complaint' in received)) throw new Error('not noticed')
    const { liars } = await people[2]!.call(c.giveComplaint, { params, body: received.complaint })
    expect(liars).toEqual([2])
    const { current, earlier, canStart } = await buyer.call(c.orderJointKey, { params: { orderId } })
    expect(current).toBeNull()
    expect(canStart).toBe(true)
    expect(earlier[0]!.officers.map((officer) => officer.isLiar)).toEqual([false, true, false])
    expect(earlier[0]!.failure).toContain('与公开承诺不符')
    await started()
    expect((await buyer.call(c.orderJointKey, { params: { orderId } })).current).toMatchObject({
      attempt: 2,
      status: 1,
    })
  })

  it('names who complains without reason', async () => {
    await dealt()
    const made = await ceremony()
    const [first] = await dealingsNow()
    const broken = { ...first!, shares: first!.shares.with(1, { ...first!.shares[1]!, data: '00'.repeat(64) }) }
    const received = receive(made, broken, { index: 2, secret: secrets[1]! })
    if (!('complaint' in received)) throw new Error('not noticed')
    const { liars } = await people[1]!.call(c.giveComplaint, { params, body: received.complaint })
    expect(liars).toEqual([2])
  })

  it('takes no dealing in another name and no confirmation that does not hold', async () => {
    await devices()
    const made = await ceremony()
    await expect(people[0]!.call(c.giveDealing, { params, body: deal(made, 2) })).rejects.toMatchObject({
      body: { code: 10023 },
    })
    const copied = { ...deal(made, 2), from: 1 }
    await expect(people[0]!.call(c.giveDealing, { params, body: copied })).rejects.toMatchObject({
      body: { code: 10023 },
    })
    for (const [i, client] of people.entries()) await client.call(c.giveDealing, { params, body: deal(made, i + 1) })
    const other = await confirmation(1)
    await expect(people[0]!.call(c.giveConfirmation, { params, body: other })).rejects.toMatchObject({
      body: { code: 10023 },
    })
    await expect(people[0]!.call(c.giveConfirmation, { params, body: { ...other, by: 1 } })).rejects.toMatchObject({
      body: { code: 10023 },
    })
  })

  it('moves on once when the last two officers act at the same instant', async () => {
    await started()
    const given = people.map((_, i) =>
      makeDevice({ tenantId: '1', orderId, ceremonyId: params.ceremonyId, officerId: PEOPLE[OFFICERS[i]!].id }),
    )
    await Promise.all(
      people.map((client, i) => {
        const { deviceKey, deviceProof } = given[i]!
        return client.call(c.giveDevice, { params, body: { deviceKey, deviceProof } })
      }),
    )
    expect((await buyer.call(c.orderJointKey, { params: { orderId } })).current!.status).toBe(2)
  })
})

describe('strangers', () => {
  it('see and do nothing', async () => {
    await started()
    const [stranger, rival] = await Promise.all([
      t.login('supplier1', { workbench: 'supplier' }),
      t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 }),
    ])
    await expect(stranger.call(c.ownCeremony, { params })).rejects.toMatchObject({ status: 404 })
    await expect(rival.call(c.ownCeremony, { params })).rejects.toMatchObject({ status: 404 })
    await expect(t.client().call(c.ownCeremony, { params })).rejects.toMatchObject({ status: 401 })
    await expect(rival.call(c.orderJointKey, { params: { orderId } })).rejects.toMatchObject({ status: 404 })
    await expect(stranger.call(c.orderJointKey, { params: { orderId } })).rejects.toMatchObject({ status: 403 })
    const device = makeDevice({ tenantId: '1', orderId, ceremonyId: params.ceremonyId, officerId: PEOPLE.supplier1.id })
    const body = { deviceKey: device.deviceKey, deviceProof: device.deviceProof }
    await expect(stranger.call(c.giveDevice, { params, body })).rejects.toMatchObject({ status: 404 })
    expect(await stranger.call(c.ownCeremonies, {})).toEqual([])
    expect((await people[2]!.call(c.ownCeremonies, {})).map((own) => own.ceremonyId)).toContain(params.ceremonyId)
  })

  it('cannot be named officers before they have accepted to be', async () => {
    const nobody = '00000000-0000-7000-8000-00000000dead'
    const officers = [wanted()[0]!, { userId: nobody, role: 'supervisor' as const }]
    const start = buyer.call(c.startCeremony, { params: { orderId }, body: { threshold: 2, officers } })
    await expect(start).rejects.toMatchObject({ body: { code: 10001 } })
    const posing = [wanted()[0]!, { userId: PEOPLE.supplier6.id, role: 'purchaser' as const }]
    await expect(
      buyer.call(c.startCeremony, { params: { orderId }, body: { threshold: 2, officers: posing } }),
    ).rejects.toMatchObject({ body: { code: 10001 } })
    const unasked = [wanted()[0]!, { userId: PEOPLE.supplier5.id, role: 'supervisor' as const }]
    const refused = await buyer.refused(c.startCeremony, {
      params: { orderId },
      body: { threshold: 2, officers: unasked },
    })
    expect(refused).toMatchObject({ code: 10001, message: '监督人须先接受邀请' })
    const found = await buyer.call(c.officerCandidates, { params: { orderId } })
    const supervisors = found.filter((one) => one.role === 'supervisor').map((one) => one.userId)
    expect(supervisors.toSorted()).toEqual([PEOPLE.agent.id, PEOPLE.supplier6.id].toSorted())
  })

  it('get one attempt at a time, also when two start at once', async () => {
    const start = () =>
      buyer.call(c.startCeremony, { params: { orderId }, body: { threshold: 2, officers: wanted() } }).then(
        () => 'started',
        (error: { status: number }) => error.status,
      )
    expect((await Promise.all([start(), start()])).toSorted()).toEqual([409, 'started'])
    const { current } = await buyer.call(c.orderJointKey, { params: { orderId } })
    const at = { orderId, ceremonyId: current!.ceremonyId }
    await buyer.call(c.dropCeremony, { params: at, body: { reason: '人员有误' } })
    await expect(buyer.call(c.dropCeremony, { params: at, body: { reason: '再次' } })).rejects.toMatchObject({
      status: 409,
    })
    expect(await start()).toBe('started')
  })
})

describe('officers', () => {
  it('come from two organisations at least, none of which can open by itself', async () => {
    const [own, ...others] = wanted()
    const second = { userId: PEOPLE.buyer2.id, role: 'purchaser' as const }
    const start = (threshold: number, officers: ReturnType<typeof wanted>) => ({
      params: { orderId },
      body: { threshold, officers },
    })
    expect((await buyer.call(c.orderJointKey, { params: { orderId } })).unitRule).toBe('block')
    const alone = await buyer.refused(c.startCeremony, start(2, [own!, second]))
    expect(alone).toMatchObject({ code: ERRORS.legalRule.code })
    expect(alone.message).toContain('保管人全部来自同一单位')
    const enough = await buyer.refused(c.startCeremony, start(2, [own!, second, ...others]))
    expect(enough.message).toContain('有 2 名保管人，达到开启门限 2 名')
    await buyer.call(c.startCeremony, start(3, [own!, second, ...others]))
  })

  it('may be of one organisation where the platform only warns, and the page says so', async () => {
    const config = JSON.stringify({ legalCalendar: { severity: { 'joint-holders': 'warn' } } })
    const { rows } = await t.owner.query<{ config: object }>('select config from tenant where id = 1')
    await t.owner.query('update tenant set config = config || $1::jsonb where id = 1', [config])
    try {
      const officers = [wanted()[0]!, { userId: PEOPLE.buyer2.id, role: 'purchaser' as const }]
      await buyer.call(c.startCeremony, { params: { orderId }, body: { threshold: 2, officers } })
      const { current, unitRule } = await buyer.call(c.orderJointKey, { params: { orderId } })
      expect(unitRule).toBe('warn')
      expect(current!.warnings).toEqual(['保管人全部来自同一单位，应来自至少两个单位。'])
    } finally {
      await t.owner.query('update tenant set config = $1 where id = 1', [rows[0]!.config])
    }
  })

  it('are no supervisors where they work for the purchaser', async () => {
    const posing = { userId: PEOPLE.buyer2.id, role: 'supervisor' as const }
    const client = await t.login('buyer2', { workbench: 'purchaser' })
    await inviteSupervisor(buyer, orderId, { account: 'buyer2', client })
    const refused = await buyer.refused(c.startCeremony, {
      params: { orderId },
      body: { threshold: 2, officers: [...wanted(), posing] },
    })
    expect(refused).toMatchObject({ code: ERRORS.legalRule.code, details: { ruleId: 'joint-supervisor' } })
    expect(refused.message).toContain('王宁是采购人或代理机构的人员，不得担任监督人')
  })
})
