import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as followUp from '../contract/follow-up.ts'
import * as order from '../contract/order.ts'
import * as project from '../contract/project.ts'
import { LowPriceTerms } from '#features/evaluation/rules/low-price.ts'
import type { Finding } from '../contract/shared.ts'
import type { Regime } from '../rules/regimes.ts'
import { endOfWorkingDays } from '../rules/working-days.ts'
import { draft, scheduleFrom, type TenderWorld, tenderWorld } from './testing/tender.ts'

let world: TenderWorld
beforeAll(async () => {
  world = await tenderWorld()
})

type Fields = InputOf<typeof project.createProject>['body']
const FACTS = { name: '医用设备采购', budget: '2000000', region: '江州市', funds: '财政资金' }
const fields = (regime: Regime, category: Fields['category'] = 'goods'): Fields => ({ ...FACTS, category, regime })

async function made(regime: Regime, category?: Fields['category']): Promise<string> {
  return (await world.buyer.call(project.createProject, { body: fields(regime, category) })).projectId
}

const GOVERNMENT = { lowPrice: LowPriceTerms.parse({ rule: 'government' }) }

/** Days of documents on sale, by the clock of the test. */
function schedule(saleEnd: string) {
  const lawful = scheduleFrom(world.t.kernel.clock.now())
  return { ...lawful, saleEnd }
}

const brokenOf = (details: unknown) => (details as Finding[]).filter(({ ok }) => !ok).map(({ ruleId }) => ruleId)

async function lawOf(projectId: string, { method = 1, saleEnd }: { method?: number; saleEnd?: string } = {}) {
  const { buyer } = world
  const dates = saleEnd ? schedule(saleEnd) : scheduleFrom(world.t.kernel.clock.now())
  const body = {
    projectId,
    method,
    schedule: dates,
    estimatedPrice: '1000000',
    bond: '20000',
    lowPriceRule: 'government' as const,
  }
  return (await buyer.call(order.checkSchedule, { body })).findings
}

describe('what a project obeys', () => {
  test('is chosen, shown with the project and its orders, and one of three', async () => {
    const { buyer } = world
    const projectId = await made('government')
    expect(await buyer.call(project.projectDetail, { params: { projectId } })).toMatchObject({ regime: 'government' })
    const { orderId } = await draft(world, { projectId })
    expect((await buyer.call(order.orderDetail, { params: { orderId } })).project.regime).toBe('government')
    const none = await buyer.refused(project.createProject, { body: { ...FACTS, category: 'goods' } as Fields })
    expect(none).toMatchObject({ status: 400, code: 10001, details: [{ path: 'regime', message: '请选择适用制度' }] })
    const other = await buyer.refused(project.createProject, {
      body: { ...fields('tender'), regime: 'none' as Regime },
    })
    expect(other).toMatchObject({ status: 400, code: 10001 })
  })

  test('changes while nothing is published, and decides what is checked', async () => {
    const { buyer } = world
    const projectId = await made('enterprise')
    const { orderId } = await draft(world, { projectId })
    const rules = async () =>
      (await buyer.call(order.orderDetail, { params: { orderId } })).findings.map(({ ruleId }) => ruleId)
    expect(await rules()).not.toContain('bid-preparation')
    await buyer.call(project.updateProject, { params: { projectId }, body: fields('tender') })
    expect(await rules()).toContain('bid-preparation')
    await buyer.call(project.updateProject, { params: { projectId }, body: fields('government') })
    expect(await rules()).toContain('document-sale-government')
  })

  test('stays as it is once an order is published, also when both are asked for at once', async () => {
    const { buyer } = world
    const { projectId, orderId } = await draft(world)
    const params = { projectId }
    const [published, changed] = await Promise.allSettled([
      buyer.call(order.publishOrder, { params: { orderId }, body: {} }),
      buyer.call(project.updateProject, { params, body: fields('enterprise') }),
    ])
    expect(published.status).toBe('fulfilled')
    // Whichever came first: what was published was judged by what the project says now.
    const { regime } = await buyer.call(project.projectDetail, { params })
    expect(regime).toBe(changed.status === 'fulfilled' ? 'enterprise' : 'tender')
    const refused = await buyer.refused(project.updateProject, { params, body: fields('government') })
    expect(refused).toMatchObject({ status: 409, message: '项目已有公告发布或审批中，不能变更类别或适用制度' })
    // Everything else may still change.
    await buyer.call(project.updateProject, { params, body: { ...fields(regime), region: '江州市新区' } })
  })

  test('is nobody else’s to change', async () => {
    const projectId = await made('tender')
    const stranger = await world.t.login('agent', { workbench: 'agency' })
    const refused = await stranger.refused(project.updateProject, { params: { projectId }, body: fields('enterprise') })
    expect(refused.status).toBe(404)
  })
})

