import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { DIRECT_EXAMPLE, directDates } from '#demo/direct-purchases.ts'
import { PEOPLE } from '#demo/people.ts'
import * as buying from '#demo/play/buyer.ts'
import { signUp } from '#demo/play/supplier.ts'
import * as play from '#demo/play/talks.ts'
import { draftSole } from '#demo/sole-sources.ts'
import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import * as notice from '#features/procurement/contract/notice.ts'
import * as order from '#features/procurement/contract/order.ts'
import * as portal from '#features/procurement/contract/portal.ts'
import * as tender from '#features/procurement/contract/supplier.ts'
import type { OrderSettings } from '#features/procurement/rules/settings.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'

/* A direct purchase: what keeps it from being published, what is public of it, and how its lines are agreed. */

type SoleTerms = NonNullable<OrderSettings['sole']>

const NOT_FOUND = { status: 404, code: 404 }

let t: TestSystem
let buyer: HttpClient
let asked: HttpClient
let strangers: HttpClient[]

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  asked = await t.login('supplier1', { workbench: 'supplier' })
  strangers = [await t.login('supplier2', { workbench: 'supplier' }), await t.login('agent', { workbench: 'agency' })]
})

const now = () => t.kernel.clock.now()

async function drafted(change: Partial<SoleTerms> = {}) {
  const sole = { ...DIRECT_EXAMPLE.sole, ...change }
  const dates = directDates(now().getTime(), sole.days)
  const { orderId } = await draftSole(buyer, { ...DIRECT_EXAMPLE, sole }, { purchaser: null, dates, now: now() })
  return { orderId, params: { orderId }, dates }
}

async function published(change: Partial<SoleTerms> = {}) {
  const made = await drafted(change)
  const noticeId = await buying.publish(buyer, made.orderId)
  return { ...made, noticeId }
}

/** Admitted, with a response; the deadline has passed. */
async function responded(change: Partial<SoleTerms> = {}) {
  const made = await published(change)
  const { name: contact, mobile } = PEOPLE.supplier1
  await signUp(asked, made.orderId, { contact, mobile, now: now() })
  await buying.approveAll(buyer, made.orderId)
  await play.respond(asked, made.orderId, now())
  await t.advanceTo(new Date(made.dates.bidEnd + 2 * HOUR))
  return made
}

async function refusedPaths(orderId: string): Promise<string[]> {
  const refused = await buyer.refused(order.publishOrder, { params: { orderId }, body: { acceptWarnings: true } })
  return (refused.details as { path: string }[]).map(({ path }) => path)
}

describe('it is not published', () => {
  test('without its reason, what proves it, or the publicity that is due', async () => {
    const { orderId } = await drafted({ reason: 'unique', explanation: '唯一', days: 0 })
    expect(await refusedPaths(orderId)).toEqual(
      expect.arrayContaining(['settings.sole.explanation', 'settings.sole.days']),
    )
    const detail = await buyer.call(order.orderDetail, { params: { orderId } })
    const { title, estimatedPrice, controlPrice, schedule, settings, announcement, files } = detail
    const fields = { title, estimatedPrice, controlPrice, schedule, settings, announcement }
    const kept = files.filter(({ kind }) => kind === 'document')
    const body = { ...fields, files: kept.map(({ fileId, name }) => ({ fileId, name, kind: 'document' as const })) }
    await buyer.call(order.updateOrder, { params: { orderId }, body })
    expect(await refusedPaths(orderId)).toContain('files')
    const { sole: _, ...without } = settings
    await buyer.call(order.updateOrder, { params: { orderId }, body: { ...body, settings: without } })
    expect(await refusedPaths(orderId)).toContain('settings.sole')
  })

  test('above the line that it refers to, or after an order that did not fail or is another company’s', async () => {
    expect(await refusedPaths((await drafted({ ceiling: '35999.99' })).orderId)).toEqual(['settings.sole.ceiling'])
    const running = await drafted()
    const { code } = await buyer.call(order.orderDetail, { params: running.params })
    const after = (failedOrder: string) => drafted({ reason: 'afterFailed', days: 3, failedOrder })
    expect(await refusedPaths((await after(code)).orderId)).toEqual(['settings.sole.failedOrder'])
    const failed = await published()
    await buyer.call(order.declareAbortive, { params: failed.params, body: { reason: '采购任务取消，采购终止' } })
    const { code: own } = await buyer.call(order.orderDetail, { params: failed.params })
    await t.owner.query('update purchase_order set owner_company_id = $1 where id = $2', [
      COMPANIES.supplier6.id,
      failed.orderId,
    ])
    const next = await after(own)
    expect(await refusedPaths(next.orderId)).toEqual(['settings.sole.failedOrder'])
    await t.owner.query('update purchase_order set owner_company_id = purchaser_company_id where id = $1', [
      failed.orderId,
    ])
    expect((await buyer.call(order.orderDetail, { params: failed.params })).isAbortive).toBe(true)
    await buying.publish(buyer, next.orderId)
  })

  test('to more than one supplier', async () => {
    const { params } = await drafted()
    const body = { companyIds: [COMPANIES.supplier2.id], reason: '同类供应商' }
    expect((await buyer.refused(addInvitees, { params, body })).message).toContain('最多邀请 1 家')
  })
})

