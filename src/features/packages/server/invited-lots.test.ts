import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PROTECTION } from '#demo/packages.ts'
import * as play from '#demo/play/packages.ts'
import { publishChange } from '#features/procurement/contract/notice.ts'
import { publishCheck } from '#features/procurement/contract/order.ts'
import { portalCalendar, portalNotice, portalNotices } from '#features/procurement/contract/portal.ts'
import { ownTenders, publicTenders, signUpLots, tenderDetail } from '#features/procurement/contract/supplier.ts'
import { doc, paragraph } from '#features/procurement/rules/rich-text.ts'
import { pathOf } from '#contract/endpoint.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { type TestSystem, testSystem } from '#server/testing/test-system.ts'
import { batchLots, projectPackages, publishPackage, runBatch, savePackage } from '../contract.ts'

/*
 * A lot with invited suppliers stands beside open ones: nobody but they and the buyer's side learns of it, by no notice, list
 * or page of another lot, whoever runs the package.
 */

const INVITED = ['supplier1', 'supplier2'] as const
const OUTSIDERS = ['supplier3', 'supplier4'] as const

let t: TestSystem
let cast: Cast
let deadline: number

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  cast = new Cast(t.base)
  deadline = t.kernel.clock.now().getTime() + 6 * DAY
})

/** The plan, its lot with invited suppliers by this name. */
const planOf = (secret: string) => ({
  ...PROTECTION,
  projectName: `${PROTECTION.projectName}（${secret.length}）`,
  lots: [...PROTECTION.lots.slice(0, 2), { ...PROTECTION.lots[2]!, title: secret }],
})

