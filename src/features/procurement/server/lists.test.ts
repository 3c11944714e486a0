import { beforeAll, expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { consented } from '#demo/play/consent.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as order from '../contract/order.ts'
import * as portal from '../contract/portal.ts'
import * as project from '../contract/project.ts'
import * as tender from '../contract/supplier.ts'
import * as trade from '../contract/trade.ts'
import { draft, join, publish, tenderWorld, type TenderWorld } from './testing/tender.ts'

let world: TenderWorld
let published: Awaited<ReturnType<typeof publish>>[]
beforeAll(async () => {
  world = await tenderWorld()
  published = []
  for (let i = 0; i < 5; i++) published.push(await publish(world, { title: `标段 100%_${i}` }))
  await draft(world, { title: '未发布的标段' })
})

test('orders page by key and by number, filter by tab and keyword, and are counted', async () => {
  const { buyer, t } = world
  const first = await buyer.call(order.orderPage, { query: { pageSize: 4 } })
  expect(first).toMatchObject({ total: 6, counts: { all: 6, draft: 1, running: 5, opening: 0, done: 0 } })
  const second = await buyer.call(order.orderPage, { query: { pageSize: 4, cursor: first.next! } })
  expect(second.next).toBeNull()
  const all = [...first.rows, ...second.rows].map((r) => r.orderId)
  expect(new Set(all).size).toBe(6)
  expect(all).toEqual([...all].toSorted().toReversed())
  const byNumber = await buyer.call(order.orderPage, { query: { pageSize: 4, pageNo: 2 } })
  expect(byNumber.rows).toEqual(second.rows)
  // What is searched for is words: what stands between them does not matter.
  const found = await buyer.call(order.orderPage, { query: { keyword: '100%_3' } })
  expect(found.rows.map((r) => r.title)).toEqual(['标段 100%_3'])
  expect((await buyer.call(order.orderPage, { query: { keyword: '标段_100' } })).total).toBe(5)
  expect((await buyer.call(order.orderPage, { query: { keyword: '%_' } })).rows).toEqual([])
  expect((await buyer.refused(order.orderPage, { query: { cursor: 'x' } })).status).toBe(400)
  expect((await buyer.refused(order.orderPage, { query: { pageNo: 1000, pageSize: 100 } })).status).toBe(400)
  const today = t.kernel.clock.now()
  const later = new Date(today.getTime() + DAY).toISOString()
  expect((await buyer.call(order.orderPage, { query: { from: later } })).rows).toEqual([])
  expect(first.rows.at(-1)).toMatchObject({ ownerName: '张晓', purchaserName: '江州市第一人民医院' })
})

test('tenders page by time of publication; own ones are marked', async () => {
  const { suppliers } = world
  const one = suppliers[0]!
  await join(world, published[2]!.orderId, { supplier: one })
  const pages: string[] = []
  let cursor: string | undefined
  do {
    const page = await one.call(tender.publicTenders, { query: { pageSize: 2, tab: 'sign-up', cursor } })
    expect(page.total).toBe(5)
    pages.push(...page.rows.map((r) => r.orderId))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(pages).toEqual(published.map((p) => p.orderId).toReversed())
  const own = await one.call(tender.ownTenders, {})
  expect(own.rows).toMatchObject([{ orderId: published[2]!.orderId, tradeStatus: 1, stage: '报名中' }])
  expect((await one.call(tender.publicTenders, { query: { region: '别处' } })).rows).toEqual([])
  expect((await one.call(tender.publicTenders, { query: { category: 'works' } })).rows).toEqual([])
})

test('sign-ups are counted by status', async () => {
  const { buyer, suppliers } = world
  const { orderId } = published[0]!
  await join(world, orderId, { supplier: suppliers[0]! })
  await join(world, orderId, { supplier: suppliers[1]!, pass: false })
  const page = await buyer.call(trade.tradePage, { params: { orderId }, query: { status: 0 } })
  expect(page).toMatchObject({ total: 1, counts: { all: 2, '0': 1, '1': 1, '2': 0, '3': 0 } })
  expect(page.rows[0]).toMatchObject({ supplierName: COMPANIES.supplier2.name, status: 0 })
  const { signUps } = await buyer.call(order.orderDetail, { params: { orderId } })
  expect(signUps).toEqual({ pending: 1, passed: 1, refused: 0 })
})

test('two decisions at once: one wins', async () => {
  const { buyer, suppliers } = world
  const { tradeId } = await join(world, published[1]!.orderId, { supplier: suppliers[0]!, pass: false })
  const decide = (pass: boolean) =>
    buyer.call(trade.decideTrade, { params: { tradeId }, body: { pass, reason: '资料不全' } })
  const results = await Promise.allSettled([decide(true), decide(false), decide(true)])
  expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1)
})

test('the portal is read without login, searched, and has a calendar', async () => {
  const guest = world.t.client()
  const page = await guest.call(portal.portalNotices, { query: { keyword: '100%_3', kind: 1 } })
  expect(page).toMatchObject({ total: 1, rows: [{ orderTitle: '标段 100%_3', category: 'goods', region: '江州市' }] })
  expect((await guest.call(portal.portalNotices, { query: { category: 'works' } })).rows).toEqual([])
  // The information services number notices otherwise: an announcement is 3, and -1 is what has no name.
  const found = async (query: object) => (await guest.call(portal.portalNotices, { query })).total
  expect(page.rows[0]).toMatchObject({ kind: 1, informationType: 3 })
  expect(await found({ informationType: 3, method: 1 })).toBe(await found({ kind: 1 }))
  expect(await found({ method: 1 })).toBeGreaterThan(0)
  expect([await found({ method: -1 }), await found({ informationType: 7 })]).toEqual([0, 0])
  expect(await guest.refused(portal.portalNotices, { query: { informationType: 9 } })).toMatchObject({ code: 10001 })
  const { orderId, body } = published[1]!
  const file = await guest.file(portal.portalCalendar, { params: { orderId } })
  const lines = file.content.toString().split('\r\n')
  expect(file.mime).toContain('text/calendar')
  expect(lines.filter((l) => l === 'BEGIN:VEVENT')).toHaveLength(4)
  const stamp = body.schedule.bidEnd!.replace(/[-:]/g, '').replace(/\.\d{3}/, '')
  expect(lines).toContain(`DTSTART:${stamp}`)
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const { rows } = await world.buyer.call(order.orderPage, { query: { tab: 'draft' } })
  expect((await guest.refused(portal.portalCalendar, { params: { orderId: rows[0]!.orderId } })).status).toBe(404)
})

test('a project that an agency registers is run by it and watched by the purchaser', async () => {
  const { t, buyer } = world
  const agent = await t.login('agent', { workbench: 'agency' })
  const partners = await buyer.call(project.partnerCompanies, { query: { kind: 'agency' } })
  expect(partners).toEqual([{ companyId: COMPANIES.agency.id, name: COMPANIES.agency.name }])
  const { projectId } = await agent.call(project.createProject, {
    body: {
      name: '委托项目',
      category: 'goods',
      regime: 'enterprise',
      budget: '2000000',
      purchaserCompanyId: COMPANIES.hospital.id,
    },
  })
  const fields = { ...published[0]!.body, projectId, files: [] }
  expect(await buyer.refused(order.createOrder, { body: fields })).toMatchObject({ code: 10002 })
  const made = await draft({ ...world, buyer: agent }, { projectId })
  const params = { orderId: made.orderId }
  const publication = { params, body: { acceptWarnings: true } }
  // Not in the name of a purchaser that has not agreed.
  const refusal = await agent.refused(order.publishOrder, publication)
  expect(refusal).toMatchObject({ code: 10001 })
  expect(refusal.message).toContain('采购人尚未同意')
  await consented(agent, projectId)
  await agent.call(order.publishOrder, publication)
  const watched = await buyer.call(order.orderDetail, { params })
  expect(watched.actions).toEqual([])
  expect(watched.people.map((p) => p.role)).toEqual(['采购人', '代理机构', '经办人'])
  expect((await buyer.refused(order.declareAbortive, { params, body: { reason: '不归我管的流标' } })).status).toBe(404)
  expect((await agent.call(order.orderDetail, { params })).actions.length).toBeGreaterThan(0)
})

test('who is in an order hears of it live, strangers and suppliers without approval do not', async () => {
  const { t, buyer, suppliers } = world
  const { orderId } = published[4]!
  await join(world, orderId, { supplier: suppliers[0]! })
  await join(world, orderId, { supplier: suppliers[1]!, pass: false })
  const may = async (client: HttpClient, topic: string) => {
    const stop = new AbortController()
    const cookie = [...client.cookies].map(([k, v]) => `${k}=${v}`).join('; ')
    const response = await fetch(`${t.base}/api/live?topics=${topic}:${orderId}`, {
      headers: { cookie },
      signal: stop.signal,
    })
    stop.abort()
    return response.status
  }
  expect(await may(buyer, 'order')).toBe(200)
  expect(await may(buyer, 'order-owner')).toBe(200)
  expect(await may(suppliers[0]!, 'order')).toBe(200)
  expect(await may(suppliers[0]!, 'order-owner')).toBe(404)
  expect(await may(suppliers[1]!, 'order')).toBe(404)
  expect(await may(await t.login('bj-buyer'), 'order')).toBe(404)
  const expert = await t.login('expert1')
  expect(await may(expert, 'order')).toBe(404)
  await t.owner.query(
    `insert into reviewer (tenant_id, id, order_id, user_id, name, role, sort)
     select 1, gen_random_uuid(), $1, id, '何清源', 'technical', 1 from app_user where account = 'expert1'`,
    [orderId],
  )
  expect(await may(expert, 'order')).toBe(200)
})