describe('what everybody learns', () => {
  const listed = async (noticeId: string) =>
    (await t.client().call(portal.portalNotices, { query: { pageSize: 100 } })).rows.some(
      (row) => row.noticeId === noticeId,
    )
  const publicity = (params: { orderId: string }) => strangers[0]!.refused(tender.publicity, { params })

  test('reason and supplier of one that is publicised, to which others may object', async () => {
    const one = await published({ reason: 'unique', days: 3 })
    const seen = await t.client().call(portal.portalNotice, { params: { noticeId: one.noticeId } })
    const text = JSON.stringify(seen.content)
    for (const said of [COMPANIES.supplier1.name, '只有一家供应商能够提供', '3 个工作日']) expect(text).toContain(said)
    expect(seen).toMatchObject({ kind: 1, stage: '公示中', publicityEnd: expect.any(String) })
    const body = { subject: '并非唯一', content: '我单位同样能够提供该批配件。' }
    await strangers[0]!.call(tender.objectToPublicity, { params: one.params, body })
    expect(await strangers[0]!.refused(tender.tenderDetail, { params: one.params })).toMatchObject(NOT_FOUND)
  })

  test('nothing of one that is not, until its result; the supplier has a letter, and declines it', async () => {
    const one = await published()
    const params = { noticeId: one.noticeId }
    expect(await t.client().refused(portal.portalNotice, { params })).toMatchObject(NOT_FOUND)
    expect(await strangers[0]!.refused(tender.supplierNotice, { params })).toMatchObject(NOT_FOUND)
    expect(await publicity(one.params)).toMatchObject(NOT_FOUND)
    expect(await asked.call(tender.supplierNotice, { params })).toMatchObject({ kind: 3 })
    const { invitation, notices } = await asked.call(tender.tenderDetail, { params: one.params })
    expect([invitation!.readAt, notices.map(({ kind }) => kind)]).toEqual([null, [3]])
    const decline = { params: one.params, body: { reason: '产能已满，无法按期供货' } }
    expect(await strangers[0]!.refused(tender.declineInvitation, decline)).toMatchObject(NOT_FOUND)
    await asked.call(tender.declineInvitation, decline)
    await t.settle()
    const { rows } = await t.owner.query<{ content: string }>(
      `select content from message where kind = 'invitation.declined' and content like '%产能已满%'`,
    )
    expect(rows[0]!.content).toContain('请办理流标')
    const failed = await buyer.call(order.declareAbortive, { params: one.params, body: { reason: '供应商谢绝参加' } })
    expect(await listed(done(failed).noticeId)).toBe(true)
  })

  test('nothing of a secret one, its result neither', async () => {
    // Days of a publicity that must not be are not asked for.
    const one = await responded({ reason: 'secret', days: 9 })
    await play.record(buyer, one.orderId, now())
    await play.confirm(asked, one.orderId)
    const { candidates, draft } = await buyer.call(notice.winnerDetail, { params: one.params })
    const award = { ...draft, tradeId: candidates[0]!.tradeId }
    const { noticeId } = done(await buyer.call(notice.publishWinner, { params: one.params, body: award }))
    for (const id of [one.noticeId, noticeId]) {
      expect(await listed(id)).toBe(false)
      expect(await t.client().refused(portal.portalNotice, { params: { noticeId: id } })).toMatchObject(NOT_FOUND)
      expect(await strangers[0]!.refused(tender.supplierNotice, { params: { noticeId: id } })).toMatchObject(NOT_FOUND)
    }
    expect(await publicity(one.params)).toMatchObject(NOT_FOUND)
    expect((await asked.call(tender.supplierNotice, { params: { noticeId } })).title).toContain('成交结果公告')
  })
})