describe.each([
  ['a purchaser', 'buyer', null, '涉密档案室专用门禁'],
  ['an agency', 'agent', 'hospital', '药品冷库专用门禁装置'],
] as const)('run by %s', (_, account, purchaser, SECRET) => {
  let owner: HttpClient
  let made: play.PlayedPackage
  let code: string

  beforeAll(async () => {
    owner = await cast.as(account)
    made = await play.publishedPackage(owner, planOf(SECRET), { purchaser, signUpEnd: deadline - 2 * DAY, deadline })
    code = (await play.packageOf(owner, made.projectId)).rows[2]!.code
    await t.settle()
  })

  const hidden = () => made.orderIds[2]!
  /** Everything that an answer holds, as text. */
  const leaks = (answer: unknown) => [SECRET, code, hidden()].filter((name) => JSON.stringify(answer).includes(name))

  test('the shared notice names the open lots alone, for everybody', async () => {
    const visitor = t.client()
    const { rows } = await visitor.call(portalNotices, { query: { pageSize: 100 } })
    expect(leaks(rows)).toEqual([])
    const shared = rows.filter(({ orderId }) => made.orderIds.includes(orderId))
    expect(shared).toHaveLength(1)
    const notice = await visitor.call(portalNotice, { params: { noticeId: shared[0]!.noticeId } })
    expect(notice.lots).toHaveLength(2)
    expect(leaks(notice)).toEqual([])
    const beside = await visitor.call(portalNotice, { params: { noticeId: notice.lots[1]!.noticeId } })
    expect(leaks(beside)).toEqual([])
    const calendar = visitor.fetch('GET', `/api${pathOf(portalCalendar, { orderId: hidden() })}`)
    await expect(calendar).rejects.toMatchObject({ status: 404 })
  })

  test('the letter of the invited lot names itself alone', async () => {
    const client = await cast.as('supplier1')
    const { lots, notices } = await client.call(tenderDetail, { params: { orderId: hidden() } })
    expect(lots).toHaveLength(3)
    expect(notices.map(({ title }) => title)).toEqual([`${SECRET}谈判采购邀请书`])
  })

  test.each(OUTSIDERS)('%s finds it nowhere', async (outsider) => {
    const client = await cast.as(outsider)
    await expect(client.call(tenderDetail, { params: { orderId: hidden() } })).rejects.toMatchObject({ status: 404 })
    const open = await client.call(tenderDetail, { params: { orderId: made.orderIds[0]! } })
    expect(open.lots).toHaveLength(2)
    const lists = [
      await client.call(publicTenders, { query: { pageSize: 100 } }),
      await client.call(publicTenders, { query: { pageSize: 100, keyword: '门禁' } }),
      await client.call(ownTenders, { query: { pageSize: 100 } }),
    ]
    expect(leaks([open, ...lists])).toEqual([])
    const body = { orderIds: [hidden()], contactName: '王', contactMobile: '13900000000', files: [] }
    const { rows } = await client.call(signUpLots, { params: { orderId: made.orderIds[0]! }, body })
    expect(rows).toEqual([{ orderId: hidden(), outcome: 'refused', code: 404, reason: '内容不存在' }])
  })

  test.each(INVITED)('%s sees the open lots and the one it is invited to', async (invited) => {
    const client = await cast.as(invited)
    const { lots } = await client.call(tenderDetail, { params: { orderId: made.orderIds[0]! } })
    expect(lots.map(({ title }) => title)).toEqual(planOf(SECRET).lots.map(({ title }) => title))
  })

  test('a change or clarification that names it is refused for every lot but itself', async () => {
    const content = doc(paragraph(`各采购单与“${SECRET}”同日交付。`))
    for (const step of ['change', 'clarification'] as const) {
      const lots = made.orderIds.map((orderId) => ({ orderId }))
      const title = step === 'change' ? '交付时间变更' : '交付时间说明'
      const body = { step, lots, title, content, affectsBids: false, acceptWarnings: true }
      const { rows } = await owner.call(runBatch, { body })
      expect(rows.map(({ outcome, code: why }) => [outcome, why])).toEqual([
        ['refused', 10001],
        ['refused', 10001],
        ['done', null],
      ])
    }
    // By its number, spread over marked parts, or in the title: the single order's own call asks the same.
    const spread = code.split('').join(' ')
    for (const [title, text] of [
      [`变更（${code}）`, '略。'],
      ['变更', `见 ${spread}。`],
    ] as const) {
      const params = { orderId: made.orderIds[0]! }
      const body = { title, content: doc(paragraph(text)), acceptWarnings: true }
      await expect(owner.call(publishChange, { params, body })).rejects.toMatchObject({ body: { code: 10001 } })
    }
    for (const outsider of [t.client(), await cast.as('supplier3')])
      expect(leaks(await outsider.call(portalNotices, { query: { pageSize: 100 } }))).toEqual([])
  })

  test('a change of the dates of all lots tells of each lot only those who may know of it', async () => {
    const bidEnd = new Date(deadline + HOUR).toISOString()
    const lots = made.orderIds.map((orderId) => ({ orderId }))
    const body = {
      step: 'change' as const,
      lots,
      title: '报价截止时间延后',
      content: doc(paragraph('报价截止时间延后一小时，其余不变。')),
      schedule: { bidEnd },
      acceptWarnings: true,
    }
    const { rows } = await owner.call(runBatch, { body })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
    await t.settle()
    const visitor = t.client()
    expect(leaks(await visitor.call(portalNotices, { query: { pageSize: 100 } }))).toEqual([])
    const outsider = await cast.as('supplier4')
    expect(leaks(await outsider.call(publicTenders, { query: { pageSize: 100 } }))).toEqual([])
  })

  test('suppliers added to all lots learn of each what they are asked for, and of no lot they are not', async () => {
    const open = made.orderIds.slice(0, 2).map((orderId) => ({ orderId }))
    const asked = { step: 'add-supplier' as const, companyIds: [COMPANIES.supplier3.id], reason: '增加竞争' }
    const first = await owner.call(runBatch, { body: { ...asked, lots: open } })
    expect(first.rows.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    await t.settle()
    const third = await cast.as('supplier3')
    const before = await third.call(tenderDetail, { params: { orderId: made.orderIds[0]! } })
    expect(before.lots).toHaveLength(2)
    expect(leaks(before)).toEqual([])
    const lots = made.orderIds.map((orderId) => ({ orderId }))
    const all = await owner.call(runBatch, {
      body: { ...asked, lots, companyIds: [COMPANIES.supplier4.id] },
    })
    expect(all.rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
    const fourth = await cast.as('supplier4')
    expect((await fourth.call(tenderDetail, { params: { orderId: hidden() } })).lots).toHaveLength(3)
    await expect(third.call(tenderDetail, { params: { orderId: hidden() } })).rejects.toMatchObject({ status: 404 })
  })

  test('the one who observes sees the lots, and of the invited one not who takes part', async () => {
    if (purchaser === null) return
    const observer = await cast.as('buyer')
    const [found] = await observer.call(projectPackages, { params: { projectId: made.projectId } })
    expect(found).toMatchObject({ isOwner: false, lots: 3 })
    expect(found!.rows.map(({ signUps }) => signUps === null)).toEqual([false, false, true])
    const query = { orderIds: made.orderIds.join(','), step: 'winner' as const }
    const { rows } = await observer.call(batchLots, { query })
    expect(rows.map(({ blocked }) => blocked)).toEqual(['由经办单位办理', '由经办单位办理', '由经办单位办理'])
    const lots = made.orderIds.map((orderId) => ({ orderId }))
    const refused = await observer.call(runBatch, { body: { step: 'auction', lots, reason: '不再采购这些物品' } })
    expect(refused.rows.every(({ code: why }) => why === 404)).toBe(true)
  })
})

test('what the buyer writes about the package may not name it either', async () => {
  const owner = await cast.as('buyer')
  const secret = '贵重药品库门禁'
  const plan = { ...planOf(secret), remark: `另有${secret}同批采购。` }
  const made = await play.draftPackage(owner, plan, { signUpEnd: deadline - 2 * DAY, deadline })
  const params = { packageId: made.packageId }
  await expect(owner.call(publishPackage, { params, body: { acceptWarnings: true } })).rejects.toMatchObject({
    body: { code: 10001 },
  })
  const { rows } = await owner.call(publishCheck, { params: { orderId: made.orderIds[0]! } })
  expect(rows.some(({ state }) => state === 'ok')).toBe(true)
  const found = await play.packageOf(owner, made.projectId)
  expect(found.drafts).toBe(3)
  const clean = play.packageBody({ ...plan, remark: '' }, made.projectId, { signUpEnd: deadline - 2 * DAY, deadline })
  const lots = clean.lots.map((lot, i) => ({ ...lot, orderId: made.orderIds[i]!, companyIds: [] }))
  await owner.call(savePackage, { body: { ...clean, lots } })
  const { rows: published } = await owner.call(publishPackage, { params, body: { acceptWarnings: true } })
  expect(published).toHaveLength(3)
})