describe('a tender under the law of government procurement', () => {
  test('gives its documents out for five working days, and counts prices low as that law does', async () => {
    const { buyer } = world
    const projectId = await made('government')
    const now = world.t.kernel.clock.now()
    const fifth = new Date(Date.parse(endOfWorkingDays(now, 5)) - DAY / 2).toISOString()
    const fourth = new Date(Date.parse(endOfWorkingDays(now, 4)) - DAY / 2).toISOString()
    expect(brokenOf(await lawOf(projectId, { saleEnd: fifth }))).toEqual([])
    expect(brokenOf(await lawOf(projectId, { saleEnd: fourth }))).toEqual(['document-sale-government'])
    const plain = await draft(world, { projectId, schedule: schedule(fifth) })
    const refused = await buyer.refused(order.publishOrder, { params: plain, body: { acceptWarnings: true } })
    expect(refused).toMatchObject({ status: 422, code: 10019, details: [{ ruleId: 'abnormal-low' }] })
    const { settings, ...rest } = plain.body
    await buyer.call(order.updateOrder, { params: plain, body: { ...rest, settings: { ...settings, ...GOVERNMENT } } })
    await buyer.call(order.publishOrder, { params: plain, body: {} })
  })

  test('of works follows the law of tenders', async () => {
    const rules = (await lawOf(await made('government', 'works'))).map(({ ruleId }) => ruleId)
    expect(rules).toContain('document-sale')
    expect(rules).not.toContain('document-sale-government')
  })
})

test('a method that the regime does not provide for is warned of and published on record; the others are not', async () => {
  const { buyer } = world
  const warned = async (regime: Regime, method: number) =>
    (await lawOf(await made(regime), { method })).find(({ ruleId }) => ruleId === 'method-regime')
  for (const regime of ['tender', 'government', 'enterprise'] as const)
    expect(await warned(regime, 1)).toMatchObject({ ok: true })
  expect(await warned('government', 8)).toMatchObject({
    ok: false,
    severity: 'warn',
    message: '本项目为政府采购项目，该采购方式用于企业采购项目',
  })
  expect(await warned('enterprise', 8)).toMatchObject({ ok: true })
  expect(await warned('enterprise', 6)).toMatchObject({ ok: false, severity: 'warn' })
  const agreed = {
    startPrice: '96000',
    stepKind: 'amount' as const,
    step: '500',
    durationMinutes: 30,
    windowMinutes: 3,
    maxExtensions: null,
    showRank: true,
  }
  const projectId = await made('tender')
  const at = (days: number) => new Date(world.t.kernel.clock.now().getTime() + days * DAY).toISOString()
  const none = { saleStart: null, saleEnd: null, bidEnd: null }
  const auction = await draft(world, {
    projectId,
    method: 8,
    bond: '0',
    schedule: { ...none, signUpEnd: at(2), questionEnd: at(1), openAt: at(3) },
    settings: { auction: agreed },
    announcement: { title: '医用设备采购竞价公告', content: null },
  })
  const { body, ...params } = auction
  await buyer.call(order.updateOrder, {
    params,
    body: {
      ...body,
      announcement: {
        title: '竞价公告',
        content: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '欢迎参加竞价。' }] }] },
      },
    },
  })
  const refused = await buyer.refused(order.publishOrder, { params, body: {} })
  expect(refused).toMatchObject({ code: 10017, details: [{ ruleId: 'method-regime', severity: 'warn' }] })
  await buyer.call(order.publishOrder, { params, body: { acceptWarnings: true } })
})

test('a tenant relaxes what binds companies without touching what binds the others', async () => {
  const { t } = world
  const severity = { 'sole-publicity-voluntary': 'block' }
  await t.owner.query(`update tenant set config = config || $1 where id = 1`, [
    JSON.stringify({ legalCalendar: { severity } }),
  ])
  const { buyer } = world
  for (const [regime, rule] of [
    ['government', 'sole-publicity'],
    ['enterprise', 'sole-publicity-voluntary'],
  ] as const) {
    const { orderId } = await draft(world, {
      projectId: await made(regime),
      method: 6,
      settings: {
        sole: {
          reason: 'unique',
          explanation: '只有一家能够提供该设备的维护。',
          days: 3,
          experts: [],
          originalAmount: null,
        },
      },
    })
    await buyer.call(followUp.addInvitees, {
      params: { orderId },
      body: { companyIds: [COMPANIES.supplier1.id], reason: '唯一供应商' },
    })
    const { findings } = await buyer.call(order.orderDetail, { params: { orderId } })
    expect(findings.find(({ ruleId }) => ruleId === rule)).toMatchObject({ ok: false, severity: 'block' })
  }
  await t.owner.query(`update tenant set config = config - 'legalCalendar' where id = 1`)
})