describe('lines', () => {
  let one: Awaited<ReturnType<typeof responded>>
  beforeAll(async () => {
    one = await responded()
  })

  const body = async (share: (unitPrice: string) => string) => {
    const { response, items } = await buyer.call(c.orderTalk, { params: one.params })
    const lines = response!.lines!.map(({ itemId, unitPrice }) => ({ itemId, unitPrice: share(unitPrice) }))
    const price = lines
      .reduce((total, { unitPrice }, i) => total + Number(unitPrice) * Number(items[i]!.quantity), 0)
      .toFixed(2)
    return {
      heldAt: new Date(now().getTime() - HOUR).toISOString(),
      place: '设备科',
      people: [
        { side: 'buyer' as const, name: '张晓', unit: '江州市第一人民医院' },
        { side: 'supplier' as const, name: '李强', unit: COMPANIES.supplier1.name },
      ],
      priceBasis: '近两年同类配件采购价格。',
      terms: '十五日内供货，验收合格后付款。',
      price,
      lines,
    }
  }

  test('are handed in whole, once, and read by nobody else', async () => {
    const { params } = one
    const other = await published()
    const { name: contact, mobile } = PEOPLE.supplier1
    await signUp(asked, other.orderId, { contact, mobile, now: now() })
    await buying.approveAll(buyer, other.orderId)
    const { items } = await asked.call(c.ownResponse, { params: other.params })
    const lines = items.map(({ itemId }) => ({ itemId, unitPrice: '100' }))
    const give = (change: object) => ({
      params: other.params,
      body: { price: '3200', lines, files: [], replaces: null, ...change },
    })
    for (const wrong of [{ lines: [] }, { lines: lines.slice(1) }, { price: '3199.99' }, { price: '0' }])
      expect((await asked.refused(c.submitResponse, give(wrong))).code).toBe(10001)
    const foreign = (await buyer.call(c.orderTalk, { params })).items.map(({ itemId }) => ({ itemId, unitPrice: '1' }))
    expect((await asked.refused(c.submitResponse, give({ lines: foreign }))).code).toBe(10001)
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => asked.call(c.submitResponse, give({}))))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await asked.call(c.ownResponse, { params: other.params })).current).toMatchObject({
      price: '3200.00',
      lines: [{ amount: '1200.00' }, { amount: '1200.00' }, { amount: '800.00' }],
    })
    expect((await buyer.call(c.orderTalk, { params: other.params })).response).toBeNull()
    for (const stranger of strangers) {
      expect((await stranger.refused(c.submitResponse, give({}))).status).toBeOneOf([403, 404])
      expect((await stranger.refused(c.ownResponse, { params })).status).toBeOneOf([403, 404])
      expect((await stranger.refused(c.orderTalk, { params })).status).toBeOneOf([403, 404])
    }
    const elsewhere = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
    expect(await elsewhere.refused(c.orderTalk, { params })).toMatchObject(NOT_FOUND)
  })

  test('are agreed within the limit of each and of the whole, by both sides, and awarded as agreed', async () => {
    const { params } = one
    const { limit } = await buyer.call(c.orderTalk, { params })
    expect(limit).toEqual({ amount: '36000.00', label: '最高限价' })
    const refuse = async (given: Awaited<ReturnType<typeof body>>) =>
      (await buyer.refused(c.recordTalk, { params, body: given })).message
    const lower = (unitPrice: string) => String(Math.floor(Number(unitPrice) * 0.9))
    const agreed = await body(lower)
    expect(await refuse({ ...agreed, price: '1' })).toContain('与各行合计')
    // Another line much lower, so that the whole stays within its bounds.
    const [first, ...rest] = agreed.lines
    const above = [{ ...first!, unitPrice: '801' }, ...rest.map((line) => ({ ...line, unitPrice: '1' }))]
    expect(await refuse({ ...agreed, lines: above, price: '9632' })).toContain('第 1 行的单价不能高于该行限价')
    expect(await refuse(await body((unitPrice) => String(Number(unitPrice) + 1)))).toContain('不能高于响应价格')
    const { talkId } = await buyer.call(c.recordTalk, { params, body: agreed })
    const reply = { params: { ...params, talkId }, body: { agree: true } }
    expect(await strangers[0]!.refused(c.replyTalk, reply)).toMatchObject(NOT_FOUND)
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => asked.call(c.replyTalk, reply)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { candidates, draft } = await buyer.call(notice.winnerDetail, { params })
    expect(candidates).toMatchObject([{ rank: 1, price: agreed.price }])
    const award = { ...draft, tradeId: candidates[0]!.tradeId }
    done(await buyer.call(notice.publishWinner, { params, body: award }))
    const { winners } = (await buyer.call(notice.winnerDetail, { params })).award!
    expect(winners.map(({ price }) => price)).toEqual([agreed.price])
    expect(winners[0]!.lines.map(({ itemId, unitPrice }) => ({ itemId, unitPrice }))).toEqual(agreed.lines)
    expect((await buyer.call(order.orderDetail, { params })).code).toMatch(/^ZC/)
  })

  test('are agreed within the line of the reason where the order has no ceiling', async () => {
    const made = await published({ ceiling: '36000' })
    await t.owner.query('update purchase_order set control_price = null where id = $1', [made.orderId])
    await t.owner.query(
      'update project set budget = 90000 where id = (select project_id from purchase_order where id = $1)',
      [made.orderId],
    )
    expect((await buyer.call(c.orderTalk, { params: made.params })).limit).toEqual({
      amount: '36000.00',
      label: '直接采购限额',
    })
  })
})
